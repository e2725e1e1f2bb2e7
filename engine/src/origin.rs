//! An origin: the start of an earlier match with its first steps, from which another match goes on.
//!
//! People give origins to lobbies, files of matches carry them, and the audit replays them. Law kept here: no position
//! is ever accepted from a client; it is computed from the steps by the rules.

use serde::{Deserialize, Serialize};

use crate::fair::MatchId;
use crate::game::{ConfigError, Node, State};
use crate::games::{AnyAction, AnyChance, AnyConfig, AnyState};

/// The most steps of an origin: several times as many as matches have that people play to the end.
pub const ORIGIN_STEPS_MAX: usize = 5_000;

/// How an earlier match began and went on for a while.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Origin {
    /// What names the earlier match, as whoever gives the origin says.
    pub match_id: MatchId,
    /// How it began.
    pub config: AnyConfig,
    /// What happened then, in order.
    pub steps: Vec<OriginStep>,
}

/// One of the first steps of an earlier match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum OriginStep {
    /// The seat to move chose.
    Acted(AnyAction),
    /// Nature chose.
    Rolled(AnyChance),
}

/// Why no match can go on from an origin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadOrigin {
    /// The start is not one that the rules allow.
    #[error("no match begins like that: {0}")]
    Start(#[from] ConfigError),
    /// The rules do not allow a step.
    #[error("step {at} of the earlier match: {what}")]
    Step {
        /// The number of the step, from 0.
        at: usize,
        /// The fault in words.
        what: String,
    },
    /// The match is over after the steps, so nothing is left to be played.
    #[error("the earlier match is over there")]
    Over,
    /// The origin is of another game than the lobby plays.
    #[error("the earlier match was one of another game")]
    Game,
    /// The steps do not follow those that were given before.
    #[error("these steps do not follow those that came before")]
    Part,
    /// There are more than [`ORIGIN_STEPS_MAX`] steps.
    #[error("an origin has at most {ORIGIN_STEPS_MAX} steps")]
    TooLong,
}

impl Origin {
    /// The position that the steps lead to, by the rules; a seat or nature is to choose there.
    pub fn position(&self) -> Result<AnyState, BadOrigin> {
        let mut state = self.config.start()?;
        follow(&mut state, 0, &self.steps)?;
        Ok(state)
    }
}

/// Applies steps, the first of which has number `first`. After a fault the position must not be used.
pub(crate) fn follow(
    state: &mut AnyState,
    first: usize,
    steps: &[OriginStep],
) -> Result<(), BadOrigin> {
    if steps.len() > ORIGIN_STEPS_MAX.saturating_sub(first) {
        return Err(BadOrigin::TooLong);
    }
    for (at, step) in (first..).zip(steps) {
        let taken = match *step {
            OriginStep::Acted(action) => act(state, action),
            OriginStep::Rolled(chance) => resolve(state, chance),
        };
        taken.map_err(|what| BadOrigin::Step {
            at,
            what: what.to_owned(),
        })?;
    }
    match state.node() {
        Node::Decision(_) | Node::Chance => Ok(()),
        Node::Terminal(_) => Err(BadOrigin::Over),
    }
}

/// Applies the choice of the seat to move, if the rules allow it.
pub(crate) fn act(state: &mut AnyState, action: AnyAction) -> Result<(), &'static str> {
    if !state.is_legal(action) {
        return Err("the rules do not allow the action");
    }
    state.act(action);
    Ok(())
}

/// Applies the choice of nature, if it is possible.
pub(crate) fn resolve(state: &mut AnyState, chance: AnyChance) -> Result<(), &'static str> {
    if state.node() != Node::Chance {
        return Err("nothing is to be rolled");
    }
    if !state.is_possible(chance) {
        return Err("nobody can roll that there");
    }
    state.resolve(chance);
    Ok(())
}

#[cfg(test)]
mod tests;
