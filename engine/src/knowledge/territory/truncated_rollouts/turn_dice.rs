//! The dice of a rollout: each turn, and each reinforcement, begins with dice of its own.
//!
//! Called by the truncated rollouts. The rollouts of all candidates get the same luck, so that they differ by what the candidates
//! change. With one row of dice an attack more in one turn would shift the rolls of all that follow.

use crate::dice::{Dice, SeededDice};

/// Dice that follow from the luck of a rollout and the number of the turn or reinforcement.
#[derive(Debug)]
pub(super) struct TurnDice {
    luck: u64,
    part: u64,
    dice: SeededDice,
}

impl TurnDice {
    /// The dice of the first turn.
    pub(super) fn new(luck: u64) -> Self {
        Self {
            luck,
            part: 0,
            dice: SeededDice::new(luck),
        }
    }

    /// The dice that follow are those of the next turn or reinforcement.
    pub(super) fn begin_part(&mut self) {
        self.part += 1;
        self.dice = SeededDice::new(self.luck.wrapping_add(self.part));
    }
}

impl Dice for TurnDice {
    fn below(&mut self, bound: u64) -> u64 {
        self.dice.below(bound)
    }
}
