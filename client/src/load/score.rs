//! The counts of one table, or of all of them, and the matches that may still be played.

use std::sync::atomic::{AtomicU64, Ordering};

use tokio::task::JoinSet;

use crate::measure::Durations;

/// The counts of one table, or of all of them.
#[derive(Debug)]
pub(super) struct Score {
    pub(super) actions: u64,
    pub(super) matches: u64,
    pub(super) round_trips: Durations,
}

/// Matches that may still be played, by whichever table is free first.
#[derive(Debug)]
pub(super) struct MatchesLeft(AtomicU64);

impl Score {
    pub(super) fn new() -> Self {
        Self {
            actions: 0,
            matches: 0,
            round_trips: Durations::new(),
        }
    }

    pub(super) fn merge(&mut self, part: &Self) {
        self.actions += part.actions;
        self.matches += part.matches;
        self.round_trips.merge(&part.round_trips);
    }
}

impl MatchesLeft {
    /// So many, or as many as there is time for.
    pub(super) const fn new(matches: Option<u64>) -> Self {
        Self(AtomicU64::new(match matches {
            Some(matches) => matches,
            None => u64::MAX,
        }))
    }

    /// Whether another match may be played; counts it.
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
