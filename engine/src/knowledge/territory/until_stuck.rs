//! The player where a match ends as soon as a seat is stuck, which searches by how the others have played so far.
//!
//! Called by the learned player. Under these rules most depends on the next seats' replies. While every choice of another seat that
//! was watched is the one of `paranoid:2`, a tree is searched in which they all go on to reply like that. As soon as one was not, or
//! if none was watched, the truncated rollouts are asked, which hold against players of both kinds. A `paranoid:2` is known by its
//! first choices: nine of ten choices of a tree search are others. Law kept here: a choice depends on the position, the nodes, the
//! luck and the actions that were watched alone.

#[cfg(test)]
mod tests;

use super::guide::TerritoryGuide;
use super::replies::Replies;
use super::truncated_rollouts::TruncatedRollouts;
use super::value::Valuer;
use crate::bots::mcts::Mcts;
use crate::bots::{Bot, Budget};
use crate::dice::Dice;
use crate::game::{Seat, SeatSet, State};
use crate::games::territory::{Action, OnTerritories};

/// The player, with what it has watched of one match.
#[derive(Debug)]
pub(super) struct UntilStuck<S: OnTerritories> {
    /// The tree in which the others reply as `paranoid:2`.
    tree: Mcts<S, TerritoryGuide<S>>,
    rollouts: TruncatedRollouts<S>,
    replies: Replies<S>,
    /// The seats of which a choice was watched.
    watched: SeatSet,
    /// Those that made a choice that `paranoid:2` would not have made.
    differed: SeatSet,
}

impl<S: OnTerritories> UntilStuck<S> {
    /// A player that has watched nothing; the network judges its rollouts.
    pub(super) fn new(valuer: Valuer) -> Self {
        Self {
            tree: Mcts::new(TerritoryGuide::new()),
            rollouts: TruncatedRollouts::new(valuer),
            replies: Replies::new(),
            watched: SeatSet::EMPTY,
            differed: SeatSet::EMPTY,
        }
    }

    /// Whether all others that were watched have played as `paranoid:2`.
    fn expects_paranoid(&self, me: Seat) -> bool {
        let watched = self.watched.without(me);
        !watched.is_empty() && self.differed.without(me).is_empty()
    }
}

impl<S: OnTerritories> Bot<S> for UntilStuck<S> {
    fn choose(
        &mut self,
        state: &S,
        budget: &mut dyn Budget,
        dice: &mut dyn Dice,
    ) -> Option<Action> {
        if self.expects_paranoid(state.to_move()) {
            self.tree.choose(state, budget, dice)
        } else {
            self.rollouts.choose(state, budget, dice)
        }
    }

    fn watch(&mut self, state: &S, action: Action) {
        if !state.has_choice() {
            return;
        }
        let seat = state.to_move();
        self.watched = self.watched.with(seat);
        if self.replies.reply(state).action != Some(action) {
            self.differed = self.differed.with(seat);
        }
    }
}
