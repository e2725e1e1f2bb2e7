//! Who is let in: passwords, bans, locks; and who may speak.

use std::time::Duration;

use dicehall_engine::lobby::{Event, PasswordHash};
use serde_json::json;
use tokio::time::sleep;

use super::harness::{Client, World, settings};
use crate::journal::faulty::FaultyJournal;
use crate::journal::{AnyJournal, Journal, MemoryJournal};

/// A host whose lobby has the password `sesame`.
async fn behind_a_password(world: &mut World) -> Client {
    let mut host = world.greet("Aki").await;
    let create = json!({"title": "Test", "settings": settings(), "password": "sesame"});
    host.ask(1, json!({"create_lobby": create})).await;
    host.hears(&["accepted 1 joined", "snapshot 3"]).await;
    host
}

/// Somebody of that name tries to come in: what is heard.
async fn tries(world: &mut World, host: &Client, name: &str, password: Option<&str>) -> (Client, String) {
    let mut guest = world.greet(name).await;
    guest.ask(1, json!({"join_lobby": {"lobby": host.code, "password": password}})).await;
    let answer = guest.hear().await;
    (guest, answer)
}

#[tokio::test(start_paused = true)]
async fn whoever_comes_in_must_know_the_password() {
    let mut world = World::new().await;
    let mut host = behind_a_password(&mut world).await;
    for wrong in [None, Some("Sesame"), Some("sesame "), Some("")] {
        let (_, answer) = tries(&mut world, &host, "Bo", wrong).await;
        let expect = if wrong == Some("") { "rejected 1 bad_password" } else { "rejected 1 wrong_password" };
        assert_eq!(answer, expect, "{wrong:?}");
    }
    let (_, answer) = tries(&mut world, &host, "Bo", Some("sesame")).await;
    assert_eq!(answer, "accepted 1 joined");
    assert!(host.heard().await.iter().any(|it| it.ends_with("entered")));
}

#[tokio::test(start_paused = true)]
async fn another_password_sends_nobody_away_and_a_resume_needs_none() {
    let mut world = World::new().await;
    let mut host = world.host("Aki").await;
    let mut guest = world.guest("Bo", &mut host).await;
    host.ask(2, json!({"set_password": {"password": "sesame"}})).await;
    host.hears(&["accepted 2", "update * password_changed"]).await;
    guest.hears(&["update * password_changed"]).await;
    guest.ask(2, json!({"set_password": {"password": "mine"}})).await;
    guest.hears(&["rejected 2 not_host"]).await;
    let gone = guest.hang_up();
    let mut again = world.resume(&gone, None).await;
    again.hears(&["welcome back", "snapshot *"]).await;
    let (_, answer) = tries(&mut world, &host, "Cy", None).await;
    assert_eq!(answer, "rejected 1 wrong_password");
    host.heard().await;
    host.ask(3, json!({"set_password": {}})).await;
    host.hears(&["accepted 3", "update * password_changed"]).await;
    let (_, answer) = tries(&mut world, &host, "Cy", None).await;
    assert_eq!(answer, "accepted 1 joined");
}

#[tokio::test(start_paused = true)]
async fn the_journal_keeps_a_hash_and_no_message_has_it() {
    let mut world = World::new().await;
    let host = behind_a_password(&mut world).await;
    let events = world.journal.replay(host.code.parse().unwrap()).await.unwrap();
    let [_, Event::PasswordChanged { password: Some(PasswordHash(hash)) }, _] = &events[..] else {
        panic!("{events:?}")
    };
    assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
    assert!(!serde_json::to_string(&events).unwrap().contains("sesame"));
}

#[tokio::test(start_paused = true)]
async fn passwords_are_tried_five_times_a_minute() {
    let mut world = World::new().await;
    let host = behind_a_password(&mut world).await;
    for _ in 0..5 {
        let (_, answer) = tries(&mut world, &host, "Bo", Some("x")).await;
        assert_eq!(answer, "rejected 1 wrong_password");
    }
    let (_, answer) = tries(&mut world, &host, "Bo", Some("sesame")).await;
    assert_eq!(answer, "rejected 1 too_many_attempts");
    // From elsewhere the lobby is not open either; another lobby is.
    world.from = [192, 0, 2, 1].into();
    let (_, answer) = tries(&mut world, &host, "Bo", Some("sesame")).await;
    assert_eq!(answer, "rejected 1 too_many_attempts");
    let other = behind_a_password(&mut world).await;
    let (_, answer) = tries(&mut world, &other, "Bo", Some("sesame")).await;
    assert_eq!(answer, "accepted 1 joined");
    sleep(Duration::from_secs(12)).await;
    let (_, answer) = tries(&mut world, &host, "Cy", Some("sesame")).await;
    assert_eq!(answer, "accepted 1 joined");
}

#[tokio::test(start_paused = true)]
async fn one_address_tries_five_passwords_a_minute_wherever() {
    let mut world = World::new().await;
    let one = behind_a_password(&mut world).await;
    let two = behind_a_password(&mut world).await;
    world.from = [192, 0, 2, 9].into();
    for host in [&one, &one, &one, &two, &two] {
        let (_, answer) = tries(&mut world, host, "Bo", Some("x")).await;
        assert_eq!(answer, "rejected 1 wrong_password");
    }
    let (_, answer) = tries(&mut world, &two, "Bo", Some("sesame")).await;
    assert_eq!(answer, "rejected 1 too_many_attempts");
    world.from = [192, 0, 2, 1].into();
    let (_, answer) = tries(&mut world, &two, "Bo", Some("sesame")).await;
    assert_eq!(answer, "accepted 1 joined");
}

#[tokio::test(start_paused = true)]
async fn without_a_rate_passwords_are_tried_without_end() {
    let mut world = World::with(AnyJournal::Memory(MemoryJournal::default()), None).await;
    let host = behind_a_password(&mut world).await;
    for _ in 0..6 {
        let (_, answer) = tries(&mut world, &host, "Bo", Some("x")).await;
        assert_eq!(answer, "rejected 1 wrong_password");
    }
}

#[tokio::test(start_paused = true)]
async fn somebody_banned_is_dismissed_and_comes_back_in_no_way() {
    let mut world = World::new().await;
    let mut host = world.host("Aki").await;
    world.from = [192, 0, 2, 1].into();
    let mut guest = world.guest("Bo", &mut host).await;
    host.ask(2, json!({"ban": {"player": 1}})).await;
    host.hears(&["accepted 2", "update * banned"]).await;
    guest.hears(&["update * banned"]).await;
    guest.ask(2, json!({"join_lobby": {"lobby": host.code}})).await;
    guest.hears(&["rejected 2 banned"]).await;
    let mut again = world.resume(&guest, None).await;
    again.hears(&["welcome"]).await;
    let (_, by_address) = tries(&mut world, &host, "Cy", None).await;
    assert_eq!(by_address, "rejected 1 banned");
    world.from = [192, 0, 2, 2].into();
    let (_, by_name) = tries(&mut world, &host, "B0", None).await;
    assert_eq!(by_name, "rejected 1 banned");
    let (_, another) = tries(&mut world, &host, "Cy", None).await;
    assert_eq!(another, "accepted 1 joined");
    host.heard().await;
    host.ask(3, json!({"lift_ban": {"player": 1}})).await;
    host.hears(&["accepted 3", "update * ban_lifted"]).await;
    let (_, lifted) = tries(&mut world, &host, "Bo", None).await;
    assert_eq!(lifted, "accepted 1 joined");
}

#[tokio::test(start_paused = true)]
async fn a_ban_outlives_the_server() {
    let mut world = World::new().await;
    let mut host = world.host("Aki").await;
    let _guest = world.guest("Bo", &mut host).await;
    host.ask(2, json!({"ban": {"player": 1}})).await;
    host.hears(&["accepted 2", "update * banned"]).await;
    let mut world = World::with(world.stop().await, None).await;
    let (_, answer) = tries(&mut world, &host, "Bo", None).await;
    assert_eq!(answer, "rejected 1 banned");
}

#[tokio::test(start_paused = true)]
async fn a_lobby_that_is_being_read_from_the_journal_knows_its_password() {
    let journal = FaultyJournal::new();
    let mut world = World::with(AnyJournal::Faulty(journal.clone()), None).await;
    let host = behind_a_password(&mut world).await;
    let kept = world.stop().await;
    journal.delay(1_000);
    let mut world = World::with(kept, None).await;
    let (_, answer) = tries(&mut world, &host, "Bo", Some("sesame")).await;
    assert_eq!(answer, "accepted 1 joined");
    let (_, answer) = tries(&mut world, &host, "Cy", Some("x")).await;
    assert_eq!(answer, "rejected 1 wrong_password");
}

#[tokio::test(start_paused = true)]
async fn somebody_silenced_is_told_and_a_locked_lobby_lets_nobody_in() {
    let mut world = World::new().await;
    let mut host = world.host("Aki").await;
    let mut guest = world.guest("Bo", &mut host).await;
    host.ask(2, json!({"silence": {"player": 1, "silenced": true}})).await;
    host.hears(&["accepted 2", "update * silence_changed"]).await;
    guest.hears(&["update * silence_changed"]).await;
    guest.ask(2, json!({"chat": {"text": "hello"}})).await;
    guest.hears(&["rejected 2 silenced"]).await;
    host.ask(3, json!({"lock": {"locked": true}})).await;
    host.hears(&["accepted 3", "update * lock_changed"]).await;
    let (_, answer) = tries(&mut world, &host, "Cy", None).await;
    assert_eq!(answer, "rejected 1 lobby_locked");
}
