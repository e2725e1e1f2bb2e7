//! The exact player as a bot: it plays by the solution where that fits, and hands over to `expectimax` where it does not.

use std::fmt;
use std::ops::ControlFlow;

use super::{Solution, Solver};
use crate::bots::expectimax::Expectimax;
use crate::bots::guide::Guide;
use crate::bots::{Bot, Budget};
use crate::dice::Dice;
use crate::game::State;

/// Wins as fast and loses as slowly as possible on every position that it can solve.
pub struct Perfect<S: State, G> {
    solver: Solver<S>,
    /// The most nodes that the solver takes from a budget.
    solver_nodes_max: u64,
    otherwise: Expectimax<S, G>,
}

/// A part of a budget.
struct Share<'a> {
    budget: &'a mut dyn Budget,
    left: u64,
}

impl Budget for Share<'_> {
    fn spend(&mut self, nodes: u32) -> ControlFlow<()> {
        let Some(left) = self.left.checked_sub(nodes.into()) else { return ControlFlow::Break(()) };
        self.left = left;
        self.budget.spend(nodes)
    }

    fn spent(&self) -> u64 {
        self.budget.spent()
    }
}

impl<S: State, G: Guide<S>> Perfect<S, G> {
    /// A player whose solver takes at most `solver_nodes_max` nodes for an action; `guide` guides the search after that.
    pub fn new(guide: G, solver_nodes_max: u64) -> Self {
        Self { solver: Solver::new(), solver_nodes_max, otherwise: Expectimax::new(guide) }
    }

    /// What perfect play leads to; `None` where that does not fit the budget.
    pub fn solution(&mut self, state: &S, budget: &mut dyn Budget) -> Option<Solution<S::Action>> {
        self.solver.solve(state, budget)
    }
}

impl<S: State, G: Guide<S>> Bot<S> for Perfect<S, G> {
    fn choose(&mut self, state: &S, budget: &mut dyn Budget, dice: &mut dyn Dice) -> Option<S::Action> {
        let mut share = Share { budget: &mut *budget, left: self.solver_nodes_max };
        let solution = self.solver.solve(state, &mut share);
        match solution.and_then(|it| it.best()) {
            Some(action) => Some(action),
            None => self.otherwise.choose(state, budget, dice),
        }
    }
}

impl<S: State, G> fmt::Debug for Perfect<S, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Perfect").field("solver", &self.solver).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::Nodes;

    #[test]
    fn the_solver_leaves_the_rest_of_the_budget_to_the_search() {
        let mut budget = Nodes::at_most(10);
        let mut share = Share { budget: &mut budget, left: 3 };
        assert!(share.spend(2).is_continue());
        assert!(share.spend(2).is_break(), "one is left");
        assert!(share.spend(1).is_continue());
        assert_eq!(budget.spent(), 3);
        let mut share = Share { budget: &mut budget, left: 100 };
        assert!(share.spend(8).is_break(), "the whole budget is a limit too");
    }
}
