//! The solver: the whole AND-OR tree of a two-player game without luck, with the distance to the end.
//!
//! Source: tanakh, *二人零和有限確定完全情報ゲーム* (Two-player zero-sum games of perfect information, 2004),
//! <https://tanakh.hatenablog.com/entry/20040828/p1>. The solver names no game. It finds the fastest win and the slowest
//! loss of any position whose tree fits the budget, and finds nothing where the tree does not fit. Deepening ply by ply
//! makes the distances exact: a win in `n` is found at depth `n`, when every shorter one has been ruled out.

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use serde::{Deserialize, Serialize};

use crate::bots::layers::{Layer, Layers};
use crate::bots::{Budget, OutOfBudget, visit};
use crate::game::{Node, Outcome, Seat, State};

/// The most positions that a solver remembers from one question to the next.
const POSITIONS_MAX: usize = 200_000;

/// The result of perfect play, for the seat to move (at the end of a match: for the seat whose turn it would be).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Value {
    /// The seat wins; the last ply is this many plies away.
    Win(u32),
    /// Nobody wins; the longest play is this many plies away from its end.
    Draw,
    /// The seat loses; the last ply is this many plies away.
    Loss(u32),
}

/// Solves positions; its table lives as long as it does.
#[derive(Debug)]
pub struct Solver<S: State> {
    /// The knowledge of each position, by its fingerprint.
    table: HashMap<u128, Known, BuildHasherDefault<FingerprintHasher>>,
    layers: Layers<S>,
}

/// The hash of a fingerprint, which is one already: its halves are added.
#[derive(Clone, Copy, Debug, Default)]
struct FingerprintHasher(u64);

impl Hasher for FingerprintHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for it in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*it);
        }
    }

    #[expect(
        clippy::as_conversions,
        clippy::cast_possible_truncation,
        reason = "the two halves of the number"
    )]
    fn write_u128(&mut self, fingerprint: u128) {
        const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
        let mixed = (fingerprint >> 64) as u64 ^ (fingerprint as u64).rotate_left(32);
        self.0 = mixed
            .wrapping_mul(SPREAD)
            .rotate_left(32)
            .wrapping_mul(SPREAD);
    }
}

/// An entry of the table of positions.
#[derive(Clone, Copy, Debug)]
enum Known {
    /// Its value.
    Solved(Value),
    /// There is no win and no loss within this many plies; beyond that nothing is known.
    OpenAt(u32),
}

/// The result of a search to a depth.
#[derive(Clone, Copy)]
enum SearchResult {
    Value(Value),
    /// Neither a win nor a loss within the depth, and not every line was followed to its end.
    Open,
}

/// The value of a position and of each action in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<A> {
    /// The value for the seat to move.
    pub value: Value,
    /// The value after each legal action, in the game's order, still for the seat to move; the distances are counted
    /// from the position before the action. `None` if the best action was found without it.
    pub actions: Vec<(A, Option<Value>)>,
}

impl Value {
    /// Greater is better for the seat to move: a fast win, a slow win, a draw, a slow loss, a fast loss.
    pub fn rank(self) -> i64 {
        const BEYOND: i64 = 1 << 32;
        match self {
            Self::Win(plies) => BEYOND - i64::from(plies),
            Self::Draw => 0,
            Self::Loss(plies) => i64::from(plies) - BEYOND,
        }
    }

    /// The same value for the seat that made the ply before, one ply further away.
    fn of_mover_before(self) -> Self {
        match self {
            Self::Win(plies) => Self::Loss(plies + 1),
            Self::Draw => Self::Draw,
            Self::Loss(plies) => Self::Win(plies + 1),
        }
    }
}

impl<A: Copy> Solution<A> {
    /// The first action that keeps the value; `None` if no action is known to keep it.
    pub fn best(&self) -> Option<A> {
        self.actions
            .iter()
            .find(|it| it.1 == Some(self.value))
            .map(|it| it.0)
    }

    /// The same solution, with each action converted by `name`.
    pub fn map<B>(self, name: impl Fn(A) -> B) -> Solution<B> {
        let actions = self
            .actions
            .into_iter()
            .map(|(action, value)| (name(action), value));
        Solution {
            value: self.value,
            actions: actions.collect(),
        }
    }
}

impl<S: State> Solver<S> {
    /// A solver that knows nothing yet.
    pub fn new() -> Self {
        Self {
            table: HashMap::default(),
            layers: Layers::default(),
        }
    }

    /// The value of a decision of a two-player game without luck; `None` if the budget breaks first, or if the game is
    /// of another kind.
    pub fn value(&mut self, state: &S, budget: &mut dyn Budget) -> Option<Value> {
        if state.seats() != 2 {
            return None;
        }
        let mut state = state.clone();
        if !matches!(state.node(), Node::Decision(_)) {
            return None;
        }
        for depth in 0..u32::MAX {
            match self.search(&mut state, depth, budget) {
                Ok(SearchResult::Value(value)) => return Some(value),
                Ok(SearchResult::Open) => {}
                Err(OutOfBudget) => return None,
            }
        }
        None
    }

    /// The value of a decision and of every action there; `None` if the budget breaks first.
    pub fn solve(&mut self, state: &S, budget: &mut dyn Budget) -> Option<Solution<S::Action>> {
        if self.table.len() > POSITIONS_MAX {
            self.table.clear();
        }
        let value = self.value(state, budget)?;
        let mut actions = Vec::new();
        for action in state.actions() {
            let mut next = state.clone();
            next.act(action);
            let after = self.value_after(state, &next, budget);
            actions.push((action, after));
        }
        Some(Solution { value, actions })
    }

    fn value_after(&mut self, state: &S, next: &S, budget: &mut dyn Budget) -> Option<Value> {
        let Node::Decision(me) = state.node() else {
            return None;
        };
        match next.node() {
            Node::Terminal(outcome) => Some(ended(outcome, me)),
            Node::Decision(_) => self.value(next, budget).map(Value::of_mover_before),
            Node::Chance => None,
        }
    }

    /// The result of a search to a depth; the state is as before after it, unless the budget broke.
    fn search(
        &mut self,
        state: &mut S,
        depth: u32,
        budget: &mut dyn Budget,
    ) -> Result<SearchResult, OutOfBudget> {
        let key = state.fingerprint();
        match self.table.get(&key) {
            Some(Known::Solved(value)) => return Ok(SearchResult::Value(*value)),
            Some(Known::OpenAt(known)) if *known >= depth => return Ok(SearchResult::Open),
            Some(Known::OpenAt(_)) | None => {}
        }
        visit(budget)?;
        if depth == 0 {
            return Ok(SearchResult::Open);
        }
        // What a broken search leaves in the buffers does not matter.
        let mut own = self
            .layers
            .take(usize::try_from(depth).unwrap_or(usize::MAX));
        let found = self.search_actions(state, depth, &mut own, budget)?;
        self.layers
            .put_back(usize::try_from(depth).unwrap_or(usize::MAX), own);
        let known = match found {
            SearchResult::Value(value) => Known::Solved(value),
            SearchResult::Open => Known::OpenAt(depth),
        };
        self.table.insert(key, known);
        Ok(found)
    }

    fn search_actions(
        &mut self,
        state: &mut S,
        depth: u32,
        own: &mut Layer<S>,
        budget: &mut dyn Budget,
    ) -> Result<SearchResult, OutOfBudget> {
        let Node::Decision(me) = state.node() else {
            return Err(OutOfBudget);
        };
        let mut best: Option<Value> = None;
        let mut open = false;
        state.actions_into(&mut own.actions);
        let mark = state.keep(&mut own.kept);
        for action in &own.actions {
            state.act(*action);
            let value = match state.node() {
                Node::Terminal(outcome) => Some(ended(outcome, me)),
                Node::Chance => return Err(OutOfBudget),
                Node::Decision(_) => match self.search(state, depth - 1, budget)? {
                    SearchResult::Value(value) => Some(value.of_mover_before()),
                    SearchResult::Open => None,
                },
            };
            state.take_back(&own.kept, mark);
            let Some(value) = value else {
                open = true;
                continue;
            };
            // Every shorter win was ruled out at a smaller depth, so a win within this depth is the fastest.
            if let Value::Win(plies) = value
                && plies <= depth
            {
                return Ok(SearchResult::Value(value));
            }
            best = best.into_iter().chain([value]).max_by_key(|it| it.rank());
        }
        Ok(match best {
            Some(value) if !open => SearchResult::Value(value),
            Some(_) | None => SearchResult::Open,
        })
    }
}

impl<S: State> Default for Solver<S> {
    fn default() -> Self {
        Self::new()
    }
}

/// The value for `me` of a match that ended with the ply just made.
fn ended(outcome: Outcome, me: Seat) -> Value {
    if outcome.winners.contains(me) && outcome.winners.len() == 1 {
        Value::Win(1)
    } else if outcome.winners.is_empty() || outcome.winners.len() > 1 {
        Value::Draw
    } else {
        Value::Loss(1)
    }
}
