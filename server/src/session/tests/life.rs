//! People and bots in a lobby: talk, seats, matches, departures.

use serde_json::json;

use super::harness::{World, agree};
use crate::admission::token::Token;
use crate::session::tests::pipe::Sent;

#[tokio::test(start_paused = true)]
async fn two_people_make_a_lobby_and_chat() {
    let mut world = World::new().await;
    let mut host = world.host("Aki").await;
    let mut guest = world.guest("Bo", &mut host).await;
    guest.ask(7, json!({"chat": {"text": "hello"}})).await;
    guest.hears(&["accepted 7", "update 4 said"]).await;
    host.hears(&["update 4 said"]).await;
}

#[tokio::test(start_paused = true)]
async fn what_is_asked_after_leaving_is_asked_outside() {
    let mut world = World::new().await;
    let mut host = world.host("Aki").await;
    let mut guest = world.guest("Bo", &mut host).await;
    guest.ask(2, json!({"chat": {"text": "bye"}})).await;
    guest.ask(3, json!("leave")).await;
    guest.ask(4, json!({"chat": {"text": "there?"}})).await;
    guest
        .ask(5, json!({"join_lobby": {"lobby": host.code}}))
        .await;
    guest
        .hears(&[
            "accepted 2",
            "update 4 said",
            "accepted 3",
            "rejected 4 not_in_lobby",
        ])
        .await;
    guest.hears(&["accepted 5 joined", "snapshot 6"]).await;
    host.hears(&["update 4 said", "update 5 left", "update 6 entered"])
        .await;
}

#[tokio::test(start_paused = true)]
async fn whoever_is_kicked_is_outside() {
    let mut world = World::new().await;
    let mut host = world.host("Aki").await;
    let mut guest = world.guest("Bo", &mut host).await;
    host.ask(2, json!({"kick": {"player": 1}})).await;
    host.hears(&["accepted 2", "update 4 kicked"]).await;
    guest.hears(&["update 4 kicked"]).await;
    guest.ask(3, json!({"chat": {"text": "why?"}})).await;
    guest.hears(&["rejected 3 not_in_lobby"]).await;
    host.hears(&["silence"]).await;
    let mut again = world.resume(&guest, None).await;
    again.hears(&["welcome", "silence"]).await;
}

/// The lobby decides the kick first: mail after it comes from a person who is no longer there.
#[tokio::test(start_paused = true)]
async fn what_was_on_the_way_at_a_dismissal_is_answered_once_each() {
    for word in ["kick", "ban"] {
        let mut world = World::new().await;
        let mut host = world.host("Aki").await;
        let mut guest = world.guest("Bo", &mut host).await;
        guest.ask(2, json!({"chat": {"text": "before"}})).await;
        guest.hears(&["accepted 2", "update 4 said"]).await;
        host.hears(&["update 4 said"]).await;
        host.ask(2, json!({word: {"player": 1}})).await;
        for id in 3..6 {
            guest.ask(id, json!({"chat": {"text": "after"}})).await;
        }
        let shown = if word == "kick" {
            "update 5 kicked"
        } else {
            "update 5 banned"
        };
        guest.hears(&[shown]).await;
        for id in 3..6 {
            guest.hears(&[&format!("rejected {id} not_in_lobby")]).await;
        }
        guest.hears(&["silence"]).await;
        host.hears(&["accepted 2", shown, "silence"]).await;
    }
}

#[tokio::test(start_paused = true)]
async fn choices_are_told_to_the_seat_to_move_alone() {
    let mut world = World::new().await;
    let (mut host, mut guest) = world.playing().await;
    guest
        .ask(
            4,
            json!({"act": {"ply": 0, "action": host.choice.unwrap().1}}),
        )
        .await;
    guest.hears(&["rejected 4 not_your_turn"]).await;
    host.choose(4).await;
    host.hears(&["accepted 4", "update 13 acted", "silence"])
        .await;
    guest.hears(&["update 13 acted", "offered 1"]).await;
}

#[tokio::test(start_paused = true)]
async fn a_second_match_tells_its_first_choices() {
    let mut world = World::new().await;
    let (mut host, mut guest) = world.playing().await;
    guest.ask(4, json!("resign")).await;
    guest
        .hears(&["accepted 4", "update 13 resigned", "update 14 dice_opened"])
        .await;
    host.hears(&["update 13 resigned", "update 14 dice_opened"])
        .await;
    guest.ask(5, json!("rematch")).await;
    guest
        .hears(&["accepted 5", "update 15 ready_changed"])
        .await;
    host.hears(&["update 15 ready_changed"]).await;
    host.ask(5, json!("rematch")).await;
    host.hears(&["accepted 5", "update 17 ready_changed+match_called"])
        .await;
    guest.hears(&["update 17 ready_changed+match_called"]).await;
    agree(&mut host, &mut guest, 23).await;
    // The other seat begins the second match.
    guest.hears(&["offered 0"]).await;
}

#[tokio::test]
async fn bots_play_until_it_is_the_humans_turn() {
    let mut world = World::new().await;
    let mut host = world.host("Aki").await;
    host.ask(2, json!({"take_seat": {}})).await;
    for seat in 1..4 {
        host.ask(
            2 + seat,
            json!({"seat_bot": {"seat": seat, "bot": "random"}}),
        )
        .await;
    }
    host.ask(6, json!({"start": {}})).await;
    host.hears(&["accepted 2", "update 3 seat_taken"]).await;
    for _ in 1..4 {
        host.hears(&["accepted *", "update * bot_seated"]).await;
    }
    host.hears(&[
        "accepted 6",
        "update 7 match_called",
        "update 8 dice_sealed",
    ])
    .await;
    host.give_share("commit_share", 0).await;
    host.hears(&["accepted *", "update 9 share_committed"])
        .await;
    host.give_share("show_share", 0).await;
    host.hears(&[
        "accepted *",
        "update 10 share_shown",
        "update 11 match_started",
        "offered 0",
    ])
    .await;
    host.choose(7).await;
    host.hears(&["accepted 7", "update 12 acted"]).await;
    let mut seats = 0;
    loop {
        let heard = host.hear().await;
        if heard.starts_with("offered") {
            break;
        }
        assert!(
            heard.starts_with("update ") && heard.contains(" acted"),
            "{heard}"
        );
        seats += 1;
    }
    assert!(
        seats >= 3,
        "each bot acts at least once, but only {seats} actions were seen"
    );
}

#[tokio::test(start_paused = true)]
async fn nobody_hears_the_secret_of_another() {
    let mut world = World::new().await;
    let mut host = world.host("Aki").await;
    let guest = world.guest("Bo", &mut host).await;
    let key = Token::parse(&guest.token).unwrap().key();
    let mut third = world.greet("Cy").await;
    third
        .ask(1, json!({"join_lobby": {"lobby": host.code}}))
        .await;
    let key = serde_json::to_string(&key).unwrap();
    for _ in 0..2 {
        match third.end.from_server.recv().await.unwrap() {
            Sent::Text(frame) => {
                assert!(
                    !frame.contains(&guest.token) && !frame.contains(key.trim_matches(['[', ']'])),
                    "{frame}"
                );
            }
            sent @ (Sent::Ping | Sent::Closed(_)) => panic!("{sent:?}"),
        }
    }
}
