//! The archive on real journals: which files are written, when, and what happens where they cannot be written.

mod ended;
mod lost;
mod results;
mod segments;

use dicehall_engine::dice::SeededDice;
use dicehall_engine::fair::{MatchId, Secret};
use dicehall_engine::game::SeatSet;
use dicehall_engine::lobby::{
    Clock, Command, DiceEvent, EndReason, Event, Key, Lobby, LobbyEvent, Newcomer, PlayerId,
    Request, Revision, Settings, Stamp, WantDice,
};
use dicehall_engine::{GameKind, Seat, State};
use prometheus_client::metrics::counter::Counter;

use std::io::Read;
use std::path::Path;

use super::queue::{Job, Reports};
use super::standings::Standings;
use super::*;
use crate::journal::{Journal, JournalReader, Source, SqliteJournal};

/// A stream in which two bots play `matches` matches of tic-tac-toe in one lobby, each choosing its first legal action.
fn stream(matches: usize) -> Vec<Event> {
    stream_of("AAAAA", matches)
}

/// The stream of a lobby with this code.
fn stream_of(code: &'static str, matches: usize) -> Vec<Event> {
    let mut stream = Stream {
        code,
        lobby: Lobby::default(),
        events: Vec::new(),
    };
    let settings = Settings {
        rules: GameKind::TicTacToe.default_rules(),
        bot_pace_ms: 0,
        clock: Clock::Off,
    };
    stream.carry_out(Command::Create {
        title: "T".to_owned(),
        settings,
        password: None,
    });
    stream.carry_out(Command::Enter(Newcomer::plain("Aki", Key([0; 32]))));
    for seat in [Seat::ALL[0], Seat::ALL[1]] {
        stream.ask(Request::SeatBot {
            seat,
            bot: "random".parse().unwrap(),
        });
    }
    for number in 0..matches {
        stream.ask(Request::Chat {
            text: format!("match {number}"),
        });
        stream.ask(Request::Start { force: true });
        stream.play(number);
    }
    stream.events
}

struct Stream {
    code: &'static str,
    lobby: Lobby,
    events: Vec<Event>,
}

impl Stream {
    fn carry_out(&mut self, command: Command) {
        for event in self.lobby.decide(command, &mut SeededDice::new(1)).unwrap() {
            self.lobby.evolve(event.clone());
            self.events.push(event);
        }
    }

    fn ask(&mut self, request: Request) {
        self.carry_out(Command::Ask {
            player: PlayerId(0),
            stamp: Stamp::default(),
            request,
            commits: None,
        });
    }

    fn play(&mut self, number: usize) {
        let match_id = MatchId::try_from(format!("{}-{number}", self.code)).unwrap();
        let begun_at = 1_800_000_000 + u64::try_from(number).unwrap();
        let (secret, connected) = (Secret([7; 32]), SeatSet::EMPTY);
        self.carry_out(Command::SealDice {
            match_id,
            begun_at,
            secret,
            connected,
        });
        loop {
            let want = self.lobby.want();
            if let Some(bot) = want.bot {
                let action = self.lobby.to_move().unwrap().1.actions()[0];
                self.carry_out(Command::BotActed {
                    seat: bot.seat,
                    ply: bot.ply,
                    action,
                });
                continue;
            }
            match want.dice {
                Some(WantDice::Deal) => self.carry_out(Command::Deal),
                Some(WantDice::Open) => self.carry_out(Command::OpenDice),
                Some(WantDice::Miss { seats }) => self.carry_out(Command::MissShares { seats }),
                Some(WantDice::Seal | WantDice::Wait { .. }) => panic!("{want:?}"),
                None => return,
            }
        }
    }
}

fn code() -> LobbyCode {
    "AAAAA".parse().unwrap()
}

/// The copies that a lobby makes when it is about to seal the dice of each of its matches.
fn start(events: &[Event]) -> Vec<MatchStart> {
    let mut lobby = Lobby::default();
    let mut all = Vec::new();
    for event in events {
        if matches!(event, Event::Dice(DiceEvent::DiceSealed { .. })) {
            all.push(MatchStart::new(&lobby));
        }
        lobby.evolve(event.clone());
    }
    all
}

fn after<'a>(events: &'a [Event], start: &MatchStart) -> &'a [Event] {
    &events[usize::try_from(start.revision().0).unwrap()..]
}

#[test]
fn a_match_reads_the_same_from_its_own_part_of_the_stream_as_from_the_whole() {
    let events = stream(3);
    let whole: Vec<_> = files::of_stream(&events).map(|it| it.file).collect();
    let parts: Vec<_> = start(&events)
        .into_iter()
        .map(|it| it.clone().finish(after(&events, &it)).unwrap().file)
        .collect();
    assert_eq!(parts.len(), 3);
    for (part, whole) in parts.iter().zip(&whole) {
        assert_eq!(part.to_text(), whole.to_text());
    }
    assert_ne!(parts[0].to_text(), parts[1].to_text());
}

/// The copy that a lobby with this stream makes when it is opened again.
fn remembered(events: &[Event]) -> Option<MatchStart> {
    let sealed = MatchStart::begins_at(events)?;
    Some(MatchStart::new(
        &Lobby::default().replay(events[..sealed].to_vec()).unwrap(),
    ))
}

#[test]
fn a_lobby_that_starts_again_remembers_the_match_that_it_was_in_and_no_other() {
    let events = stream(2);
    let is_sealed = |it: &Event| matches!(it, Event::Dice(DiceEvent::DiceSealed { .. }));
    let second = events.iter().rposition(is_sealed).unwrap();
    let over = events.len();
    assert!(
        remembered(&events[..second]).is_none(),
        "the first match is over"
    );
    for until in [second + 1, over - 1] {
        let start = remembered(&events[..until]).unwrap();
        let file = start.clone().finish(after(&events, &start)).unwrap().file;
        assert_eq!(
            file.to_text(),
            files::of_stream(&events).nth(1).unwrap().file.to_text()
        );
    }
    assert!(remembered(&events).is_none());
}

/// A data directory with the journal of one lobby that has played two matches, and an archive of it.
async fn store(retention: Retention) -> (tempfile::TempDir, MatchStore, Counter, Vec<MatchStart>) {
    let data = tempfile::tempdir().unwrap();
    let journal = SqliteJournal::open(data.path()).unwrap();
    let events = stream(2);
    journal.append(code(), Revision(0), &events).await.unwrap();
    let missing = Counter::default();
    let settings = ArchiveSettings {
        source: Source::Directory(data.path().to_owned()),
        folder: data.path().join(FOLDER),
        standings: Some(Standings::new(data.path().join(RESULTS_NAME))),
        shared: None,
        retention,
        reports: FileReports::default(),
    };
    let store = MatchStore::new(settings, missing.clone(), Counter::default());
    (data, store, missing, start(&events))
}

fn carry_out(store: &mut MatchStore, job: Job) -> bool {
    store.carry_out(job, &|| false)
}

/// The report that one match is over.
fn one(lobby: LobbyCode, start: MatchStart) -> Job {
    Job::Reported(Reports {
        finished: vec![(lobby, start)],
        ..Reports::default()
    })
}

/// The text of a match file in the archive.
fn text_of(data: &Path, name: &str) -> String {
    let finder = Finder::new(data.join(FOLDER));
    let Found { file, size } = finder.find(name).unwrap().unwrap();
    let mut text = String::new();
    file.take(size).read_to_string(&mut text).unwrap();
    text
}

fn look_at(lobby: &str) -> Job {
    Job::Lobby {
        lobby: lobby.parse().unwrap(),
        has_ended: false,
    }
}

fn written(data: &Path) -> Vec<String> {
    retention::names(&data.join(FOLDER)).unwrap()
}

#[tokio::test]
async fn one_match_is_written_from_the_journal_and_everything_writes_what_is_missing() {
    let (data, mut store, missing, start) = store(Retention::default()).await;
    assert!(carry_out(&mut store, one(code(), start[1].clone())));
    let second = "20270115T080001-AAAAA-1.jsonl";
    assert_eq!(written(data.path()), [second]);
    let text = text_of(data.path(), second);
    assert!(carry_out(&mut store, Job::Everything));
    assert_eq!(
        written(data.path()),
        ["20270115T080000-AAAAA-0.jsonl", second]
    );
    assert_eq!(text_of(data.path(), second), text);
    assert_eq!(missing.get(), 0);
}

#[tokio::test]
async fn an_export_leaves_alone_what_is_there() {
    let (data, _, _, _) = store(Retention::default()).await;
    let out = tempfile::tempdir().unwrap();
    let exported = export(data.path(), out.path(), &Selection::All).unwrap();
    assert_eq!((exported.files.len(), exported.faults.len()), (2, 0));
    std::fs::write(&exported.files[0], "mine").unwrap();
    export(data.path(), out.path(), &Selection::All).unwrap();
    let left = std::fs::read_to_string(&exported.files[0]).unwrap();
    assert_eq!(left, "mine");
}

#[tokio::test]
async fn the_files_of_one_lobby_are_written_and_no_others() {
    let (data, mut store, missing, _) = store(Retention::default()).await;
    assert!(carry_out(&mut store, look_at("BBBBB")));
    assert_eq!(written(data.path()), [""; 0]);
    assert!(carry_out(&mut store, look_at("AAAAA")));
    assert_eq!((written(data.path()).len(), missing.get()), (2, 0));
}

#[tokio::test]
async fn an_archive_that_is_to_stop_leaves_the_rest() {
    let (data, mut store, missing, _) = store(Retention::default()).await;
    assert!(store.carry_out(Job::Everything, &|| true));
    assert_eq!((written(data.path()).len(), missing.get()), (1, 0));
}

#[tokio::test]
async fn every_lobby_of_a_journal_is_looked_through_in_order_but_names_that_are_no_codes() {
    let data = tempfile::tempdir().unwrap();
    let journal = SqliteJournal::open(data.path()).unwrap();
    let codes = ["CCCCC", "AAAAA", "ZZZZZ", "B2B2B"].map(|it| it.parse::<LobbyCode>().unwrap());
    for code in codes {
        journal.append(code, Revision(0), &stream(1)).await.unwrap();
    }
    let strangers = rusqlite::Connection::open(data.path().join("journal.sqlite")).unwrap();
    strangers
        .execute(
            "INSERT INTO lobbies (lobby, ended) VALUES ('BOO', 0), ('', 1)",
            [],
        )
        .unwrap();
    let lobbies: Result<Vec<_>, _> = JournalReader::open(data.path())
        .unwrap()
        .lobbies()
        .collect();
    assert_eq!(lobbies.unwrap(), [codes[1], codes[3], codes[0], codes[2]]);
    let running = journal.running().await.unwrap();
    assert_eq!(running, [codes[1], codes[3], codes[0], codes[2]]);
}

#[tokio::test]
async fn a_journal_that_cannot_be_read_ends_the_look_through_it() {
    let data = tempfile::tempdir().unwrap();
    drop(SqliteJournal::open(data.path()).unwrap());
    let strangers = rusqlite::Connection::open(data.path().join("journal.sqlite")).unwrap();
    strangers.execute("DROP TABLE lobbies", []).unwrap();
    assert_eq!(
        JournalReader::open(data.path())
            .unwrap()
            .lobbies()
            .filter(Result::is_err)
            .count(),
        1
    );
    assert!(export(data.path(), data.path(), &Selection::All).is_err());
}

#[tokio::test]
async fn a_folder_that_cannot_be_written_is_counted_and_tried_again() {
    let (data, mut store, missing, start) = store(Retention::default()).await;
    let folder = data.path().join(FOLDER);
    std::fs::write(&folder, "in the way").unwrap();
    assert!(!carry_out(&mut store, one(code(), start[0].clone())));
    assert_eq!(missing.get(), 1);
    assert!(!carry_out(&mut store, Job::Everything));
    assert_eq!(missing.get(), 3);
    std::fs::remove_file(&folder).unwrap();
    assert!(carry_out(&mut store, Job::Everything));
    assert_eq!((written(data.path()).len(), missing.get()), (2, 3));
}

#[tokio::test]
async fn a_match_of_which_the_journal_holds_another_beginning_is_a_fault() {
    let (data, mut store, missing, start) = store(Retention::default()).await;
    assert!(!carry_out(
        &mut store,
        one("BBBBB".parse().unwrap(), start[0].clone())
    ));
    assert_eq!((written(data.path()).len(), missing.get()), (0, 1));
}

#[tokio::test]
async fn files_beyond_those_that_are_kept_go_with_the_next_one() {
    let (data, mut store, _, start) = store(Retention {
        matches: Some(1),
        days: None,
    })
    .await;
    for it in start {
        assert!(carry_out(&mut store, one(code(), it)));
    }
    assert_eq!(written(data.path()), ["20270115T080001-AAAAA-1.jsonl"]);
}
