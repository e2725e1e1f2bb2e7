//! The ladder of difficulty: the rungs that a person who plays against bots climbs.
//!
//! `roster` says which bot stands on each rung of each game, beside the strengths.

use std::fmt;
use std::str::FromStr;

/// A rung of the ladder, the easiest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rung {
    /// Beginners win most matches against it.
    First,
    /// Beginners win some matches against it.
    Second,
    /// Beginners win about as many matches as each bot.
    Third,
    /// Searches, and slips seldom or never.
    Fourth,
    /// The best that there is.
    Fifth,
}

/// A text that is not the number of a rung.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no rung {0:?}; possible: 1 to 5")]
pub struct NoSuchRung(String);

impl Rung {
    /// Every rung, the easiest first.
    pub const ALL: [Self; 5] = [
        Self::First,
        Self::Second,
        Self::Third,
        Self::Fourth,
        Self::Fifth,
    ];

    /// The rung's number, from 1 to 5.
    pub const fn number(self) -> u8 {
        match self {
            Self::First => 1,
            Self::Second => 2,
            Self::Third => 3,
            Self::Fourth => 4,
            Self::Fifth => 5,
        }
    }

    /// The rung's index in [`Rung::ALL`].
    pub const fn idx(self) -> usize {
        match self {
            Self::First => 0,
            Self::Second => 1,
            Self::Third => 2,
            Self::Fourth => 3,
            Self::Fifth => 4,
        }
    }
}

impl fmt::Display for Rung {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

impl FromStr for Rung {
    type Err = NoSuchRung;

    fn from_str(text: &str) -> Result<Self, NoSuchRung> {
        let found = Self::ALL.into_iter().find(|it| it.to_string() == text);
        found.ok_or_else(|| NoSuchRung(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rung_is_written_as_its_number() {
        let read = |text: &str| text.parse::<Rung>().map_err(|it| it.to_string());
        for (at, rung) in Rung::ALL.into_iter().enumerate() {
            assert_eq!(rung.idx(), at);
            assert_eq!(read(&rung.to_string()), Ok(rung));
        }
        assert_eq!(read("1"), Ok(Rung::First));
        assert_eq!(
            read("6"),
            Err("there is no rung \"6\"; possible: 1 to 5".to_owned())
        );
    }
}
