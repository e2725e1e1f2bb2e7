//! The key by which clients recognize the door.
//!
//! Read at the start. Laws kept here: it is made once, and only its owner can read it.

use std::fs;
use std::io;
use std::path::Path;

use dicehall_files::write::{self, Readers};
use russh::keys::ssh_key::LineEnding;
use russh::keys::{Algorithm, HashAlg, PrivateKey};

use crate::files::account_key::DeviceKey;
use crate::files::private;

/// The most bytes of the file.
const KEY_BYTES_MAX: u64 = 16 * 1024;

/// Reads the key, or makes it if there is none.
pub(super) fn read_or_make(path: &Path) -> Result<PrivateKey, String> {
    if !path.exists() {
        match make(path) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                return Err(format!("the key {}: {error}", path.display()));
            }
            // Another door has just made it.
            Err(_) | Ok(()) => {}
        }
    }
    read(path).map_err(|why| format!("the key {}: {why}", path.display()))
}

/// The fingerprint of a key, as clients show it.
pub(super) fn fingerprint(key: &PrivateKey) -> String {
    key.fingerprint(HashAlg::Sha256).to_string()
}

/// The same key for words to the server about guests; `None` for a key of another kind than the door makes.
pub(super) fn for_words(key: &PrivateKey) -> Option<DeviceKey> {
    let pair = key.key_data().ed25519()?;
    DeviceKey::of_door(pair.private.to_bytes()).ok()
}

fn make(path: &Path) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let key = PrivateKey::random(&mut rand::rng(), Algorithm::Ed25519).map_err(io::Error::other)?;
    let text = key.to_openssh(LineEnding::LF).map_err(io::Error::other)?;
    write::create(path, text.as_bytes(), Readers::Owner)
}

fn read(path: &Path) -> Result<PrivateKey, String> {
    let text = private::read(path, KEY_BYTES_MAX)?;
    PrivateKey::from_openssh(text).map_err(|it| it.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_to_the_server_are_signed_by_the_key_that_clients_see() {
        let folder = tempfile::tempdir().unwrap();
        let key = read_or_make(&folder.path().join("door_key")).unwrap();
        let signing = for_words(&key).unwrap().key();
        let shown = dicehall_protocol::account::ssh_door::fingerprint(&signing);
        assert_eq!(shown, fingerprint(&key));
    }

    #[test]
    fn a_key_is_made_once_for_its_owner() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state/door_key");
        let first = fingerprint(&read_or_make(&path).unwrap());
        assert!(first.starts_with("SHA256:"), "{first}");
        assert_eq!(fingerprint(&read_or_make(&path).unwrap()), first);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = |it: &fs::Metadata| it.permissions().mode() & 0o777;
            assert_eq!(mode(&fs::metadata(&path).unwrap()), 0o600);
            fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
            assert!(read_or_make(&path).unwrap_err().contains("chmod 600"));
        }
    }

    #[test]
    fn what_is_no_key_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("door_key");
        write::create(&path, b"a letter", Readers::Owner).unwrap();
        assert!(read_or_make(&path).is_err());
        assert_eq!(fs::read(&path).unwrap(), b"a letter");
    }
}
