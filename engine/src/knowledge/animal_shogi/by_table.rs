//! The exact player of animal shogi: it looks every action up in the table of distances, and never gives a value away.
//!
//! A won position is won as fast as possible and a lost one lost as slowly. Of several actions that keep a draw, or that
//! lose equally late, the one is chosen that leaves the opponent the most room to err: the greatest share of replies that
//! make its result worse; where these are equal, the greatest share that can follow after the replies that do not; then
//! the position that has occurred least often; then the first in the game's order.
//!
//! The table does not know the rule of repetition, so [`history`] corrects it: a position whose next occurrence draws is a
//! draw. That can turn a win or a loss into a draw and nothing else, because whoever can keep a draw in the table's game
//! can keep it in the match as well.

mod history;
mod room;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::fmt;
use std::sync::Arc;

use crate::bots::perfect::{Solution, Value};
use crate::bots::{Bot, Budget};
use crate::dice::Dice;
use crate::games::animal_shogi::{Action, Placement, Position};
use crate::solution::tablebase::probe::Scores;

use history::Judge;
use room::ErrorMargin;

/// Better than every other worth: a proven win, less its plies.
const WON: i16 = 2_000;
/// A win of the table that was not shown to avoid repetition, less its plies; at least a draw.
const WON_BY_TABLE: i16 = 1_000;

/// The player.
pub struct ByTable {
    scores: Arc<dyn Scores>,
}

/// The worth of an action to the mover, with the history of the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Worth {
    /// It wins after this many plies, whatever the opponent does.
    Won(i16),
    /// It wins by the table, but the opponent may reach a draw by repetition, or that could not be ruled out.
    WonByTable(i16),
    /// It keeps a draw.
    Drawn,
    /// It draws at once, by repetition.
    DrawnAtOnce,
    /// It loses by the table, but the opponent was not shown to win past the repetitions.
    LostByTable(i16),
    /// It loses after this many plies.
    Lost(i16),
}

impl Worth {
    /// Greater is better.
    const fn rank(self) -> i16 {
        match self {
            Self::Won(plies) => WON - plies,
            Self::WonByTable(plies) => WON_BY_TABLE - plies,
            Self::Drawn | Self::DrawnAtOnce => 0,
            Self::LostByTable(plies) => plies - WON_BY_TABLE,
            Self::Lost(plies) => plies - WON,
        }
    }

    /// The value, where it was shown.
    fn shown(self) -> Option<Value> {
        match self {
            Self::Won(plies) => Some(value(plies)),
            Self::Drawn | Self::DrawnAtOnce => Some(Value::Draw),
            Self::Lost(plies) => Some(value(-plies)),
            Self::WonByTable(_) | Self::LostByTable(_) => None,
        }
    }
}

/// An action among those that are worth the same.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    action: Action,
    next: Placement,
    worth: Worth,
}

impl ByTable {
    /// A player that asks these scores.
    pub fn new(scores: Arc<dyn Scores>) -> Self {
        Self { scores }
    }

    /// The value of a position and of each action there, with the repetitions of the match; `None` for an action that the
    /// table knows, but that repetition may turn into a draw.
    pub fn solution(&self, state: &Position, budget: &mut dyn Budget) -> Solution<Action> {
        let all = self.candidates(state, budget);
        let best = all.iter().max_by_key(|it| it.worth.rank());
        let shown = best.and_then(|it| it.worth.shown());
        let actions = all.iter().map(|it| (it.action, it.worth.shown()));
        Solution {
            value: shown.unwrap_or_else(|| value(self.scores.score(state.placement()))),
            actions: actions.collect(),
        }
    }

    /// The actions that are worth the most.
    fn best(&self, state: &Position, budget: &mut dyn Budget) -> Vec<Candidate> {
        let all = self.candidates(state, budget);
        let best = all.iter().map(|it| it.worth.rank()).max();
        let is_best = |it: &Candidate| Some(it.worth.rank()) == best;
        all.into_iter().filter(is_best).collect()
    }

    /// Every action with its worth, in the game's order.
    fn candidates(&self, state: &Position, budget: &mut dyn Budget) -> Vec<Candidate> {
        let placement = state.placement();
        let spent = state.spent();
        let mut judge = Judge::new(&*self.scores, &spent);
        let mut actions = Vec::new();
        placement.actions_into(&mut actions);
        let candidate = |action| {
            let mut next = placement;
            next.act(action);
            let worth = judge.worth(next, budget);
            Candidate {
                action,
                next,
                worth,
            }
        };
        actions.into_iter().map(candidate).collect()
    }

    /// Keeps those that leave the opponent the most room to err; in a won position nobody can.
    fn keep_roomiest(&self, best: &mut Vec<Candidate>, budget: &mut dyn Budget) {
        let is_won = best.iter().any(|it| it.worth.rank() > 0);
        if is_won || best.len() < 2 {
            return;
        }
        let room = ErrorMargin::new(&*self.scores);
        keep_greatest(best, |it| {
            (it.worth != Worth::DrawnAtOnce).then(|| room.after(it.next))
        });
        if best.len() < 2 {
            return;
        }
        let later = best.iter().map(|it| room.later(it.next, budget));
        // If the nodes do not suffice to compare all of them, none is preferred for it.
        if let Some(later) = later.collect::<Option<Vec<u64>>>() {
            let mut later = later.into_iter();
            keep_greatest(best, |_| later.next());
        }
    }
}

impl Bot<Position> for ByTable {
    fn choose(
        &mut self,
        state: &Position,
        budget: &mut dyn Budget,
        _dice: &mut dyn Dice,
    ) -> Option<Action> {
        if state.ending().is_some() {
            return None;
        }
        let mut best = self.best(state, budget);
        self.keep_roomiest(&mut best, budget);
        keep_greatest(&mut best, |it| Reverse(state.times(it.next)));
        best.first().map(|it| it.action)
    }
}

impl fmt::Debug for ByTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ByTable").finish_non_exhaustive()
    }
}

/// Keeps the candidates with the greatest measure, in their order.
fn keep_greatest<M: Ord>(all: &mut Vec<Candidate>, measure: impl FnMut(&Candidate) -> M) {
    let measures: Vec<M> = all.iter().map(measure).collect();
    let greatest = measures.iter().max();
    let mut kept = measures.iter().map(|it| Some(it) == greatest);
    all.retain(|_| kept.next().unwrap_or(false));
}

/// A score of the table as a value.
fn value(score: i16) -> Value {
    let plies = score.unsigned_abs().into();
    match score {
        0 => Value::Draw,
        1.. => Value::Win(plies),
        _ => Value::Loss(plies),
    }
}
