//! A match that begins on a server with a file, goes on in a cluster, and ends on a server with a file again: the commands
//! `import-journal` and `export-journal`.

mod people;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use dicehall_engine::lobby::Request;
use dicehall_protocol::LobbyCode;
use dicehall_tests::player::{Player, Seen, start_match};
use dicehall_tests::programs::{self, Finished, ServerProcess};
use dicehall_tests::{bounded, nats};
use futures_util::future::join_all;
use tempfile::TempDir;

use super::Nats;
use crate::recovery::record::{Record, check, play};
use crate::recovery::until_over;

/// Switches for a match that cannot end before it has moved twice.
const SMALL: &str = "preset=standard,size=8,rounds=12";

/// The data folder of a server.
fn data(home: &TempDir) -> PathBuf {
    home.path().join("journal")
}

/// Runs a command on a data folder and the cluster.
async fn run(command: &str, data: &Path, nats: &Nats) -> Finished {
    let mut words = vec![command.to_owned(), "--data".to_owned()];
    words.push(data.display().to_string());
    words.extend(nats.options());
    programs::run("dicehall-server", words, "").await
}

/// Moves the lobby, and checks that there was nothing of it.
async fn moves(command: &str, data: &Path, nats: &Nats) {
    let ended = run(command, data, nats).await;
    assert_eq!(ended.code, Some(0), "{ended:?}");
    let told = &ended.stdout;
    assert!(told.starts_with("1 lobbies with "), "{ended:?}");
    assert!(
        told.contains(" on both sides; 0 of the records, 0 of the accounts "),
        "{ended:?}"
    );
}

/// Checks that a command is refused with these words.
async fn refused(command: &str, data: &Path, nats: &Nats, words: &str) {
    let ended = run(command, data, nats).await;
    assert_eq!(ended.code, Some(1), "{ended:?}");
    assert!(ended.stderr.contains(words), "{ended:?}");
    assert!(ended.stdout.is_empty(), "{ended:?}");
}

/// A host and a guest in a match.
async fn table(server: &ServerProcess) -> (Vec<Player>, LobbyCode) {
    let mut host = Player::connect(server.address(), "Hoshi").await;
    let lobby = host.create(SMALL).await;
    let mut guest = Player::connect(server.address(), "Guest").await;
    guest.join(lobby).await;
    for player in [&mut host, &mut guest] {
        player.must(Request::TakeSeat { seat: None }).await;
    }
    start_match(&mut [&mut host, &mut guest]).await;
    (vec![host, guest], lobby)
}

/// Lets everybody play until this ply, or until the match is over.
async fn play_until(players: &mut [Player], records: &mut [Record], ply: u32) {
    let is_done = |seen: &Seen| {
        if seen.ply.0 >= ply {
            ControlFlow::Break(())
        } else {
            until_over(seen)
        }
    };
    let people = players.iter_mut().zip(records);
    join_all(people.map(|(player, record)| play(player, record, is_done))).await;
}

async fn resume(players: Vec<Player>, server: &ServerProcess) -> Vec<Player> {
    let absent = players.into_iter().map(Player::vanish);
    let players = join_all(absent.map(|it| it.resume(server.address()))).await;
    assert!(players.iter().all(|it| it.seen.resumed));
    players
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_moves_into_a_cluster_and_back_into_a_file() {
    let Some(program) = nats::program() else {
        return;
    };
    let nats = Nats::start(program).await;
    let homes: [TempDir; 3] = std::array::from_fn(|_| TempDir::new().unwrap());
    let [first, middle, last] = &homes;
    let server = ServerProcess::start(first, "127.0.0.1:0", &[]).await;
    let (mut players, lobby) = table(&server).await;
    let mut records: Vec<Record> = ["Hoshi", "Guest"].map(Record::of).into();
    play_until(&mut players, &mut records, 6).await;
    refused("import-journal", &data(first), &nats, "a server is using").await;
    server.kill().await;
    moves("import-journal", &data(first), &nats).await;

    let server = nats.node(middle).await;
    players = resume(players, &server).await;
    play_until(&mut players, &mut records, 14).await;
    refused("export-journal", &data(last), &nats, "stop the server").await;
    assert!(server.terminate().await.0.success());
    // The lobby went on, so the file in which it began is out of date.
    refused(
        "import-journal",
        &data(first),
        &nats,
        "has been played on in the cluster",
    )
    .await;
    moves("export-journal", &data(last), &nats).await;

    let server = ServerProcess::start(last, "127.0.0.1:0", &[]).await;
    players = resume(players, &server).await;
    play_until(&mut players, &mut records, u32::MAX).await;
    for (player, record) in players.iter_mut().zip(&mut records) {
        assert!(player.seen.outcome.is_some(), "the match is over");
        record.last_word(player).await;
    }
    assert!(server.terminate().await.0.success());
    let acts = check(&data(last), lobby, &records, &players);
    assert!(acts > 16, "only {acts} actions: the test shows nothing");
    refused(
        "export-journal",
        &data(last),
        &nats,
        "has been played on in",
    )
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_folder_without_a_journal_and_a_command_without_a_cluster_are_refused() {
    let Some(program) = nats::program() else {
        return;
    };
    let nats = Nats::start(program).await;
    let home = TempDir::new().unwrap();
    refused("import-journal", &data(&home), &nats, "there is no journal").await;
    let told = programs::run("dicehall-server", ["import-journal"], "").await;
    assert_eq!(told.code, Some(2), "{told:?}");
    assert!(told.stderr.contains("--cluster says"), "{told:?}");
}
