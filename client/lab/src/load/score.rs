//! The counts of one table, or of all of them, and the matches that may still be played.

use std::ops::{AddAssign, Sub};
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::task::JoinSet;

use crate::measure::{Durations, count};

/// The counts of one table, or of all of them.
#[derive(Debug)]
pub(super) struct Score {
    pub(super) actions: u64,
    pub(super) matches: u64,
    pub(super) round_trips: Durations,
    pub(super) traffic: Traffic,
}

/// The number of text frames on a websocket, and the bytes in them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Traffic {
    pub(super) frames_up: u64,
    pub(super) bytes_up: u64,
    pub(super) frames_down: u64,
    pub(super) bytes_down: u64,
}

/// The matches that may still be played; the next free table takes one.
#[derive(Debug)]
pub(super) struct MatchesLeft(AtomicU64);

impl Score {
    pub(super) fn new() -> Self {
        Self {
            actions: 0,
            matches: 0,
            round_trips: Durations::new(),
            traffic: Traffic::default(),
        }
    }

    pub(super) fn merge(&mut self, part: &Self) {
        self.actions += part.actions;
        self.matches += part.matches;
        self.round_trips.merge(&part.round_trips);
        self.traffic += part.traffic;
    }
}

impl Traffic {
    /// Counts a frame to the server.
    pub(super) fn up(&mut self, length: usize) {
        self.frames_up += 1;
        self.bytes_up += count(length);
    }

    /// Counts a frame from the server.
    pub(super) fn down(&mut self, length: usize) {
        self.frames_down += 1;
        self.bytes_down += count(length);
    }
}

impl AddAssign for Traffic {
    fn add_assign(&mut self, other: Self) {
        self.frames_up += other.frames_up;
        self.bytes_up += other.bytes_up;
        self.frames_down += other.frames_down;
        self.bytes_down += other.bytes_down;
    }
}

impl Sub for Traffic {
    type Output = Self;

    fn sub(self, before: Self) -> Self {
        Self {
            frames_up: self.frames_up - before.frames_up,
            bytes_up: self.bytes_up - before.bytes_up,
            frames_down: self.frames_down - before.frames_down,
            bytes_down: self.bytes_down - before.bytes_down,
        }
    }
}

impl MatchesLeft {
    /// So many matches; `None` for no limit.
    pub(super) const fn new(matches: Option<u64>) -> Self {
        Self(AtomicU64::new(match matches {
            Some(matches) => matches,
            None => u64::MAX,
        }))
    }

    /// Takes one match from the rest; returns whether there was one.
    pub(super) fn take(&self) -> bool {
        let taken = self
            .0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |it| it.checked_sub(1));
        taken.is_ok()
    }
}

/// The results of all tasks, or the first error of one.
pub(super) async fn gather<T: 'static>(
    mut tasks: JoinSet<anyhow::Result<T>>,
) -> anyhow::Result<Vec<T>> {
    let mut all = Vec::with_capacity(tasks.len());
    while let Some(done) = tasks.join_next().await {
        all.push(done??);
    }
    Ok(all)
}
