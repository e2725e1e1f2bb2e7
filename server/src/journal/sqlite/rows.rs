//! Reads and writes rows of the journal's file: records by their places, records of earlier formats by their lobby, and
//! names.
//!
//! Called by the writer, by readers, and by a command that moves records. Law kept here: a row is used only if it is the record that was looked for.

use std::collections::BTreeSet;

use dicehall_protocol::LobbyCode;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::places::RecordPlace;
use crate::journal::JournalError;
use crate::journal::record::{Head, Record};

/// The head of a stream. It is not verified.
pub(super) fn head(
    connection: &Connection,
    lobby: LobbyCode,
    last: Option<RecordPlace>,
) -> Result<Head, JournalError> {
    let Some(place) = last else {
        return Ok(Head::of_empty(lobby));
    };
    let hash = connection
        .prepare_cached("SELECT hash FROM events WHERE rowid = ?1 AND lobby = ?2 AND seq = ?3")?
        .query_row(
            params![place.row, lobby.as_str(), signed(place.seq)],
            |row| row.get::<_, Vec<u8>>(0),
        )
        .optional()?;
    match hash {
        Some(hash) => Head::stored(lobby, place.seq, &hash),
        None => Err(is_missing(lobby, place)),
    }
}

/// A record that is to be written.
pub(super) struct NewRow<'a> {
    pub(super) lobby: LobbyCode,
    pub(super) place: RecordPlace,
    pub(super) hash: &'a [u8],
    /// The format of the text.
    pub(super) format: i64,
    pub(super) text: &'a str,
}

/// Writes a record at its place.
pub(super) fn insert(connection: &Connection, row: &NewRow<'_>) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "INSERT INTO events (rowid, lobby, seq, format, hash, event) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?
        .execute(params![
            row.place.row,
            row.lobby.as_str(),
            signed(row.place.seq),
            row.format,
            row.hash,
            row.text
        ])?;
    Ok(())
}

/// Marks a lobby as one that runs, or that has ended.
pub(super) fn mark(connection: &Connection, lobby: LobbyCode, mark: i64) -> rusqlite::Result<()> {
    connection
        .prepare_cached("INSERT OR REPLACE INTO lobbies (lobby, ended) VALUES (?1, ?2)")?
        .execute(params![lobby.as_str(), mark])?;
    Ok(())
}

/// The records at some places of a stream.
pub(super) fn records(
    connection: &Connection,
    lobby: LobbyCode,
    places: &[RecordPlace],
) -> Result<Vec<Record>, JournalError> {
    let mut select = connection.prepare_cached(
        "SELECT seq, format, hash, event FROM events WHERE rowid = ?1 AND lobby = ?2 AND seq = ?3",
    )?;
    let read = places.iter().map(|place| {
        let key = params![place.row, lobby.as_str(), signed(place.seq)];
        let found = select.query_row(key, record).optional()?;
        found.ok_or_else(|| is_missing(lobby, *place))
    });
    read.collect()
}

/// A stream in a file of an earlier format, where the records of a lobby are together.
pub(super) fn stream_by_lobby(
    connection: &Connection,
    lobby: LobbyCode,
) -> Result<Vec<Record>, JournalError> {
    let records = connection
        .prepare_cached(
            "SELECT seq, format, hash, event FROM events WHERE lobby = ?1 AND seq >= 0 ORDER BY seq",
        )?
        .query_map([lobby.as_str()], record)?
        .collect::<rusqlite::Result<_>>()?;
    Ok(records)
}

/// The lobbies with this mark, in order.
pub(super) fn lobbies(connection: &Connection, mark: i64) -> rusqlite::Result<Vec<LobbyCode>> {
    let mut select =
        connection.prepare_cached("SELECT lobby FROM lobbies WHERE ended = ?1 ORDER BY lobby")?;
    let names = select.query_map([mark], |row| row.get::<_, String>(0))?;
    names
        .filter_map(|name| name.map(|it| code(&it)).transpose())
        .collect()
}

/// The number of the last row; 0 if there is none.
pub(super) fn last(connection: &Connection) -> rusqlite::Result<i64> {
    let mut select = connection.prepare_cached("SELECT coalesce(max(rowid), 0) FROM events")?;
    select.query_row([], |row| row.get(0))
}

/// The lobbies that have records, whatever their mark.
pub(super) fn names(connection: &Connection) -> rusqlite::Result<BTreeSet<LobbyCode>> {
    let mut select = connection.prepare_cached("SELECT lobby FROM lobbies")?;
    let names = select.query_map([], |row| row.get::<_, String>(0))?;
    names
        .filter_map(|name| name.map(|it| code(&it)).transpose())
        .collect()
}

/// Reads a lobby's name. A name that is not a code was not written by a server; it is logged and left alone.
pub(super) fn code(name: &str) -> Option<LobbyCode> {
    name.parse()
        .inspect_err(
            |error| tracing::error!(%error, name, "the journal names a lobby that cannot exist"),
        )
        .ok()
}

/// A number as `SQLite` stores it, or the highest that it can store: a reader may ask for any number, and no record has
/// a higher one.
pub(super) fn signed(seq: u64) -> i64 {
    seq.try_into().unwrap_or(i64::MAX)
}

fn record(row: &Row<'_>) -> rusqlite::Result<Record> {
    Ok(Record {
        seq: unsigned(row.get(0)?),
        format: row.get(1)?,
        hash: row.get(2)?,
        text: String::from_utf8_lossy(row.get_ref(3)?.as_bytes()?).into_owned(),
    })
}

/// The error of a record that is not at its place.
fn is_missing(lobby: LobbyCode, place: RecordPlace) -> JournalError {
    JournalError::Corrupt {
        lobby,
        seq: place.seq,
        what: "it is missing".to_owned(),
    }
}

/// The number of a record.
#[expect(
    clippy::expect_used,
    reason = "only records whose number is not negative are selected"
)]
fn unsigned(seq: i64) -> u64 {
    seq.try_into().expect("the number is not negative")
}

impl From<rusqlite::Error> for JournalError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Io(error.to_string())
    }
}
