//! Failures: the journal fails, a lobby panics, or the server stops.

use std::time::Duration;

use serde_json::json;

use super::harness::{ABANDON, TEST_TIMEOUT, World, settings};
use crate::journal::faulty::{Fault, FaultyJournal};
use crate::journal::{AnyJournal, Journal, SqliteJournal};
use crate::lobby::task::presence::WATCHER_AWAY_MS_MAX;

const SECOND: Duration = Duration::from_secs(1);

#[tokio::test(start_paused = true)]
async fn nothing_is_shown_that_could_not_be_saved() {
    let journal = FaultyJournal::new();
    let mut world = World::with(AnyJournal::Faulty(journal.clone()), None).await;
    let mut host = world.host("Aki").await;
    let mut guest = world.guest("Bo", &mut host).await;
    journal.set(Fault::Io);
    guest.ask(7, json!({"chat": {"text": "later"}})).await;
    guest.hears(&["frozen"]).await;
    host.ask(8, json!({"chat": {"text": "never"}})).await;
    host.hears(&["frozen", "rejected 8 frozen"]).await;
    journal.set(Fault::None);
    guest
        .hears(&["thawed", "accepted 7", "update 4 said"])
        .await;
    host.hears(&["thawed", "update 4 said"]).await;
    host.ask(9, json!({"chat": {"text": "kept"}})).await;
    host.hears(&["accepted 9", "update 5 said"]).await;
    assert_eq!(journal.count(), 4);
}

#[tokio::test(start_paused = true)]
async fn a_frozen_lobby_answers_again_what_it_has_answered_before() {
    let journal = FaultyJournal::new();
    let mut world = World::with(AnyJournal::Faulty(journal.clone()), None).await;
    let mut host = world.host("Aki").await;
    host.ask(7, json!({"chat": {"text": "kept"}})).await;
    host.ask(8, json!("resign")).await;
    host.hears(&["accepted 7", "update 3 said", "rejected 8 no_match"])
        .await;
    journal.set(Fault::Io);
    host.ask(9, json!({"chat": {"text": "later"}})).await;
    host.hears(&["frozen"]).await;
    for id in [7, 8, 9, 10] {
        host.ask(id, json!({"chat": {"text": "kept"}})).await;
    }
    // The batch that waits to be written is not durable, and new commands are refused.
    host.hears(&[
        "accepted 7",
        "rejected 8 no_match",
        "rejected 9 frozen",
        "rejected 10 frozen",
    ])
    .await;
    journal.set(Fault::None);
    host.hears(&["thawed", "accepted 9", "update 4 said", "silence"])
        .await;
}

#[tokio::test(start_paused = true)]
async fn what_was_saved_after_all_is_not_saved_twice() {
    let journal = FaultyJournal::new();
    let mut world = World::with(AnyJournal::Faulty(journal.clone()), None).await;
    let mut host = world.host("Aki").await;
    journal.set(Fault::Unknown);
    host.ask(7, json!({"chat": {"text": "once"}})).await;
    host.hears(&["frozen", "thawed", "accepted 7", "update 3 said"])
        .await;
    // A lobby whose creator was told that it could not be saved exists if it was saved.
    let mut other = world.greet("Bo").await;
    other
        .ask(
            1,
            json!({"create_lobby": {"title": "Test", "settings": settings()}}),
        )
        .await;
    other.hears(&["accepted 1 joined", "snapshot 2"]).await;
    assert_eq!(journal.count(), 3);
}

#[tokio::test(start_paused = true)]
async fn who_comes_to_a_frozen_lobby_is_asked_to_come_again() {
    let journal = FaultyJournal::new();
    let mut world = World::with(AnyJournal::Faulty(journal.clone()), None).await;
    let mut host = world.host("Aki").await;
    let guest = world.guest("Bo", &mut host).await;
    journal.set(Fault::Io);
    host.ask(7, json!({"chat": {"text": "later"}})).await;
    host.hears(&["frozen"]).await;
    let guest = guest.hang_up();
    let mut again = world.resume(&guest, None).await;
    again.hears(&["closing frozen", "closed 1013", "end"]).await;
    let mut other = world.greet("Zoe").await;
    other
        .ask(1, json!({"join_lobby": {"lobby": host.code}}))
        .await;
    other.hears(&["rejected 1 frozen"]).await;
    journal.set(Fault::None);
    host.hears(&["thawed", "accepted 7", "update 4 said", "presence 1 gone"])
        .await;
    let mut again = world.resume(&guest, None).await;
    again.hears(&["welcome back", "snapshot 4"]).await;
}

#[tokio::test(start_paused = true)]
async fn no_time_passes_in_a_frozen_lobby() {
    let journal = FaultyJournal::new();
    let mut world = World::with(AnyJournal::Faulty(journal.clone()), None).await;
    let mut host = world.host("Aki").await;
    let guest = world.guest("Bo", &mut host).await;
    drop(guest.hang_up());
    host.hears(&["presence 1 gone"]).await;
    journal.set(Fault::Io);
    host.ask(7, json!({"chat": {"text": "later"}})).await;
    // Twice the time after which an absent spectator is forgotten.
    let heard = host.stay(2 * ABANDON).await;
    assert_eq!(heard, ["frozen"]);
    journal.set(Fault::None);
    assert_eq!(
        host.stay(2 * TEST_TIMEOUT).await,
        ["thawed", "accepted 7", "update 4 said"]
    );
    let away = Duration::from_millis(WATCHER_AWAY_MS_MAX);
    assert_eq!(host.stay(away / 2).await, [""; 0]);
    assert_eq!(host.stay(away / 2).await, ["update 5 left"]);
}

#[tokio::test(start_paused = true)]
async fn no_clock_runs_in_a_frozen_lobby() {
    let journal = FaultyJournal::new();
    let mut world = World::with(AnyJournal::Faulty(journal.clone()), None).await;
    let (mut host, mut guest) = world.playing_with("60s+0s").await;
    host.hears(&["clocks 0 60000ms/60000ms 0"]).await;
    host.stay(20 * SECOND).await;
    journal.set(Fault::Io);
    host.ask(7, json!({"chat": {"text": "later"}})).await;
    assert_eq!(host.stay(500 * SECOND).await, ["frozen"]);
    journal.set(Fault::None);
    assert_eq!(host.stay(10 * SECOND).await[..2], ["thawed", "accepted 7"]);
    host.choose(8).await;
    host.hears(&["accepted 8", "update * *"]).await;
    let left = host.hear().await;
    let left_ms: u32 = left.split([' ', 'm']).nth(2).unwrap().parse().unwrap();
    // The lobby tries the journal every few seconds, so it goes on a little after the journal works again.
    assert!((30_000..=35_000).contains(&left_ms), "{left}");
    guest.heard().await;
}

#[tokio::test(start_paused = true)]
async fn a_frozen_lobby_does_not_keep_the_server_from_stopping() {
    let journal = FaultyJournal::new();
    let mut world = World::with(AnyJournal::Faulty(journal.clone()), None).await;
    let mut host = world.host("Aki").await;
    journal.set(Fault::Io);
    host.ask(7, json!({"chat": {"text": "never"}})).await;
    host.hears(&["frozen"]).await;
    world.stop().await;
    host.hears(&["closing shutting_down", "closed 1001", "end"])
        .await;
    assert_eq!(journal.count(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_lobby_that_could_not_be_saved_at_all_is_not_there() {
    let journal = FaultyJournal::new();
    let mut world = World::with(AnyJournal::Faulty(journal.clone()), None).await;
    journal.set(Fault::Io);
    let mut host = world.greet("Aki").await;
    host.ask(
        1,
        json!({"create_lobby": {"title": "Test", "settings": settings()}}),
    )
    .await;
    host.hears(&["rejected 1 not_saved"]).await;
    journal.set(Fault::None);
    host.ask(2, json!("list_lobbies")).await;
    host.ask(
        3,
        json!({"create_lobby": {"title": "Test", "settings": settings()}}),
    )
    .await;
    host.hears(&["accepted 2 lobbies=0", "accepted 3 joined", "snapshot 2"])
        .await;
    host.ask(4, json!("list_lobbies")).await;
    host.hears(&["accepted 4 lobbies=1"]).await;
}

#[tokio::test(start_paused = true)]
async fn a_panic_costs_one_lobby_a_moment_and_the_second_at_the_same_place_its_life() {
    let journal = FaultyJournal::new();
    let mut world = World::with(AnyJournal::Faulty(journal.clone()), None).await;
    let mut other = world.host("Witness").await;
    let mut host = world.host("Aki").await;
    journal.set(Fault::Panic);
    host.ask(2, json!({"chat": {"text": "x"}})).await;
    host.hears(&["closing lobby_failed", "closed 1013"]).await;
    journal.set(Fault::None);
    let mut host = world.resume(&host, None).await;
    host.hears(&["welcome back", "snapshot 2"]).await;
    journal.set(Fault::Panic);
    host.ask(3, json!({"chat": {"text": "x"}})).await;
    host.hears(&["closing lobby_failed", "closed 1013"]).await;
    journal.set(Fault::None);
    let mut host = world.resume(&host, None).await;
    host.ask(4, json!({"join_lobby": {"lobby": host.code}}))
        .await;
    host.hears(&["welcome", "rejected 4 lobby_quarantined"])
        .await;
    other.ask(5, json!({"chat": {"text": "x"}})).await;
    other.hears(&["accepted 5", "update 3 said"]).await;
}

#[tokio::test(start_paused = true)]
async fn whoever_connected_before_a_lobby_failed_is_to_come_again_by_a_later_connection() {
    let journal = FaultyJournal::new();
    let mut world = World::with(AnyJournal::Faulty(journal.clone()), None).await;
    let mut host = world.host("Aki").await;
    let guest = world.guest("Bo", &mut host).await;
    let mut older = world.connect();
    let mut newer = world.resume(&guest, None).await;
    newer.hears(&["welcome back", "snapshot 3"]).await;
    journal.set(Fault::Panic);
    host.ask(2, json!({"chat": {"text": "x"}})).await;
    newer
        .hears(&["closing lobby_failed", "closed 1013", "end"])
        .await;
    journal.set(Fault::None);
    older.say_hello_as(&guest, None).await;
    older
        .hears(&["closing lobby_failed", "closed 1013", "end"])
        .await;
    let mut back = world.resume(&newer, None).await;
    back.hears(&["welcome back", "snapshot 3"]).await;
}

#[tokio::test]
async fn a_match_goes_on_after_the_server_was_stopped() {
    let dir = tempfile::tempdir().unwrap();
    let open = || AnyJournal::Sqlite(SqliteJournal::open(dir.path()).unwrap());
    let mut world = World::with(open(), None).await;
    let (mut host, mut guest) = world.playing().await;
    let journal = world.stop().await;
    host.hears(&["closing shutting_down", "closed 1001", "end"])
        .await;
    guest
        .hears(&["closing shutting_down", "closed 1001", "end"])
        .await;
    journal.close().await;

    let mut world = World::with(open(), None).await;
    let mut host = world.resume(&host, Some(12)).await;
    host.hears(&["welcome back", "presence 1 gone", "offered 0"])
        .await;
    let mut guest = world.resume(&guest, Some(10)).await;
    guest.hears(&["welcome back", "snapshot 12"]).await;
    host.choose(9).await;
    host.hears(&["presence 1 here", "accepted 9", "update 13 acted"])
        .await;
    guest.hears(&["update 13 acted", "offered 1"]).await;
}
