//! The pieces of animal shogi: five kinds, their owners, and the pieces in hand.
//!
//! The dots of the real pieces live here: each kind's directions, from which every table of the game is computed.

use serde::{Deserialize, Serialize};

use super::board::{Direction, steps};
use crate::game::Seat;

/// A kind of piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Kind {
    /// Steps in all directions; its capture loses.
    Lion,
    /// Steps diagonally.
    Elephant,
    /// Steps along ranks and files.
    Giraffe,
    /// Steps forward; becomes a hen when it moves to the far rank.
    Chick,
    /// Steps in all but the two backward diagonals; in hand it is a chick.
    Hen,
}

/// A kind of piece in hand, in the order of the letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HandPiece {
    /// A captured chick or hen.
    Chick,
    /// A captured elephant.
    Elephant,
    /// A captured giraffe.
    Giraffe,
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The seat that owns it.
    pub owner: Seat,
    /// The kind of piece.
    pub kind: Kind,
}

/// What a seat has in hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Hand {
    /// Giraffes.
    pub giraffe: u8,
    /// Elephants.
    pub elephant: u8,
    /// Chicks.
    pub chick: u8,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 5] = [
        Self::Lion,
        Self::Elephant,
        Self::Giraffe,
        Self::Chick,
        Self::Hen,
    ];

    /// The letter of the notation, as sente's piece has it.
    pub const fn letter(self) -> char {
        match self {
            Self::Lion => 'L',
            Self::Elephant => 'E',
            Self::Giraffe => 'G',
            Self::Chick => 'C',
            Self::Hen => 'H',
        }
    }

    /// The piece that it becomes in hand; a lion is never held.
    pub const fn held(self) -> Option<HandPiece> {
        match self {
            Self::Lion => None,
            Self::Elephant => Some(HandPiece::Elephant),
            Self::Giraffe => Some(HandPiece::Giraffe),
            Self::Chick | Self::Hen => Some(HandPiece::Chick),
        }
    }

    /// The number, 1 to 5, under which a placement stores the kind; 0 is an empty square. The lowest bit tells a hen from
    /// a chick.
    pub(super) const fn code(self) -> usize {
        match self {
            Self::Lion => LION,
            Self::Elephant => ELEPHANT,
            Self::Giraffe => GIRAFFE,
            Self::Chick => CHICK,
            Self::Hen => HEN,
        }
    }
}

impl HandPiece {
    /// Every kind in hand, in the order of the letters.
    pub const ALL: [Self; 3] = [Self::Chick, Self::Elephant, Self::Giraffe];

    /// The piece that it becomes when it is dropped.
    pub const fn kind(self) -> Kind {
        match self {
            Self::Chick => Kind::Chick,
            Self::Elephant => Kind::Elephant,
            Self::Giraffe => Kind::Giraffe,
        }
    }
}

impl Piece {
    /// The letter of the notation: capital for sente, small for gote.
    pub const fn letter(self) -> char {
        let letter = self.kind.letter();
        if self.owner.idx() == 0 {
            letter
        } else {
            letter.to_ascii_lowercase()
        }
    }

    /// The piece that a letter stands for.
    pub fn of_letter(letter: char) -> Option<Self> {
        let kind = Kind::ALL
            .into_iter()
            .find(|it| it.letter() == letter.to_ascii_uppercase())?;
        Some(Self {
            owner: Seat::ALL[usize::from(letter.is_ascii_lowercase())],
            kind,
        })
    }

    /// The directions in which the piece may step: the dots that are printed on the real piece.
    pub fn dots(self) -> impl Iterator<Item = Direction> {
        let dots = dots(coded(self.owner.idx(), self.kind.code()));
        (0..)
            .zip(Direction::ALL)
            .filter(move |(bit, _)| dots >> bit & 1 == 1)
            .map(|(_, it)| it)
    }
}

impl Hand {
    /// The number of pieces of a kind in hand.
    pub const fn count(self, held: HandPiece) -> u8 {
        match held {
            HandPiece::Chick => self.chick,
            HandPiece::Elephant => self.elephant,
            HandPiece::Giraffe => self.giraffe,
        }
    }

    /// The number of pieces of a kind in hand, to be changed.
    pub const fn count_mut(&mut self, held: HandPiece) -> &mut u8 {
        match held {
            HandPiece::Chick => &mut self.chick,
            HandPiece::Elephant => &mut self.elephant,
            HandPiece::Giraffe => &mut self.giraffe,
        }
    }
}

/// The other of the two seats.
pub fn other(seat: Seat) -> Seat {
    debug_assert!(seat.idx() < 2, "{seat:?} does not play");
    if seat.idx() == 0 {
        Seat::ALL[1]
    } else {
        Seat::ALL[0]
    }
}

pub(super) const LION: usize = 1;
pub(super) const ELEPHANT: usize = 2;
pub(super) const GIRAFFE: usize = 3;
pub(super) const CHICK: usize = 4;
pub(super) const HEN: usize = 5;
/// Set in a code if the piece is gote's.
pub(super) const GOTE: usize = 8;

/// The code of a seat's piece.
pub(super) const fn coded(seat: usize, kind: usize) -> usize {
    seat * GOTE + kind
}

/// The squares that a piece (by its code) may step to from each square, in as many columns as `Square::slot` can name.
pub(super) static STEPS: [[u16; 16]; 16] = steps_of_all();

const fn steps_of_all() -> [[u16; 16]; 16] {
    let mut table = [[0; 16]; 16];
    let mut code = 0;
    while code < 16 {
        let mut square = 0;
        while square < 12 {
            table[code][square] = steps(square, dots(code));
            square += 1;
        }
        code += 1;
    }
    table
}

/// A piece's directions, one bit each, clockwise from north. Gote's pieces are turned by half a circle.
const fn dots(code: usize) -> u8 {
    let dots: u8 = match code % GOTE {
        LION => 0b1111_1111,
        ELEPHANT => 0b1010_1010,
        GIRAFFE => 0b0101_0101,
        CHICK => 0b0000_0001,
        HEN => 0b1101_0111,
        _ => 0,
    };
    if code < GOTE {
        dots
    } else {
        dots.rotate_left(4)
    }
}
