//! The random player: any legal action, drawn evenly. The weakest player, and the yardstick for the others.

use super::{Bot, Budget};
use crate::dice::{Dice, pick};
use crate::game::State;

/// The player.
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
