//! The turn of a match on territories: whose it is, what it waits for, and the rolls that are due in it.
//!
//! Positions of both games contain a [`Turn`], so that a battle works alike in both. Nothing here changes a board.

use std::hash::{Hash, Hasher};

use super::{Board, Chance, Roll, Territory, odds};
use crate::dice::{Dice, Weighted, pick};
use crate::game::{Odds, Seat};

/// A turn: whose it is, and how far it has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The number of seats that play.
    pub seats: u8,
    /// The seat whose turn begins a round.
    pub first: Seat,
    /// The seat whose turn it is, or was when the match ended.
    pub to_move: Seat,
    /// The choice or roll that the turn waits for.
    pub stage: TurnStage,
    /// Whether no attack has been made in this turn.
    pub opening: bool,
    /// The round, from 1; it does not grow beyond the largest number of its type.
    pub round: u16,
}

/// The stages of a turn: the choice or roll that it waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TurnStage {
    /// The seat to move chooses.
    Choice,
    /// Both sides of an attack roll.
    Battle {
        /// The attacker's territory.
        from: Territory,
        /// The defender's territory.
        to: Territory,
    },
    /// Dice are placed one at a time on territories of the seat to move that have room.
    Reinforcement {
        /// The number of dice still to be placed; never zero.
        left: u8,
    },
    /// Nothing: the match is over.
    Over,
}

/// Who begins a round is the same in all positions of a match, so that it need not tell them apart.
impl Hash for Turn {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.seats.hash(hasher);
        self.to_move.hash(hasher);
        self.stage.hash(hasher);
        self.opening.hash(hasher);
        self.round.hash(hasher);
    }
}

impl Turn {
    /// The first turn of a match, or of a position given from outside.
    pub fn first(seats: u8, to_move: Seat) -> Self {
        Self {
            seats,
            first: Seat::default(),
            to_move,
            stage: TurnStage::Choice,
            opening: true,
            round: 1,
        }
    }

    /// Goes on to the next seat in order; when the order starts again, a new round begins.
    pub fn advance(&mut self) {
        let next = (self.to_move.idx() + 1) % usize::from(self.seats);
        self.to_move = Seat::ALL[next];
        if self.to_move == self.first {
            self.round = self.round.saturating_add(1);
        }
    }

    /// The number of dice to be placed at random before a seat chooses again.
    pub fn to_place(&self) -> u8 {
        match self.stage {
            TurnStage::Reinforcement { left } => left,
            TurnStage::Choice | TurnStage::Battle { .. } | TurnStage::Over => 0,
        }
    }

    /// Replaces `out` by the possible chances with their weights; rolls with the same result count as one chance.
    pub fn chances_into(&self, board: &Board, out: &mut Vec<Weighted<Chance>>) {
        out.clear();
        match self.stage {
            TurnStage::Choice | TurnStage::Over => {}
            TurnStage::Battle { from, to } => {
                let (a, d) = (board.dice(from), board.dice(to));
                let Odds { favorable, total } = odds::exact(a, d);
                let classes = [
                    (Roll::won(a, d), favorable),
                    (Roll::lost(a, d), total - favorable),
                ];
                let possible = classes.into_iter().filter(|(_, weight)| *weight > 0);
                out.extend(possible.map(|(roll, weight)| Weighted {
                    chance: Chance::Battle(roll),
                    weight,
                }));
            }
            TurnStage::Reinforcement { .. } => {
                let room = board.with_room(self.to_move);
                out.extend(room.into_iter().map(|it| Weighted {
                    chance: Chance::Reinforce(it),
                    weight: 1,
                }));
            }
        }
    }

    /// Rolls all dice of the battle that is due, or draws where the next die is placed.
    pub fn roll(&self, board: &Board, dice: &mut dyn Dice) -> Option<Chance> {
        match self.stage {
            TurnStage::Choice | TurnStage::Over => None,
            TurnStage::Battle { from, to } => {
                let roll = Roll::throw(board.dice(from), board.dice(to), dice);
                Some(Chance::Battle(roll))
            }
            TurnStage::Reinforcement { .. } => {
                let room: Vec<Territory> = board.with_room(self.to_move).into_iter().collect();
                pick(&room, dice).map(Chance::Reinforce)
            }
        }
    }

    /// Whether this chance is possible: as many dice as each side has, or a territory with room.
    pub fn is_possible(&self, board: &Board, chance: Chance) -> bool {
        match (self.stage, chance) {
            (TurnStage::Battle { from, to }, Chance::Battle(roll)) => {
                roll.attack.count() == board.dice(from) && roll.defense.count() == board.dice(to)
            }
            (TurnStage::Reinforcement { .. }, Chance::Reinforce(at)) => {
                board.with_room(self.to_move).contains(at)
            }
            (TurnStage::Choice | TurnStage::Over, _)
            | (TurnStage::Battle { .. }, Chance::Reinforce(_))
            | (TurnStage::Reinforcement { .. }, Chance::Battle(_)) => false,
        }
    }
}
