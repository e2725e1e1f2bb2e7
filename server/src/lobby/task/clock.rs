//! The clock of whoever is to move: measured here, decided by the rules.
//!
//! A lobby's task owns at most one, together with everything else that it waits for in one deadline; nothing ticks. What
//! it has measured becomes part of an event with the action that ends it, so the time since the last event is what a
//! restart of the server gives back. While nobody is there for the match it stands; so it does while a bot holds the seat, so
//! that going away and coming back, however often, gives nobody time anew.

use std::time::Duration;

use dicehall_engine::lobby::{Ply, WantClock};
use tokio::time::Instant;

/// A clock that runs.
#[derive(Clone, Copy, Debug)]
pub(super) struct RunningClock {
    want: WantClock,
    since: Instant,
    /// Since when it stands, if it does.
    stood_since: Option<Instant>,
}

impl RunningClock {
    /// Begins to run.
    pub(super) fn begin(want: WantClock, now: Instant) -> Self {
        Self {
            want,
            since: now,
            stood_since: None,
        }
    }

    /// Whether this is the clock that is wanted.
    pub(super) fn answers(self, want: WantClock) -> bool {
        self.want == want
    }

    /// When it will have run out; never while it stands.
    pub(super) fn due(self) -> Option<Instant> {
        let due = self.since + Duration::from_millis(self.want.left_ms.into());
        self.stood_since.is_none().then_some(due)
    }

    /// The ply that is waited for.
    pub(super) fn ply(self) -> Ply {
        self.want.ply
    }

    /// Some time does not count.
    pub(super) fn postpone(&mut self, by: Duration) {
        self.since += by;
        self.stood_since = self.stood_since.map(|since| since + by);
    }

    /// It stands from now on, if it does not already.
    pub(super) fn stand(&mut self, now: Instant) {
        self.stood_since.get_or_insert(now);
    }

    /// It runs on, if it stood.
    pub(super) fn run_on(&mut self, now: Instant) {
        if let Some(since) = self.stood_since.take() {
            self.since += now.saturating_duration_since(since);
        }
    }

    /// How long it has run.
    pub(super) fn spent_ms(self, now: Instant) -> u32 {
        let until = self.stood_since.unwrap_or(now);
        u32::try_from(until.saturating_duration_since(self.since).as_millis()).unwrap_or(u32::MAX)
    }
}
