//! One end of a move of lobbies: a journal that no server uses, record by record.
//!
//! Called by [`transfer`](super::transfer). Law kept here: records are put only after the head that the caller names.

use std::collections::BTreeSet;

use dicehall_protocol::LobbyCode;

use super::JournalError;
use super::record::{Head, Record};

/// A journal that no server uses.
pub(super) trait OfflineJournal {
    /// Every lobby that has a stream, ended or not.
    fn lobbies(&self) -> impl Future<Output = Result<BTreeSet<LobbyCode>, JournalError>>;

    /// A lobby's records, not verified; none if it has no stream.
    fn records(&self, lobby: LobbyCode) -> impl Future<Output = Result<Vec<Record>, JournalError>>;

    /// Appends verified records as they are; refused if the stream does not end at `head`. If it fails, some of them may be
    /// durable.
    fn put(
        &self,
        lobby: LobbyCode,
        head: Head,
        records: &[Record],
    ) -> impl Future<Output = Result<(), JournalError>>;
}
