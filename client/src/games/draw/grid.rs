//! Squares in rows and columns, each with up to three lines of text: tic-tac-toe, and the squares of animal shogi.
//!
//! State is shown by glyphs first: `[ ]` is the cursor, `« »` the source, `+` a square that can be
//! chosen.

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Widget;

use crate::games::board::{BoardContext, PlaceArea};
use crate::games::place::Place;
use crate::graphics::LineScale;
use crate::graphics::canvas::{Canvas, cells, int, joint, lines, slide, visible};
use crate::graphics::theme::{EdgeRank, Glyphs, Look};

/// The width of the row numbers at the left, in columns.
const MARGIN: i32 = 2;

/// A square to be drawn.
#[derive(Clone, Debug)]
pub struct Square {
    /// The place of the square.
    pub at: Place,
    /// The mark or piece in the middle, or several, in at most [`room`] columns.
    pub text: String,
    /// The style of the background and of the text on it.
    pub fill: Style,
    /// The dots around the text, row by row from above left to below right; the one in the middle
    /// is not used.
    pub dots: [bool; 9],
    /// The brackets around the text; `None` for a square that is not marked.
    pub brackets: Option<[&'static str; 2]>,
    /// A small sign in the corner: a square that can be chosen, or the last action.
    pub sign: &'static str,
    /// The least style of its border; a neighbor may have a stronger one.
    pub rank: EdgeRank,
}

/// A board of squares.
#[derive(Debug)]
pub struct Grid<'a> {
    /// The abilities of the terminal, and the language.
    pub look: Look,
    /// The size of the squares.
    pub scale: LineScale,
    /// The number of squares in a row.
    pub columns: usize,
    /// The squares, row by row.
    pub squares: &'a [Square],
    /// The place that must be visible.
    pub focus: Place,
}

/// The size of a grid with its letters and numbers, in columns and rows.
pub fn grid_size(scale: LineScale, columns: u16, rows: u16) -> Size {
    let (width, height) = square_size(scale);
    let border = u16::from(scale != LineScale::Small);
    Size::new(
        2 + border + columns * (width + border),
        1 + border + rows * (height + border),
    )
}

/// The columns inside of a square that its text may take, besides the brackets of the cursor.
pub fn room(scale: LineScale) -> usize {
    usize::from(square_size(scale).0).saturating_sub(2)
}

/// The width and height inside of a square, in columns and rows.
const fn square_size(scale: LineScale) -> (u16, u16) {
    match scale {
        LineScale::Small => (5, 1),
        LineScale::Medium => (9, 3),
        LineScale::Large => (13, 5),
    }
}

impl Square {
    /// An empty square, marked as the cursor, the source, a possible target, or an end of the last
    /// move.
    pub fn new(context: &BoardContext<'_>, at: Place) -> Self {
        let target = context
            .moves
            .iter()
            .any(|it| it.to == at && it.from != it.to);
        let brackets = context.brackets(at);
        let rank = match (brackets, target) {
            (Some(_), _) => EdgeRank::Selection,
            (None, true) => EdgeRank::Target,
            (None, false) => EdgeRank::Plain,
        };
        let sign = match context.trail.last {
            _ if target => "+",
            Some((_, to)) if to == at => "*",
            Some((from, _)) if from == at => ".",
            Some(_) | None => "",
        };
        Self {
            at,
            text: String::new(),
            fill: Style::new(),
            dots: [false; 9],
            brackets,
            sign,
            rank,
        }
    }
}

impl Widget for &Grid<'_> {
    /// Draws the grid in the middle of an area, scrolled to its focus if it is larger.
    fn render(self, area: Rect, buffer: &mut Buffer) {
        if self.is_empty(area) {
            return;
        }
        let mut canvas = Canvas::new(area, buffer);
        let origin = self.origin(area);
        self.names(&mut canvas, origin);
        for (index, square) in self.squares.iter().enumerate() {
            self.ground(&mut canvas, square, self.place(index, origin));
        }
        if self.scale != LineScale::Small {
            self.borders(&mut canvas, origin);
        }
        for (index, square) in self.squares.iter().enumerate() {
            self.text(&mut canvas, square, self.place(index, origin));
        }
    }
}

impl Grid<'_> {
    /// The areas of the squares when the grid is drawn in an area.
    pub fn places(&self, area: Rect) -> Vec<PlaceArea> {
        if self.is_empty(area) {
            return Vec::new();
        }
        let origin = self.origin(area);
        let (width, height) = self.inside();
        let squares = self.squares.iter().enumerate();
        squares
            .flat_map(|(index, square)| {
                let (x, y) = self.place(index, origin);
                (0..height).map(move |row| (visible(area, (x, y + row), width), square.at))
            })
            .collect()
    }

    fn is_empty(&self, area: Rect) -> bool {
        self.columns == 0 || self.squares.is_empty() || area.is_empty()
    }

    fn rows(&self) -> usize {
        self.squares.len().div_ceil(self.columns)
    }

    fn inside(&self) -> (i32, i32) {
        let (width, height) = square_size(self.scale);
        (i32::from(width), i32::from(height))
    }

    fn border(&self) -> i32 {
        i32::from(self.scale != LineScale::Small)
    }

    /// The upper left corner of the grid, scrolled so that the focus is visible.
    fn origin(&self, area: Rect) -> (i32, i32) {
        let size = grid_size(self.scale, cells(self.columns), cells(self.rows()));
        let focus = self.squares.iter().position(|it| it.at == self.focus);
        let (focus_x, focus_y) = self.place(focus.unwrap_or(0), (0, 0));
        let x = slide(size.width.into(), area.width.into(), focus_x);
        let y = slide(size.height.into(), area.height.into(), focus_y);
        (i32::from(area.x) + x, i32::from(area.y) + y)
    }

    /// The column and row of the upper left character inside of a square.
    fn place(&self, index: usize, (left, top): (i32, i32)) -> (i32, i32) {
        let ((width, height), border) = (self.inside(), self.border());
        let (row, column) = (int(index / self.columns), int(index % self.columns));
        (
            left + MARGIN + border + column * (width + border),
            top + 1 + border + row * (height + border),
        )
    }

    fn names(&self, canvas: &mut Canvas<'_>, origin: (i32, i32)) {
        let (width, height) = self.inside();
        let style = self.look.dim();
        for (column, letter) in (0..self.columns).zip('a'..='z') {
            let (x, _) = self.place(column, origin);
            canvas.write(x + width / 2, origin.1, &letter.to_string(), style);
        }
        for row in 0..self.rows() {
            let (_, y) = self.place(row * self.columns, origin);
            canvas.write(origin.0, y + height / 2, &(row + 1).to_string(), style);
        }
    }

    fn ground(&self, canvas: &mut Canvas<'_>, square: &Square, (x, y): (i32, i32)) {
        let (width, height) = self.inside();
        for row in 0..height {
            for column in 0..width {
                canvas.put(x + column, y + row, " ", square.fill);
            }
        }
    }

    fn borders(&self, canvas: &mut Canvas<'_>, origin: (i32, i32)) {
        // The squares with the strongest borders are drawn last, over the others.
        let mut order: Vec<usize> = (0..self.squares.len()).collect();
        order.sort_by_key(|it| self.squares[*it].rank);
        for index in order {
            self.frame(canvas, index, origin);
        }
    }

    fn frame(&self, canvas: &mut Canvas<'_>, index: usize, origin: (i32, i32)) {
        let (x, y) = self.place(index, origin);
        let (width, height) = self.inside();
        let style = self.look.edge(self.squares[index].rank);
        let [horizontal, vertical] = lines(self.look.glyphs);
        for column in 0..width {
            canvas.put(x + column, y - 1, horizontal, style);
            canvas.put(x + column, y + height, horizontal, style);
        }
        for row in 0..height {
            canvas.put(x - 1, y + row, vertical, style);
            canvas.put(x + width, y + row, vertical, style);
        }
        let (row, column) = (index / self.columns, index % self.columns);
        for (down, right) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let symbol = self.corner(row + down, column + right);
            let (right, down) = (int(right), int(down));
            canvas.put(
                x - 1 + right * (width + 1),
                y - 1 + down * (height + 1),
                symbol,
                style,
            );
        }
    }

    /// The character where the borders of squares meet at a row and column.
    fn corner(&self, row: usize, column: usize) -> &'static str {
        let sides = [
            row > 0,
            row < self.rows(),
            column > 0,
            column < self.columns,
        ];
        joint(self.look.glyphs, sides)
    }

    fn text(&self, canvas: &mut Canvas<'_>, square: &Square, (x, y): (i32, i32)) {
        let (width, height) = self.inside();
        let (middle, row) = (x + width / 2, y + height / 2);
        let bold = square.fill.add_modifier(Modifier::BOLD);
        canvas.write(
            middle - int(square.text.chars().count() / 2),
            row,
            &square.text,
            bold,
        );
        let reach = if self.scale == LineScale::Small {
            2
        } else {
            width / 2
        };
        match square.brackets {
            Some([open, close]) => {
                canvas.put(middle - reach, row, open, bold);
                canvas.put(middle + reach, row, close, bold);
                canvas.put(middle + reach - 1, row, square.sign, bold);
            }
            None => canvas.put(middle + reach, row, square.sign, bold),
        }
        if self.scale == LineScale::Small {
            // Without lines an empty square would be invisible.
            let empty = if square.text.is_empty() {
                dot(self.look.glyphs)
            } else {
                ""
            };
            canvas.put(middle, row, empty, self.look.dim());
            return;
        }
        for (at, _) in square
            .dots
            .iter()
            .enumerate()
            .filter(|(at, dot)| **dot && *at != 4)
        {
            let (down, right) = (int(at / 3) - 1, int(at % 3) - 1);
            let step = (width / 2 - 1, height / 2);
            canvas.put(
                middle + right * step.0,
                row + down * step.1,
                dot(self.look.glyphs),
                square.fill,
            );
        }
    }
}

const fn dot(glyphs: Glyphs) -> &'static str {
    match glyphs {
        Glyphs::Ascii => ".",
        Glyphs::Sextants | Glyphs::Quadrants | Glyphs::HalfBlocks => "·",
    }
}
