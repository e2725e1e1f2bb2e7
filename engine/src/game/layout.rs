//! The layout of a board: which places there are, and how they lie beside one another.
//!
//! Every game tells it of a match's start ([`Game::layout`](super::Game::layout)), so that whoever does not know the game
//! can draw its board and point at its places. Law kept here: a layout is no rule; it says nothing of what may be done.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::ascii::ascii_rows;

/// The most places of a layout, hands included.
pub const PLACES_MAX: usize = 256;

/// A numbered place: a square, a hex, a region, or (after the board's) a room in the hand of the seat to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Place(pub u8);

impl Place {
    /// The place as an index into lists of places.
    pub fn idx(self) -> usize {
        self.0.into()
    }

    /// Every place that there can be, in order: [`PLACES_MAX`].
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..=u8::MAX).map(Self)
    }
}

/// How the places of a board lie.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Layout {
    /// Squares or hexes in rows and columns.
    Grid(Grid),
    /// Regions of any form.
    Regions(Regions),
    /// No board: the view's line of text and its marks say everything, and actions are chosen by their names.
    Text,
}

/// Squares or hexes in rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Grid {
    /// The places of a row.
    pub columns: u8,
    /// The rows.
    pub rows: u8,
    /// The form of a place.
    #[serde(default, skip_serializing_if = "Cells::are_squares")]
    pub cells: Cells,
    /// The order of the places' numbers.
    #[serde(default, skip_serializing_if = "Order::is_by_rows")]
    pub order: Order,
}

/// The form of a grid's places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Cells {
    /// Squares.
    #[default]
    Square,
    /// Hexes with a point up; each row is shifted half a hex to the left of the one above.
    HexLeft,
    /// Hexes with a point up; each row is shifted half a hex to the right of the one above.
    HexRight,
}

/// The order in which the places of a grid are numbered, from the top left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Order {
    /// Row by row.
    #[default]
    Rows,
    /// Column by column.
    Columns,
}

/// A place of a grid by its column, from the left, and its row, from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot {
    /// The column, from 0.
    pub column: u8,
    /// The row, from 0.
    pub row: u8,
}

/// Regions as they are drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Regions {
    /// The rows of the map: one character a block, `~` is nothing, and [`Regions::SYMBOLS`] are the places in order.
    #[serde(deserialize_with = "ascii_rows")]
    pub rows: Vec<String>,
}

impl Layout {
    /// A board of squares, numbered row by row.
    pub const fn squares(columns: u8, rows: u8) -> Self {
        Self::Grid(Grid::new(columns, rows, Cells::Square))
    }

    /// A board of hexes, numbered row by row; each row is shifted half a hex to the right of the one above.
    pub const fn hexes(columns: u8, rows: u8) -> Self {
        Self::Grid(Grid::new(columns, rows, Cells::HexRight))
    }

    /// The number of places on the board; those of a hand follow.
    pub fn places(&self) -> usize {
        match self {
            Self::Grid(grid) => grid.places(),
            Self::Regions(regions) => regions.places(),
            Self::Text => 0,
        }
    }

    /// The name of a place: the letter of its column and the number of its row, or its number.
    pub fn name(&self, at: Place) -> String {
        match self {
            Self::Grid(grid) if at.idx() < grid.places() => grid.spot(at).to_string(),
            Self::Grid(_) | Self::Regions(_) | Self::Text => at.0.to_string(),
        }
    }
}

impl Grid {
    /// A grid that is numbered row by row.
    pub const fn new(columns: u8, rows: u8, cells: Cells) -> Self {
        Self {
            columns,
            rows,
            cells,
            order: Order::Rows,
        }
    }

    /// The number of places.
    pub fn places(&self) -> usize {
        (usize::from(self.columns) * usize::from(self.rows)).min(PLACES_MAX)
    }

    /// Where a place lies.
    pub fn spot(&self, at: Place) -> Spot {
        let (columns, rows) = (self.columns.max(1), self.rows.max(1));
        match self.order {
            Order::Rows => Spot {
                column: at.0 % columns,
                row: at.0 / columns,
            },
            Order::Columns => Spot {
                column: at.0 / rows,
                row: at.0 % rows,
            },
        }
    }

    /// The place that lies there; `None` off the board.
    pub fn place(&self, spot: Spot) -> Option<Place> {
        if spot.column >= self.columns || spot.row >= self.rows {
            return None;
        }
        let number = match self.order {
            Order::Rows => spot.row.checked_mul(self.columns)?.checked_add(spot.column),
            Order::Columns => spot.column.checked_mul(self.rows)?.checked_add(spot.row),
        };
        number.map(Place)
    }
}

impl Cells {
    /// Whether they are squares.
    pub fn are_squares(&self) -> bool {
        *self == Self::Square
    }
}

impl Order {
    /// Whether it is row by row.
    pub fn is_by_rows(&self) -> bool {
        *self == Self::Rows
    }
}

impl Regions {
    /// The symbols of the places on a map, in order.
    pub const SYMBOLS: &'static str =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-";

    /// The number of places.
    pub fn places(&self) -> usize {
        let shown = self.rows.iter().flat_map(|it| it.chars());
        let last = shown.filter_map(Self::place_of).max();
        last.map_or(0, |it| it.idx() + 1)
    }

    /// The place that a symbol stands for.
    pub fn place_of(symbol: char) -> Option<Place> {
        let at = Self::SYMBOLS.chars().position(|it| it == symbol)?;
        u8::try_from(at).ok().map(Place)
    }
}

/// A letter and a number, such as `a1` at the top left.
impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = char::from(b'a'.saturating_add(self.column));
        write!(f, "{letter}{}", u16::from(self.row) + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_named_by_column_and_row_in_either_order() {
        let names = |grid: Grid| {
            let layout = Layout::Grid(grid);
            [0, 4, 5, 11, 12].map(|it| layout.name(Place(it)))
        };
        let by_rows = Grid::new(3, 4, Cells::Square);
        let by_columns = Grid {
            order: Order::Columns,
            ..by_rows
        };
        assert_eq!(names(by_rows), ["a1", "b2", "c2", "c4", "12"]);
        assert_eq!(names(by_columns), ["a1", "b1", "b2", "c4", "12"]);
        for grid in [by_rows, by_columns] {
            for at in Place::all().take(grid.places()) {
                assert_eq!(grid.place(grid.spot(at)), Some(at));
            }
            let outside = Spot { column: 3, row: 0 };
            assert_eq!(grid.place(outside), None);
        }
    }

    #[test]
    fn layouts_are_written_briefly() {
        let check = |layout: &Layout, text: &str| {
            assert_eq!(serde_json::to_string(layout).unwrap(), text);
            assert_eq!(&serde_json::from_str::<Layout>(text).unwrap(), layout);
        };
        check(
            &Layout::squares(7, 6),
            r#"{"kind":"grid","columns":7,"rows":6}"#,
        );
        check(
            &Layout::hexes(7, 7),
            r#"{"kind":"grid","columns":7,"rows":7,"cells":"hex_right"}"#,
        );
        let rows = ["AAb~", "A~bb"].map(str::to_owned).to_vec();
        let regions = Layout::Regions(Regions { rows });
        check(&regions, r#"{"kind":"regions","rows":["AAb~","A~bb"]}"#);
        assert_eq!(regions.places(), 28);
        check(&Layout::Text, r#"{"kind":"text"}"#);
    }
}
