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

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::io::{self, BufWriter, Write};

use ratatui::backend::{Backend, ClearType, CrosstermBackend, WindowSize};
use ratatui::buffer::Cell;
use ratatui::layout::{Position, Size};
use ratatui::style::{Color, Modifier};
use unicode_width::UnicodeWidthStr;

use crate::graphics::raster::complement;
use crate::tui::terminal;

/// The bytes of a frame that are collected before they are written; a whole screen of 200x60 has fewer.
const FRAME_BYTES: usize = 256 * 1024;
/// Where a frame begins and ends, for a terminal that shows it at once (mode 2026).
const FRAME_BEGINS: &[u8] = b"\x1b[?2026h";
const FRAME_ENDS: &[u8] = b"\x1b[?2026l";
/// The most unchanged cells that are written again rather than skipped: each costs one byte, and a
/// cursor movement three or four.
const AGAIN_MAX: usize = 3;
/// The most columns that the cursor goes back by backspaces, one byte each; a cursor movement takes
/// four.
const BACKSPACES_MAX: u16 = 3;
/// The attributes that are invisible on a blank.
const NOT_ON_BLANKS: Modifier = Modifier::BOLD
    .union(Modifier::DIM)
    .union(Modifier::ITALIC)
    .union(Modifier::HIDDEN);
/// The attributes, each with the SGR codes that turn it on and off.
const ATTRIBUTES: [(Modifier, u8, u8); 9] = [
    (Modifier::BOLD, 1, 22),
    (Modifier::DIM, 2, 22),
    (Modifier::ITALIC, 3, 23),
    (Modifier::UNDERLINED, 4, 24),
    (Modifier::SLOW_BLINK, 5, 25),
    (Modifier::RAPID_BLINK, 6, 25),
    (Modifier::REVERSED, 7, 27),
    (Modifier::HIDDEN, 8, 28),
    (Modifier::CROSSED_OUT, 9, 29),
];

/// The offset of the default color from a base code (30 or 40).
const OWN: u8 = 9;
/// The offsets of the named colors from a base code (30 or 40).
const NAMED: [(Color, u8); 16] = [
    (Color::Black, 0),
    (Color::Red, 1),
    (Color::Green, 2),
    (Color::Yellow, 3),
    (Color::Blue, 4),
    (Color::Magenta, 5),
    (Color::Cyan, 6),
    (Color::Gray, 7),
    (Color::DarkGray, 60),
    (Color::LightRed, 61),
    (Color::LightGreen, 62),
    (Color::LightYellow, 63),
    (Color::LightBlue, 64),
    (Color::LightMagenta, 65),
    (Color::LightCyan, 66),
    (Color::White, 67),
];

/// A terminal backend that writes few bytes.
#[derive(Debug)]
pub(super) struct FrugalBackend<W: Write> {
    inner: CrosstermBackend<BufWriter<W>>,
    shown: Shown,
    /// Whether the terminal shows a frame at once when it is told where frames begin and end.
    synchronizes: bool,
    /// Whether a frame has begun.
    is_in_frame: bool,
    /// Whether the cursor is shown; `None` if unknown.
    has_cursor: Option<bool>,
}

impl<W: Write> FrugalBackend<W> {
    /// A backend that writes to an output.
    pub(super) fn new(output: W, synchronizes: bool) -> Self {
        let output = BufWriter::with_capacity(FRAME_BYTES, output);
        Self {
            inner: CrosstermBackend::new(output),
            shown: Shown::new(),
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

impl<W: Write> Backend for FrugalBackend<W> {
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
        terminal::size()
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

/// The cells that the terminal shows, by column and row, where they are known.
type Shown = HashMap<(u16, u16), Cell>;

/// The bytes that make the terminal show the cells of a frame.
fn encode<'a>(shown: &mut Shown, cells: impl Iterator<Item = (u16, u16, &'a Cell)>) -> String {
    let mut changed = Vec::new();
    for (x, y, cell) in cells {
        let before = shown.insert((x, y), cell.clone());
        if before.is_none_or(|it| !looks_alike(&it, cell)) {
            changed.push(((x, y), cell));
        }
        if cell.symbol().width() > 1 {
            shown.remove(&(x.saturating_add(1), y));
        }
    }
    let by_place = written(shown, &changed);
    changed.sort_by_key(|((x, y), cell)| (Colors::of(cell), *y, *x));
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
    let mut pen = Pen::default();
    let mut here = None;
    let mut left: HashSet<(u16, u16)> = cells.iter().map(|it| it.0).collect();
    for (place, cell) in cells {
        if !left.remove(place) {
            continue;
        }
        if !pen.walk((shown, &mut left), (here, *place), &mut text) {
            go(shown, here, *place, &mut text);
        }
        let symbol = pen.take(cell, &mut text);
        text.push_str(&symbol);
        // After a character wider than a column the position is set anew, because terminals may
        // count its width differently.
        let next = (symbol.width() == 1).then_some((place.0.saturating_add(1), place.1));
        here = next.map(|it| pen.go_on_over_blanks((shown, &mut left), it, &mut text));
    }
    if pen != Pen::default() {
        text.push_str("\u{1b}[0m");
    }
    text
}

/// Whether two cells look the same: the foreground of a blank does not count.
fn looks_alike(one: &Cell, other: &Cell) -> bool {
    let both_blank = is_blank(one) && is_blank(other) && one.bg == other.bg;
    both_blank || one == other
}

fn is_blank(cell: &Cell) -> bool {
    cell.symbol() == " " && NOT_ON_BLANKS.contains(cell.modifier)
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
        let pen = Pen::of(cell);
        let mut colors = [pen.back, pen.front].map(number);
        if pen.can_be_swapped() && cell.symbol().chars().next().and_then(complement).is_some() {
            colors.sort_unstable();
        }
        // Most blanks are written on the way to another cell of the same background, so they come
        // last.
        let (attributes, front) = if is_blank(cell) {
            (u16::MAX, u32::MAX)
        } else {
            (pen.attributes.bits(), colors[1])
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
    let known = here.filter(|it| it.1 <= y && shown.contains_key(it));
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

/// The colors and attributes that the terminal writes with at the moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Pen {
    front: Color,
    back: Color,
    attributes: Modifier,
}

impl Pen {
    fn of(cell: &Cell) -> Self {
        Self {
            front: cell.fg,
            back: cell.bg,
            attributes: cell.modifier,
        }
    }

    /// Sets the colors and attributes of a cell, and returns the character to write with them.
    fn take<'a>(&mut self, cell: &'a Cell, text: &mut String) -> Cow<'a, str> {
        let wanted = Self::of(cell);
        if is_blank(cell) && NOT_ON_BLANKS.contains(self.attributes) {
            let back = cell.bg;
            self.change(Self { back, ..*self }, text);
            return Cow::Borrowed(cell.symbol());
        }
        let swapped = Self {
            front: cell.bg,
            back: cell.fg,
            ..wanted
        };
        let is_cheaper = self.missing(swapped) < self.missing(wanted);
        if swapped.can_be_swapped()
            && is_cheaper
            && let Some(other) = cell.symbol().chars().next().and_then(complement)
        {
            self.change(swapped, text);
            return Cow::Owned(other.to_string());
        }
        self.change(wanted, text);
        Cow::Borrowed(cell.symbol())
    }

    /// Moves on by writing the cells in between, if that is shorter than a cursor movement: those
    /// that have to be written anyway and a few unchanged ones. Returns whether it did.
    fn walk(
        self,
        (shown, left): (&Shown, &mut HashSet<(u16, u16)>),
        (here, (x, y)): (Option<(u16, u16)>, (u16, u16)),
        text: &mut String,
    ) -> bool {
        let Some(start) = here.filter(|it| it.1 == y && it.0 < x) else {
            return false;
        };
        let is_plain = NOT_ON_BLANKS.contains(self.attributes);
        let is_as_written = |cell: &&Cell| {
            let blank = is_blank(cell) && is_plain && cell.bg == self.back;
            cell.symbol().len() == 1 && (blank || Self::of(cell) == self)
        };
        let places = || (start.0..x).map(|x| (x, y));
        let again = places().filter(|it| !left.contains(it)).count();
        let between: Vec<&Cell> = places()
            .map_while(|it| shown.get(&it).filter(is_as_written))
            .collect();
        let is_whole = again <= AGAIN_MAX && between.len() == usize::from(x - start.0);
        if is_whole {
            text.extend(between.iter().map(|it| it.symbol()));
            for it in places() {
                left.remove(&it);
            }
        }
        is_whole
    }

    /// Writes the blanks that come next and have to be written anyway; returns the cursor's new
    /// position.
    fn go_on_over_blanks(
        self,
        (shown, left): (&Shown, &mut HashSet<(u16, u16)>),
        mut here: (u16, u16),
        text: &mut String,
    ) -> (u16, u16) {
        let is_plain = NOT_ON_BLANKS.contains(self.attributes);
        let fits = |it: &Cell| is_blank(it) && is_plain && it.bg == self.back;
        while shown.get(&here).is_some_and(fits) && left.remove(&here) {
            text.push(' ');
            here.0 = here.0.saturating_add(1);
        }
        here
    }

    /// Whether foreground and background can be exchanged; not with the default colors and those
    /// that bold changes.
    fn can_be_swapped(self) -> bool {
        let is_exact = |it| matches!(it, Color::Rgb(..) | Color::Indexed(16..));
        is_exact(self.front) && is_exact(self.back) && self.attributes.is_empty()
    }

    /// The number of colors that have to be set.
    fn missing(self, wanted: Self) -> u8 {
        u8::from(self.front != wanted.front) + u8::from(self.back != wanted.back)
    }

    /// Writes the sequence that changes these colors and attributes into others.
    fn change(&mut self, wanted: Self, text: &mut String) {
        let mut codes = Vec::new();
        self.change_attributes(wanted.attributes, &mut codes);
        if self.front != wanted.front {
            codes.push(color(wanted.front, 30));
        }
        if self.back != wanted.back {
            codes.push(color(wanted.back, 40));
        }
        if !codes.is_empty() {
            text.push_str("\u{1b}[");
            text.push_str(&codes.join(";"));
            text.push('m');
        }
        *self = wanted;
    }

    fn change_attributes(self, wanted: Modifier, codes: &mut Vec<String>) {
        let gone = self.attributes.difference(wanted);
        let mut on = self.attributes;
        for (attribute, _, code) in ATTRIBUTES {
            if gone.contains(attribute) && on.contains(attribute) {
                codes.push(code.to_string());
                // The code that turns one attribute off also turns off the others that share it.
                let also = ATTRIBUTES.iter().filter(|it| it.2 == code);
                on = also.fold(on, |on, it| on.difference(it.0));
            }
        }
        let missing = wanted.difference(on);
        let set = ATTRIBUTES.iter().filter(|it| missing.contains(it.0));
        codes.extend(set.map(|it| it.1.to_string()));
    }
}

/// The SGR parameters of a color; foreground codes begin at 30, background codes at 40.
fn color(color: Color, from: u8) -> String {
    if let Color::Rgb(red, green, blue) = color {
        format!("{};2;{red};{green};{blue}", from + 8)
    } else if let Color::Indexed(index) = color {
        format!("{};5;{index}", from + 8)
    } else {
        (from + code(color)).to_string()
    }
}

/// The offset of a named color from the base code.
fn code(color: Color) -> u8 {
    let named = NAMED.iter().find(|(it, _)| *it == color);
    named.map_or(OWN, |(_, code)| *code)
}

#[cfg(test)]
mod tests;
