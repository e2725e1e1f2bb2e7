//! The rule of repetition: which occurrence of the same placement draws. A part of the rules; it only reads its own number.

use serde::{Deserialize, Serialize};

use crate::game::ConfigError;
use crate::game::switch::choose;

/// Which occurrence of a placement draws; on the wire its number, 3 or 4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(with = "u8"))]
pub enum Repetition {
    /// The third, as the published rules have it.
    #[default]
    Third,
    /// The fourth, as in other kinds of shogi.
    Fourth,
}

impl Repetition {
    /// The number of the occurrence that draws.
    pub const fn number(self) -> u8 {
        match self {
            Self::Third => 3,
            Self::Fourth => 4,
        }
    }

    pub(super) fn parse(number: &str) -> Result<Self, String> {
        choose(number, &[("3", Self::Third), ("4", Self::Fourth)])
    }
}

impl From<Repetition> for u8 {
    fn from(repetition: Repetition) -> Self {
        repetition.number()
    }
}

impl TryFrom<u8> for Repetition {
    type Error = ConfigError;

    fn try_from(number: u8) -> Result<Self, ConfigError> {
        let value = number.to_string();
        Self::parse(&value).map_err(|possible| ConfigError::Switch {
            switch: "repetition",
            value,
            possible,
        })
    }
}
