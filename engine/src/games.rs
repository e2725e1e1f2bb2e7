//! The one list of games, and the types that hold a rule, an action or a state of any of them.
//!
//! A closed set: a line that is added to `games!` breaks the build everywhere work is due (board, names, tests).
//! [`AnyState`] implements [`State`] itself, so the lobby and the law book need no second path. A hot search takes the
//! concrete state out of the enum first (see `roster`).

pub mod animal_shogi;
pub mod dice_of_doom;
pub mod dice_wars;
pub(crate) mod switches;
pub mod territory;
pub mod tic_tac_toe;

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::dice::{Dice, Weighted};
use crate::game::{ConfigError, Game, Node, Preview, State};

/// Lists the games as `Variant => rules type, "name on the wire and on the command line", "name for people"`.
macro_rules! games {
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

            /// The game's rules with every switch at its default.
            pub fn default_rules(self) -> AnyRules {
                match self { $(Self::$variant => AnyRules::$variant(Default::default()),)+ }
            }
        }

        /// The switches of some game.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(tag = "game", content = "rules", deny_unknown_fields)]
        pub enum AnyRules { $(#[doc = $title] #[serde(rename = $name)] $variant(<$game as Game>::Rules),)+ }

        impl AnyRules {
            /// Which game they belong to.
            pub const fn kind(&self) -> GameKind {
                match self { $(Self::$variant(_) => GameKind::$variant,)+ }
            }

            /// Sets one switch from its text, as in `--rules size=6`.
            pub fn set_switch(&mut self, switch: &str, value: &str) -> Result<(), ConfigError> {
                match self { $(Self::$variant(rules) => <$game as Game>::set_switch(rules, switch, value),)+ }
            }

            /// Draws a configuration: the deal, and the map where there is one.
            pub fn generate(&self, seats: u8, dice: &mut dyn Dice) -> Result<AnyConfig, ConfigError> {
                match self {
                    $(Self::$variant(rules) => {
                        <$game as Game>::check_seats(seats)?;
                        <$game as Game>::generate(rules, seats, dice).map(AnyConfig::$variant)
                    })+
                }
            }
        }

        /// The complete, journaled start of a match of some game.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(tag = "game", content = "config", deny_unknown_fields)]
        pub enum AnyConfig { $(#[doc = $title] #[serde(rename = $name)] $variant(<$game as Game>::Config),)+ }

        impl AnyConfig {
            /// Which game it starts.
            pub const fn kind(&self) -> GameKind {
                match self { $(Self::$variant(_) => GameKind::$variant,)+ }
            }

            /// The first state.
            pub fn start(&self) -> Result<AnyState, ConfigError> {
                match self { $(Self::$variant(config) => <$game as Game>::start(config).map(AnyState::$variant),)+ }
            }

            /// The position that a view shows; `None` as [`Game::position`], and for the view of another game.
            pub fn position(&self, view: &AnyView) -> Option<AnyState> {
                match (self, view) {
                    $((Self::$variant(config), AnyView::$variant(view)) => {
                        <$game as Game>::position(config, view).map(AnyState::$variant)
                    })+
                    _ => None,
                }
            }
        }

        /// What a seat chooses in some game.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(tag = "game", content = "action", deny_unknown_fields)]
        pub enum AnyAction {
            $(#[doc = $title] #[serde(rename = $name)] $variant(<<$game as Game>::State as State>::Action),)+
        }

        impl fmt::Display for AnyAction {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $(Self::$variant(action) => fmt::Display::fmt(action, f),)+ }
            }
        }

        /// What nature chooses in some game.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(tag = "game", content = "chance", deny_unknown_fields)]
        pub enum AnyChance {
            $(#[doc = $title] #[serde(rename = $name)] $variant(<<$game as Game>::State as State>::Chance),)+
        }

        /// What the table sees of a state of some game.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(tag = "game", content = "view", deny_unknown_fields)]
        pub enum AnyView {
            $(#[doc = $title] #[serde(rename = $name)] $variant(<<$game as Game>::State as State>::View),)+
        }

        /// A position of some game; never serialized.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub enum AnyState { $(#[doc = $title] $variant(<$game as Game>::State),)+ }

        impl AnyState {
            /// Which game it is a position of.
            pub const fn kind(&self) -> GameKind {
                match self { $(Self::$variant(_) => GameKind::$variant,)+ }
            }
        }

        impl State for AnyState {
            type Action = AnyAction;
            type Chance = AnyChance;
            type View = AnyView;

            fn seats(&self) -> u8 {
                match self { $(Self::$variant(state) => state.seats(),)+ }
            }

            fn node(&self) -> Node {
                match self { $(Self::$variant(state) => state.node(),)+ }
            }

            fn view(&self) -> AnyView {
                match self { $(Self::$variant(state) => AnyView::$variant(state.view()),)+ }
            }

            fn actions_into(&self, out: &mut Vec<AnyAction>) {
                out.clear();
                match self {
                    $(Self::$variant(state) => out.extend(state.actions().into_iter().map(AnyAction::$variant)),)+
                }
            }

            fn is_legal(&self, action: AnyAction) -> bool {
                match (self, action) {
                    $((Self::$variant(state), AnyAction::$variant(action)) => state.is_legal(action),)+
                    _ => false,
                }
            }

            fn act(&mut self, action: AnyAction) {
                match (self, action) {
                    $((Self::$variant(state), AnyAction::$variant(action)) => state.act(action),)+
                    (state, action) => unreachable!("{action:?} is no action of {}", state.kind().name()),
                }
            }

            fn chances_into(&self, out: &mut Vec<Weighted<AnyChance>>) {
                out.clear();
                match self {
                    $(Self::$variant(state) => out.extend(state.chances().into_iter().map(|it| Weighted {
                        chance: AnyChance::$variant(it.chance),
                        weight: it.weight,
                    })),)+
                }
            }

            fn roll(&self, dice: &mut dyn Dice) -> Option<AnyChance> {
                match self { $(Self::$variant(state) => state.roll(dice).map(AnyChance::$variant),)+ }
            }

            fn is_possible(&self, chance: AnyChance) -> bool {
                match (self, chance) {
                    $((Self::$variant(state), AnyChance::$variant(chance)) => state.is_possible(chance),)+
                    _ => false,
                }
            }

            fn resolve(&mut self, chance: AnyChance) {
                match (self, chance) {
                    $((Self::$variant(state), AnyChance::$variant(chance)) => state.resolve(chance),)+
                    (state, chance) => unreachable!("{chance:?} is no chance of {}", state.kind().name()),
                }
            }

            fn preview(&self, action: AnyAction) -> Preview {
                match (self, action) {
                    $((Self::$variant(state), AnyAction::$variant(action)) => state.preview(action),)+
                    (state, action) => unreachable!("{action:?} is no action of {}", state.kind().name()),
                }
            }
        }
    };
}

games! {
    DiceOfDoom => dice_of_doom::DiceOfDoom, "dice-of-doom", "Dice of Doom";
    DiceWars => dice_wars::DiceWars, "dice-wars", "Dice Wars";
    AnimalShogi => animal_shogi::AnimalShogi, "animal-shogi", "Animal shogi";
    TicTacToe => tic_tac_toe::TicTacToe, "tic-tac-toe", "Tic-tac-toe";
}

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

impl AnyRules {
    /// Sets switches from a comma list such as `preset=book,size=6`, in order.
    pub fn set_switches(&mut self, list: &str) -> Result<(), ConfigError> {
        for item in list.split(',').map(str::trim).filter(|it| !it.is_empty()) {
            let (switch, value) = item.split_once('=').unwrap_or((item, ""));
            self.set_switch(switch.trim(), value.trim())?;
        }
        Ok(())
    }
}

impl AnyView {
    /// The view of a board of territories; `None` in games without territories.
    pub const fn on_territories(&self) -> Option<&territory::View> {
        match self {
            Self::DiceOfDoom(view) | Self::DiceWars(view) => Some(view),
            Self::AnimalShogi(_) | Self::TicTacToe(_) => None,
        }
    }
}

impl AnyAction {
    /// The action on a board of territories; `None` in games without territories.
    pub const fn on_territories(self) -> Option<territory::Action> {
        match self {
            Self::DiceOfDoom(action) | Self::DiceWars(action) => Some(action),
            Self::AnimalShogi(_) | Self::TicTacToe(_) => None,
        }
    }
}
