//! The interface of a game: a configuration becomes a state, and a state is a decision, a chance or the end.
//!
//! Every game implements [`Game`] and [`State`]; bots, the lobby and the law book (`conformance`) know games only
//! through them. Law kept here: chance is a player with known odds, and its weights are integers, so that equality,
//! hashing and replay stay exact.
//!
//! Weights have 128 bits, because 16 dice against 16 have 6³² equally likely cases. Odds are exact integers until
//! they are displayed.

pub(crate) mod ascii;
mod cell;
pub(super) mod ending;
pub mod layout;
pub mod offer;
pub mod perft;
pub mod plain_view;
mod seat;
pub mod step;
pub mod switch;

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::dice::{Dice, Weighted, draw};

pub use cell::{Cell, NotACell};
pub use layout::{Grid, Layout, Place, Regions};
pub use offer::Offer;
pub use plain_view::{Glyph, Mark, PlainView, View};
pub use seat::{NoSuchSeat, SEATS_MAX, Seat, SeatSet};
pub use step::{Step, WholeStep};
pub use switch::{Switch, SwitchShown};

/// The choice of a seat in a game.
pub type ActionOf<G> = <<G as Game>::State as State>::Action;

/// The choice of nature in a game.
pub type ChanceOf<G> = <<G as Game>::State as State>::Chance;

/// The part of a game's states that the table sees.
pub type ViewOf<G> = <<G as Game>::State as State>::View;

/// A step of a game, told whole.
pub type WholeStepOf<G> = WholeStep<ActionOf<G>, ChanceOf<G>, ViewOf<G>>;

/// The kind of a state: a seat chooses, nature chooses, or the match is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// The seat to move chooses an action.
    Decision(Seat),
    /// Nature chooses a chance.
    Chance,
    /// The match is over.
    Terminal(Outcome),
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Outcome {
    /// Several seats share a win (ties in the dice games); none means drawn.
    pub winners: SeatSet,
}

/// Exact odds of an action, as equally likely cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odds {
    /// Cases in which the action succeeds.
    pub favorable: u128,
    /// All cases; never zero.
    pub total: u128,
}

impl Odds {
    /// The probability of success, rounded to a double.
    #[expect(
        clippy::as_conversions,
        clippy::cast_precision_loss,
        reason = "rounding to a double is the purpose"
    )]
    pub fn probability(self) -> f64 {
        self.favorable as f64 / self.total as f64
    }
}

/// A preview of a legal action, for the seat that chooses; nothing in it is hidden from anyone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Preview {
    /// The odds that the action succeeds, where it depends on luck.
    pub odds: Option<Odds>,
    /// The size of the seat's largest region if it succeeds, in games that have regions.
    pub link: Option<u8>,
}

/// Why no match can start from a configuration.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// The game is not played by that many seats.
    #[error("{game} is played by {from} to {to} seats, not {seats}")]
    Seats {
        /// The game's name.
        game: &'static str,
        /// The fewest seats.
        from: u8,
        /// The most seats.
        to: u8,
        /// The number that was asked for.
        seats: u8,
    },
    /// A switch of the rules has a value that is not possible.
    #[error("{switch} cannot be {value}; possible: {possible}")]
    Switch {
        /// The switch.
        switch: &'static str,
        /// The value that was given.
        value: String,
        /// The values that there are.
        possible: String,
    },
    /// There is no such switch.
    #[error("there is no switch {switch:?}; possible: {possible}")]
    NoSuchSwitch {
        /// The switch that was given.
        switch: String,
        /// The switches that there are.
        possible: String,
    },
    /// The position contradicts the rules.
    #[error("{0}")]
    Position(String),
}

/// Rules: how a configuration becomes a first state.
pub trait Game: Sized + 'static {
    /// The switches that a lobby may set before a match.
    type Rules: Clone + Default + Eq + fmt::Debug + 'static;
    /// Everything the first state depends on. Journaled whole; never a seed.
    type Config: Clone + Eq + fmt::Debug;
    /// A position of the game.
    type State: State;
    /// The form in which a step of a match is told: [`WholeStepOf<Self>`](WholeStepOf), unless there is a shorter one.
    type Step: Step<Self>;

    /// The name on the wire and on the command line.
    const NAME: &'static str;

    /// How many seats can play.
    const SEATS: RangeInclusive<u8>;

    /// Whether nature chooses anything, such as a roll.
    const HAS_LUCK: bool;

    /// The rules in English, for people: lines of plain text. Empty if the catalogue has them.
    const RULES_TEXT: &'static str = "";

    /// The switches of the rules.
    const SWITCHES: &'static [Switch<Self::Rules>] = &[];

    /// The action that ends a turn, in games that have one.
    const PASS: Option<ActionOf<Self>> = None;

    /// Draws a configuration: the deal, and the map where there is one.
    fn generate(
        rules: &Self::Rules,
        seats: u8,
        dice: &mut dyn Dice,
    ) -> Result<Self::Config, ConfigError>;

    /// The same start, except that this seat moves first. A game in which the start does not say who begins leaves it as it
    /// is, and seat 0 begins every match.
    fn begun_by(config: Self::Config, _first: Seat) -> Self::Config {
        config
    }

    /// The first state; checks that the configuration obeys the rules.
    fn start(config: &Self::Config) -> Result<Self::State, ConfigError>;

    /// The position that a view shows, without what came before it. `None` if the match is over, or if the view cannot be
    /// one of a match with this configuration.
    fn position(config: &Self::Config, view: &ViewOf<Self>) -> Option<Self::State>;

    /// Notes in a position that the match had been in an earlier one, in games in which a position that comes again
    /// matters; the others forget it.
    fn recall(_position: &mut Self::State, _earlier: &ViewOf<Self>) {}

    /// How the places of the board lie, in every position of the match.
    fn layout(_config: &Self::Config) -> Layout {
        Layout::Text
    }

    /// The places that an action leads from and to: a mark goes from its place to itself, a drop comes from the hand.
    /// `None` for an action without a place.
    fn ends(_action: ActionOf<Self>) -> Option<(Place, Place)> {
        None
    }

    /// Sets one switch from its text, as in `--rules size=6`.
    fn set_switch(rules: &mut Self::Rules, switch: &str, value: &str) -> Result<(), ConfigError> {
        switch::set(Self::SWITCHES, rules, switch, value)
    }

    /// Refuses a number of seats that cannot play.
    fn check_seats(seats: u8) -> Result<(), ConfigError> {
        if Self::SEATS.contains(&seats) {
            Ok(())
        } else {
            Err(Self::wrong_seats(seats))
        }
    }

    /// The refusal of a number of seats.
    fn wrong_seats(seats: u8) -> ConfigError {
        ConfigError::Seats {
            game: Self::NAME,
            from: *Self::SEATS.start(),
            to: *Self::SEATS.end(),
            seats,
        }
    }
}

/// A position: everything that matters for the rest of the match, nothing else.
pub trait State: Clone + Eq + Hash + fmt::Debug + Send + 'static {
    /// The choice of a seat.
    type Action: Copy + Ord + Hash + fmt::Debug + Send + 'static;
    /// The choice of nature; [`NoChance`] in deterministic games.
    type Chance: Copy + Ord + Hash + fmt::Debug + Send + 'static;
    /// The part of a state that the table sees; it goes over the wire, the state never does.
    type View: View + Clone + fmt::Debug + Send + 'static;

    /// How many seats play.
    fn seats(&self) -> u8;

    /// The kind of this state: a decision, a chance or the end.
    fn node(&self) -> Node;

    /// The part of the state that the table sees.
    fn view(&self) -> Self::View;

    /// Replaces `out` by the legal actions in the game's own fixed order, without repetition; non-empty exactly at
    /// decision nodes. A hot search calls this with a buffer that it reuses.
    fn actions_into(&self, out: &mut Vec<Self::Action>);

    /// Applies an action. Precondition: it is legal here.
    fn act(&mut self, action: Self::Action);

    /// Replaces `out` by one weighted representative per distinguishable successor; non-empty exactly at chance nodes.
    fn chances_into(&self, out: &mut Vec<Weighted<Self::Chance>>) {
        out.clear();
    }

    /// Applies what nature chose. Precondition: it is possible here.
    fn resolve(&mut self, chance: Self::Chance) {
        unreachable!("{chance:?} is never possible without luck")
    }

    /// Keeps in `room` what [`State::take_back`] needs to return here, and returns a mark for it. A search calls it once
    /// for a position and then tries every action on the position itself, in place of copying it for each.
    fn keep(&self, room: &mut Option<Self>) -> usize {
        match room {
            Some(room) => room.clone_from(self),
            None => *room = Some(self.clone()),
        }
        0
    }

    /// Returns to the position that was kept with this room and mark, from one that followed from it.
    fn take_back(&mut self, room: &Option<Self>, _mark: usize) {
        if let Some(room) = room {
            self.clone_from(room);
        }
    }

    /// A mark with which [`State::take_back`] returns here without a room; `None` if that needs a copy of the position.
    fn mark(&self) -> Option<usize> {
        None
    }

    /// A number that different positions share so seldom that a search may take it for the position.
    fn fingerprint(&self) -> u128 {
        let half = |salt: u8| {
            let mut hasher = DefaultHasher::new();
            salt.hash(&mut hasher);
            self.hash(&mut hasher);
            u128::from(hasher.finish())
        };
        half(0) << 64 | half(1)
    }

    /// Whether the seat to move has more than one action.
    fn has_choice(&self) -> bool {
        self.actions().len() > 1
    }

    /// The legal actions in the game's own fixed order.
    fn actions(&self) -> Vec<Self::Action> {
        let mut out = Vec::new();
        self.actions_into(&mut out);
        out
    }

    /// Whether the seat to move may choose this.
    fn is_legal(&self, action: Self::Action) -> bool {
        self.actions().contains(&action)
    }

    /// One weighted representative per distinguishable successor.
    fn chances(&self) -> Vec<Weighted<Self::Chance>> {
        let mut out = Vec::new();
        self.chances_into(&mut out);
        out
    }

    /// A chance as the table would see it, e.g. every die face. `None` off chance nodes.
    fn roll(&self, dice: &mut dyn Dice) -> Option<Self::Chance> {
        draw(&self.chances(), dice)
    }

    /// Could nature have chosen this here? Guards replay.
    fn is_possible(&self, chance: Self::Chance) -> bool {
        self.chances().iter().any(|it| it.chance == chance)
    }

    /// The preview of a legal action.
    fn preview(&self, _action: Self::Action) -> Preview {
        Preview::default()
    }

    /// The seats that will never act again, though the match goes on.
    fn fallen(&self) -> SeatSet {
        SeatSet::EMPTY
    }
}

/// Rules without switches, or a start that is always the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fixed {}

/// The chance of a game without luck: there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum NoChance {}
