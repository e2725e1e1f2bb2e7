//! Luck that is made while nobody waits: the work is done by the test, when it says so.

use std::fs;
use std::path::Path;

use dicehall_engine::GameKind;
use dicehall_engine::fair::MatchId;
use dicehall_engine::rating::skill::SkillIndex;
use dicehall_protocol::match_file::MatchFile;
use dicehall_protocol::match_file::result::{MatchResult, RESULT_FORMAT, ResultHolder, SeatResult};
use dicehall_protocol::standing::NotRated;
use tempfile::TempDir;

use super::*;
use crate::archive::FOLDER;
use crate::archive::results::{RESULTS_NAME, each_luck, forget};

/// When the matches of the tests were called.
const BEGUN_AT: u64 = 1_800_000_000;

/// The result of a match of four people in the order of their seats.
fn result(number: u64, game: GameKind) -> MatchResult {
    let (_, seats) = game.seats();
    let seat = |at: u8| SeatResult {
        holder: ResultHolder::Person {
            name: format!("P{at}"),
            account: Some(format!("0{at}")),
        },
        place: at,
        given_up: None,
    };
    MatchResult {
        dicehall_result: RESULT_FORMAT,
        match_id: MatchId::try_from(format!("K7WQ2-{number}")).unwrap(),
        begun_at: BEGUN_AT + 100_000 * number,
        rules: game.default_rules(),
        seats: (1..=seats).map(seat).collect(),
        unrated: None,
    }
}

/// The match file of a picture.
fn picture(game: &str) -> String {
    let pictures = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/pictures/matches");
    fs::read_to_string(Path::new(pictures).join(format!("{game}.jsonl"))).unwrap()
}

/// A data folder with results, each with this match file.
fn data(results: &[MatchResult], text: &str) -> TempDir {
    let data = tempfile::tempdir().unwrap();
    fs::create_dir(data.path().join(FOLDER)).unwrap();
    ResultStore::new(data.path().join(RESULTS_NAME))
        .add(results)
        .unwrap();
    for it in results {
        let name = file_name(it.begun_at, &it.match_id);
        fs::write(data.path().join(FOLDER).join(name), text).unwrap();
    }
    data
}

/// The standings of a server that starts in a folder, and what makes its luck.
fn start(data: &Path) -> (Standings, LuckMaker, Finder) {
    let standings = Standings::new(data.join(RESULTS_NAME));
    standings.read().unwrap();
    let maker = LuckMaker::new(standings.clone(), None);
    (standings, maker, Finder::new(data.join(FOLDER)))
}

/// Makes all luck that is missing; returns of how many matches it was tried.
fn make_all(maker: &mut LuckMaker, finder: &Finder) -> usize {
    let mut go_on = || ControlFlow::Continue(());
    std::iter::from_fn(|| maker.make_next(finder, &mut go_on).then_some(())).count()
}

/// The names of the matches whose luck is in the file.
fn known(data: &Path) -> Vec<String> {
    let mut names = Vec::new();
    each_luck(&data.join(RESULTS_NAME), |it| {
        names.push(it.match_id.to_string());
    })
    .unwrap();
    names
}

/// The skill index of the person on a seat.
fn skill(standings: &Standings, account: &str) -> Option<SkillIndex> {
    let found = standings.ask(|it| {
        let leaders = it.leaders(GameKind::DiceWars, None)?;
        leaders
            .people
            .iter()
            .find(|it| it.account == account)?
            .skill
    });
    found.flatten()
}

#[test]
fn the_luck_of_rated_matches_with_rolls_is_made_once_and_known_at_the_next_start() {
    let mut results: Vec<MatchResult> = (0..6).map(|it| result(it, GameKind::DiceWars)).collect();
    results.push(result(6, GameKind::TicTacToe));
    results.push(MatchResult {
        unrated: Some(NotRated::Hints),
        ..result(7, GameKind::DiceWars)
    });
    let data = data(&results, &picture("dice-wars"));
    let (standings, mut maker, finder) = start(data.path());
    assert_eq!(skill(&standings, "01"), None);
    assert_eq!(make_all(&mut maker, &finder), 6);
    let names: Vec<String> = (0..6).map(|it| format!("K7WQ2-{it}")).collect();
    assert_eq!(known(data.path()), names);
    let found = skill(&standings, "01").unwrap();
    assert_eq!(found.matches, 6);
    // A match that is reported again has its luck already.
    standings.add(&results[..1], || Ok(())).unwrap();
    assert_eq!(make_all(&mut maker, &finder), 1);
    assert_eq!(skill(&standings, "01"), Some(found));
    let (again, mut maker, finder) = start(data.path());
    assert_eq!(skill(&again, "01"), Some(found));
    assert_eq!(make_all(&mut maker, &finder), 0);
    // Whoever is forgotten takes no luck away.
    forget(&data.path().join(RESULTS_NAME), "01").unwrap();
    let (after, ..) = start(data.path());
    assert_eq!(skill(&after, "gone-1"), Some(found));
    assert_eq!(skill(&after, "01"), None);
}

#[test]
fn luck_that_was_cut_off_is_made_after_the_next_start() {
    let data = data(&[result(0, GameKind::DiceWars)], &picture("dice-wars"));
    let (_, mut maker, finder) = start(data.path());
    let mut steps = 0;
    let mut killed = || {
        steps += 1;
        if steps < 9 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    };
    assert!(maker.make_next(&finder, &mut killed));
    assert_eq!((steps, known(data.path()).len()), (9, 0));
    let (_, mut maker, finder) = start(data.path());
    assert_eq!(make_all(&mut maker, &finder), 1);
    assert_eq!(known(data.path()).len(), 1);
}

#[test]
fn a_file_that_is_gone_or_damaged_or_panics_holds_up_nothing() {
    let results: Vec<MatchResult> = (0..4).map(|it| result(it, GameKind::DiceWars)).collect();
    let text = picture("dice-wars");
    let data = data(&results, &text);
    let path = |at: usize| {
        let name = file_name(results[at].begun_at, &results[at].match_id);
        data.path().join(FOLDER).join(name)
    };
    fs::remove_file(path(1)).unwrap();
    fs::write(path(2), text.replacen("acted", "erred", 1)).unwrap();
    let (_, mut maker, finder) = start(data.path());
    let mut steps = 0;
    let mut panics = || {
        steps += 1;
        assert!(steps > 1, "a panic in the middle of a match");
        ControlFlow::Continue(())
    };
    while maker.make_next(&finder, &mut panics) {}
    assert_eq!(known(data.path()), ["K7WQ2-0"]);
}

#[test]
fn luck_of_a_match_without_a_result_is_not_kept() {
    let data = data(&[result(0, GameKind::DiceWars)], &picture("dice-wars"));
    let (_, mut maker, finder) = start(data.path());
    make_all(&mut maker, &finder);
    let mut luck = Vec::new();
    each_luck(&data.path().join(RESULTS_NAME), |it| luck.push(it)).unwrap();
    let stranger = MatchLuck {
        match_id: MatchId::try_from("K7WQ2-9".to_owned()).unwrap(),
        ..luck[0].clone()
    };
    let mut store = ResultStore::new(data.path().join(RESULTS_NAME));
    assert_eq!(store.add_luck(&stranger).unwrap(), None);
    assert_eq!(store.add_luck(&luck[0]).unwrap(), None);
    assert_eq!(known(data.path()).len(), 1);
}

#[test]
fn a_file_of_an_earlier_release_has_no_luck_and_gets_it() {
    let data = data(&[result(0, GameKind::DiceWars)], &picture("dice-wars"));
    let path = data.path().join(RESULTS_NAME);
    let file = rusqlite::Connection::open(&path).unwrap();
    file.execute_batch("DROP TABLE luck").unwrap();
    drop(file);
    assert_eq!(known(data.path()).len(), 0);
    let (_, mut maker, finder) = start(data.path());
    assert_eq!(make_all(&mut maker, &finder), 1);
    assert_eq!(known(data.path()).len(), 1);
}

/// The luck of the picture's match is that which `dicehall review --nodes 0` tells of it.
#[test]
fn luck_is_what_the_review_tells() {
    let data = data(&[result(0, GameKind::DiceWars)], &picture("dice-wars"));
    let (_, mut maker, finder) = start(data.path());
    make_all(&mut maker, &finder);
    let mut all = Vec::new();
    each_luck(&data.path().join(RESULTS_NAME), |it| all.push(it)).unwrap();
    let file = MatchFile::from_text(&picture("dice-wars")).unwrap();
    assert_eq!(all[0].seats.len(), file.header.seats.len());
    let told: Vec<(i32, i32)> = all[0].seats.iter().map(|it| (it.deal, it.rolls)).collect();
    let of_review = [(327, -6_076), (780, 7_355), (-49, -1_723), (-1_059, 445)];
    assert_eq!(told, of_review, "{}", all[0].judged_by);
}

/// Whether a process holds a lock on a file.
#[cfg(target_os = "linux")]
fn is_locked(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let inode = format!(":{} ", fs::metadata(path).unwrap().ino());
    fs::read_to_string("/proc/locks").unwrap().contains(&inode)
}

/// Whoever reads the file in another process removes its log when no lock says that somebody writes it, and what is written to the
/// log after that is lost.
#[cfg(target_os = "linux")]
#[test]
fn whoever_opens_the_file_besides_takes_no_lock_away() {
    let data = tempfile::tempdir().unwrap();
    let path = data.path().join(RESULTS_NAME);
    let mut archive = ResultStore::new(path.clone());
    archive.add(&[result(0, GameKind::DiceWars)]).unwrap();
    assert!(is_locked(&path));
    let mut besides = ResultStore::new(path.clone());
    besides.add(&[result(1, GameKind::DiceWars)]).unwrap();
    assert!(is_locked(&path), "a second connection");
    drop(besides);
    forget(&path, "01").unwrap();
    assert!(is_locked(&path), "somebody was forgotten");
    assert_eq!(known(data.path()).len(), 0);
    assert!(is_locked(&path), "somebody has read");
}
