//! A torn log: however it ends, the journal holds whole batches from the beginning, and everything that was told before
//! the tear.
//!
//! `DICEHALL_SEED` chooses the places. The log is the part of the journal that was not moved into its file yet: after a
//! loss of power less of it may be left than was written, or it may have a hole.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use dicehall_engine::Dice;
use dicehall_engine::dice::SeededDice;
use dicehall_engine::lobby::{
    DiceEvent, Entered, Event, LobbyEvent, MatchEvent, PeopleEvent, PrivateEvent, Request, Revision,
};
use dicehall_protocol::{LobbyCode, SessionCommand};
use dicehall_tests::journal;
use dicehall_tests::player::{Player, start_match};
use dicehall_tests::programs::ServerProcess;
use tempfile::TempDir;

use super::{LONG, journal_folder, seed, two_at_a_table};

/// The number of logs that are cut.
const CUTS: u32 = 40;
/// The number of logs that get a hole.
const HOLES: u32 = 20;
/// The bytes of a hole: a sector of a disk.
const HOLE: usize = 512;
/// The number of actions: so few that the log is not moved into the file meanwhile.
const ACTIONS: u32 = 8;

/// The course of two people's match, until the server was killed.
struct Story {
    data: PathBuf,
    lobby: LobbyCode,
    log: Vec<u8>,
    /// The events that the journal holds with its whole log.
    events: Vec<Event>,
    told: Vec<Told>,
}

/// A revision that a person was shown, with the length of the log at that time.
struct Told {
    revision: u64,
    log_length: usize,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_torn_log_loses_whole_batches_of_its_end_and_nothing_that_was_told_before() {
    let seed = seed();
    println!("DICEHALL_SEED={seed} cargo test -p dicehall-tests a_torn_log");
    let mut luck = SeededDice::new(seed);
    let home = TempDir::new().unwrap();
    let story = Box::pin(play(&home)).await;
    let length = story.log.len();
    assert_eq!(
        story.open(&story.log, length).await,
        story.events.len(),
        "something is missing of a whole log"
    );
    assert_eq!(
        story.open(&[], 0).await,
        0,
        "the log was moved into the file: the test shows nothing"
    );
    let mut kept = Vec::new();
    for _ in 0..CUTS {
        let at = below(&mut luck, length);
        kept.push((at, story.open(&story.log[..at], at).await));
    }
    for _ in 0..HOLES {
        let at = length / 2 + below(&mut luck, length / 2 - HOLE);
        let mut log = story.log.clone();
        log[at..at + HOLE].fill(0);
        kept.push((at, story.open(&log, at).await));
    }
    kept.sort_unstable();
    println!("torn at, events left: {kept:?}");
    let lengths: BTreeSet<usize> = kept.iter().map(|it| it.1).collect();
    assert!(
        lengths.len() > 10,
        "hardly any tear made a difference: {lengths:?}"
    );
}

/// Lets two people start a match, play and talk; then kills the server.
async fn play(home: &TempDir) -> Story {
    let server = ServerProcess::start(home, "127.0.0.1:0", &[]).await;
    let data = journal_folder(home);
    let mut told = Vec::new();
    let (mut players, lobby) = two_at_a_table(server.address(), LONG).await;
    told.push(Told::now(&players[1], &data));
    let [host, guest] = &mut players;
    start_match(&mut [host, guest]).await;
    for number in 0..ACTIONS {
        told.push(Told::now(&players[0], &data));
        let mover = to_move(&mut players).await;
        let choices = players[mover].seen.choices.take().unwrap();
        // Every fourth action ends a turn.
        let action = choices[if number % 4 == 3 {
            0
        } else {
            choices.len() - 1
        }]
        .action;
        let ply = players[mover].seen.ply;
        players[mover].must(Request::Act { ply, action }).await;
        told.push(Told::now(&players[mover], &data));
        let talker = &mut players[1 - mover];
        talker
            .must(Request::Chat {
                text: format!("after {number}"),
            })
            .await;
        told.push(Told::now(talker, &data));
    }
    server.kill().await;
    let log = std::fs::read(log_file(&data)).unwrap();
    let aside = copy(&data, &log);
    let events = journal::events(&journal_folder(&aside), lobby);
    Story {
        data,
        lobby,
        log,
        events,
        told,
    }
}

/// The index of the person who is to move, once that person was sent choices.
async fn to_move(players: &mut [Player; 2]) -> usize {
    loop {
        if let Some(mover) = players.iter().position(|it| it.seen.choices.is_some()) {
            return mover;
        }
        let [host, guest] = players;
        let heard = tokio::select! {
            biased;
            heard = host.next() => heard,
            heard = guest.next() => heard,
        };
        assert!(heard.is_some(), "a connection has ended");
    }
}

impl Told {
    fn now(player: &Player, data: &Path) -> Self {
        let log_length = std::fs::metadata(log_file(data)).unwrap().len();
        let revision = player.seen.revision.unwrap().0;
        Self {
            revision,
            log_length: usize::try_from(log_length).unwrap(),
        }
    }
}

impl Story {
    /// Opens the journal with this log, which is damaged from `torn_at` on; returns how many events are left.
    async fn open(&self, log: &[u8], torn_at: usize) -> usize {
        let home = copy(&self.data, log);
        // Of a log that is torn in its first page nothing is left, and then a server begins anew only if it is told to.
        let server = ServerProcess::start(&home, "127.0.0.1:0", &["--new-journal"]).await;
        let mut visitor = Player::connect(server.address(), "Visitor").await;
        let join = SessionCommand::JoinLobby {
            lobby: self.lobby,
            password: None,
            key: None,
        };
        let entered = visitor
            .ask(join)
            .await
            .map(|it| it.revision)
            .map_err(|it| it.code);
        drop(visitor);
        let log = server.terminate_for_log().await;
        assert!(!log.contains("panic"), "torn at {torn_at}: {log}");
        let mut left = journal::events(&journal_folder(&home), self.lobby);
        let is_visitor = |it: &Event| matches!(it, Event::People(PeopleEvent::Entered(Entered { name, .. })) if name == "Visitor");
        left.truncate(left.iter().position(is_visitor).unwrap_or(left.len()));
        let shown = u64::try_from(left.iter().filter(|it| it.is_shown()).count()).unwrap();
        let expect = if left.is_empty() {
            Err("no_such_lobby".to_owned())
        } else {
            Ok(Some(Revision(shown + 1)))
        };
        assert_eq!(
            entered,
            expect,
            "torn at {torn_at}: {} events are left",
            left.len()
        );
        assert_eq!(left[..], self.events[..left.len()], "torn at {torn_at}");
        assert!(
            self.is_whole(left.len()),
            "torn at {torn_at}: {:?} is left out",
            self.events[left.len()]
        );
        let told = self
            .told
            .iter()
            .filter(|it| it.log_length <= torn_at)
            .map(|it| it.revision)
            .max();
        assert!(
            told <= Some(shown) || told.is_none(),
            "torn at {torn_at}: {told:?} was told, {shown} is left"
        );
        left.len()
    }

    /// Whether a batch ends after `count` events.
    fn is_whole(&self, count: usize) -> bool {
        let (before, after) = self.events.split_at(count);
        let ends = before.last().is_none_or(|it| !goes_on(it));
        ends && after.first().is_none_or(begins)
    }
}

/// Whether a batch of this match may begin with the event.
fn begins(event: &Event) -> bool {
    let follows = matches!(
        event,
        Event::Match(MatchEvent::Rolled { .. } | MatchEvent::MatchStarted { .. })
            | Event::Dice(DiceEvent::DiceSealed { .. })
    );
    matches!(event, Event::Private(PrivateEvent::KeyConfirmed { .. }))
        || event.is_shown() && !follows
}

/// Whether more events of the same batch must follow.
fn goes_on(event: &Event) -> bool {
    matches!(
        event,
        Event::Lobby(LobbyEvent::Created { .. })
            | Event::People(PeopleEvent::Entered(_))
            | Event::Private(PrivateEvent::KeyConfirmed { .. })
    )
}

/// A data folder with the same files, but with this log.
fn copy(data: &Path, log: &[u8]) -> TempDir {
    let home = TempDir::new().unwrap();
    let to = journal_folder(&home);
    std::fs::create_dir(&to).unwrap();
    for entry in std::fs::read_dir(data).unwrap().map(|it| it.unwrap()) {
        if entry.file_type().unwrap().is_file() {
            std::fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
        }
    }
    std::fs::write(log_file(&to), log).unwrap();
    home
}

fn log_file(data: &Path) -> PathBuf {
    let mut name = journal::file(data).into_os_string();
    name.push("-wal");
    name.into()
}

fn below(luck: &mut SeededDice, bound: usize) -> usize {
    usize::try_from(luck.below(u64::try_from(bound).unwrap())).unwrap()
}
