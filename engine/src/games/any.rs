//! A rule, an action or a state of any game.
//!
//! [`AnyState`] implements [`State`] itself, so the lobby and the law book need no second path. A hot search takes the
//! concrete state out of the enum first (see `roster`).

use std::any::Any;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::{GameKind, territory};
use crate::dice::{Dice, Weighted};
use crate::game::{
    ActionOf, ChanceOf, ConfigError, Game, Layout, Node, Place, PlainView, Preview, Seat, SeatSet,
    State, ViewOf,
};

macro_rules! any_game {
    ($($variant:ident => $game:ty, $name:literal, $title:literal;)+) => {
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

            /// The same start, except that this seat moves first; see [`Game::begun_by`].
            #[must_use]
            pub fn begun_by(self, first: Seat) -> Self {
                match self {
                    $(Self::$variant(config) => Self::$variant(<$game as Game>::begun_by(config, first)),)+
                }
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

            /// How the places of the board lie.
            pub fn layout(&self) -> Layout {
                match self { $(Self::$variant(config) => <$game as Game>::layout(config),)+ }
            }
        }

        /// The choice of a seat in some game.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(tag = "game", content = "action", deny_unknown_fields)]
        pub enum AnyAction {
            $(#[doc = $title] #[serde(rename = $name)] $variant(ActionOf<$game>),)+
        }

        impl AnyAction {
            /// The places that it leads from and to, as [`Game::ends`] has them.
            pub fn ends(self) -> Option<(Place, Place)> {
                match self { $(Self::$variant(action) => <$game as Game>::ends(action),)+ }
            }

            /// Which game it belongs to.
            pub const fn kind(self) -> GameKind {
                match self { $(Self::$variant(_) => GameKind::$variant,)+ }
            }

            fn as_any(&self) -> &dyn Any {
                match self { $(Self::$variant(action) => action,)+ }
            }
        }

        impl fmt::Display for AnyAction {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $(Self::$variant(action) => fmt::Display::fmt(action, f),)+ }
            }
        }

        /// The choice of nature in some game.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(tag = "game", content = "chance", deny_unknown_fields)]
        pub enum AnyChance {
            $(#[doc = $title] #[serde(rename = $name)] $variant(ChanceOf<$game>),)+
        }

        impl AnyChance {
            fn as_any(&self) -> &dyn Any {
                match self { $(Self::$variant(chance) => chance,)+ }
            }
        }

        /// The part of a state of some game that the table sees.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(tag = "game", content = "view", deny_unknown_fields)]
        pub enum AnyView {
            $(#[doc = $title] #[serde(rename = $name)] $variant(ViewOf<$game>),)+
        }

        impl AnyView {
            fn as_any(&self) -> &dyn Any {
                match self { $(Self::$variant(view) => view,)+ }
            }
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

        impl AnyState {
            /// Notes that the match had been in an earlier position; see [`Game::recall`]. Another game's is left out.
            pub fn recall(&mut self, earlier: &AnyView) {
                match (self, earlier) {
                    $((Self::$variant(state), AnyView::$variant(earlier)) => {
                        <$game as Game>::recall(state, earlier);
                    })+
                    _ => {}
                }
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

            fn fallen(&self) -> SeatSet {
                match self { $(Self::$variant(state) => state.fallen(),)+ }
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

games!(any_game);

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
    pub fn on_territories(&self) -> Option<&territory::View> {
        self.as_any().downcast_ref()
    }

    /// The view, if it is plain; `None` in games with views of their own.
    pub fn plain(&self) -> Option<&PlainView> {
        self.as_any().downcast_ref()
    }
}

impl AnyAction {
    /// The action on a board of territories; `None` in games without territories.
    pub fn on_territories(self) -> Option<territory::Action> {
        self.as_any().downcast_ref().copied()
    }
}

impl AnyChance {
    /// The outcome of luck on a board of territories; `None` in games without territories.
    pub fn on_territories(self) -> Option<territory::Chance> {
        self.as_any().downcast_ref().copied()
    }
}
