//! The switches of Dice Wars and its two presets.

use serde::{Deserialize, Serialize};

use super::DiceWars;
use super::generator::DRAWN_NUMBERS;
use super::map::Map;
use super::shipped::Shipped;
use crate::dice::Dice;
use crate::game::switch::{choose, number, rounds};
use crate::game::{ConfigError, Game, Switch};
use crate::games::territory::TERRITORY_DICE_MAX;

/// The fewest dice that can be set as a territory's limit.
pub const MAX_DICE_MIN: u8 = 2;
/// The most dice that can be set as a territory's limit.
pub const MAX_DICE_MAX: u8 = TERRITORY_DICE_MAX;
/// The most dice that a seat can keep in stock.
pub const STOCK_DICE_MAX: u8 = 64;
/// The most rounds that can be set as a limit.
pub const ROUNDS_MAX: u16 = 1_000;

/// The word on the wire for a map whose number is drawn.
const DRAWN: &str = "drawn";

/// The switches; `preset` sets all but `map` and `max_dice`.
pub(super) const SWITCHES: &[Switch<Rules>] = &[
    Switch::new("preset", &["standard", "book"], |rules, value| {
        // The original program has no last round.
        let named = [("book", 0), ("standard", Rules::STANDARD.rounds)];
        rules.rounds = choose(value, &named)?;
        rules.stock = STOCK_DICE_MAX;
        Ok(())
    }),
    Switch::new(
        "map",
        &[
            "drawn",
            "atoll",
            "isthmus",
            "crescent",
            "lakeland",
            "heartland",
            "1",
            "2",
            "3",
            "4",
            "5",
        ],
        |rules, value| {
            rules.map = MapChoice::named_by(value)?;
            Ok(())
        },
    ),
    Switch::new(
        "max_dice",
        &["2", "3", "4", "5", "6", "7", "8", "12", "16"],
        |rules, value| {
            rules.max_dice = number(value, MAX_DICE_MIN..=MAX_DICE_MAX)?;
            Ok(())
        },
    ),
    Switch::new("stock", &["0", "8", "16", "32", "64"], |rules, value| {
        rules.stock = number(value, 0..=STOCK_DICE_MAX)?;
        Ok(())
    }),
    Switch::new(
        "rounds",
        &["0", "10", "20", "50", "100", "200"],
        |rules, value| {
            rules.rounds = rounds(value, ROUNDS_MAX)?;
            Ok(())
        },
    ),
];

/// The switches. Whatever is left out has its default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rules {
    /// The map, or where it comes from.
    pub map: MapChoice,
    /// The most dice on a territory, 2 to 16.
    #[cfg_attr(feature = "schema", schemars(range(min = MAX_DICE_MIN, max = MAX_DICE_MAX)))]
    pub max_dice: u8,
    /// The most dice that a seat keeps in stock, 0 to 64.
    #[cfg_attr(feature = "schema", schemars(range(max = STOCK_DICE_MAX)))]
    pub stock: u8,
    /// The last round, 1 to 1000; 0 means no limit.
    #[cfg_attr(feature = "schema", schemars(range(max = ROUNDS_MAX)))]
    pub rounds: u16,
}

/// A map, or where it comes from. As JSON `"drawn"`, a number, the name of a shipped map, or a whole map.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "MapText", try_from = "MapText")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(with = "MapText"))]
pub enum MapChoice {
    /// The dice draw a number at the start of each match.
    #[default]
    Drawn,
    /// The map that the generator makes of this number.
    Number(u32),
    /// A map that comes with the program.
    Shipped(Shipped),
    /// This map.
    Inline(Map),
}

impl Rules {
    /// The default: 8 dice, a stock of 64, at most 200 rounds.
    pub const STANDARD: Self = Self {
        map: MapChoice::Drawn,
        max_dice: 8,
        stock: STOCK_DICE_MAX,
        rounds: 200,
    };

    /// Refuses values outside of their limits; rules from the wire may have such values.
    pub fn check(&self) -> Result<(), ConfigError> {
        check_numbers(self.max_dice, self.stock, self.rounds)?;
        match &self.map {
            MapChoice::Drawn | MapChoice::Number(_) | MapChoice::Shipped(_) => Ok(()),
            MapChoice::Inline(map) => map.check(),
        }
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::STANDARD
    }
}

/// Refuses numbers outside of their limits.
pub(super) fn check_numbers(max_dice: u8, stock: u8, rounds: u16) -> Result<(), ConfigError> {
    let mut rules = Rules::STANDARD;
    let numbers = [
        ("max_dice", u16::from(max_dice)),
        ("stock", u16::from(stock)),
        ("rounds", rounds),
    ];
    numbers.into_iter().try_for_each(|(switch, number)| {
        DiceWars::set_switch(&mut rules, switch, &number.to_string())
    })
}

impl MapChoice {
    /// The choice of a map from a text of the command line; a whole map can only be given as JSON.
    pub fn parse(text: &str) -> Result<Self, ConfigError> {
        Self::named_by(text).map_err(|possible| ConfigError::Switch {
            switch: "map",
            value: text.to_owned(),
            possible,
        })
    }

    /// The choice of a map from a text; the error lists the possible ones.
    fn named_by(text: &str) -> Result<Self, String> {
        if let Ok(number) = text.parse() {
            return Ok(Self::Number(number));
        }
        if text == DRAWN {
            return Ok(Self::Drawn);
        }
        let shipped = Shipped::ALL.iter().find(|it| it.name() == text);
        shipped.map(|it| Self::Shipped(*it)).ok_or_else(|| {
            let names = Shipped::ALL.iter().map(|it| it.name()).collect::<Vec<_>>();
            format!("{DRAWN}, 0 to {}, {}", u32::MAX, names.join(", "))
        })
    }

    /// The map of a match, drawn if the choice says so.
    pub fn map(&self, dice: &mut dyn Dice) -> Map {
        self.named().unwrap_or_else(|| {
            let number = u32::try_from(dice.below(DRAWN_NUMBERS));
            Map::generated(number.unwrap_or_else(|_| unreachable!("it is below a million")))
        })
    }

    /// The map that is chosen, unless it is still to be drawn.
    pub fn named(&self) -> Option<Map> {
        match self {
            Self::Drawn => None,
            Self::Number(number) => Some(Map::generated(*number)),
            Self::Shipped(which) => Some(which.map()),
            Self::Inline(map) => Some(map.clone()),
        }
    }
}

/// The wire form of a [`MapChoice`].
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
enum MapText {
    Number(u32),
    Name(#[cfg_attr(feature = "schema", schemars(extend("enum" = map_names())))] String),
    Whole(Map),
}

/// The words that the wire form of a choice may be.
#[cfg(feature = "schema")]
fn map_names() -> Vec<&'static str> {
    std::iter::once(DRAWN)
        .chain(Shipped::ALL.iter().map(|it| it.name()))
        .collect()
}

impl From<MapChoice> for MapText {
    fn from(choice: MapChoice) -> Self {
        match choice {
            MapChoice::Drawn => Self::Name(DRAWN.to_owned()),
            MapChoice::Number(number) => Self::Number(number),
            MapChoice::Shipped(which) => Self::Name(which.name().to_owned()),
            MapChoice::Inline(map) => Self::Whole(map),
        }
    }
}

impl TryFrom<MapText> for MapChoice {
    type Error = ConfigError;

    fn try_from(text: MapText) -> Result<Self, ConfigError> {
        match text {
            MapText::Number(number) => Ok(Self::Number(number)),
            MapText::Name(name) => Self::parse(&name),
            MapText::Whole(map) => Ok(Self::Inline(map)),
        }
    }
}
