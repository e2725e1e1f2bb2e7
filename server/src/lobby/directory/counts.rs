//! How many lobbies and seats there are, for operators.

use dicehall_engine::lobby::Phase;

use super::{Directory, Entry};

/// How many there are of what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct DirectoryCounts {
    /// Lobbies that the directory knows, whatever their state.
    pub(crate) entries: usize,
    pub(crate) waiting: usize,
    pub(crate) playing: usize,
    pub(crate) over: usize,
    /// Lobbies that are being made or opened.
    pub(crate) opening: usize,
    pub(crate) quarantined: usize,
    /// Seats held by people.
    pub(crate) humans: usize,
    /// Seats held by bots.
    pub(crate) bots: usize,
    /// Seats that anyone may take.
    pub(crate) open: usize,
}

impl Directory {
    pub(super) fn census(&self) -> DirectoryCounts {
        let mut census = DirectoryCounts {
            entries: self.entries.len(),
            ..DirectoryCounts::default()
        };
        for entry in self.entries.values() {
            let Entry::Open(open) = entry else {
                census.quarantined += 1;
                continue;
            };
            let status = open.status.borrow();
            let Some(line) = &status.line else {
                census.opening += 1;
                continue;
            };
            match line.phase {
                Phase::Waiting => census.waiting += 1,
                Phase::Starting | Phase::Playing => census.playing += 1,
                Phase::Over => census.over += 1,
                // Its task is about to end.
                Phase::Ended => {}
            }
            census.humans += usize::from(line.humans);
            census.bots += usize::from(line.bots);
            census.open += usize::from(line.open);
        }
        census
    }
}
