//! Squares in rows and columns as a picture: where each is, its letters and numbers, and how its ground and marks look.
//!
//! Called by the boards of animal shogi and tic-tac-toe where the terminal can show blocks in colors. What stands on a
//! square is drawn by the game, as a function of the point in the square.

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use super::board::{BoardContext, PlaceArea, place_areas};
use super::label::{float, floor};
use super::place::Place;
use crate::graphics::Scale;
use crate::graphics::canvas::{Canvas, int, part_of, slide, small};
use crate::graphics::palette::Rgb;
use crate::graphics::parts::Parts;
use crate::graphics::raster::{self, Paint};
use crate::graphics::theme::Look;

/// The columns of the numbers at the left.
const MARGIN: i32 = 2;
/// The row of the letters above.
const LETTERS: i32 = 1;

/// A board of squares.
#[derive(Debug)]
pub struct SquarePicture<'a> {
    /// What the terminal can show.
    pub look: Look,
    /// What pictures are made of.
    pub parts: Parts,
    /// How large squares are.
    pub scale: Scale,
    /// How many squares a row has.
    pub columns: usize,
    /// The places, row by row.
    pub places: &'a [Place],
    /// The place that must be visible.
    pub focus: Place,
}

/// A point of a square: where it is from the upper left corner, in parts of the square from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// From the left.
    pub x: f32,
    /// From the top.
    pub y: f32,
    /// A pixel, in parts of the square from left to right.
    pub pixel_x: f32,
    /// A pixel, in parts of the square from top to bottom.
    pub pixel_y: f32,
}

/// The state of a square beside what stands on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SquareMark {
    /// Nothing.
    Plain,
    /// The cursor is on it.
    Cursor,
    /// Something is picked up from it.
    Source,
    /// The last move came from it or went to it.
    Last,
}

/// The columns and rows of a square.
pub const fn square_size(scale: Scale) -> (i32, i32) {
    match scale {
        Scale::Tiny => (5, 2),
        Scale::Small => (8, 3),
        Scale::Medium => (12, 5),
        Scale::Large => (14, 6),
        Scale::Huge => (18, 9),
        Scale::Giant => (24, 11),
    }
}

/// Whether figures can be told in squares of this size.
pub const fn has_figures(scale: Scale) -> bool {
    square_size(scale).1 >= 5
}

/// The columns and rows of a board with its letters and numbers.
pub fn size(scale: Scale, columns: u8, rows: u8) -> Size {
    let (width, height) = square_size(scale);
    Size::new(
        small(MARGIN + i32::from(columns) * width),
        small(LETTERS + i32::from(rows) * height),
    )
}

impl SquareMark {
    /// The state of a place.
    pub fn of(context: &BoardContext<'_>, at: Place, last: Option<(Place, Place)>) -> Self {
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

    /// The ground of a square with this state.
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
    /// Whether it is so near to the edge of the square that the frame of the cursor is drawn.
    pub fn is_on_frame(&self) -> bool {
        let near = |it: f32, pixel: f32| it < pixel || it > 1.0 - pixel;
        near(self.x, self.pixel_x) || near(self.y, self.pixel_y)
    }
}

impl SquarePicture<'_> {
    /// Draws the board in the middle of an area, scrolled to its focus if it is larger; the game tells the paint at a point
    /// of a square. Returns where each square is.
    pub fn draw(
        &self,
        area: Rect,
        buffer: &mut Buffer,
        paint: impl Fn(usize, Point) -> Paint,
    ) -> Vec<PlaceArea> {
        let corner = self.corner(area);
        let mut canvas = Canvas::new(area, buffer);
        let ground = Paint::fill(self.look.palette().ground);
        let parts = (area, self.part(area));
        raster::draw(
            &mut canvas,
            (self.look.colors, self.parts),
            parts,
            |x, y| {
                self.point(corner, x, y)
                    .map_or(ground, |(index, point)| paint(index, point))
            },
        );
        self.names(&mut canvas, (corner, area));
        place_areas(parts, |x, y| {
            let (index, _) = self.point(corner, x, y)?;
            self.places.get(index).copied()
        })
    }

    /// The middle of a square on the screen: its column, and its row.
    pub fn middle(&self, area: Rect, index: usize) -> (i32, i32) {
        let ((left, top), (width, height)) = (self.corner(area), square_size(self.scale));
        let (row, column) = (int(index / self.columns), int(index % self.columns));
        (
            i32::from(area.x) + left + column * width + width / 2,
            i32::from(area.y) + top + row * height + height / 2,
        )
    }

    /// The corner of the first square in the area.
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

    /// The square at a point of the area in columns and half rows, and where in it the point is.
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

    fn names(&self, canvas: &mut Canvas<'_>, ((left, top), area): ((i32, i32), Rect)) {
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
