//! How the other seats play in a rollout.
//!
//! Called by the truncated rollouts. As a rule the others follow the rules of the strategist. Where a match ends as soon as a seat
//! is stuck, most depends on the next seats' replies, and nobody knows how they play: each of them is by lot, for a whole rollout,
//! a `paranoid:2` or a player by the network. So a choice has to hold against both. Law kept here: what was asked before changes
//! no search.

use std::collections::HashMap;

use crate::bots::{Bot, Budget, Nodes, OutOfBudget};
use crate::dice::{Dice, pick};
use crate::game::{SEATS_MAX, State};
use crate::games::territory::{Action, Course, OnTerritories};
use crate::knowledge::territory::replies::{Replies, Reply};
use crate::knowledge::territory::strategist::Strategist;

/// A reply costs less here than in a tree search, by this factor: a node there is a step in the tree, and a node here is a
/// judgement of the network, which takes several times as long.
const REPLY_DISCOUNT: u32 = 4;

/// The way in which a seat plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlayStyle {
    /// By the rules of the strategist.
    Strategist,
    /// As `paranoid:2`.
    Paranoid,
    /// By the action that the network likes best.
    Network,
}

/// The replies of `paranoid:2`.
#[derive(Debug)]
pub(super) struct Others<S: State> {
    replies: Replies<S>,
    /// The replies that this search has paid for.
    paid: HashMap<S, Action>,
}

/// The play style of each seat in a rollout.
pub(super) fn play_styles(course: Course, dice: &mut dyn Dice) -> [PlayStyle; SEATS_MAX] {
    match course {
        Course::StuckEnds => [(); SEATS_MAX].map(|()| {
            let play_styles = [PlayStyle::Paranoid, PlayStyle::Network];
            pick(&play_styles, dice).unwrap_or(PlayStyle::Paranoid)
        }),
        Course::LastOwner | Course::Scattered => [PlayStyle::Strategist; SEATS_MAX],
    }
}

/// The action by the rules of the strategist.
pub(super) fn by_rules<S: OnTerritories>(state: &S, dice: &mut dyn Dice) -> Action {
    let action = Strategist.choose(state, &mut Nodes::unlimited(), dice);
    action.unwrap_or(Action::Pass)
}

impl<S: OnTerritories> Others<S> {
    /// Nothing is known yet.
    pub(super) fn new() -> Self {
        Self {
            replies: Replies::new(),
            paid: HashMap::new(),
        }
    }

    /// Begins a search.
    pub(super) fn begin(&mut self) {
        self.paid.clear();
    }

    /// The reply of `paranoid:2`, which has to be paid for once in a search.
    pub(super) fn paranoid(
        &mut self,
        state: &S,
        budget: &mut dyn Budget,
    ) -> Result<Action, OutOfBudget> {
        if let Some(action) = self.paid.get(state) {
            return Ok(*action);
        }
        let Reply { action, price } = self.replies.reply(state);
        if budget.spend(price / REPLY_DISCOUNT).is_break() {
            return Err(OutOfBudget);
        }
        let action = action.unwrap_or(Action::Pass);
        self.paid.insert(state.clone(), action);
        Ok(action)
    }
}
