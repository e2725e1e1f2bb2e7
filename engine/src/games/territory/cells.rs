//! The territories of a board as the table sees them: in memory owners and dice, on the wire two characters each.
//!
//! A part of [`View`](super::View), and of what a step has changed of it. Law kept here: a text is made where a message is
//! written, and read where one comes in; between states, changes and boards that are drawn there is none.

use std::fmt;
use std::ops::{Deref, DerefMut};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{TERRITORY_DICE_MAX, text};
use crate::game::{SEATS_MAX, Seat};

/// A territory: its owner and its dice. As text two characters: `a` to `d`, then `1` to `9`, `A` (10) to `G` (16).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The owner.
    pub owner: Seat,
    /// The number of dice.
    pub dice: u8,
}

/// The territories of a board in index order. As text one after the other.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Cells(Vec<Cell>);

impl Cells {
    /// Reads the text of a board; `None` if it is none.
    pub fn parse(text: &str) -> Option<Self> {
        let seats = u8::try_from(SEATS_MAX).ok()?;
        let held = text::parse(text, seats, TERRITORY_DICE_MAX).ok()?;
        let cells = held.into_iter().map(|(owner, dice)| Cell { owner, dice });
        Some(cells.collect())
    }
}

impl FromIterator<Cell> for Cells {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        Self(cells.into_iter().collect())
    }
}

impl Deref for Cells {
    type Target = Vec<Cell>;

    fn deref(&self) -> &Vec<Cell> {
        &self.0
    }
}

impl DerefMut for Cells {
    fn deref_mut(&mut self) -> &mut Vec<Cell> {
        &mut self.0
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text::format_all([(self.owner, self.dice)]))
    }
}

impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_string(), f)
    }
}

impl fmt::Display for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text::format_all(self.iter().map(|it| (it.owner, it.dice))))
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Serialize for Cells {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Cells::deserialize(deserializer)?.as_slice() {
            [cell] => Ok(*cell),
            [] | [_, _, ..] => Err(de::Error::custom("no owner and dice of a territory")),
        }
    }
}

impl<'de> Deserialize<'de> for Cells {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| de::Error::custom("no owners and dice of territories"))
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Cell {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "CellText".into()
    }

    fn json_schema(_generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "A territory as two characters of a board: its owner and its dice.",
            "type": "string",
            "pattern": "^[a-d][1-9A-G]$",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_written_as_it_is_read() {
        let text = r#""a1b9cAdG""#;
        let cells: Cells = serde_json::from_str(text).unwrap();
        assert_eq!(
            (cells.len(), cells[3].owner, cells[3].dice),
            (4, Seat::ALL[3], 16)
        );
        assert_eq!(serde_json::to_string(&cells).unwrap(), text);
        assert_eq!(serde_json::to_string(&cells[2]).unwrap(), r#""cA""#);
    }

    #[test]
    fn what_is_no_board_is_not_read() {
        for bad in ["a", "e1", "a0", "aH", "1a", "a1\u{1b}", "\u{e9}1"] {
            let text = serde_json::to_string(bad).unwrap();
            assert!(serde_json::from_str::<Cells>(&text).is_err(), "{bad:?}");
        }
        for bad in ["", "a1b1"] {
            let text = serde_json::to_string(bad).unwrap();
            assert!(serde_json::from_str::<Cell>(&text).is_err(), "{bad:?}");
        }
    }
}
