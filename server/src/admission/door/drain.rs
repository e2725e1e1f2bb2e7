//! The wish that the server ends soon: nothing new begins, what is played is played to its end, and at a time the server
//! ends in any case.
//!
//! The door owns it; `ops::draining` follows it. It is not kept: a server that is started again goes on as usual.

use std::time::Duration;

use dicehall_protocol::Notice;
use tokio::time::Instant;

use crate::watched;

/// The longest time that a server may be given until it ends, in minutes: a day.
pub(crate) const DRAIN_MINUTES_MAX: u64 = 24 * 60;

/// Whether and when the server is to end.
#[derive(Debug)]
pub(crate) struct Drain {
    set: watched::Sender<Option<Instant>>,
    until: watched::Receiver<Option<Instant>>,
}

impl Default for Drain {
    fn default() -> Self {
        let (set, until) = watched::channel(None);
        Self { set, until }
    }
}

impl Drain {
    pub(super) fn begin(&self, until: Instant) {
        self.set.send(Some(until));
    }

    pub(super) fn end(&self) -> bool {
        let was_set = self.until.borrow().is_some();
        self.set.send(None);
        was_set
    }

    /// The time that is left; `None` if the server goes on.
    pub(crate) fn left(&self) -> Option<Duration> {
        let until = *self.until.borrow();
        until.map(|it| it.saturating_duration_since(Instant::now()))
    }

    /// The notice that tells people of it; `None` if the server goes on.
    pub(crate) fn notice(&self) -> Option<Notice> {
        let left = self.left()?;
        Some(Notice {
            text: None,
            ends_in_ms: Some(u32::try_from(left.as_millis()).unwrap_or(u32::MAX)),
        })
    }

    /// Waits until the server is to end.
    pub(crate) async fn begun(&self) {
        // The sender is a part of this, so that the wait cannot fail.
        self.until.wait_for(Option::is_some).await.ok();
    }
}
