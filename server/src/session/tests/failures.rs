//! What happens when the journal fails, a lobby panics, or the server stops.

use serde_json::json;

use super::harness::{World, settings};
use crate::journal::faulty::{Fault, FaultyJournal};
use crate::journal::{AnyJournal, Journal, SqliteJournal};

#[tokio::test(start_paused = true)]
async fn nothing_is_shown_that_could_not_be_saved() {
    let journal = FaultyJournal::new();
    let mut world = World::with(AnyJournal::Faulty(journal.clone()), None).await;
    let mut host = world.host("Aki").await;
    let mut guest = world.guest("Bo", &mut host).await;
    journal.set(Fault::Io);
    guest.ask(7, json!({"chat": {"text": "lost"}})).await;
    guest.hears(&["rejected 7 not_saved", "closing lobby_failed", "closed 1013", "end"]).await;
    host.hears(&["closing lobby_failed", "closed 1013", "end"]).await;
    journal.set(Fault::None);
    let mut host = world.resume(&host, None).await;
    host.hears(&["welcome back", "snapshot 3"]).await;
    host.ask(8, json!({"chat": {"text": "kept"}})).await;
    host.hears(&["accepted 8", "update 4 said"]).await;
}

#[tokio::test(start_paused = true)]
async fn a_lobby_that_could_not_be_saved_at_all_is_not_there() {
    let journal = FaultyJournal::new();
    let mut world = World::with(AnyJournal::Faulty(journal.clone()), None).await;
    journal.set(Fault::Io);
    let mut host = world.greet("Aki").await;
    host.ask(1, json!({"create_lobby": {"title": "Test", "settings": settings()}})).await;
    host.hears(&["rejected 1 not_saved"]).await;
    journal.set(Fault::None);
    host.ask(2, json!("list_lobbies")).await;
    host.ask(3, json!({"create_lobby": {"title": "Test", "settings": settings()}})).await;
    host.hears(&["accepted 2 lobbies=0", "accepted 3 joined", "snapshot 2"]).await;
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
    host.ask(4, json!({"join_lobby": {"lobby": host.code}})).await;
    host.hears(&["welcome", "rejected 4 lobby_quarantined"]).await;
    other.ask(5, json!({"chat": {"text": "x"}})).await;
    other.hears(&["accepted 5", "update 3 said"]).await;
}

#[tokio::test(start_paused = true)]
async fn a_return_that_cannot_be_saved_is_neither_granted_nor_denied() {
    let journal = FaultyJournal::new();
    let mut world = World::with(AnyJournal::Faulty(journal.clone()), None).await;
    let host = world.host("Aki").await;
    journal.set(Fault::Io);
    let mut back = world.resume(&host, None).await;
    back.hears(&["closing lobby_failed", "closed 1013"]).await;
    journal.set(Fault::None);
    let mut back = world.resume(&host, None).await;
    back.hears(&["welcome back", "snapshot 2"]).await;
}

#[tokio::test]
async fn a_match_goes_on_after_the_server_was_stopped() {
    let dir = tempfile::tempdir().unwrap();
    let open = || AnyJournal::Sqlite(SqliteJournal::open(dir.path()).unwrap());
    let mut world = World::with(open(), None).await;
    let (mut host, mut guest) = world.playing().await;
    let journal = world.stop().await;
    host.hears(&["closing shutting_down", "closed 1001", "end"]).await;
    guest.hears(&["closing shutting_down", "closed 1001", "end"]).await;
    journal.close().await;

    let mut world = World::with(open(), None).await;
    let mut host = world.resume(&host, Some(12)).await;
    host.hears(&["welcome back", "presence 1 gone", "choices 0"]).await;
    let mut guest = world.resume(&guest, Some(10)).await;
    guest.hears(&["welcome back", "snapshot 12"]).await;
    host.choose(9).await;
    host.hears(&["presence 1 here", "accepted 9", "update 13 acted"]).await;
    guest.hears(&["update 13 acted", "choices 1"]).await;
}
