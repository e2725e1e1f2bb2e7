//! Computer players: one algorithm a file, and none of them names a game.
//!
//! A bot sees a game through [`State`], judges positions through [`Evaluate`], and thinks within a [`Budget`] that its
//! caller meters, because the engine has no clock. Payoffs are one number a seat, never negated: with up to four seats
//! there is no "opponent".

pub mod expectimax;
pub mod guide;
mod layers;
pub mod mcts;
pub mod paranoid;
pub mod perfect;
pub mod random;
pub mod rollout;
pub mod rung;
pub mod spec;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use crate::dice::{Dice, Weighted};
use crate::game::{Node, Outcome, SEATS_MAX, Seat, State};
pub(crate) use layers::copy_over;

/// A bot: chooses an action for the seat to move. It can be interrupted at any time: it answers as soon as the budget
/// breaks.
pub trait Bot<S: State>: Send {
    /// The action that the bot chooses; `None` only if there is no action.
    fn choose(
        &mut self,
        state: &S,
        budget: &mut dyn Budget,
        dice: &mut dyn Dice,
    ) -> Option<S::Action>;

    /// Shows the bot an action of its match, of whichever seat, before it is made. Most bots look at the position alone.
    fn watch(&mut self, _state: &S, _action: S::Action) {}
}

/// The limit of a bot's thinking, counted in nodes.
pub trait Budget {
    /// Spends some nodes; breaks when nothing is left.
    fn spend(&mut self, nodes: u32) -> ControlFlow<()>;
    /// The nodes that have been spent.
    fn spent(&self) -> u64;
    /// The nodes that are left at most; a limit in time may break before.
    fn left(&self) -> u64;
}

/// The error of a search whose budget broke.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OutOfBudget;

/// Spends one node.
pub(crate) fn visit(budget: &mut dyn Budget) -> Result<(), OutOfBudget> {
    match budget.spend(1) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(OutOfBudget),
    }
}

/// A budget in nodes: the same on every machine.
#[derive(Clone, Copy, Debug)]
pub struct Nodes {
    left: u64,
    spent: u64,
}

impl Nodes {
    /// A budget of at most this many nodes.
    pub fn at_most(nodes: u64) -> Self {
        Self {
            left: nodes,
            spent: 0,
        }
    }

    /// No limit.
    pub fn unlimited() -> Self {
        Self::at_most(u64::MAX)
    }
}

impl Budget for Nodes {
    fn spend(&mut self, nodes: u32) -> ControlFlow<()> {
        self.spent += u64::from(nodes);
        match self.left.checked_sub(u64::from(nodes)) {
            Some(left) => {
                self.left = left;
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(()),
        }
    }

    fn spent(&self) -> u64 {
        self.spent
    }

    fn left(&self) -> u64 {
        self.left
    }
}

/// A part of another budget.
pub(crate) struct Share<'a> {
    budget: &'a mut dyn Budget,
    left: u64,
}

impl<'a> Share<'a> {
    /// At most so many nodes of a budget.
    pub(crate) fn new(budget: &'a mut dyn Budget, left: u64) -> Self {
        Self { budget, left }
    }
}

impl Budget for Share<'_> {
    fn spend(&mut self, nodes: u32) -> ControlFlow<()> {
        let Some(left) = self.left.checked_sub(nodes.into()) else {
            return ControlFlow::Break(());
        };
        self.left = left;
        self.budget.spend(nodes)
    }

    fn spent(&self) -> u64 {
        self.budget.spent()
    }

    fn left(&self) -> u64 {
        self.left.min(self.budget.left())
    }
}

/// An estimate of a state's worth, and of the odds of what nature does: what a searcher knows about a game.
pub trait Evaluate<S: State>: Send {
    /// The worth of a state to a seat; more is better. Finished matches have a worth as well.
    fn payoff(&self, state: &S, seat: Seat) -> f64;

    /// Replaces `out` by the probability of each of `chances` in `state`; exact unless the evaluator says otherwise. A
    /// chance with probability 0 is not searched.
    fn probabilities(&self, _state: &S, chances: &[Weighted<S::Chance>], out: &mut Vec<f64>) {
        exact_probabilities(chances, out);
    }
}

/// Replaces `out` by the exact probability of each chance, rounded to a double.
#[expect(
    clippy::as_conversions,
    clippy::cast_precision_loss,
    reason = "rounding to a double is the purpose"
)]
pub fn exact_probabilities<C>(chances: &[Weighted<C>], out: &mut Vec<f64>) {
    let total: u128 = chances.iter().map(|it| it.weight).sum();
    out.clear();
    out.extend(chances.iter().map(|it| it.weight as f64 / total as f64));
}

/// The worth of a state to each seat, from 0 to 1.
pub type Payoffs = [f64; SEATS_MAX];

/// By how much the best action leads another one, to the seat that chooses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lead<A> {
    /// The best action; the other one itself if none was found to be better.
    pub best: A,
    /// How much more the best action is worth, from 0 to 1.
    pub worth: f64,
    /// The standard error of that; 0 where it is exact, `None` where it is not known.
    pub error: Option<f64>,
}

impl<A> Lead<A> {
    /// An action that none leads.
    pub(crate) fn none(action: A) -> Self {
        Self {
            best: action,
            worth: 0.0,
            error: Some(0.0),
        }
    }

    /// The same lead, with the action converted by `name`.
    pub fn map<B>(self, name: impl Fn(A) -> B) -> Lead<B> {
        Lead {
            best: name(self.best),
            worth: self.worth,
            error: self.error,
        }
    }
}

/// The payoffs of an outcome: the winners share one, and all share one after a draw.
pub fn payoffs_of(outcome: Outcome, seats: u8) -> Payoffs {
    let winners = outcome.winners;
    let mut payoffs = [0.0; SEATS_MAX];
    for seat in Seat::first(seats).filter(|it| winners.is_empty() || winners.contains(*it)) {
        payoffs[seat.idx()] = 1.0;
    }
    let sharers: f64 = payoffs.iter().sum();
    payoffs.map(|it| it / sharers.max(1.0))
}

/// The worth of a state by its outcome alone: 1 for a win, -1 for a loss, 0 for everything else.
#[derive(Clone, Copy, Debug, Default)]
pub struct OutcomeScore;

impl<S: State> Evaluate<S> for OutcomeScore {
    fn payoff(&self, state: &S, seat: Seat) -> f64 {
        match state.node() {
            Node::Terminal(outcome) if outcome.winners.contains(seat) => 1.0,
            Node::Terminal(outcome) if !outcome.winners.is_empty() => -1.0,
            Node::Terminal(_) | Node::Decision(_) | Node::Chance => 0.0,
        }
    }
}
