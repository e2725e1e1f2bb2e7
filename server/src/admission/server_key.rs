//! The server's own key. Addresses are hashed with it, so that no address is ever in the journal; and everything else
//! is derived from it that only this server may be able to derive.
//!
//! Called by sessions for people who enter a lobby from another machine, with the network that the gate counts as one
//! address.

use std::fmt;
use std::fs;
use std::io;
use std::net::IpAddr;
use std::path::Path;

use dicehall_engine::lobby::AddressKey;
use dicehall_files::Readers;
use dicehall_files::write::create;
use sha2::{Digest, Sha256};

use crate::os::entropy::Entropy;

/// The name of the key's file in the data folder.
const FILE: &str = "address.key";
/// The length of the key, in bytes.
const SECRET_SIZE: usize = 32;

/// The key of this server.
pub(crate) struct ServerKey([u8; SECRET_SIZE]);

impl ServerKey {
    /// The key of a data folder, created if there is none; without a folder a key for this run alone.
    pub(crate) fn open(data: Option<&Path>, entropy: &Entropy) -> io::Result<Self> {
        let fresh = || entropy.bytes().map_err(io::Error::other);
        let Some(path) = data.map(|it| it.join(FILE)) else {
            return Ok(Self(fresh()?));
        };
        match fs::read(&path) {
            Ok(bytes) => {
                let wrong = |_bytes| io::Error::other(format!("{} is damaged", path.display()));
                bytes.try_into().map(Self).map_err(wrong)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let secret = fresh()?;
                create(&path, &secret, Readers::Owner)?;
                Ok(Self(secret))
            }
            Err(error) => Err(error),
        }
    }

    /// The key that all nodes of a cluster have, so that the same request has the same code on each of them.
    pub(crate) fn shared(derived: [u8; SECRET_SIZE]) -> Self {
        Self(derived)
    }

    /// The key of a simulated server, derived from a seed.
    #[cfg(any(test, feature = "simulation"))]
    pub(crate) fn simulated(seed: u64) -> Self {
        Self(Sha256::digest(seed.to_be_bytes()).into())
    }

    /// The hash that stands for an address or for the network of a household.
    pub(crate) fn key(&self, network: IpAddr) -> AddressKey {
        AddressKey(match network {
            IpAddr::V4(ip) => self.derive(4, &ip.octets()),
            IpAddr::V6(ip) => self.derive(6, &ip.octets()),
        })
    }

    /// Bytes that nobody can compute without the key; each purpose has a number of its own.
    pub(crate) fn derive(&self, purpose: u8, input: &[u8]) -> [u8; 32] {
        Sha256::new()
            .chain_update(self.0)
            .chain_update([purpose])
            .chain_update(input)
            .finalize()
            .into()
    }
}

impl fmt::Debug for ServerKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ServerKey(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_has_a_key_of_its_own() {
        let addresses = ServerKey([7; SECRET_SIZE]);
        let key = |it: &str| addresses.key(it.parse().unwrap());
        assert_eq!(key("192.0.2.7"), key("192.0.2.7"));
        assert_ne!(key("192.0.2.7"), key("192.0.2.8"));
        assert_ne!(
            key("192.0.2.7"),
            key("::ffff:192.0.2.7"),
            "the gate has made one of both"
        );
    }

    #[test]
    fn the_key_outlives_the_server_and_is_nobody_elses() {
        let dir = tempfile::tempdir().unwrap();
        let ip = "192.0.2.7".parse().unwrap();
        let key = |data| ServerKey::open(data, &Entropy::System).unwrap().key(ip);
        assert_eq!(key(Some(dir.path())), key(Some(dir.path())));
        assert_ne!(key(Some(dir.path())), key(None));
        fs::write(dir.path().join(FILE), "short").unwrap();
        assert!(ServerKey::open(Some(dir.path()), &Entropy::System).is_err());
    }
}
