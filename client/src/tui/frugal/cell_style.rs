//! The colors and attributes that a terminal writes with, and the shortest sequences that change them.
//!
//! Called by the writer of frames.

use std::borrow::Cow;

use ratatui::buffer::Cell;
use ratatui::style::{Color, Modifier};

use crate::graphics::raster::complement;

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

/// The colors and attributes that the terminal writes with at the moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CellStyle {
    pub(super) front: Color,
    pub(super) back: Color,
    pub(super) attributes: Modifier,
}

impl CellStyle {
    pub(super) fn of(cell: &Cell) -> Self {
        Self {
            front: cell.fg,
            back: cell.bg,
            attributes: cell.modifier,
        }
    }

    /// Sets the colors and attributes of a cell, and returns the character to write with them.
    pub(super) fn take<'a>(&mut self, cell: &'a Cell, text: &mut String) -> Cow<'a, str> {
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

    /// Whether the cell is a blank that looks the same when a space is written in this style.
    pub(super) fn blanks(self, cell: &Cell) -> bool {
        is_blank(cell) && NOT_ON_BLANKS.contains(self.attributes) && cell.bg == self.back
    }

    /// Whether foreground and background can be exchanged; not with the default colors and those
    /// that bold changes.
    pub(super) fn can_be_swapped(self) -> bool {
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
pub(super) fn code(color: Color) -> u8 {
    let named = NAMED.iter().find(|(it, _)| *it == color);
    named.map_or(OWN, |(_, code)| *code)
}

/// Whether nothing of a cell is seen but its background.
pub(super) fn is_blank(cell: &Cell) -> bool {
    cell.symbol() == " " && NOT_ON_BLANKS.contains(cell.modifier)
}
