//! The exact player: it plays by the solution of a position if the budget suffices for one, and by `expectimax` if not.

pub mod solver;

use super::expectimax::Expectimax;
use super::guide::Guide;
use super::{Bot, Budget, Share};
use crate::dice::Dice;
use crate::game::State;

pub use solver::{Solution, Solver, Value};

/// The player: wins as fast and loses as slowly as possible in every position that it can solve.
#[derive(Debug)]
pub struct Perfect<S: State, G> {
    solver: Solver<S>,
    /// The most nodes that the solver takes from a budget.
    solver_nodes_max: u64,
    otherwise: Expectimax<S, G>,
}

impl<S: State, G: Guide<S>> Perfect<S, G> {
    /// A player whose solver takes at most `solver_nodes_max` nodes for an action; `guide` guides the search after that.
    pub fn new(guide: G, solver_nodes_max: u64) -> Self {
        Self {
            solver: Solver::new(),
            solver_nodes_max,
            otherwise: Expectimax::new(guide),
        }
    }

    /// The solution of a position; `None` where that does not fit the budget.
    pub fn solution(&mut self, state: &S, budget: &mut dyn Budget) -> Option<Solution<S::Action>> {
        self.solver.solve(state, budget)
    }
}

impl<S: State, G: Guide<S>> Bot<S> for Perfect<S, G> {
    fn choose(
        &mut self,
        state: &S,
        budget: &mut dyn Budget,
        dice: &mut dyn Dice,
    ) -> Option<S::Action> {
        let mut share = Share::new(budget, self.solver_nodes_max);
        let solution = self.solver.solve(state, &mut share);
        match solution.and_then(|it| it.best()) {
            Some(action) => Some(action),
            None => self.otherwise.choose(state, budget, dice),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::Nodes;
    use crate::bots::guide::Unguided;
    use crate::dice::{SeededDice, pick};
    use crate::game::Node;
    use crate::games::tic_tac_toe::Position;

    fn choose(
        state: Position,
        solver_nodes_max: u64,
        nodes: u64,
    ) -> (Option<<Position as State>::Action>, u64) {
        let mut budget = Nodes::at_most(nodes);
        let mut bot = Perfect::new(Unguided::new(), solver_nodes_max);
        let action = bot.choose(&state, &mut budget, &mut SeededDice::new(0));
        (action, budget.spent())
    }

    #[test]
    fn the_first_action_that_keeps_value_and_distance_is_chosen() {
        let mut dice = SeededDice::new(3);
        let mut later = 0;
        for seed in 0..100 {
            let mut state = Position::default();
            while let Node::Decision(_) = state.node() {
                let mut cost = Nodes::unlimited();
                let solution = Solver::new().solve(&state, &mut cost).unwrap();
                let best = solution
                    .actions
                    .iter()
                    .position(|it| it.1 == Some(solution.value))
                    .unwrap();
                let expected = (Some(solution.actions[best].0), cost.spent());
                assert_eq!(
                    choose(state, 100_000, 100_000),
                    expected,
                    "seed {seed}: {state:?}"
                );
                later += u32::from(best > 0);
                state.act(pick(&state.actions(), &mut dice).unwrap());
            }
        }
        assert!(later > 50, "{later}");
    }

    #[test]
    fn what_the_solver_cannot_do_within_its_part_the_search_does_with_the_rest() {
        let state = Position::parse("xo.......").unwrap();
        let mut rest = Nodes::at_most(900);
        let expected =
            Expectimax::new(Unguided::new()).choose(&state, &mut rest, &mut SeededDice::new(0));
        let (action, spent) = choose(state, 100, 1_000);
        assert_eq!((action, spent), (expected, 100 + rest.spent()));
        assert_ne!(
            action,
            state.actions().first().copied(),
            "what is chosen without a search"
        );
    }

    #[test]
    fn the_solver_leaves_the_rest_of_the_budget_to_the_search() {
        let mut budget = Nodes::at_most(10);
        let mut share = Share {
            budget: &mut budget,
            left: 3,
        };
        assert!(share.spend(2).is_continue());
        assert!(share.spend(2).is_break(), "one is left");
        assert!(share.spend(1).is_continue());
        assert_eq!(budget.spent(), 3);
        let mut share = Share {
            budget: &mut budget,
            left: 100,
        };
        assert!(share.spend(8).is_break(), "the whole budget is a limit too");
    }
}
