//! Writes frames to the terminal in few bytes, because over a slow link fewer bytes mean a quicker
//! picture.
//!
//! Used by the loop of the screens in place of the library's own writer, to which it leaves
//! everything but the cells of a frame. A frame begins and ends with the terminal's default colors.
//! In between, only changes are written: only one of the two colors where the other stays; no
//! foreground color for a blank; of two characters that draw the same picture (an upper half block
//! in one color is a lower half block in the other) the one whose colors are already set; each cell
//! once; and the shortest cursor movement to the next cell. The sequences are those of ECMA-48
//! (Ecma International: "Control functions for coded character sets", 5th edition, 1991,
//! <https://ecma-international.org/publications-and-standards/standards/ecma-48/>) with the colors
//! of xterm.

mod cell_style;
mod frame;
mod shown;

use std::io::{self, Write};

use ratatui::backend::{Backend, ClearType, CrosstermBackend, WindowSize};
use ratatui::buffer::Cell;
use ratatui::layout::{Position, Size};
use ratatui::style::Color;
use unicode_width::UnicodeWidthStr;

use crate::graphics::raster::complement;
use cell_style::{CellStyle, code, is_blank};
use frame::Frame;
use shown::{Left, Shown};

/// Where a frame begins and ends, for a terminal that shows it at once (mode 2026).
const FRAME_BEGINS: &[u8] = b"\x1b[?2026h";
const FRAME_ENDS: &[u8] = b"\x1b[?2026l";
/// The most unchanged cells that are written again rather than skipped: each costs one byte, and a
/// cursor movement three or four.
const AGAIN_MAX: usize = 3;
/// The most columns that the cursor goes back by backspaces, one byte each; a cursor movement takes
/// four.
const BACKSPACES_MAX: u16 = 3;
/// Tells the size of the terminal.
pub(super) type Measure<'a> = Box<dyn Fn() -> io::Result<Size> + Send + 'a>;

/// A terminal backend that writes few bytes.
pub(super) struct FrugalBackend<'a, W: Write> {
    inner: CrosstermBackend<Frame<W>>,
    measure: Measure<'a>,
    shown: Shown,
    /// Whether the terminal shows a frame at once when it is told where frames begin and end.
    synchronizes: bool,
    /// Whether a frame has begun.
    is_in_frame: bool,
    /// Whether the cursor is shown; `None` if unknown.
    has_cursor: Option<bool>,
}

impl<'a, W: Write> FrugalBackend<'a, W> {
    /// A backend that writes to an output.
    pub(super) fn new(output: W, synchronizes: bool, measure: Measure<'a>) -> Self {
        Self {
            inner: CrosstermBackend::new(Frame::new(output)),
            measure,
            shown: Shown::default(),
            synchronizes,
            is_in_frame: false,
            has_cursor: None,
        }
    }

    /// Begins a frame, if it has not begun: what follows is shown at once.
    fn begin(&mut self) -> io::Result<()> {
        if self.synchronizes && !self.is_in_frame {
            self.inner.write_all(FRAME_BEGINS)?;
            self.is_in_frame = true;
        }
        Ok(())
    }

    /// Shows or hides the cursor, unless it is as it should be.
    fn set_cursor(&mut self, is_shown: bool) -> io::Result<()> {
        if self.has_cursor == Some(is_shown) {
            return Ok(());
        }
        self.begin()?;
        self.has_cursor = Some(is_shown);
        if is_shown {
            self.inner.show_cursor()
        } else {
            self.inner.hide_cursor()
        }
    }
}

impl<W: Write> Backend for FrugalBackend<'_, W> {
    type Error = io::Error;

    fn draw<'a, I>(&mut self, content: I) -> io::Result<()>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        let text = encode(&mut self.shown, content);
        if text.is_empty() {
            return Ok(());
        }
        self.begin()?;
        self.inner.write_all(text.as_bytes())
    }

    fn append_lines(&mut self, count: u16) -> io::Result<()> {
        self.shown.clear();
        self.inner.append_lines(count)
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        self.set_cursor(false)
    }

    /// Shows the cursor. That a terminal is gone is noticed elsewhere: the library would tell it on
    /// standard error at the end, which is gone as well then, and panic.
    fn show_cursor(&mut self) -> io::Result<()> {
        self.set_cursor(true).ok();
        Ok(())
    }

    fn get_cursor_position(&mut self) -> io::Result<Position> {
        self.inner.get_cursor_position()
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        self.inner.set_cursor_position(position)
    }

    fn clear(&mut self) -> io::Result<()> {
        self.shown.clear();
        self.has_cursor = None;
        self.begin()?;
        self.inner.clear()
    }

    fn clear_region(&mut self, region: ClearType) -> io::Result<()> {
        self.shown.clear();
        self.inner.clear_region(region)
    }

    fn size(&self) -> io::Result<Size> {
        (self.measure)()
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        self.inner.window_size()
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.is_in_frame {
            self.inner.write_all(FRAME_ENDS)?;
            self.is_in_frame = false;
        }
        Backend::flush(&mut self.inner)
    }
}

/// A frame that is being written.
struct Unwritten<'a> {
    shown: &'a Shown,
    /// The changed cells that are not written yet.
    left: Left,
}

/// The bytes that make the terminal show the cells of a frame.
fn encode<'a>(shown: &mut Shown, cells: impl Iterator<Item = (u16, u16, &'a Cell)>) -> String {
    let mut changed = Vec::new();
    for (x, y, cell) in cells {
        let before = shown.insert((x, y), cell.clone());
        if before.is_none_or(|it| !looks_alike(&it, cell)) {
            changed.push(((x, y), cell));
        }
        if cell.symbol().width() > 1 {
            shown.remove((x.saturating_add(1), y));
        }
    }
    let by_place = written(shown, &changed);
    changed.sort_by_cached_key(|((x, y), cell)| (Colors::of(cell), *y, *x));
    let by_colors = written(shown, &changed);
    if by_colors.len() < by_place.len() {
        by_colors
    } else {
        by_place
    }
}

/// Writes the cells in this order, except those already written on the way to others.
fn written(shown: &Shown, cells: &[((u16, u16), &Cell)]) -> String {
    let mut text = String::new();
    let mut style = CellStyle::default();
    let mut here = None;
    let left = Left::of(cells.iter().map(|it| it.0));
    let mut frame = Unwritten { shown, left };
    for (place, cell) in cells {
        if !frame.left.remove(*place) {
            continue;
        }
        if !walk(&mut frame, style, here, *place, &mut text) {
            go(shown, here, *place, &mut text);
        }
        let symbol = style.take(cell, &mut text);
        text.push_str(&symbol);
        // After a character wider than a column the position is set anew, because terminals may
        // count its width differently.
        let next = (symbol.width() == 1).then_some((place.0.saturating_add(1), place.1));
        here = next.map(|it| go_on_over_blanks(&mut frame, style, it, &mut text));
    }
    if style != CellStyle::default() {
        text.push_str("\u{1b}[0m");
    }
    text
}

/// Whether two cells look the same: the foreground of a blank does not count.
fn looks_alike(one: &Cell, other: &Cell) -> bool {
    let both_blank = is_blank(one) && is_blank(other) && one.bg == other.bg;
    both_blank || one == other
}

/// The sort key of cells, which brings cells of the same colors together. Either color of a picture
/// can be its foreground.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Colors {
    back: u32,
    attributes: u16,
    front: u32,
}

impl Colors {
    fn of(cell: &Cell) -> Self {
        let style = CellStyle::of(cell);
        let mut colors = [style.back, style.front].map(number);
        if style.can_be_swapped() && cell.symbol().chars().next().and_then(complement).is_some() {
            colors.sort_unstable();
        }
        // Most blanks are written on the way to another cell of the same background, so they come
        // last.
        let (attributes, front) = if is_blank(cell) {
            (u16::MAX, u32::MAX)
        } else {
            (style.attributes.bits(), colors[1])
        };
        Self {
            back: colors[0],
            attributes,
            front,
        }
    }
}

/// A number that is different for each color.
fn number(color: Color) -> u32 {
    if let Color::Rgb(red, green, blue) = color {
        u32::from_be_bytes([1, red, green, blue])
    } else if let Color::Indexed(index) = color {
        u32::from_be_bytes([0, 1, 0, index])
    } else {
        code(color).into()
    }
}

/// Moves the cursor to a column and a row, unless the last character left it there. From beyond the
/// last column only an absolute movement is safe.
fn go(shown: &Shown, here: Option<(u16, u16)>, (x, y): (u16, u16), text: &mut String) {
    let told = format!("\u{1b}[{};{}H", u32::from(y) + 1, u32::from(x) + 1);
    let known = here.filter(|it| it.1 <= y && shown.knows(*it));
    let way = known.map(|(from, row)| {
        let down = steps(y - row, 'B');
        match x.checked_sub(from) {
            Some(columns) => down + &steps(columns, 'C'),
            None if from - x <= BACKSPACES_MAX => down + &"\u{8}".repeat((from - x).into()),
            None => down + &steps(from - x, 'D'),
        }
    });
    let way = way.filter(|it| it.len() < told.len());
    text.push_str(&way.unwrap_or(told));
}

/// The sequence that moves the cursor so many steps in a direction.
fn steps(count: u16, direction: char) -> String {
    match count {
        0 => String::new(),
        1 => format!("\u{1b}[{direction}"),
        more => format!("\u{1b}[{more}{direction}"),
    }
}

/// Moves on by writing the cells in between, if that is shorter than a cursor movement: those
/// that have to be written anyway and a few unchanged ones. Returns whether it did.
fn walk(
    frame: &mut Unwritten<'_>,
    style: CellStyle,
    here: Option<(u16, u16)>,
    (x, y): (u16, u16),
    text: &mut String,
) -> bool {
    let Some(start) = here.filter(|it| it.1 == y && it.0 < x) else {
        return false;
    };
    let is_as_written = |cell: &&Cell| {
        cell.symbol().len() == 1 && (style.blanks(cell) || CellStyle::of(cell) == style)
    };
    let places = || (start.0..x).map(|x| (x, y));
    let again = places().filter(|it| !frame.left.has(*it)).count();
    let between: Vec<&Cell> = places()
        .map_while(|it| frame.shown.get(it).filter(is_as_written))
        .collect();
    let is_whole = again <= AGAIN_MAX && between.len() == usize::from(x - start.0);
    if is_whole {
        text.extend(between.iter().map(|it| it.symbol()));
        for it in places() {
            frame.left.remove(it);
        }
    }
    is_whole
}

/// Writes the blanks that come next and have to be written anyway; returns the cursor's new
/// position.
fn go_on_over_blanks(
    frame: &mut Unwritten<'_>,
    style: CellStyle,
    mut here: (u16, u16),
    text: &mut String,
) -> (u16, u16) {
    let fits = |it: &Cell| style.blanks(it);
    while frame.shown.get(here).is_some_and(fits) && frame.left.remove(here) {
        text.push(' ');
        here.0 = here.0.saturating_add(1);
    }
    here
}

#[cfg(test)]
mod tests;
