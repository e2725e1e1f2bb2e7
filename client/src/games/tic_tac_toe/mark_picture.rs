//! A cell of tic-tac-toe as a picture: a cross or a ring with its shadow, or the pale mark of a
//! possible move.

use dicehall_engine::Seat;

use crate::games::draw::square_picture::{Point, SquareMark};
use crate::graphics::palette::{INK, Rgb};
use crate::graphics::raster::Paint;
use crate::graphics::theme::Look;

/// The distance of a mark's outer edge from the middle of its cell, in halves of the cell.
const REACH: f32 = 0.68;
/// The width of a mark's stroke, in halves of the cell.
const STROKE: f32 = 0.24;

/// The colors of a cell, and its mark.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellPaint {
    mark: SquareMark,
    owner: Option<Seat>,
    /// The color of the mark, and below it those of its shadow, of the cell, and of the lines
    /// between cells.
    color: Rgb,
    shadow: Rgb,
    cell: Rgb,
    gap: Rgb,
    glow: Rgb,
}

impl CellPaint {
    /// A cell with the mark of a seat, bright or pale.
    pub(super) fn new(look: Look, mark: SquareMark, owner: Option<Seat>, is_bright: bool) -> Self {
        let palette = look.palette();
        let plain = if look.has_shades() {
            palette.panel
        } else {
            palette.ground
        };
        let cell = match mark {
            SquareMark::Last => plain.mix(palette.raised, 60),
            SquareMark::Plain | SquareMark::Cursor | SquareMark::Source => plain,
        };
        let fill = owner.map_or(cell, |it| palette.owners[it.idx()].fill);
        let color = if is_bright || !look.has_shades() {
            fill
        } else {
            fill.mix(cell, 68)
        };
        Self {
            mark,
            owner,
            color,
            shadow: if is_bright { fill.mix(INK, 52) } else { cell },
            cell,
            gap: if look.has_shades() {
                palette.ground
            } else {
                palette.faint
            },
            glow: palette.glow,
        }
    }

    /// The paint at a point of the cell.
    pub(super) fn paint(&self, point: Point) -> Paint {
        if point.x > 1.0 - point.pixel_x || point.y > 1.0 - point.pixel_y {
            return Paint::fill(self.gap);
        }
        // The gap between cells is at the right and below; the rest of the cell is a square of its
        // own.
        let x = point.x / (1.0 - point.pixel_x);
        let y = point.y / (1.0 - point.pixel_y);
        let inside = Point { x, y, ..point };
        if self.mark == SquareMark::Cursor && inside.is_on_frame() {
            return Paint::glow(self.glow);
        }
        let (x, y) = (2.0 * x - 1.0, 2.0 * y - 1.0);
        if self.is_mark(x, y) {
            Paint::line(self.color)
        } else if self.is_mark(x, y - 2.0 * point.pixel_y) {
            Paint::fill(self.shadow)
        } else {
            Paint::fill(self.cell)
        }
    }

    /// Whether a point is on the mark; coordinates are 0 in the middle of the cell, -1 and 1 at its
    /// edges.
    fn is_mark(&self, x: f32, y: f32) -> bool {
        match self.owner.map(Seat::idx) {
            Some(0) => x.abs().max(y.abs()) < REACH && (x.abs() - y.abs()).abs() < STROKE,
            Some(_) => {
                let radius = x.hypot(y);
                (REACH - 1.4 * STROKE..REACH).contains(&radius)
            }
            None => false,
        }
    }
}
