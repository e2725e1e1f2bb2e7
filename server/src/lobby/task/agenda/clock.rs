//! The clock of the seat to move: it is measured here, and judged by the rules.
//!
//! A lobby's task owns at most one, and waits for it with the same deadline as for everything else; nothing ticks. The
//! measured time becomes part of the event of the action that ends it, so a restart of the server gives back the time
//! since the last event. The clock stands still while nobody is there for the match, and while a bot holds the seat, so
//! that going away and coming back, however often, gives nobody more time.

use std::time::Duration;

use dicehall_engine::lobby::{Ply, WantClock};
use tokio::time::Instant;

/// A clock that runs.
#[derive(Clone, Copy, Debug)]
pub(super) struct RunningClock {
    want: WantClock,
    since: Instant,
    /// Since when it has stood still, if it does.
    stood_since: Option<Instant>,
}

impl RunningClock {
    /// A clock that begins to run.
    pub(super) fn begin(want: WantClock, now: Instant) -> Self {
        Self {
            want,
            since: now,
            stood_since: None,
        }
    }

    /// Whether this is the clock that the lobby wants.
    pub(super) fn answers(self, want: WantClock) -> bool {
        self.want == want
    }

    /// When its time will be up; `None` while it stands still.
    pub(super) fn due(self) -> Option<Instant> {
        let due = self.since + Duration::from_millis(self.want.left_ms.into());
        self.stood_since.is_none().then_some(due)
    }

    /// The ply that is waited for.
    pub(super) fn ply(self) -> Ply {
        self.want.ply
    }

    /// Moves it by a time that does not count.
    pub(super) fn postpone(&mut self, by: Duration) {
        self.since += by;
        self.stood_since = self.stood_since.map(|since| since + by);
    }

    /// Stops it, if it runs.
    pub(super) fn stand(&mut self, now: Instant) {
        self.stood_since.get_or_insert(now);
    }

    /// Lets it run on, if it stands still.
    pub(super) fn run_on(&mut self, now: Instant) {
        if let Some(since) = self.stood_since.take() {
            self.since += now.saturating_duration_since(since);
        }
    }

    /// How long it has run: at most 49 days, which no clock has left.
    pub(super) fn spent_ms(self, now: Instant) -> u32 {
        let until = self.stood_since.unwrap_or(now);
        u32::try_from(until.saturating_duration_since(self.since).as_millis()).unwrap_or(u32::MAX)
    }
}
