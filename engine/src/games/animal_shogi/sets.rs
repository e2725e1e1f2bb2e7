//! The sets of squares that a judge of positions asks for, computed at once for both sides.
//!
//! Called by the evaluator for every position that a search meets. All pieces step one square, so a whole set of them, of
//! both sides, steps by one shift, and no piece is looked at alone.

use super::action::Ending;
use super::board::Squares;
use super::pieces::other;
use super::placement::Placement;
use super::sides::Sides;
use crate::game::Seat;

/// The sets of a placement.
#[derive(Clone, Copy, Debug)]
pub struct Sets {
    /// All pieces.
    pub pieces: Sides,
    /// The lions; one that was caught is missing.
    pub lions: Sides,
    /// The elephants and giraffes.
    pub steppers: Sides,
    /// The chicks.
    pub chicks: Sides,
    /// The hens.
    pub hens: Sides,
    /// The squares that some piece of a side could move to if they were not its own.
    pub attacked: Sides,
    /// The squares that the lion of a side may step to without being capturable there.
    pub escapes: Sides,
    /// The lions that could be captured if it were the other's turn.
    pub checked: Sides,
}

impl Sets {
    /// The sets of a placement.
    pub fn of(placement: Placement) -> Self {
        let kinds = placement.kinds();
        let pieces = Sides::new([Seat::ALL[0], Seat::ALL[1]].map(|it| placement.pieces(it)));
        let of = |kind| Sides::both(kind) & pieces;
        let (lions, chicks, hens) = (of(kinds.lions), of(kinds.chicks), of(kinds.hens));
        let (elephants, giraffes) = (of(kinds.elephants), of(kinds.giraffes));
        let (straight, diagonal) = (lions | giraffes | hens, lions | elephants);
        let beside = straight | diagonal.up_and_down() | hens.forward();
        let attacked = straight.up_and_down() | chicks.forward() | beside.sideways();
        Self {
            pieces,
            lions,
            steppers: elephants | giraffes,
            chicks,
            hens,
            attacked,
            escapes: lions.all_around() & !pieces & !attacked.swapped(),
            checked: lions & attacked.swapped(),
        }
    }

    /// Why the match is over, as [`Placement::ending`] says it.
    pub fn ending(&self, placement: Placement) -> Option<Ending> {
        let mover = placement.to_move();
        let waiting = other(mover);
        let far = |seat| self.lions.of(seat) & Squares::far_rank(seat);
        if self.lions.of(mover).is_empty() {
            Some(Ending::Catch)
        } else if !far(mover).is_empty() {
            Some(Ending::LateTry)
        } else if !far(waiting).is_empty() && self.checked.of(waiting).is_empty() {
            Some(Ending::Try)
        } else if self.targets(mover).is_empty() && placement.has_empty_hand(mover) {
            Some(Ending::NoMove)
        } else {
            None
        }
    }

    fn targets(&self, seat: Seat) -> Squares {
        self.attacked.of(seat) & !self.pieces.of(seat)
    }
}
