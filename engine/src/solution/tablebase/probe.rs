//! Questions to the solution: what a placement is worth, and each of its actions.
//!
//! Scores are for the side to move: plies to the win, or to the loss below 0; 0 is a draw by endless play.

use std::fmt;

use crate::games::animal_shogi::{Action, Ending, Placement};

use crate::solution::index::{Pairs, widen};
use crate::solution::locate::locate;
use crate::solution::solver::{Solution, Tables};

/// Whatever knows the scores of placements.
pub trait Scores: fmt::Debug + Send + Sync {
    /// The score of a placement that is not over.
    fn score(&self, placement: Placement) -> i16;

    /// Every legal action in its order, with the score that the side to move has after it.
    fn actions(&self, placement: Placement) -> Vec<(Action, i16)> {
        let mut actions = Vec::new();
        placement.actions_into(&mut actions);
        let after = |action| {
            let mut next = placement;
            next.act(action);
            (action, self.score_after(next))
        };
        actions.into_iter().map(after).collect()
    }

    /// The score of whoever has just moved.
    fn score_after(&self, next: Placement) -> i16 {
        match next.ending() {
            Some(Ending::Catch | Ending::Try) => 1,
            Some(Ending::LateTry) => -1,
            // Nobody can come to a placement without a move; by the solution it is lost in two.
            Some(Ending::NoMove | Ending::Repetition) | None => earlier(self.score(next)),
        }
    }
}

/// A solution in memory.
#[derive(Debug)]
pub struct SolutionScores<'a> {
    /// The tables of the index.
    pub tables: &'a Tables,
    /// The distances.
    pub solution: &'a Solution,
}

impl Scores for SolutionScores<'_> {
    fn score(&self, placement: Placement) -> i16 {
        in_domain(self.tables, placement, |frame, pairs| {
            let number = self.tables.index.number(pairs);
            self.solution.score(frame, widen(number))
        })
    }
}

/// The score of a placement that is not over, by the scores of the domain.
///
/// Outside of the domain somebody's lion can be taken, or is on its far rank: it came there unsafely, or the match would
/// be over.
pub(in crate::solution) fn in_domain(
    tables: &Tables,
    placement: Placement,
    score: impl FnOnce(usize, Pairs) -> i16,
) -> i16 {
    locate(&tables.frames, placement).map_or(1, |(frame, pairs)| score(frame, pairs))
}

/// The score one ply before, for the other side.
pub const fn earlier(score: i16) -> i16 {
    match score {
        0 => 0,
        1.. => -score - 1,
        _ => -score + 1,
    }
}
