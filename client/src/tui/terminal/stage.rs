//! The stage between the bytes of the terminal and the keymap: bytes and times go in, events and
//! answers come out.
//!
//! Called by the reader of the input. Pure: the time is an argument. Laws kept here: what the
//! terminal answers is never a key, whenever it comes; the parts of a split sequence are joined; and
//! an escape is the key Esc only if nothing follows it for a while.

use super::decode::{Heard, heard};
use super::pieces::{Cutter, Missing};

/// How long an escape waits for what it may begin, in a terminal of this machine: longer than a
/// terminal takes between two bytes, and not to be felt.
#[cfg(unix)]
const ESCAPE_WAIT_MS: u64 = 25;
/// The same over ssh, where the parts of a sequence may travel in two packets.
#[cfg(unix)]
const FAR_ESCAPE_WAIT_MS: u64 = 100;
/// How long the rest of anything else is waited for.
const REST_WAIT_MS: u64 = 1_000;
/// How long a sequence or string may take from its beginning to its end. After that it has no end,
/// and whoever types is heard again.
const REST_AGE_MAX_MS: u64 = 3_000;

/// The state between two readings.
#[derive(Debug)]
pub(super) struct Stage {
    cutter: Cutter,
    escape_wait_ms: u64,
    /// When the piece that has begun was begun, and when its last byte came.
    begun_ms: u64,
    last_ms: u64,
}

impl Stage {
    /// A stage for a terminal of this machine, or for one behind ssh.
    #[cfg(unix)]
    pub(super) fn new(is_far: bool) -> Self {
        Self::waiting(if is_far {
            FAR_ESCAPE_WAIT_MS
        } else {
            ESCAPE_WAIT_MS
        })
    }

    /// A stage that waits so long for what an escape may begin.
    pub(super) fn waiting(escape_wait_ms: u64) -> Self {
        Self {
            cutter: Cutter::default(),
            escape_wait_ms,
            begun_ms: 0,
            last_ms: 0,
        }
    }

    /// Takes bytes that were read at this time; returns what they mean. Bytes that were late only
    /// because this program was are joined with what they belong to.
    pub(super) fn feed(&mut self, bytes: &[u8], now_ms: u64) -> Vec<Heard> {
        let mut pieces = Vec::new();
        let is_old = now_ms.saturating_sub(self.begun_ms) > REST_AGE_MAX_MS;
        if self.cutter.missing() == Missing::Rest && is_old {
            pieces.extend(self.cutter.give_up());
        }
        for byte in bytes {
            let before = self.cutter.missing();
            let count = pieces.len();
            self.cutter.push(*byte, &mut pieces);
            if before == Missing::Nothing || pieces.len() > count {
                self.begun_ms = now_ms;
            }
        }
        self.last_ms = now_ms;
        pieces.iter().flat_map(heard).collect()
    }

    /// When the stage gives up waiting for more bytes; `None` if it waits for none.
    pub(super) fn due_ms(&self) -> Option<u64> {
        let rest = self.last_ms.saturating_add(REST_WAIT_MS);
        match self.cutter.missing() {
            Missing::Nothing => None,
            Missing::AfterEscape => Some(self.last_ms.saturating_add(self.escape_wait_ms)),
            Missing::Rest => Some(rest.min(self.begun_ms.saturating_add(REST_AGE_MAX_MS))),
            Missing::PasteRest => Some(rest),
        }
    }

    /// Gives up waiting if it is time to; returns what the bytes so far mean. To be called only if
    /// there is nothing to read.
    pub(super) fn expire(&mut self, now_ms: u64) -> Vec<Heard> {
        if self.due_ms().is_none_or(|due| now_ms < due) {
            return Vec::new();
        }
        self.cutter.give_up().iter().flat_map(heard).collect()
    }
}

#[cfg(test)]
mod tests;
