//! How long the writer waits for further jobs before it commits, so that many share one synchronization of the disk.
//!
//! Called by the writer before each commit.

use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::mpsc;

use super::EVENTS_PER_COMMIT_MAX;
use crate::journal::sqlite::jobs::Job;

/// The most times in a row that the writer yields to other threads, which may be about to send jobs.
const YIELDS_MAX: usize = 16;
/// The most of these in a row that bring nothing: the system may give the processor back at once although another thread
/// has work.
const FRUITLESS_YIELDS_MAX: usize = 3;
/// The longest time that it yields, in microseconds: far less than anybody notices.
const GATHER_MICROS_MAX: u64 = 1_000;

/// Takes further jobs while other threads get to run: as long as that brings some, and only if commits have been
/// shared. Where every thread has a processor of its own nothing waits here.
pub(super) fn gather(shared_by: usize, jobs: &mut mpsc::Receiver<Job>, waiting: &mut Vec<Job>) {
    if shared_by.max(waiting.len()) < 2 {
        return;
    }
    let begun = Instant::now();
    let mut fruitless = 0;
    for _ in 0..YIELDS_MAX {
        let before = waiting.len();
        if before >= EVENTS_PER_COMMIT_MAX
            || fruitless >= FRUITLESS_YIELDS_MAX
            || begun.elapsed() >= Duration::from_micros(GATHER_MICROS_MAX)
        {
            return;
        }
        thread::yield_now();
        while waiting.len() < EVENTS_PER_COMMIT_MAX
            && let Ok(job) = jobs.try_recv()
        {
            waiting.push(job);
        }
        fruitless = if waiting.len() == before {
            fruitless + 1
        } else {
            0
        };
    }
}
