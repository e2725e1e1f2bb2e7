//! Seats over sockets: tokens are renewed and never logged, commands are repeated, clocks run out.

use std::fs::{self, File};
use std::path::Path;
use std::process::Stdio;

use dicehall_engine::lobby::{Entered, Event, PeopleEvent, Request, TalkEvent};
use dicehall_protocol::{
    ClientMessage, DiceEventView, EventView, MatchEventView, Password, RequestKey, SessionCommand,
    encode_client,
};
use dicehall_tests::player::Player;
use dicehall_tests::programs::{self, ServerProcess};
use dicehall_tests::server::{TestServer, quick_options};
use dicehall_tests::table::settings;
use dicehall_tests::{bounded, journal};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::Child;

const SMALL: &str = "preset=standard,size=3,rounds=4";

/// Two seated people, the first of whom is host.
async fn two_at_a_table(address: &str) -> (Player, Player) {
    let mut first = Player::connect(address, "Aki").await;
    let lobby = first.create(SMALL).await;
    first.must(Request::TakeSeat { seat: None }).await;
    let mut second = Player::connect(address, "Bo").await;
    second.join(lobby).await;
    second.must(Request::TakeSeat { seat: None }).await;
    (first, second)
}

/// A server that logs everything into a file, with its address.
async fn logging_server(home: &TempDir, logs: &Path) -> (Child, String) {
    let mut command = programs::command("dicehall-server", home);
    command.args([
        "--listen",
        "127.0.0.1:0",
        "--no-lan",
        "--rate",
        "0",
        "--log",
        "trace",
    ]);
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::from(File::create(logs).unwrap()))
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let line = bounded("the server to listen", lines.next_line())
        .await
        .unwrap()
        .unwrap();
    let address = line
        .split("//")
        .nth(1)
        .unwrap()
        .trim_end_matches("/ws")
        .to_owned();
    (child, address)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_log_at_any_level_has_a_token_or_the_secret_of_the_dice_of_a_whole_match() {
    let home = TempDir::new().unwrap();
    let logs = home.path().join("logs");
    let (mut child, address) = logging_server(&home, &logs).await;

    let (mut first, mut second) = two_at_a_table(&address).await;
    let mut tokens = vec![first.joined().token, second.joined().token];
    first
        .must(SessionCommand::SetPassword {
            password: Some(Password("opensesame".to_owned())),
        })
        .await;
    for word in ["opensesamf", "opensesame"] {
        let (lobby, password) = (first.joined().lobby, Some(Password(word.to_owned())));
        let key = Some(RequestKey(*b"0123456789abcdef"));
        let mut third = Player::connect(&address, "Cy").await;
        third
            .ask(SessionCommand::JoinLobby {
                lobby,
                password,
                key,
            })
            .await
            .ok();
    }
    first.must(Request::Start { force: true }).await;
    for _ in 0..3 {
        first = first.vanish().resume(&address).await;
        second = Player::resume(&address, "Bo", &second.joined()).await;
        assert!(first.seen.resumed && second.seen.resumed);
        tokens.extend([first.joined().token, second.joined().token]);
        first
            .must(Request::Chat {
                text: "findable".to_owned(),
            })
            .await;
    }
    let mut old = first.joined();
    old.token.clone_from(&tokens[0]);
    let stale = Player::resume(&address, "Aki", &old).await;
    assert!(!stale.seen.resumed, "the first token outlived the others");
    second.until("a snapshot", |it| it.seen.snapshots > 0).await;
    tokio::join!(first.play(), second.play());
    first.until_opened().await;
    let opened = |it: &EventView| {
        if let EventView::Dice(DiceEventView::DiceOpened { secret }) = it {
            Some(String::from(*secret))
        } else {
            None
        }
    };
    let secret = first
        .seen
        .events
        .iter()
        .find_map(|(_, it)| opened(it))
        .unwrap();
    child.kill().await.unwrap();

    let logs = fs::read_to_string(&logs).unwrap();
    assert!(
        logs.contains("no resume") && logs.contains("a lobby was made"),
        "there is nothing to search"
    );
    tokens.sort();
    tokens.dedup();
    assert_eq!(tokens.len(), 8, "every return brings another");
    let secrets = ["opensesam", "$argon2id", "30313233343536373839616263646566"].map(str::to_owned);
    for secret in tokens.into_iter().chain(secrets) {
        assert!(!logs.contains(&secret), "a secret was logged");
    }
    assert!(!logs.contains(&secret), "the secret of the dice was logged");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_command_is_carried_out_once_though_the_server_is_killed_before_its_answer_is_read() {
    let home = TempDir::new().unwrap();
    let server = ServerProcess::start(&home, "127.0.0.1:0", &[]).await;
    let (mut first, mut second) = two_at_a_table(server.address()).await;
    let lobby = first.joined().lobby;
    let chat = Request::Chat {
        text: "once".to_owned(),
    };
    let id = first.send(chat.clone()).await;
    let seen = |it: &Player| {
        it.seen
            .events
            .iter()
            .any(|(_, it)| matches!(it, EventView::Talk(TalkEvent::Said { .. })))
    };
    second.until("the word", seen).await;
    server.kill().await;

    let server = ServerProcess::start(&home, "127.0.0.1:0", &[]).await;
    let mut again = first.vanish().resume(server.address()).await;
    for (number, command) in [
        (id, chat),
        (
            id + 1,
            Request::Chat {
                text: "twice".to_owned(),
            },
        ),
    ] {
        again
            .say(&encode_client(&ClientMessage::Command {
                id: number,
                command: command.into(),
                commits: None,
            }))
            .await;
        again
            .answer(number)
            .await
            .expect("it is accepted, now as before");
    }
    server.kill().await;
    let events = journal::events(&home.path().join("journal"), lobby);
    let said = |it: &Event| {
        if let Event::Talk(TalkEvent::Said { text, .. }) = it {
            Some(text.clone())
        } else {
            None
        }
    };
    assert_eq!(
        events.iter().filter_map(said).collect::<Vec<_>>(),
        ["once", "twice"]
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lobby_is_made_and_entered_once_though_the_server_is_killed_before_its_answers_are_read()
{
    let home = TempDir::new().unwrap();
    let server = ServerProcess::start(&home, "127.0.0.1:0", &[]).await;
    let create = SessionCommand::CreateLobby {
        title: "Once".to_owned(),
        settings: settings(SMALL),
        password: None,
        key: Some(RequestKey([1; 16])),
    };
    let mut maker = Player::connect(server.address(), "Aki").await;
    maker.ask(create.clone()).await.unwrap();
    let lobby = maker.joined().lobby;
    let join = SessionCommand::JoinLobby {
        lobby,
        password: None,
        key: Some(RequestKey([2; 16])),
    };
    let mut guest = Player::connect(server.address(), "Bo").await;
    guest.ask(join.clone()).await.unwrap();
    server.kill().await;

    let server = ServerProcess::start(&home, "127.0.0.1:0", &[]).await;
    for (name, command) in [("Aki", create), ("Bo", join)] {
        let mut again = Player::connect(server.address(), name).await;
        again
            .ask(command)
            .await
            .expect("the place is theirs already");
        assert_eq!(again.joined().lobby, lobby);
    }
    server.kill().await;
    let events = journal::events(&home.path().join("journal"), lobby);
    let entered = |it: &Event| {
        if let Event::People(PeopleEvent::Entered(Entered { name, .. })) = it {
            Some(name.clone())
        } else {
            None
        }
    };
    assert_eq!(
        events.iter().filter_map(entered).collect::<Vec<_>>(),
        ["Aki", "Bo"]
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_acts_for_whoever_is_out_of_time() {
    let server = TestServer::start(quick_options()).await;
    let (mut first, mut second) = two_at_a_table(&server.address()).await;
    let mut settings = settings(SMALL);
    settings.clock = "1s/action".parse().unwrap();
    first.must(Request::ChangeSettings { settings }).await;
    first.must(Request::Start { force: true }).await;
    // Nobody acts.
    for player in [&mut first, &mut second] {
        let late = |it: &Player| {
            it.seen
                .events
                .iter()
                .any(|(_, it)| matches!(it, EventView::Match(MatchEventView::TimedOut { .. })))
                && it.seen.ply.0 > 0
                && it
                    .seen
                    .clocks
                    .as_ref()
                    .is_some_and(|(left, _)| left.len() == 2)
        };
        player.until("a bot's action", late).await;
    }
    server.stop().await;
}
