//! The log of a server and of the commands that run for long: whatever happens to it, play goes on, and every signal is heeded.

use std::fs::File;
use std::io::{PipeReader, PipeWriter, Read, Write, pipe};
use std::process::Stdio;

use dicehall_engine::GameKind;
use dicehall_engine::lobby::{Clock, Request, Settings};
use dicehall_tests::bounded;
use dicehall_tests::player::{Player, Seen, start_match};
use dicehall_tests::programs::{ServerProcess, command, signal};
use dicehall_tests::{operators, ports};
use tempfile::TempDir;
use tokio::process::Child;

/// Switches for a match that does not end within a test.
const LONG: &str = "preset=standard,size=8,rounds=1000";

/// The bytes that a pipe holds on Linux.
const PIPE_SIZE: usize = 65_536;

/// A server whose standard streams are the test's, on ports that are known beforehand.
struct Server {
    child: Child,
    address: String,
    admin: String,
    home: TempDir,
}

impl Server {
    fn start(stdout: Stdio, stderr: Stdio) -> Self {
        let home = TempDir::new().unwrap();
        let [address, admin] = [0; 2].map(|_| format!("127.0.0.1:{}", ports::free()));
        let mut command = command("dicehall-server", &home);
        command.args([
            "--listen",
            &address,
            "--admin",
            &admin,
            "--no-lan",
            "--no-solve",
            "--rate",
            "0",
        ]);
        command
            .args(["--log", "trace", "--data"])
            .arg(home.path().join("journal"));
        let child = command.stdout(stdout).stderr(stderr).spawn().unwrap();
        Self {
            child,
            address,
            admin,
            home,
        }
    }

    /// Lets two people play, and a third make a table.
    async fn is_played_on(&self) {
        operators::until_health(&self.admin, [200, 200]).await;
        let mut host = Player::connect(&self.address, "Hoshi").await;
        let lobby = host.create(LONG).await;
        let mut guest = Player::connect(&self.address, "Guest").await;
        guest.join(lobby).await;
        for player in [&mut host, &mut guest] {
            player.must(Request::TakeSeat { seat: None }).await;
        }
        start_match(&mut [&mut host, &mut guest]).await;
        let goes_on = |seen: &Seen| seen.ply.0 < 60;
        tokio::join!(host.play_while(goes_on), guest.play_while(goes_on));
        Player::connect(&self.address, "Late")
            .await
            .create(LONG)
            .await;
        assert_eq!(operators::health(&self.admin).await, [Some(200), Some(200)]);
    }

    /// The number of lines that were dropped.
    async fn dropped(&self) -> u64 {
        let token = std::fs::read_to_string(self.home.path().join("journal/admin-token")).unwrap();
        let text = operators::metrics(&self.admin, &token).await;
        operators::value(&text, "log_lines_dropped_total")
            .parse()
            .unwrap()
    }

    /// Tells it to end, which it does.
    async fn end(mut self) {
        signal("-TERM", self.child.id().unwrap());
        let status = bounded("the server to end", self.child.wait())
            .await
            .unwrap();
        assert_eq!(status.code(), Some(0), "it ended with {status}");
    }
}

fn full() -> File {
    File::options().write(true).open("/dev/full").unwrap()
}

#[tokio::test]
async fn streams_on_which_nothing_can_be_written_hold_up_no_server() {
    let server = Server::start(full().into(), full().into());
    server.is_played_on().await;
    assert!(server.dropped().await > 0, "nothing was logged");
    server.end().await;
}

#[tokio::test]
async fn readers_who_go_away_hold_up_no_server() {
    let (out, err) = (pipe().unwrap(), pipe().unwrap());
    let server = Server::start(out.1.into(), err.1.into());
    drop((out.0, err.0));
    server.is_played_on().await;
    assert!(server.dropped().await > 0, "nothing was logged");
    server.end().await;
}

/// A pipe that nobody reads, with no room for even the first line.
fn full_pipe() -> (PipeReader, PipeWriter) {
    let (reader, mut writer) = pipe().unwrap();
    writer.write_all(&vec![b'x'; PIPE_SIZE]).unwrap();
    (reader, writer)
}

#[tokio::test]
async fn readers_who_stop_reading_hold_up_no_server() {
    let (out, err) = (full_pipe(), full_pipe());
    let server = Server::start(out.1.into(), err.1.into());
    server.is_played_on().await;
    server.end().await;
    for mut reader in [out.0, err.0] {
        let mut written = Vec::new();
        reader.read_to_end(&mut written).unwrap();
        assert_eq!(written.len(), PIPE_SIZE, "there was room in the pipe");
    }
}

#[tokio::test]
async fn what_keeps_a_server_from_starting_ends_it_though_nobody_reads_why() {
    let home = TempDir::new().unwrap();
    for stderr in [Stdio::from(full()), pipe().unwrap().1.into()] {
        let mut command = command("dicehall-server", &home);
        command
            .args(["--listen", "192.0.2.1:1", "--no-lan", "--data"])
            .arg(home.path().join("data"));
        let mut child = command.stderr(stderr).spawn().unwrap();
        let status = bounded("the server to end", child.wait()).await.unwrap();
        assert_eq!(status.code(), Some(1));
    }
}

#[tokio::test]
async fn a_log_in_json_has_an_object_on_every_line() {
    let home = TempDir::new().unwrap();
    let options = ["--log", "debug", "--log-format", "json"];
    let server = ServerProcess::start(&home, "127.0.0.1:0", &options).await;
    let mut host = Player::connect(server.address(), "Hoshi").await;
    host.create(LONG).await;
    drop(host);
    let log = server.terminate_for_log().await;
    let lines: Vec<serde_json::Value> = log
        .lines()
        .map(|it| serde_json::from_str(it).unwrap())
        .collect();
    let named = |name: &str| lines.iter().all(|it| it[name].is_string());
    assert!(
        named("timestamp") && named("level") && named("message") && named("target"),
        "{log}"
    );
    assert!(
        lines.iter().any(|it| it["message"] == "shutting down"),
        "{log}"
    );
}

/// A program that reads and never answers, does not heed SIGTERM, and has started another one. Once it is asked to choose, both
/// numbers are in the file `numbers`.
const SILENT: &str = "sleep 1000 & echo $$ $! >part; trap '' TERM
while read -r line; do case $line in *'\"type\":\"choices\"'*) mv part numbers;; esac; done; wait";

/// Whether a process is there and not a corpse.
fn lives(process: &str) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/stat"));
    status.is_ok_and(|it| !it.contains(") Z "))
}

#[tokio::test]
async fn a_bot_whose_program_thinks_ends_at_once_and_leaves_nothing_behind() {
    let home = TempDir::new().unwrap();
    let server = ServerProcess::start(&home, "127.0.0.1:0", &[]).await;
    for ending in ["-TERM", "-INT", "-HUP"] {
        let folder = TempDir::new().unwrap();
        let mut host = Player::connect(server.address(), "Hoshi").await;
        let settings = Settings {
            rules: GameKind::TicTacToe.default_rules(),
            bot_pace_ms: 0,
            clock: Clock::Off,
        };
        let lobby = host.create_with(settings).await;
        let mut bot = command("dicehall", &folder);
        bot.current_dir(folder.path()).args([
            "bot",
            "--join",
            server.address(),
            "--lobby",
            lobby.as_str(),
        ]);
        let mut bot = bot.args(["--exec", "sh", "-c", SILENT]).spawn().unwrap();
        host.until("the bot to sit down", |it| {
            let lobby = it.seen.lobby.as_ref();
            lobby.is_some_and(|it| {
                it.seats
                    .iter()
                    .any(|it| matches!(it.holder, dicehall_protocol::HolderView::Human { .. }))
            })
        })
        .await;
        host.must(Request::TakeSeat { seat: None }).await;
        start_match(&mut [&mut host]).await;
        // The bot sat down first, so it is to move.
        let numbers = async {
            loop {
                if let Ok(numbers) = std::fs::read_to_string(folder.path().join("numbers")) {
                    return numbers;
                }
                tokio::task::yield_now().await;
            }
        };
        let numbers = bounded("the program to be asked", numbers).await;
        signal(ending, bot.id().unwrap());
        let status = bounded("the bot to end", bot.wait()).await.unwrap();
        assert_eq!(status.code(), Some(0), "after {ending}");
        for process in numbers.split_whitespace() {
            let gone = async {
                while lives(process) {
                    tokio::task::yield_now().await;
                }
            };
            bounded("its program to be gone", gone).await;
        }
    }
    server.kill().await;
}
