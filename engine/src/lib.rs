//! The decisions of Dicehall: rules, bots, and the lobby with commands in and events out.
//!
//! Laws of this crate: it never does IO, never awaits, never asks the time, never owns luck. Time, luck and
//! configuration are arguments. The crate depends on no runtime, no random generator and no JSON.
//!
//! In reading order: [`dice`] (luck), [`game`] (the interface of a game), [`fair`] (luck that
//! can be checked), [`audit`] (the check), [`games`] (the rules), [`origin`] (where a match goes on from an earlier one), [`bots`] (the
//! searchers, which name no game), [`roster`] (which bot plays what), [`solution`] (animal shogi, solved), [`advice`] (what an
//! expert would do), [`rating`] (how well people play), [`lobby`] (who sits where and what happens).

pub mod advice;
pub mod audit;
pub mod bots;
pub mod build_profile;
#[cfg(any(test, feature = "conformance"))]
pub mod conformance;
pub mod dice;
pub mod fair;
pub mod game;
pub mod games;
pub mod knowledge;
pub mod lobby;
pub mod origin;
pub mod rating;
pub mod roster;
pub mod solution;

pub use bots::rung::Rung;
pub use bots::spec::{BotKind, BotSpec};
pub use dice::Dice;
pub use game::{Node, Outcome, Seat, SeatSet, State};
pub use games::{
    AnyAction, AnyChance, AnyConfig, AnyOffer, AnyRules, AnyState, AnyStep, AnyView, GameKind,
};
pub use origin::{Origin, OriginStep};
