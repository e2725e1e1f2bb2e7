//! Every bad input gets a clear refusal, the connection goes on where it can, and nobody else notices.

use dicehall_engine::lobby::{PlayerId, Ply, Request};
use dicehall_protocol::limits::FRAME_SIZE_MAX;
use dicehall_protocol::{ClientCommand, ServerMessage, SessionCommand};
use dicehall_server::Options;
use dicehall_tests::player::{Player, Refused, start_match};
use dicehall_tests::server::{TestServer, quick_options};
use dicehall_tests::table::{bot, seat, settings};

use super::SMALL;

/// The kind of answer, and its code, to a frame that is not a message or comes at the wrong time.
async fn reaction(player: &mut Player, frame: &str) -> String {
    player.say(frame).await;
    reaction_to_what_was_said(player).await
}

async fn reaction_to_what_was_said(player: &mut Player) -> String {
    match player.next().await {
        Some(ServerMessage::Error { code, .. }) => format!("error {code}"),
        Some(ServerMessage::Closing { code, .. }) => format!("closing {code}"),
        Some(ServerMessage::Rejected { id, code, .. }) => format!("rejected {id} {code}"),
        other => panic!("no refusal of what was said: {other:?}"),
    }
}

/// Checks that the connection still works: a harmless command is answered, and nothing else has come meanwhile.
async fn check_nothing_noticed(player: &mut Player) {
    let events = player.seen.events.len();
    let id = player.send(SessionCommand::ListLobbies).await;
    match player.next().await {
        Some(ServerMessage::Accepted { id: answered, .. }) => assert_eq!(answered, id),
        other => panic!("somebody else's mistake was heard: {other:?}"),
    }
    assert_eq!(player.seen.events.len(), events);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_no_message_is_refused_and_the_connection_goes_on() {
    let server = TestServer::start(quick_options()).await;
    let mut witness = Player::connect(&server.address(), "Witness").await;
    let lobby = witness.create(SMALL).await;
    let mut clumsy = Player::connect(&server.address(), "Clumsy").await;
    clumsy.join(lobby).await;
    witness
        .until("the other", |it| it.seen.revision == clumsy.seen.revision)
        .await;

    let cases = [
        ("hello?", "error not_json"),
        ("{\"type\":", "error not_json"),
        ("[]", "error not_a_message"),
        (r#"{"type":"fly"}"#, "error not_a_message"),
        (
            r#"{"type":"command","id":"7","command":"leave"}"#,
            "error not_a_message",
        ),
        (
            r#"{"type":"command","id":71,"command":"fly"}"#,
            "rejected 71 not_a_message",
        ),
        (
            r#"{"type":"command","id":72,"command":"leave","now":true}"#,
            "rejected 72 not_a_message",
        ),
        (
            r#"{"type":"command","id":73,"command":{"ready":{"ready":"yes"}}}"#,
            "rejected 73 not_a_message",
        ),
        (
            r#"{"type":"command","id":74,"command":{"ready":{"ready":true,"really":true}}}"#,
            "rejected 74 not_a_message",
        ),
    ];
    for (frame, expect) in cases {
        assert_eq!(reaction(&mut clumsy, frame).await, expect, "{frame}");
    }
    check_nothing_noticed(&mut clumsy).await;
    check_nothing_noticed(&mut witness).await;
    // Ten bad frames are too many.
    assert_eq!(reaction(&mut clumsy, "once more").await, "error not_json");
    assert_eq!(
        clumsy.until_closed().await.as_deref(),
        Some("too_many_errors")
    );
    witness
        .until("the other to be gone", |it| {
            it.seen.presence.last().is_some_and(|it| !it.1)
        })
        .await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_begins_with_one_hello_of_the_right_version() {
    let server = TestServer::start(quick_options()).await;
    let address = server.address();
    let hello = |version: u32, name: &str| {
        format!(r#"{{"type":"hello","version":{version},"name":"{name}"}}"#)
    };
    let mut early = Player::silent(&address, "Early").await;
    let first = reaction(
        &mut early,
        r#"{"type":"command","id":5,"command":"list_lobbies"}"#,
    )
    .await;
    assert_eq!(first, "rejected 5 hello_first");
    early.hello(None).await;
    assert_eq!(
        reaction(&mut early, &hello(1, "Twice")).await,
        "error second_hello"
    );
    check_nothing_noticed(&mut early).await;

    let mut old = Player::silent(&address, "Old").await;
    assert_eq!(
        reaction(&mut old, &hello(0, "Old")).await,
        "closing wrong_version"
    );
    assert_eq!(old.until_closed().await.as_deref(), Some("wrong_version"));

    let mut binary = Player::connect(&address, "Binary").await;
    binary.say_bytes(b"{}").await;
    assert_eq!(
        reaction_to_what_was_said(&mut binary).await,
        "error binary_frame"
    );
    check_nothing_noticed(&mut binary).await;

    let mut large = Player::connect(&address, "Large").await;
    large.say(&"x".repeat(FRAME_SIZE_MAX + 1)).await;
    assert_eq!(large.until_closed().await.as_deref(), Some("too_large"));

    let mut bad_token = Player::connect(&address, "Right").await;
    bad_token.create(SMALL).await;
    let mut joined = bad_token.joined();
    joined.token = "0".repeat(joined.token.len());
    let thief = Player::resume(&address, "Thief", &joined).await;
    assert!(!thief.seen.resumed, "a wrong token opens nothing");
    check_nothing_noticed(&mut bad_token).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_rules_refuse_is_refused_with_what_is_legal() {
    let server = TestServer::start(quick_options()).await;
    let mut host = Player::connect(&server.address(), "Hoshi").await;
    let lobby = host.create(SMALL).await;
    host.must(Request::TakeSeat { seat: None }).await;
    let mut guest = Player::connect(&server.address(), "Guest").await;
    guest.join(lobby).await;
    guest.must(Request::TakeSeat { seat: None }).await;
    guest.must(Request::Ready { ready: true }).await;
    let mut watcher = Player::connect(&server.address(), "Watcher").await;
    watcher.join(lobby).await;
    start_match(&mut [&mut host, &mut guest]).await;
    host.until("choices", |it| it.seen.choices.is_some()).await;
    guest
        .until("the match", |it| it.seen.revision == host.seen.revision)
        .await;
    watcher
        .until("the match", |it| it.seen.revision == host.seen.revision)
        .await;

    let choices = host.seen.choices.clone().unwrap();
    let (ply, action) = (host.seen.ply, choices.last().unwrap().action);
    let act = |ply, action| Request::Act { ply, action };
    let early = guest.ask(act(ply, action)).await.unwrap_err();
    assert_eq!(
        (early.code.as_str(), early.legal.unwrap().to_move),
        ("not_your_turn", host.seen.seat())
    );
    assert_eq!(
        refusal(&mut watcher, act(ply, action)).await.code,
        "not_seated"
    );
    let stale = refusal(&mut host, act(Ply(ply.0 + 1), action)).await;
    assert_eq!(
        (stale.code.as_str(), stale.legal.unwrap().ply),
        ("stale", Some(ply))
    );
    let nowhere =
        dicehall_engine::AnyAction::DiceOfDoom(dicehall_engine::games::territory::Action::Attack {
            from: dicehall_engine::games::territory::Territory(0),
            to: dicehall_engine::games::territory::Territory(0),
        });
    let illegal = refusal(&mut host, act(ply, nowhere)).await;
    let legal = choices.iter().map(|it| it.action).collect();
    assert_eq!(
        (illegal.code.as_str(), illegal.legal.unwrap().actions),
        ("illegal_action", Some(legal))
    );
    // Nothing has happened, and nobody was told anything.
    for player in [&mut host, &mut guest, &mut watcher] {
        check_nothing_noticed(player).await;
    }
    // The same action, sent twice, is carried out once.
    host.must(act(ply, action)).await;
    assert_eq!(refusal(&mut host, act(ply, action)).await.code, "stale");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_of_commands_is_refused_and_the_connection_goes_on() {
    let server = TestServer::start(Options {
        rate: Options::default().rate,
        ..quick_options()
    })
    .await;
    let mut eager = Player::connect(&server.address(), "Eager").await;
    let mut ids = Vec::new();
    for _ in 0..120 {
        ids.push(eager.send(Request::Leave).await);
    }
    let mut refused = Vec::new();
    for (n, id) in ids.into_iter().enumerate() {
        let refusal = eager
            .answer(id)
            .await
            .expect_err("there is nothing to leave");
        if refusal.code != "not_in_lobby" {
            assert_eq!(refusal.code, "rate_limited");
            refused.push(n);
        }
    }
    assert!(
        refused.first().is_some_and(|it| *it >= 40),
        "refused were {refused:?}"
    );
    let mut other = Player::connect(&server.address(), "Other").await;
    check_nothing_noticed(&mut other).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_makes_no_sense_here_is_refused() {
    let server = TestServer::start(quick_options()).await;
    let mut host = Player::connect(&server.address(), "Hoshi").await;
    check_outside(&mut host).await;
    let lobby = host.create(SMALL).await;
    check_alone(&mut host).await;

    let mut namesake = Player::connect(&server.address(), "hOSHI").await;
    check(
        &mut namesake,
        SessionCommand::JoinLobby {
            lobby,
            password: None,
            key: None,
        },
        "name_taken",
    )
    .await;
    let mut guest = Player::connect(&server.address(), "Guest").await;
    guest.join(lobby).await;
    check_seats(&mut host, &mut guest).await;
    host.must(Request::TakeSeat {
        seat: Some(seat(0)),
    })
    .await;
    check(&mut host, Request::Start { force: false }, "not_ready").await;
    start_match(&mut [&mut host, &mut guest]).await;
    check(&mut host, Request::Start { force: true }, "match_running").await;
    guest.must(Request::Resign).await;
    server.stop().await;
}

/// Checks the refusals for a person who is in no lobby.
async fn check_outside(host: &mut Player) {
    let nowhere = "ZZZZZ".parse().unwrap();
    check(
        host,
        SessionCommand::JoinLobby {
            lobby: nowhere,
            password: None,
            key: None,
        },
        "no_such_lobby",
    )
    .await;
    check(host, Request::Leave, "not_in_lobby").await;
    check(host, create("\u{200b}"), "bad_title").await;
}

/// Checks the refusals for a host who is alone.
async fn check_alone(host: &mut Player) {
    check(host, create("Another"), "in_lobby").await;
    check(
        host,
        SessionCommand::JoinLobby {
            lobby: "ZZZZZ".parse().unwrap(),
            password: None,
            key: None,
        },
        "in_lobby",
    )
    .await;
    check(
        host,
        Request::Chat {
            text: "\u{200b}".into(),
        },
        "empty_chat",
    )
    .await;
    check(host, Request::Resign, "no_match").await;
    check(host, Request::Rematch, "no_rematch").await;
    check(host, Request::Ready { ready: true }, "not_seated").await;
    check(host, Request::Start { force: true }, "too_few_play").await;
    check(
        host,
        Request::Kick {
            player: PlayerId(0),
        },
        "yourself",
    )
    .await;
    check(
        host,
        Request::HandOverHost {
            player: PlayerId(9),
        },
        "no_such_player",
    )
    .await;
    let mut slow = settings(SMALL);
    slow.bot_pace_ms = 60_000;
    check(host, Request::ChangeSettings { settings: slow }, "bad_pace").await;
}

/// Checks the refusals about seats; afterwards the guest has seat 2.
async fn check_seats(host: &mut Player, guest: &mut Player) {
    check(guest, Request::CloseSeat { seat: seat(1) }, "not_host").await;
    host.must(Request::CloseSeat { seat: seat(1) }).await;
    check(
        guest,
        Request::TakeSeat {
            seat: Some(seat(1)),
        },
        "seat_not_open",
    )
    .await;
    guest
        .must(Request::TakeSeat {
            seat: Some(seat(2)),
        })
        .await;
    check(
        host,
        Request::SeatBot {
            seat: seat(2),
            bot: bot("random"),
        },
        "seat_held_by_human",
    )
    .await;
}

fn create(title: &str) -> SessionCommand {
    SessionCommand::CreateLobby {
        title: title.into(),
        settings: settings(SMALL),
        password: None,
        key: None,
    }
}

async fn check(player: &mut Player, command: impl Into<ClientCommand>, code: &str) {
    let command = command.into();
    let shown = format!("{command:?}");
    assert_eq!(refusal(player, command).await.code, code, "{shown}");
}

async fn refusal(player: &mut Player, command: impl Into<ClientCommand>) -> Refused {
    let command = command.into();
    let shown = format!("{command:?}");
    match player.ask(command).await {
        Ok(accepted) => panic!("{shown} was accepted: {accepted:?}"),
        Err(refused) => refused,
    }
}
