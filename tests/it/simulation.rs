//! Histories of the whole server in simulated time: some that are always the same, some that nobody has seen before.
//!
//! `DICEHALL_SEED` chooses the first seed, `DICEHALL_HISTORIES` how many follow, for the fixed and the fresh ones alike. A
//! failure prints the command that repeats its history.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{SystemTime, UNIX_EPOCH};

use dicehall_tests::simulation::history::{self, Report};

/// How many histories are always the same.
const FIXED: u64 = 1_000;
/// How many are new each time.
const FRESH: u64 = 1_000;
/// How many are run twice.
const TWICE: u64 = 50;
/// How many people a crowd is.
const CROWD: usize = 200;

/// What somebody must have been told in the histories that are always the same.
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

#[test]
fn histories_that_are_always_the_same_hold() {
    let reports = run_all(given("DICEHALL_SEED").unwrap_or(1), FIXED);
    // What never happens in any of them is not tested by them.
    let sum = |count: fn(&Report) -> u64| reports.iter().map(count).sum::<u64>();
    let count = reports.len();
    println!("{count} histories, {} frames, {} acts", sum(|it| it.frames), sum(|it| it.acts));
    println!(
        "{} damages, {} repeats, {} thefts",
        sum(|it| it.damages),
        sum(|it| it.repeats),
        sum(|it| it.thefts)
    );
    if reports.len() < 500 {
        return;
    }
    assert!(sum(|it| it.acts) > 5_000 && sum(|it| it.kills) > 300, "hardly anything happens");
    assert!(sum(|it| it.damages) > 50 && sum(|it| it.repeats) > 500 && sum(|it| it.thefts) > 50);
    for code in REFUSALS {
        assert!(reports.iter().any(|it| it.refusals.contains_key(code)), "nobody is ever told {code}");
    }
}

#[test]
fn histories_that_nobody_has_seen_hold() {
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs() * 1_000;
    let first = given("DICEHALL_SEED").unwrap_or_else(now);
    println!("DICEHALL_SEED={first}");
    run_all(first, FRESH);
}

#[test]
fn a_seed_is_a_history() {
    let first = given("DICEHALL_SEED").unwrap_or(1);
    for seed in first..first + given("DICEHALL_HISTORIES").unwrap_or(TWICE) {
        let (once, twice) = (run(seed, None), run(seed, None));
        let again = format!(
            "DICEHALL_SEED={seed} DICEHALL_HISTORIES=1 cargo test -p dicehall-tests a_seed_is_a_history"
        );
        for (one, other) in once.trace.iter().zip(&twice.trace) {
            assert_eq!(one, other, "{again}");
        }
        assert!(once == twice, "{again}: one of two histories is longer");
    }
    assert!(run(1, None).trace != run(2, None).trace);
}

#[test]
fn a_crowd_holds() {
    let report = run(given("DICEHALL_SEED").unwrap_or(1), Some(CROWD));
    assert!(report.acts > 200, "a crowd that does nothing: {report:?}");
}

fn run_all(first: u64, usual: u64) -> Vec<Report> {
    let count = given("DICEHALL_HISTORIES").unwrap_or(usual);
    (first..first + count).map(|seed| Report { trace: Vec::new(), ..run(seed, None) }).collect()
}

/// Runs a history; if it fails, tells how to repeat it.
fn run(seed: u64, crowd: Option<usize>) -> Report {
    catch_unwind(AssertUnwindSafe(|| history::run(seed, crowd))).unwrap_or_else(|panic| {
        println!("DICEHALL_SEED={seed} DICEHALL_HISTORIES=1 cargo test -p dicehall-tests simulation");
        resume_unwind(panic)
    })
}

fn given(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().map(|it| it.parse().unwrap_or_else(|_| panic!("{variable} is a number")))
}
