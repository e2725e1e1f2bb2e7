//! A set of squares for each of the two sides, in one word.
//!
//! Used by the sets of squares for a judge. What is computed for one side is computed for the other by the same operation.

use std::ops::{BitAnd, BitOr, Not};

use super::board::{RANKS, Squares};
use crate::game::Seat;

/// The squares of seat 0 in the low half, those of seat 1 in the high half.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sides(u32);

/// Bits of one side.
const SIDE: u32 = 16;
/// The whole board for seat 0.
const FIRST: u32 = 0xFFF;
/// The whole board for seat 1.
const SECOND: u32 = FIRST << SIDE;
/// All squares but those at the top.
const NOT_TOP: u32 = 0xEEE | 0xEEE << SIDE;
/// All squares but those at the bottom.
const NOT_BOTTOM: u32 = 0x777 | 0x777 << SIDE;

impl Sides {
    /// The squares of seat 0 and of seat 1.
    pub fn new([first, second]: [Squares; 2]) -> Self {
        Self(u32::from(first.bits()) | u32::from(second.bits()) << SIDE)
    }

    /// The same squares for both sides.
    #[must_use]
    pub fn both(squares: Squares) -> Self {
        Self::new([squares; 2])
    }

    /// The squares of a seat.
    #[expect(
        clippy::as_conversions,
        clippy::cast_possible_truncation,
        reason = "one half is wanted"
    )]
    pub fn of(self, seat: Seat) -> Squares {
        Squares::from_bits((self.0 >> (SIDE * u32::from(seat.idx() != 0))) as u16)
    }

    /// The word: the squares of each side in 16 bits.
    pub fn bits(self) -> u32 {
        self.0
    }

    /// The squares of each side for the other.
    #[must_use]
    pub fn swapped(self) -> Self {
        Self(self.0.rotate_left(SIDE))
    }

    /// One step forward from each square: up for seat 0, down for seat 1. A step off the board leads nowhere, as below.
    #[must_use]
    pub fn forward(self) -> Self {
        Self((self.0 & NOT_TOP & FIRST) >> 1 | (self.0 & NOT_BOTTOM & SECOND) << 1)
    }

    /// One step up and one down from each square.
    #[must_use]
    pub fn up_and_down(self) -> Self {
        Self((self.0 & NOT_TOP) >> 1 | (self.0 & NOT_BOTTOM) << 1)
    }

    /// One step to the left and one to the right from each square.
    #[must_use]
    pub fn sideways(self) -> Self {
        Self((self.0 >> RANKS | self.0 << RANKS) & (FIRST | SECOND))
    }

    /// One step in every direction from each square.
    #[must_use]
    pub fn all_around(self) -> Self {
        let beside = self.up_and_down();
        beside | (self | beside).sideways()
    }
}

impl BitAnd for Sides {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Sides {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Not for Sides {
    type Output = Self;

    fn not(self) -> Self {
        Self(!self.0 & (FIRST | SECOND))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::animal_shogi::board::Square;

    /// Each step of a word is the step of its squares, for every square of either side.
    #[test]
    fn both_sides_step_as_each_alone_and_stay_apart() {
        let seats = [Seat::ALL[0], Seat::ALL[1]];
        for (one, other) in Square::all().flat_map(|it| Square::all().map(move |other| (it, other)))
        {
            let squares = [Squares::only(one), Squares::only(other)];
            let sides = Sides::new(squares);
            let halves = |it: Sides| seats.map(|seat| it.of(seat));
            let column = |it: Squares| it.north() | it.south();
            assert_eq!(halves(sides), squares);
            assert_eq!(halves(sides.swapped()), [squares[1], squares[0]]);
            assert_eq!(halves(!sides), squares.map(|it| !it));
            assert_eq!(halves(sides.up_and_down()), squares.map(column));
            assert_eq!(halves(sides.sideways()), squares.map(Squares::sideways));
            assert_eq!(halves(sides.all_around()), squares.map(Squares::all_around));
            assert_eq!(
                halves(sides.forward()),
                [squares[0].north(), squares[1].south()]
            );
        }
    }
}
