//! The journal of a stopped server, read from its file without the server's code.

use std::path::{Path, PathBuf};

use dicehall_engine::lobby::{Event, Lobby};
use dicehall_protocol::LobbyCode;
use rusqlite::{Connection, OpenFlags, params};

/// The journal's file in a data directory.
pub fn file(data: &Path) -> PathBuf {
    data.join("journal.sqlite")
}

/// Every event of a lobby, in order.
///
/// # Panics
/// If the file or a record cannot be read, or a number is missing.
pub fn events(data: &Path, lobby: LobbyCode) -> Vec<Event> {
    let connection = Connection::open_with_flags(file(data), OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
    let mut statement =
        connection.prepare("SELECT seq, event FROM events WHERE lobby = ?1 ORDER BY seq").unwrap();
    let rows = statement
        .query_map(params![lobby.as_str()], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?)))
        .unwrap();
    let mut events = Vec::new();
    for (expect, row) in (1..).zip(rows) {
        let (seq, text) = row.unwrap();
        assert_eq!(seq, expect, "the stream of {lobby} has a gap");
        events.push(
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{lobby} {seq}: {error}: {text}")),
        );
    }
    events
}

/// The numbers of a lobby's records, readable or not.
///
/// # Panics
/// If the file cannot be read.
pub fn sequence(data: &Path, lobby: LobbyCode) -> Vec<i64> {
    let connection = Connection::open_with_flags(file(data), OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
    let mut statement = connection.prepare("SELECT seq FROM events WHERE lobby = ?1 ORDER BY seq").unwrap();
    let rows = statement.query_map(params![lobby.as_str()], |row| row.get(0)).unwrap();
    rows.map(|it| it.unwrap()).collect()
}

/// The lobby that the stream leads to.
///
/// # Panics
/// If the stream contradicts the rules.
pub fn replay(data: &Path, lobby: LobbyCode) -> Lobby {
    Lobby::default().replay(events(data, lobby)).unwrap()
}

/// Changes one record as a bad disk would, without its hash.
///
/// # Panics
/// If there is no such record.
pub fn corrupt(data: &Path, lobby: LobbyCode, seq: u64) {
    let connection = Connection::open(file(data)).unwrap();
    let seq = i64::try_from(seq).unwrap();
    let changed = connection
        .execute(
            "UPDATE events SET event = replace(event, '\"', '''') WHERE lobby = ?1 AND seq = ?2",
            params![lobby.as_str(), seq],
        )
        .unwrap();
    assert_eq!(changed, 1, "{lobby} has no record {seq}");
}
