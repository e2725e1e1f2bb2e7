//! No clock runs while its lobby stands still: neither while the journal fails, nor while the server is down.
//!
//! Called by the oracle with every event. The time that a seat has used, by the journal, cannot be more than the time
//! in which the lobby could go on since that clock began to run. While a bot holds the seat the clock stands still, and
//! runs on when the human takes the seat back before anybody has acted.

use std::time::Duration;

use dicehall_engine::lobby::{Event, MatchEvent, WantClock};
use dicehall_protocol::LobbyCode;
use dicehall_server::Written;
use tokio::time::Instant;

/// The running clock of a lobby.
#[derive(Debug, Default)]
pub(super) struct Watch {
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    want: WantClock,
    /// Since when it runs; `None` while it stands still.
    since: Option<Instant>,
    /// How long the lobby stood still meanwhile.
    frozen: Duration,
    /// How long it had run before it stood still.
    before: Duration,
}

impl Running {
    fn begin(want: WantClock, since: Instant) -> Self {
        Self {
            want,
            since: Some(since),
            frozen: Duration::ZERO,
            before: Duration::ZERO,
        }
    }

    /// How long it had run at a moment.
    fn ran(&self, until: Instant) -> Duration {
        let now = self.since.map_or(Duration::ZERO, |since| {
            let ran = until.saturating_duration_since(since);
            ran.saturating_sub(self.frozen)
        });
        self.before + now
    }
}

impl Watch {
    /// The server starts again: a running clock begins to run now.
    pub(super) fn restart(&mut self) {
        let running = self.running.take().filter(|it| it.since.is_some());
        self.running = running.map(|it| Running::begin(it.want, Instant::now()));
    }

    /// Checks the times in an event.
    pub(super) fn check(&self, lobby: LobbyCode, event: &Event, written: &Written) {
        let decided = written.failed_at.unwrap_or(written.at);
        let ran = self.running.as_ref().map_or(0, |it| {
            u32::try_from(it.ran(decided).as_millis()).unwrap_or(u32::MAX)
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
    pub(super) fn follow(&mut self, event: &Event, want: Option<WantClock>, written: &Written) {
        if let Event::Match(MatchEvent::Paused { .. } | MatchEvent::MatchStarted { .. }) = event {
            self.running = None;
        }
        match (&mut self.running, want) {
            (Some(running), Some(want)) if running.want == want => {
                running.since.get_or_insert(written.at);
            }
            (_, Some(want)) => self.running = Some(Running::begin(want, written.at)),
            (Some(running), None) => {
                running.before = running.ran(written.at);
                (running.since, running.frozen) = (None, Duration::ZERO);
            }
            (None, None) => {}
        }
    }

    /// An append that had failed was written: the lobby goes on.
    pub(super) fn go_on(&mut self, written: &Written) {
        if let (Some(running), Some(failed_at)) = (&mut self.running, written.failed_at)
            && let Some(since) = running.since
        {
            running.frozen += written.at.saturating_duration_since(failed_at.max(since));
        }
    }
}
