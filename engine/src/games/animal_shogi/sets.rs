//! The sets of squares that a judge of positions asks for, computed at once for both sides.
//!
//! Called by the evaluator for every position that a search meets. All pieces step one square, so a whole set of them
//! steps by one shift, and no piece is looked at alone.

use super::board::Squares;
use super::kinds::Kinds;
use super::pieces::other;
use super::placement::Placement;
use crate::game::Seat;

/// The sets of a placement; a list has the squares of seat 0 and of seat 1.
#[derive(Clone, Copy, Debug)]
pub struct Sets {
    /// The squares of each kind of piece, of both sides.
    pub kinds: Kinds,
    /// The pieces of a seat.
    pub pieces: [Squares; 2],
    /// The squares that some piece of a seat could move to if they were not its own.
    pub attacked: [Squares; 2],
    /// The lion of a seat; empty if it was caught.
    pub lions: [Squares; 2],
}

impl Sets {
    /// The sets of a placement.
    pub fn of(placement: Placement) -> Self {
        let kinds = placement.kinds();
        let pieces = [Seat::ALL[0], Seat::ALL[1]].map(|it| placement.pieces(it));
        Self {
            kinds,
            pieces,
            attacked: [
                kinds.of(pieces[0]).attacked_by_first(),
                kinds.of(pieces[1]).attacked_by_second(),
            ],
            lions: pieces.map(|it| kinds.lions & it),
        }
    }

    /// The squares that the lion of a seat may step to without being capturable there.
    pub fn escapes(&self, seat: Seat) -> Squares {
        let at = seat.idx();
        self.lions[at].all_around() & !self.pieces[at] & !self.attacked[other(seat).idx()]
    }

    /// Whether the lion of a seat could be captured if it were the other's turn.
    pub fn in_check(&self, seat: Seat) -> bool {
        !(self.lions[seat.idx()] & self.attacked[other(seat).idx()]).is_empty()
    }
}
