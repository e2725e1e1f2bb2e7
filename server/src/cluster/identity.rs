//! The identity of a node: a number that was drawn once for its data folder, and the number of its process's start.
//!
//! Law kept here: no two processes have the same identity and start, because the folder is locked by the process that
//! reads and raises them. So a node that starts again knows its own leases, and nobody else's.

use std::io;
use std::path::Path;

use dicehall_files::Readers;
use dicehall_files::write::replace;
use dicehall_protocol::wording::in_words;
use serde::{Deserialize, Serialize};

use super::lease::Holder;
use crate::os::entropy::Entropy;

/// The file in the data folder.
const FILE: &str = "node.json";
/// The number of random bytes of an identity.
const IDENTITY_SIZE: usize = 8;

#[derive(Serialize, Deserialize)]
struct IdentityFile {
    identity: String,
    start: u64,
}

/// The holder of leases that this process is. The folder must be locked.
pub(crate) fn begin(data: &Path, node: &str, entropy: &Entropy) -> io::Result<Holder> {
    let path = data.join(FILE);
    let earlier = match std::fs::read(&path) {
        Ok(bytes) => {
            let kept = serde_json::from_slice::<IdentityFile>(&bytes);
            Some(kept.map_err(|error| io::Error::other(in_words(&error)))?)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let kept = if let Some(IdentityFile { identity, start }) = earlier {
        IdentityFile {
            identity,
            start: start + 1,
        }
    } else {
        let drawn: [u8; IDENTITY_SIZE] = entropy.bytes().map_err(io::Error::other)?;
        let identity = base16ct::lower::encode_string(&drawn);
        IdentityFile { identity, start: 1 }
    };
    replace(&path, &serde_json::to_vec(&kept)?, Readers::Owner)?;
    Ok(Holder {
        node: format!("{node}/{}", kept.identity),
        start: kept.start,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_start_of_a_node_has_a_higher_number_and_each_folder_an_identity() {
        let begin = |data: &Path| begin(data, "attic", &Entropy::System).unwrap();
        let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (first, second) = (begin(one.path()), begin(one.path()));
        assert_eq!((&first.node, first.start + 1), (&second.node, second.start));
        assert!(first.node.starts_with("attic/"));
        assert_ne!(begin(other.path()).node, first.node);
        std::fs::write(one.path().join(FILE), "{").unwrap();
        assert!(super::begin(one.path(), "attic", &Entropy::System).is_err());
    }
}
