//! The words that the person has said and that the server has not accepted yet: none is lost.

use std::collections::VecDeque;

use dicehall_engine::lobby::Request;

/// The most lines that wait to be said.
pub const TALK_WAITING_MAX: usize = 8;
/// The pause before a line is sent again that came too soon after others, in milliseconds: the server lets one through each
/// second.
pub const TALK_PAUSE_MS: u64 = 1_100;

/// The words that are not accepted yet.
#[derive(Clone, Debug, Default)]
pub struct Talk {
    /// The chat lines and whispers in their order; only the first is ever on its way.
    pub waiting: VecDeque<Request>,
    /// The id of the command that has sent the first of them; `None` while it is not on its way.
    pub sent: Option<u64>,
    /// The rest of the pause before the first of them is sent again; `None` if there is no pause.
    pub pause_ms: Option<u64>,
    /// The words that the server did not accept, for the next chat line.
    pub back: Option<String>,
}

impl Talk {
    /// Lets a pause go by; returns whether it is over now.
    pub fn pass(&mut self, elapsed_ms: u64) -> bool {
        let Some(left_ms) = &mut self.pause_ms else {
            return false;
        };
        *left_ms = left_ms.saturating_sub(elapsed_ms);
        self.pause_ms.take_if(|it| *it == 0).is_some()
    }

    /// Forgets that something is on its way, because no answer will come.
    pub const fn unsend(&mut self) {
        self.sent = None;
        self.pause_ms = None;
    }
}
