//! The door of the real program for guests without a terminal: whole matches by `ssh -T`, and a server and a door that are killed
//! between two moves.

use std::path::Path;

use dicehall_engine::GameKind;
use dicehall_tests::line_client::{ENGLISH, LineClient};
use dicehall_tests::programs::{self, ServerProcess};
use dicehall_tests::{bounded, ports};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use super::{home_with_key, ssh, ssh_arguments};

/// A door that leads to a server, and the folder of both.
struct Doorway {
    home: TempDir,
    door: Child,
    port: u16,
}

impl Doorway {
    /// Starts both; `None` if there is no `ssh` here.
    async fn open() -> Option<(ServerProcess, Self)> {
        let home = home_with_key()?;
        let server = ServerProcess::start(&home, "127.0.0.1:0", &[]).await;
        let port = ports::free();
        let door = door(&home, port, server.address()).await;
        Some((server, Self { home, door, port }))
    }

    /// A guest without a terminal, always with the same key.
    fn guest(&self) -> LineClient {
        let arguments = ssh_arguments(&self.home, self.port, &["-T", "Aki@127.0.0.1"]);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let own = TempDir::new().unwrap();
        LineClient::of(ENGLISH, Command::new(ssh()), own, &arguments)
    }
}

/// Starts a door on this port, with its key in this folder, and waits until it is open.
async fn door(home: &TempDir, port: u16, server: &str) -> Child {
    let mut command = programs::command("dicehall", home);
    let key = home.path().join("door_key");
    command
        .args(["door", "--join", server, "--listen"])
        .arg(format!("127.0.0.1:{port}"))
        .arg("--key")
        .arg(key);
    let mut child = command
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let line = bounded("the door to open", lines.next_line())
        .await
        .unwrap();
    let line = line.unwrap_or_default();
    assert!(line.starts_with("listening on ssh://"), "{line}");
    child
}

/// Makes a table of this game, against bots, and begins.
async fn begin(guest: &mut LineClient, game: GameKind) {
    guest.until("There is no lobby yet").await;
    guest.types("new").await;
    guest.until("You sit on seat 1.").await;
    guest.types(&format!("game {}", game.name())).await;
    guest.types("pace 0").await;
    guest.until("Bots wait, ms: 0").await;
    guest.types("bot").await;
    guest.until("Everybody is ready").await;
    guest.types("start").await;
    guest.until("The match begins").await;
}

/// The board in words.
async fn look(guest: &mut LineClient) -> Vec<String> {
    guest.types("look").await;
    let mut board = vec![guest.until("Row 1:").await];
    for row in ["Row 2:", "Row 3:"] {
        board.push(guest.until(row).await);
    }
    board
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_game_is_played_to_its_end_by_ssh_without_a_terminal() {
    for game in [
        GameKind::TicTacToe,
        GameKind::AnimalShogi,
        GameKind::DiceWars,
        GameKind::DiceOfDoom,
    ] {
        let Some((_server, doorway)) = Doorway::open().await else {
            return;
        };
        let mut guest = doorway.guest();
        begin(&mut guest, game).await;
        guest.play().await;
        guest.until("Type rematch").await;
        guest.types("quit").await;
        let (code, errors) = guest.ended().await;
        assert_eq!((code, errors.as_str()), (Some(0), ""), "{game:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_server_and_a_killed_door_lead_back_to_the_same_seat_and_position() {
    let Some((server, mut doorway)) = Doorway::open().await else {
        return;
    };
    let mut guest = doorway.guest();
    begin(&mut guest, GameKind::TicTacToe).await;
    guest.until("Your turn").await;
    guest.types("a1").await;
    guest.until("Your turn").await;
    let board = look(&mut guest).await;
    assert!(board[0].contains("a1 your X"), "{board:?}");

    let address = server.address().to_owned();
    server.kill().await;
    let _server = ServerProcess::start(&doorway.home, &address, &[]).await;
    guest.until("Back in the lobby").await;
    assert_eq!(look(&mut guest).await, board, "after the server");

    bounded("the door to die", doorway.door.kill())
        .await
        .unwrap();
    let (code, _errors) = guest.ended().await;
    assert_eq!(code, Some(255), "the connection is broken");
    doorway.door = door(&doorway.home, doorway.port, &address).await;
    let mut again = doorway.guest();
    again.until("Your turn").await;
    assert_eq!(look(&mut again).await, board, "after the door");
    assert!(is_private(&doorway.home.path().join("door_seats")));
}

/// Whether only the owner reads the files of a folder, of which there is one.
fn is_private(folder: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    let files: Vec<_> = std::fs::read_dir(folder).unwrap().flatten().collect();
    let mode = |it: &std::fs::DirEntry| it.metadata().unwrap().permissions().mode() & 0o077;
    files.len() == 1 && files.iter().all(|it| mode(it) == 0)
}
