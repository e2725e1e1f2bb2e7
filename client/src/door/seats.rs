//! The seats of guests who are recognized by their key.
//!
//! Asked when a guest comes in. Law kept here: whoever shows the same key has the same memory of a seat, whatever became of
//! the connection before, and of the door; without a key nothing is remembered. The seats stand in a folder beside the door's own key,
//! each in a file that is named by the hash of the guest's key.

use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use base16ct::lower::encode_string;
use sha2::{Digest, Sha256};

use crate::net::network::seats::SeatMemory;
use crate::net::seat_file::SEAT_DAYS_MAX;

/// The most keys that are remembered; of more, the one that came longest ago is forgotten.
const KEYS_MAX: usize = 1_024;

/// The seats by the fingerprints of keys.
#[derive(Debug)]
pub(super) struct SeatsByKey {
    folder: PathBuf,
    known: Mutex<VecDeque<(String, SeatMemory)>>,
}

impl SeatsByKey {
    /// The seats whose files are in this folder, which need not be there yet. Files that are too old or too many are removed.
    pub(super) fn new(folder: PathBuf, now: SystemTime) -> Self {
        remove_old(&folder, now);
        Self {
            folder,
            known: Mutex::default(),
        }
    }

    /// The memory of the seat of whoever has this key.
    pub(super) fn of(&self, key: Option<&str>) -> SeatMemory {
        let Some(key) = key else {
            return SeatMemory::default();
        };
        let mut all = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let at = all.iter().position(|(it, _)| it == key);
        let known = at.and_then(|it| all.remove(it));
        let memory = known.map_or_else(|| SeatMemory::in_file(self.path(key)), |(_, it)| it);
        all.push_back((key.to_owned(), memory.clone()));
        while all.len() > KEYS_MAX {
            all.pop_front();
        }
        memory
    }

    /// The file for a key. Its fingerprint has characters that no file may have in its name.
    fn path(&self, key: &str) -> PathBuf {
        self.folder.join(encode_string(&Sha256::digest(key)))
    }
}

/// Removes the files of seats that nobody has come back to, and the oldest of too many.
fn remove_old(folder: &Path, now: SystemTime) {
    let written =
        |entry: fs::DirEntry| Some((entry.metadata().ok()?.modified().ok()?, entry.path()));
    // A folder that is not there has no old files.
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut files: Vec<(SystemTime, PathBuf)> = entries.flatten().filter_map(written).collect();
    files.sort_unstable_by(|one, other| other.cmp(one));
    let age_max = Duration::from_secs(SEAT_DAYS_MAX * 86_400);
    for (at, (written, path)) in files.iter().enumerate() {
        let age = now.duration_since(*written).unwrap_or_default();
        if at >= KEYS_MAX || age > age_max {
            // What cannot be removed now is tried again at the next start.
            fs::remove_file(path).ok();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_key_has_the_same_memory_and_the_oldest_is_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let seats = SeatsByKey::new(folder.path().join("seats"), SystemTime::now());
        let count = |it: &SeatsByKey| it.known.lock().unwrap().len();
        let (first, second) = (seats.of(Some("SHA256:a/b")), seats.of(Some("SHA256:b")));
        assert!(seats.of(Some("SHA256:a/b")).is_same(&first));
        assert!(!first.is_same(&second));
        assert!(!seats.of(None).is_same(&seats.of(None)));
        assert_eq!(count(&seats), 2);
        for key in 0..KEYS_MAX {
            seats.of(Some(&key.to_string()));
        }
        assert_eq!(count(&seats), KEYS_MAX);
        assert!(!seats.of(Some("SHA256:a/b")).is_same(&first));
    }

    #[test]
    fn seats_that_nobody_comes_back_to_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let count = || fs::read_dir(folder.path()).unwrap().count();
        let begin = |now| SeatsByKey::new(folder.path().to_owned(), now);
        let now = SystemTime::now();
        for at in 0..KEYS_MAX + 7 {
            fs::write(folder.path().join(at.to_string()), "a seat").unwrap();
        }
        begin(now);
        assert_eq!(count(), KEYS_MAX);
        begin(now + Duration::from_secs(8 * 86_400));
        assert_eq!(count(), 0);
    }
}
