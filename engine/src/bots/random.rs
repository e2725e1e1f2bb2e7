//! Any legal action, drawn evenly: the weakest player, and the yardstick for the others.

use super::{Bot, Budget};
use crate::dice::{Dice, pick};
use crate::game::State;

/// Draws its action evenly from the legal ones.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<S: State> Bot<S> for Random {
    fn choose(
        &mut self,
        state: &S,
        _budget: &mut dyn Budget,
        dice: &mut dyn Dice,
    ) -> Option<S::Action> {
        pick(&state.actions(), dice)
    }
}
