//! Who is let in (passwords, bans, locks) and who may speak.

use std::time::Duration;

use dicehall_engine::lobby::{Event, LobbyEvent, PasswordHash};
use dicehall_protocol::VERSION;
use serde_json::json;
use tokio::time::sleep;

use super::harness::{Client, World, settings};
use crate::admission::door::ServerBan;
use crate::admission::gate::network;
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

/// A person with this name tries to enter; returns the answer.
async fn tries(
    world: &mut World,
    host: &Client,
    name: &str,
    password: Option<&str>,
) -> (Client, String) {
    let mut guest = world.greet(name).await;
    guest
        .ask(
            1,
            json!({"join_lobby": {"lobby": host.code, "password": password}}),
        )
        .await;
    let answer = guest.hear().await;
    (guest, answer)
}

#[tokio::test(start_paused = true)]
async fn whoever_comes_in_must_know_the_password() {
    let mut world = World::new().await;
    let mut host = behind_a_password(&mut world).await;
    for wrong in [None, Some("Sesame"), Some("sesame "), Some("")] {
        let (_, answer) = tries(&mut world, &host, "Bo", wrong).await;
        let expect = if wrong == Some("") {
            "rejected 1 bad_password"
        } else {
            "rejected 1 wrong_password"
        };
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
    host.ask(2, json!({"set_password": {"password": "sesame"}}))
        .await;
    host.hears(&["accepted 2", "update * password_changed"])
        .await;
    guest.hears(&["update * password_changed"]).await;
    guest
        .ask(2, json!({"set_password": {"password": "mine"}}))
        .await;
    guest.hears(&["rejected 2 not_host"]).await;
    let gone = guest.hang_up();
    let mut again = world.resume(&gone, None).await;
    again.hears(&["welcome back", "snapshot *"]).await;
    let (_, answer) = tries(&mut world, &host, "Cy", None).await;
    assert_eq!(answer, "rejected 1 wrong_password");
    host.heard().await;
    host.ask(3, json!({"set_password": {}})).await;
    host.hears(&["accepted 3", "update * password_changed"])
        .await;
    let (_, answer) = tries(&mut world, &host, "Cy", None).await;
    assert_eq!(answer, "accepted 1 joined");
}

#[tokio::test(start_paused = true)]
async fn the_journal_keeps_a_hash_and_no_message_has_it() {
    let mut world = World::new().await;
    let host = behind_a_password(&mut world).await;
    let events = world
        .journal
        .replay(host.code.parse().unwrap())
        .await
        .unwrap();
    let [
        _,
        Event::Lobby(LobbyEvent::PasswordChanged {
            password: Some(PasswordHash(hash)),
        }),
        ..,
    ] = &events[..]
    else {
        panic!("{events:?}")
    };
    assert!(
        hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
        "{hash}"
    );
    assert!(!serde_json::to_string(&events).unwrap().contains("sesame"));
}

/// A client at this address tries wrong passwords until no more are allowed, then the right one, which is refused.
async fn use_up(world: &mut World, from: [u8; 4], lobbies: &[&Client]) {
    world.from = from.into();
    for (tried, host) in lobbies.iter().cycle().take(6).enumerate() {
        let (_, answer) = tries(world, host, "Eve", Some("x")).await;
        let expect = if tried < 5 {
            "wrong_password"
        } else {
            "too_many_attempts"
        };
        assert_eq!(
            answer,
            format!("rejected 1 {expect}"),
            "{tried} were tried before"
        );
    }
    let (_, answer) = tries(world, lobbies[0], "Eve", Some("sesame")).await;
    assert_eq!(answer, "rejected 1 too_many_attempts");
}

#[tokio::test(start_paused = true)]
async fn an_address_tries_five_wrong_passwords_a_minute_at_all_lobbies_together() {
    let mut world = World::new().await;
    let one = behind_a_password(&mut world).await;
    let two = behind_a_password(&mut world).await;
    use_up(&mut world, [192, 0, 2, 9], &[&one, &two]).await;
    sleep(Duration::from_secs(12)).await;
    for expect in ["wrong_password", "too_many_attempts"] {
        let (_, answer) = tries(&mut world, &two, "Eve", Some("x")).await;
        assert_eq!(answer, format!("rejected 1 {expect}"));
    }
}

#[tokio::test(start_paused = true)]
async fn on_this_machine_wrong_passwords_are_counted_at_each_lobby_by_itself() {
    let mut world = World::new().await;
    let one = behind_a_password(&mut world).await;
    let two = behind_a_password(&mut world).await;
    use_up(&mut world, [127, 0, 0, 1], &[&one]).await;
    let (_, answer) = tries(&mut world, &two, "Bo", Some("sesame")).await;
    assert_eq!(answer, "accepted 1 joined");
}

#[tokio::test(start_paused = true)]
async fn strangers_who_try_passwords_lock_no_friend_out() {
    let mut world = World::new().await;
    let host = behind_a_password(&mut world).await;
    for last in 1..4 {
        use_up(&mut world, [192, 0, 2, last], &[&host]).await;
    }
    use_up(&mut world, [127, 0, 0, 1], &[&host]).await;
    world.from = [192, 0, 2, 99].into();
    let (_, answer) = tries(&mut world, &host, "Bo", Some("sesame")).await;
    assert_eq!(answer, "accepted 1 joined");
}

#[tokio::test(start_paused = true)]
async fn a_right_password_is_not_counted_with_the_wrong_ones() {
    let mut world = World::new().await;
    let host = behind_a_password(&mut world).await;
    for from in [[192, 0, 2, 1], [127, 0, 0, 1]] {
        world.from = from.into();
        for name in ["Bo", "Cy", "Di", "Ed", "Flo", "Gus"] {
            let (mut friend, answer) = tries(&mut world, &host, name, Some("sesame")).await;
            assert_eq!(answer, "accepted 1 joined");
            friend.ask(2, json!("leave")).await;
            friend.hears(&["snapshot *", "accepted 2"]).await;
        }
        use_up(&mut world, from, &[&host]).await;
    }
}

#[tokio::test(start_paused = true)]
async fn passwords_that_are_tried_at_once_are_no_more_than_in_a_row() {
    let mut world = World::new().await;
    let host = behind_a_password(&mut world).await;
    world.from = [192, 0, 2, 1].into();
    let mut guests = Vec::new();
    for _ in 0..7 {
        let mut guest = world.greet("Eve").await;
        guest
            .ask(
                1,
                json!({"join_lobby": {"lobby": host.code, "password": "x"}}),
            )
            .await;
        guests.push(guest);
    }
    let mut answers = Vec::new();
    for guest in &mut guests {
        answers.push(guest.hear().await);
    }
    assert_eq!(
        answers
            .iter()
            .filter(|it| *it == "rejected 1 wrong_password")
            .count(),
        5,
        "{answers:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn one_connection_has_a_few_passwords_a_minute_worked_on_right_ones_too() {
    let mut world = World::new().await;
    let host = behind_a_password(&mut world).await;
    world.from = [192, 0, 2, 1].into();
    let mut guest = world.greet("Bo").await;
    for id in 0..6 {
        guest
            .ask(
                id,
                json!({"join_lobby": {"lobby": host.code, "password": "sesame"}}),
            )
            .await;
        guest.ask(id, json!("leave")).await;
        guest
            .hears(&["accepted * joined", "snapshot *", "accepted *"])
            .await;
    }
    guest
        .ask(
            6,
            json!({"join_lobby": {"lobby": host.code, "password": "sesame"}}),
        )
        .await;
    guest.hears(&["rejected 6 rate_limited"]).await;
    sleep(Duration::from_secs(10)).await;
    guest
        .ask(
            7,
            json!({"join_lobby": {"lobby": host.code, "password": "sesame"}}),
        )
        .await;
    guest.hears(&["accepted 7 joined"]).await;
}

#[tokio::test(start_paused = true)]
async fn a_host_chooses_a_few_passwords_a_minute() {
    let mut world = World::new().await;
    let mut host = world.host("Aki").await;
    for id in 2..8 {
        host.ask(id, json!({"set_password": {"password": "sesame"}}))
            .await;
        host.hears(&["accepted *", "update * password_changed"])
            .await;
    }
    host.ask(8, json!({"set_password": {}})).await;
    host.hears(&["rejected 8 rate_limited"]).await;
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
    guest
        .ask(2, json!({"join_lobby": {"lobby": host.code}}))
        .await;
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
    host.ask(2, json!({"silence": {"player": 1, "silenced": true}}))
        .await;
    host.hears(&["accepted 2", "update * silence_changed"])
        .await;
    guest.hears(&["update * silence_changed"]).await;
    guest.ask(2, json!({"chat": {"text": "hello"}})).await;
    guest.hears(&["rejected 2 silenced"]).await;
    host.ask(3, json!({"lock": {"locked": true}})).await;
    host.hears(&["accepted 3", "update * lock_changed"]).await;
    let (_, answer) = tries(&mut world, &host, "Cy", None).await;
    assert_eq!(answer, "rejected 1 lobby_locked");
}

/// A ban of an address, for ever.
fn ban_of(world: &World, ip: &str) -> ServerBan {
    let network = network(ip.parse().unwrap()).unwrap();
    ServerBan {
        name: None,
        looks: None,
        address: Some(world.context.server_key.key(network)),
        why: "spam".to_owned(),
        until: None,
    }
}

#[tokio::test(start_paused = true)]
async fn whoever_the_server_keeps_out_is_told_at_the_door_and_cannot_go_around_it() {
    let mut world = World::new().await;
    world.from = "2001:db8:0:1::7".parse().unwrap();
    let mut inside = world.greet("Aki").await;
    let door = &world.context.door;
    let ban = door.ban(ban_of(&world, "2001:db8:0:1::1"), 0).unwrap();
    // Whoever was there before finds out with the next lobby.
    let create = json!({"title": "Test", "settings": settings()});
    inside.ask(1, json!({"create_lobby": create})).await;
    inside.hears(&["closing server_banned"]).await;
    world.from = "2001:db8:0:1:ffff::9".parse().unwrap();
    let mut neighbor = world.connect();
    let hello = json!({"type": "hello", "version": VERSION, "name": "Bo"});
    neighbor.say(&hello.to_string()).await;
    neighbor.hears(&["closing server_banned"]).await;
    world.from = "2001:db8:0:2::7".parse().unwrap();
    world.greet("Bo").await;
    world.context.door.lift(ban, 0).unwrap();
    world.from = "2001:db8:0:1::7".parse().unwrap();
    world.greet("Aki").await;
}

#[tokio::test(start_paused = true)]
async fn nothing_new_begins_while_the_server_drains() {
    let mut world = World::new().await;
    let (mut host, mut guest) = world.playing().await;
    world.context.door.drain_for(Duration::from_secs(600));
    let mut other = world.greet("Cy").await;
    let create = json!({"title": "Test", "settings": settings()});
    other.ask(1, json!({"create_lobby": create})).await;
    other.hears(&["rejected 1 draining"]).await;
    guest.heard().await;
    host.heard().await;
    guest.ask(50, json!("resign")).await;
    assert!(
        guest.heard().await.contains(&"accepted 50".to_owned()),
        "what is played goes on"
    );
    host.heard().await;
    let commands = [json!({"start": {"force": true}}), json!("rematch")];
    for (id, command) in (51..).zip(commands) {
        host.ask(id, command).await;
        let refused = format!("rejected {id} draining");
        assert!(host.heard().await.contains(&refused), "{refused}");
    }
    world.context.door.go_on();
    other
        .ask(
            2,
            json!({"create_lobby": {"title": "Test", "settings": settings()}}),
        )
        .await;
    let joined = "accepted 2 joined".to_owned();
    assert!(other.heard().await.contains(&joined));
}
