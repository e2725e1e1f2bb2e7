//! The clock of whoever is to move: measured here, decided by the rules.
//!
//! A lobby's task owns at most one, together with everything else that it waits for in one deadline; nothing ticks. What
//! it has measured becomes part of an event with the action that ends it, so the time since the last event is what a
//! restart of the server gives back.

use std::time::Duration;

use dicehall_engine::lobby::{Ply, WantClock};
use tokio::time::Instant;

/// A clock that runs.
#[derive(Clone, Copy, Debug)]
pub(super) struct RunningClock {
    want: WantClock,
    since: Instant,
}

impl RunningClock {
    /// Begins to run.
    pub(super) fn begin(want: WantClock, now: Instant) -> Self {
        Self { want, since: now }
    }

    /// Whether this is the clock that is wanted.
    pub(super) fn answers(self, want: WantClock) -> bool {
        self.want == want
    }

    /// When it will have run out.
    pub(super) fn due(self) -> Instant {
        self.since + Duration::from_millis(self.want.left_ms.into())
    }

    /// The ply that is waited for.
    pub(super) fn ply(self) -> Ply {
        self.want.ply
    }

    /// It stood for a while.
    pub(super) fn postpone(&mut self, by: Duration) {
        self.since += by;
    }

    /// How long it has run.
    pub(super) fn spent_ms(self, now: Instant) -> u32 {
        u32::try_from(now.saturating_duration_since(self.since).as_millis()).unwrap_or(u32::MAX)
    }
}
