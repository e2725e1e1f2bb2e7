//! The numbers of lobbies and seats, for operators.

use dicehall_engine::lobby::Phase;

use super::{Directory, Entry};

/// The numbers of lobbies and seats.
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
    pub(super) fn counts(&self) -> DirectoryCounts {
        let mut counts = DirectoryCounts {
            entries: self.entries.len(),
            ..DirectoryCounts::default()
        };
        for entry in self.entries.values() {
            if matches!(entry, Entry::Quarantined) {
                counts.quarantined += 1;
                continue;
            }
            let Some(line) = entry.line() else {
                counts.opening += 1;
                continue;
            };
            match line.phase {
                Phase::Waiting => counts.waiting += 1,
                Phase::Starting | Phase::Playing => counts.playing += 1,
                Phase::Over => counts.over += 1,
                // Its task is about to end.
                Phase::Ended => {}
            }
            counts.humans += usize::from(line.humans);
            counts.bots += usize::from(line.bots);
            counts.open += usize::from(line.open);
        }
        counts
    }
}
