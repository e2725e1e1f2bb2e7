//! Files as other releases and other programs write them: with SQL, and with the hash as `docs/server.md` describes it.
//!
//! Nothing here is written by the code under test, unless a test says so.

use dicehall_engine::lobby::TalkEvent;
use sha2::{Digest, Sha256};

use super::*;

/// A record: the revision after it, its format, its text.
pub(super) type Row = (i64, i64, String);

/// The tables of the first release.
pub(super) const LOBBIES_BY_KEY: &str = "
    PRAGMA journal_mode = WAL;
    CREATE TABLE lobbies (lobby TEXT NOT NULL PRIMARY KEY, ended INTEGER NOT NULL) WITHOUT ROWID, STRICT;
    CREATE TABLE events (
        lobby TEXT NOT NULL,
        seq INTEGER NOT NULL,
        format INTEGER NOT NULL,
        hash BLOB NOT NULL,
        event TEXT NOT NULL,
        PRIMARY KEY (lobby, seq)
    ) WITHOUT ROWID, STRICT;
    PRAGMA application_id = 1684628325;
    PRAGMA user_version = 1;
";

/// The hash of every row, each over all rows before it.
pub(super) fn hashes(lobby: &str, rows: &[Row]) -> Vec<Vec<u8>> {
    let mut last = Sha256::digest(format!("dicehall-journal{lobby}")).to_vec();
    let chain = rows.iter().map(|(seq, format, text)| {
        let bytes = [
            &last[..],
            &seq.to_be_bytes(),
            &format.to_be_bytes(),
            text.as_bytes(),
        ]
        .concat();
        last = Sha256::digest(bytes).to_vec();
        last.clone()
    });
    chain.collect()
}

/// Makes a file of the first release's tables with these rows of one running lobby.
fn make(data: &Path, rows: &[Row]) {
    let connection = Connection::open(data.join("journal.sqlite")).unwrap();
    connection.execute_batch(LOBBIES_BY_KEY).unwrap();
    connection
        .execute("INSERT INTO lobbies VALUES ('AAAAA', 0)", [])
        .unwrap();
    for ((seq, format, text), hash) in rows.iter().zip(hashes("AAAAA", rows)) {
        let insert = "INSERT INTO events VALUES ('AAAAA', ?1, ?2, ?3, ?4)";
        connection
            .execute(insert, (seq, format, hash, text))
            .unwrap();
    }
}

/// The rows of a file's only lobby, after their hashes were verified.
#[track_caller]
fn rows(data: &Path) -> Vec<Row> {
    let connection = Connection::open(data.join("journal.sqlite")).unwrap();
    let mut select = connection
        .prepare("SELECT seq, format, event, hash FROM events ORDER BY seq")
        .unwrap();
    let read = select
        .query_map([], |it| {
            Ok(((it.get(0)?, it.get(1)?, it.get(2)?), it.get(3)?))
        })
        .unwrap();
    let (rows, stored): (Vec<Row>, Vec<Vec<u8>>) = read.map(|it| it.unwrap()).unzip();
    assert_eq!(stored, hashes("AAAAA", &rows), "{rows:?}");
    rows
}

pub(super) fn file_format(data: &Path) -> i64 {
    let connection = Connection::open(data.join("journal.sqlite")).unwrap();
    connection
        .pragma_query_value(None, "user_version", |it| it.get(0))
        .unwrap()
}

pub(super) fn said(number: u32) -> Event {
    Event::Talk(TalkEvent::Said {
        player: PlayerId(number),
        text: "hello".to_owned(),
    })
}

fn said_text(number: u32) -> String {
    format!(r#"{{"said":{{"player":{number},"text":"hello"}}}}"#)
}

/// A row of the first format.
pub(super) fn one(seq: i64, number: u32) -> Row {
    (seq, 1, said_text(number))
}

/// A row of the second format.
pub(super) fn list(seq: i64, numbers: std::ops::Range<u32>) -> Row {
    let texts: Vec<String> = numbers.map(said_text).collect();
    (seq, 2, format!("[{}]", texts.join(",")))
}

/// A row of the third format, as `phrases.txt` has it: the only phrase in these texts is the end.
pub(super) fn short(seq: i64, numbers: std::ops::Range<u32>) -> Row {
    let (seq, _, text) = list(seq, numbers);
    (seq, 3, text.replace("}}]", "\u{e}"))
}

#[tokio::test]
async fn an_append_is_one_record_of_the_documented_form() {
    let dir = tempfile::tempdir().unwrap();
    let journal = SqliteJournal::open(dir.path()).unwrap();
    journal
        .append(code("AAAAA"), Revision(0), &[said(0), said(1), said(2)])
        .await
        .unwrap();
    journal
        .append(code("AAAAA"), Revision(3), &[said(3)])
        .await
        .unwrap();
    journal.close().await;
    assert_eq!(rows(dir.path()), [short(3, 0..3), short(4, 3..4)]);
    assert_eq!(file_format(dir.path()), 4);
}

#[tokio::test]
async fn a_file_of_the_first_format_is_raised_by_a_server_and_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    let lobby = code("AAAAA");
    let old = [one(1, 0), one(2, 1), one(3, 2)];
    make(dir.path(), &old);
    let read = JournalReader::open(dir.path()).unwrap().stream(lobby);
    assert_eq!(read, Ok(vec![said(0), said(1), said(2)]));
    assert_eq!(file_format(dir.path()), 1, "who reads changes nothing");

    let journal = SqliteJournal::open(dir.path()).unwrap();
    assert_eq!(
        file_format(dir.path()),
        4,
        "it is raised before anything is written"
    );
    assert_eq!(journal.running().await, Ok(vec![lobby]));
    for expected in [2, 4] {
        let conflict = JournalError::Conflict {
            lobby,
            expected,
            found: 3,
        };
        assert_eq!(
            journal.append(lobby, Revision(expected), &[said(3)]).await,
            Err(conflict)
        );
    }
    assert_eq!(
        journal
            .append(lobby, Revision(3), &[said(3), said(4)])
            .await,
        Ok(Revision(5))
    );
    journal.close().await;
    assert_eq!(rows(dir.path()), [&old[..], &[short(5, 3..5)]].concat());

    let journal = SqliteJournal::open(dir.path()).unwrap();
    assert_eq!(journal.replay(lobby).await, Ok((0..5).map(said).collect()));
    assert_eq!(
        journal.append(lobby, Revision(5), &[said(5)]).await,
        Ok(Revision(6))
    );
}

#[tokio::test]
async fn an_append_of_no_events_writes_nothing() {
    on_each(async |journal: AnyJournal| {
        let lobby = code("AAAAA");
        assert_eq!(
            journal.append(lobby, Revision(0), &[]).await,
            Ok(Revision(0))
        );
        assert_eq!(journal.running().await, Ok(vec![]));
        assert_eq!(
            journal
                .append(lobby, Revision(0), &[created(), entered(0)])
                .await,
            Ok(Revision(2))
        );
        assert_eq!(
            journal.append(lobby, Revision(2), &[]).await,
            Ok(Revision(2))
        );
        let conflict = JournalError::Conflict {
            lobby,
            expected: 1,
            found: 2,
        };
        assert_eq!(journal.append(lobby, Revision(1), &[]).await, Err(conflict));
        assert_eq!(
            journal.append(lobby, Revision(2), &[entered(1)]).await,
            Ok(Revision(3))
        );
        assert_eq!(
            journal.replay(lobby).await,
            Ok(vec![created(), entered(0), entered(1)])
        );
    })
    .await;
}

/// Checks what a reader reports of a file with these rows, whose hashes are right.
#[track_caller]
fn check_sealed(rows: &[Row], expect: Result<u32, (u64, &str)>) {
    let dir = tempfile::tempdir().unwrap();
    make(dir.path(), rows);
    let read = JournalReader::open(dir.path())
        .unwrap()
        .stream(code("AAAAA"));
    let expect = expect.map(|count| (0..count).map(said).collect());
    let corrupt = |(seq, what): (u64, &str)| JournalError::Corrupt {
        lobby: code("AAAAA"),
        seq,
        what: what.to_owned(),
    };
    assert_eq!(read, expect.map_err(corrupt), "{rows:?}");
}

#[test]
fn a_record_must_hold_as_many_events_as_its_number_says() {
    check_sealed(&[list(2, 0..2), one(3, 2), list(6, 3..6), one(7, 6)], Ok(7));
    check_sealed(&[list(3, 0..2)], Err((3, "it has 2 events after 0")));
    check_sealed(
        &[list(2, 0..2), list(3, 2..4)],
        Err((3, "it has 2 events after 2")),
    );
    check_sealed(&[one(1, 0), one(3, 1)], Err((3, "it has 1 events after 1")));
    check_sealed(
        &[one(1, 0), list(4, 1..3)],
        Err((4, "it has 2 events after 1")),
    );
    check_sealed(
        &[one(1, 0), list(2, 1..1)],
        Err((2, "it has 0 events after 1")),
    );
    check_sealed(
        &[list(0, 0..0), one(1, 0)],
        Err((0, "it has 0 events after 0")),
    );
}

#[test]
fn a_record_is_read_as_its_format_says() {
    let is_refused = |row: Row| {
        let dir = tempfile::tempdir().unwrap();
        make(dir.path(), &[row]);
        match JournalReader::open(dir.path())
            .unwrap()
            .stream(code("AAAAA"))
        {
            Err(JournalError::Corrupt { seq: 1, what, .. }) => what,
            other => panic!("{other:?}"),
        }
    };
    assert!(is_refused((1, 1, list(1, 0..1).2)).starts_with("it cannot be read: "));
    assert!(is_refused((1, 2, one(1, 0).2)).starts_with("it cannot be read: "));
    let no_phrase = is_refused((1, 3, "[\u{1f}".to_owned()));
    assert_eq!(no_phrase, "no phrase has the number 31");
    assert_eq!(is_refused((1, 4, one(1, 0).2)), "its format 4 is unknown");
}

/// After every revision the rest of a stream is read, in a file with records of all formats.
#[test]
fn what_follows_a_revision_is_read_wherever_in_a_record_it_is() {
    let dir = tempfile::tempdir().unwrap();
    make(
        dir.path(),
        &[
            one(1, 0),
            one(2, 1),
            list(5, 2..5),
            short(6, 5..6),
            list(7, 6..7),
            short(8, 7..8),
        ],
    );
    let reader = JournalReader::open(dir.path()).unwrap();
    for seen in 0..=8 {
        let expect = (seen..8).map(said).collect();
        assert_eq!(tail(&reader, seen.into()), Ok(expect), "after {seen}");
    }
    for seen in [9, 10, u64::MAX] {
        let beyond = JournalError::Corrupt {
            lobby: code("AAAAA"),
            seq: seen,
            what: "it is missing".to_owned(),
        };
        assert_eq!(tail(&reader, seen), Err(beyond));
    }
}

/// The events of lobby A after a revision.
fn tail(reader: &JournalReader, seen: u64) -> Result<Vec<Event>, JournalError> {
    reader.stream_after(code("AAAAA"), Revision(seen))
}

/// Checks whether the rest after a revision can be read, of records of one, two and two events, after an edit.
#[track_caller]
fn check_verified(seen: u64, sql: &str, expect: bool) {
    let dir = tempfile::tempdir().unwrap();
    make(dir.path(), &[one(1, 0), list(3, 1..3), list(5, 3..5)]);
    edit(dir.path(), sql);
    let read = tail(&JournalReader::open(dir.path()).unwrap(), seen);
    assert_eq!(read.is_ok(), expect, "after {seen} with {sql}: {read:?}");
}

#[test]
fn what_follows_a_revision_is_verified_from_the_record_on_that_the_next_event_is_in() {
    let changed =
        |seq| format!("UPDATE events SET event = replace(event, 'o', 'a') WHERE seq = {seq}");
    let lost = |seq| format!("DELETE FROM events WHERE seq = {seq}");
    for (seen, sound) in [
        (0, [false, false, false]),
        (2, [true, false, false]),
        (3, [true, true, false]),
    ] {
        for (seq, is_sound) in [1, 3, 5].into_iter().zip(sound) {
            check_verified(seen, &changed(seq), is_sound);
        }
    }
    check_verified(2, &lost(1), false);
    check_verified(2, &lost(3), false);
    check_verified(3, &lost(3), false);
    check_verified(3, &lost(1), true);
}
