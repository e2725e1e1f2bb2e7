//! From one frame to another: how squares and pairs of one are seen in the other, by the other side, and which frames a
//! move comes from.
//!
//! Called by the links between frames, which it knows nothing of.

use super::super::frame::{Frame, FrameOfLions, Frames, turned};
use super::super::geometry::{mirror, turn};
use super::super::pair::Family;
use super::narrow;

/// How the squares of one frame are seen in another, by the other side.
pub(super) struct SquareMap<'a> {
    pub(super) source: &'a Frame,
    pub(super) target: &'a Frame,
    is_mirrored: bool,
}

impl<'a> SquareMap<'a> {
    pub(super) fn new(frames: &'a Frames, source: usize, target: FrameOfLions) -> Self {
        Self {
            source: &frames.all()[source],
            target: &frames.all()[target.frame],
            is_mirrored: target.is_mirrored,
        }
    }

    pub(super) fn square(&self, square: usize) -> usize {
        let turned = turn(square);
        if self.is_mirrored {
            mirror(turned)
        } else {
            turned
        }
    }

    pub(super) fn slot(&self, slot: usize) -> Option<usize> {
        self.target.slot(self.square(self.source.squares[slot]))
    }

    /// A pair in the other frame, with the sides exchanged. One that stands where the lion came from is blocked and
    /// never looked at.
    pub(super) fn pair(&self, family: Family, pair: usize) -> u16 {
        let mapped = family.map(pair, |mut piece| {
            piece.side = 1 - piece.side;
            piece.slot = piece.slot.map(|it| self.slot(it).unwrap_or(0));
            piece
        });
        narrow(mapped)
    }
}

/// The frames, and whether through a mirror, from which a move of the waiting lion (or of a piece, if `before` is where
/// it stands) leads to a frame. A symmetric frame has both images of its positions, another frame only one: the images of
/// a symmetric position that come from the mirror image of what has a number come from no position with a number.
pub(super) fn targets(frames: &Frames, source: usize, before: usize) -> Vec<FrameOfLions> {
    let frame = &frames.all()[source];
    let Some(found) = frames.find(turned([frame.lions[0], before])) else {
        return Vec::new();
    };
    let to_symmetric = frames.all()[found.frame].is_symmetric;
    match (frame.is_symmetric, to_symmetric) {
        (true, false) if found.is_mirrored => Vec::new(),
        (false, true) => [false, true]
            .map(|is_mirrored| FrameOfLions {
                is_mirrored,
                ..found
            })
            .to_vec(),
        _ => vec![found],
    }
}
