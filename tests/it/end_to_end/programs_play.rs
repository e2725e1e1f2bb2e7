//! Programs at the table: a host without a screen, bots of this project, and programs of other people.

use std::process::Stdio;

use dicehall_engine::games::territory::Action;
use dicehall_engine::lobby::Request;
use dicehall_engine::{AnyAction, Seat};
use dicehall_protocol::{EventView, LobbyCode, MatchEventView};
use dicehall_tests::player::Player;
use dicehall_tests::programs::{self, BotProcess};
use dicehall_tests::server::{TestServer, quick_options};
use dicehall_tests::{bounded, skipped};
use serde_json::{Map, Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, Command};

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
        .filter(|(seat, _)| Some(*seat) != host.seen.seat())
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

/// The bots of `docs/bots`, and the interpreters that may run each.
const EXAMPLES: [(&str, &[&str]); 3] = [
    ("attack.py", &["python3"]),
    ("attack.js", &["node"]),
    ("attack.lua", &["lua5.4", "lua5.3", "lua"]),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_example_bots_play_and_are_told_how_it_ended() {
    let server = TestServer::start(quick_options()).await;
    let mut host = Player::connect(&server.address(), "Hoshi").await;
    let lobby = host.create(SMALL).await;
    host.must(Request::TakeSeat { seat: None }).await;
    let mut bots = Vec::new();
    for (example, interpreters) in EXAMPLES {
        let Some(interpreter) = interpreter(example, interpreters).await else {
            continue;
        };
        let home = TempDir::new().unwrap();
        let bot = start_example(&home, &server.address(), lobby, (interpreter, example));
        bots.push((example, bot, home));
        let seated = bots.len();
        host.until("the bot to be ready", |it| {
            super::count_ready(&it.seen) == seated
        })
        .await;
    }
    host.must(Request::Start { force: false }).await;
    host.play().await;
    let winners = host.seen.outcome.unwrap().winners;
    for (seat, (example, mut bot, _home)) in (1..).zip(bots) {
        let mut told = BufReader::new(bot.stderr.take().unwrap()).lines();
        let result = loop {
            let line = bounded("what the bot tells", told.next_line()).await;
            let line = line.unwrap().expect("the bot says how it ended");
            if let Some((_, result)) = line.split_once(&format!("{example}: ")) {
                break result.to_owned();
            }
        };
        let won = winners.contains(Seat::new(seat).unwrap());
        assert_eq!(result, if won { "won" } else { "lost" }, "{example}");
        programs::terminate(&bot);
        let ended = bounded("the bot to end", bot.wait()).await.unwrap();
        assert!(ended.success(), "{example}: {ended}");
    }
    server.stop().await;
}

/// A snapshot, choices and the end of a match, as a program is told them.
fn told_to_a_program() -> Vec<Value> {
    let golden = |name: &str| {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../protocol/golden/server/");
        let text = std::fs::read_to_string(format!("{folder}{name}.json")).unwrap();
        serde_json::from_str::<Value>(&text).unwrap()
    };
    let attack =
        json!({"action": {"game": "dice-of-doom", "action": [3, 0]}, "odds": 0.8, "link": 3});
    let choices = json!({"type": "choices", "ply": 0, "choices": [attack]});
    vec![golden("snapshot_playing"), choices, golden("snapshot_over")]
}

/// The same message from a later server: every object in it has a field that nobody knows.
fn later(part: &Value) -> Value {
    match part {
        Value::Object(fields) => {
            let mut more: Map<_, _> = fields
                .iter()
                .map(|(k, it)| (k.clone(), later(it)))
                .collect();
            more.insert("of_a_later_server".to_owned(), json!({"a": [1]}));
            Value::Object(more)
        }
        Value::Array(items) => items.iter().map(later).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => part.clone(),
    }
}

#[tokio::test]
async fn the_example_bots_ignore_fields_that_they_do_not_know() {
    let told = told_to_a_program();
    let of_later: Vec<Value> = told.iter().map(later).collect();
    for (example, interpreters) in EXAMPLES {
        let Some(interpreter) = interpreter(example, interpreters).await else {
            continue;
        };
        let said = heard_by(interpreter, example, &told).await;
        assert!(said.contains("[3,0]") || said.contains("[3, 0]"), "{said}");
        let others = heard_by(interpreter, example, &of_later).await;
        // What is answered is repeated as it came.
        assert_eq!(plain(&said), plain(&others), "{example}");
    }
}

/// The answer of a program, if it names the action without the invented field.
fn plain(said: &str) -> String {
    let lines = said.lines().map(|line| {
        let Ok(mut answer) = serde_json::from_str::<Value>(line) else {
            return line.to_owned();
        };
        if let Some(action) = answer["action"].as_object_mut() {
            action.remove("of_a_later_server");
        }
        answer.to_string()
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The answers of an example to these messages.
async fn heard_by(interpreter: &str, example: &str, told: &[Value]) -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/bots/");
    let mut command = Command::new(interpreter);
    command.arg(format!("{script}{example}"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut bot = command.stderr(Stdio::null()).spawn().unwrap();
    let mut stdin = bot.stdin.take().unwrap();
    for message in told {
        let line = format!("{message}\n");
        stdin.write_all(line.as_bytes()).await.unwrap();
    }
    drop(stdin);
    let output = bounded("the example to end", bot.wait_with_output()).await;
    String::from_utf8(output.unwrap().stdout).unwrap()
}

fn start_example(
    home: &TempDir,
    address: &str,
    lobby: LobbyCode,
    (interpreter, example): (&str, &str),
) -> Child {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/bots/");
    let mut command = programs::command("dicehall", home);
    command.args(["bot", "--join", address, "--lobby", lobby.as_str()]);
    command.args(["--name", example, "--exec", interpreter]);
    command.arg(format!("{script}{example}"));
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// The interpreter for an example on this machine. Python is everywhere; without another interpreter its example is
/// left out, with a message, unless `DICEHALL_EXAMPLES=all` demands all of them, as `.ci/run` does.
async fn interpreter(example: &str, names: &[&'static str]) -> Option<&'static str> {
    for name in names {
        let mut command = Command::new(name);
        let version = command.arg(if *name == "python3" || *name == "node" {
            "--version"
        } else {
            "-v"
        });
        let ran = version.stdout(Stdio::null()).stderr(Stdio::null()).status();
        if ran.await.is_ok_and(|it| it.success()) {
            return Some(name);
        }
    }
    let all = std::env::var("DICEHALL_EXAMPLES").is_ok_and(|it| it == "all");
    assert!(
        !all && example != "attack.py",
        "none of {names:?} is there to run {example}"
    );
    skipped(&format!("none of {names:?} is there to run {example}"));
    None
}

/// A host process for two guests, with its address and its lobby, as it prints them.
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
