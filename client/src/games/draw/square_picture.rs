//! Squares in rows and columns as a picture: their areas, letters and numbers, backgrounds and
//! marks.
//!
//! Called by the boards of animal shogi and tic-tac-toe where the terminal can show blocks in
//! colors. The game itself draws the piece or mark on a square, as a function of the point in the
//! square.

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use super::label::{float, floor};
use crate::games::board::{BoardContext, PlaceArea, place_areas};
use crate::games::place::Place;
use crate::graphics::Scale;
use crate::graphics::canvas::{Canvas, int, part_of, slide, small};
use crate::graphics::palette::Rgb;
use crate::graphics::parts::Parts;
use crate::graphics::raster::{self, Paint, Pixels};
use crate::graphics::theme::Look;

/// The width of the row numbers at the left, in columns.
const MARGIN: i32 = 2;
/// The height of the column letters at the top, in rows.
const LETTERS: i32 = 1;

/// A board of squares.
#[derive(Debug)]
pub struct SquarePicture<'a> {
    /// The abilities of the terminal, and the language.
    pub look: Look,
    /// The parts of a cell that pictures are made of.
    pub parts: Parts,
    /// The size of the squares.
    pub scale: Scale,
    /// The number of squares in a row.
    pub columns: usize,
    /// The places, row by row.
    pub places: &'a [Place],
    /// The place that must be visible.
    pub focus: Place,
}

/// A point of a square: its distances from the upper left corner, as parts of the square from 0 to
/// 1.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// The distance from the left.
    pub x: f32,
    /// The distance from the top.
    pub y: f32,
    /// The width of a pixel, as a part of the square's width.
    pub pixel_x: f32,
    /// The height of a pixel, as a part of the square's height.
    pub pixel_y: f32,
}

/// The state of a square, besides its piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SquareMark {
    /// No special state.
    Plain,
    /// The cursor is on it.
    Cursor,
    /// A move is to be made from it.
    Source,
    /// The last move came from it or went to it.
    Last,
}

/// The width and height of a square, in columns and rows.
pub const fn square_size(scale: Scale) -> (i32, i32) {
    match scale {
        Scale::Tiny => (5, 2),
        Scale::Small => (8, 3),
        Scale::Medium => (12, 5),
        Scale::Large => (14, 6),
        Scale::Huge => (18, 9),
        Scale::Giant => (24, 11),
        Scale::Vast => (32, 14),
    }
}

/// Whether figures are recognizable in squares of this size.
pub const fn has_figures(scale: Scale) -> bool {
    square_size(scale).1 >= 5
}

/// The size of a board with its letters and numbers, in columns and rows.
pub fn size(scale: Scale, columns: u8, rows: u8) -> Size {
    let (width, height) = square_size(scale);
    Size::new(
        small(MARGIN + i32::from(columns) * width),
        small(LETTERS + i32::from(rows) * height),
    )
}

impl SquareMark {
    /// The state of a place.
    pub fn of(context: &BoardContext<'_>, at: Place) -> Self {
        let last = context.trail.last;
        if context.source == Some(at) {
            Self::Source
        } else if context.cursor == at {
            Self::Cursor
        } else if last.is_some_and(|(from, to)| from == at || to == at) {
            Self::Last
        } else {
            Self::Plain
        }
    }

    /// The background of a square with this state.
    pub fn ground(self, look: Look, plain: Rgb) -> Rgb {
        let chosen = look.palette().squares[2];
        match self {
            Self::Source => chosen,
            Self::Last => plain.mix(chosen, 22),
            Self::Plain | Self::Cursor => plain,
        }
    }
}

impl Point {
    /// Whether the point is so near to the edge of the square that the cursor's frame covers it.
    pub fn is_on_frame(&self) -> bool {
        let near = |it: f32, pixel: f32| it < pixel || it > 1.0 - pixel;
        near(self.x, self.pixel_x) || near(self.y, self.pixel_y)
    }
}

impl SquarePicture<'_> {
    /// Draws the board in the middle of an area, scrolled to the focus if it is larger; `paint`
    /// gives the paint at a point of a square. Returns the areas of the squares.
    pub fn draw(
        &self,
        area: Rect,
        buffer: &mut Buffer,
        paint: impl Fn(usize, Point) -> Paint,
    ) -> Vec<PlaceArea> {
        let corner = self.corner(area);
        let mut canvas = Canvas::new(area, buffer);
        let ground = Paint::fill(self.look.palette().ground);
        let part = self.part(area);
        let pixels = Pixels {
            colors: self.look.colors,
            parts: self.parts,
        };
        raster::draw(&mut canvas, pixels, area, part, |x, y| {
            self.point(corner, x, y)
                .map_or(ground, |(index, point)| paint(index, point))
        });
        self.names(&mut canvas, corner, area);
        place_areas(area, part, |x, y| {
            let (index, _) = self.point(corner, x, y)?;
            self.places.get(index).copied()
        })
    }

    /// The column and row of a square's middle on the screen.
    pub fn middle(&self, area: Rect, index: usize) -> (i32, i32) {
        let ((left, top), (width, height)) = (self.corner(area), square_size(self.scale));
        let (row, column) = (int(index / self.columns), int(index % self.columns));
        (
            i32::from(area.x) + left + column * width + width / 2,
            i32::from(area.y) + top + row * height + height / 2,
        )
    }

    /// The upper left corner of the first square in the area.
    fn corner(&self, area: Rect) -> (i32, i32) {
        let (width, height) = square_size(self.scale);
        let rows = self.places.len().div_ceil(self.columns);
        let focus = self
            .places
            .iter()
            .position(|it| *it == self.focus)
            .unwrap_or(0);
        let (row, column) = (int(focus / self.columns), int(focus % self.columns));
        let wide = MARGIN + int(self.columns) * width;
        let high = LETTERS + int(rows) * height;
        let x = slide(wide, area.width.into(), column * width + width / 2);
        let y = slide(high, area.height.into(), row * height + height / 2);
        (x + MARGIN, y + LETTERS)
    }

    /// The part of an area that the squares take.
    fn part(&self, area: Rect) -> Rect {
        let (width, height) = square_size(self.scale);
        let rows = self.places.len().div_ceil(self.columns);
        let size = Size::new(small(int(self.columns) * width), small(int(rows) * height));
        part_of(area, self.corner(area), size)
    }

    /// The square at a point of the area (in columns and half rows), and the point within the
    /// square.
    fn point(&self, (left, top): (i32, i32), x: f32, y: f32) -> Option<(usize, Point)> {
        let (width, height) = square_size(self.scale);
        let (width, height) = (float(width), float(2 * height));
        let (x, y) = ((x - float(left)) / width, (y - float(2 * top)) / height);
        let column = usize::try_from(floor(x))
            .ok()
            .filter(|it| *it < self.columns)?;
        let row = usize::try_from(floor(y)).ok()?;
        let index = row * self.columns + column;
        let point = Point {
            x: x - x.floor(),
            y: y - y.floor(),
            pixel_x: 1.0 / width,
            pixel_y: 1.0 / height,
        };
        (index < self.places.len()).then_some((index, point))
    }

    fn names(&self, canvas: &mut Canvas<'_>, (left, top): (i32, i32), area: Rect) {
        let (width, height) = square_size(self.scale);
        let (left, top) = (left + i32::from(area.x), top + i32::from(area.y));
        let style = self.look.dim();
        for (column, letter) in (0..int(self.columns)).zip('a'..='z') {
            let x = left + column * width + (width - 1) / 2;
            canvas.write(x, top - 1, &letter.to_string(), style);
        }
        for row in 0..int(self.places.len().div_ceil(self.columns)) {
            let y = top + row * height + (height - 1) / 2;
            canvas.write(left - MARGIN, y, &(row + 1).to_string(), style);
        }
    }
}
