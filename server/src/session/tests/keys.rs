//! Requests to enter whose answer is lost: the same request again finds the place that it was given.

use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};

use super::harness::{Client, World, settings};
use crate::admission::server_key::ServerKey;
use crate::journal::{AnyJournal, Journal, MemoryJournal, SqliteJournal};
use crate::os::entropy::Entropy;

const KEY: &str = "00112233445566778899aabbccddeeff";
const OTHER: &str = "ffeeddccbbaa99887766554433221100";

/// A person with this name sends a request to enter; returns the answer.
async fn joins(world: &mut World, host: &Client, name: &str, key: &str) -> (Client, String) {
    joins_with(world, name, json!({"lobby": host.code, "key": key})).await
}

async fn joins_with(world: &mut World, name: &str, fields: Value) -> (Client, String) {
    let mut guest = world.greet(name).await;
    guest.ask(1, json!({"join_lobby": fields})).await;
    let answer = guest.hear().await;
    (guest, answer)
}

async fn creates(world: &mut World, key: &str) -> Client {
    let mut host = world.greet("Aki").await;
    let fields = json!({"title": "Test", "settings": settings(), "key": key});
    host.ask(1, json!({"create_lobby": fields})).await;
    host.hears(&["accepted 1 joined", "snapshot *"]).await;
    host
}

/// A server that can be started again: its secrets are in a folder.
async fn world_of(folder: &Path, journal: AnyJournal) -> World {
    let mut world = World::with(journal, None).await;
    let context = Arc::get_mut(&mut world.context).expect("nobody is connected");
    context.server_key = ServerKey::open(Some(folder), &Entropy::System).unwrap();
    world
}

#[tokio::test(start_paused = true)]
async fn the_same_join_again_is_the_same_person_with_another_token() {
    let mut world = World::new().await;
    let mut host = world.host("Aki").await;
    let (first, answer) = joins(&mut world, &host, "Bo", KEY).await;
    assert_eq!(answer, "accepted 1 joined");
    host.hears(&["update 3 entered"]).await;
    let lost = first.token.clone();
    drop(first.hang_up());
    host.hears(&["presence 1 gone"]).await;
    let (mut again, answer) = joins(&mut world, &host, "Bo", KEY).await;
    assert_eq!(answer, "accepted 1 joined");
    again.hears(&["snapshot 3"]).await;
    host.hears(&["presence 1 here", "silence"]).await;
    assert_ne!(again.token, lost);
    let mut back = world.resume(&again.hang_up(), None).await;
    back.hears(&["welcome back", "snapshot 3"]).await;
}

#[tokio::test(start_paused = true)]
async fn a_connection_that_is_only_thought_to_be_lost_is_replaced() {
    let mut world = World::new().await;
    let mut host = world.host("Aki").await;
    let (mut first, _) = joins(&mut world, &host, "Bo", KEY).await;
    let (mut again, answer) = joins(&mut world, &host, "Bo", KEY).await;
    assert_eq!(answer, "accepted 1 joined");
    first
        .hears(&["snapshot 3", "closing replaced", "closed 1008", "end"])
        .await;
    again.hears(&["snapshot 3"]).await;
    host.hears(&["update 3 entered", "silence"]).await;
}

#[tokio::test(start_paused = true)]
async fn a_request_that_comes_late_through_an_earlier_connection_closes_it() {
    let mut world = World::new().await;
    let mut host = world.host("Aki").await;
    let mut older = world.greet("Bo").await;
    let (mut newer, _) = joins(&mut world, &host, "Bo", KEY).await;
    older
        .ask(1, json!({"join_lobby": {"lobby": host.code, "key": KEY}}))
        .await;
    older
        .hears(&["closing replaced", "closed 1008", "end"])
        .await;
    newer.hears(&["snapshot 3", "silence"]).await;
    host.hears(&["update 3 entered", "silence"]).await;
    let mut older = world.greet("Cy").await;
    let mut newer = creates(&mut world, OTHER).await;
    let again = json!({"title": "Test", "settings": settings(), "key": OTHER});
    older.ask(1, json!({"create_lobby": again})).await;
    older
        .hears(&["closing replaced", "closed 1008", "end"])
        .await;
    newer.hears(&["silence"]).await;
}

#[tokio::test(start_paused = true)]
async fn a_key_is_worth_nothing_once_its_person_has_said_something() {
    let mut world = World::new().await;
    let mut host = world.host("Aki").await;
    let (mut guest, _) = joins(&mut world, &host, "Bo", KEY).await;
    guest.ask(2, json!({"chat": {"text": "hello"}})).await;
    guest
        .hears(&["snapshot 3", "accepted 2", "update 4 said"])
        .await;
    let (_, answer) = joins(&mut world, &host, "Bo", KEY).await;
    assert_eq!(answer, "rejected 1 name_taken");
    guest.hears(&["silence"]).await;
    host.hears(&["update 3 entered", "update 4 said", "silence"])
        .await;
}

#[tokio::test(start_paused = true)]
async fn another_key_is_another_request() {
    let mut world = World::new().await;
    let host = world.host("Aki").await;
    let (_first, _) = joins(&mut world, &host, "Bo", KEY).await;
    let (_, answer) = joins(&mut world, &host, "Bo", OTHER).await;
    assert_eq!(answer, "rejected 1 name_taken");
    let (_, answer) = joins(&mut world, &host, "Cy", OTHER).await;
    assert_eq!(answer, "accepted 1 joined");
    let (_, answer) = joins(&mut world, &host, "Di", "AA112233445566778899aabbccddeeff").await;
    assert_eq!(answer, "rejected 1 not_a_message");
}

#[tokio::test(start_paused = true)]
async fn the_same_creation_again_makes_no_other_lobby() {
    let mut world = World::new().await;
    let first = creates(&mut world, KEY).await;
    let code = first.code.clone();
    drop(first.hang_up());
    let mut again = creates(&mut world, KEY).await;
    assert_eq!(again.code, code);
    again.ask(2, json!({"lock": {"locked": true}})).await;
    again.hears(&["accepted 2", "update 3 lock_changed"]).await;
    let mut other = world.greet("Bo").await;
    other.ask(1, json!("list_lobbies")).await;
    other.hears(&["accepted 1 lobbies=1"]).await;
    assert_ne!(creates(&mut world, OTHER).await.code, code);
}

#[tokio::test(start_paused = true)]
async fn a_request_whose_answer_died_with_the_server_is_known_to_the_next() {
    let folder = tempfile::tempdir().unwrap();
    let mut world = world_of(folder.path(), AnyJournal::Memory(MemoryJournal::default())).await;
    let first = creates(&mut world, KEY).await.hang_up();
    let host = world.host("Zoe").await;
    let (_lost, _) = joins(&mut world, &host, "Bo", OTHER).await;
    let mut world = world_of(folder.path(), world.stop().await).await;
    let again = creates(&mut world, KEY).await;
    assert_eq!(again.code, first.code);
    assert_eq!(world.journal.running().await.unwrap().len(), 2);
    let (mut again, answer) = joins(&mut world, &host, "Bo", OTHER).await;
    assert_eq!(answer, "accepted 1 joined");
    again.hears(&["snapshot 3"]).await;
}

#[tokio::test]
async fn the_key_of_a_lobby_that_has_ended_makes_another() {
    let folder = tempfile::tempdir().unwrap();
    let journal = AnyJournal::Sqlite(SqliteJournal::open(folder.path()).unwrap());
    let mut world = World::with(journal, None).await;
    let mut first = creates(&mut world, KEY).await;
    first.ask(2, json!("leave")).await;
    first.hears(&["accepted 2"]).await;
    let again = creates(&mut world, KEY).await;
    assert_ne!(again.code, first.code);
}

#[tokio::test(start_paused = true)]
async fn whoever_is_known_needs_no_password_and_comes_through_a_locked_door() {
    let mut world = World::new().await;
    let mut host = world.host("Aki").await;
    let (guest, _) = joins(&mut world, &host, "Bo", KEY).await;
    drop(guest.hang_up());
    host.ask(2, json!({"lock": {"locked": true}})).await;
    host.ask(3, json!({"set_password": {"password": "sesame"}}))
        .await;
    host.heard().await;
    for password in [None, Some("x"), Some("sesame")] {
        let fields = json!({"lobby": host.code, "key": KEY, "password": password});
        let (_, answer) = joins_with(&mut world, "Bo", fields).await;
        assert_eq!(answer, "accepted 1 joined", "{password:?}");
    }
    host.ask(4, json!({"lock": {"locked": false}})).await;
    host.heard().await;
    let (_, answer) = joins(&mut world, &host, "Cy", OTHER).await;
    assert_eq!(answer, "rejected 1 wrong_password");
}

#[tokio::test(start_paused = true)]
async fn nobody_who_was_sent_away_is_known_by_the_key() {
    let mut world = World::new().await;
    let mut host = world.host("Aki").await;
    for (player, word, answer) in [
        (1, "kick", "accepted 1 joined"),
        (2, "ban", "rejected 1 banned"),
    ] {
        if player == 1 {
            let (_guest, first) = joins(&mut world, &host, "Bo", KEY).await;
            assert_eq!(first, "accepted 1 joined");
        }
        host.heard().await;
        host.ask(10 + player, json!({word: {"player": player}}))
            .await;
        host.heard().await;
        let (_again, second) = joins(&mut world, &host, "Bo", KEY).await;
        assert_eq!(second, answer);
    }
}
