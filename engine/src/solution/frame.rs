//! The frames of the index: where the two lions stand, seen by the side to move, and the ten squares that they leave.
//!
//! A position of the domain has its lions apart and neither on its far rank; whoever could take the other's lion or has
//! reached the far rank needs no table. The side to move is turned to be sente (side 0), and of two mirror images the one
//! whose lions come first stands for both. 21 pairs of squares are left. Where both lions stand on the middle file, the
//! lions do not tell the two images apart, and both are positions of their own.

use super::geometry::{SQUARES, far_rank, mirror, reach_of_lion, turn};

/// Pairs of lion squares, mirror images once.
pub const FRAMES: usize = 21;
/// Squares without a lion, called slots.
pub const SLOTS: usize = 10;

/// The squares of the two lions and what they leave.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The lions of the side to move and of the side that waits.
    pub lions: [usize; 2],
    /// The square of each slot, ascending.
    pub squares: [usize; SLOTS],
    /// Whether the mirror image has the same lions, and is therefore another position.
    pub is_symmetric: bool,
}

/// All frames.
#[derive(Clone, Debug)]
pub struct Frames {
    all: Vec<Frame>,
}

/// The frame of two lions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameOfLions {
    /// Its number.
    pub frame: usize,
    /// Whether the squares have to be mirrored to stand in it.
    pub is_mirrored: bool,
}

impl Frame {
    /// The slot of a square; `None` for a lion's.
    pub fn slot(&self, square: usize) -> Option<usize> {
        self.squares.iter().position(|it| *it == square)
    }

    fn new(lions: [usize; 2]) -> Self {
        let mut squares = [0; SLOTS];
        let left = (0..SQUARES).filter(|it| !lions.contains(it));
        for (slot, square) in squares.iter_mut().zip(left) {
            *slot = square;
        }
        Self {
            lions,
            squares,
            is_symmetric: lions.map(mirror) == lions,
        }
    }
}

impl Frames {
    /// Every frame, by the squares of the lions.
    pub fn new() -> Self {
        let pairs = (0..SQUARES).flat_map(|own| (0..SQUARES).map(move |enemy| [own, enemy]));
        let all = pairs
            .filter(|it| is_in_domain(*it) && *it <= it.map(mirror))
            .map(Frame::new)
            .collect();
        Self { all }
    }

    /// The frames in order.
    pub fn all(&self) -> &[Frame] {
        &self.all
    }

    /// The frame in which these lions stand; `None` outside of the domain.
    pub fn find(&self, lions: [usize; 2]) -> Option<FrameOfLions> {
        let mirrored = lions.map(mirror);
        let is_mirrored = mirrored < lions;
        let wanted = if is_mirrored { mirrored } else { lions };
        let frame = self.all.iter().position(|it| it.lions == wanted)?;
        Some(FrameOfLions { frame, is_mirrored })
    }
}

impl Default for Frames {
    fn default() -> Self {
        Self::new()
    }
}

/// The lions as the other side sees them.
pub fn turned([own, enemy]: [usize; 2]) -> [usize; 2] {
    [turn(enemy), turn(own)]
}

/// Whether positions with these lions have a number.
pub fn is_in_domain([own, enemy]: [usize; 2]) -> bool {
    own != enemy
        && reach_of_lion(own) >> enemy & 1 == 0
        && far_rank(0) >> own & 1 == 0
        && far_rank(1) >> enemy & 1 == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_twenty_one_frames_and_each_is_found() {
        let frames = Frames::new();
        assert_eq!(frames.all().len(), FRAMES);
        for (number, frame) in frames.all().iter().enumerate() {
            let found = |lions| frames.find(lions).map(|it| (it.frame, it.is_mirrored));
            assert_eq!(found(frame.lions), Some((number, false)));
            assert_eq!(
                found(frame.lions.map(mirror)),
                Some((number, !frame.is_symmetric))
            );
        }
        assert_eq!(frames.find([0, 2]), None, "on the far rank");
        assert_eq!(frames.find([1, 2]), None, "adjacent");
    }
}
