//! The attempts to reach a server again: the pause before each of them, and when the link gives up.

use std::time::Duration;

use dicehall_engine::Dice;

/// The longest pause before the second attempt; it doubles with every failure.
pub(super) const PAUSE_MS_FIRST: u64 = 250;
/// The longest pause before any attempt.
pub(super) const PAUSE_MS_MAX: u64 = 15_000;
/// A connection that lasted this long was a good one: the pauses begin anew.
pub(super) const STABLE_MS: u64 = 10_000;
/// How often an address that never answered is tried.
pub(super) const FIRST_ATTEMPTS_MAX: u32 = 3;
/// After this long without a server the link gives up.
pub(super) const GIVE_UP_MS: u64 = 30 * 60_000;

/// The attempts of a link to reach its server.
#[derive(Debug, Default)]
pub(super) struct Attempts {
    /// Attempts since the last success, for people.
    number: u32,
    /// Failures since the last connection that lasted, for the pauses.
    failures: u32,
    /// Since when there has been no server.
    alone_since: Duration,
    /// Whether the server has ever answered.
    was_connected: bool,
}

impl Attempts {
    /// Another attempt begins; its number.
    pub(super) fn begin(&mut self) -> u32 {
        self.number += 1;
        self.number
    }

    /// The server has welcomed the client.
    pub(super) fn succeed(&mut self) {
        self.number = 0;
        self.was_connected = true;
    }

    /// A connection has ended that there was since some time.
    pub(super) fn end(&mut self, since: Duration, now: Duration) {
        self.alone_since = now;
        if now >= since + Duration::from_millis(STABLE_MS) {
            self.failures = 0;
        }
    }

    /// An attempt has failed, or a connection has ended.
    pub(super) fn fail(&mut self) {
        self.failures += 1;
    }

    /// Whether the server has never answered and will not.
    pub(super) fn are_in_vain(&self) -> bool {
        !self.was_connected && self.failures >= FIRST_ATTEMPTS_MAX
    }

    /// Whether the server has been away for too long.
    pub(super) fn last_too_long(&self, now: Duration) -> bool {
        now >= self.alone_since + Duration::from_millis(GIVE_UP_MS)
    }

    /// The pause before the next attempt, in milliseconds: between half of the longest pause and the whole.
    pub(super) fn pause_ms(&self, luck: &mut dyn Dice) -> u64 {
        let doublings = self.failures.saturating_sub(1).min(16);
        let longest = (PAUSE_MS_FIRST << doublings).min(PAUSE_MS_MAX);
        longest / 2 + luck.below(longest / 2 + 1)
    }
}
