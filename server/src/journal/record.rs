//! One event as it is kept: a number, a format, the event as JSON, and a hash that chains it to everything before it.
//!
//! Both journals keep records, so that what verifies in one verifies in the other. Every format ever released must stay
//! readable: a new one gets a new number and an arm in [`read`].

use dicehall_engine::lobby::Event;
use dicehall_protocol::LobbyCode;
use sha2::{Digest, Sha256};

use super::JournalError;

/// The format in which events are written.
pub(super) const FORMAT: i64 = 1;

/// A hash over a record and everything before it.
pub(super) type Hash = [u8; 32];

/// One event as it is kept.
#[derive(Clone, Debug)]
pub(super) struct Record {
    /// The revision that the event leads to, beginning with one.
    pub(super) seq: u64,
    /// How `event` is to be read.
    pub(super) format: i64,
    /// Over the record and everything before it.
    pub(super) hash: Hash,
    /// The event.
    pub(super) event: String,
}

/// The end of a stream: what the next record continues.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    /// The number of records.
    pub(super) seq: u64,
    /// The hash of the last one.
    pub(super) hash: Hash,
}

impl Head {
    /// The head of a stream without records. It depends on the lobby, so that no stream passes for another's.
    pub(super) fn of_empty(lobby: LobbyCode) -> Self {
        let hash = Sha256::new().chain_update(b"dicehall-journal").chain_update(lobby.as_str()).finalize();
        Self { seq: 0, hash: hash.into() }
    }

    /// The head after a record of this event follows.
    pub(super) fn after(self, format: i64, event: &str) -> Self {
        let seq = self.seq + 1;
        let hash = Sha256::new()
            .chain_update(self.hash)
            .chain_update(seq.to_be_bytes())
            .chain_update(format.to_be_bytes())
            .chain_update(event)
            .finalize();
        Self { seq, hash: hash.into() }
    }
}

/// Writes an event as a record keeps it.
#[expect(
    clippy::expect_used,
    reason = "events are trees of numbers, texts and lists: writing them cannot fail"
)]
pub(super) fn write(event: &Event) -> String {
    serde_json::to_string(event).expect("events can be written")
}

/// Verifies a whole stream and reads its events.
pub(super) fn read_stream(
    lobby: LobbyCode,
    records: impl IntoIterator<Item = Record>,
) -> Result<Vec<Event>, JournalError> {
    read_after(Head::of_empty(lobby), lobby, records)
}

/// Verifies what follows a head, and reads its events.
pub(super) fn read_after(
    mut head: Head,
    lobby: LobbyCode,
    records: impl IntoIterator<Item = Record>,
) -> Result<Vec<Event>, JournalError> {
    let mut events = Vec::new();
    for record in records {
        let next = head.after(record.format, &record.event);
        let corrupt = |what: String| JournalError::Corrupt { lobby, seq: next.seq, what };
        if record.seq != next.seq {
            return Err(corrupt(format!("record {} stands in its place", record.seq)));
        }
        if record.hash != next.hash {
            return Err(corrupt("its hash does not continue the chain".to_owned()));
        }
        events.push(read(&record).map_err(corrupt)?);
        head = next;
    }
    Ok(events)
}

fn read(record: &Record) -> Result<Event, String> {
    match record.format {
        FORMAT => serde_json::from_str(&record.event).map_err(|error| format!("it is no event: {error}")),
        unknown => Err(format!("its format {unknown} is unknown")),
    }
}
