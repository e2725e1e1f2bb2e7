//! The squares of each kind of piece, and the squares that they attack together.
//!
//! Used by placements and by the sets of squares for a judge. All pieces step one square, so a whole set of them steps by
//! one shift.

use super::board::Squares;

/// The squares of each kind of piece.
#[derive(Clone, Copy, Debug)]
pub struct Kinds {
    /// The lions.
    pub lions: Squares,
    /// The elephants.
    pub elephants: Squares,
    /// The giraffes.
    pub giraffes: Squares,
    /// The chicks.
    pub chicks: Squares,
    /// The hens.
    pub hens: Squares,
}

impl Kinds {
    /// The pieces that stand on some of the squares.
    #[must_use]
    pub fn of(self, squares: Squares) -> Self {
        Self {
            lions: self.lions & squares,
            elephants: self.elephants & squares,
            giraffes: self.giraffes & squares,
            chicks: self.chicks & squares,
            hens: self.hens & squares,
        }
    }

    /// The squares that these pieces of seat 0 could move to.
    pub fn attacked_by_first(self) -> Squares {
        let [straight, diagonal] = self.backward();
        let beside = self.forward_diagonally().north() | straight | diagonal.south();
        (straight | self.chicks).north() | straight.south() | beside.sideways()
    }

    /// The squares that these pieces of seat 1 could move to.
    pub fn attacked_by_second(self) -> Squares {
        let [straight, diagonal] = self.backward();
        let beside = self.forward_diagonally().south() | straight | diagonal.north();
        (straight | self.chicks).south() | straight.north() | beside.sideways()
    }

    /// The pieces that step forward, backward and to both sides, and those that step backward diagonally.
    fn backward(self) -> [Squares; 2] {
        let straight = self.lions | self.giraffes | self.hens;
        [straight, self.lions | self.elephants]
    }

    fn forward_diagonally(self) -> Squares {
        self.lions | self.elephants | self.hens
    }
}
