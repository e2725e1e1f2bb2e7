//! The guide of a search: how promising actions are and how good positions are; used by `mcts` and `expectimax`.
//!
//! The guides of single games are in `knowledge`; [`Unguided`] knows nothing and serves every game.

#[cfg(test)]
mod tests;

use std::hash::{DefaultHasher, Hasher};
use std::ops::ControlFlow;

use super::{Budget, Payoffs, exact_probabilities, payoffs_of};
use crate::dice::{Dice, Weighted, draw, pick};
use crate::game::{Node, SEATS_MAX, Seat, State};

/// The most plies of an unguided playout; a playout that reaches it counts as drawn.
const PLAYOUT_PLIES_MAX: u32 = 400;

/// The knowledge that guides a search: which actions are promising, how good a position is, what other seats will
/// reply.
pub trait Guide<S: State>: Send {
    /// Replaces `out` by how promising each action is for the seat to move: positive numbers that sum to one.
    fn priors(&mut self, state: &S, actions: &[S::Action], out: &mut Vec<f64>);

    /// An estimate, without looking ahead, of what the state is worth to each seat. It is not asked for finished matches.
    fn estimate(&mut self, state: &S) -> Payoffs;

    /// The worth of a new leaf of a tree: by playing on, by an estimate, or both. May change the state.
    fn evaluate_leaf(
        &mut self,
        state: &mut S,
        _budget: &mut dyn Budget,
        _dice: &mut dyn Dice,
    ) -> Payoffs {
        match state.node() {
            Node::Terminal(outcome) => payoffs_of(outcome, state.seats()),
            Node::Decision(_) | Node::Chance => self.estimate(state),
        }
    }

    /// The payoff that a seat gives up by an action, besides the worth of the positions after it. Only the tree search
    /// counts it.
    fn cost(&self, _state: &S, _action: S::Action) -> f64 {
        0.0
    }

    /// The action that a seat other than the searching one is expected to choose; `None` if the search is to decide.
    fn reply(&mut self, _state: &S, _budget: &mut dyn Budget) -> Option<S::Action> {
        None
    }

    /// Replaces `out` by the probability of each chance; a chance with probability 0 is not searched.
    fn probabilities(&self, _state: &S, chances: &[Weighted<S::Chance>], out: &mut Vec<f64>) {
        exact_probabilities(chances, out);
    }

    /// A number that two states share only if they are worth the same.
    fn key(&self, state: &S) -> u64 {
        let mut hasher = DefaultHasher::new();
        state.hash(&mut hasher);
        hasher.finish()
    }
}

/// The guide that knows nothing: every action is as good as any other, and a leaf is played out by drawing actions
/// evenly.
#[derive(Clone, Debug)]
pub struct Unguided<S: State> {
    playout: Playout<S>,
}

impl<S: State> Unguided<S> {
    /// A guide for any game.
    pub fn new() -> Self {
        Self {
            playout: Playout::new(PLAYOUT_PLIES_MAX),
        }
    }
}

impl<S: State> Default for Unguided<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: State> Guide<S> for Unguided<S> {
    fn priors(&mut self, _state: &S, actions: &[S::Action], out: &mut Vec<f64>) {
        out.clear();
        out.extend(actions.iter().map(|_| 1.0));
        normalize(out);
    }

    fn estimate(&mut self, state: &S) -> Payoffs {
        let mut payoffs = [0.0; SEATS_MAX];
        for seat in Seat::first(state.seats()) {
            payoffs[seat.idx()] = 1.0 / f64::from(state.seats());
        }
        payoffs
    }

    fn evaluate_leaf(
        &mut self,
        state: &mut S,
        budget: &mut dyn Budget,
        dice: &mut dyn Dice,
    ) -> Payoffs {
        self.playout
            .run(state, budget, dice, |_, actions, dice| pick(actions, dice));
        match state.node() {
            Node::Terminal(outcome) => payoffs_of(outcome, state.seats()),
            Node::Decision(_) | Node::Chance => self.estimate(state),
        }
    }
}

/// Plays a position on by a policy, with buffers that live as long as it does.
#[derive(Clone, Debug)]
pub struct Playout<S: State> {
    plies_max: u32,
    actions: Vec<S::Action>,
    chances: Vec<Weighted<S::Chance>>,
}

impl<S: State> Playout<S> {
    /// Playouts of at most this many plies.
    pub fn new(plies_max: u32) -> Self {
        Self {
            plies_max,
            actions: Vec::new(),
            chances: Vec::new(),
        }
    }

    /// Plays on, at the price of one node a ply, until a decision or the end of the match; returns the number of plies.
    /// It stops early if the budget breaks or the policy has no answer.
    pub fn run(
        &mut self,
        state: &mut S,
        budget: &mut dyn Budget,
        dice: &mut dyn Dice,
        mut policy: impl FnMut(&S, &[S::Action], &mut dyn Dice) -> Option<S::Action>,
    ) -> u32 {
        let mut plies = 0;
        loop {
            match state.node() {
                Node::Terminal(_) => return plies,
                Node::Chance => {
                    state.chances_into(&mut self.chances);
                    let Some(chance) = draw(&self.chances, dice) else {
                        return plies;
                    };
                    state.resolve(chance);
                }
                Node::Decision(_) if plies == self.plies_max => return plies,
                Node::Decision(_) => {
                    if let ControlFlow::Break(()) = budget.spend(1) {
                        return plies;
                    }
                    state.actions_into(&mut self.actions);
                    let Some(action) = policy(state, &self.actions, dice) else {
                        return plies;
                    };
                    state.act(action);
                    plies += 1;
                }
            }
        }
    }
}

/// Scales positive numbers so that they sum to one.
pub fn normalize(numbers: &mut [f64]) {
    let sum: f64 = numbers.iter().sum();
    for it in numbers {
        *it /= sum;
    }
}
