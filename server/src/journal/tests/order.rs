//! Records in the order of appends: each is found, by any reader and at any time; and files of earlier formats are
//! converted.

use super::formats::{LOBBIES_BY_KEY, Row, file_format, hashes, list, one, said};
use super::*;

/// Lobbies that append in turns.
const LOBBIES: [&str; 3] = ["AAAAA", "BBBBB", "CCCCC"];

async fn append(journal: &SqliteJournal, lobby: &str, number: u32) {
    let expected = Revision(number.into());
    let appended = journal.append(code(lobby), expected, &[said(number)]).await;
    assert_eq!(appended, Ok(Revision(u64::from(number) + 1)));
}

/// The events of `count` appends.
fn all(count: u32) -> Vec<Event> {
    (0..count).map(said).collect()
}

#[tokio::test]
async fn streams_that_are_written_by_turns_are_read_each_for_itself_by_everybody() {
    let dir = tempfile::tempdir().unwrap();
    let mut journal = SqliteJournal::open(dir.path()).unwrap();
    let mut beside = journal.reader().unwrap();
    let mut snapshot = JournalReader::open(dir.path()).unwrap();
    for number in 0..40 {
        for lobby in LOBBIES {
            append(&journal, lobby, number).await;
            let events = all(number + 1);
            assert_eq!(journal.replay(code(lobby)).await, Ok(events.clone()));
            assert_eq!(beside.stream(code(lobby)), Ok(events.clone()));
            let half = usize::try_from(number / 2).unwrap();
            if number % 3 == 0 {
                journal.forget_recent();
            }
            let tail = beside.stream_after(code(lobby), Revision(u64::from(number / 2)));
            assert_eq!(tail, Ok(events[half..].to_vec()));
        }
        if number % 10 == 9 {
            assert_eq!(
                snapshot.stream(code("CCCCC")),
                Ok(all(number - 9)),
                "it is as it was when it was opened"
            );
            snapshot = JournalReader::open(dir.path()).unwrap();
        }
        if number == 20 {
            journal.close().await;
            journal = SqliteJournal::open(dir.path()).unwrap();
            beside = journal.reader().unwrap();
        }
    }
    for lobby in LOBBIES {
        assert_eq!(snapshot.stream(code(lobby)), Ok(all(40)));
    }
    assert_eq!(journal.running().await, Ok(LOBBIES.map(code).to_vec()));
}

#[tokio::test]
async fn what_was_written_last_is_read_without_the_file_and_the_rest_from_the_file() {
    let dir = tempfile::tempdir().unwrap();
    let journal = SqliteJournal::open(dir.path()).unwrap();
    let beside = journal.reader().unwrap();
    append(&journal, "AAAAA", 0).await;
    append(&journal, "BBBBB", 0).await;
    journal.forget_recent();
    append(&journal, "AAAAA", 1).await;
    append(&journal, "BBBBB", 1).await;
    edit(dir.path(), "DELETE FROM events WHERE lobby = 'AAAAA'");
    let asked = [("AAAAA", 1), ("AAAAA", 0), ("BBBBB", 1), ("BBBBB", 0)];
    let tails = asked.map(|(lobby, seen)| beside.stream_after(code(lobby), Revision(seen)));
    let missing = JournalError::Corrupt {
        lobby: code("AAAAA"),
        seq: 1,
        what: "it is missing".to_owned(),
    };
    let expect = [
        Ok(vec![said(1)]),
        Err(missing),
        Ok(vec![said(1)]),
        Ok(all(2)),
    ];
    assert_eq!(tails, expect);
}

/// Checks what the writer, and a reader beside it, report of lobby A after the file was edited while they were open.
#[track_caller]
fn check_lost(sql: &str, seq: u64) {
    let dir = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    runtime.block_on(async {
        let journal = SqliteJournal::open(dir.path()).unwrap();
        let beside = journal.reader().unwrap();
        for number in 0..3 {
            append(&journal, "AAAAA", number).await;
            append(&journal, "BBBBB", number).await;
        }
        edit(dir.path(), sql);
        let missing = JournalError::Corrupt {
            lobby: code("AAAAA"),
            seq,
            what: "it is missing".to_owned(),
        };
        let read = journal.replay(code("AAAAA")).await;
        assert_eq!(read, Err(missing.clone()), "{sql}");
        assert_eq!(beside.stream(code("AAAAA")), Err(missing), "{sql}");
        assert_eq!(beside.stream(code("BBBBB")), Ok(all(3)), "{sql}");
    });
}

#[test]
fn a_record_that_is_not_where_it_was_is_missed_even_at_the_end() {
    for seq in 1..=3 {
        let lost = format!("DELETE FROM events WHERE lobby = 'AAAAA' AND seq = {seq}");
        check_lost(&lost, seq);
    }
    check_lost(
        "UPDATE events SET lobby = 'CCCCC' WHERE lobby = 'AAAAA' AND seq = 3",
        3,
    );
    check_lost(
        "UPDATE events SET seq = 4 WHERE lobby = 'AAAAA' AND seq = 3",
        3,
    );
}

#[tokio::test]
async fn a_reader_of_the_whole_file_sees_it_as_it_was_whatever_is_done_to_it_meanwhile() {
    let dir = tempfile::tempdir().unwrap();
    let journal = SqliteJournal::open(dir.path()).unwrap();
    for number in 0..3 {
        append(&journal, "AAAAA", number).await;
    }
    let reader = JournalReader::open(dir.path()).unwrap();
    edit(dir.path(), "DELETE FROM events; DELETE FROM lobbies");
    assert_eq!(reader.stream(code("AAAAA")), Ok(all(3)));
    let lobbies: Result<Vec<_>, _> = reader.lobbies().collect();
    assert_eq!(lobbies, Ok(vec![code("AAAAA")]));
}

/// A file of the second format, with everything that a conversion must not lose: lobbies that are running and that have
/// ended, a damaged record, names that are not codes.
fn make_second(data: &Path) {
    let connection = Connection::open(data.join("journal.sqlite")).unwrap();
    connection.execute_batch(LOBBIES_BY_KEY).unwrap();
    connection
        .execute_batch(
            "PRAGMA user_version = 2;
            INSERT INTO lobbies VALUES ('BBBBB', 0), ('AAAAA', 1), ('CCCCC', 0), ('BOO', 0);
            INSERT INTO events VALUES ('BOO', 1, 2, x'00', '[]'), ('BBBBB', -1, 2, x'00', '[]');",
        )
        .unwrap();
    let rows = [one(1, 0), list(3, 1..3), list(4, 3..4)];
    for lobby in ["CCCCC", "AAAAA", "BBBBB"] {
        for ((seq, format, text), hash) in rows.iter().zip(hashes(lobby, &rows)) {
            let text = if lobby == "CCCCC" && *seq == 3 {
                text.replace('o', "a")
            } else {
                text.clone()
            };
            let insert = "INSERT INTO events VALUES (?1, ?2, ?3, ?4, ?5)";
            connection
                .execute(insert, (lobby, seq, format, hash, text))
                .unwrap();
        }
    }
}

/// Every row of a file.
fn every_row(data: &Path) -> Vec<(String, Row, Vec<u8>)> {
    let connection = Connection::open(data.join("journal.sqlite")).unwrap();
    let mut select = connection
        .prepare("SELECT lobby, seq, format, event, hash FROM events ORDER BY lobby, seq")
        .unwrap();
    let rows = select.query_map([], |it| {
        Ok((it.get(0)?, (it.get(1)?, it.get(2)?, it.get(3)?), it.get(4)?))
    });
    rows.unwrap().map(|it| it.unwrap()).collect()
}

#[tokio::test]
async fn a_file_of_the_second_format_is_raised_with_all_that_is_in_it() {
    let dir = tempfile::tempdir().unwrap();
    make_second(dir.path());
    let before = every_row(dir.path());
    let reader = JournalReader::open(dir.path()).unwrap();
    assert_eq!(reader.stream(code("BBBBB")), Ok(all(4)));
    drop(reader);

    let journal = SqliteJournal::open(dir.path()).unwrap();
    assert_eq!(file_format(dir.path()), 4);
    assert_eq!(every_row(dir.path()), before);
    assert_eq!(
        journal.running().await,
        Ok(vec![code("BBBBB"), code("CCCCC")])
    );
    for lobby in ["AAAAA", "BBBBB"] {
        assert_eq!(journal.replay(code(lobby)).await, Ok(all(4)));
        append(&journal, lobby, 4).await;
    }
    let damaged = journal.replay(code("CCCCC")).await;
    assert!(
        matches!(damaged, Err(JournalError::Corrupt { seq: 3, .. })),
        "{damaged:?}"
    );
    journal.close().await;
    let journal = SqliteJournal::open(dir.path()).unwrap();
    assert_eq!(journal.replay(code("BBBBB")).await, Ok(all(5)));
    let connection = Connection::open(dir.path().join("journal.sqlite")).unwrap();
    for (pragma, expect) in [("auto_vacuum", 2), ("page_size", 2_048)] {
        let found: i64 = connection
            .pragma_query_value(None, pragma, |it| it.get(0))
            .unwrap();
        assert_eq!(found, expect, "{pragma}");
    }
}
