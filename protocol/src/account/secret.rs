//! The secret of a browser's page, which cannot sign: outside of secure contexts a browser gives it no keys.
//!
//! Made by the page, which keeps it for one server; the server knows the key that follows from it. Laws kept here: a secret is never
//! shown by `Debug`, so it stands in no log; whoever knows the key does not know the secret.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{AccountKey, Hex};

/// The purpose with which the hashed bytes begin.
const PURPOSE: &[u8] = b"dicehall account v1 secret";

/// A secret of 256 bits by which a page signs in.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DeviceSecret(pub Hex<32>);

impl DeviceSecret {
    /// The key that follows from it: its SHA-256, after words that say what is hashed.
    pub fn key(&self) -> AccountKey {
        let hash = Sha256::new().chain_update(PURPOSE).chain_update(self.0.0);
        Hex(hash.finalize().into())
    }
}

impl fmt::Debug for DeviceSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DeviceSecret(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The hash was made by another program
    /// (`(printf 'dicehall account v1 secret'; head -c 32 /dev/zero) | sha256sum`).
    #[test]
    fn the_key_is_the_hash_of_another_program_and_the_secret_is_not_shown() {
        let secret = DeviceSecret(Hex([0; 32]));
        assert_eq!(
            secret.key().to_string(),
            "a1ee62b491427792f65ff6e6276123cf4c202282124212b5fdae16f8240bbc62"
        );
        assert_eq!(format!("{secret:?}"), "DeviceSecret(..)");
        assert_eq!(
            serde_json::to_string(&secret).unwrap(),
            format!("{:?}", "0".repeat(64))
        );
    }
}
