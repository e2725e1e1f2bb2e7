//! No clock runs while its lobby stands still: not while the journal fails, not while the server is down.
//!
//! Called by the oracle with every event. What the journal says that somebody has used cannot be more than the time in
//! which the lobby could go on since that clock began to run.

use std::time::Duration;

use dicehall_engine::lobby::{Event, MatchEvent, WantClock};
use dicehall_protocol::LobbyCode;
use dicehall_server::Written;
use tokio::time::Instant;

/// The clock of a lobby that runs.
#[derive(Debug, Default)]
pub(super) struct Watch {
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    want: WantClock,
    since: Instant,
    /// How long the lobby stood still meanwhile.
    frozen: Duration,
}

impl Watch {
    /// The server starts again: whatever clock runs begins to run now.
    pub(super) fn restart(&mut self) {
        if let Some(running) = &mut self.running {
            (running.since, running.frozen) = (Instant::now(), Duration::ZERO);
        }
    }

    /// Checks what an event says of time.
    pub(super) fn check(&self, lobby: LobbyCode, event: &Event, written: &Written) {
        let decided = written.failed_at.unwrap_or(written.at);
        let ran = self.running.as_ref().map_or(0, |it| {
            let ran = decided
                .saturating_duration_since(it.since)
                .saturating_sub(it.frozen);
            u32::try_from(ran.as_millis()).unwrap_or(u32::MAX)
        });
        if let Event::Match(MatchEvent::Acted { spent_ms, .. } | MatchEvent::Paused { spent_ms }) =
            event
        {
            assert!(
                *spent_ms <= ran,
                "{lobby}: {event:?}, but the clock has run for {ran} ms"
            );
        }
        if let Event::Match(MatchEvent::TimedOut { .. }) = event {
            let left_ms = self.running.as_ref().map_or(u32::MAX, |it| it.want.left_ms);
            assert!(
                left_ms <= ran,
                "{lobby}: {event:?} after {ran} ms of {left_ms} ms"
            );
        }
    }

    /// The clock that the lobby wants after an event; another one begins to run when the event is durable.
    pub(super) fn follow(&mut self, want: Option<WantClock>, written: &Written) {
        if self.running.as_ref().map(|it| it.want) != want {
            let (since, frozen) = (written.at, Duration::ZERO);
            self.running = want.map(|want| Running {
                want,
                since,
                frozen,
            });
        }
    }

    /// What could not be written at first was: the lobby goes on.
    pub(super) fn go_on(&mut self, written: &Written) {
        if let (Some(running), Some(failed_at)) = (&mut self.running, written.failed_at) {
            running.frozen += written
                .at
                .saturating_duration_since(failed_at.max(running.since));
        }
    }
}
