//! The one list of games.
//!
//! A closed set: `games!` hands the list to the macros that write the types which hold a rule, an action, a view or a
//! state of any of them. A game that has none but its rules needs its line here and its line in `roster`; whatever else
//! it may have of its own (a board, words, bots that know it) has a default.

/// Calls a macro with the list of games: `Variant => rules type, "name on the wire and on the command line", "name for people"`.
macro_rules! games {
    ($write:ident) => {
        $write! {
            DiceOfDoom => $crate::games::dice_of_doom::DiceOfDoom, "dice-of-doom", "Dice of Doom";
            DiceWars => $crate::games::dice_wars::DiceWars, "dice-wars", "Dice Wars";
            AnimalShogi => $crate::games::animal_shogi::AnimalShogi, "animal-shogi", "Animal shogi";
            TicTacToe => $crate::games::tic_tac_toe::TicTacToe, "tic-tac-toe", "Tic-tac-toe";
        }
    };
}

pub mod animal_shogi;
mod any;
pub mod dice_of_doom;
pub mod dice_wars;
pub mod territory;
#[cfg(test)]
mod tests;
pub mod tic_tac_toe;
mod told;

use serde::{Deserialize, Serialize};

use crate::game::{Game, SwitchShown};

pub use any::{AnyAction, AnyChance, AnyConfig, AnyRules, AnyState, AnyView};
pub use told::{AnyOffer, AnyStep, AnyWholeStep};

macro_rules! game_kinds {
    ($($variant:ident => $game:ty, $name:literal, $title:literal;)+) => {
        /// Which game.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum GameKind {
            $(#[doc = $title] #[serde(rename = $name)] $variant,)+
        }

        impl GameKind {
            /// Every game, in the order of the list.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The name on the wire and on the command line.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => <$game as Game>::NAME,)+ }
            }

            /// The name for people.
            pub const fn title(self) -> &'static str {
                match self { $(Self::$variant => $title,)+ }
            }

            /// The fewest and the most seats that can play.
            pub const fn seats(self) -> (u8, u8) {
                match self {
                    $(Self::$variant => (*<$game as Game>::SEATS.start(), *<$game as Game>::SEATS.end()),)+
                }
            }

            /// Whether nature chooses anything in it, such as a roll.
            pub const fn has_luck(self) -> bool {
                match self { $(Self::$variant => <$game as Game>::HAS_LUCK,)+ }
            }

            /// The rules in English, for people; empty if the catalogue has them.
            pub const fn rules_text(self) -> &'static str {
                match self { $(Self::$variant => <$game as Game>::RULES_TEXT,)+ }
            }

            /// The action that ends a turn; `None` in games without such an action.
            pub fn pass(self) -> Option<AnyAction> {
                match self { $(Self::$variant => <$game as Game>::PASS.map(AnyAction::$variant),)+ }
            }

            /// The switches of its rules.
            pub fn switches(self) -> impl Iterator<Item = SwitchShown> {
                let shown: Vec<SwitchShown> = match self {
                    $(Self::$variant => <$game as Game>::SWITCHES.iter().map(|it| it.shown).collect(),)+
                };
                shown.into_iter()
            }

            /// The game's rules with every switch at its default.
            pub fn default_rules(self) -> AnyRules {
                match self { $(Self::$variant => AnyRules::$variant(Default::default()),)+ }
            }
        }
    };
}

games!(game_kinds);

impl std::str::FromStr for GameKind {
    type Err = NoSuchGame;

    fn from_str(name: &str) -> Result<Self, NoSuchGame> {
        Self::ALL
            .iter()
            .copied()
            .find(|it| it.name() == name)
            .ok_or_else(|| NoSuchGame {
                name: name.to_owned(),
            })
    }
}

/// A name that is no game's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no game {name:?}; possible: {}", GameKind::ALL.iter().map(|it| it.name()).collect::<Vec<_>>().join(", "))]
pub struct NoSuchGame {
    /// The name that was given.
    pub name: String,
}
