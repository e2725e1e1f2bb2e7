//! A record: the events of one append as they are stored, with a number, a format, the events as JSON, and a hash that
//! chains the record to everything before it.
//!
//! All journals keep such records; the one in a file keeps their texts in a short form. Every format ever released must stay readable, also mixed with others in one
//! stream: a new format gets a new number and an arm in [`read`].
//!
//! A record of the journal holds all events of an append. So a batch is there as a whole or not at all, and costs
//! one row and one hash. The file's format number keeps earlier releases, which know records of one event only, from
//! opening the file.

mod phrases;

use dicehall_engine::lobby::Event;
use dicehall_protocol::LobbyCode;
use sha2::{Digest, Sha256};

use super::JournalError;
use crate::metrics::count;

/// The format of a list of events.
pub(super) const FORMAT: i64 = 2;
/// The format of a list of events in a short form, in which each of some phrases is one character.
pub(super) const FORMAT_SHORT: i64 = 3;
/// The format of the first releases: a record holds one event, so that an append has several records.
pub(super) const FORMAT_OF_ONE: i64 = 1;

/// A hash over a record and everything before it.
pub(super) type Hash = [u8; 32];

/// A record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Record {
    /// The revision after the last of its events.
    pub(super) seq: u64,
    /// The format of `text`.
    pub(super) format: i64,
    /// The hash of the record and everything before it, as it is stored: verified when the record is read.
    pub(super) hash: Vec<u8>,
    /// The events.
    pub(super) text: String,
}

impl Record {
    /// The record of `count` events that continues a stream.
    pub(super) fn after(head: Head, format: i64, count: usize, text: String) -> Self {
        let Head { seq, hash } = head.after(count, format, &text);
        Self {
            seq,
            format,
            hash: hash.to_vec(),
            text,
        }
    }
}

/// The end of a stream, which the next record continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head {
    /// The number of events.
    pub(super) seq: u64,
    /// The hash of the last record.
    pub(super) hash: Hash,
}

impl Head {
    /// The head of a stream without records. It depends on the lobby, so that a stream cannot be taken for another
    /// lobby's.
    pub(super) fn of_empty(lobby: LobbyCode) -> Self {
        let hash = Sha256::new()
            .chain_update(b"dicehall-journal")
            .chain_update(lobby.as_str())
            .finalize();
        Self {
            seq: 0,
            hash: hash.into(),
        }
    }

    /// The head after a stream's last record. The record is not verified.
    pub(super) fn after_last(
        lobby: LobbyCode,
        last: Option<&Record>,
    ) -> Result<Self, JournalError> {
        match last {
            None => Ok(Self::of_empty(lobby)),
            Some(Record { seq, hash, .. }) => Self::stored(lobby, *seq, hash),
        }
    }

    /// The head with this stored hash.
    pub(super) fn stored(lobby: LobbyCode, seq: u64, hash: &[u8]) -> Result<Self, JournalError> {
        match hash.try_into() {
            Ok(hash) => Ok(Self { seq, hash }),
            Err(_) => Err(JournalError::Corrupt {
                lobby,
                seq,
                what: format!("its hash has {} bytes", hash.len()),
            }),
        }
    }

    /// The head after another record of `count` events.
    pub(super) fn after(self, count: usize, format: i64, text: &str) -> Self {
        let seq = self.seq + count::to_u64(count);
        Self {
            seq,
            hash: self.hash_after(seq, format, text),
        }
    }

    /// The hash of the record that ends at revision `seq`.
    fn hash_after(self, seq: u64, format: i64, text: &str) -> Hash {
        let hash = Sha256::new()
            .chain_update(self.hash)
            .chain_update(seq.to_be_bytes())
            .chain_update(format.to_be_bytes())
            .chain_update(text)
            .finalize();
        hash.into()
    }
}

/// Writes the events of an append as the text of a record.
#[expect(
    clippy::expect_used,
    reason = "events are trees of numbers, texts and lists: writing them cannot fail"
)]
pub(super) fn write(events: &[Event]) -> String {
    serde_json::to_string(events).expect("events can be written")
}

/// Writes the events of an append as the text of a record of the short format.
pub(super) fn write_short(events: &[Event]) -> String {
    phrases::shorten(&write(events))
}

/// Verifies a whole stream and reads its events.
pub(super) fn read_stream(
    lobby: LobbyCode,
    records: impl IntoIterator<Item = Record>,
) -> Result<Vec<Event>, JournalError> {
    read_after(Head::of_empty(lobby), lobby, records)
}

/// Verifies the records after a head, and reads their events.
pub(super) fn read_after(
    mut head: Head,
    lobby: LobbyCode,
    records: impl IntoIterator<Item = Record>,
) -> Result<Vec<Event>, JournalError> {
    let mut events = Vec::new();
    for record in records {
        let corrupt = |what| JournalError::Corrupt {
            lobby,
            seq: record.seq,
            what,
        };
        let mut verified = verify(head, &record).map_err(corrupt)?;
        events.append(&mut verified.events);
        head = verified.head;
    }
    Ok(events)
}

/// A record whose hash continues the chain, and whose number of events leads to its revision.
struct Verified {
    events: Vec<Event>,
    /// The head after the record.
    head: Head,
}

/// Verifies a record that follows a head.
fn verify(head: Head, record: &Record) -> Result<Verified, String> {
    let Record {
        seq,
        format,
        hash,
        text,
    } = record;
    let computed = head.hash_after(*seq, *format, text);
    if computed[..] != hash[..] {
        return Err(format!(
            "its hash does not continue the chain from {}",
            head.seq
        ));
    }
    let events = read(*format, text)?;
    let led_to = head.seq.checked_add(count::to_u64(events.len()));
    if events.is_empty() || led_to != Some(*seq) {
        return Err(format!("it has {} events after {}", events.len(), head.seq));
    }
    let head = Head {
        seq: *seq,
        hash: computed,
    };
    Ok(Verified { events, head })
}

/// Reads the events of a record, which is not verified.
pub(super) fn read(format: i64, text: &str) -> Result<Vec<Event>, String> {
    let events = match format {
        FORMAT => serde_json::from_str(text),
        FORMAT_SHORT => serde_json::from_str(&phrases::restore(text)?),
        FORMAT_OF_ONE => serde_json::from_str(text).map(|event| vec![event]),
        unknown => return Err(format!("its format {unknown} is unknown")),
    };
    events.map_err(|error| format!("it cannot be read: {error}"))
}
