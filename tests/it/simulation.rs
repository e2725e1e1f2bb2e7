//! Histories of the whole server in simulated time: some that are always the same, some that nobody has seen before.
//!
//! `DICEHALL_SEED` chooses the first seed, `DICEHALL_HISTORIES` how many follow. A failure prints the command that repeats
//! its history.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use dicehall_tests::simulation::history::{self, Report};

/// Runs a history; if it fails, tells how to repeat it.
fn run(seed: u64, crowd: Option<usize>) -> Report {
    catch_unwind(AssertUnwindSafe(|| history::run(seed, crowd))).unwrap_or_else(|panic| {
        println!("DICEHALL_SEED={seed} DICEHALL_HISTORIES=1 cargo test -p dicehall-tests simulation");
        resume_unwind(panic)
    })
}

#[test]
fn histories() {
    let start = std::time::Instant::now();
    let mut all = Report::default();
    let first: u64 = std::env::var("DICEHALL_SEED").map_or(1, |it| it.parse().unwrap());
    let count: u64 = std::env::var("DICEHALL_HISTORIES").map_or(100, |it| it.parse().unwrap());
    for seed in first..first + count {
        let r = run(seed, None);
        println!("{seed} {r:?} {:?}", start.elapsed());
        all.frames += r.frames;
    }
    println!("{:?} {:?}", all, start.elapsed());
}
