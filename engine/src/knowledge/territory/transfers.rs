//! The search of transfers, for the rules of others: a seat may move dice between two of its own territories that touch, so
//! many times a turn.
//!
//! Called by `dicehall analyse`. A transfer moves all dice but one, or as many as there is room for. No game of ours has them,
//! so the value network has never seen one: what is judged is the position after them. A plan brings the dice of one
//! territory along a shortest way through own territories to another, because a step on the way gains nothing by itself;
//! only its first transfer is made, and the next question finds the rest of it again.

#[cfg(test)]
mod tests;

use super::turn_search::{Reach, TurnSearch};
use super::value::Valuer;
use super::value::networks::network;
use crate::bots::{Budget, OutOfBudget, visit};
use crate::game::{Node, Seat, State};
use crate::games::dice_wars::Position;
use crate::games::territory::{Board, Course, OnTerritories, Territory, TerritorySet};

/// The most transfers of a turn.
pub const TRANSFERS_MAX: u8 = 64;
/// The plans that are judged by a search of the attacks after them; the others are judged by the network alone.
const SEARCHED_PLANS: usize = 16;
/// How far the turn is searched after a plan.
const REACH: Reach = Reach {
    attacks: 2,
    beam: 4,
};
/// The share of the win that a transfer has to gain: less is noise of the judgement.
const GAIN_MIN: f64 = 0.002;

/// A transfer of dice between two own territories that touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Transfer {
    /// The territory that keeps one die, or what the other has no room for.
    pub from: Territory,
    /// The territory that gets dice.
    pub to: Territory,
}

/// Transfers that bring dice from one territory to another, with the worth of the position after them.
#[derive(Clone, Debug)]
struct Plan {
    steps: Vec<Transfer>,
    worth: f64,
}

/// The searcher of transfers; its buffers live as long as it does.
#[derive(Debug)]
pub struct Transfers {
    valuer: Valuer,
    search: TurnSearch<Position>,
}

/// The transfers that the seat to move could make, by source, then in the graph's order of neighbors.
pub fn legal(position: &Position) -> Vec<Transfer> {
    let Node::Decision(mover) = position.node() else {
        return Vec::new();
    };
    let board = position.board();
    let (own, room) = (board.owned(mover), board.with_room(mover));
    let sources = own.into_iter().filter(|it| board.dice(*it) > 1);
    let of = |from: Territory| {
        let neighbors = board.graph().neighbors(from).iter();
        let targets = neighbors.filter(move |it| room.contains(**it));
        targets.map(move |to| Transfer { from, to: *to })
    };
    sources.flat_map(of).collect()
}

impl Default for Transfers {
    fn default() -> Self {
        Self::new()
    }
}

impl Transfers {
    /// A searcher.
    pub fn new() -> Self {
        let valuer = Valuer::new(network(Course::Scattered), false);
        Self {
            search: TurnSearch::new(valuer.clone(), REACH),
            valuer,
        }
    }

    /// The transfer that gains the most, where the seat to move may make `left` more in this turn; `None` if none gains
    /// anything. Within its budget it judges as many plans as it can.
    pub fn best(
        &mut self,
        position: &Position,
        left: u8,
        budget: &mut dyn Budget,
    ) -> Option<Transfer> {
        let Node::Decision(mover) = position.node() else {
            return None;
        };
        let now = self.search.lines(position, budget).first()?.worth;
        let mut plans = Vec::new();
        for steps in plans_of(position, mover, left) {
            match self.judge(position, &steps, mover, budget) {
                Ok(worth) => plans.push(Plan { steps, worth }),
                Err(OutOfBudget) => break,
            }
        }
        plans.sort_by(|a, b| b.worth.total_cmp(&a.worth));
        plans.truncate(SEARCHED_PLANS);
        let mut best = (now + GAIN_MIN, None);
        for plan in plans {
            let after = after(position, &plan.steps);
            // A search without nodes tells nothing.
            let Some(line) = self.search.lines(&after, budget).first().copied() else {
                break;
            };
            if line.worth > best.0 {
                best = (line.worth, plan.steps.first().copied());
            }
        }
        best.1
    }

    /// The worth of the position after some transfers, by the network alone.
    fn judge(
        &mut self,
        position: &Position,
        steps: &[Transfer],
        mover: Seat,
        budget: &mut dyn Budget,
    ) -> Result<f64, OutOfBudget> {
        visit(budget)?;
        Ok(self.valuer.value(&after(position, steps))[mover.idx()])
    }
}

/// The plans of at most `left` transfers: from every own territory with dice to spare to every other that touches it, and
/// to every one on the border.
fn plans_of(position: &Position, mover: Seat, left: u8) -> Vec<Vec<Transfer>> {
    let board = position.board();
    let border = border(board, mover);
    let mut plans = Vec::new();
    for target in board.with_room(mover) {
        let steps_max = if border.contains(target) {
            left
        } else {
            left.min(1)
        };
        plans.extend(ways_to(board, mover, target, steps_max));
    }
    plans
}

/// The own territories that touch another seat's.
pub fn border(board: &Board, mover: Seat) -> TerritorySet {
    let enemies = board.enemies(mover);
    let touches = |it: &Territory| !board.graph().touching(*it).and(enemies).is_empty();
    board.owned(mover).into_iter().filter(touches).collect()
}

/// A shortest way to a territory from each own one with dice to spare that is at most `steps_max` transfers away.
fn ways_to(board: &Board, mover: Seat, target: Territory, steps_max: u8) -> Vec<Vec<Transfer>> {
    let own = board.owned(mover);
    let mut ways = Vec::new();
    // Every reached territory with its way to the target.
    let mut edge: Vec<(Territory, Vec<Transfer>)> = vec![(target, Vec::new())];
    let mut reached = TerritorySet::only(target);
    for _ in 0..steps_max {
        let mut next = Vec::new();
        for (to, way) in &edge {
            for from in board.graph().touching(*to).and(own).minus(reached) {
                reached = reached.with(from);
                let mut longer = vec![Transfer { from, to: *to }];
                longer.extend(way);
                if board.dice(from) > 1 {
                    ways.push(longer.clone());
                }
                next.push((from, longer));
            }
        }
        edge = next;
    }
    ways
}

/// The position after some transfers.
fn after(position: &Position, steps: &[Transfer]) -> Position {
    let mut after = position.clone();
    for it in steps {
        after.transfer(it.from, it.to);
    }
    after
}
