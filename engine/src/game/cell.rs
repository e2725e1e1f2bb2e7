//! A cell of a board of squares or hexes whose size never changes: the action of games in which something is put down.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{Place, layout::Spot};

/// A cell, numbered by rows from the top left; written `a1`, column letter first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Cell<const COLUMNS: u8, const ROWS: u8>(u8);

/// A text that is not the name of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a cell is a letter a to {} (the column) and a number 1 to {} (the row from the top)", char::from(b'a' + .columns - 1), .rows)]
pub struct NotACell {
    columns: u8,
    rows: u8,
}

impl<const COLUMNS: u8, const ROWS: u8> Cell<COLUMNS, ROWS> {
    /// The cells of the board.
    pub const COUNT: u8 = COLUMNS * ROWS;

    /// The cell with this number, by rows from the top left, if there is one.
    pub const fn new(number: u8) -> Option<Self> {
        if number < Self::COUNT {
            Some(Self(number))
        } else {
            None
        }
    }

    /// The cell in this column and row, both from 0, if there is one.
    pub const fn at(column: u8, row: u8) -> Option<Self> {
        if column < COLUMNS && row < ROWS {
            Some(Self(row * COLUMNS + column))
        } else {
            None
        }
    }

    /// Every cell in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..Self::COUNT).map(Self)
    }

    /// The cell's number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The cell's number, for indexing.
    pub fn idx(self) -> usize {
        self.0.into()
    }

    /// The column, from 0.
    pub const fn column(self) -> u8 {
        self.0 % COLUMNS
    }

    /// The row, from 0 at the top.
    pub const fn row(self) -> u8 {
        self.0 / COLUMNS
    }

    /// The cell as a place of a layout that is numbered by rows.
    pub const fn place(self) -> Place {
        Place(self.0)
    }
}

impl<const COLUMNS: u8, const ROWS: u8> fmt::Display for Cell<COLUMNS, ROWS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (column, row) = (self.column(), self.row());
        fmt::Display::fmt(&Spot { column, row }, f)
    }
}

impl<const COLUMNS: u8, const ROWS: u8> FromStr for Cell<COLUMNS, ROWS> {
    type Err = NotACell;

    fn from_str(text: &str) -> Result<Self, NotACell> {
        let found = Self::all().find(|it| it.to_string() == text);
        found.ok_or(NotACell {
            columns: COLUMNS,
            rows: ROWS,
        })
    }
}

impl<const COLUMNS: u8, const ROWS: u8> From<Cell<COLUMNS, ROWS>> for String {
    fn from(cell: Cell<COLUMNS, ROWS>) -> Self {
        cell.to_string()
    }
}

impl<const COLUMNS: u8, const ROWS: u8> TryFrom<String> for Cell<COLUMNS, ROWS> {
    type Error = NotACell;

    fn try_from(text: String) -> Result<Self, NotACell> {
        text.parse()
    }
}

#[cfg(feature = "schema")]
impl<const COLUMNS: u8, const ROWS: u8> schemars::JsonSchema for Cell<COLUMNS, ROWS> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Cell".into()
    }

    fn schema_id() -> std::borrow::Cow<'static, str> {
        format!("Cell {COLUMNS} {ROWS}").into()
    }

    fn json_schema(_generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let last = Self::new(Self::COUNT - 1).map_or_else(String::new, |it| it.to_string());
        schemars::json_schema!({
            "description": format!("A cell, numbered by rows from the top left; written `a1` to `{last}`, column letter first."),
            "type": "string",
        })
    }
}
