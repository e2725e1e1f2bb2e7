//! A message of the log: a record of the journal, and who wrote it. The events are the payload, the rest is headers.
//!
//! A message without events says that a node has become the owner of the lobby. It stands outside of the records' chain
//! and repeats the head that it follows; its work is done by its place, because it makes the append of any earlier owner
//! follow a message that is no longer the last.
//!
//! Law kept here: a message that lacks a header or has a strange one is damaged, never guessed at.

use async_nats::HeaderMap;
use dicehall_engine::lobby::{Event, LobbyEvent};
use dicehall_protocol::LobbyCode;
use serde_json::json;

use super::super::record::{self, Head, Record};
use crate::journal::JournalError;

/// The header with the revision after the last event.
const REVISION: &str = "Dicehall-Revision";
/// The header with the format of the events.
const FORMAT: &str = "Dicehall-Format";
/// The header with the hash of the record and everything before it, in hexadecimal digits.
const HASH: &str = "Dicehall-Hash";
/// The header that says who wrote the message.
const WRITER: &str = "Dicehall-Writer";

/// The header with the epoch in which the writer owned the lobby; none if the cluster has one server at a time.
const EPOCH: &str = "Dicehall-Epoch";
/// The format of a message without events, which no record has.
const OWNER_CHANGED: i64 = 0;

/// A record as it is in the log.
#[derive(Clone, Debug)]
pub(super) struct Message {
    /// The name of the node and of this run of it, so that a node knows its own messages.
    pub(super) writer: String,
    /// The epoch in which the writer owned the lobby; 0 if there are no epochs.
    pub(super) epoch: u64,
    pub(super) record: Record,
}

impl Message {
    /// The message by which a node becomes the owner of a lobby whose stream ends here.
    pub(super) fn owner_changed(writer: &str, epoch: u64, head: Head) -> Self {
        let changed = json!({ "owner_changed": { "epoch": epoch, "node": writer } });
        Self {
            writer: writer.to_owned(),
            epoch,
            record: Record {
                seq: head.seq,
                format: OWNER_CHANGED,
                hash: head.hash.to_vec(),
                text: changed.to_string(),
            },
        }
    }

    /// Whether it has no events and says who owns the lobby.
    pub(super) fn is_owner_changed(&self) -> bool {
        self.record.format == OWNER_CHANGED
    }

    /// Whether another message is this one: written by the same run of the same node, and equal to the last byte.
    pub(super) fn is(&self, other: &Self) -> bool {
        let (own, other_record) = (&self.record, &other.record);
        (&self.writer, self.epoch) == (&other.writer, other.epoch)
            && own.seq == other_record.seq
            && own.format == other_record.format
            && own.hash == other_record.hash
            && own.text == other_record.text
    }

    /// Whether it ends its lobby. A message that cannot be read does not, so that the damage is found when it is opened.
    pub(super) fn ends(&self) -> bool {
        let events = record::read(self.record.format, &self.record.text);
        matches!(
            events.as_deref().ok().and_then(<[Event]>::last),
            Some(Event::Lobby(LobbyEvent::Ended { .. }))
        )
    }

    /// The headers of the message.
    pub(super) fn headers(&self) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(REVISION, self.record.seq.to_string());
        headers.insert(FORMAT, self.record.format.to_string());
        headers.insert(HASH, base16ct::lower::encode_string(&self.record.hash));
        headers.insert(WRITER, self.writer.as_str());
        if self.epoch > 0 {
            headers.insert(EPOCH, self.epoch.to_string());
        }
        headers
    }

    /// Reads a message of a lobby; `sequence` names it if it is damaged.
    pub(super) fn read(
        lobby: LobbyCode,
        sequence: u64,
        headers: &HeaderMap,
        payload: &[u8],
    ) -> Result<Self, JournalError> {
        let corrupt = |what: &str| JournalError::Corrupt {
            lobby,
            seq: 0,
            what: format!("message {sequence} of the cluster {what}"),
        };
        let header = |name: &str| headers.get(name).map(async_nats::HeaderValue::as_str);
        let seq = header(REVISION).and_then(|it| it.parse().ok());
        let format = header(FORMAT).and_then(|it| it.parse().ok());
        let hash = header(HASH).and_then(|it| base16ct::lower::decode_vec(it).ok());
        let text = String::from_utf8(payload.to_vec());
        let epoch = match header(EPOCH) {
            Some(epoch) => epoch.parse().ok(),
            None => Some(0),
        };
        Ok(Self {
            epoch: epoch.ok_or_else(|| corrupt("has no epoch"))?,
            writer: header(WRITER).unwrap_or_default().to_owned(),
            record: Record {
                seq: seq.ok_or_else(|| corrupt("has no revision"))?,
                format: format.ok_or_else(|| corrupt("has no format"))?,
                hash: hash.ok_or_else(|| corrupt("has no hash"))?,
                text: text.map_err(|_bytes| corrupt("is not a text"))?,
            },
        })
    }
}
