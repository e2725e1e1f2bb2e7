//! The games without luck: what perfect play leads to, as far as it is found out.
//!
//! Called for each position of such a game. Law kept here: a value is proven or it is not told.

use dicehall_engine::bots::Nodes;
use dicehall_engine::bots::perfect::{Solver, Value};
use dicehall_engine::{Node, Outcome, Seat, State};
use serde::Serialize;

/// The most positions that are looked at for one answer when the bot's name does not say.
pub(super) const NODES_MAX: u32 = 300_000;

/// How a position ends if nobody errs, for the side to move.
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
    /// How it ends; `None` if that was not found out.
    pub(super) end: Option<End>,
    /// How many plies away a win or a loss is.
    pub(super) plies: Option<u32>,
    /// The index of the first action that keeps the value and the distance.
    pub(super) best: Option<usize>,
}

impl Solved {
    /// A match that is over, for the seat that would be to move.
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

    /// A decision, as far as `nodes` positions show.
    pub(super) fn of<S: State>(state: &S, nodes: u32) -> Self {
        let mut solver = Solver::new();
        let Some(value) = solver.value(state, &mut Nodes::at_most(nodes.into())) else {
            return Self::default();
        };
        let (end, plies) = match value {
            Value::Win(plies) => (End::Win, Some(plies)),
            Value::Draw => (End::Draw, None),
            Value::Loss(plies) => (End::Loss, Some(plies)),
        };
        // Whatever keeps the value was followed to its end for it, so the solver knows it without another look.
        let solution = solver.solve(state, &mut Nodes::at_most(0));
        let best = solution.and_then(|it| {
            it.actions
                .iter()
                .position(|(_, after)| *after == Some(value))
        });
        Self {
            end: Some(end),
            plies,
            best,
        }
    }

    /// A position of a game in which `to_move` chooses, or would if the match were not over.
    pub(super) fn position<S: State>(state: &S, to_move: Seat, nodes: u32) -> Self {
        match state.node() {
            Node::Terminal(outcome) => Self::over(outcome, to_move),
            Node::Decision(_) => Self::of(state, nodes),
            Node::Chance => Self::default(),
        }
    }
}
