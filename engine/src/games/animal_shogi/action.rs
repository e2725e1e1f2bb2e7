//! The actions of animal shogi, and the ways in which a match ends.

use serde::{Deserialize, Serialize};

use super::board::Square;
use super::pieces::{HandPiece, other};
use crate::game::{Outcome, Seat, SeatSet};

/// What a seat chooses; written `b3b2`, `b2b1+` or `C*b2`, and ordered as these texts are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(with = "String"))]
pub enum Action {
    /// A piece in hand comes to an empty square.
    Drop {
        /// Which.
        piece: HandPiece,
        /// Where.
        to: Square,
    },
    /// A piece on the board steps.
    Move {
        /// Where it stands.
        from: Square,
        /// Where it goes.
        to: Square,
        /// Whether it is a chick that becomes a hen: always and only when it reaches the far rank.
        promotes: bool,
    },
}

/// Why a match is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Ending {
    /// The lion of the seat to move was captured.
    Catch,
    /// The lion of the seat that moved last is on its far rank and cannot be captured.
    Try,
    /// The lion of the seat to move was on its far rank, could be captured and was not.
    LateTry,
    /// The seat to move cannot, and loses.
    NoMove,
    /// The same board, hands and side to move have occurred too often: drawn.
    Repetition,
}

impl Ending {
    /// The outcome, where `to_move` is the seat whose turn it would be.
    pub fn outcome(self, to_move: Seat) -> Outcome {
        let winner = match self {
            Self::Catch | Self::Try | Self::NoMove => Some(other(to_move)),
            Self::LateTry => Some(to_move),
            Self::Repetition => None,
        };
        Outcome {
            winners: winner.into_iter().collect::<SeatSet>(),
        }
    }
}
