//! The switches of Dice of Doom and its two presets.

use serde::{Deserialize, Serialize};

use super::hexagon::{SIZE_MAX, SIZE_MIN};
use crate::game::ConfigError;
use crate::games::switches::{choose, no_such_switch, number, rounds};

/// The most dice that can be set as a hex's limit; boards are written with one digit a hex.
pub const MAX_DICE_MAX: u8 = 9;
/// The most rounds that can be set as a limit.
pub const ROUNDS_MAX: u16 = 1_000;

const SWITCHES: &str =
    "preset, size, max_dice, deal, opening, stuck, combat, reinforcement, rounds";

/// How owners and dice are dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Deal {
    /// Owner and dice of every hex are drawn.
    Random,
    /// As many hexes for each seat as the count allows (later seats get one more), as many dice for each seat.
    Even,
}

/// Whether a turn must begin with an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Opening {
    /// No pass before the first attack of a turn.
    Compulsory,
    /// A seat may pass at once.
    Free,
}

/// What happens to a seat that cannot attack at the start of its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Stuck {
    /// The match ends at once; the seats with the most hexes win.
    Ends,
    /// It only passes and is reinforced; without hexes it is out. The match ends with one owner or at the round limit;
    /// most hexes win, then most dice.
    Passes,
}

/// What decides an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Combat {
    /// Both sides roll all their dice.
    Dice,
    /// Versions 1 to 3: an attack needs more dice than the defender has and always succeeds.
    Certain,
}

/// How many dice a pass brings, and where they go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Reinforcement {
    /// As many as the largest region has hexes; at most one a hex, in index order.
    Cluster,
    /// Versions 1 to 3: the dice captured in this turn but one; at most one a hex, in index order.
    Captured,
    /// As many as the largest region has hexes; each on an own hex with room, drawn at random.
    Random,
}

/// The switches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rules {
    /// Hexes a side, 2 to 8.
    pub size: u8,
    /// The most dice on a hex, 2 to 9.
    pub max_dice: u8,
    /// How owners and dice are dealt.
    pub deal: Deal,
    /// Whether a turn must begin with an attack.
    pub opening: Opening,
    /// What happens to a seat that cannot attack.
    pub stuck: Stuck,
    /// What decides an attack.
    pub combat: Combat,
    /// How many dice a pass brings, and where they go.
    pub reinforcement: Reinforcement,
    /// The last round, 1 to 1000; 0 means no limit.
    pub rounds: u16,
}

impl Rules {
    /// Fair to play; the default.
    pub const STANDARD: Self = Self {
        size: 5,
        max_dice: 5,
        deal: Deal::Even,
        opening: Opening::Free,
        stuck: Stuck::Passes,
        combat: Combat::Dice,
        reinforcement: Reinforcement::Cluster,
        rounds: 100,
    };

    /// Exactly the published program, version 4.
    pub const BOOK: Self = Self {
        size: 5,
        max_dice: 5,
        deal: Deal::Random,
        opening: Opening::Compulsory,
        stuck: Stuck::Ends,
        combat: Combat::Dice,
        reinforcement: Reinforcement::Cluster,
        rounds: 0,
    };

    /// Sets one switch from its text; `preset` sets all but `size` and `max_dice`.
    pub fn set(&mut self, switch: &str, value: &str) -> Result<(), ConfigError> {
        match switch {
            "preset" => {
                let named = [("book", Self::BOOK), ("standard", Self::STANDARD)];
                *self = Self {
                    size: self.size,
                    max_dice: self.max_dice,
                    ..choose("preset", value, &named)?
                };
            }
            "size" => self.size = number("size", value, SIZE_MIN..=SIZE_MAX)?,
            "max_dice" => self.max_dice = number("max_dice", value, 2..=MAX_DICE_MAX)?,
            "deal" => {
                let named = [("random", Deal::Random), ("even", Deal::Even)];
                self.deal = choose("deal", value, &named)?;
            }
            "opening" => {
                let named = [("compulsory", Opening::Compulsory), ("free", Opening::Free)];
                self.opening = choose("opening", value, &named)?;
            }
            "stuck" => {
                let named = [("ends", Stuck::Ends), ("passes", Stuck::Passes)];
                self.stuck = choose("stuck", value, &named)?;
            }
            "combat" => {
                let named = [("dice", Combat::Dice), ("certain", Combat::Certain)];
                self.combat = choose("combat", value, &named)?;
            }
            "reinforcement" => {
                let named = [
                    ("cluster", Reinforcement::Cluster),
                    ("captured", Reinforcement::Captured),
                    ("random", Reinforcement::Random),
                ];
                self.reinforcement = choose("reinforcement", value, &named)?;
            }
            "rounds" => self.rounds = rounds(value, ROUNDS_MAX)?,
            _ => return Err(no_such_switch(switch, SWITCHES)),
        }
        Ok(())
    }

    /// Refuses numbers outside of their limits; rules from the wire may have such numbers.
    pub fn check(&self) -> Result<(), ConfigError> {
        let mut same = *self;
        same.set("size", &self.size.to_string())?;
        same.set("max_dice", &self.max_dice.to_string())?;
        same.set("rounds", &self.rounds.to_string())
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::STANDARD
    }
}
