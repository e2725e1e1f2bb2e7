//! What a position of a dice game waits for, and the luck that is due there: battles and dice placed at random.
//!
//! Called by both rule sets, so that a battle is one thing in both. They say what follows a roll; nothing here changes a
//! position.

use super::{Board, Chance, Roll, Territory, odds};
use crate::dice::{Dice, pick};
use crate::game::{Odds, Seat, Weighted};

/// What a position waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// The seat to move chooses.
    Decide,
    /// Both sides of an attack roll.
    Battle {
        /// The attacker's territory.
        from: Territory,
        /// The defender's.
        to: Territory,
    },
    /// Dice are placed one at a time on territories of the seat to move that have room.
    Reinforce {
        /// How many dice are still to be placed; never zero.
        left: u8,
    },
    /// The match is over.
    Over,
}

impl Step {
    /// How many dice are to be placed at random before anybody chooses again.
    pub fn to_place(self) -> u8 {
        match self {
            Self::Reinforce { left } => left,
            Self::Decide | Self::Battle { .. } | Self::Over => 0,
        }
    }

    /// Replaces `out` by the weighted classes of what can be rolled here.
    pub fn chances_into(self, board: &Board, to_move: Seat, out: &mut Vec<Weighted<Chance>>) {
        out.clear();
        match self {
            Self::Decide | Self::Over => {}
            Self::Battle { from, to } => {
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
            Self::Reinforce { .. } => {
                let room = board.with_room(to_move);
                out.extend(room.into_iter().map(|it| Weighted {
                    chance: Chance::Reinforce(it),
                    weight: 1,
                }));
            }
        }
    }

    /// Every face of the battle that is due, or where the next die falls.
    pub fn roll(self, board: &Board, to_move: Seat, dice: &mut dyn Dice) -> Option<Chance> {
        match self {
            Self::Decide | Self::Over => None,
            Self::Battle { from, to } => Some(Chance::Battle(Roll::throw(
                board.dice(from),
                board.dice(to),
                dice,
            ))),
            Self::Reinforce { .. } => {
                let room: Vec<Territory> = board.with_room(to_move).into_iter().collect();
                pick(&room, dice).map(Chance::Reinforce)
            }
        }
    }

    /// Whether this can be rolled here: as many dice as each side has, or a territory with room.
    pub fn is_possible(self, board: &Board, to_move: Seat, chance: Chance) -> bool {
        match (self, chance) {
            (Self::Battle { from, to }, Chance::Battle(roll)) => {
                roll.attack.count() == board.dice(from) && roll.defense.count() == board.dice(to)
            }
            (Self::Reinforce { .. }, Chance::Reinforce(at)) => {
                board.with_room(to_move).contains(at)
            }
            (Self::Decide | Self::Over, _)
            | (Self::Battle { .. }, Chance::Reinforce(_))
            | (Self::Reinforce { .. }, Chance::Battle(_)) => false,
        }
    }
}
