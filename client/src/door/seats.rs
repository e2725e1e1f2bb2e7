//! The seats of guests who are recognized by their key.
//!
//! Asked when a guest comes in. Law kept here: whoever shows the same key has the same memory of a seat, whatever became of
//! the connection before; without a key nothing is remembered. It is in memory, so it ends with the door.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use crate::net::network::seats::SeatMemory;

/// The most keys that are remembered; of more, the one that came longest ago is forgotten.
const KEYS_MAX: usize = 1_024;

/// The seats by the fingerprints of keys.
#[derive(Debug, Default)]
pub(super) struct SeatsByKey(Mutex<VecDeque<(String, SeatMemory)>>);

impl SeatsByKey {
    /// The memory of the seat of whoever has this key.
    pub(super) fn of(&self, key: Option<&str>) -> SeatMemory {
        let Some(key) = key else {
            return SeatMemory::default();
        };
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = all.iter().position(|(it, _)| it == key);
        let known = at.and_then(|it| all.remove(it));
        let (_, memory) = known.clone().unwrap_or_default();
        all.push_back((key.to_owned(), memory.clone()));
        while all.len() > KEYS_MAX {
            all.pop_front();
        }
        memory
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_key_has_the_same_memory_and_the_oldest_is_forgotten() {
        let seats = SeatsByKey::default();
        let count = |it: &SeatsByKey| it.0.lock().unwrap().len();
        let (first, second) = (seats.of(Some("SHA256:a")), seats.of(Some("SHA256:b")));
        assert!(seats.of(Some("SHA256:a")).is_same(&first));
        assert!(!first.is_same(&second));
        assert!(!seats.of(None).is_same(&seats.of(None)));
        assert_eq!(count(&seats), 2);
        for key in 0..KEYS_MAX {
            seats.of(Some(&key.to_string()));
        }
        assert_eq!(count(&seats), KEYS_MAX);
        assert!(!seats.of(Some("SHA256:a")).is_same(&first));
    }
}
