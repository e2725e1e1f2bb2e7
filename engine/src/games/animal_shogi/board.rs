//! The board of animal shogi: twelve squares, sets of squares, and the eight directions of a step.
//!
//! Used by everything else in the game. Squares are numbered by files (a1 to a4, b1 to b4, c1 to c4), so that their
//! order is that of their names.

use std::fmt;
use std::ops::{BitAnd, BitOr, Not};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::game::{Place, Seat};

/// Squares of the board.
pub const SQUARES: u8 = 12;
/// Files of the board, a to c.
pub const FILES: u8 = 3;
/// Ranks of the board, 1 (the top) to 4.
pub const RANKS: u8 = 4;

/// A square, written `a1` to `c4`: the file as sente sees it from left to right, then the rank from the top.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(with = "String"))]
pub struct Square(u8);

/// A text that names no square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a square is a letter a to c (the file) and a number 1 to 4 (the rank from the top)")]
pub struct NotASquare;

/// A set of squares.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Squares(u16);

/// Where a step leads, as the screen shows it: north is the top of the board, gote's home.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Direction {
    /// Up.
    #[serde(rename = "n")]
    North,
    /// Up and right.
    #[serde(rename = "ne")]
    NorthEast,
    /// Right.
    #[serde(rename = "e")]
    East,
    /// Down and right.
    #[serde(rename = "se")]
    SouthEast,
    /// Down.
    #[serde(rename = "s")]
    South,
    /// Down and left.
    #[serde(rename = "sw")]
    SouthWest,
    /// Left.
    #[serde(rename = "w")]
    West,
    /// Up and left.
    #[serde(rename = "nw")]
    NorthWest,
}

impl Square {
    /// The square with this number, by files from a1, if there is one.
    pub const fn new(number: u8) -> Option<Self> {
        if number < SQUARES {
            Some(Self(number))
        } else {
            None
        }
    }

    /// Every square in the order of its name.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..SQUARES).map(Self)
    }

    /// The square's number, for indexing.
    pub fn idx(self) -> usize {
        self.0.into()
    }

    /// The square as a place of the layout.
    pub const fn place(self) -> Place {
        Place(self.0)
    }

    /// The square's number, for tables of sixteen columns. Its constructors keep it below twelve, so the mask changes
    /// nothing: it spares the hottest loop the check of an index.
    pub(super) fn slot(self) -> usize {
        usize::from(self.0 & 15)
    }

    /// The file, 0 to 2 for a to c.
    pub const fn file(self) -> u8 {
        self.0 / RANKS
    }

    /// The rank from the top, 0 to 3 for 1 to 4.
    pub const fn rank(self) -> u8 {
        self.0 % RANKS
    }
}

impl Squares {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// The whole board.
    pub const ALL: Self = Self(0xFFF);

    pub(super) const fn from_bits(bits: u16) -> Self {
        Self(bits & 0xFFF)
    }

    pub(super) const fn bits(self) -> u16 {
        self.0
    }

    /// The rank where a seat's chicks become hens and its lion makes a try.
    pub const fn far_rank(seat: Seat) -> Self {
        debug_assert!(seat.idx() < 2, "two seats play");
        if seat.idx() == 0 {
            Self(0x111)
        } else {
            Self(0x888)
        }
    }

    /// The set of this square alone.
    pub const fn only(square: Square) -> Self {
        Self(1 << square.0)
    }

    /// Whether `square` is in the set.
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.0 & 1 == 1
    }

    /// How many squares are in the set.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether no square is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// One step up the board from each square; a step off the board leads nowhere, as below.
    #[must_use]
    pub const fn north(self) -> Self {
        Self((self.0 & 0xEEE) >> 1)
    }

    /// One step down the board from each square.
    #[must_use]
    pub const fn south(self) -> Self {
        Self((self.0 & 0x777) << 1)
    }

    /// One step to the left and one to the right from each square.
    #[must_use]
    pub const fn sideways(self) -> Self {
        Self(self.0 >> RANKS | (self.0 << RANKS & Self::ALL.0))
    }

    /// One step in every direction from each square.
    #[must_use]
    pub const fn all_around(self) -> Self {
        let (up, down) = (self.north(), self.south());
        let column = Self(self.0 | up.0 | down.0);
        Self(up.0 | down.0 | column.sideways().0)
    }

    /// The first square of the set, if there is one.
    pub fn first(self) -> Option<Square> {
        self.into_iter().next()
    }
}

/// The squares of a set in ascending order.
#[derive(Clone, Debug)]
pub struct SquaresIter(u16);

impl Iterator for SquaresIter {
    type Item = Square;

    #[expect(
        clippy::as_conversions,
        clippy::cast_possible_truncation,
        reason = "at most 15, in the hottest loop"
    )]
    fn next(&mut self) -> Option<Square> {
        let number = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        (number < 16).then_some(Square(number as u8))
    }
}

impl IntoIterator for Squares {
    type Item = Square;
    type IntoIter = SquaresIter;

    fn into_iter(self) -> SquaresIter {
        SquaresIter(self.0)
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares
            .into_iter()
            .fold(Self::EMPTY, |set, it| set | Self::only(it))
    }
}

impl BitAnd for Squares {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Squares {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Not for Squares {
    type Output = Self;

    fn not(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }
}

impl Direction {
    /// Every direction, clockwise from north.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
    ];
}

/// The squares that a set of directions (one bit each, in the order of [`Direction::ALL`]) leads to from a square.
pub(super) const fn steps(square: usize, directions: u8) -> u16 {
    let (mut targets, mut direction) = (0, 0);
    while direction < 8 {
        // Both are one too high, so that leaving the board at the low side needs no sign.
        let (file, rank) = (
            square / 4 + STEP_FILE[direction],
            square % 4 + STEP_RANK[direction],
        );
        if directions >> direction & 1 == 1 && file >= 1 && file <= 3 && rank >= 1 && rank <= 4 {
            targets |= 1 << ((file - 1) * 4 + rank - 1);
        }
        direction += 1;
    }
    targets
}

const STEP_FILE: [usize; 8] = [1, 2, 2, 2, 1, 0, 0, 0];
const STEP_RANK: [usize; 8] = [0, 0, 1, 2, 2, 2, 1, 0];

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Debug for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

impl FromStr for Square {
    type Err = NotASquare;

    fn from_str(text: &str) -> Result<Self, NotASquare> {
        match *text.as_bytes() {
            [file @ b'a'..=b'c', rank @ b'1'..=b'4'] => {
                Ok(Self((file - b'a') * RANKS + rank - b'1'))
            }
            _ => Err(NotASquare),
        }
    }
}

impl From<Square> for String {
    fn from(square: Square) -> Self {
        square.to_string()
    }
}

impl TryFrom<String> for Square {
    type Error = NotASquare;

    fn try_from(text: String) -> Result<Self, NotASquare> {
        text.parse()
    }
}
