//! Questions to the solution: what a placement is worth, and each of its actions.
//!
//! Scores are for the side to move: plies to the win, or to the loss below 0; 0 is a draw by endless play.

use crate::games::animal_shogi::{Action, Ending, Placement};

use super::frame::Frames;
use super::index::{Pairs, widen};
use super::locate::locate;
use super::solver::{Solution, Tables};
use super::table::Table;

/// Whatever knows the scores of the domain.
pub trait Scores {
    /// The tables of the index.
    fn tables(&self) -> &Tables;

    /// The score of a position by its frame and pairs.
    fn score_of(&self, frame: usize, pairs: Pairs) -> i16;

    /// The score of a placement that is not over.
    ///
    /// Outside of the domain somebody's lion can be taken, or is on its far rank: it came there unsafely, or the match
    /// would be over.
    fn score(&self, placement: Placement) -> i16 {
        let frames: &Frames = &self.tables().frames;
        locate(frames, placement).map_or(1, |(frame, pairs)| self.score_of(frame, pairs))
    }

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

/// A table and what is needed to read it.
#[derive(Debug)]
pub struct TableScores<'a> {
    /// The tables of the index.
    pub tables: &'a Tables,
    /// The distances.
    pub table: &'a Table,
}

/// A solution in memory.
#[derive(Debug)]
pub struct SolutionScores<'a> {
    /// The tables of the index.
    pub tables: &'a Tables,
    /// The distances.
    pub solution: &'a Solution,
}

impl Scores for TableScores<'_> {
    fn tables(&self) -> &Tables {
        self.tables
    }

    fn score_of(&self, frame: usize, pairs: Pairs) -> i16 {
        self.table.score(self.tables, frame, pairs)
    }
}

impl Scores for SolutionScores<'_> {
    fn tables(&self) -> &Tables {
        self.tables
    }

    fn score_of(&self, frame: usize, pairs: Pairs) -> i16 {
        let number = self.tables.index.number(pairs);
        self.solution.score(frame, widen(number))
    }
}

/// The score one ply before, for the other side.
const fn earlier(score: i16) -> i16 {
    match score {
        0 => 0,
        1.. => -score - 1,
        _ => -score + 1,
    }
}
