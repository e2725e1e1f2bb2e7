//! Wrong, early, late and too frequent frames: each is answered, and harms nobody else.

use std::sync::Arc;
use std::time::Duration;

use dicehall_protocol::VERSION;
use serde_json::json;
use tokio::time::{Instant, sleep};

use super::harness::{World, settings};
use crate::admission::gate::{ConnectionLimits, Gate};
use crate::admission::timeouts::Timeouts;
use crate::journal::{AnyJournal, MemoryJournal};
use crate::session::tests::pipe::FromClient;
use crate::session::transport::{Received, TransportError};

/// Sends one frame after the hello; checks the answer, that nobody else receives anything, and that the next command is
/// answered unless the connection was closed.
async fn check_bad(received: Received, expect: &[&str]) {
    let mut world = World::new().await;
    let mut witness = world.host("Witness").await;
    let mut client = world.greet("Aki").await;
    client.send(FromClient::Frame(received)).await;
    client.hears(expect).await;
    if !expect.iter().any(|it| it.starts_with("closed")) {
        client.ask(99, json!("list_lobbies")).await;
        client.hears(&["accepted 99 lobbies=1"]).await;
    }
    witness.hears(&["silence"]).await;
}

fn text(frame: &str) -> Received {
    Received::Text(frame.into())
}

#[tokio::test(start_paused = true)]
async fn what_is_no_message_is_answered_and_the_connection_goes_on() {
    check_bad(text(""), &["error not_json"]).await;
    check_bad(text("{"), &["error not_json"]).await;
    check_bad(text("{\"type\":\"comm"), &["error not_json"]).await;
    check_bad(text("7"), &["error not_a_message"]).await;
    check_bad(text("{}"), &["error not_a_message"]).await;
    check_bad(text(r#"{"type":"shout"}"#), &["error not_a_message"]).await;
    check_bad(text(r#"{"type":"command"}"#), &["error not_a_message"]).await;
    check_bad(
        text(r#"{"type":"command","id":-1,"command":"resign"}"#),
        &["error not_a_message"],
    )
    .await;
    check_bad(
        text(r#"{"type":"hello","version":2,"name":"Aki"}"#),
        &["error second_hello"],
    )
    .await;
    check_bad(Received::Binary, &["error binary_frame"]).await;
    let deep = "[".repeat(5_000);
    check_bad(text(&deep), &["error not_a_message"]).await;
    let large = format!("{:17000}", "");
    check_bad(text(&large), &["error too_large"]).await;
}

#[tokio::test(start_paused = true)]
async fn a_command_that_cannot_be_read_is_rejected_by_its_id() {
    let reject = ["rejected 7 not_a_message"];
    check_bad(text(r#"{"type":"command","id":7}"#), &reject).await;
    check_bad(
        text(r#"{"type":"command","id":7,"command":"fly"}"#),
        &reject,
    )
    .await;
    check_bad(
        text(r#"{"type":"command","id":7,"command":"resign","also":1}"#),
        &reject,
    )
    .await;
    check_bad(
        text(r#"{"type":"command","id":7,"command":{"ready":{"ready":"yes"}}}"#),
        &reject,
    )
    .await;
    check_bad(
        text(r#"{"type":"command","id":7,"command":{"take_seat":{"seat":4}}}"#),
        &reject,
    )
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_command_out_of_place_is_rejected() {
    check_bad(
        text(r#"{"type":"command","id":7,"command":"resign"}"#),
        &["rejected 7 not_in_lobby"],
    )
    .await;
    check_bad(
        text(r#"{"type":"command","id":7,"command":{"join_lobby":{"lobby":"AAAAA"}}}"#),
        &["rejected 7 no_such_lobby"],
    )
    .await;
    let blank = json!({"type": "command", "id": 7, "command": {"create_lobby": {"title": "\u{200b}", "settings": settings()}}});
    check_bad(text(&blank.to_string()), &["rejected 7 bad_title"]).await;
    let mut world = World::new().await;
    let mut host = world.host("Aki").await;
    host.ask(
        7,
        json!({"create_lobby": {"title": "Again", "settings": settings()}}),
    )
    .await;
    host.ask(8, json!({"join_lobby": {"lobby": host.code}}))
        .await;
    host.ask(9, json!({"chat": {"text": " \u{202e} "}})).await;
    host.hears(&[
        "rejected 7 in_lobby",
        // Whoever joins the lobby that they are in is in it.
        "accepted 8",
        "rejected 9 empty_chat",
    ])
    .await;
}

#[tokio::test(start_paused = true)]
async fn what_the_transport_cannot_read_closes_the_connection() {
    let mut world = World::new().await;
    for (error, expect) in [
        (
            TransportError::TooLarge,
            ["closing too_large", "closed 1009"],
        ),
        (
            TransportError::Broken("mask".to_owned()),
            ["closing broken_frames", "closed 1008"],
        ),
    ] {
        let mut client = world.greet("Aki").await;
        client.send(FromClient::Broken(error)).await;
        client.hears(&expect).await;
    }
}

#[tokio::test(start_paused = true)]
async fn ten_frames_that_are_no_messages_close_the_connection() {
    let mut world = World::new().await;
    let mut client = world.greet("Aki").await;
    for _ in 0..10 {
        client.say("what?").await;
    }
    client.hears(&["error not_json"; 10]).await;
    client
        .hears(&["closing too_many_errors", "closed 1008", "end"])
        .await;
}

fn hello(version: u32, field: &str, name: &str) -> String {
    json!({"type": "hello", "version": version, field: name}).to_string()
}

/// Sends one frame before any hello; unless the connection was closed, a hello is accepted afterwards.
async fn check_greeting(frame: &str, expect: &[&str]) {
    let mut world = World::new().await;
    let mut client = world.connect();
    client.say(frame).await;
    client.hears(expect).await;
    if !expect.iter().any(|it| it.starts_with("closed")) {
        client.say(&hello(VERSION, "name", "Aki")).await;
        client.hears(&["welcome"]).await;
    }
}

#[tokio::test(start_paused = true)]
async fn the_hello_comes_first_and_says_the_version() {
    check_greeting(
        r#"{"type":"command","id":7,"command":"resign"}"#,
        &["rejected 7 hello_first"],
    )
    .await;
    check_greeting(
        r#"{"type":"command","id":7,"command":"fly"}"#,
        &["rejected 7 hello_first"],
    )
    .await;
    check_greeting("hello", &["error not_json"]).await;
    check_greeting(&hello(VERSION, "name", "\u{200b}"), &["error bad_name"]).await;
    let wrong = ["closing wrong_version", "closed 1008"];
    check_greeting(&hello(VERSION + 1, "name", "Aki"), &wrong).await;
    check_greeting(&hello(VERSION - 1, "name", "Aki"), &wrong).await;
    check_greeting(&hello(VERSION - 1, "start", "Aki"), &wrong).await;
}

#[tokio::test(start_paused = true)]
async fn a_name_that_could_be_taken_for_the_programs_own_is_refused() {
    for name in ["Server", "DІCEHALL", "bot hard"] {
        let hello = json!({"type": "hello", "version": VERSION, "name": name}).to_string();
        check_greeting(&hello, &["error name_reserved"]).await;
    }
}

#[tokio::test(start_paused = true)]
async fn nobody_comes_in_who_could_be_taken_for_somebody_else() {
    let mut world = World::new().await;
    let mut host = world.host("Paul").await;
    for name in ["PAUL", "Раul", "PauI", "p\u{200b}aul"] {
        let mut forger = world.greet(name).await;
        forger
            .ask(1, json!({"join_lobby": {"lobby": host.code}}))
            .await;
        forger.hears(&["rejected 1 name_taken"]).await;
    }
    world.guest("Paula", &mut host).await;
}

#[tokio::test(start_paused = true)]
async fn whoever_says_no_hello_is_closed() {
    let mut world = World::new().await;
    let mut client = world.connect();
    let (begun, wait) = (Instant::now(), Timeouts::default().hello);
    sleep(wait * 3 / 4).await;
    client.hears(&["closing hello_late", "closed 1008"]).await;
    assert_eq!(begun.elapsed(), wait);
}

/// A world whose server keeps to the numbers of the protocol.
async fn usual_world() -> World {
    let mut world = World::new().await;
    let context = Arc::get_mut(&mut world.context).expect("nobody has connected yet");
    context.timeouts = Timeouts::default();
    world
}

#[tokio::test(start_paused = true)]
async fn whoever_gives_no_sign_of_life_is_asked_and_then_closed() {
    let mut world = usual_world().await;
    let mut client = world.greet("Aki").await;
    let (begun, ask) = (Instant::now(), Duration::from_secs(5));
    for heard in [1, 2] {
        sleep(ask * 3 / 4).await;
        client.hears(&["ping"]).await;
        assert_eq!(begun.elapsed(), heard * ask);
        // An answer ends the silence.
        if heard == 1 {
            client.send(FromClient::Frame(Received::Alive)).await;
        }
    }
    for expect in ["ping", "ping", "closing silent"] {
        sleep(ask * 3 / 4).await;
        client.hears(&[expect]).await;
    }
    client.hears(&["closed 1008"]).await;
    assert_eq!(begun.elapsed(), Duration::from_secs(25));
}

#[tokio::test(start_paused = true)]
async fn whoever_asks_for_a_sign_of_life_gets_one_and_is_not_asked() {
    let mut world = usual_world().await;
    let mut client = world.greet("Aki").await;
    for id in 0..5 {
        sleep(Duration::from_secs(4)).await;
        client.ask(id, json!("ping")).await;
        client.hears(&[&format!("accepted {id}")]).await;
    }
    let (mut host, code) = {
        let host = world.host("Bo").await;
        let code = host.code.clone();
        (host, code)
    };
    client.ask(9, json!({"join_lobby": {"lobby": code}})).await;
    client.hears(&["accepted 9 joined", "snapshot *"]).await;
    host.ask(7, json!("ping")).await;
    host.hears(&["update 3 entered", "accepted 7"]).await;
}

/// A browser cannot send a ping of the websocket, so the command is a frame like any other.
#[tokio::test(start_paused = true)]
async fn signs_of_life_count_as_commands() {
    let mut world = World::new().await;
    let mut client = world.greet("Aki").await;
    for id in 0..41 {
        client.ask(id, json!("ping")).await;
    }
    for id in 0..40 {
        client.hears(&[&format!("accepted {id}")]).await;
    }
    client.hears(&["rejected 40 rate_limited"]).await;
}

#[tokio::test(start_paused = true)]
async fn whoever_joins_the_lobby_that_they_are_in_is_in_it() {
    let mut world = World::new().await;
    let mut host = world.host("Aki").await;
    let mut guest = world.guest("Bo", &mut host).await;
    let join =
        json!({"join_lobby": {"lobby": host.code, "key": "0123456789abcdef0123456789abcdef"}});
    guest.ask(7, join).await;
    guest.hears(&["accepted 7", "silence"]).await;
    host.hears(&["silence"]).await;
    let other = world.host("Cy").await;
    guest
        .ask(8, json!({"join_lobby": {"lobby": other.code}}))
        .await;
    guest.hears(&["rejected 8 in_lobby"]).await;
}

#[tokio::test(start_paused = true)]
async fn too_many_commands_are_refused_until_time_has_passed() {
    let mut world = World::new().await;
    let mut client = world.greet("Aki").await;
    for id in 0..42 {
        client.ask(id, json!("leave")).await;
    }
    for id in 0..40 {
        client
            .hears(&[&format!("rejected {id} not_in_lobby")])
            .await;
    }
    client
        .hears(&["rejected 40 rate_limited", "rejected 41 rate_limited"])
        .await;
    sleep(Duration::from_millis(50)).await;
    client.ask(50, json!("leave")).await;
    client.ask(51, json!("leave")).await;
    client
        .hears(&["rejected 50 not_in_lobby", "rejected 51 rate_limited"])
        .await;
}

#[tokio::test(start_paused = true)]
async fn lists_have_a_limit_of_their_own() {
    let mut world = World::new().await;
    let mut client = world.greet("Aki").await;
    for id in 0..11 {
        client.ask(id, json!("list_lobbies")).await;
    }
    for id in 0..10 {
        client.hears(&[&format!("accepted {id} lobbies=0")]).await;
    }
    client.hears(&["rejected 10 rate_limited"]).await;
    sleep(Duration::from_millis(500)).await;
    client.ask(20, json!("list_lobbies")).await;
    client.ask(21, json!("list_lobbies")).await;
    client
        .hears(&["accepted 20 lobbies=0", "rejected 21 rate_limited"])
        .await;
    sleep(Duration::from_millis(500)).await;
    client.ask(22, json!({"find_lobbies": {}})).await;
    client
        .ask(23, json!({"find_lobbies": {"open": true}}))
        .await;
    client
        .hears(&["accepted 22 found=0", "rejected 23 rate_limited"])
        .await;
    // Requests for history count against the same limit.
    sleep(Duration::from_millis(500)).await;
    client.ask(30, json!({"history": {}})).await;
    client.ask(31, json!({"history": {}})).await;
    client
        .hears(&["rejected 30 not_in_lobby", "rejected 31 rate_limited"])
        .await;
}

#[tokio::test(start_paused = true)]
async fn chat_and_new_lobbies_have_limits_of_their_own() {
    let mut world = World::new().await;
    let mut host = world.host("Aki").await;
    for id in 0..6 {
        host.ask(id, json!({"chat": {"text": "x"}})).await;
    }
    let mut heard = Vec::new();
    for _ in 0..11 {
        heard.push(host.hear().await);
    }
    assert_eq!(
        heard.iter().filter(|it| it.ends_with("said")).count(),
        5,
        "{heard:?}"
    );
    assert!(
        heard.contains(&"rejected 5 rate_limited".to_owned()),
        "{heard:?}"
    );
    // Less than a second has passed, or exactly one.
    for (wait_ms, expect) in [(999, "rejected 7 rate_limited"), (1, "accepted 7")] {
        sleep(Duration::from_millis(wait_ms)).await;
        host.ask(7, json!({"chat": {"text": "x"}})).await;
        host.hears(&[expect]).await;
    }
    host.heard().await;
    for id in 10..15 {
        host.ask(id, json!("leave")).await;
        host.ask(
            id,
            json!({"create_lobby": {"title": "Test", "settings": settings()}}),
        )
        .await;
        host.hears(&["accepted *", "accepted * joined", "snapshot 2"])
            .await;
    }
    host.ask(20, json!("leave")).await;
    host.ask(
        21,
        json!({"create_lobby": {"title": "Test", "settings": settings()}}),
    )
    .await;
    host.hears(&["accepted 20", "rejected 21 rate_limited"])
        .await;
}

#[tokio::test(start_paused = true)]
async fn codes_that_nobody_has_can_be_tried_a_few_times_only() {
    let mut world = World::new().await;
    let host = world.host("Aki").await;
    let other = "192.0.2.7".parse().unwrap();
    let mut guessers = Vec::new();
    // The limit is that of the address, over several connections.
    for tries in [5, 5, 5] {
        let mut guesser = world.connect_from(other, 1_000);
        guesser.greet("Eve").await;
        for id in 0..tries {
            guesser
                .ask(id, json!({"join_lobby": {"lobby": "AAAAA"}}))
                .await;
            guesser
                .hears(&[&format!("rejected {id} no_such_lobby")])
                .await;
        }
        guessers.push(guesser);
    }
    let mut third = world.connect_from(other, 1_000);
    third.greet("Eve").await;
    // The right code is refused like a wrong one.
    for code in ["AAAAA", &host.code] {
        third.ask(9, json!({"join_lobby": {"lobby": code}})).await;
        third.hears(&["rejected 9 rate_limited"]).await;
    }
    let mut friend = world.connect_from("192.0.2.8".parse().unwrap(), 1_000);
    friend.greet("Bo").await;
    friend
        .ask(1, json!({"join_lobby": {"lobby": host.code}}))
        .await;
    friend.hears(&["accepted 1 joined", "snapshot 3"]).await;
    sleep(Duration::from_secs(4)).await;
    third
        .ask(10, json!({"join_lobby": {"lobby": host.code}}))
        .await;
    third.hears(&["accepted 10 joined", "snapshot 4"]).await;
}

#[tokio::test(start_paused = true)]
async fn one_connection_of_this_machine_can_try_a_few_codes_only() {
    let mut world = World::new().await;
    let host = world.host("Aki").await;
    let mut guesser = world.greet("Eve").await;
    for id in 0..5 {
        guesser
            .ask(id, json!({"join_lobby": {"lobby": "AAAAA"}}))
            .await;
        guesser
            .hears(&[&format!("rejected {id} no_such_lobby")])
            .await;
    }
    guesser
        .ask(5, json!({"join_lobby": {"lobby": host.code}}))
        .await;
    guesser.hears(&["rejected 5 rate_limited"]).await;
    let mut other = world.greet("Bo").await;
    other
        .ask(1, json!({"join_lobby": {"lobby": host.code}}))
        .await;
    other.hears(&["accepted 1 joined", "snapshot 3"]).await;
}

#[tokio::test(start_paused = true)]
async fn an_address_makes_a_few_lobbies_only_over_all_its_connections() {
    let mut world = World::new().await;
    for count in 0..=30 {
        let mut maker = world.connect_from("192.0.2.7".parse().unwrap(), 1_000);
        maker.greet("Aki").await;
        maker
            .ask(
                1,
                json!({"create_lobby": {"title": "T", "settings": settings()}}),
            )
            .await;
        let expect = if count < 30 {
            "accepted 1 joined"
        } else {
            "rejected 1 rate_limited"
        };
        maker.hears(&[expect]).await;
    }
}

#[tokio::test(start_paused = true)]
async fn without_a_rate_nothing_is_refused_as_too_soon() {
    let mut world = World::with(AnyJournal::Memory(MemoryJournal::default()), None).await;
    let mut host = world.host("Aki").await;
    for id in 0..100 {
        host.ask(id, json!({"chat": {"text": "x"}})).await;
        host.hears(&["accepted *", "update * said"]).await;
    }
}

#[tokio::test(start_paused = true)]
async fn codes_that_somebody_has_can_be_tried_again_and_again() {
    let mut world = World::new().await;
    let host = world.host("Aki").await;
    let mut guest = world.connect_from([192, 0, 2, 7].into(), 1_000);
    guest.greet("Bo").await;
    for id in 0..8 {
        guest
            .ask(2 * id, json!({"join_lobby": {"lobby": host.code}}))
            .await;
        guest.ask(2 * id + 1, json!("leave")).await;
        guest
            .hears(&["accepted * joined", "snapshot *", "accepted *"])
            .await;
    }
}

#[tokio::test(start_paused = true)]
async fn whoever_has_said_hello_is_no_stranger() {
    let mut world = World::new().await;
    world.gate = Arc::new(Gate::new(ConnectionLimits {
        all: 9,
        per_address: Some(9),
        strangers_per_address: 1,
    }));
    let other = [192, 0, 2, 7].into();
    let mut first = world.connect_from(other, 1_000);
    assert!(world.gate.admit(other).is_err());
    first.greet("Aki").await;
    assert!(world.gate.admit(other).is_ok());
}
