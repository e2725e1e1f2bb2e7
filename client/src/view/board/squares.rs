//! A board of squares with pieces, and what both sides have in hand beside it.
//!
//! Dots around a piece show where it may step to. `[ ]` is the cursor, `« »` the source, `+` a square that the source can
//! go to, `'` one of the last move.

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::{Modifier, Style};

use super::canvas::{Canvas, int, slide};
use crate::model::Scale;
use crate::theme::{EdgeRank, Glyphs, Look};

/// The columns left of the board and the rows above it, for numbers and letters.
const MARGIN: i32 = 2;
/// The columns for the pieces in hand.
const HAND_WIDTH: i32 = 12;

/// A square, or a piece in hand.
#[derive(Clone, Debug, Default)]
pub struct Square {
    /// The ground of a piece, and the text on it.
    pub fill: Style,
    /// The owner's mark and the letter of the piece, or nothing.
    pub piece: String,
    /// Where it may step to: columns and rows from the middle, each -1, 0 or 1.
    pub dots: Vec<(i32, i32)>,
    /// What stands around it.
    pub brackets: Option<[&'static str; 2]>,
    /// Whether the source can go there.
    pub target: bool,
    /// Whether the last move touched it, or it is part of the line that won.
    pub marked: bool,
}

/// A board of squares.
#[derive(Debug)]
pub struct SquareBoard<'a> {
    /// What the terminal can show.
    pub look: Look,
    /// How large squares are.
    pub scale: Scale,
    /// Squares in a row.
    pub columns: usize,
    /// The squares, row by row.
    pub squares: &'a [Square],
    /// What the second and the first side have in hand, if there are hands: the upper and the lower one.
    pub hands: &'a [Vec<Square>],
    /// The square that must be visible.
    pub focus: usize,
}

/// What was drawn where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// A square, by its number.
    Square(usize),
    /// A piece in hand: whose, 0 for the upper, and which.
    Held(usize, usize),
}

impl SquareBoard<'_> {
    /// The columns and rows of a board with its coordinates and hands.
    pub fn size(scale: Scale, (columns, rows): (u8, u8), hands: bool) -> Size {
        let (width, height) = square_size(scale);
        let measure = |it: i32| u16::try_from(it).unwrap_or(u16::MAX);
        let side = if hands { HAND_WIDTH } else { 0 };
        let wide = MARGIN + i32::from(columns) * width + 1 + side;
        Size::new(measure(wide), measure(i32::from(rows) * height + 1))
    }

    /// Draws the board in the middle of an area, scrolled to its focus if it is larger, and tells where everything is.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer, mut found: impl FnMut(Spot, Rect)) {
        if self.columns == 0 || self.squares.is_empty() || area.is_empty() {
            return;
        }
        let (left, top) = self.origin(area);
        let (width, height) = square_size(self.scale);
        let mut canvas = Canvas { area: area.intersection(buffer.area), buffer };
        self.frame(&mut canvas, (left, top));
        for (at, square) in self.squares.iter().enumerate() {
            let (x, y) = (left + int(at % self.columns) * width, top + int(at / self.columns) * height);
            for row in 1..height {
                found(Spot::Square(at), canvas.clip((x + 1, y + row, width - 1)));
            }
            self.square(&mut canvas, square, (x, y));
        }
        let right = left + int(self.columns) * width + 2;
        let bottom = top + self.rows() * height;
        for (side, pieces) in self.hands.iter().enumerate() {
            for (at, piece) in pieces.iter().enumerate() {
                let y = if side == 0 { top + int(at) } else { bottom - int(pieces.len()) + 1 + int(at) };
                self.held(&mut canvas, piece, (right, y));
                found(Spot::Held(side, at), canvas.clip((right, y, HAND_WIDTH - 2)));
            }
        }
    }

    fn rows(&self) -> i32 {
        int(self.squares.len().div_ceil(self.columns))
    }

    fn origin(&self, area: Rect) -> (i32, i32) {
        let (width, height) = square_size(self.scale);
        let side = if self.hands.is_empty() { 0 } else { HAND_WIDTH };
        let wide = MARGIN + int(self.columns) * width + 1 + side;
        let high = self.rows() * height + 1;
        let (row, column) = (int(self.focus / self.columns), int(self.focus % self.columns));
        let left = slide(wide, i32::from(area.width), MARGIN + column * width + width / 2);
        let top = slide(high, i32::from(area.height), row * height + height / 2);
        (i32::from(area.x) + left + MARGIN, i32::from(area.y) + top)
    }

    /// The lines, the letters on the upper one, and the numbers before the rows.
    fn frame(&self, canvas: &mut Canvas<'_>, (left, top): (i32, i32)) {
        let (width, height) = square_size(self.scale);
        let (columns, rows) = (int(self.columns), self.rows());
        let style = self.look.edge(EdgeRank::Border);
        for y in 0..=rows * height {
            for x in 0..=columns * width {
                let (on_row, on_column) = (y % height == 0, x % width == 0);
                let ends = [x == 0, x == columns * width, y == 0, y == rows * height];
                canvas.put(left + x, top + y, line(self.look, (on_row, on_column), ends), style);
            }
        }
        for (row, number) in (0..rows).zip(1_usize..) {
            canvas.write(
                left - MARGIN,
                top + row * height + height / 2,
                &number.to_string(),
                self.look.dim(),
            );
        }
        for (column, letter) in (0..columns).zip('a'..='z') {
            let x = left + column * width + width / 2;
            canvas.put(x, top, letter.encode_utf8(&mut [0; 4]), self.look.dim());
        }
    }

    fn square(&self, canvas: &mut Canvas<'_>, square: &Square, (x, y): (i32, i32)) {
        let (width, height) = square_size(self.scale);
        let (middle_x, middle_y) = (x + width / 2, y + height / 2);
        let bold = square.fill.add_modifier(Modifier::BOLD);
        canvas.write(middle_x - 1, middle_y, &square.piece, bold);
        let plain = Style::new().add_modifier(Modifier::BOLD);
        if let Some([open, close]) = square.brackets {
            canvas.put(x + 1, middle_y, open, plain);
            canvas.put(x + width - 1, middle_y, close, plain);
        }
        let small = height == 2;
        if square.target {
            // Beside a piece that can be taken, else in the middle.
            let column = if square.piece.is_empty() { middle_x } else { middle_x + 1 };
            canvas.put(column, middle_y, "+", self.look.good());
        }
        if square.marked {
            let row = if small { middle_y } else { y + 1 };
            canvas.put(if small { x + 1 } else { x + width - 1 }, row, self.last(square), self.look.strong());
        }
        if !small {
            let dot = if self.look.glyphs == Glyphs::Unicode { "·" } else { "." };
            for (right, down) in &square.dots {
                canvas.put(middle_x + right * 3, middle_y + down, dot, plain);
            }
        }
    }

    /// Brackets stand where a small square has its sign of the last move.
    fn last(&self, square: &Square) -> &'static str {
        let small = square_size(self.scale).1 == 2;
        if small && square.brackets.is_some() { "" } else { "'" }
    }

    fn held(&self, canvas: &mut Canvas<'_>, piece: &Square, (x, y): (i32, i32)) {
        canvas.write(x + 1, y, &piece.piece, piece.fill.add_modifier(Modifier::BOLD));
        if let Some([open, close]) = piece.brackets {
            let style = Style::new().add_modifier(Modifier::BOLD);
            canvas.put(x, y, open, style);
            canvas.put(x + 1 + int(piece.piece.chars().count()), y, close, style);
        }
    }
}

/// The character of a line; ends are left, right, top, bottom.
fn line(look: Look, on: (bool, bool), ends: [bool; 4]) -> &'static str {
    let unicode = look.glyphs == Glyphs::Unicode;
    match (on, ends) {
        ((false, false), _) => "",
        ((true, true), _) if !unicode => "+",
        ((true, false), _) => {
            if unicode {
                "─"
            } else {
                "-"
            }
        }
        ((false, true), _) => {
            if unicode {
                "│"
            } else {
                "|"
            }
        }
        ((true, true), [true, _, true, _]) => "┌",
        ((true, true), [_, true, true, _]) => "┐",
        ((true, true), [true, _, _, true]) => "└",
        ((true, true), [_, true, _, true]) => "┘",
        ((true, true), [true, ..]) => "├",
        ((true, true), [_, true, ..]) => "┤",
        ((true, true), [_, _, true, _]) => "┬",
        ((true, true), [_, _, _, true]) => "┴",
        ((true, true), _) => "┼",
    }
}

/// The columns and rows from a square to the next.
const fn square_size(scale: Scale) -> (i32, i32) {
    match scale {
        Scale::Small => (6, 2),
        Scale::Medium => (10, 4),
        Scale::Large => (14, 6),
    }
}
