//! Where a placement is in the index.

use crate::game::Seat;
use crate::games::animal_shogi::board::Square;
use crate::games::animal_shogi::pieces::{HandPiece, Kind};
use crate::games::animal_shogi::{Placement, other};

use super::frame::{Frame, Frames};
use super::geometry::{mirror, turn};
use super::index::Pairs;
use super::pair::{Family, PairPiece};

/// The frame and the pairs of a placement, seen by the side to move; `None` outside of the domain.
pub fn locate(frames: &Frames, placement: Placement) -> Option<(usize, Pairs)> {
    let mover = placement.to_move();
    let lions = [mover, other(mover)].map(|it| placement.lion(it));
    let seen = |square: Square| {
        if mover.idx() == 0 {
            square.idx()
        } else {
            turn(square.idx())
        }
    };
    let found = frames.find([seen(lions[0]?), seen(lions[1]?)])?;
    let frame = &frames.all()[found.frame];
    let square = |it| {
        let square = seen(it);
        if found.is_mirrored {
            mirror(square)
        } else {
            square
        }
    };
    let pair = |family| {
        Some(Family::pair(
            family,
            pieces(placement, frame, family, square)?,
        ))
    };
    let pairs = Pairs {
        giraffes: pair(Family::Giraffes)?,
        elephants: pair(Family::Elephants)?,
        chicks: pair(Family::Chicks)?,
    };
    Some((found.frame, pairs))
}

/// The two pieces of a family.
fn pieces(
    placement: Placement,
    frame: &Frame,
    family: Family,
    square: impl Fn(Square) -> usize,
) -> Option<[PairPiece; 2]> {
    let mover = placement.to_move();
    let mut pieces = Vec::with_capacity(2);
    for (at, piece) in Square::all().filter_map(|it| Some((it, placement.piece(it)?))) {
        if family_of(piece.kind) == Some(family) {
            pieces.push(PairPiece {
                side: usize::from(piece.owner != mover),
                slot: Some(frame.slot(square(at))?),
                is_hen: piece.kind == Kind::Hen,
            });
        }
    }
    for owner in Seat::first(2) {
        for _ in 0..placement.hand(owner).count(held(family)) {
            pieces.push(PairPiece {
                side: usize::from(owner != mover),
                slot: None,
                is_hen: false,
            });
        }
    }
    pieces.try_into().ok()
}

const fn family_of(kind: Kind) -> Option<Family> {
    match kind {
        Kind::Lion => None,
        Kind::Elephant => Some(Family::Elephants),
        Kind::Giraffe => Some(Family::Giraffes),
        Kind::Chick | Kind::Hen => Some(Family::Chicks),
    }
}

const fn held(family: Family) -> HandPiece {
    match family {
        Family::Giraffes => HandPiece::Giraffe,
        Family::Elephants => HandPiece::Elephant,
        Family::Chicks => HandPiece::Chick,
    }
}
