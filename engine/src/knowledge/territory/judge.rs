//! The judge of positions and choices on territories: each seat's chance to win, and by how much the best action leads a chosen one.
//!
//! Called by the learned player for the review of a match. Law kept here: the chances of all seats add up to one, so the luck of
//! one seat is the bad luck of the others.

mod habits;
mod lookahead;

use lookahead::Lookahead;

use super::truncated_rollouts::TruncatedRollouts;
use super::value::Valuer;
use super::value::networks::network;
use crate::bots::{Budget, Lead, Payoffs};
use crate::dice::Dice;
use crate::games::territory::{Action, Course, OnTerritories};

/// The judge for one kind of rules; it keeps its buffers.
#[derive(Debug)]
pub struct Judge<S: OnTerritories> {
    course: Course,
    attacks_are_certain: bool,
    lookahead: Lookahead<S>,
    rollouts: TruncatedRollouts<S>,
}

impl<S: OnTerritories> Judge<S> {
    /// The judge for the rules of a position.
    pub fn of(state: &S) -> Self {
        let (course, attacks_are_certain) = (state.course(), state.attacks_are_certain());
        let playing = Valuer::new(network(course), attacks_are_certain);
        let valuer = playing.clone().telling_chances();
        Self {
            course,
            attacks_are_certain,
            rollouts: TruncatedRollouts::new(valuer.clone()),
            lookahead: Lookahead::new(valuer, playing),
        }
    }

    /// Whether it judges by the rules of a position.
    pub fn fits(&self, state: &S) -> bool {
        self.course == state.course() && self.attacks_are_certain == state.attacks_are_certain()
    }

    /// Sees an action of the match, before it is made; from then on the seat is expected to choose like that.
    pub fn watch(&mut self, state: &S, action: Action) {
        self.lookahead.watch(state, action);
    }

    /// Each seat's chance to win, by looking ahead.
    pub fn chances(&mut self, state: &S) -> Payoffs {
        self.lookahead.chances(state)
    }

    /// By how much the best action leads the chosen one, as a chance to win; `None` as [`TruncatedRollouts::lead`].
    pub fn lead(
        &mut self,
        state: &S,
        chosen: Action,
        budget: &mut dyn Budget,
        dice: &mut dyn Dice,
    ) -> Option<Lead<Action>> {
        self.rollouts.lead(state, chosen, budget, dice)
    }
}
