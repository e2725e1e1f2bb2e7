//! Depth-limited expectimax that assumes that all other seats play against it.
//!
//! Source: C. Barski, *Land of Lisp*, No Starch Press 2010, chapter 20 (Dice of Doom, version 4),
//! <http://landoflisp.com>. The seat to move maximizes its own payoff, every other seat minimizes it; depth counts
//! choices, and a chance node costs none. Among equal ratings the first wins.

#[cfg(test)]
mod tests;

use super::layers::{Layers, copy_over};
use super::{Bot, Budget, Evaluate, Nodes, OutOfBudget, visit};
use crate::dice::Dice;
use crate::game::{Node, Seat, State};

/// Ratings closer than this are equal: they differ by rounding alone.
const TIE: f64 = 1e-9;

/// The searcher, with buffers that live as long as it does: a search allocates nothing per node.
#[derive(Debug)]
pub struct Paranoid<S: State, E> {
    level: u8,
    evaluator: E,
    layers: Layers<S>,
}

impl<S: State, E: Evaluate<S>> Paranoid<S, E> {
    /// A searcher of depth `level`, in choices.
    ///
    /// # Panics
    /// If `level` is zero.
    pub fn new(level: u8, evaluator: E) -> Self {
        assert!(level > 0, "a search looks at least one choice ahead");
        Self {
            level,
            evaluator,
            layers: Layers::default(),
        }
    }

    /// The rating of every legal action, in the game's order, for the seat to move; empty if no seat is to move.
    pub fn ratings(&mut self, state: &S) -> Vec<f64> {
        let depth = self.level;
        self.ratings_at(state, depth, &mut Nodes::unlimited())
            .unwrap_or_else(|OutOfBudget| unreachable!("this budget has no limit"))
    }

    fn ratings_at(
        &mut self,
        state: &S,
        depth: u8,
        budget: &mut dyn Budget,
    ) -> Result<Vec<f64>, OutOfBudget> {
        let Node::Decision(me) = state.node() else {
            return Ok(Vec::new());
        };
        let mut ratings = Vec::new();
        for action in state.actions() {
            let mut child = state.clone();
            child.act(action);
            let at = Horizon {
                me,
                depth: depth - 1,
                layer: 0,
            };
            ratings.push(self.value(&child, at, budget)?);
        }
        Ok(ratings)
    }

    fn value(
        &mut self,
        state: &S,
        at: Horizon,
        budget: &mut dyn Budget,
    ) -> Result<f64, OutOfBudget> {
        visit(budget)?;
        match state.node() {
            Node::Decision(side) if at.depth > 0 => self.value_of_decision(state, side, at, budget),
            Node::Decision(_) | Node::Terminal(_) => Ok(self.evaluator.payoff(state, at.me)),
            Node::Chance => self.value_of_chance(state, at, budget),
        }
    }

    fn value_of_decision(
        &mut self,
        state: &S,
        side: Seat,
        at: Horizon,
        budget: &mut dyn Budget,
    ) -> Result<f64, OutOfBudget> {
        let mut own = self.layers.take(at.layer);
        state.actions_into(&mut own.actions);
        let maximize = side == at.me;
        let mut best = if maximize {
            f64::NEG_INFINITY
        } else {
            f64::INFINITY
        };
        for action in &own.actions {
            let child = copy_over(&mut own.kept, state);
            child.act(*action);
            let value = self.value(
                child,
                Horizon {
                    depth: at.depth - 1,
                    ..at.below()
                },
                budget,
            )?;
            best = if maximize {
                best.max(value)
            } else {
                best.min(value)
            };
        }
        self.layers.put_back(at.layer, own);
        Ok(best)
    }

    fn value_of_chance(
        &mut self,
        state: &S,
        at: Horizon,
        budget: &mut dyn Budget,
    ) -> Result<f64, OutOfBudget> {
        let mut own = self.layers.take(at.layer);
        state.chances_into(&mut own.chances);
        self.evaluator
            .probabilities(state, &own.chances, &mut own.probabilities);
        let mut sum = 0.0;
        // An evaluator may leave out a chance by giving it probability 0.
        for (weighted, probability) in own
            .chances
            .iter()
            .zip(&own.probabilities)
            .filter(|it| *it.1 > 0.0)
        {
            let child = copy_over(&mut own.kept, state);
            child.resolve(weighted.chance);
            sum += probability * self.value(child, at.below(), budget)?;
        }
        self.layers.put_back(at.layer, own);
        Ok(sum)
    }
}

impl<S: State, E: Evaluate<S>> Bot<S> for Paranoid<S, E> {
    /// Deepens level by level; when the budget breaks, the last complete level decides.
    fn choose(
        &mut self,
        state: &S,
        budget: &mut dyn Budget,
        _dice: &mut dyn Dice,
    ) -> Option<S::Action> {
        let actions = state.actions();
        if actions.len() < 2 {
            return actions.first().copied();
        }
        let mut chosen = 0;
        for depth in 1..=self.level {
            match self.ratings_at(state, depth, budget) {
                Ok(ratings) => chosen = best(&ratings)?,
                Err(OutOfBudget) => break,
            }
        }
        actions.get(chosen).copied()
    }
}

/// The index of the greatest rating, the first among equals; `None` if there is none.
pub fn best(ratings: &[f64]) -> Option<usize> {
    let greatest = ratings.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    ratings.iter().position(|it| *it >= greatest - TIE)
}

/// The seat, the depth and the level of a search.
#[derive(Clone, Copy)]
struct Horizon {
    /// The seat for which positions are rated.
    me: Seat,
    /// The choices that are still looked ahead.
    depth: u8,
    /// The level of the recursion, chance nodes included.
    layer: usize,
}

impl Horizon {
    fn below(self) -> Self {
        Self {
            layer: self.layer + 1,
            ..self
        }
    }
}
