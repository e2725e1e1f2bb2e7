//! The real server is killed in the middle of matches, and nothing that anybody was told is lost, doubled or reordered.

pub(crate) mod accounts;
mod crowd;
mod ended;
#[cfg(target_os = "linux")]
mod full_disk;
pub(crate) mod record;
#[cfg(target_os = "linux")]
mod sync;
mod torn;
mod upgrade;

use std::ops::ControlFlow;
use std::time::{SystemTime, UNIX_EPOCH};

use dicehall_engine::lobby::Request;
use dicehall_protocol::{EventView, LobbyCode, Reply, SessionCommand};
use dicehall_tests::journal;
use dicehall_tests::player::{Player, Seen, start_match};
use dicehall_tests::programs::{self, ServerProcess};
use dicehall_tests::table::{bot, seat};
use record::{Record, check, play};
use tempfile::TempDir;

/// Switches for a match of two seats that cannot end before the last kill, because a seat loses at most one of its 32
/// hexes a ply.
const SMALL: &str = "preset=standard,size=8,rounds=12";
/// Switches for a match that does not end within a test.
const LONG: &str = "preset=standard,size=8,rounds=1000";
/// The plies at which the server is killed.
const KILLS: [u32; 4] = [3, 9, 17, 26];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_accepted_survives_every_kill_once_and_in_order() {
    let home = TempDir::new().unwrap();
    let mut server = ServerProcess::start(&home, "127.0.0.1:0", &[]).await;
    let (mut players, lobby) = two_at_a_table(server.address(), SMALL).await;
    let [host, guest] = &mut players;
    start_match(&mut [host, guest]).await;
    let mut records = [Record::of("Hoshi"), Record::of("Guest")];
    for kill_at in KILLS.map(Some).into_iter().chain([None]) {
        let ([host, guest], [one, two]) = (&mut players, &mut records);
        // The kill comes while both players have commands on the way.
        let strike = |seen: &Seen| {
            if kill_at.is_some_and(|it| seen.ply.0 >= it) {
                server.kill_now();
            }
            until_over(seen)
        };
        tokio::join!(play(host, one, strike), play(guest, two, until_over));
        if kill_at.is_some() {
            server.kill().await;
            server = ServerProcess::start(&home, "127.0.0.1:0", &[]).await;
            players = Box::pin(resume(server.address(), players)).await;
        }
    }
    for player in &mut players {
        player.until_opened().await;
    }
    server.kill().await;
    let acts = check(&journal_folder(&home), lobby, &records, &players);
    assert!(acts > 16, "only {acts} actions: the test shows nothing");
    let replayed = journal::replay(&journal_folder(&home), lobby);
    assert!(
        players
            .iter()
            .all(|it| it.seen.revision == Some(replayed.shown())),
        "somebody missed the end"
    );
}

/// Goes on until the match is over.
pub(crate) fn until_over(seen: &Seen) -> ControlFlow<()> {
    if seen.outcome.is_some() {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_comes_after_a_kill_is_told_what_happened_before_it() {
    let home = TempDir::new().unwrap();
    let server = ServerProcess::start(&home, "127.0.0.1:0", &[]).await;
    let (mut players, lobby) = two_at_a_table(server.address(), LONG).await;
    let [host, guest] = &mut players;
    start_match(&mut [host, guest]).await;
    let text = "good luck".to_owned();
    guest.must(Request::Chat { text }).await;
    let goes_on = |seen: &Seen| seen.ply.0 < 6;
    tokio::join!(host.play_while(goes_on), guest.play_while(goes_on));
    server.kill().await;
    let server = ServerProcess::start(&home, "127.0.0.1:0", &[]).await;
    let mut late = Player::connect(server.address(), "Late").await;
    late.join(lobby).await;
    let answer = late.must(SessionCommand::History { before: None }).await;
    let Some(Reply::History(history)) = answer.reply else {
        panic!("{answer:?}")
    };
    assert!(!history.has_earlier);
    let told = history.updates.into_iter().flat_map(|it| it.events);
    let told: Vec<EventView> = told.collect();
    // The host was there from the second event on, and has seen all events until the kill.
    let seen = players[0].seen.events.iter().map(|(_, it)| it.clone());
    let seen: Vec<EventView> = seen.collect();
    assert!(seen.len() > 16, "{seen:?}");
    assert_eq!(told.get(2..2 + seen.len()), Some(&seen[..]));
    server.kill().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_go_on_by_themselves_after_a_kill() {
    let home = TempDir::new().unwrap();
    let server = ServerProcess::start(&home, "127.0.0.1:0", &[]).await;
    let mut host = Player::connect(server.address(), "Hoshi").await;
    host.create("preset=standard,size=4,rounds=30").await;
    for number in 0..3 {
        host.must(Request::SeatBot {
            seat: seat(number),
            bot: bot("paranoid:1"),
        })
        .await;
    }
    host.must(Request::Start { force: false }).await;
    host.until("the bots to begin", |it| it.seen.ply.0 >= 2)
        .await;
    let joined = host.joined();
    server.kill().await;
    let server = ServerProcess::start(&home, "127.0.0.1:0", &[]).await;
    let mut host = host.vanish().resume(server.address()).await;
    assert!(host.seen.resumed);
    host.until("the end of the match", |it| it.seen.outcome.is_some())
        .await;
    host.until_opened().await;
    server.kill().await;
    let lobby = journal::replay(&journal_folder(&home), joined.lobby);
    assert_eq!(
        (lobby.outcome(), Some(lobby.shown())),
        (host.seen.outcome, host.seen.revision)
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_lobby_is_closed_and_the_others_run_on() {
    let home = TempDir::new().unwrap();
    let server = ServerProcess::start(&home, "127.0.0.1:0", &[]).await;
    let (damaged_players, damaged) = two_at_a_table(server.address(), LONG).await;
    let (mut sound_players, sound) = two_at_a_table(server.address(), LONG).await;
    let [host, guest] = &mut sound_players;
    start_match(&mut [host, guest]).await;
    server.kill().await;
    // The fifth event is the host sitting down; another seat would be possible as well.
    journal::forge(
        &journal_folder(&home),
        damaged,
        5,
        r#""seat":0"#,
        r#""seat":3"#,
    );
    let left = journal::records(&journal_folder(&home), damaged);

    let server = ServerProcess::start(&home, "127.0.0.1:0", &[]).await;
    let joined = damaged_players[0].joined();
    let mut shut_out = Player::resume(server.address(), "Hoshi", &joined).await;
    assert!(!shut_out.seen.resumed, "a damaged lobby lets nobody in");
    let refused = shut_out
        .ask(SessionCommand::JoinLobby {
            lobby: damaged,
            password: None,
            key: None,
        })
        .await
        .unwrap_err();
    assert_eq!(refused.code, "lobby_quarantined");
    let [mut host, mut guest] = Box::pin(resume(server.address(), sound_players)).await;
    let mut records = [Record::of("Hoshi"), Record::of("Guest")];
    let [one, two] = &mut records;
    let far = |seen: &Seen| {
        if seen.ply.0 < 8 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    };
    tokio::join!(play(&mut host, one, far), play(&mut guest, two, far));
    drop((host, guest));
    server.kill().await;
    assert!(journal::replay(&journal_folder(&home), sound).ply().0 >= 8);
    let found = journal::records(&journal_folder(&home), damaged);
    assert_eq!(found, left, "nothing is repaired and nothing is added");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_asked_to_end_ends_well() {
    let home = TempDir::new().unwrap();
    let server = ServerProcess::start(&home, "127.0.0.1:0", &[]).await;
    let (players, lobby) = two_at_a_table(server.address(), SMALL).await;
    let (status, lines) = server.terminate().await;
    assert_eq!(status.code(), Some(0));
    assert!(lines.is_empty(), "more than one line on stdout: {lines:?}");
    for mut player in players {
        assert_eq!(
            player.until_closed().await.as_deref(),
            Some("shutting_down")
        );
    }
    assert_eq!(
        journal::replay(&journal_folder(&home), lobby)
            .players()
            .len(),
        2
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_asked_to_reload_runs_on() {
    let home = TempDir::new().unwrap();
    let server = ServerProcess::start(&home, "127.0.0.1:0", &[]).await;
    server.reload();
    let (status, _) = server.terminate().await;
    assert_eq!(status.code(), Some(0), "the reload ended it: {status}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_keeps_a_server_from_starting_is_said_in_one_line() {
    let home = TempDir::new().unwrap();
    let server = ServerProcess::start(&home, "127.0.0.1:0", &[]).await;
    let elsewhere = TempDir::new().unwrap();
    let data = elsewhere.path().join("data").display().to_string();
    check_start_fails(
        &["--listen", server.address(), "--data", &data, "--no-lan"],
        "in use",
    )
    .await;
    let data = journal_folder(&home).display().to_string();
    check_start_fails(
        &["--listen", "127.0.0.1:0", "--data", &data, "--no-lan"],
        "another server",
    )
    .await;
    let file = elsewhere.path().join("file");
    std::fs::write(&file, "not a folder").unwrap();
    let file = file.display().to_string();
    check_start_fails(
        &["--listen", "127.0.0.1:0", "--data", &file, "--no-lan"],
        &file,
    )
    .await;
    server.kill().await;
}

async fn check_start_fails(arguments: &[&str], expect: &str) {
    let finished = programs::run("dicehall-server", arguments, "").await;
    assert_eq!(finished.code, Some(1), "{arguments:?}: {finished:?}");
    assert!(finished.stdout.is_empty(), "{finished:?}");
    let lines: Vec<&str> = finished.stderr.lines().collect();
    assert!(
        lines.len() == 1 && lines[0].contains(expect),
        "{arguments:?}: {lines:?}"
    );
}

/// A host and a guest on seats.
async fn two_at_a_table(address: &str, switches: &str) -> ([Player; 2], LobbyCode) {
    let mut host = Player::connect(address, "Hoshi").await;
    let lobby = host.create(switches).await;
    host.must(Request::TakeSeat { seat: None }).await;
    let mut guest = Player::connect(address, "Guest").await;
    guest.join(lobby).await;
    guest.must(Request::TakeSeat { seat: None }).await;
    ([host, guest], lobby)
}

/// The same two people on new connections.
async fn resume(address: &str, players: [Player; 2]) -> [Player; 2] {
    let [host, guest] = players.map(Player::vanish);
    let players = [host.resume(address).await, guest.resume(address).await];
    assert!(
        players.iter().all(|it| it.seen.resumed),
        "somebody is not known any more"
    );
    players
}

/// The number in an environment variable.
fn given(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().map(|it| {
        it.parse()
            .unwrap_or_else(|_| panic!("{variable} is a number"))
    })
}

/// The seed from the environment, or the present time.
fn seed() -> u64 {
    let now = || {
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap()
            .as_secs()
    };
    given("DICEHALL_SEED").unwrap_or_else(now)
}

fn journal_folder(home: &TempDir) -> std::path::PathBuf {
    home.path().join("journal")
}
