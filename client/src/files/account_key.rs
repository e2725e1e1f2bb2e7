//! The key by which this device is a person's: made when the person asks for it, and kept in the state folder.
//!
//! Used by the commands about accounts and by whatever connects. Laws kept here: the secret half is shown nowhere and leaves the
//! machine never; the file is made once, for its owner alone, and an existing one is not written over.

use std::fmt;
use std::fs;
use std::io;
use std::path::Path;

use dicehall_files::write::{self, Readers};
use dicehall_protocol::{AccountKey, Hex, Signature};
use ring::signature::{Ed25519KeyPair, KeyPair};

use super::private;

/// The word before the secret, by which a later release knows the form.
const FORM: &str = "dicehall-account-v1";
/// The most bytes of the file.
const KEY_BYTES_MAX: u64 = 1024;
/// The bytes of the secret.
const SECRET_SIZE: usize = 32;

/// The key of a device, with its secret half.
pub(crate) struct DeviceKey(Ed25519KeyPair);

impl DeviceKey {
    /// Makes a key and keeps it; an error if there is one.
    pub(crate) fn make(path: &Path) -> Result<Self, String> {
        let secret = Hex::<SECRET_SIZE>(rand::random());
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|it| it.to_string())?;
        }
        let text = format!("{FORM} {secret}\n");
        write::create(path, text.as_bytes(), Readers::Owner).map_err(|error| {
            if error.kind() == io::ErrorKind::AlreadyExists {
                "there is one already".to_owned()
            } else {
                error.to_string()
            }
        })?;
        Self::of(&secret)
    }

    /// The key that a door for ssh has, from its secret.
    #[cfg(feature = "ssh")]
    pub(crate) fn of_door(secret: [u8; SECRET_SIZE]) -> Result<Self, String> {
        Self::of(&Hex(secret))
    }

    /// Reads the key; `None` if there is none.
    pub(crate) fn read(path: &Path) -> Result<Option<Self>, String> {
        if !path.exists() {
            return Ok(None);
        }
        let text = private::read(path, KEY_BYTES_MAX)?;
        let secret = text.trim().strip_prefix(FORM).map(str::trim);
        let secret = secret.and_then(|it| Hex::try_from(it.to_owned()).ok());
        let secret = secret.ok_or_else(|| "that is no key of an account".to_owned())?;
        Self::of(&secret).map(Some)
    }

    /// The half that everybody may know.
    pub(crate) fn key(&self) -> AccountKey {
        let mut key = [0; 32];
        key.copy_from_slice(self.0.public_key().as_ref());
        Hex(key)
    }

    /// The signature of these bytes.
    pub(crate) fn sign(&self, bytes: &[u8]) -> Signature {
        let mut signature = [0; 64];
        signature.copy_from_slice(self.0.sign(bytes).as_ref());
        Hex(signature)
    }

    fn of(secret: &Hex<SECRET_SIZE>) -> Result<Self, String> {
        let pair = Ed25519KeyPair::from_seed_unchecked(&secret.0);
        pair.map(Self).map_err(|it| it.to_string())
    }
}

impl fmt::Debug for DeviceKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DeviceKey(..)")
    }
}

#[cfg(test)]
mod tests {
    use dicehall_protocol::Challenge;

    use super::*;

    #[test]
    fn a_key_is_made_once_for_its_owner() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state/account.key");
        assert!(DeviceKey::read(&path).unwrap().is_none());
        let key = DeviceKey::make(&path).unwrap().key();
        assert_eq!(DeviceKey::read(&path).unwrap().unwrap().key(), key);
        assert!(DeviceKey::make(&path).is_err());
        assert_eq!(DeviceKey::read(&path).unwrap().unwrap().key(), key);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(&path).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
            fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
            assert!(DeviceKey::read(&path).unwrap_err().contains("chmod 600"));
        }
    }

    #[test]
    fn what_is_no_key_is_left_alone_and_not_shown() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("account.key");
        for text in [
            "",
            "a letter",
            "dicehall-account-v1 00",
            "dicehall-account-v2 ",
        ] {
            fs::remove_file(&path).ok();
            write::create(&path, text.as_bytes(), Readers::Owner).unwrap();
            assert!(DeviceKey::read(&path).is_err(), "{text:?}");
            assert_eq!(fs::read(&path).unwrap(), text.as_bytes());
        }
        let key = DeviceKey::of(&Hex([7; SECRET_SIZE])).unwrap();
        assert_eq!(format!("{key:?}"), "DeviceKey(..)");
    }

    /// The secret key of the first test in RFC 8032, section 7.1; the signature was made by OpenSSL
    /// (`openssl pkeyutl -sign -rawin`).
    #[test]
    fn the_signature_is_the_one_that_another_program_makes() {
        let secret = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
        let key = DeviceKey::of(&Hex::try_from(secret.to_owned()).unwrap()).unwrap();
        let public = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
        assert_eq!(key.key().to_string(), public);
        let challenge = Challenge {
            server: Hex([0x11; 32]),
            nonce: Hex([0x22; 32]),
        };
        assert_eq!(
            key.sign(&challenge.signed_bytes(None)).to_string(),
            "b705d9b149966493e65c576e819c204f3569aca2ba3d1a19a3730bddb8c15a12\
             dc38b59f3cebc923c052b9b996ab7edc8ac319398e2ed4c5630530eb0580640e"
        );
    }
}
