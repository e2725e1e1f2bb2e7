//! The verdict of `dicehall bot` on the dice of a match: at an honest server, and at one that cheats.

use std::process::Stdio;

use dicehall_engine::lobby::{Phase, Request};
use dicehall_protocol::{EventView, HolderView, LobbyView, MatchEventView};
use dicehall_tests::bounded;
use dicehall_tests::cheating::{Change, CheatingServer};
use dicehall_tests::player::{Player, start_match};
use dicehall_tests::programs;
use dicehall_tests::server::{TestServer, quick_options};
use dicehall_tests::table::{bot, seat};
use dicehall_tests::terminal::Terminal;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::process::{Child, ChildStderr};

use super::SMALL;

/// The outcome of a bot's match against a person, through a server that changes messages.
struct Played {
    host: Player,
    bot: Child,
    told: BufReader<ChildStderr>,
    _server: TestServer,
    _cheat: CheatingServer,
    _home: TempDir,
}

async fn play_one(change: Change) -> Played {
    let home = TempDir::new().unwrap();
    // Built before anybody connects: otherwise the server would count a silent person as gone.
    let mut command = programs::command("dicehall", &home);
    let server = TestServer::start(quick_options()).await;
    let cheat = CheatingServer::start(&server.address(), change).await;
    let mut host = Player::connect(&server.address(), "Hoshi").await;
    let lobby = host.create(SMALL).await;
    host.must(Request::TakeSeat { seat: None }).await;
    command.args([
        "bot",
        "--join",
        cheat.address(),
        "--lobby",
        lobby.as_str(),
        "--bot",
        "random",
    ]);
    let mut bot = command
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let told = BufReader::new(bot.stderr.take().unwrap());
    host.until("the bot to be ready", |it| {
        super::count_ready(&it.seen) == 1
    })
    .await;
    host.must(Request::Start { force: false }).await;
    host.play().await;
    host.until_opened().await;
    Played {
        host,
        bot,
        told,
        _server: server,
        _cheat: cheat,
        _home: home,
    }
}

/// The number of humans on seats.
fn humans(lobby: &LobbyView) -> usize {
    lobby
        .seats
        .iter()
        .filter(|it| matches!(it.holder, HolderView::Human { .. }))
        .count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_tells_that_honest_dice_are_verified_and_keeps_its_seat() {
    let mut played = play_one(|text| text).await;
    let mut line = String::new();
    bounded("the verdict", played.told.read_line(&mut line))
        .await
        .unwrap();
    let rolled = played
        .host
        .seen
        .events
        .iter()
        .filter(|it| matches!(it.1, EventView::Match(MatchEventView::Rolled { .. })));
    let rolls = rolled.count();
    assert!(rolls > 0, "nothing was rolled");
    assert_eq!(line.trim_end(), format!("dice verified: {rolls} rolls"));
    let lobby = played.host.seen.lobby.as_ref().unwrap();
    assert_eq!(
        (lobby.phase, humans(lobby)),
        (Phase::Over, 2),
        "it waits for another match"
    );
    programs::terminate(&played.bot);
    let status = bounded("the bot to end", played.bot.wait()).await.unwrap();
    assert_eq!(status.code(), Some(0));
}

/// Checks that a bot that is cheated in this way says so, gives its seat up, and exits with 1.
async fn check_cheated(what: &str, change: Change, expect: &str) {
    let mut played = play_one(change).await;
    let mut told = String::new();
    bounded(
        "the bot to say why it goes",
        played.told.read_to_string(&mut told),
    )
    .await
    .unwrap();
    let status = bounded("the bot to end", played.bot.wait()).await.unwrap();
    assert_eq!(status.code(), Some(1), "{what}: {told}");
    assert!(
        told.contains("THE DICE ARE WRONG: ") && told.contains(expect),
        "{what}: {told}"
    );
    let gone = |it: &Player| {
        it.seen
            .lobby
            .as_ref()
            .is_some_and(|it| humans(it) == 1 && it.players.len() == 1)
    };
    played
        .host
        .until("the bot to have left its seat", gone)
        .await;
}

/// A text with another digit after each place where a word is.
fn other_digit(text: &str, before: &str) -> String {
    let mut parts = text.split(before);
    let mut changed = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let first = if part.starts_with('1') { "2" } else { "1" };
        changed.push_str(before);
        changed.push_str(first);
        changed.push_str(&part[1..]);
    }
    changed
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_is_cheated_says_how_leaves_and_ends_with_1() {
    let secret: Change = |text| other_digit(&text, r#""dice_opened":{"secret":""#);
    check_cheated(
        "the secret is another",
        secret,
        "the server's secret does not fit its commitment",
    )
    .await;
    let roll: Change = |text| other_digit(&text, r#""chances":[[["#);
    check_cheated(
        "every attack is another",
        roll,
        "roll 1 is not what the dice show",
    )
    .await;
    let winner: Change = |text| other_winner(&text);
    check_cheated(
        "somebody else wins",
        winner,
        "the match does not end as the record says",
    )
    .await;
}

/// A text in which another seat wins.
fn other_winner(text: &str) -> String {
    let outcome = |winners: &str| format!(r#""outcome":{{"winners":[{winners}]}}"#);
    if text.contains(&outcome("0")) {
        return text.replace(&outcome("0"), &outcome("1"));
    }
    text.replace(&outcome("1"), &outcome("0"))
        .replace(&outcome("0,1"), &outcome("0"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_watches_is_told_of_wrong_dice_over_the_board() {
    programs::program("dicehall");
    let server = TestServer::start(quick_options()).await;
    let secret: Change = |text| other_digit(&text, r#""dice_opened":{"secret":""#);
    let cheat = CheatingServer::start(&server.address(), secret).await;
    let mut host = Player::connect(&server.address(), "Hoshi").await;
    let lobby = host.create("preset=standard,size=3,rounds=3").await;
    host.must(Request::TakeSeat { seat: None }).await;
    host.must(Request::SeatBot {
        seat: seat(1),
        bot: bot("random"),
    })
    .await;
    let watch = ["watch", cheat.address(), "--lobby", lobby.as_str()];
    let mut terminal = Terminal::start("dicehall", &watch, (80, 24));
    terminal.until_text("Hoshi");
    start_match(&mut [&mut host]).await;
    host.play().await;
    // A screen that is being drawn may have the one without the other.
    terminal.until("the verdict, and the box that says so", |it| {
        it.contains("THE DICE ARE WRONG: the server's secret does not fit its commitment")
            && it.contains("The dice are wrong")
    });
    terminal.keys("\u{1b}");
    terminal.until("the summary behind it", |it| {
        it.contains("RESULT") && !it.contains("The dice are wrong")
    });
    terminal.keys("\u{3}");
    assert!(terminal.ended().changed.is_empty());
}
