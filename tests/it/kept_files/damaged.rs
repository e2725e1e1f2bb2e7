//! Files that are damaged, links, and homes that are not there: the program goes on, says what is wrong, and leaves as it
//! is what it cannot read.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use dicehall_tests::line_client::LineClient;
use dicehall_tests::{bounded, programs, skipped};
use tempfile::TempDir;

use super::{MATCH, healthy};

/// A person with this file in their folder.
fn with(path: &str, content: &[u8]) -> TempDir {
    let home = TempDir::new().unwrap();
    let path = home.path().join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content).unwrap();
    home
}

/// The output of a command for the person, and its exit code.
async fn run(home: &TempDir, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = programs::command("dicehall", home);
    let output = bounded("the command", command.args(arguments).output()).await;
    let output = output.unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).unwrap())
}

async fn quit(mut client: LineClient) -> TempDir {
    client.types("quit").await;
    let (code, errors, home) = client.ended_in().await;
    assert_eq!(code, Some(0), "{errors}");
    home
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_record_is_told_by_the_match_the_command_and_the_doctor() {
    let path = "data/dicehall/record.db";
    let text = "somebody's letter, and no database. ".repeat(30);
    let mut client = healthy(with(path, text.as_bytes()), &MATCH);
    client.play().await;
    client
        .until("Not counted in your record: it is damaged")
        .await;
    let home = quit(client).await;
    assert_eq!(fs::read_to_string(home.path().join(path)).unwrap(), text);
    let (code, told) = run(&home, &["record"]).await;
    assert_eq!(code, Some(1));
    assert_eq!(told.matches("damaged").count(), 1, "{told}");
    let (code, told) = run(&home, &["doctor"]).await;
    assert_eq!(code, Some(0));
    assert!(!told.contains("record.db can be written"), "{told}");
    assert!(told.contains("move it away"), "{told}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn choices_and_known_servers_that_cannot_be_read_stay_as_they_are() {
    let path = "state/dicehall/choices.toml";
    let mut client = healthy(with(path, b"name = \"Zoe"), &["--plain"]);
    client.types("game dice-wars").await;
    client
        .until("Your choice is not kept for next time: it is not TOML")
        .await;
    let home = quit(client).await;
    assert_eq!(fs::read(home.path().join(path)).unwrap(), b"name = \"Zoe");
    let path = "config/dicehall/known_servers";
    let utf16 = b"\xff\xfea\0:\x001\0";
    let home = with(path, utf16);
    let folder = TempDir::new().unwrap();
    let listen = ["--tls-self-signed"];
    let server = programs::ServerProcess::start(&folder, "127.0.0.1:0", &listen).await;
    let address = format!("wss://{}", server.address());
    let lobby = [
        "bot", "--join", &address, "--lobby", "ABCDE", "--bot", "random",
    ];
    let (code, told) = run(&home, &[&lobby[..], &["--trust-first"]].concat()).await;
    assert_eq!(code, Some(1));
    assert!(
        told.contains("UTF-16") && told.contains("known_servers"),
        "{told}"
    );
    assert_eq!(fs::read(home.path().join(path)).unwrap(), utf16);
    server.kill().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn links_stay_and_what_they_lead_to_is_written() {
    let home = TempDir::new().unwrap();
    let (folder, files) = (
        home.path().join("state/dicehall"),
        home.path().join("files"),
    );
    fs::create_dir_all(&folder).unwrap();
    fs::create_dir(&files).unwrap();
    symlink(files.join("mine.toml"), folder.join("choices.toml")).unwrap();
    let mut client = healthy(home, &["--plain"]);
    for game in ["dice-wars", "animal-shogi"] {
        client.types(&format!("game {game}")).await;
        client.until("The game is ").await;
    }
    let home = quit(client).await;
    let link = fs::symlink_metadata(folder.join("choices.toml")).unwrap();
    assert!(link.is_symlink());
    let text = fs::read_to_string(home.path().join("files/mine.toml")).unwrap();
    assert!(text.contains("animal-shogi"), "{text}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_home_that_is_not_there_is_made_and_without_one_the_match_is_played() {
    let mut client = healthy(TempDir::new().unwrap(), &["--plain"]);
    client.types("game dice-wars").await;
    client.until("The game is ").await;
    let home = quit(client).await;
    assert!(home.path().join("state/dicehall/choices.toml").exists());
    let Some(mut client) = homeless() else {
        skipped("only root can be somebody without a home");
        return;
    };
    client.types("game dice-wars").await;
    client
        .until("Your choice is not kept for next time: there is no home folder")
        .await;
    client.types("play tic-tac-toe").await;
    client.play().await;
    client
        .until("Not counted in your record: there is no home folder")
        .await;
    quit(client).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_tells_a_damaged_file_of_its_folder_once() {
    let home = TempDir::new().unwrap();
    let server = programs::ServerProcess::start(&home, "127.0.0.1:0", &[]).await;
    server.terminate().await;
    let data = home.path().join("journal");
    fs::write(data.join("address.key"), "short").unwrap();
    let data = data.to_str().unwrap();
    let arguments = ["--data", data, "--listen", "127.0.0.1:0", "--no-lan"];
    let finished = programs::run("dicehall-server", arguments, "").await;
    assert_eq!(finished.code, Some(1));
    assert_eq!(
        finished.stderr.matches("is damaged").count(),
        1,
        "{}",
        finished.stderr
    );
}

/// A client of a user whom the system does not know and who has no variable that names a folder; `None` unless this
/// process may become another user.
fn homeless() -> Option<LineClient> {
    let home = TempDir::new().unwrap();
    let anybody = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(home.path(), anybody).unwrap();
    let become_nobody = ["--reuid=54321", "--regid=54321", "--clear-groups"];
    let tried = std::process::Command::new("setpriv")
        .args(become_nobody)
        .arg("true")
        .status();
    tried.ok().filter(std::process::ExitStatus::success)?;
    let usual = programs::command("dicehall", &home);
    let mut command = tokio::process::Command::new("setpriv");
    command
        .args(become_nobody)
        .args(["env", "-i", "LANG=C.UTF-8"]);
    command.arg(usual.as_std().get_program());
    command.kill_on_drop(true).current_dir(Path::new("/"));
    let speech = dicehall_tests::line_client::ENGLISH;
    Some(LineClient::of(speech, command, home, &["--plain"]))
}
