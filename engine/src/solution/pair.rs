//! The pairs of pieces: where the two giraffes are, the two elephants, and the two chicks or hens.
//!
//! A piece is in one of a few places (on a slot for one of two sides, as a hen or not, or in one of two hands). The two of
//! a family cannot be told apart, so a pair is numbered as an unordered one. What is here knows slots, no squares.

use super::frame::SLOTS;

/// A place of a piece: on the board or in hand, of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairPiece {
    /// The owner: 0 is to move, 1 waits.
    pub side: usize,
    /// Where it stands; `None` in hand.
    pub slot: Option<usize>,
    /// Whether it is a hen.
    pub is_hen: bool,
}

/// Pieces that become one another in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Two giraffes.
    Giraffes,
    /// Two elephants.
    Elephants,
    /// Two chicks, each perhaps a hen.
    Chicks,
}

/// The pairs of giraffes, or of elephants.
pub const SMALL: usize = 253;
/// The pairs of chicks.
pub const CHICKS: usize = 903;

impl Family {
    /// The families in the order of the index.
    pub const ALL: [Self; 3] = [Self::Giraffes, Self::Elephants, Self::Chicks];

    /// The number of pairs, counting those that stand on one slot.
    pub const fn pairs(self) -> usize {
        self.places() * (self.places() + 1) / 2
    }

    /// The two pieces of a pair.
    pub fn pieces(self, pair: usize) -> [PairPiece; 2] {
        let mut high = 0;
        while (high + 1) * (high + 2) / 2 <= pair {
            high += 1;
        }
        [pair - high * (high + 1) / 2, high].map(|it| self.piece(it))
    }

    /// The number of a pair.
    pub fn pair(self, pieces: [PairPiece; 2]) -> usize {
        let [one, other] = pieces.map(|it| self.place(it));
        let (low, high) = (one.min(other), one.max(other));
        high * (high + 1) / 2 + low
    }

    /// The slots of a pair as a set; `None` for two pieces on one slot.
    pub fn slots(self, pair: usize) -> Option<u16> {
        let [one, other] = self
            .pieces(pair)
            .map(|it| it.slot.map_or(0_u16, |slot| 1 << slot));
        (one & other == 0).then_some(one | other)
    }

    /// The pair with every piece put elsewhere.
    pub fn map(self, pair: usize, change: impl Fn(PairPiece) -> PairPiece) -> usize {
        self.pair(self.pieces(pair).map(change))
    }

    const fn places(self) -> usize {
        self.layers() * SLOTS + 2
    }

    /// Kinds of a piece on a slot: of two sides, chick or hen.
    const fn layers(self) -> usize {
        match self {
            Self::Giraffes | Self::Elephants => 2,
            Self::Chicks => 4,
        }
    }

    const fn piece(self, place: usize) -> PairPiece {
        let layer = place / SLOTS;
        if layer == self.layers() {
            return PairPiece {
                side: place % SLOTS,
                slot: None,
                is_hen: false,
            };
        }
        PairPiece {
            side: layer % 2,
            slot: Some(place % SLOTS),
            is_hen: layer >= 2,
        }
    }

    fn place(self, piece: PairPiece) -> usize {
        match piece.slot {
            None => self.layers() * SLOTS + piece.side,
            Some(slot) => (piece.side + 2 * usize::from(piece.is_hen)) * SLOTS + slot,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_is_found_again_whichever_piece_comes_first() {
        assert_eq!(Family::Giraffes.pairs(), SMALL);
        assert_eq!(Family::Chicks.pairs(), CHICKS);
        for family in Family::ALL {
            for pair in 0..family.pairs() {
                let [one, other] = family.pieces(pair);
                assert_eq!(family.pair([one, other]), pair);
                assert_eq!(family.pair([other, one]), pair);
            }
        }
    }
}
