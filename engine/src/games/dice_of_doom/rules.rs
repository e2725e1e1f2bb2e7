//! The switches of Dice of Doom and its two presets.

use serde::{Deserialize, Serialize};

use super::DiceOfDoom;
use super::hexagon::{SIZE_MAX, SIZE_MIN};
use crate::game::switch::{choose, number, rounds};
use crate::game::{ConfigError, Game, Switch};

/// The most dice that can be set as a hex's limit; boards are written with one digit a hex.
pub const MAX_DICE_MAX: u8 = 9;
/// The most rounds that can be set as a limit.
pub const ROUNDS_MAX: u16 = 1_000;

/// The switches; `preset` sets all but `size` and `max_dice`.
pub(super) const SWITCHES: &[Switch<Rules>] = &[
    Switch::new("preset", &["standard", "book"], |rules, value| {
        let named = [("book", Rules::BOOK), ("standard", Rules::STANDARD)];
        *rules = Rules {
            size: rules.size,
            max_dice: rules.max_dice,
            ..choose(value, &named)?
        };
        Ok(())
    }),
    Switch::new(
        "size",
        &["2", "3", "4", "5", "6", "7", "8"],
        |rules, value| {
            rules.size = number(value, SIZE_MIN..=SIZE_MAX)?;
            Ok(())
        },
    ),
    Switch::new(
        "max_dice",
        &["2", "3", "4", "5", "6", "7", "8", "9"],
        |rules, value| {
            rules.max_dice = number(value, 2..=MAX_DICE_MAX)?;
            Ok(())
        },
    ),
    Switch::new("deal", &["even", "random"], |rules, value| {
        rules.deal = choose(value, &[("random", Deal::Random), ("even", Deal::Even)])?;
        Ok(())
    }),
    Switch::new("opening", &["free", "compulsory"], |rules, value| {
        let named = [("compulsory", Opening::Compulsory), ("free", Opening::Free)];
        rules.opening = choose(value, &named)?;
        Ok(())
    }),
    Switch::new("stuck", &["passes", "ends"], |rules, value| {
        rules.stuck = choose(value, &[("ends", Stuck::Ends), ("passes", Stuck::Passes)])?;
        Ok(())
    }),
    Switch::new("combat", &["dice", "certain"], |rules, value| {
        let named = [("dice", Combat::Dice), ("certain", Combat::Certain)];
        rules.combat = choose(value, &named)?;
        Ok(())
    }),
    Switch::new(
        "reinforcement",
        &["cluster", "captured", "random"],
        |rules, value| {
            let named = [
                ("cluster", Reinforcement::Cluster),
                ("captured", Reinforcement::Captured),
                ("random", Reinforcement::Random),
            ];
            rules.reinforcement = choose(value, &named)?;
            Ok(())
        },
    ),
    Switch::new(
        "rounds",
        &["0", "10", "20", "50", "100", "200"],
        |rules, value| {
            rules.rounds = rounds(value, ROUNDS_MAX)?;
            Ok(())
        },
    ),
];

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

    /// Refuses numbers outside of their limits; rules from the wire may have such numbers.
    pub fn check(&self) -> Result<(), ConfigError> {
        let mut same = *self;
        let numbers = [
            ("size", u16::from(self.size)),
            ("max_dice", u16::from(self.max_dice)),
            ("rounds", self.rounds),
        ];
        numbers.into_iter().try_for_each(|(switch, number)| {
            DiceOfDoom::set_switch(&mut same, switch, &number.to_string())
        })
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::STANDARD
    }
}
