//! Reading the journal's file while a server may be writing it: for exports and for the files of matches.
//!
//! The connection cannot write. What it reads is verified like everything that is read from a journal.

use std::path::Path;
use std::time::Duration;

use dicehall_engine::lobby::{Event, Revision};
use dicehall_protocol::LobbyCode;
use rusqlite::{Connection, OpenFlags, OptionalExtension};

use super::{FILE_NAME, OpenError, TABLES_FORMAT, writer};
use crate::journal::{JournalError, record};

/// The longest that a reader waits for a writer.
const BUSY_MS_MAX: u64 = 5_000;

/// How much of the file a reader keeps in memory: little, because it reads a stream once.
const CACHE_KIB_MAX: i64 = 256;

/// A journal's file, to be read.
#[derive(Debug)]
pub(crate) struct JournalReader {
    connection: Connection,
}

impl JournalReader {
    /// Opens the journal in a directory.
    pub(crate) fn open(data: &Path) -> Result<Self, OpenError> {
        let path = data.join(FILE_NAME);
        let wrong = |error| OpenError::Database {
            path: path.clone(),
            error,
        };
        let connection =
            Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(wrong)?;
        connection
            .busy_timeout(Duration::from_millis(BUSY_MS_MAX))
            .map_err(wrong)?;
        // A negative number is one of kibibytes.
        connection
            .pragma_update(None, "cache_size", -CACHE_KIB_MAX)
            .map_err(wrong)?;
        let found = connection
            .pragma_query_value(None, "user_version", |row| row.get(0))
            .map_err(wrong)?;
        if found > TABLES_FORMAT {
            return Err(OpenError::Format { path, found });
        }
        Ok(Self { connection })
    }

    /// The lobbies that have a stream, ended or not, in order; an error is the last. Each is looked up when it is asked
    /// for, because a journal may know a great many.
    pub(crate) fn lobbies(&self) -> impl Iterator<Item = Result<LobbyCode, JournalError>> {
        let mut last = Some(String::new());
        let names = std::iter::from_fn(move || match self.name_after(&last.take()?) {
            Ok(name) => {
                last.clone_from(&name);
                name.map(Ok)
            }
            Err(error) => Some(Err(error.into())),
        });
        names.filter_map(|name| name.map(|it| writer::code(&it)).transpose())
    }

    fn name_after(&self, last: &str) -> rusqlite::Result<Option<String>> {
        self.connection
            .prepare_cached("SELECT lobby FROM lobbies WHERE lobby > ?1 ORDER BY lobby LIMIT 1")?
            .query_row([last], |row| row.get(0))
            .optional()
    }

    /// A lobby's whole stream, verified.
    pub(crate) fn stream(&self, lobby: LobbyCode) -> Result<Vec<Event>, JournalError> {
        let records = writer::read(&self.connection, lobby, 0)?;
        record::read_stream(lobby, records)
    }

    /// The events after a revision in a lobby's stream, verified from the record on that the next event is in.
    pub(crate) fn stream_after(
        &self,
        lobby: LobbyCode,
        seen: Revision,
    ) -> Result<Vec<Event>, JournalError> {
        let head = writer::read_head(&self.connection, lobby, seen.0)?;
        let from = head.seq.saturating_add(1);
        let records = writer::read(&self.connection, lobby, from)?;
        let mut events = record::read_after(head, lobby, records)?;
        let skipped = usize::try_from(seen.0 - head.seq).ok();
        match skipped.filter(|it| *it <= events.len()) {
            Some(skipped) => Ok(events.split_off(skipped)),
            None => Err(JournalError::Corrupt {
                lobby,
                seq: seen.0,
                what: "it is missing".to_owned(),
            }),
        }
    }
}
