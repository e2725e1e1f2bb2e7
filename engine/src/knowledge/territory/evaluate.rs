//! The static score of a board of territories, and the two-digit odds of the published program.
//!
//! Source: C. Barski, *Land of Lisp*, 2010, chapter 20, Dice of Doom, version 4.

#[cfg(test)]
mod tests;

use crate::bots::spec::OddsKind;
use crate::bots::{Evaluate, exact_probabilities};
use crate::dice::Weighted;
use crate::game::Seat;
use crate::games::territory::{
    Board, Chance, Graph, OnTerritories, TERRITORIES_MAX, TERRITORY_DICE_MAX, Territory,
    TerritorySet, odds,
};

/// The score of a board: +2 for each own territory without a neighbor of another owner that has strictly more dice, +1
/// for each own territory with one, -1 for each territory of another seat. A finished match has the same score.
#[derive(Clone, Copy, Debug)]
pub struct StaticScore {
    /// The odds that the searcher uses for battles.
    pub odds: OddsKind,
}

/// The static score of a board for a seat.
pub fn static_score(board: &Board, seat: Seat) -> i32 {
    Scored::of(board, seat).score(board.graph())
}

/// A board as the static score of a seat sees it: small to copy, and changed one territory at a time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scored {
    own: TerritorySet,
    others: TerritorySet,
    dice: [u8; TERRITORIES_MAX],
    max_dice: u8,
    /// By number of dice: the territories of others that have more.
    above: [TerritorySet; SLOTS],
}

impl Scored {
    /// The board as it is.
    pub(super) fn of(board: &Board, seat: Seat) -> Self {
        let mut scored = Self {
            own: board.owned(seat),
            others: board.enemies(seat),
            dice: [0; TERRITORIES_MAX],
            max_dice: board.max_dice(),
            above: [TerritorySet::EMPTY; SLOTS],
        };
        for it in scored.own {
            scored.dice[it.idx()] = board.dice(it);
        }
        for it in scored.others {
            // For now, each stands only where one die less would be.
            let fewer = usize::from(board.dice(it)) - 1;
            scored.above[fewer] = scored.above[fewer].with(it);
        }
        for dice in (1..usize::from(scored.max_dice)).rev() {
            scored.above[dice - 1] = scored.above[dice - 1].or(scored.above[dice]);
        }
        scored
    }

    /// Gives a territory to the seat or to another, with so many dice.
    pub(super) fn put(&mut self, at: Territory, is_own: bool, dice: u8) {
        for (fewer, above) in (0..self.max_dice).zip(&mut self.above) {
            *above = if is_own || dice <= fewer {
                above.without(at)
            } else {
                above.with(at)
            };
        }
        let (mine, theirs) = if is_own {
            (&mut self.own, &mut self.others)
        } else {
            (&mut self.others, &mut self.own)
        };
        (*mine, *theirs) = (mine.with(at), theirs.without(at));
        self.dice[at.idx()] = dice;
    }

    /// The score on the graph of the board.
    pub(super) fn score(&self, graph: &Graph) -> i32 {
        let mut threatened = 0;
        for it in self.own {
            let stronger = self.above[usize::from(self.dice[it.idx()])];
            threatened += i32::from(!graph.touching(it).and(stronger).is_empty());
        }
        2 * i32::from(self.own.len()) - threatened - i32::from(self.others.len())
    }
}

/// One slot for each number of dice from none to the most.
const SLOTS: usize = 17;
const _: () = assert!(TERRITORY_DICE_MAX == 16, "a slot for each number of dice");

impl<S: OnTerritories> Evaluate<S> for StaticScore {
    fn payoff(&self, state: &S, seat: Seat) -> f64 {
        f64::from(static_score(state.board(), seat))
    }

    /// Exact, except for two cases: the book's odds of a battle, and a reinforcement that can be placed in too many
    /// ways to search each. Such dice are assumed to spread evenly, each where the fewest dice are, until few enough
    /// are left.
    fn probabilities(&self, state: &S, chances: &[Weighted<Chance>], out: &mut Vec<f64>) {
        exact_probabilities(chances, out);
        if let Some(even) = even_placement(state, chances) {
            out.fill(0.0);
            out[even] = 1.0;
            return;
        }
        let Some((
            Weighted {
                chance: Chance::Battle(roll),
                ..
            },
            OddsKind::Table,
        )) = chances.first().map(|it| (*it, self.odds))
        else {
            return;
        };
        let Some(hundredths) = odds::book_hundredths(roll.attack.count(), roll.defense.count())
        else {
            return;
        };
        let win = f64::from(hundredths) / 100.0;
        for (weighted, probability) in chances.iter().zip(out) {
            if let Chance::Battle(roll) = weighted.chance {
                *probability = if roll.captures() { win } else { 1.0 - win };
            }
        }
    }
}

/// The most ways of placing the dice of a reinforcement that are searched one by one.
const PLACEMENTS_MAX: usize = 64;

/// The index of the placement that stands for all where there are too many; `None` where each is searched.
fn even_placement<S: OnTerritories>(state: &S, chances: &[Weighted<Chance>]) -> Option<usize> {
    let ways = chances.len().checked_pow(state.turn().to_place().into());
    if ways.is_some_and(|it| it <= PLACEMENTS_MAX) {
        return None;
    }
    let dice = |chance: Chance| match chance {
        Chance::Reinforce(at) => state.board().dice(at),
        Chance::Battle(_) => u8::MAX,
    };
    (0..chances.len()).min_by_key(|it| dice(chances[*it].chance))
}
