//! Who could end the match at once: by taking the lion, or by a try that nothing can take.
//!
//! Every pair of pieces adds its bits to a byte, and the three bytes or-ed tell: bit 7 is set if a piece of the side in
//! question attacks the other's lion; bits 0 to 2 are set for each square of the far rank (by file) where its lion cannot
//! go, or would be taken. So [`NOTHING`] alone means that the side cannot end the match.

use crate::games::animal_shogi::pieces::Kind;

use super::frame::Frame;
use super::geometry::{far_rank, file, reach, reach_of_lion};
use super::pair::{Family, PairPiece};

/// The lion can be taken.
pub const CATCH: u8 = 0x80;
/// Neither catch nor safe try.
pub const NOTHING: u8 = 0b111;

/// The side that threatens to end the match, and the lions.
#[derive(Clone, Copy, Debug)]
pub struct Threat<'a> {
    /// The squares of the slots.
    pub frame: &'a Frame,
    /// Where the lions of both sides stand now: one may have left its square of the frame.
    pub lions: [usize; 2],
    /// Whose move it would be.
    pub side: usize,
}

impl Threat<'_> {
    /// The part of the lions alone.
    pub fn of_lions(&self) -> u8 {
        let own = self.lions[self.side];
        let open = reach_of_lion(own)
            & far_rank(self.side)
            & !reach_of_lion(self.lions[1 - self.side])
            & !(1 << self.lions[1 - self.side]);
        NOTHING & !files(open)
    }

    /// The part of a pair.
    pub fn of_pair(&self, family: Family, pair: usize) -> u8 {
        family
            .pieces(pair)
            .into_iter()
            .fold(0, |bits, it| bits | self.of_piece(family, it))
    }

    fn of_piece(&self, family: Family, piece: PairPiece) -> u8 {
        let Some(slot) = piece.slot else { return 0 };
        let square = self.frame.squares[slot];
        let reach = reach(kind(family, piece.is_hen), piece.side, square);
        if piece.side == self.side {
            let caught = reach >> self.lions[1 - self.side] & 1 == 1;
            files(1 << square & far_rank(self.side)) | if caught { CATCH } else { 0 }
        } else {
            files(reach & far_rank(self.side))
        }
    }
}

/// The kind of a piece of a family.
pub fn kind(family: Family, is_hen: bool) -> Kind {
    match family {
        Family::Giraffes => Kind::Giraffe,
        Family::Elephants => Kind::Elephant,
        Family::Chicks if is_hen => Kind::Hen,
        Family::Chicks => Kind::Chick,
    }
}

fn files(squares: u16) -> u8 {
    (0..12)
        .filter(|it| squares >> it & 1 == 1)
        .fold(0, |bits, it| bits | 1 << file(it))
}
