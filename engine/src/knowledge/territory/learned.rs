//! The player that judges positions by the value networks.
//!
//! Called by the roster. How it searches depends on the rules: where a match goes on to the last owner and dice are placed in index
//! order, a tree search whose leaves the network judges; where dice are placed at random, a search of the own turn and then
//! truncated rollouts of its best actions; where a match ends as soon as a seat is stuck, what [`UntilStuck`] does; and where no
//! network helps, the tree search without one. Law kept here: a choice depends on the position, the nodes, the luck and the
//! actions that were watched alone, whatever was asked before.

#[cfg(test)]
mod tests;

use super::guide::TerritoryGuide;
use super::judge::Judge;
use super::truncated_rollouts::TruncatedRollouts;
use super::until_stuck::UntilStuck;
use super::value::Valuer;
use super::value::networks::network;
use crate::bots::mcts::Mcts;
use crate::bots::{Bot, Budget, Share};
use crate::dice::Dice;
use crate::game::State;
use crate::games::territory::{Action, Course, OnTerritories};

/// The most nodes of a tree whose leaves the network judges, for one action.
const JUDGED_NODES_MAX: u64 = 20_000;

/// The player; it keeps its searcher while the rules are the same.
#[derive(Debug, Default)]
pub struct Learned<S: OnTerritories> {
    searcher: Option<(SearchRules, Searcher<S>)>,
    judge: Option<Judge<S>>,
}

/// The fewest territories of a board on which the network judges. On 9 hexes the turn search wins no more than an equal
/// tree search with 2,000 nodes, and there a deeper tree sees most of what can come.
const TERRITORIES_MIN: usize = 16;

/// The fewest seats of a match that ends as soon as a seat is stuck in which the network judges. With two seats it wins 42.5 % (of 80
/// matches) against a tree search with 20,000 nodes.
const SEATS_MIN_UNTIL_STUCK: u8 = 3;

/// The parts of the rules on which the search depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SearchRules {
    course: Course,
    /// The networks learned from matches with rolls: where attacks are certain, the turn search wins 15 % against three
    /// tree searches with 2,000 nodes.
    attacks_are_certain: bool,
    is_small: bool,
    seats: u8,
}

/// A search for one ground.
#[derive(Debug)]
enum Searcher<S: OnTerritories> {
    /// A tree, judged by the network.
    Judged(Box<Mcts<S, TerritoryGuide<S>>>),
    /// The own turn, and rollouts of its best actions, judged by the network.
    Rollouts(Box<TruncatedRollouts<S>>),
    /// The search that depends on how the others play.
    UntilStuck(Box<UntilStuck<S>>),
    /// A tree without a network.
    Plain(Box<Mcts<S, TerritoryGuide<S>>>),
}

impl<S: OnTerritories> Learned<S> {
    /// A player.
    pub fn new() -> Self {
        Self {
            searcher: None,
            judge: None,
        }
    }

    /// Whether the player's choices depend on the actions of the others that it has watched.
    pub fn watches_others(state: &S) -> bool {
        let ground = SearchRules::of(state);
        !ground.is_plain() && ground.course == Course::StuckEnds
    }

    /// The judge of a position and of the choices in it, the one that is kept if the rules are the same. It judges by the
    /// network under all rules.
    pub fn judge(&mut self, state: &S) -> &mut Judge<S> {
        let kept = self.judge.take().filter(|it| it.fits(state));
        self.judge.insert(kept.unwrap_or_else(|| Judge::of(state)))
    }

    /// The searcher for a position, the one that is kept if it is for the same ground.
    fn searcher(&mut self, state: &S) -> &mut Searcher<S> {
        let ground = SearchRules::of(state);
        let kept = self.searcher.take().filter(|it| it.0 == ground);
        let kept = kept.unwrap_or_else(|| (ground, Searcher::on(ground)));
        &mut self.searcher.insert(kept).1
    }
}

impl<S: OnTerritories> Bot<S> for Learned<S> {
    fn choose(
        &mut self,
        state: &S,
        budget: &mut dyn Budget,
        dice: &mut dyn Dice,
    ) -> Option<Action> {
        match self.searcher(state) {
            Searcher::Judged(it) => {
                it.choose(state, &mut Share::new(budget, JUDGED_NODES_MAX), dice)
            }
            Searcher::Rollouts(it) => it.choose(state, budget, dice),
            Searcher::UntilStuck(it) => it.choose(state, budget, dice),
            Searcher::Plain(it) => it.choose(state, budget, dice),
        }
    }

    fn watch(&mut self, state: &S, action: Action) {
        if let Searcher::UntilStuck(it) = self.searcher(state) {
            it.watch(state, action);
        }
        if let Some(judge) = &mut self.judge {
            judge.watch(state, action);
        }
    }
}

impl SearchRules {
    fn of<S: OnTerritories>(state: &S) -> Self {
        Self {
            course: state.course(),
            attacks_are_certain: state.attacks_are_certain(),
            is_small: state.board().graph().len() < TERRITORIES_MIN,
            seats: state.seats(),
        }
    }

    /// Whether the network is no help here.
    fn is_plain(self) -> bool {
        let is_duel = self.course == Course::StuckEnds && self.seats < SEATS_MIN_UNTIL_STUCK;
        self.attacks_are_certain || self.is_small || is_duel
    }
}

impl<S: OnTerritories> Searcher<S> {
    /// The searcher for a ground.
    fn on(ground: SearchRules) -> Self {
        if ground.is_plain() {
            return Self::Plain(Box::new(Mcts::new(TerritoryGuide::new())));
        }
        let valuer = Valuer::new(network(ground.course), ground.attacks_are_certain);
        match ground.course {
            Course::LastOwner => {
                Self::Judged(Box::new(Mcts::new(TerritoryGuide::judged_by(valuer))))
            }
            Course::Scattered => Self::Rollouts(Box::new(TruncatedRollouts::new(valuer))),
            Course::StuckEnds => Self::UntilStuck(Box::new(UntilStuck::new(valuer))),
        }
    }
}
