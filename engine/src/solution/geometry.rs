//! Squares as numbers, and the steps of the pieces between them, for the tables of the solution.
//!
//! Squares are numbered as on the board (by files, `a1` first). Side 0 plays up the board as sente does, side 1 down.

use crate::game::Seat;
use crate::games::animal_shogi::{
    board::Direction,
    pieces::{Kind, Piece},
};

/// Squares of the board.
pub(super) const SQUARES: usize = 12;
const FILES: usize = 3;
const RANKS: usize = 4;

/// The square after half a turn of the board.
pub(super) const fn turn(square: usize) -> usize {
    SQUARES - 1 - square
}

/// The square with the files in the other order.
pub(super) const fn mirror(square: usize) -> usize {
    (FILES - 1 - square / RANKS) * RANKS + square % RANKS
}

/// The file of a square.
pub(super) const fn file(square: usize) -> usize {
    square / RANKS
}

/// The rank where a side's chicks become hens and its lion makes a try, as a set of squares.
pub(super) const fn far_rank(side: usize) -> u16 {
    if side == 0 { 0x111 } else { 0x888 }
}

/// The squares that a piece may step to, as a set.
pub(super) fn reach(kind: Kind, side: usize, from: usize) -> u16 {
    let owner = Seat::ALL[side];
    let piece = Piece { owner, kind };
    piece
        .dots()
        .filter_map(|it| step(from, it))
        .fold(0, |set, it| set | 1 << it)
}

/// The squares around a lion, which are the same for both sides.
pub(super) fn reach_of_lion(from: usize) -> u16 {
    reach(Kind::Lion, 0, from)
}

fn step(from: usize, direction: Direction) -> Option<usize> {
    // Both are one too high, so that leaving the board at the low side needs no sign.
    let (file, rank) = match direction {
        Direction::North => (1, 0),
        Direction::NorthEast => (2, 0),
        Direction::East => (2, 1),
        Direction::SouthEast => (2, 2),
        Direction::South => (1, 2),
        Direction::SouthWest => (0, 2),
        Direction::West => (0, 1),
        Direction::NorthWest => (0, 0),
    };
    let (file, rank) = (from / RANKS + file, from % RANKS + rank);
    let is_on_board = (1..=FILES).contains(&file) && (1..=RANKS).contains(&rank);
    is_on_board.then(|| (file - 1) * RANKS + rank - 1)
}
