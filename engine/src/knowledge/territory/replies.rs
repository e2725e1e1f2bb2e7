//! The replies of other seats, as far as they can be expected: those of `paranoid:2`.
//!
//! Called by the guide of the tree search and by the truncated rollouts, where a match ends as soon as a seat is stuck. Law kept
//! here: a remembered reply has the price that finding it had, so what was asked before changes no search.
//!
//! A search under the book's rules assumes that the others play like `paranoid:2`. Searching the others' replies as
//! well gained nothing for any budget; the tree search of the mover alone does. The others' replies are computed at
//! once, so that every leaf is a choice of the mover, and a network evaluates it: playouts by the same searchers
//! evaluate worse and take longer.

#[cfg(test)]
mod tests;
mod two_choices;

use std::collections::HashMap;

use self::two_choices::TwoChoices;
use super::evaluate::StaticScore;
use crate::bots::paranoid::Paranoid;
use crate::bots::spec::OddsKind;
use crate::bots::{Bot, Budget, Nodes};
use crate::dice::LoadedDice;
use crate::game::State;
use crate::games::territory::{Action, OnTerritories};

/// The depth, in choices, of the search that finds a reply.
const LEVEL: u8 = 2;
/// The nodes of that search that cost as much as one node of the search that asks.
const NODES_PER_NODE: u64 = 8;
/// The most replies that are remembered; when there are more, all are forgotten.
const REPLIES_MAX: usize = 50_000;

/// The searcher of replies, and those found before: a search comes to the same positions again and again.
#[derive(Debug)]
pub(super) struct Replies<S: State> {
    two_choices: TwoChoices<S>,
    /// The searcher for rules with other chances than those of a battle, or without any.
    replier: Paranoid<S, StaticScore>,
    known: HashMap<S, Reply>,
}

/// A reply that a seat is expected to choose.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reply {
    pub(super) action: Option<Action>,
    /// The cost of finding it, in nodes of the search that asks.
    pub(super) price: u32,
}

impl<S: OnTerritories> Replies<S> {
    /// No replies yet.
    pub(super) fn new() -> Self {
        let odds = OddsKind::Exact;
        Self {
            two_choices: TwoChoices::new(),
            replier: Paranoid::new(LEVEL, StaticScore { odds }),
            known: HashMap::new(),
        }
    }

    /// The reply of the seat that is to choose.
    pub(super) fn reply(&mut self, state: &S) -> Reply {
        if let Some(reply) = self.known.get(state) {
            return *reply;
        }
        let is_plain = !state.attacks_are_certain() && !state.places_at_random();
        let (action, nodes) = if is_plain {
            self.two_choices.choose(state)
        } else {
            let mut nodes = Nodes::unlimited();
            // The searcher of replies draws no dice.
            let mut dice = LoadedDice::new([]);
            let action = self.replier.choose(state, &mut nodes, &mut dice);
            (action, nodes.spent())
        };
        let price = u32::try_from(nodes / NODES_PER_NODE)
            .unwrap_or_else(|_| unreachable!("a search of two choices is small"));
        if self.known.len() >= REPLIES_MAX {
            self.known.clear();
        }
        let reply = Reply { action, price };
        self.known.insert(state.clone(), reply);
        reply
    }
}
