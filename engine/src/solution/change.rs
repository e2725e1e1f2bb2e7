//! The effect of one move on the pair that moves: steps, drops, and captures within the pair.
//!
//! A capture of a piece of another family is a step for the pair that moves; what it does to the other pair is told by
//! [`captured`] and, backwards, by [`released`].

use super::frame::Frame;
use super::geometry::{far_rank, reach};
use super::pair::{Family, PairPiece};
use super::threat::kind;

/// One move of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The pair before.
    pub before: usize,
    /// The pair after.
    pub after: usize,
    /// The slot that it leaves; `None` for a drop.
    pub from: Option<usize>,
    /// The slot where it arrives.
    pub to: usize,
    /// Whether it takes the other piece of the pair.
    pub takes: bool,
}

/// Every move of a family's pairs for a side, as if no other pieces stood on the slots.
pub fn changes(frame: &Frame, family: Family, side: usize) -> Vec<Change> {
    let mut found = Vec::new();
    for pair in (0..family.pairs()).filter(|it| family.slots(*it).is_some()) {
        let [one, other] = family.pieces(pair);
        let orders = [[one, other], [other, one]];
        for order in &orders[..if one == other { 1 } else { 2 }] {
            if order[0].side == side {
                changes_of_piece(frame, family, *order, &mut found);
            }
        }
    }
    found
}

/// The pair after its piece on a slot was captured by the other side; `None` if no such piece stands there.
pub fn captured(family: Family, pair: usize, slot: usize, by: usize) -> Option<usize> {
    let mut pieces = family.pieces(pair);
    let taken = pieces
        .iter_mut()
        .find(|it| it.slot == Some(slot) && it.side != by)?;
    *taken = hand(by);
    Some(family.pair(pieces))
}

/// The pairs that become this one when their piece on a slot is captured by a side. Precondition: nobody stands there.
pub fn released(family: Family, pair: usize, slot: usize, by: usize) -> Vec<usize> {
    let mut pieces = family.pieces(pair);
    let Some(held) = pieces.iter().position(|it| *it == hand(by)) else {
        return Vec::new();
    };
    let kinds: &[bool] = match family {
        Family::Chicks => &[false, true],
        Family::Giraffes | Family::Elephants => &[false],
    };
    let mut before = |is_hen| {
        pieces[held] = PairPiece {
            side: 1 - by,
            slot: Some(slot),
            is_hen,
        };
        family.pair(pieces)
    };
    kinds.iter().map(|it| before(*it)).collect()
}

const fn hand(side: usize) -> PairPiece {
    PairPiece {
        side,
        slot: None,
        is_hen: false,
    }
}

fn changes_of_piece(
    frame: &Frame,
    family: Family,
    [piece, other]: [PairPiece; 2],
    found: &mut Vec<Change>,
) {
    let reach = match piece.slot {
        Some(slot) => reach(kind(family, piece.is_hen), piece.side, frame.squares[slot]),
        None => !0,
    };
    for (to, square) in frame.squares.into_iter().enumerate() {
        let meets = other.slot == Some(to);
        let takes = meets && other.side != piece.side && piece.slot.is_some();
        if reach >> square & 1 == 0 || meets && !takes {
            continue;
        }
        let promotes = family == Family::Chicks
            && piece.slot.is_some()
            && far_rank(piece.side) >> square & 1 == 1;
        let moved = PairPiece {
            slot: Some(to),
            is_hen: piece.is_hen || promotes,
            ..piece
        };
        let other_after = if takes { hand(piece.side) } else { other };
        found.push(Change {
            before: family.pair([piece, other]),
            after: family.pair([moved, other_after]),
            from: piece.slot,
            to,
            takes,
        });
    }
}
