//! Ended lobbies leave the journal by themselves, also when the server was killed; the files of their matches stay, and
//! no other lobby is affected.

use std::path::Path;

use dicehall_engine::lobby::{DiceEvent, Event, Request};
use dicehall_protocol::{DiceEventView, EventView, LobbyCode};
use dicehall_tests::player::Player;
use dicehall_tests::programs::{self, ServerProcess};
use dicehall_tests::table::{bot, seat};
use dicehall_tests::{bounded, journal};
use tempfile::TempDir;

use super::journal_folder;

/// Switches for a match of a few plies.
const SHORT: &str = "preset=standard,size=3,rounds=2";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lobby_that_has_ended_leaves_the_journal_and_its_matches_stay() {
    let home = TempDir::new().unwrap();
    let data = journal_folder(&home);
    let server = ServerProcess::start(&home, "127.0.0.1:0", &[]).await;
    let (mut hoshi, gone) = table(server.address(), "Hoshi").await;
    play(&mut hoshi).await;
    play(&mut hoshi).await;
    let (mut aki, stays) = table(server.address(), "Aki").await;
    play(&mut aki).await;
    hoshi.must(Request::Leave).await;
    server.kill().await;
    let before = journal::records(&data, stays);
    assert!(
        !journal::records(&data, gone).is_empty(),
        "it has just ended"
    );

    let server = ServerProcess::start(&home, "127.0.0.1:0", &[]).await;
    until_gone(&data, gone).await;
    // A person who is back in a lobby that goes on plays another match in it.
    let mut aki = aki.vanish().resume(server.address()).await;
    assert!(aki.seen.resumed);
    play(&mut aki).await;
    // A lobby that ends now leaves the journal before the server stops.
    let (mut hoshi, second) = table(server.address(), "Hoshi").await;
    play(&mut hoshi).await;
    hoshi.must(Request::Leave).await;
    let (status, _) = server.terminate().await;
    assert!(status.success());
    assert!(
        journal::records(&data, second).is_empty(),
        "it is in the journal"
    );
    assert!(journal::records(&data, gone).is_empty());
    assert_eq!(journal::records(&data, stays)[..before.len()], before);
    assert_eq!(opened(&data, stays), 2);
    check_export(&home, &[(gone, 2), (second, 1), (stays, 2)]).await;
    check_results(&data, &[(gone, 2), (second, 1), (stays, 2)]).await;
}

/// The number of matches of a lobby that are over, as its journal says.
fn opened(data: &Path, lobby: LobbyCode) -> usize {
    let events = journal::events(data, lobby);
    let is_opened = |it: &&Event| **it == Event::Dice(DiceEvent::DiceOpened);
    events.iter().filter(is_opened).count()
}

/// The moment of a kill after the end of a match.
#[derive(Clone, Copy)]
enum Moment {
    /// The player has just been told of the end.
    AtOnce,
    /// The server has written the file of the match.
    Filed,
    /// The server has written the result of the match.
    Recorded,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_has_one_result_whenever_the_server_is_killed() {
    let home = TempDir::new().unwrap();
    let data = journal_folder(&home);
    let mut server = ServerProcess::start(&home, "127.0.0.1:0", &[]).await;
    let (mut player, lobby) = table(server.address(), "Hoshi").await;
    let moments = [Moment::AtOnce, Moment::Filed, Moment::Recorded];
    let kills = moments.into_iter().cycle().take(9);
    let mut matches = 0;
    for moment in kills {
        let before = [size(&data.join("matches")), results_size(&data)];
        begin(&mut player).await;
        player.play().await;
        bounded("the moment of the kill", async {
            while match moment {
                Moment::AtOnce => false,
                Moment::Filed => size(&data.join("matches")) == before[0],
                Moment::Recorded => results_size(&data) == before[1],
            } {
                tokio::task::yield_now().await;
            }
        })
        .await;
        server.kill().await;
        server = ServerProcess::start(&home, "127.0.0.1:0", &[]).await;
        player = player.vanish().resume(server.address()).await;
        matches += 1;
        bounded("the dice to be opened", async {
            while opened(&data, lobby) < matches {
                tokio::task::yield_now().await;
            }
        })
        .await;
    }
    let (status, _) = server.terminate().await;
    assert!(status.success());
    check_results(&data, &[(lobby, matches)]).await;
    check_export(&home, &[(lobby, matches)]).await;
}

/// The bytes in a folder.
fn size(folder: &Path) -> u64 {
    let files = std::fs::read_dir(folder).into_iter().flatten();
    let sizes = files.filter_map(|it| Some(it.ok()?.metadata().ok()?.len()));
    sizes.sum()
}

/// The bytes of the results with their log.
fn results_size(data: &Path) -> u64 {
    let names = ["results.sqlite", "results.sqlite-wal"];
    let sizes = names.map(|it| std::fs::metadata(data.join(it)).map_or(0, |it| it.len()));
    sizes.into_iter().sum()
}

/// Checks that there are the results of this many matches of each lobby and of no others, each once.
async fn check_results(data: &Path, lobbies: &[(LobbyCode, usize)]) {
    let wanted = [
        "results",
        "export",
        "--json",
        "--data",
        data.to_str().unwrap(),
    ];
    let told = programs::run("dicehall-server", wanted, "").await;
    assert_eq!(told.code, Some(0), "{told:?}");
    let of = |lobby: &LobbyCode| {
        let begins = format!("{{\"dicehall_result\":1,\"match_id\":\"{lobby}-");
        told.stdout
            .lines()
            .filter(|it| it.starts_with(&begins))
            .count()
    };
    for (lobby, count) in lobbies {
        assert_eq!(of(lobby), *count, "{lobby}: {}", told.stdout);
    }
    let different: std::collections::BTreeSet<&str> = told.stdout.lines().collect();
    let total: usize = lobbies.iter().map(|it| it.1).sum();
    assert_eq!([different.len(), told.stdout.lines().count()], [total; 2]);
}

/// A person who plays against a bot, with the lobby.
async fn table(address: &str, name: &str) -> (Player, LobbyCode) {
    let mut player = Player::connect(address, name).await;
    let lobby = player.create(SHORT).await;
    player.must(Request::TakeSeat { seat: None }).await;
    player
        .must(Request::SeatBot {
            seat: seat(1),
            bot: bot("random"),
        })
        .await;
    (player, lobby)
}

/// Starts a match, and waits until it has begun.
async fn begin(player: &mut Player) {
    player.must(Request::Start { force: true }).await;
    player
        .until("the match to begin", |it| {
            it.seen.outcome.is_none() && it.seen.config.is_some()
        })
        .await;
}

/// Plays a match to its end, until its dice have been opened.
async fn play(player: &mut Player) {
    let opened = |it: &Player| {
        let is_opened =
            |event: &EventView| matches!(event, EventView::Dice(DiceEventView::DiceOpened { .. }));
        let events = it.seen.events.iter();
        events.filter(|(_, it)| is_opened(it)).count()
    };
    let before = opened(player);
    begin(player).await;
    player.play().await;
    player
        .until("the dice to be opened", |it| opened(it) > before)
        .await;
}

/// Waits until nothing of a lobby is in the journal's file.
async fn until_gone(data: &Path, lobby: LobbyCode) {
    bounded("a lobby to leave the journal", async {
        while !journal::records(data, lobby).is_empty() {
            tokio::task::yield_now().await;
        }
    })
    .await;
}

/// Checks that this many matches of each lobby are exported, and that every one of them verifies.
async fn check_export(home: &TempDir, lobbies: &[(LobbyCode, usize)]) {
    let data = journal_folder(home);
    for (lobby, count) in lobbies {
        let out = home.path().join(lobby.as_str());
        let [data, out_text] = [&data, &out].map(|it| it.to_str().unwrap());
        let wanted = [
            "export",
            "--data",
            data,
            "--out",
            out_text,
            "--lobby",
            lobby.as_str(),
        ];
        let exported = programs::run("dicehall", wanted, "").await;
        assert_eq!(exported.code, Some(0), "{exported:?}");
        let files: Vec<_> = std::fs::read_dir(&out)
            .unwrap()
            .map(|it| it.unwrap().path())
            .collect();
        assert_eq!(files.len(), *count, "{lobby}: {files:?}");
        for file in files {
            let verified = programs::run("dicehall", ["verify", file.to_str().unwrap()], "").await;
            assert_eq!(verified.code, Some(0), "{verified:?}");
        }
    }
}
