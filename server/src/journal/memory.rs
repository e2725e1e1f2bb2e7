//! A journal in memory that is lost when the server stops: for tests, and for lobbies that nobody needs tomorrow.
//!
//! It keeps the same records as the durable journal. Ended streams are dropped, so that its size depends on the running
//! lobbies.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dicehall_engine::lobby::{Event, LobbyEvent, Revision};
use dicehall_protocol::LobbyCode;

use super::record::{self, FORMAT, Head, Record};
use super::{Journal, JournalError};

/// Streams in memory, shared by all clones.
#[derive(Clone, Debug, Default)]
pub(crate) struct MemoryJournal {
    streams: Arc<Mutex<BTreeMap<LobbyCode, Vec<Record>>>>,
}

impl MemoryJournal {
    /// Locks the streams. No thread panics in the middle of a change, so a poisoned lock is ignored.
    pub(super) fn streams(&self) -> MutexGuard<'_, BTreeMap<LobbyCode, Vec<Record>>> {
        self.streams.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The lobbies that have a stream, in order.
    pub(super) fn lobbies(&self) -> Vec<LobbyCode> {
        self.streams().keys().copied().collect()
    }

    /// A lobby's whole stream, verified; empty if there is none.
    pub(super) fn stream(&self, lobby: LobbyCode) -> Result<Vec<Event>, JournalError> {
        let records = self.streams().get(&lobby).cloned().unwrap_or_default();
        record::read_stream(lobby, records)
    }

    fn append_now(
        &self,
        lobby: LobbyCode,
        expected: Revision,
        events: &[Event],
    ) -> Result<Revision, JournalError> {
        let mut streams = self.streams();
        let last = streams.get(&lobby).and_then(|it| it.last());
        let head = Head::after_last(lobby, last)?;
        if head.seq != expected.0 {
            return Err(JournalError::Conflict {
                lobby,
                expected: expected.0,
                found: head.seq,
            });
        }
        if events.is_empty() {
            return Ok(expected);
        }
        let record = Record::after(head, FORMAT, events.len(), record::write(events));
        let revision = Revision(record.seq);
        streams.entry(lobby).or_default().push(record);
        if matches!(events.last(), Some(Event::Lobby(LobbyEvent::Ended { .. }))) {
            streams.remove(&lobby);
        }
        Ok(revision)
    }
}

impl Journal for MemoryJournal {
    async fn append(
        &self,
        lobby: LobbyCode,
        expected: Revision,
        events: &[Event],
    ) -> Result<Revision, JournalError> {
        self.append_now(lobby, expected, events)
    }

    async fn replay(&self, lobby: LobbyCode) -> Result<Vec<Event>, JournalError> {
        self.stream(lobby)
    }

    async fn running(&self) -> Result<Vec<LobbyCode>, JournalError> {
        Ok(self.lobbies())
    }

    async fn close(&self) {}
}
