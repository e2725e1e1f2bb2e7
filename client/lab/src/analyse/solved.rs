//! The values of positions in games without luck, as far as a search can prove them.
//!
//! Called for each position of such a game. Law kept here: only a proven value is reported.

use dicehall_engine::bots::Nodes;
use dicehall_engine::bots::perfect::{Solver, Value};
use dicehall_engine::{Node, Outcome, Seat, State};
use serde::Serialize;

/// The most positions searched for one answer, unless the bot's name sets another limit.
pub(super) const NODES_MAX: u32 = 300_000;

/// The result of a position for the side to move, under perfect play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum End {
    Win,
    Draw,
    Loss,
}

/// The proven value of a position, as far as it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Solved {
    /// The result; `None` if it could not be proven.
    pub(super) end: Option<End>,
    /// The number of plies to a win or loss; `None` for other values.
    pub(super) plies: Option<u32>,
    /// The index of the first action that keeps the value and the distance.
    pub(super) best: Option<usize>,
}

impl Solved {
    /// The value of a finished match, for the seat that would move next.
    pub(super) fn over(outcome: Outcome, to_move: Seat) -> Self {
        let (end, plies) = if outcome.winners.is_empty() {
            (End::Draw, None)
        } else if outcome.winners.contains(to_move) {
            (End::Win, Some(0))
        } else {
            (End::Loss, Some(0))
        };
        Self {
            end: Some(end),
            plies,
            best: None,
        }
    }

    /// The value of a position with a decision, as far as a search of `nodes` positions proves it.
    pub(super) fn of<S: State>(state: &S, nodes: u32) -> Self {
        let mut solver = Solver::new();
        let Some(value) = solver.value(state, &mut Nodes::at_most(nodes.into())) else {
            return Self::default();
        };
        // Every action that keeps the value was searched to the end, so the solver knows the answer
        // without further search.
        let solution = solver.solve(state, &mut Nodes::at_most(0));
        let best = solution.and_then(|it| {
            it.actions
                .iter()
                .position(|(_, after)| *after == Some(value))
        });
        Self {
            best,
            ..Self::value(value)
        }
    }

    /// A value that is known, without an action.
    pub(super) fn value(value: Value) -> Self {
        let (end, plies) = match value {
            Value::Win(plies) => (End::Win, Some(plies)),
            Value::Draw => (End::Draw, None),
            Value::Loss(plies) => (End::Loss, Some(plies)),
        };
        Self {
            end: Some(end),
            plies,
            best: None,
        }
    }

    /// The value of a position in which `to_move` chooses, or would choose if the match were not
    /// over.
    pub(super) fn position<S: State>(state: &S, to_move: Seat, nodes: u32) -> Self {
        match state.node() {
            Node::Terminal(outcome) => Self::over(outcome, to_move),
            Node::Decision(_) => Self::of(state, nodes),
            Node::Chance => Self::default(),
        }
    }
}
