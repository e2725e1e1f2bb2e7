//! The journal of a stopped server: read from its file without the server's code, and changed.

use std::path::{Path, PathBuf};

use dicehall_engine::lobby::{Event, Lobby};
use dicehall_protocol::LobbyCode;
use rusqlite::{Connection, OpenFlags, params};
use sha2::{Digest, Sha256};

/// The journal's file in a data directory.
pub fn file(data: &Path) -> PathBuf {
    data.join("journal.sqlite")
}

/// A record in the file.
#[derive(Debug)]
struct Row {
    seq: i64,
    format: i64,
    hash: Vec<u8>,
    text: String,
}

/// Gives the table of records the form of the first releases.
const FIRST_TABLE: &str = "
    ALTER TABLE events RENAME TO later;
    CREATE TABLE events (
        lobby TEXT NOT NULL,
        seq INTEGER NOT NULL,
        format INTEGER NOT NULL,
        hash BLOB NOT NULL,
        event TEXT NOT NULL,
        PRIMARY KEY (lobby, seq)
    ) WITHOUT ROWID, STRICT;
    INSERT INTO events SELECT * FROM later;
    DROP TABLE later;
";

/// The phrases for which a record of format 3 has one character each: that with the number of the line.
const PHRASES: &str = include_str!("../../server/src/journal/record/phrases.txt");

/// A text in which characters may stand for phrases, with the phrases.
pub fn restore(short: &str) -> String {
    let mut text = short.to_owned();
    for (character, phrase) in ('\u{1}'..).zip(PHRASES.lines()) {
        text = text.replace(character, phrase);
    }
    text
}

/// Every event of a lobby, in order.
///
/// # Panics
/// If the file or a record cannot be read, or a record does not follow the one before.
pub fn events(data: &Path, lobby: LobbyCode) -> Vec<Event> {
    let (mut events, mut last) = (Vec::new(), first_hash(lobby));
    for Row {
        seq,
        format,
        hash,
        text,
    } in rows(&open(data), lobby)
    {
        last = next_hash(&last, seq, format, &text);
        assert_eq!(hash, last, "{lobby} {seq}: the chain is broken");
        let wrong = |error| panic!("{lobby} {seq}: {error}: {text}");
        match format {
            1 => events.push(serde_json::from_str(&text).unwrap_or_else(wrong)),
            2 | 3 => {
                let text = if format == 3 { restore(&text) } else { text };
                let read = serde_json::from_str::<Vec<Event>>(&text);
                events
                    .extend(read.unwrap_or_else(|error| panic!("{lobby} {seq}: {error}: {text}")));
            }
            other => panic!("{lobby} {seq} has format {other}"),
        }
        assert_eq!(
            i64::try_from(events.len()).ok(),
            Some(seq),
            "the stream of {lobby} has a gap"
        );
    }
    events
}

/// The records of a lobby, readable or not: the revision after each, and its format.
///
/// # Panics
/// If the file cannot be read.
pub fn records(data: &Path, lobby: LobbyCode) -> Vec<(i64, i64)> {
    rows(&open(data), lobby)
        .into_iter()
        .map(|it| (it.seq, it.format))
        .collect()
}

/// The lobby after its whole stream.
///
/// # Panics
/// If the stream contradicts the rules.
pub fn replay(data: &Path, lobby: LobbyCode) -> Lobby {
    Lobby::default().replay(events(data, lobby)).unwrap()
}

/// Changes an event into another one that would be possible, without changing the hash of its record.
///
/// # Panics
/// If there is no such event, or its record does not hold `from`.
pub fn forge(data: &Path, lobby: LobbyCode, number: u64, from: &str, to: &str) {
    let connection = Connection::open(file(data)).unwrap();
    let number = i64::try_from(number).unwrap();
    let changed = connection
        .execute(
            "UPDATE events SET event = replace(event, ?3, ?4) WHERE lobby = ?1 AND instr(event, ?3)
             AND seq = (SELECT min(seq) FROM events WHERE lobby = ?1 AND seq >= ?2)",
            params![lobby.as_str(), number, from, to],
        )
        .unwrap();
    assert_eq!(changed, 1, "{lobby} has no event {number} with {from}");
}

/// Converts the file and a lobby's records to the form of the first releases.
///
/// # Panics
/// If the stream cannot be read or the file not be written.
pub fn put_back_to_first_format(data: &Path, lobby: LobbyCode) {
    let events = events(data, lobby);
    let connection = Connection::open(file(data)).unwrap();
    connection.execute_batch(FIRST_TABLE).unwrap();
    connection
        .execute("DELETE FROM events WHERE lobby = ?1", [lobby.as_str()])
        .unwrap();
    let mut last = first_hash(lobby);
    for (seq, event) in (1..).zip(events) {
        let text = serde_json::to_string(&event).unwrap();
        last = next_hash(&last, seq, 1, &text);
        let insert =
            "INSERT INTO events (lobby, seq, format, hash, event) VALUES (?1, ?2, 1, ?3, ?4)";
        connection
            .execute(insert, params![lobby.as_str(), seq, last, text])
            .unwrap();
    }
    connection.pragma_update(None, "user_version", 1).unwrap();
}

fn open(data: &Path) -> Connection {
    Connection::open_with_flags(file(data), OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap()
}

fn rows(connection: &Connection, lobby: LobbyCode) -> Vec<Row> {
    let select = "SELECT seq, format, hash, event FROM events WHERE lobby = ?1 ORDER BY seq";
    let mut statement = connection.prepare(select).unwrap();
    let rows = statement.query_map([lobby.as_str()], |row| {
        Ok(Row {
            seq: row.get(0)?,
            format: row.get(1)?,
            hash: row.get(2)?,
            text: row.get(3)?,
        })
    });
    rows.unwrap().map(|it| it.unwrap()).collect()
}

fn first_hash(lobby: LobbyCode) -> Vec<u8> {
    Sha256::digest(format!("dicehall-journal{lobby}")).to_vec()
}

fn next_hash(last: &[u8], seq: i64, format: i64, text: &str) -> Vec<u8> {
    Sha256::digest(
        [
            last,
            &seq.to_be_bytes(),
            &format.to_be_bytes(),
            text.as_bytes(),
        ]
        .concat(),
    )
    .to_vec()
}
