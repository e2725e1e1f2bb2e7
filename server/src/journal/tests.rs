//! Tests of all journals with the same cases, and of the durable one with damage and crashes.

mod damage;
mod formats;
mod order;

use std::fs;
use std::path::Path;

use dicehall_engine::GameKind;
use dicehall_engine::lobby::{
    Clock, EndReason, Entered, Key, LobbyEvent, PeopleEvent, PlayerId, Settings, TalkEvent,
};
use rusqlite::Connection;

use super::*;

/// Runs a test on a fresh journal of each kind.
async fn on_each<F: Future<Output = ()>>(test: impl Fn(AnyJournal) -> F) {
    test(AnyJournal::Memory(MemoryJournal::default())).await;
    test(AnyJournal::Faulty(faulty::FaultyJournal::new())).await;
    let dir = tempfile::tempdir().unwrap();
    test(AnyJournal::Sqlite(SqliteJournal::open(dir.path()).unwrap())).await;
}

fn code(text: &str) -> LobbyCode {
    text.parse().unwrap()
}

fn created() -> Event {
    let settings = Settings {
        rules: GameKind::DiceOfDoom.default_rules(),
        bot_pace_ms: 0,
        clock: Clock::Off,
    };
    Event::Lobby(LobbyEvent::Created {
        title: "Test".to_owned(),
        settings,
    })
}

fn entered(player: u32) -> Event {
    Event::People(PeopleEvent::Entered(Entered {
        player: PlayerId(player),
        name: format!("P{player}"),
        key: Key([7; 32]),
        looks: None,
        address: None,
        account: None,
        device: None,
    }))
}

const ENDED: Event = Event::Lobby(LobbyEvent::Ended {
    reason: EndReason::Empty,
});

#[tokio::test]
async fn what_is_appended_is_replayed_in_order() {
    on_each(async |journal: AnyJournal| {
        let lobby = code("AAAAA");
        assert_eq!(journal.replay(lobby).await, Ok(vec![]));
        assert_eq!(
            journal
                .append(lobby, Revision(0), &[created(), entered(0)])
                .await,
            Ok(Revision(2))
        );
        assert_eq!(
            journal.append(lobby, Revision(2), &[entered(1)]).await,
            Ok(Revision(3))
        );
        assert_eq!(
            journal
                .append(code("BBBBB"), Revision(0), &[created()])
                .await,
            Ok(Revision(1))
        );
        assert_eq!(
            journal.replay(lobby).await,
            Ok(vec![created(), entered(0), entered(1)])
        );
    })
    .await;
}

#[tokio::test]
async fn an_append_that_expects_another_revision_changes_nothing() {
    on_each(async |journal: AnyJournal| {
        let lobby = code("AAAAA");
        journal
            .append(lobby, Revision(0), &[created()])
            .await
            .unwrap();
        for expected in [0, 2] {
            let conflict = JournalError::Conflict {
                lobby,
                expected,
                found: 1,
            };
            assert_eq!(
                journal
                    .append(lobby, Revision(expected), &[entered(0)])
                    .await,
                Err(conflict)
            );
        }
        assert_eq!(journal.replay(lobby).await, Ok(vec![created()]));
        assert_eq!(
            journal.append(lobby, Revision(1), &[entered(0)]).await,
            Ok(Revision(2))
        );
    })
    .await;
}

#[tokio::test]
async fn a_lobby_that_has_ended_is_not_running() {
    on_each(async |journal: AnyJournal| {
        for name in ["CCCCC", "AAAAA", "BBBBB"] {
            journal
                .append(code(name), Revision(0), &[created()])
                .await
                .unwrap();
        }
        journal
            .append(code("AAAAA"), Revision(1), &[ENDED])
            .await
            .unwrap();
        assert_eq!(
            journal.running().await,
            Ok(vec![code("BBBBB"), code("CCCCC")])
        );
    })
    .await;
}

#[tokio::test]
async fn many_appends_at_once_are_answered_each_with_its_own_result() {
    on_each(async |journal: AnyJournal| {
        let letters: Vec<char> = "ABCDEFGHJKMNPQRSTUVWXYZ".chars().collect();
        let events: Vec<Event> = std::iter::once(created())
            .chain((0..40).map(entered))
            .collect();
        let mut appends = tokio::task::JoinSet::new();
        for (idx, letter) in letters.iter().enumerate() {
            let (journal, events, lobby) = (
                journal.clone(),
                events.clone(),
                code(&letter.to_string().repeat(5)),
            );
            let expected = Revision(u64::from(idx % 3 == 0));
            appends.spawn(async move { (idx, journal.append(lobby, expected, &events).await) });
        }
        while let Some(done) = appends.join_next().await {
            let (idx, result) = done.unwrap();
            assert_eq!(result.is_ok(), idx % 3 != 0, "{idx}: {result:?}");
        }
        assert_eq!(
            journal.running().await.unwrap().len(),
            letters.len() - letters.len().div_ceil(3)
        );
    })
    .await;
}

#[tokio::test]
async fn ended_streams_stay_in_the_file_and_their_codes_are_taken() {
    let dir = tempfile::tempdir().unwrap();
    let journal = SqliteJournal::open(dir.path()).unwrap();
    let lobby = code("AAAAA");
    journal
        .append(lobby, Revision(0), &[created(), ENDED])
        .await
        .unwrap();
    assert_eq!(journal.replay(lobby).await, Ok(vec![created(), ENDED]));
    let taken = JournalError::Conflict {
        lobby,
        expected: 0,
        found: 2,
    };
    assert_eq!(
        journal.append(lobby, Revision(0), &[created()]).await,
        Err(taken)
    );
}

#[tokio::test]
async fn a_closed_journal_opens_again_where_it_was() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("is/made");
    let journal = SqliteJournal::open(&data).unwrap();
    journal
        .append(code("AAAAA"), Revision(0), &[created()])
        .await
        .unwrap();
    journal.close().await;
    assert!(matches!(journal.running().await, Err(JournalError::Io(_))));
    let journal = SqliteJournal::open(&data).unwrap();
    assert_eq!(
        journal
            .append(code("AAAAA"), Revision(1), &[entered(0)])
            .await,
        Ok(Revision(2))
    );
    assert_eq!(
        journal.replay(code("AAAAA")).await,
        Ok(vec![created(), entered(0)])
    );
}

/// The copy of the files stands for what a process killed at that moment leaves.
#[tokio::test]
async fn what_was_answered_survives_a_kill() {
    let (dir, crashed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let journal = SqliteJournal::open(dir.path()).unwrap();
    journal
        .append(code("AAAAA"), Revision(0), &[created(), entered(0)])
        .await
        .unwrap();
    for file in fs::read_dir(dir.path()).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), crashed.path().join(file.file_name())).unwrap();
    }
    journal
        .append(code("AAAAA"), Revision(2), &[entered(1)])
        .await
        .unwrap();
    let reopened = SqliteJournal::open(crashed.path()).unwrap();
    assert_eq!(
        reopened.replay(code("AAAAA")).await,
        Ok(vec![created(), entered(0)])
    );
}

#[tokio::test]
async fn a_second_server_is_kept_off_the_directory() {
    let dir = tempfile::tempdir().unwrap();
    let journal = SqliteJournal::open(dir.path()).unwrap();
    let refused = SqliteJournal::open(dir.path()).unwrap_err().to_string();
    assert_eq!(
        refused,
        format!("another server is using {}", dir.path().display())
    );
    journal.close().await;
    SqliteJournal::open(dir.path()).unwrap();
}

#[cfg(unix)]
#[tokio::test]
async fn a_folder_that_is_made_is_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("above/data");
    SqliteJournal::open(&data).unwrap().close().await;
    assert_eq!(data.metadata().unwrap().permissions().mode() & 0o777, 0o700);
}

#[tokio::test]
async fn a_file_of_a_later_release_is_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    SqliteJournal::open(dir.path()).unwrap().close().await;
    edit(dir.path(), "PRAGMA user_version = 5");
    let refused = SqliteJournal::open(dir.path()).unwrap_err().to_string();
    assert!(
        refused.ends_with("has format 5; this release knows 4"),
        "{refused}"
    );
}

fn edit(data: &Path, sql: &str) {
    Connection::open(data.join("journal.sqlite"))
        .unwrap()
        .execute_batch(sql)
        .unwrap();
}

/// Edits a file of two lobbies with three records each, of two, one and two events; checks the fault of lobby A, and
/// that B is as it was.
#[track_caller]
fn check_damage(sql: &str, expect: Option<(u64, &str)>) {
    let dir = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let events = [created(), entered(0), entered(1), entered(2), entered(3)];
    let (a, b) = runtime.block_on(async {
        let journal = SqliteJournal::open(dir.path()).unwrap();
        for lobby in [code("AAAAA"), code("BBBBB")] {
            for (before, append) in [(0, &events[..2]), (2, &events[2..3]), (3, &events[3..])] {
                journal
                    .append(lobby, Revision(before), append)
                    .await
                    .unwrap();
            }
        }
        journal.close().await;
        edit(dir.path(), sql);
        let journal = SqliteJournal::open(dir.path()).unwrap();
        (
            journal.replay(code("AAAAA")).await,
            journal.replay(code("BBBBB")).await,
        )
    });
    let corrupt = |(seq, what): (u64, &str)| JournalError::Corrupt {
        lobby: code("AAAAA"),
        seq,
        what: what.to_owned(),
    };
    assert_eq!(a.err(), expect.map(corrupt), "{sql}");
    assert_eq!(b, Ok(events.to_vec()), "{sql}");
}

#[test]
fn a_damaged_record_is_found_and_named() {
    let broken = |after: u64| format!("its hash does not continue the chain from {after}");
    let check = |sql: &str, seq, after| check_damage(sql, Some((seq, &broken(after))));
    check_damage("SELECT 1", None);
    check(
        "UPDATE events SET event = replace(event, 'P0', 'P9') WHERE lobby = 'AAAAA'",
        2,
        0,
    );
    check(
        "UPDATE events SET event = replace(event, 'P3', 'P9') WHERE lobby = 'AAAAA'",
        5,
        3,
    );
    check(
        "UPDATE events SET event = CAST(x'ff' AS TEXT) WHERE lobby = 'AAAAA' AND seq = 3",
        3,
        2,
    );
    check(
        "UPDATE events SET event = '[]' WHERE lobby = 'AAAAA' AND seq = 3",
        3,
        2,
    );
    check(
        "UPDATE events SET hash = x'00' WHERE lobby = 'AAAAA' AND seq = 5",
        5,
        3,
    );
    check(
        "UPDATE events SET format = 1 WHERE lobby = 'AAAAA' AND seq = 3",
        3,
        2,
    );
    check(
        "UPDATE events SET seq = 4 WHERE lobby = 'AAAAA' AND seq = 5",
        4,
        3,
    );
    check(
        "UPDATE events SET seq = 9 WHERE lobby = 'AAAAA' AND seq = 2",
        3,
        0,
    );
    check("DELETE FROM events WHERE lobby = 'AAAAA' AND seq = 2", 3, 0);
    check("DELETE FROM events WHERE lobby = 'AAAAA' AND seq = 3", 5, 2);
}

#[test]
fn records_that_change_places_are_found() {
    let swapped = "UPDATE events SET seq = 10 - seq WHERE lobby = 'AAAAA' AND seq > 2;
        UPDATE events SET seq = CASE seq WHEN 5 THEN 3 ELSE 5 END WHERE lobby = 'AAAAA' AND seq > 3";
    check_damage(
        swapped,
        Some((3, "its hash does not continue the chain from 2")),
    );
}

#[test]
fn a_record_of_another_lobby_does_not_pass() {
    let moved = "DELETE FROM events WHERE lobby = 'AAAAA';
        INSERT INTO events SELECT 'AAAAA', seq, format, hash, event FROM events WHERE lobby = 'BBBBB'";
    check_damage(
        moved,
        Some((2, "its hash does not continue the chain from 0")),
    );
}

/// Every format ever released stays readable: these are records as the first release wrote them.
#[test]
fn records_of_the_first_format_are_read() {
    let hash = |hex: &str| base16ct::lower::decode_vec(hex).unwrap();
    let record = |seq, hex, event: &str| record::Record {
        seq,
        format: 1,
        hash: hash(hex),
        text: event.to_owned(),
    };
    let records = [
        record(
            1,
            "d371dee731c4b3cf8685d9dfe81c131cd38c5aef563ef15456d4c96c9379497c",
            r#"{"said":{"player":3,"text":"hello"}}"#,
        ),
        record(
            2,
            "f4f3d8ba3727755c613be80b55e9925431295a9badc6f9bb6918226f1e515518",
            r#"{"ended":{"reason":"abandoned"}}"#,
        ),
    ];
    let events = vec![
        Event::Talk(TalkEvent::Said {
            player: PlayerId(3),
            text: "hello".to_owned(),
        }),
        Event::Lobby(LobbyEvent::Ended {
            reason: EndReason::Abandoned,
        }),
    ];
    assert_eq!(record::read_stream(code("AAAAA"), records), Ok(events));
}
