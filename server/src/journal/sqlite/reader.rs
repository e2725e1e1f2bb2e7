//! A reader of the journal's file, beside a server that may be writing it: for exports and the files of matches.
//!
//! The connection cannot write. Everything that is read from the file is verified.

use std::path::Path;
use std::time::Duration;

use dicehall_engine::lobby::{Event, Revision};
use dicehall_protocol::LobbyCode;
use rusqlite::{Connection, OpenFlags, OptionalExtension, params};

use super::places::{Places, RecordPlace, SharedPlaces};
use super::recent::{RecentRecord, SharedRecent};
use super::removal::LEAVES;
use super::{FILE_NAME, OpenError, TABLES_FORMAT, rows};
use crate::journal::record::{Head, Record};
use crate::journal::{JournalError, record};

/// The longest wait for the writer, in milliseconds.
const BUSY_MS_MAX: u64 = 5_000;

/// How much of the file a reader keeps in memory, in KiB: little, because it reads a stream once.
const CACHE_KIB_MAX: i64 = 256;

/// The first format in which records are in the order of appends.
const FORMAT_IN_ORDER: i64 = 3;

/// A journal's file, open for reading.
#[derive(Debug)]
pub(crate) struct JournalReader {
    connection: Connection,
    /// The places of the records; `None` for a file of an earlier format, where the records of a lobby are together.
    places: Option<SharedPlaces>,
    /// The records that the writer beside the reader has written last; `None` if there is none.
    recent: Option<SharedRecent>,
}

/// A stream whose events after a revision are to be read.
struct ReadRequest {
    lobby: LobbyCode,
    seen: u64,
    /// The places of the last record up to the revision and of those beyond it; `None` for a file of an earlier format.
    places: Option<(Option<RecordPlace>, Vec<RecordPlace>)>,
}

/// The records of a stream after a revision.
struct Rest {
    /// The head before them; not verified.
    head: Head,
    records: Vec<Record>,
}

impl JournalReader {
    /// Opens the journal in a directory. Everything that is read is as it was at this moment.
    pub(crate) fn open(data: &Path) -> Result<Self, OpenError> {
        let path = data.join(FILE_NAME);
        let connection = connect(&path)?;
        let wrong = |error| OpenError::Database {
            path: path.clone(),
            error,
        };
        let found: i64 = connection
            .pragma_query_value(None, "user_version", |row| row.get(0))
            .map_err(wrong)?;
        if found > TABLES_FORMAT {
            return Err(OpenError::Format { path, found });
        }
        let mut places = None;
        if found >= FORMAT_IN_ORDER {
            // The transaction ends with the connection: until then the places stay valid.
            connection.execute_batch("BEGIN").map_err(wrong)?;
            let loaded = Places::load(&connection).map_err(wrong)?;
            places = Some(SharedPlaces::new(loaded));
        }
        Ok(Self {
            connection,
            places,
            recent: None,
        })
    }

    /// Opens a file beside its writer, which shares the places of its records and the last of them: everything durable is read, up to the
    /// last record.
    pub(super) fn beside(
        path: &Path,
        places: SharedPlaces,
        recent: SharedRecent,
    ) -> Result<Self, OpenError> {
        let connection = connect(path)?;
        Ok(Self {
            connection,
            places: Some(places),
            recent: Some(recent),
        })
    }

    /// The lobbies that have a whole stream, ended or not, in order; after an error nothing follows. Each is looked up
    /// when it is asked for, because a journal may have a great many.
    pub(crate) fn lobbies(&self) -> impl Iterator<Item = Result<LobbyCode, JournalError>> {
        let mut last = Some(String::new());
        let names = std::iter::from_fn(move || match self.name_after(&last.take()?) {
            Ok(name) => {
                last.clone_from(&name);
                name.map(Ok)
            }
            Err(error) => Some(Err(error.into())),
        });
        names.filter_map(|name| name.map(|it| rows::code(&it)).transpose())
    }

    fn name_after(&self, last: &str) -> rusqlite::Result<Option<String>> {
        self.connection
            .prepare_cached(
                "SELECT lobby FROM lobbies WHERE lobby > ?1 AND ended <> ?2 ORDER BY lobby LIMIT 1",
            )?
            .query_row(params![last, LEAVES], |row| row.get(0))
            .optional()
    }

    /// A lobby's whole stream, verified.
    pub(crate) fn stream(&self, lobby: LobbyCode) -> Result<Vec<Event>, JournalError> {
        let records = self.at_once(|| match &self.places {
            None => rows::stream_by_lobby(&self.connection, lobby),
            Some(places) => {
                let places = places.lock().all(lobby);
                rows::records(&self.connection, lobby, &places)
            }
        })?;
        record::read_stream(lobby, records?)
    }

    /// The events after a revision in a lobby's stream: from memory if the writer still has all of their records there,
    /// otherwise from the file, verified from the record that has the next event.
    pub(crate) fn stream_after(
        &self,
        lobby: LobbyCode,
        seen: Revision,
    ) -> Result<Vec<Event>, JournalError> {
        if let Some(events) = self.recent(lobby, seen.0) {
            return events;
        }
        // The transaction has all records with a place that is known before it begins. A place that becomes known later
        // may be that of a record which the transaction does not have.
        let asked = self.ask(lobby, seen);
        self.at_once(|| self.events(asked))?
    }

    /// The events after a revision, if the writer has all of their records in memory.
    fn recent(&self, lobby: LobbyCode, seen: u64) -> Option<Result<Vec<Event>, JournalError>> {
        let records = self.recent.as_ref()?.lock().after(lobby, seen)?;
        Some(events_after(seen, lobby, &records))
    }

    fn ask(&self, lobby: LobbyCode, seen: Revision) -> ReadRequest {
        let places = self.places.as_ref();
        ReadRequest {
            lobby,
            seen: seen.0,
            places: places.map(|it| it.lock().after(lobby, seen.0)),
        }
    }

    fn events(&self, asked: ReadRequest) -> Result<Vec<Event>, JournalError> {
        let (lobby, seen) = (asked.lobby, asked.seen);
        let Rest { head, records } = self.rest(asked)?;
        let mut events = record::read_after(head, lobby, records)?;
        let skipped = usize::try_from(seen - head.seq).ok();
        match skipped.filter(|it| *it <= events.len()) {
            Some(skipped) => Ok(events.split_off(skipped)),
            None => Err(JournalError::Corrupt {
                lobby,
                seq: seen,
                what: "it is missing".to_owned(),
            }),
        }
    }

    /// The records beyond a revision.
    fn rest(&self, asked: ReadRequest) -> Result<Rest, JournalError> {
        let lobby = asked.lobby;
        let Some((before, after)) = asked.places else {
            let mut records = rows::stream_by_lobby(&self.connection, lobby)?;
            let after = records.split_off(records.partition_point(|it| it.seq <= asked.seen));
            let head = Head::after_last(lobby, records.last())?;
            return Ok(Rest {
                head,
                records: after,
            });
        };
        Ok(Rest {
            head: rows::head(&self.connection, lobby, before)?,
            records: rows::records(&self.connection, lobby, &after)?,
        })
    }

    /// Calls a function that reads, in one transaction, so that the file is locked once and not for each record. If it
    /// is part of a transaction already, nothing changes.
    fn at_once<T>(&self, read: impl FnOnce() -> T) -> Result<T, JournalError> {
        if !self.connection.is_autocommit() {
            return Ok(read());
        }
        self.connection.prepare_cached("BEGIN")?.execute([])?;
        let done = read();
        self.connection.prepare_cached("COMMIT")?.execute([])?;
        Ok(done)
    }
}

/// The events of durable records that are after a revision.
fn events_after(
    seen: u64,
    lobby: LobbyCode,
    records: &[RecentRecord],
) -> Result<Vec<Event>, JournalError> {
    let mut events = Vec::new();
    for RecentRecord {
        before,
        seq,
        format,
        text,
    } in records
    {
        let read = record::read(*format, text);
        let read = read.map_err(|what| JournalError::Corrupt {
            lobby,
            seq: *seq,
            what,
        })?;
        let skipped = usize::try_from(seen.saturating_sub(*before)).unwrap_or(usize::MAX);
        events.extend(read.into_iter().skip(skipped));
    }
    Ok(events)
}

fn connect(path: &Path) -> Result<Connection, OpenError> {
    let wrong = |error| OpenError::Database {
        path: path.to_owned(),
        error,
    };
    let connection =
        Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(wrong)?;
    connection
        .busy_timeout(Duration::from_millis(BUSY_MS_MAX))
        .map_err(wrong)?;
    // A negative number of `SQLite`'s cache size is in kibibytes.
    connection
        .pragma_update(None, "cache_size", -CACHE_KIB_MAX)
        .map_err(wrong)?;
    Ok(connection)
}
