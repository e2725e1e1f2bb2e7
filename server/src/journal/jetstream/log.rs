//! A log of messages with a fence: all that the journal asks of `JetStream`, and all that a model of it must do.
//!
//! Called by [`streams`](super::streams). Law kept here: an answer that did not come is [`Published::Unknown`], never a
//! success and never a failure.

use std::collections::BTreeSet;

use dicehall_protocol::LobbyCode;

use super::message::Message;
use crate::journal::JournalError;

/// A message in its place in the log.
#[derive(Clone, Debug)]
pub(super) struct Stored {
    /// The number of the message among all messages of the log; it rises, with gaps.
    pub(super) sequence: u64,
    pub(super) message: Message,
}

/// The answer to a message that was to be appended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Published {
    /// It is durable, at this sequence.
    Stored(u64),
    /// The last message of the lobby is another one than the expected, or is being replaced just now.
    Refused,
    /// It is not known whether the message was appended, or will be.
    Unknown(String),
}

/// A log of messages, in which each lobby has a subject of its own.
pub(super) trait Log: Send + Sync {
    /// Appends a message, if the lobby's last message is at the sequence `after`; 0 if it has none.
    fn publish(
        &self,
        lobby: LobbyCode,
        message: &Message,
        after: u64,
    ) -> impl Future<Output = Published> + Send;

    /// A lobby's last message, as the leader of the log knows it.
    fn last(
        &self,
        lobby: LobbyCode,
    ) -> impl Future<Output = Result<Option<Stored>, JournalError>> + Send;

    /// A lobby's messages in order, up to the sequence of its last one. Any copy of the log may answer.
    fn until(
        &self,
        lobby: LobbyCode,
        last: u64,
    ) -> impl Future<Output = Result<Vec<Stored>, JournalError>> + Send;

    /// The last message of every lobby. Any copy of the log may answer.
    fn lasts(&self) -> impl Future<Output = Result<Vec<(LobbyCode, Stored)>, JournalError>> + Send;

    /// Every lobby that has messages, as the leader of the log knows it.
    fn lobbies(&self) -> impl Future<Output = Result<BTreeSet<LobbyCode>, JournalError>> + Send;

    /// Deletes a lobby's messages up to this sequence.
    fn purge(
        &self,
        lobby: LobbyCode,
        until: u64,
    ) -> impl Future<Output = Result<(), JournalError>> + Send;

    /// Waits before the next attempt.
    fn pause(&self) -> impl Future<Output = ()> + Send;
}
