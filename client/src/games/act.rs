//! Actions that were seen: what the server says about each, and what a board tells of it.

pub mod arriving;
pub mod battle;
pub mod incident;
mod trail;

use dicehall_engine::{AnyAction, AnyChance, Seat};

use super::place::Place;
use battle::Battle;

pub use trail::Trail;

/// An action that was seen, with the luck that followed it.
#[derive(Clone, Debug)]
pub struct Act {
    /// The seat that acted.
    pub seat: Seat,
    /// The action.
    pub action: AnyAction,
    /// The odds that had been offered to the person; `None` if it was not offered, or is certain.
    pub odds: Option<f64>,
    /// The outcomes of luck, in order.
    pub chances: Vec<AnyChance>,
}

/// An action as a board tells it for the log.
#[derive(Clone, Debug, PartialEq)]
pub enum Told {
    /// An action in words, which need no knowledge of its notation.
    Action {
        /// The seat.
        seat: Seat,
        /// The words.
        text: String,
    },
    /// An attack on a territory.
    Attacked(Battle),
    /// The end of a turn in a game on territories.
    EndedTurn {
        /// The seat.
        seat: Seat,
        /// The places where dice were added, with their numbers.
        added: Vec<(Place, u8)>,
    },
}

impl Told {
    /// The seat that acted.
    pub const fn seat(&self) -> Seat {
        match self {
            Self::Attacked(battle) => battle.attacker,
            Self::Action { seat, .. } | Self::EndedTurn { seat, .. } => *seat,
        }
    }
}
