//! The label of a territory in a picture: owner, number of dice, and winning probability.
//!
//! Called by the pictures of hexes and of maps. The label under the cursor is reversed, so that it
//! is recognized without colors; not where the territory already has a ring.

use ratatui::style::{Modifier, Style};

use super::shades::Shades;
use super::tile::{DANGER, Marked, Note, Tile, odds_color};
use crate::graphics::canvas::{Canvas, int};
use crate::graphics::figures::{NUMERAL_HEIGHT, NUMERAL_WIDTH, is_numeral, write_number};
use crate::graphics::palette::{DARK, INK};
use crate::graphics::theme::Look;

/// The room for a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelRoom {
    /// One row; the tens of the probability go into another row above it.
    OneRow,
    /// A row for the dice, and one below it for the probability or the pips.
    TwoRows,
    /// Large numerals, and a row below them for the rest.
    Numeral {
        /// The columns of a numeral's pixel.
        zoom: i32,
        /// The distance from the middle of the numerals to the row below, in half rows.
        below: i32,
    },
}

impl LabelRoom {
    /// The row below owner and dice of a label around a point, and the column at which a text of this width begins there.
    pub fn below(self, (x, y): (f32, f32), width: usize) -> (i32, i32) {
        let row = match self {
            Self::OneRow | Self::TwoRows => round(y / 2.0 - 0.75) + 1,
            Self::Numeral { below, .. } => floor(y / 2.0 + float(below) / 2.0),
        };
        (left_of(x, int(width)), row)
    }
}

/// The properties that all labels of a picture share.
#[derive(Clone, Copy, Debug)]
pub struct Labels {
    /// The abilities of the terminal, and the language.
    pub look: Look,
    /// The room for each label.
    pub room: LabelRoom,
    /// The marked territories.
    pub marked: Marked,
    /// Whether dice are shown as pips where no probability is shown.
    pub has_pips: bool,
}

/// A territory that gets a label.
#[derive(Clone, Copy, Debug)]
pub struct Labeled<'a> {
    /// Its number.
    pub index: usize,
    /// The territory as it is drawn.
    pub tile: &'a Tile,
    /// Its colors.
    pub shades: &'a Shades,
    /// Whether there is room for its name.
    pub has_name: bool,
}

impl Labels {
    /// Writes the label of a territory around a point, in columns and half rows.
    pub fn write(&self, canvas: &mut Canvas<'_>, labeled: &Labeled<'_>, (x, y): (f32, f32)) {
        let Labeled {
            index,
            tile,
            shades,
            ..
        } = *labeled;
        let style = self.look.on(shades.text, shades.fill);
        let bold = style.add_modifier(Modifier::BOLD);
        let under_cursor = self.marked.cursor == index && self.marked.shows_cursor;
        let label = if under_cursor && self.marked.ring != Some(index) {
            self.selected()
        } else {
            bold
        };
        let odds = if under_cursor {
            self.selected()
        } else {
            let color = odds_color(&DARK, tile.chance);
            self.look.on(color, INK).add_modifier(Modifier::BOLD)
        };
        match self.room {
            LabelRoom::OneRow => {
                let row = self.dice(canvas, tile, (x, y), label);
                let (text, odds) = match &tile.note {
                    Some(note) => (note.text(), self.noted(note)),
                    None => (tile.odds.trim_end_matches('%').to_owned(), odds),
                };
                let left = left_of(x, int(text.chars().count()));
                write(canvas, (left, row - 1), &text, odds);
            }
            LabelRoom::TwoRows => self.in_rows(canvas, labeled, (x, y), [label, style, odds]),
            LabelRoom::Numeral { .. } if !is_numeral(tile.count) => {
                self.in_rows(canvas, labeled, (x, y), [label, style, odds]);
            }
            LabelRoom::Numeral { zoom, below } => {
                let left = left_of(x, NUMERAL_WIDTH * zoom);
                let top = round(y - float(NUMERAL_HEIGHT * zoom) / 2.0);
                write_number(canvas, (left, top), &tile.count.to_string(), style, zoom);
                canvas.put(left - 2, floor(y / 2.0), tile.glyph, label);
                let right = left + NUMERAL_WIDTH * zoom;
                self.danger(canvas, tile, (right + 1, floor(y / 2.0)));
                let row = floor(y / 2.0 + float(below) / 2.0);
                let (text, style) = self.below(labeled, style, odds);
                write_around(canvas, x, row, &text, style);
            }
        }
    }

    /// Writes owner and dice in one row, and the rest below it, in the styles of the label, the rest and the odds.
    fn in_rows(
        &self,
        canvas: &mut Canvas<'_>,
        labeled: &Labeled<'_>,
        (x, y): (f32, f32),
        [label, style, odds]: [Style; 3],
    ) {
        let row = self.dice(canvas, labeled.tile, (x, y), label);
        let (text, style) = self.below(labeled, style, odds);
        write_around(canvas, x, row + 1, &text, style);
    }

    /// Writes owner and dice in one row, with a mark if the territory is endangered; returns the
    /// row.
    fn dice(&self, canvas: &mut Canvas<'_>, tile: &Tile, (x, y): (f32, f32), style: Style) -> i32 {
        let text = format!("{}{}", tile.glyph, tile.count);
        let width = int(text.chars().count());
        let (left, row) = (left_of(x, width), round(y / 2.0 - 0.75));
        write(canvas, (left, row), &text, style);
        self.danger(canvas, tile, (left + width, row));
        row
    }

    /// Writes the mark of an endangered territory.
    fn danger(&self, canvas: &mut Canvas<'_>, tile: &Tile, (column, row): (i32, i32)) {
        if tile.is_in_danger {
            let style = self.look.on(DARK.bad, INK).add_modifier(Modifier::BOLD);
            canvas.put(column, row, DANGER, style);
        }
    }

    /// The words about what has happened, the winning probability, the name or the pips, each in its style; an empty text if
    /// there is none of them.
    fn below(&self, labeled: &Labeled<'_>, style: Style, odds: Style) -> (String, Style) {
        let tile = labeled.tile;
        /// The most pips that are drawn; more would be hard to count, and the numeral tells the number.
        const PIPS_MAX: u8 = 5;
        if let Some(note) = &tile.note {
            return (format!(" {} ", note.text()), self.noted(note));
        }
        if !tile.odds.is_empty() {
            return (format!(" {} ", tile.odds), odds);
        }
        if labeled.has_name {
            return (tile.name.clone(), style);
        }
        let pips = if self.has_pips { tile.pips } else { 0 };
        let pip = self.look.symbols().pip;
        (pip.repeat(pips.min(PIPS_MAX).into()), style)
    }

    /// The style of words about what has happened: new dice in the color of what one may do.
    fn noted(&self, note: &Note) -> Style {
        match note {
            Note::NewDice(_) => self.look.turn(),
            Note::Turning(_) => self.selected(),
        }
    }

    fn selected(&self) -> Style {
        let palette = self.look.palette();
        self.look
            .on(palette.on_glow, palette.glow)
            .add_modifier(Modifier::BOLD)
    }
}

/// Writes a text including its spaces, which cover what is below.
fn write(canvas: &mut Canvas<'_>, (left, row): (i32, i32), text: &str, style: Style) {
    for (column, character) in (left..).zip(text.chars()) {
        canvas.put(column, row, character.encode_utf8(&mut [0; 4]), style);
    }
}

/// Writes a text whose middle is at `x`.
fn write_around(canvas: &mut Canvas<'_>, x: f32, row: i32, text: &str, style: Style) {
    let left = left_of(x, int(text.chars().count()));
    write(canvas, (left, row), text, style);
}

/// The column at which a text of this width begins if its middle is at `x`; between two columns the
/// left one.
fn left_of(x: f32, width: i32) -> i32 {
    floor(x - float(width) / 2.0 + 0.25)
}

/// A small whole number as a length.
#[expect(
    clippy::cast_precision_loss,
    clippy::as_conversions,
    reason = "boards are a few hundred columns wide"
)]
pub const fn float(number: i32) -> f32 {
    number as f32
}

/// The largest whole number that is not above a length.
#[expect(
    clippy::cast_possible_truncation,
    clippy::as_conversions,
    reason = "boards are a few hundred columns wide"
)]
pub const fn floor(length: f32) -> i32 {
    // Boards call this a hundred thousand times per frame, and `f32::floor` is a function call on
    // some processors.
    let cut = length as i32;
    if float(cut) > length {
        cut.saturating_sub(1)
    } else {
        cut
    }
}

/// The whole number nearest to a length.
pub const fn round(length: f32) -> i32 {
    floor(length + 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_part_is_that_of_the_standard_library() {
        for step in -4_000_i32..4_000 {
            let length = float(step) / 16.0;
            assert_eq!(floor(length).to_string(), format!("{:.0}", length.floor()));
        }
    }
}
