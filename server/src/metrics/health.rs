//! The health of the server, as far as it is not looked up: whether a part that it cannot do without has ended, and whether
//! it stops.
//!
//! The server tells it; the answers to `/healthz` and `/readyz` ask it. Law kept here: once a part has ended, that stays
//! so until the process ends.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// The health of one server.
#[derive(Debug, Default)]
pub(crate) struct Health {
    ended: OnceLock<&'static str>,
    is_stopping: AtomicBool,
}

impl Health {
    /// Notes that a part has ended, so that the server will.
    pub(crate) fn note_end(&self, part: &'static str) {
        // The first one counts: others end because of it.
        self.ended.get_or_init(|| part);
    }

    /// Notes that the server was told to stop.
    pub(crate) fn note_stopping(&self) {
        self.is_stopping.store(true, Ordering::Relaxed);
    }

    /// The first part that has ended; `None` while all are there.
    pub(crate) fn ended(&self) -> Option<&'static str> {
        self.ended.get().copied()
    }

    /// Why no more people should be sent to the server, as far as is known here.
    pub(crate) fn obstacle(&self) -> Option<String> {
        if let Some(part) = self.ended() {
            return Some(format!("{part} has ended"));
        }
        let is_stopping = self.is_stopping.load(Ordering::Relaxed);
        is_stopping.then(|| "the server stops".to_owned())
    }
}
