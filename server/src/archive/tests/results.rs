//! The results of matches: each match has one, once, whoever tells of it, whatever is killed, and whatever is left of it.

use std::fs;

use dicehall_engine::GameKind;
use dicehall_engine::fair::MatchId;
use dicehall_protocol::match_file::result::{MatchResult, RESULT_FORMAT, ResultHolder, SeatResult};
use dicehall_protocol::match_file::{MatchFile, SeatHolder};
use dicehall_protocol::standing::NotRated;

use super::super::files::FinishedMatch;
use super::super::results::{ResultStore, TableFacts, forget, of_match};
use super::*;
use crate::archive::standings::Standings;

/// The names of the test matches.
const IDS: [&str; 2] = ["AAAAA-0", "AAAAA-1"];

/// The names of the matches that have a result, in order.
fn recorded(data: &Path) -> Vec<String> {
    let results = read_results(data).unwrap();
    results.iter().map(|it| it.match_id.to_string()).collect()
}

#[tokio::test]
async fn a_match_has_one_result_whether_it_is_reported_found_or_both() {
    let (data, mut store, missing, start) = store(Retention::default()).await;
    assert!(carry_out(&mut store, one(code(), start[1].clone())));
    assert_eq!(recorded(data.path()), IDS[1..]);
    for _ in 0..2 {
        assert!(carry_out(&mut store, Job::Everything));
        assert!(carry_out(&mut store, one(code(), start[0].clone())));
        assert!(carry_out(&mut store, look_at("AAAAA")));
    }
    assert_eq!(
        (recorded(data.path()), missing.get()),
        (IDS.map(str::to_owned).to_vec(), 0)
    );
}

#[tokio::test]
async fn a_result_tells_places_bots_and_why_it_is_not_rated() {
    let (data, mut store, _, _) = store(Retention::default()).await;
    assert!(carry_out(&mut store, Job::Everything));
    let first = &read_results(data.path()).unwrap()[0];
    let expect = r#"{"dicehall_result":1,"match_id":"AAAAA-0","begun_at":1800000000,"rules":{"game":"tic-tac-toe","rules":{}},"seats":[{"holder":{"bot":{"bot":"random"}},"place":1},{"holder":{"bot":{"bot":"random"}},"place":2}],"unrated":"bot"}"#;
    assert_eq!(first.to_json(), expect);
}

#[tokio::test]
async fn what_a_kill_leaves_of_the_results_is_completed_at_the_next_start() {
    let (data, mut before, _, _) = store(Retention::default()).await;
    assert!(carry_out(&mut before, Job::Everything));
    let path = data.path().join(RESULTS_NAME);
    let log = data.path().join(format!("{RESULTS_NAME}-wal"));
    let [whole, whole_log] = [&path, &log].map(|it| fs::read(it).unwrap());
    drop(before);
    assert!(whole_log.len() > 4_096, "nothing is cut");
    let cuts = (0..whole_log.len()).step_by(331).chain([whole_log.len()]);
    let mut complete = 0;
    for cut in cuts {
        fs::write(&path, &whole).unwrap();
        fs::write(&log, &whole_log[..cut]).unwrap();
        let shared = data.path().join(format!("{RESULTS_NAME}-shm"));
        fs::remove_file(shared).ok();
        complete += usize::from(read_results(data.path()).is_ok_and(|it| it.len() == 2));
        let mut next = again(data.path());
        assert!(carry_out(&mut next, Job::Everything), "{cut}");
        assert_eq!(recorded(data.path()), IDS, "{cut}");
    }
    assert!(complete > 0, "the log never had them");
    // Killed before anything was written, or before the file had its table.
    drop(fs::remove_file(&log));
    for left in [None, Some("")] {
        fs::remove_file(&path).unwrap();
        if let Some(left) = left {
            fs::write(&path, left).unwrap();
            assert_eq!(read_results(data.path()).unwrap(), []);
        }
        assert!(carry_out(&mut again(data.path()), Job::Everything));
        assert_eq!(recorded(data.path()), IDS);
    }
}

/// The archive of a server that starts in this folder.
fn again(data: &Path) -> MatchStore {
    let settings = ArchiveSettings {
        source: Source::Directory(data.to_owned()),
        folder: data.join(FOLDER),
        standings: Some(Standings::new(data.join(RESULTS_NAME))),
        shared: None,
        retention: Retention::default(),
        reports: FileReports::default(),
    };
    MatchStore::new(settings, Counter::default(), Counter::default())
}

#[tokio::test]
async fn a_match_of_which_only_the_file_is_left_gets_its_result_and_a_damaged_one_holds_nothing_up()
{
    let (data, mut store, missing, _) = store(Retention::default()).await;
    assert!(carry_out(&mut store, Job::Everything));
    drop(store);
    fs::remove_file(data.path().join(RESULTS_NAME)).unwrap();
    let journal = rusqlite::Connection::open(data.path().join("journal.sqlite")).unwrap();
    journal
        .execute_batch("DELETE FROM events; DELETE FROM lobbies")
        .unwrap();
    let alone = data
        .path()
        .join(FOLDER)
        .join("20270115T080000-AAAAA-9.jsonl");
    fs::write(alone, "{}").unwrap();
    assert!(carry_out(&mut again(data.path()), Job::Everything));
    assert_eq!(
        (recorded(data.path()), missing.get()),
        (IDS.map(str::to_owned).to_vec(), 0)
    );
}

#[tokio::test]
async fn a_result_stays_when_no_file_is_kept() {
    let none = Retention {
        matches: Some(0),
        days: None,
    };
    let (data, mut store, _, start) = store(none).await;
    assert!(carry_out(&mut store, one(code(), start[0].clone())));
    assert!(carry_out(&mut store, Job::Everything));
    assert_eq!(written(data.path()), [""; 0]);
    assert_eq!(recorded(data.path()), IDS);
}

#[tokio::test]
async fn results_that_cannot_be_written_are_counted_and_tried_again() {
    let (data, mut store, missing, start) = store(Retention::default()).await;
    let path = data.path().join(RESULTS_NAME);
    fs::create_dir(&path).unwrap();
    assert!(!carry_out(&mut store, one(code(), start[0].clone())));
    assert_eq!((written(data.path()).len(), missing.get()), (1, 1));
    assert!(!carry_out(&mut store, Job::Everything));
    fs::remove_dir(&path).unwrap();
    assert!(carry_out(&mut store, Job::Everything));
    assert_eq!(recorded(data.path()), IDS);
}

#[tokio::test]
async fn a_file_of_a_later_release_is_left_alone() {
    let (data, mut store, _, _) = store(Retention::default()).await;
    let path = data.path().join(RESULTS_NAME);
    let later = rusqlite::Connection::open(&path).unwrap();
    later.pragma_update(None, "user_version", 2).unwrap();
    assert!(!carry_out(&mut store, Job::Everything));
    let told = read_results(data.path()).unwrap_err().to_string();
    assert!(
        told.ends_with("results.sqlite: its format 2 is of a later release"),
        "{told}"
    );
    let nothing = read_results(&data.path().join("elsewhere"))
        .unwrap_err()
        .to_string();
    assert!(
        nothing.contains("there are no results; --data names the data folder"),
        "{nothing}"
    );
}

/// The result of a match of tic-tac-toe between these, changed first. A number is a rung, `random` a bot on none, `-` a guest,
/// anything else an account.
fn result_of(players: [&str; 2], change: impl FnOnce(&mut FinishedMatch)) -> MatchResult {
    let mut finished = files::of_stream(&stream(1)).next().unwrap();
    let mut accounts = Vec::new();
    for (at, player) in players.into_iter().enumerate() {
        let bot = match player.parse() {
            Ok(rung) => Some(dicehall_engine::BotSpec::on_rung(rung, GameKind::TicTacToe)),
            Err(_) => player.parse().ok(),
        };
        finished.file.header.seats[at] = match bot {
            Some(bot) => SeatHolder::Bot { bot },
            None => SeatHolder::Human {
                player: PlayerId(u32::try_from(at).unwrap()),
                name: "Aki".to_owned(),
            },
        };
        let has_account = bot.is_none() && player != "-";
        accounts.push(has_account.then(|| player.to_owned()));
    }
    finished.facts = TableFacts {
        accounts,
        hints: false,
    };
    change(&mut finished);
    of_match(&finished.file, &finished.facts).unwrap()
}

/// Checks why a match between these is not rated.
#[track_caller]
fn check(players: [&str; 2], expect: Option<NotRated>) {
    assert_eq!(result_of(players, |_| {}).unrated, expect, "{players:?}");
}

#[test]
fn a_match_is_rated_between_accounts_and_bots_of_the_ladder() {
    check(["00aa", "11bb"], None);
    check(["00aa", "3"], None);
    check(["00aa", "-"], Some(NotRated::Guest));
    check(["00aa", "random"], Some(NotRated::Bot));
    check(["1", "5"], Some(NotRated::BotsAlone));
    check(["00aa", "00aa"], Some(NotRated::Twice));
    let hints = result_of(["00aa", "3"], |it| it.facts.hints = true);
    assert_eq!(hints.unrated, Some(NotRated::Hints));
    let origin = |it: &mut FinishedMatch| {
        let json = r#"{"match_id":"M-0","config":{"game":"tic-tac-toe","config":{}},"steps":[]}"#;
        it.file.header.origin = Some(serde_json::from_str(json).unwrap());
    };
    assert_eq!(
        result_of(["00aa", "3"], origin).unrated,
        Some(NotRated::Origin)
    );
}

#[test]
fn a_match_under_other_rules_than_the_usual_ones_is_not_rated() {
    let mut finished = files::of_stream(&stream(1)).next().unwrap();
    let mut rules = GameKind::AnimalShogi.default_rules();
    rules.set_switches("repetition=4").unwrap();
    let usual = GameKind::AnimalShogi.default_rules();
    for (rules, expect) in [(rules, Some(NotRated::Rules)), (usual, Some(NotRated::Bot))] {
        finished.file.header.settings.rules = rules;
        let result = of_match(&finished.file, &finished.facts).unwrap();
        assert_eq!(result.unrated, expect);
    }
}

#[test]
fn a_result_names_accounts_and_rungs() {
    let holders = |it: &MatchResult| -> Vec<ResultHolder> {
        it.seats
            .iter()
            .map(|it: &SeatResult| it.holder.clone())
            .collect()
    };
    let found = holders(&result_of(["00aa", "3"], |_| {}));
    let [
        ResultHolder::Person { account, .. },
        ResultHolder::Bot { rung, .. },
    ] = &found[..]
    else {
        panic!("{found:?}");
    };
    assert_eq!((account.as_deref(), *rung), (Some("00aa"), Some(3)));
}

#[test]
fn a_match_that_cannot_have_gone_as_its_file_says_has_no_result() {
    let finished = files::of_stream(&stream(1)).next().unwrap();
    let without = |wanted: &str| -> String {
        let mut file: MatchFile = finished.file.clone();
        file.events
            .retain(|it| !format!("{:?}", it.event).contains(wanted));
        of_match(&file, &finished.facts).unwrap_err()
    };
    assert_eq!(without("MatchStarted"), "the match has no start");
    assert_eq!(without("Acted"), "the match is not over");
}

#[test]
fn whoever_is_forgotten_is_one_person_still_and_nothing_of_the_name_is_left() {
    let data = tempfile::tempdir().unwrap();
    let path = data.path().join(RESULTS_NAME);
    forget(&path, "00aa").unwrap();
    assert!(!path.exists());
    let result = |number: u8, people: [(&str, &str); 2]| {
        let seat = |(name, account): (&str, &str)| SeatResult {
            holder: ResultHolder::Person {
                name: name.to_owned(),
                account: Some(account.to_owned()),
            },
            place: 1,
            given_up: None,
        };
        MatchResult {
            dicehall_result: RESULT_FORMAT,
            match_id: MatchId::try_from(format!("AAAAA-{number}")).unwrap(),
            begun_at: number.into(),
            rules: GameKind::TicTacToe.default_rules(),
            seats: people.map(seat).to_vec(),
            unrated: None,
        }
    };
    let [hoshi, kaede, nara] = [("Hoshi", "00aa"), ("Kaede", "00bb"), ("Nara", "00cc")];
    let mut store = ResultStore::new(path.clone());
    let results = [
        result(0, [hoshi, kaede]),
        result(1, [nara, hoshi]),
        result(2, [kaede, nara]),
    ];
    store.add(&results).unwrap();
    for account in ["00aa", "00dd", "00cc"] {
        forget(&path, account).unwrap();
    }
    let [first, second] = [("gone-1", "gone-1"), ("gone-2", "gone-2")];
    let expect = [
        result(0, [first, kaede]),
        result(1, [second, first]),
        result(2, [kaede, second]),
    ];
    assert_eq!(read_results(data.path()).unwrap(), expect);
    for entry in fs::read_dir(data.path()).unwrap() {
        let bytes = fs::read(entry.unwrap().path()).unwrap();
        for word in ["Hoshi", "Nara", "00aa", "00cc"] {
            assert!(
                !bytes.windows(word.len()).any(|it| it == word.as_bytes()),
                "{word}"
            );
        }
    }
    // The results of others are added as before.
    store.add(&[result(3, [kaede, kaede])]).unwrap();
    assert_eq!(read_results(data.path()).unwrap().len(), 4);
}
