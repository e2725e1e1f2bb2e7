//! Histories of the whole server in simulated time: some that are always the same, some that are new each time.
//!
//! `DICEHALL_SEED` sets the first seed, `DICEHALL_HISTORIES` how many follow, for both kinds. A failure prints its last
//! steps, as many as `DICEHALL_STEPS` says, and the command that repeats its history.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{SystemTime, UNIX_EPOCH};

use dicehall_tests::simulation::{Report, history};

/// The number of histories that are always the same.
const FIXED: u64 = 1_000;
/// The number of histories that are new each time.
const FRESH: u64 = 1_000;
/// The number of histories that are run twice.
const TWICE: u64 = 50;
/// The number of people in a crowd.
const CROWD: usize = 200;

/// Refusals that must occur in the histories that are always the same.
const REFUSALS: [&str; 12] = [
    "frozen",
    "stale",
    "not_in_lobby",
    "illegal_action",
    "not_host",
    "match_running",
    "paused",
    "banned",
    "silenced",
    "lobby_locked",
    "lobby_quarantined",
    "dice_not_awaited",
];

/// Events that must occur in at least this many of those histories.
const SIGNS: [(&str, usize); 14] = [
    ("a change is told", 500),
    ("somebody commits when agreeing to start", 500),
    ("a clock drifts", 500),
    ("a key that was spent is a stranger's", 5),
    ("a key that was spent is tried", 100),
    ("a spectator is stuffed", 50),
    ("killed while it reads its journal", 50),
    ("people talk while the disk is full", 50),
    ("somebody hears a whisper late", 20),
    ("somebody hears of the past", 30),
    ("somebody is whispered to", 20),
    ("somebody races on two connections", 50),
    ("the disk hangs", 50),
    ("the disk hangs for 30 s", 30),
];

#[test]
fn histories_that_are_always_the_same_hold() {
    let name = "histories_that_are_always_the_same_hold";
    let reports = run_all(name, given("DICEHALL_SEED").unwrap_or(1), FIXED);
    // An event that never occurs in any of them is not tested by them.
    let sum = |count: fn(&Report) -> u64| reports.iter().map(count).sum::<u64>();
    let count = reports.len();
    println!(
        "{count} histories, {} frames, {} acts",
        sum(|it| it.frames),
        sum(|it| it.acts)
    );
    println!(
        "{} damages, {} repeats, {} thefts, {} requests again, {} of them granted before",
        sum(|it| it.damages),
        sum(|it| it.repeats),
        sum(|it| it.thefts),
        sum(|it| it.requests_again),
        sum(|it| it.returns)
    );
    println!(
        "{} matches witnessed, {} seen too late, {} files",
        sum(|it| it.witnessed),
        sum(|it| it.latecomers),
        sum(|it| it.files)
    );
    let histories_with = |sign: &str| {
        reports
            .iter()
            .filter(|it| it.signs.contains_key(sign))
            .count()
    };
    for (sign, _) in SIGNS {
        println!("{} histories: {sign}", histories_with(sign));
    }
    if reports.len() < 500 {
        return;
    }
    assert!(
        sum(|it| it.acts) > 5_000 && sum(|it| it.kills) > 300,
        "hardly anything happens"
    );
    assert!(sum(|it| it.damages) > 50 && sum(|it| it.repeats) > 500 && sum(|it| it.thefts) > 50);
    assert!(
        sum(|it| it.requests_again) > 500 && sum(|it| it.returns) > 100,
        "requests are hardly made again"
    );
    assert!(
        sum(|it| it.witnessed) > 200 && sum(|it| it.files) > 100,
        "hardly any match is audited"
    );
    for (sign, least) in SIGNS {
        assert!(histories_with(sign) >= least, "too rare: {sign}");
    }
    for code in REFUSALS {
        assert!(
            reports.iter().any(|it| it.refusals.contains_key(code)),
            "nobody is ever told {code}"
        );
    }
}

#[test]
fn histories_that_nobody_has_seen_hold() {
    let now = || {
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap()
            .as_secs()
            * 1_000
    };
    let first = given("DICEHALL_SEED").unwrap_or_else(now);
    println!("DICEHALL_SEED={first}");
    run_all("histories_that_nobody_has_seen_hold", first, FRESH);
}

#[test]
fn a_seed_is_a_history() {
    let first = given("DICEHALL_SEED").unwrap_or(1);
    for seed in first..first + given("DICEHALL_HISTORIES").unwrap_or(TWICE) {
        let name = "a_seed_is_a_history";
        let (once, twice) = (run(name, seed, None), run(name, seed, None));
        let again = repeat(name, seed);
        for (one, other) in once.trace.iter().zip(&twice.trace) {
            assert_eq!(one, other, "{again}");
        }
        assert!(once == twice, "{again}: one of two histories is longer");
    }
    assert!(history::run(1, None, None).trace != history::run(2, None, None).trace);
}

#[test]
fn a_crowd_holds() {
    let report = run(
        "a_crowd_holds",
        given("DICEHALL_SEED").unwrap_or(1),
        Some(CROWD),
    );
    assert!(report.acts > 200, "a crowd that does nothing: {report:?}");
}

fn run_all(test: &str, first: u64, usual: u64) -> Vec<Report> {
    let count = given("DICEHALL_HISTORIES").unwrap_or(usual);
    (first..first + count)
        .map(|seed| Report {
            trace: Vec::new(),
            ..run(test, seed, None)
        })
        .collect()
}

/// Runs a history; a failure prints how to repeat it.
fn run(test: &str, seed: u64, crowd: Option<usize>) -> Report {
    let steps = given("DICEHALL_STEPS").map(|it| usize::try_from(it).unwrap());
    catch_unwind(AssertUnwindSafe(|| history::run(seed, crowd, steps))).unwrap_or_else(|panic| {
        println!("{}", repeat(test, seed));
        resume_unwind(panic)
    })
}

/// The command that repeats one history of a test.
fn repeat(test: &str, seed: u64) -> String {
    format!(
        "DICEHALL_SEED={seed} DICEHALL_HISTORIES=1 cargo test -p dicehall-tests simulation::{test}"
    )
}

fn given(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().map(|it| {
        it.parse()
            .unwrap_or_else(|_| panic!("{variable} is a number"))
    })
}
