//! Programs at the table: a host without a screen, bots of this project, and a program of anybody's.

use std::process::Stdio;

use dicehall_engine::games::territory::Action;
use dicehall_engine::lobby::Request;
use dicehall_engine::{AnyAction, Seat};
use dicehall_protocol::{EventView, LobbyCode, MatchEventView};
use dicehall_tests::bounded;
use dicehall_tests::player::Player;
use dicehall_tests::programs::{self, BotProcess};
use dicehall_tests::server::{TestServer, quick_options};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::Child;

use super::SMALL;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_host_without_a_screen_starts_when_everybody_is_there() {
    let home = TempDir::new().unwrap();
    let (mut host, address, lobby) = host_headless(&home).await;
    let mut watcher = Player::connect(&address, "Watcher").await;
    watcher.join(lobby).await;
    let homes = [TempDir::new().unwrap(), TempDir::new().unwrap()];
    let bots = [
        BotProcess::start(&homes[0], &address, lobby, "paranoid:1", "One"),
        BotProcess::start(&homes[1], &address, lobby, "random", "Two"),
    ];
    watcher
        .until("the end of the match", |it| it.seen.outcome.is_some())
        .await;
    assert!(!watcher.seen.outcome.unwrap().winners.is_empty());
    for bot in bots {
        assert!(bot.terminate().await.success());
    }
    programs::terminate(&host);
    assert!(
        bounded("the host to end", host.wait())
            .await
            .unwrap()
            .success()
    );
    assert_eq!(
        watcher.until_closed().await.as_deref(),
        Some("shutting_down")
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_of_anybody_plays() {
    let server = TestServer::start(quick_options()).await;
    let mut host = Player::connect(&server.address(), "Hoshi").await;
    let lobby = host.create(SMALL).await;
    host.must(Request::TakeSeat { seat: None }).await;
    let home = TempDir::new().unwrap();
    let script = home.path().join("passes.sh");
    std::fs::write(
        &script,
        r#"while read -r line; do
            case "$line" in
                *'"type":"choices"'*) echo '{"action":{"game":"dice-of-doom","action":"pass"}}' ;;
            esac
        done"#,
    )
    .unwrap();
    let mut command = programs::command("dicehall", &home);
    command.args([
        "bot",
        "--join",
        &server.address(),
        "--lobby",
        lobby.as_str(),
        "--name",
        "Passer",
        "--exec",
        "sh",
    ]);
    let mut bot = command.arg(&script).stdout(Stdio::null()).spawn().unwrap();
    host.until("the program to be ready", |it| {
        super::count_ready(&it.seen) == 1
    })
    .await;
    host.must(Request::Start { force: false }).await;
    host.play().await;
    let acted = host.seen.events.iter().filter_map(|(_, it)| as_action(it));
    let pass = AnyAction::DiceOfDoom(Action::Pass);
    let passes: Vec<_> = acted
        .filter(|(seat, _)| Some(*seat) != host.seat())
        .map(|it| it.1)
        .collect();
    assert!(
        !passes.is_empty() && passes.iter().all(|it| *it == pass),
        "the program did not play: {passes:?}"
    );
    programs::terminate(&bot);
    assert!(
        bounded("the bot to end", bot.wait())
            .await
            .unwrap()
            .success()
    );
    server.stop().await;
}

/// A host process for two guests, where it listens, and its lobby, as it tells them.
async fn host_headless(home: &TempDir) -> (Child, String, LobbyCode) {
    let mut command = programs::command("dicehall", home);
    command.args([
        "host",
        "--seats",
        "open,open",
        "--listen",
        "127.0.0.1:0",
        "--no-lan",
        "--rules",
        SMALL,
    ]);
    let mut host = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(host.stdout.take().unwrap()).lines();
    let line = bounded("what to type", lines.next_line())
        .await
        .unwrap()
        .expect("the host prints how to join");
    let words: Vec<&str> = line.split_whitespace().collect();
    let ["dicehall", "join", address, "--lobby", code] = words[..] else {
        panic!("nobody can type: {line}")
    };
    (host, address.to_owned(), code.parse().unwrap())
}

fn as_action(event: &EventView) -> Option<(Seat, AnyAction)> {
    if let EventView::Match(MatchEventView::Acted { seat, action }) = event {
        Some((*seat, *action))
    } else {
        None
    }
}
