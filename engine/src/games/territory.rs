//! The games on territories: owners and dice, attacks, battles, regions, reinforcement.
//!
//! Both games on territories (`dice_of_doom`, `dice_wars`) are thin: they say what is dealt and how their rules differ.
//! The types here go over the wire for both; the client draws both from the same [`View`].

pub mod battle;
pub mod board;
pub mod cells;
pub mod change;
pub mod deal;
pub mod graph;
pub mod odds;
pub mod position;
pub mod step;
#[cfg(test)]
pub(crate) mod testing;
pub mod text;
pub mod turn;

use std::fmt;

use serde::de::{self, IgnoredAny, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::game::{self, Mark, Outcome, Place, Seat};

pub use battle::{Faces, Roll};
pub use board::Board;
pub use cells::{Cell, Cells};
pub use graph::{Graph, TERRITORIES_MAX, TerritorySet};
pub use position::{Course, OnTerritories};
pub use step::{ShortChance, TerritoryStep};
pub use turn::{Turn, TurnStage};

/// The most dice that a territory can hold in any rule set.
pub const TERRITORY_DICE_MAX: u8 = 16;

/// A territory's index on its board; in Dice of Doom `row * size + column`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Territory(pub u8);

impl Territory {
    /// The index, for indexing arrays of [`TERRITORIES_MAX`].
    pub fn idx(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Debug for Territory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Territory({})", self.0)
    }
}

/// An action of a seat; on the wire `"pass"` or `[from, to]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Ends the turn: reinforcement, then the next seat.
    Pass,
    /// Attacks a neighbor.
    Attack {
        /// An own territory with at least two dice.
        from: Territory,
        /// A neighbor of another owner.
        to: Territory,
    },
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => f.write_str("pass"),
            Self::Attack { from, to } => write!(f, "{}-{}", from.0, to.0),
        }
    }
}

/// What nature chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Chance {
    /// Both sides' faces in a battle.
    Battle(Roll),
    /// Where one reinforcement die is placed, in rule sets that place at random.
    Reinforce(Territory),
}

/// How a seat stands; all of it can be counted from the board, so that a client need not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Standing {
    /// How many territories the seat owns.
    pub territories: u8,
    /// How many dice it has on them.
    pub dice: u16,
    /// The size of its largest region.
    pub link: u8,
    /// Reinforcements that found no room and wait for later turns (zero where the rules keep none).
    pub reserve: u8,
}

/// What the table sees of a position of a dice game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    /// Two characters a territory in index order: owner `a` to `d`, then dice `1` to `9`, `A` (10) to `G` (16).
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub board: Cells,
    /// Whose turn it is; absent when the match is over.
    pub to_move: Option<Seat>,
    /// Whether no attack has been made in this turn.
    pub opening: bool,
    /// The round, from 1; a round is one turn of every seat that is still in.
    pub round: u16,
    /// How each seat stands, in seat order.
    pub standings: Vec<Standing>,
    /// How the match ended by the rules of the game, if it did.
    pub outcome: Option<Outcome>,
}

impl Action {
    /// The attacking and the attacked territory; `None` for the end of a turn.
    pub fn ends(self) -> Option<(Place, Place)> {
        match self {
            Self::Pass => None,
            Self::Attack { from, to } => Some((from.into(), to.into())),
        }
    }
}

impl From<Territory> for Place {
    fn from(territory: Territory) -> Self {
        Self(territory.0)
    }
}

impl game::View for View {
    fn to_move(&self) -> Option<Seat> {
        self.to_move
    }

    fn marks(&self) -> Vec<Mark> {
        let cells = Place::all().zip(self.board.iter());
        cells
            .map(|(at, it)| Mark::of(at, it.owner).counted(it.dice))
            .collect()
    }
}

/// The word for passing.
const PASS: &str = "pass";

impl Serialize for Action {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Pass => to.serialize_str(PASS),
            Self::Attack { from, to: at } => [from, at].serialize(to),
        }
    }
}

impl<'de> Deserialize<'de> for Action {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(ActionVisitor)
    }
}

/// Reads an [`Action`] as it comes, without keeping its parts until it is known which action it is.
struct ActionVisitor;

impl<'de> Visitor<'de> for ActionVisitor {
    type Value = Action;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{PASS}` or two territories")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Action, E> {
        if text == PASS {
            Ok(Action::Pass)
        } else {
            Err(E::invalid_value(Unexpected::Str(text), &self))
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Action, A::Error> {
        let (from, to) = (list.next_element()?, list.next_element()?);
        let (Some(from), Some(to), None) = (from, to, list.next_element::<IgnoredAny>()?) else {
            return Err(de::Error::invalid_value(Unexpected::Seq, &self));
        };
        Ok(Action::Attack { from, to })
    }
}

#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[schemars(rename_all = "snake_case")]
#[expect(dead_code, reason = "only its schema is used")]
enum PassText {
    Pass,
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Action {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "TerritoryAction".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let (pass, attack) = (
            generator.subschema_for::<PassText>(),
            generator.subschema_for::<[Territory; 2]>(),
        );
        schemars::json_schema!({
            "description": "The wire form of an [`Action`].",
            "anyOf": [pass, attack],
        })
    }
}
