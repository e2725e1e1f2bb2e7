//! The attempts to reach a server again: the pauses between them, and the moment to give up.

use std::time::Duration;

use dicehall_engine::Dice;

/// The longest pause before the second attempt, in milliseconds; it doubles with each failure.
pub(super) const PAUSE_MS_FIRST: u64 = 250;
/// The longest pause before any attempt, in milliseconds: so that whoever waits for a server that hung is back soon after
/// it goes on.
pub(super) const PAUSE_MS_MAX: u64 = 5_000;
/// The duration from which on a connection counts as stable, in milliseconds: after it the pauses
/// begin anew.
pub(super) const STABLE_MS: u64 = 10_000;
/// The number of attempts at an address that has never answered.
pub(super) const FIRST_ATTEMPTS_MAX: u32 = 3;
/// The time without a server after which the link gives up, in milliseconds.
pub(super) const GIVE_UP_MS: u64 = 30 * 60_000;

/// The attempts of a link to reach its server.
#[derive(Debug, Default)]
pub(super) struct Attempts {
    /// The number of attempts since the last success, shown to people.
    number: u32,
    /// The number of failures since the last stable connection, for the pauses.
    failures: u32,
    /// The number of failures since the link began, by which the next address is chosen.
    lost: usize,
    /// The moment since which there has been no server.
    alone_since: Duration,
    /// Whether the server has ever answered.
    was_connected: bool,
    /// The last number that a server was told.
    told: u64,
}

impl Attempts {
    /// Begins another attempt; returns its number.
    pub(super) fn begin(&mut self) -> u32 {
        self.number += 1;
        self.number
    }

    /// The number of this attempt for the server: the time of the clock, in milliseconds, but never one that was told
    /// before.
    pub(super) fn number_at(&mut self, clock_ms: u64) -> u64 {
        self.told = clock_ms.max(self.told.saturating_add(1));
        self.told
    }

    /// Notes that the server has welcomed the client.
    pub(super) fn succeed(&mut self) {
        self.number = 0;
        self.was_connected = true;
    }

    /// Notes that a connection has ended which existed since `since`.
    pub(super) fn end(&mut self, since: Duration, now: Duration) {
        self.alone_since = now;
        if now >= since + Duration::from_millis(STABLE_MS) {
            self.failures = 0;
        }
    }

    /// Notes that an attempt has failed or a connection has ended.
    pub(super) fn fail(&mut self) {
        self.failures += 1;
        self.lost += 1;
    }

    /// The number of failures since the link began.
    pub(super) const fn lost(&self) -> usize {
        self.lost
    }

    /// Whether a server with so many addresses has never answered and is not tried any more.
    pub(super) fn is_given_up(&self, addresses: usize) -> bool {
        let tries = FIRST_ATTEMPTS_MAX.max(u32::try_from(addresses).unwrap_or(u32::MAX));
        !self.was_connected && self.failures >= tries
    }

    /// Whether the server has been unreachable for too long.
    pub(super) fn last_too_long(&self, now: Duration) -> bool {
        now >= self.alone_since + Duration::from_millis(GIVE_UP_MS)
    }

    /// The pause before the next attempt, in milliseconds: a random time between half the longest
    /// pause and all of it.
    pub(super) fn pause_ms(&self, luck: &mut dyn Dice) -> u64 {
        let doublings = self.failures.saturating_sub(1).min(16);
        let longest = (PAUSE_MS_FIRST << doublings).min(PAUSE_MS_MAX);
        longest / 2 + luck.below(longest / 2 + 1)
    }
}
