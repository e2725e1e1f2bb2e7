//! The board of hexes drawn with lines, each row shifted half a hex to the left of the one above.
//!
//! Each edge is drawn once, in a style that the first of these rules decides: selection, target,
//! border between owners, plain. State is shown by glyphs first: `[◆4]` is under the cursor, `«▲5»`
//! is the source, a number above the dice is the winning probability.

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::Modifier;
use ratatui::widgets::Widget;

use super::tile::Tile;
use crate::games::board::PlaceArea;
use crate::games::place::Place;
use crate::graphics::LineScale;
use crate::graphics::canvas::{Canvas, int, slide, small, visible};
use crate::graphics::theme::{EdgeRank, Look};

/// The form of a board of hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The number of hexes in a row.
    pub columns: usize,
    /// The number of rows.
    pub rows: usize,
    /// Whether each row is shifted half a hex to the right of the one above, and not to the left.
    pub leans_right: bool,
}

impl Field {
    /// The half hexes by which a row, on the board or beside it, is shifted to the right.
    pub fn shift(self, row: i32) -> i32 {
        if self.leans_right {
            row
        } else {
            int(self.rows) - 1 - row
        }
    }
}

/// A board of hexes.
#[derive(Debug)]
pub struct HexBoard<'a> {
    /// The abilities of the terminal, and the language.
    pub look: Look,
    /// The size of the hexes.
    pub scale: LineScale,
    /// The form of the board.
    pub field: Field,
    /// The hexes, row by row.
    pub hexes: &'a [Tile],
    /// The hex that must be visible.
    pub focus: usize,
    /// Whether letters stand over the columns; rows always have numbers.
    pub has_letters: bool,
}

/// The measures of a hex in cells of the terminal.
struct Geometry {
    /// The columns from a hex to the next in its row.
    width: i32,
    /// The rows from a row of hexes to the next.
    pitch: i32,
    /// The rows of slanted lines above the body.
    slant: i32,
    /// The rows of the body.
    body: i32,
}

/// The side of a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    West,
    NorthWest,
    NorthEast,
    East,
    SouthEast,
    SouthWest,
}

const FALLING: usize = 0;
const RISING: usize = 1;
const UPRIGHT: usize = 2;

/// Each side, with the step to the neighboring hex: rows down, columns to the right; on a board that leans to
/// the right, the steps up go one column further to the right, those down to the left.
const SIDES: [(Side, i32, i32); 6] = [
    (Side::West, 0, -1),
    (Side::NorthWest, -1, -1),
    (Side::NorthEast, -1, 0),
    (Side::East, 0, 1),
    (Side::SouthEast, 1, 1),
    (Side::SouthWest, 1, 0),
];

/// The size of a board with its row numbers, without the column letters.
pub fn size(scale: LineScale, field: Field) -> Size {
    let Geometry {
        width,
        pitch,
        slant,
        ..
    } = geometry(scale);
    let (columns, rows) = (int(field.columns), int(field.rows));
    let wide = 1 + columns * width + 1 + (rows - 1) * width / 2;
    let high = rows * pitch + slant;
    Size::new(small(wide), small(high))
}

impl Widget for &HexBoard<'_> {
    /// Draws the board in the middle of an area, scrolled to its focus if it is larger.
    fn render(self, area: Rect, buffer: &mut Buffer) {
        if self.is_empty(area) {
            return;
        }
        let origin = self.origin(area);
        let mut canvas = Canvas::new(area, buffer);
        for (index, hex) in self.hexes.iter().enumerate() {
            let (x, y) = self.place(index, origin);
            self.fill(&mut canvas, hex, x, y);
        }
        for index in 0..self.hexes.len() {
            self.edges(&mut canvas, index, origin);
        }
        for (index, hex) in self.hexes.iter().enumerate() {
            let (x, y) = self.place(index, origin);
            self.text(&mut canvas, hex, x, y);
        }
        self.coordinates(&mut canvas, origin);
    }
}

impl HexBoard<'_> {
    /// The areas of the hexes when the board is drawn in an area.
    pub fn places(&self, area: Rect) -> Vec<PlaceArea> {
        if self.is_empty(area) {
            return Vec::new();
        }
        let origin = self.origin(area);
        let hexes = Place::all().take(self.hexes.len());
        hexes
            .flat_map(|at| {
                let (x, y) = self.place(at.idx(), origin);
                let ground = self.ground(x, y).into_iter();
                ground.map(move |(x, y, width)| (visible(area, (x, y), width), at))
            })
            .collect()
    }

    fn is_empty(&self, area: Rect) -> bool {
        self.field.columns == 0 || self.hexes.is_empty() || area.is_empty()
    }

    /// The origin of the drawing: the point where the upright edge of the last row's first hex is
    /// in column 0, the left end of the board.
    fn origin(&self, area: Rect) -> (i32, i32) {
        let geometry = geometry(self.scale);
        // The row numbers take this margin.
        let margin = 1;
        let letters = i32::from(self.has_letters);
        let rows = self.rows();
        let columns = int(self.field.columns);
        let width = margin + columns * geometry.width + 1 + (rows - 1) * geometry.width / 2;
        let height = letters + rows * geometry.pitch + geometry.slant;
        let (focus_x, focus_y) = self.place(self.focus, (margin, letters));
        let x = slide(width, i32::from(area.width), focus_x + geometry.width / 2);
        let y = slide(height, i32::from(area.height), focus_y);
        (
            i32::from(area.x) + x + margin,
            i32::from(area.y) + y + letters,
        )
    }

    fn rows(&self) -> i32 {
        int(self.field.rows)
    }

    /// The upper end of a hex's upright left edge.
    fn place(&self, index: usize, (left, top): (i32, i32)) -> (i32, i32) {
        let geometry = geometry(self.scale);
        let columns = self.field.columns;
        let (row, column) = (int(index / columns), int(index % columns));
        let shift = self.field.shift(row) * geometry.width / 2;
        (
            left + shift + column * geometry.width,
            top + geometry.slant + row * geometry.pitch,
        )
    }

    /// The background of a hex, as rectangles of one row each.
    fn ground(&self, x: i32, y: i32) -> Vec<(i32, i32, i32)> {
        let geometry = geometry(self.scale);
        let middle = x + geometry.width / 2;
        let mut rows: Vec<(i32, i32, i32)> = (0..geometry.body)
            .map(|it| (x + 1, y + it, geometry.width - 1))
            .collect();
        let narrow = if geometry.slant == 1 {
            vec![0]
        } else {
            vec![geometry.width / 2 - 2, 0]
        };
        for (step, half) in (1..).zip(narrow) {
            rows.push((middle - half, y - step, 2 * half + 1));
            rows.push((middle - half, y + geometry.body - 1 + step, 2 * half + 1));
        }
        rows
    }

    fn fill(&self, canvas: &mut Canvas<'_>, hex: &Tile, x: i32, y: i32) {
        for (left, row, width) in self.ground(x, y) {
            for column in left..left + width {
                canvas.put(column, row, " ", hex.fill);
            }
        }
    }

    fn edges(&self, canvas: &mut Canvas<'_>, index: usize, origin: (i32, i32)) {
        let (x, y) = self.place(index, origin);
        for (side, down, right) in SIDES {
            let further = if self.field.leans_right { -down } else { 0 };
            let beyond = self.beside(index, down, right + further);
            // An edge between two hexes is drawn by the later one.
            if beyond.is_some_and(|it| it > index) {
                continue;
            }
            let style = self.look.edge(self.rank(index, beyond));
            for (column, row, symbol) in strokes(self.scale, side) {
                canvas.put(
                    x + column,
                    y + row,
                    self.look.symbols().edges[symbol],
                    style,
                );
            }
        }
    }

    fn rank(&self, index: usize, beyond: Option<usize>) -> EdgeRank {
        let here = &self.hexes[index];
        let Some(there) = beyond.and_then(|it| self.hexes.get(it)) else {
            return here.rank;
        };
        let border = if here.owner == there.owner {
            EdgeRank::Plain
        } else {
            EdgeRank::Border
        };
        here.rank.max(there.rank).max(border)
    }

    fn beside(&self, index: usize, down: i32, right: i32) -> Option<usize> {
        let columns = int(self.field.columns);
        let (row, column) = (int(index) / columns + down, int(index) % columns + right);
        let on_board = (0..self.rows()).contains(&row) && (0..columns).contains(&column);
        let beyond = usize::try_from(row * columns + column).ok()?;
        (on_board && beyond < self.hexes.len()).then_some(beyond)
    }

    fn text(&self, canvas: &mut Canvas<'_>, hex: &Tile, x: i32, y: i32) {
        let geometry = geometry(self.scale);
        let middle = x + geometry.width / 2;
        let bold = hex.fill.add_modifier(Modifier::BOLD);
        let count = hex.count.to_string();
        match self.scale {
            LineScale::Small => {
                let glyph = if hex.brackets.is_some() {
                    middle
                } else {
                    x + 1
                };
                canvas.put(glyph, y, hex.glyph, bold);
                canvas.put(glyph + 1, y, &count, bold);
                match hex.brackets {
                    Some([left, _]) => canvas.put(x + 1, y, left, bold),
                    None => canvas.put(x + 3, y, hex.trail, hex.fill),
                }
                // Only one column is left above the dice: for the tens of the percentage.
                let tens = hex
                    .odds
                    .trim()
                    .strip_suffix('%')
                    .map_or(hex.odds.as_str(), tens);
                canvas.put(middle, y - 1, tens.get(..1).unwrap_or_default(), bold);
            }
            LineScale::Medium => {
                canvas.put(middle, y, hex.glyph, bold);
                canvas.put(middle + 1, y, &count, bold);
                let trail = if hex.brackets.is_some() { x + 1 } else { x + 5 };
                canvas.put(trail, y, hex.trail, hex.fill);
                Self::brackets(canvas, hex, (middle - 1, middle + 2), y);
                canvas.write(middle - 1, y - 1, &hex.odds, bold);
            }
            LineScale::Large => {
                canvas.put(middle, y, hex.glyph, bold);
                canvas.put(middle + 1, y, &count, bold);
                canvas.put(x + 1, y, hex.trail, hex.fill);
                Self::brackets(canvas, hex, (middle - 2, middle + 3), y);
                canvas.write(middle - 1, y - 1, &hex.odds, bold);
                let pips = int(usize::from(hex.pips)).min(geometry.width - 1);
                let first = middle - (pips - 1) / 2 - i32::from(pips % 2 == 0 && pips > 4);
                for pip in 0..pips {
                    canvas.put(first + pip, y + 1, self.look.symbols().pip, hex.fill);
                }
            }
        }
    }

    fn brackets(canvas: &mut Canvas<'_>, hex: &Tile, (left, right): (i32, i32), y: i32) {
        let Some([open, close]) = hex.brackets else {
            return;
        };
        let style = hex.fill.add_modifier(Modifier::BOLD);
        canvas.put(left, y, open, style);
        canvas.put(right, y, close, style);
    }

    fn coordinates(&self, canvas: &mut Canvas<'_>, origin: (i32, i32)) {
        let geometry = geometry(self.scale);
        let style = self.look.dim();
        for row in 0..self.rows() {
            let (x, y) = self.place(index(row) * self.field.columns, origin);
            let gap = if self.field.shift(row) == 0 { 1 } else { 2 };
            canvas.write(x - gap, y, &(row + 1).to_string(), style);
        }
        if self.has_letters {
            for (column, letter) in (0..self.field.columns).zip('a'..='z') {
                let (x, y) = self.place(column, origin);
                canvas.put(
                    x + geometry.width / 2,
                    y - geometry.slant - 1,
                    &letter.to_string(),
                    style,
                );
            }
        }
    }
}

const fn geometry(scale: LineScale) -> Geometry {
    match scale {
        LineScale::Small => Geometry {
            width: 4,
            pitch: 2,
            slant: 1,
            body: 1,
        },
        LineScale::Medium => Geometry {
            width: 6,
            pitch: 3,
            slant: 2,
            body: 1,
        },
        LineScale::Large => Geometry {
            width: 8,
            pitch: 4,
            slant: 2,
            body: 2,
        },
    }
}

/// The strokes of an edge: columns and rows from the upper end of the left edge, and the index of
/// the symbol.
fn strokes(scale: LineScale, side: Side) -> Vec<(i32, i32, usize)> {
    let geometry = geometry(scale);
    let (width, bottom) = (geometry.width, geometry.body - 1);
    // The distances of the outer and inner stroke of a slant from the upright edge.
    let steps: &[i32] = match scale {
        LineScale::Small => &[1],
        LineScale::Medium => &[1, 2],
        LineScale::Large => &[1, 3],
    };
    let above: &dyn Fn(i32) -> i32 = &|row| -row;
    let below: &dyn Fn(i32) -> i32 = &|row| bottom + row;
    let slant = |column: fn(i32, i32) -> i32, row: &dyn Fn(i32) -> i32, symbol: usize| {
        let rows = (1..).zip(steps);
        rows.map(|(at, step)| (column(width, *step), row(at), symbol))
            .collect()
    };
    match side {
        Side::West => (0..geometry.body).map(|row| (0, row, UPRIGHT)).collect(),
        Side::East => (0..geometry.body)
            .map(|row| (width, row, UPRIGHT))
            .collect(),
        Side::NorthWest => slant(|_, step| step, above, RISING),
        Side::NorthEast => slant(|width, step| width - step, above, FALLING),
        Side::SouthWest => slant(|_, step| step, below, FALLING),
        Side::SouthEast => slant(|width, step| width - step, below, RISING),
    }
}

/// The tens digit of a percentage, at most 9.
fn tens(percent: &str) -> &str {
    match percent.trim() {
        "100" => "9",
        two if two.len() == 2 && !two.starts_with('<') => two.get(..1).unwrap_or_default(),
        _ => "0",
    }
}

fn index(row: i32) -> usize {
    usize::try_from(row).unwrap_or(0)
}
