//! The lattice of hexes that a board of hexes is cut out of: which hex is nearest to each sample of a picture.
//!
//! Called by the picture of hexes, ten thousand times for a frame. The lattice repeats itself: one hex to the right, or
//! one row down, the pattern is the same. So one hex of each size is measured once for everybody who looks at a board,
//! and each sample is looked up there.

use std::sync::OnceLock;

use super::label::{float, floor};
use crate::graphics::Scale;
use crate::graphics::canvas::int;
use crate::graphics::raster::{SAMPLES_PER_COLUMN, SAMPLES_PER_HALF_ROW};

/// The distance of two rows of hexes, in widths of a hex: half of the square root of 3.
pub(super) const ROW: f32 = 0.866_025_4;
/// The distance from the middle of a hex to its corner, in widths of a hex: 1 by the square root of
/// 3.
pub(super) const POINT: f32 = 0.577_350_3;

/// The distances between neighboring hexes: columns within a row, and rows.
pub(super) const fn measures(scale: Scale) -> (i32, i32) {
    match scale {
        Scale::Tiny => (4, 2),
        Scale::Small => (6, 3),
        Scale::Medium => (7, 3),
        Scale::Large => (8, 4),
        Scale::Huge => (11, 5),
        Scale::Giant => (15, 7),
        Scale::Vast => (22, 10),
    }
}

/// The row and column of a hex, on the board or beside it.
pub(super) type Spot = (i32, i32);

/// The hexes around a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Nearest {
    /// The hex whose middle is nearest.
    pub(super) at: Spot,
    /// The hex whose middle is second nearest.
    pub(super) beside: Spot,
    /// The distance of the edge between them, in columns.
    pub(super) edge: f32,
}

/// The lattice of hexes of one size. Each row is shifted half a hex against the one above; row 0 is not shifted.
#[derive(Debug)]
pub(super) struct Lattice {
    /// The width of a hex, in columns.
    width: f32,
    /// The half hexes by which a row is shifted to the right of the one above: 1 or -1.
    lean: i32,
    /// The samples across a hex.
    across: i32,
    /// The samples from a row of hexes to the next.
    down: i32,
    /// The hexes around each sample of hex (0, 0) and the gaps above it, row by row.
    measured: Vec<Nearest>,
}

impl Lattice {
    /// The lattice of a size; measured by the first who asks.
    pub(super) fn of(scale: Scale, leans_right: bool) -> &'static Self {
        const SIZES: usize = Scale::ALL.len();
        static ALL: [[OnceLock<Lattice>; 2]; SIZES] =
            [const { [const { OnceLock::new() }; 2] }; SIZES];
        let size = Scale::ALL.iter().position(|it| *it == scale).unwrap_or(0);
        ALL[size][usize::from(leans_right)].get_or_init(|| Self::measure(scale, leans_right))
    }

    fn measure(scale: Scale, leans_right: bool) -> Self {
        let (width, pitch) = measures(scale);
        let mut lattice = Self {
            width: float(width),
            lean: if leans_right { 1 } else { -1 },
            across: width * int(SAMPLES_PER_COLUMN),
            down: 2 * pitch * int(SAMPLES_PER_HALF_ROW),
            measured: Vec::new(),
        };
        let stretch = ROW * float(width) / float(lattice.down);
        let middle = |sample: i32| float(sample) + 0.5;
        // A hair further down, so that of two hexes at the same distance the lower one is nearer: on every processor,
        // and for each hex of a board.
        let below = |sample: i32| middle(sample) + 1e-4;
        let points = (0..lattice.down).flat_map(|y| (0..lattice.across).map(move |x| (x, y)));
        let measured = points.map(|(x, y)| {
            let x = middle(x) / float(int(SAMPLES_PER_COLUMN));
            lattice.nearest((x, below(y) * stretch))
        });
        lattice.measured = measured.collect();
        lattice
    }

    /// The hexes around a sample, counted from the upper left corner of the box around hex (0, 0).
    pub(super) fn at_sample(&self, x: i32, y: i32) -> Nearest {
        let (row, y) = (y.div_euclid(self.down), y.rem_euclid(self.down));
        let x = x - self.lean * row * self.across / 2;
        let (column, x) = (x.div_euclid(self.across), x.rem_euclid(self.across));
        // Both are within their periods, so the place is in the table.
        let at = usize::try_from(y * self.across + x).unwrap_or(0);
        let Nearest { at, beside, edge } = self.measured[at];
        let moved = |it: Spot| (it.0 + row, it.1 + column);
        Nearest {
            at: moved(at),
            beside: moved(beside),
            edge,
        }
    }

    /// The middle of a hex, in columns, with rows stretched so that hexes are regular.
    pub(super) fn center(&self, (row, column): Spot) -> (f32, f32) {
        (
            (float(self.lean * row) / 2.0 + float(column) + 0.5) * self.width,
            (float(row) * ROW + POINT) * self.width,
        )
    }

    /// The hexes around a point, by their distances.
    fn nearest(&self, (x, y): (f32, f32)) -> Nearest {
        let row = floor((y - POINT * self.width) / (ROW * self.width));
        let mut best = [((0, 0), f32::INFINITY); 2];
        for row in [row, row + 1] {
            let (first, _) = self.center((row, 0));
            let column = floor((x - first) / self.width);
            for column in [column, column + 1] {
                let spot = (row, column);
                let (cx, cy) = self.center(spot);
                let far = (x - cx) * (x - cx) + (y - cy) * (y - cy);
                if far < best[0].1 {
                    best = [(spot, far), best[0]];
                } else if far < best[1].1 {
                    best[1] = (spot, far);
                }
            }
        }
        let [(at, near), (beside, far)] = best;
        Nearest {
            at,
            beside,
            edge: (far - near) / (2.0 * self.width),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with all hexes around, whose middles are computed with other numbers: in half columns and by Pythagoras.
    #[test]
    fn each_sample_is_nearest_to_the_hex_that_a_look_at_all_of_them_finds() {
        for scale in Scale::ALL {
            for leans_right in [false, true] {
                let lattice = Lattice::of(scale, leans_right);
                let (width, pitch) = measures(scale);
                let far = |(row, column): Spot, (x, y): (i32, i32)| {
                    let shift = if leans_right { row } else { -row };
                    let cx = f64::from(width) * (f64::from(shift) / 2.0 + f64::from(column) + 0.5);
                    let side = f64::from(width) / 3_f64.sqrt();
                    let cy = f64::from(row) * 1.5 * side + side;
                    let high = 1.5 * side / f64::from(6 * pitch);
                    let (px, py) = ((f64::from(x) + 0.5) / 4.0, (f64::from(y) + 0.5) * high);
                    (px - cx).hypot(py - cy)
                };
                for y in (-9 * pitch..15 * pitch).step_by(5) {
                    for x in (-5 * width..10 * width).step_by(3) {
                        let near = lattice.at_sample(x, y);
                        let (at, beside) = (far(near.at, (x, y)), far(near.beside, (x, y)));
                        let all = (-4..5).flat_map(|row| (-5..8).map(move |it| (row, it)));
                        let mut all: Vec<f64> = all.map(|it| far(it, (x, y))).collect();
                        all.sort_by(f64::total_cmp);
                        assert!((at - all[0]).abs() < 1e-3, "{scale:?} {x} {y}: {near:?}");
                        assert!(
                            (beside - all[1]).abs() < 1e-3,
                            "{scale:?} {x} {y}: {near:?}"
                        );
                        let edge = (beside * beside - at * at) / f64::from(2 * width);
                        assert!(
                            (f64::from(near.edge) - edge).abs() < 1e-2,
                            "{near:?} {edge}"
                        );
                    }
                }
            }
        }
    }
}
