//! The board of hexes as a picture: hexes of one owner form one area, and the selection glows.
//!
//! Called by the board of Dice of Doom where the terminal can show blocks in colors. The hexes have
//! a corner at the top. Lengths are in columns; rows are stretched so that the hexes are regular.

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use super::hexagons::Field;
use super::label::{LabelRoom, Labeled, Labels, float, floor, round};
use super::lattice::{Lattice, Nearest, ROW, Spot, measures};
use super::shades::Shades;
use super::tile::{Marked, Tile};
use crate::games::board::{PlaceArea, place_areas};
use crate::games::place::Place;
use crate::graphics::Scale;
use crate::graphics::canvas::{Canvas, int, part_of, slide, small};
use crate::graphics::palette::Rgb;
use crate::graphics::parts::Parts;
use crate::graphics::raster::{self, Paint, Pixels, SAMPLES_PER_COLUMN, SAMPLES_PER_HALF_ROW};
use crate::graphics::theme::Look;

/// The width of the row numbers, in columns.
const MARGIN: i32 = 2;
/// Half the height of a hex shown from its edge during a flip, in widths of a hex.
const BAND: f32 = 0.17;

/// A board of hexes.
#[derive(Debug)]
pub struct HexPicture<'a> {
    /// The abilities of the terminal, and the language.
    pub look: Look,
    /// The parts of a cell that pictures are made of.
    pub parts: Parts,
    /// The size of the hexes.
    pub scale: Scale,
    /// The form of the board.
    pub field: Field,
    /// The hexes, row by row.
    pub hexes: &'a [Tile],
    /// The marked hexes: cursor, ring and arrow.
    pub marked: Marked,
    /// Whether letters stand over the columns; rows always have numbers.
    pub has_letters: bool,
}

/// The size of a board with its row numbers, without the column letters.
pub fn size(scale: Scale, field: Field) -> Size {
    let (width, pitch) = measures(scale);
    let (columns, rows) = (int(field.columns), int(field.rows));
    let wide = MARGIN + columns * width + (rows - 1) * width / 2;
    // The corners of the last row and the wall below them are added.
    let last = (8 * pitch + wall_pixels(scale) + 5) / 6;
    Size::new(small(wide), small((rows - 1) * pitch + last))
}

/// The height of the wall below the board, in thirds of a half row.
const fn wall_pixels(scale: Scale) -> i32 {
    if measures(scale).1 < 5 { 3 } else { 4 }
}

impl HexPicture<'_> {
    /// Draws the board in the middle of an area, scrolled to the cursor if it is larger; returns
    /// the areas of the hexes.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer) -> Vec<PlaceArea> {
        if self.field.columns == 0 || self.hexes.is_empty() || area.is_empty() {
            return Vec::new();
        }
        let mut canvas = Canvas::new(area, buffer);
        let sampler = Sampler::new(self, area);
        let part = self.part(area);
        let pixels = Pixels {
            colors: self.look.colors,
            parts: self.parts,
        };
        raster::draw(&mut canvas, pixels, area, part, |x, y| sampler.paint(x, y));
        let labels = Labels {
            look: self.look,
            room: self.room(),
            marked: self.marked,
            has_pips: true,
        };
        let upright = self.hexes.iter().enumerate();
        for (index, hex) in upright.filter(|it| it.1.band.is_none()) {
            let labeled = Labeled {
                index,
                tile: hex,
                shades: &sampler.shades[index],
                has_name: false,
            };
            labels.write(&mut canvas, &labeled, sampler.middle(index));
        }
        self.coordinates(&mut canvas, &sampler);
        place_areas(area, part, |x, y| {
            let index = sampler.index(sampler.nearest((x, y)).at)?;
            u8::try_from(index).ok().map(Place)
        })
    }

    /// The part of an area that the board takes.
    fn part(&self, area: Rect) -> Rect {
        let (left, top) = self.origin(area);
        let size = size(self.scale, self.field);
        part_of(
            area,
            (left - 1, top),
            Size::new(size.width + 2, size.height + 1),
        )
    }

    /// The upper left corner of the board in an area, without numbers and letters.
    fn origin(&self, area: Rect) -> (i32, i32) {
        let letters = i32::from(self.has_letters);
        let size = size(self.scale, self.field);
        let (width, pitch) = measures(self.scale);
        let columns = self.field.columns;
        let (row, column) = (
            int(self.marked.cursor / columns),
            int(self.marked.cursor % columns),
        );
        let high = i32::from(size.height) + letters;
        let focus = (
            self.field.shift(row) * width / 2 + column * width,
            row * pitch,
        );
        let x = slide(i32::from(size.width), area.width.into(), focus.0);
        let y = slide(high, area.height.into(), focus.1);
        (x + MARGIN, y + letters)
    }

    fn room(&self) -> LabelRoom {
        match self.scale {
            Scale::Tiny => LabelRoom::OneRow,
            Scale::Small | Scale::Medium | Scale::Large => LabelRoom::TwoRows,
            Scale::Huge => LabelRoom::Numeral { zoom: 1, below: 4 },
            Scale::Giant => LabelRoom::Numeral { zoom: 2, below: 7 },
            Scale::Vast => LabelRoom::Numeral { zoom: 3, below: 9 },
        }
    }

    fn coordinates(&self, canvas: &mut Canvas<'_>, sampler: &Sampler<'_>) {
        let style = self.look.dim();
        let (width, _) = measures(self.scale);
        for row in 0..int(self.field.rows) {
            let (x, y) = sampler.center((row, 0));
            let (x, y) = sampler.to_pixels(x, y);
            let left = floor(x - float(width) / 2.0 - 1.6);
            canvas.write(left, round(y / 2.0 - 0.5), &(row + 1).to_string(), style);
        }
        if self.has_letters {
            let above = i32::from(sampler.area.y) + sampler.top / 2 - 1;
            for (column, letter) in (0..int(self.field.columns)).zip('a'..='z') {
                let (x, y) = sampler.center((0, column));
                let (x, _) = sampler.to_pixels(x, y);
                canvas.write(floor(x - 0.25), above, &letter.to_string(), style);
            }
        }
    }
}

/// Computes the paint at each point of the board; holds the values that are the same for all
/// points.
struct Sampler<'a> {
    picture: &'a HexPicture<'a>,
    shades: Vec<Shades>,
    ground: Rgb,
    /// The left end of the lowest row, in columns.
    left: i32,
    /// The upper end of the first row, in half rows.
    top: i32,
    /// The area of the screen in which the picture is drawn.
    area: Rect,
    width: f32,
    /// The number of the picture's length units in half a row.
    stretch: f32,
    lattice: &'static Lattice,
    /// The sample of the screen at which the lattice begins.
    corner: (i32, i32),
    /// The middles of the hexes between which an arrow points.
    arrow: Option<[(f32, f32); 2]>,
}

impl<'a> Sampler<'a> {
    fn new(picture: &'a HexPicture<'a>, area: Rect) -> Self {
        let (left, top) = picture.origin(area);
        let (width, pitch) = measures(picture.scale);
        let shades = picture.hexes.iter().map(|it| Shades::of(picture.look, it));
        let mut sampler = Self {
            picture,
            shades: shades.collect(),
            ground: picture.look.palette().ground,
            left,
            top: 2 * top,
            area,
            width: float(width),
            stretch: ROW * float(width) / float(2 * pitch),
            lattice: Lattice::of(picture.scale, picture.field.leans_right),
            corner: (
                left * int(SAMPLES_PER_COLUMN)
                    + picture.field.shift(0) * width * int(SAMPLES_PER_COLUMN) / 2,
                2 * top * int(SAMPLES_PER_HALF_ROW),
            ),
            arrow: None,
        };
        let middle = |it: usize| sampler.center(sampler.spot(it));
        let arrow = picture.marked.arrow;
        sampler.arrow = arrow.map(|(from, to)| [middle(from), middle(to)]);
        sampler
    }

    /// The paint at a point of the area, in columns and half rows.
    fn paint(&self, x: f32, y: f32) -> Paint {
        let Nearest { at, beside, edge } = self.nearest((x, y));
        if let Some(arrow) = self.arrow(x, y) {
            return arrow;
        }
        let Some(index) = self.index(at) else {
            return self.beside_the_board(x, y);
        };
        let shades = &self.shades[index];
        if self.picture.hexes[index].band.is_some() {
            let is_seen = self.is_in_band(at, y);
            return Paint::fill(if is_seen { shades.fill } else { self.ground });
        }
        let is_large = self.width > 9.0;
        if self.picture.marked.ring == Some(index) && edge < if is_large { 0.78 } else { 0.62 } {
            return Paint::glow(self.picture.look.palette().glow);
        }
        let other = self.index(beside);
        let same =
            other.is_some_and(|it| self.picture.hexes[it].owner == self.picture.hexes[index].owner);
        let is_lower = beside.0 > at.0 || (beside.0 == at.0 && beside.1 > at.1);
        if !same && edge < 0.8 && (other.is_some() && is_lower || self.has_contour(index)) {
            return Paint::line(self.border(index));
        }
        if same && is_lower && edge < 0.7 {
            return Paint::line(shades.line);
        }
        if is_large && !same && beside.0 < at.0 && edge < 0.8 {
            return Paint::fill(shades.bevel);
        }
        Paint::fill(shades.fill)
    }

    /// Whether a point is within a hex that is shown from its edge.
    fn is_in_band(&self, at: Spot, y: f32) -> bool {
        let (_, y) = self.on_board(0.0, y);
        (y - self.center(at).1).abs() < BAND * self.width
    }

    /// Whether a hex is drawn as a contour only, because there are no shades to dim it.
    fn has_contour(&self, index: usize) -> bool {
        self.picture.hexes[index].is_dimmed && !self.picture.look.has_shades()
    }

    /// The color of the line between hexes of two owners.
    fn border(&self, index: usize) -> Rgb {
        if self.has_contour(index) {
            self.picture.look.palette().faint
        } else {
            self.ground
        }
    }

    /// The paint beside the board: the wall below the hexes of the edge, or the background.
    fn beside_the_board(&self, x: f32, y: f32) -> Paint {
        let height = float(wall_pixels(self.picture.scale)) / 3.0;
        match self.index(self.nearest((x, y - height)).at) {
            Some(index) => Paint::fill(self.shades[index].wall),
            None => Paint::fill(self.ground),
        }
    }

    /// The paint of the arrow across an edge; `None` beside the arrow.
    fn arrow(&self, x: f32, y: f32) -> Option<Paint> {
        let [(x1, y1), (x2, y2)] = self.arrow?;
        let (x, y) = self.on_board(x, y);
        let (dx, dy) = ((x2 - x1) / self.width, (y2 - y1) / self.width);
        let (mx, my) = (x - f32::midpoint(x1, x2), y - f32::midpoint(y1, y2));
        let (along, across) = (mx * dx + my * dy, (mx * dy - my * dx).abs());
        let size = self.width * 0.16;
        let inside = along > -size && along < size && across < (size - along) * 0.75;
        inside.then(|| Paint::glow(self.picture.look.palette().glow))
    }

    /// The hexes around the sample at a point.
    fn nearest(&self, (x, y): (f32, f32)) -> Nearest {
        let sample = |length: f32, samples: usize| floor(length * float(int(samples)));
        self.lattice.at_sample(
            sample(x, SAMPLES_PER_COLUMN) - self.corner.0,
            sample(y, SAMPLES_PER_HALF_ROW) - self.corner.1,
        )
    }

    /// The middle of a hex, on the board or beside it.
    fn center(&self, spot: Spot) -> (f32, f32) {
        let (x, y) = self.lattice.center(spot);
        (x + float(self.picture.field.shift(0)) * self.width / 2.0, y)
    }

    fn on_board(&self, x: f32, y: f32) -> (f32, f32) {
        (x - float(self.left), (y - float(self.top)) * self.stretch)
    }

    fn to_pixels(&self, x: f32, y: f32) -> (f32, f32) {
        (
            x + float(self.left + i32::from(self.area.x)),
            y / self.stretch + float(self.top + 2 * i32::from(self.area.y)),
        )
    }

    /// The middle of a hex of the board on the screen, in columns and half rows.
    fn middle(&self, index: usize) -> (f32, f32) {
        let (x, y) = self.center(self.spot(index));
        self.to_pixels(x, y)
    }

    fn spot(&self, index: usize) -> Spot {
        let columns = self.picture.field.columns;
        (int(index / columns), int(index % columns))
    }

    fn index(&self, (row, column): Spot) -> Option<usize> {
        let columns = int(self.picture.field.columns);
        let on_board = (0..columns).contains(&column) && row >= 0;
        let index = usize::try_from(row * columns + column).ok()?;
        (on_board && index < self.picture.hexes.len()).then_some(index)
    }
}
