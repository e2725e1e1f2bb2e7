//! The placements that have occurred in a match, each as often as it did.
//!
//! Their order does not matter for the rest of the match, so they are kept sorted: equal histories are equal vectors,
//! looking one up halves the range, and a copy is one block of eight bytes a ply, for which `clone_from` allocates nothing.

use super::placement::Placement;

/// The placements of a match so far, sorted.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct History {
    seen: Vec<Placement>,
}

impl History {
    /// Adds a placement and says how often it has occurred, this time included.
    pub fn record(&mut self, placement: Placement) -> u8 {
        let from = self.seen.partition_point(|it| *it < placement);
        let before = self.seen[from..]
            .iter()
            .take_while(|it| **it == placement)
            .count();
        self.seen.insert(from, placement);
        u8::try_from(before + 1).unwrap_or_else(|_| unreachable!("the fourth time draws"))
    }

    /// The placements that have occurred at least so often, each once, sorted.
    pub fn at_least(&self, times: u8) -> impl Iterator<Item = Placement> {
        let groups = self.seen.chunk_by(|a, b| a == b);
        let often = groups.filter(move |it| it.len() >= usize::from(times));
        often.filter_map(|it| it.first().copied())
    }

    /// How often a placement has occurred.
    pub fn times(&self, placement: Placement) -> usize {
        let from = self.seen.partition_point(|it| *it < placement);
        let same = self.seen[from..].iter().take_while(|it| **it == placement);
        same.count()
    }

    /// The number of placements that have occurred, repetitions included.
    pub fn count(&self) -> usize {
        self.seen.len()
    }
}

impl Clone for History {
    fn clone(&self) -> Self {
        Self {
            seen: self.seen.clone(),
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.seen.clone_from(&source.seen);
    }
}
