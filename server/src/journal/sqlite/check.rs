//! Whether the journal's file can be written at this moment, for those who ask how the server is.
//!
//! The writer notes each write here. Law kept here: the answer is the outcome of a write, and of one that was made just
//! now: a server to which nothing happens writes something for it.

use std::time::{Duration, Instant};

use rusqlite::Connection;

use super::tables::TABLES_FORMAT;
use crate::journal::JournalError;

/// How long the outcome of a write counts, in milliseconds. So those who ask cause at most one write in that time.
const COUNTS_MS: u64 = 1_000;

/// The outcome of the last write, and when it was.
#[derive(Debug, Default)]
pub(super) struct LastWrite(Option<(Instant, Result<(), JournalError>)>);

impl LastWrite {
    /// Notes the outcome of a write.
    pub(super) fn note(&mut self, outcome: Result<(), JournalError>) {
        self.0 = Some((Instant::now(), outcome));
    }

    /// The outcome of the last write, unless it is too long ago.
    pub(super) fn recent(&self) -> Option<Result<(), JournalError>> {
        let (at, outcome) = self.0.as_ref()?;
        let is_recent = at.elapsed() < Duration::from_millis(COUNTS_MS);
        is_recent.then(|| outcome.clone())
    }
}

/// Writes something that changes nothing, durably: the number of the file's format, as it is.
pub(super) fn write(connection: &Connection) -> Result<(), JournalError> {
    Ok(connection.pragma_update(None, "user_version", TABLES_FORMAT)?)
}
