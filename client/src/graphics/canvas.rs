//! A canvas: a part of the buffer that clips drawing at its edges; every board widget draws on one.

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::Style;

use super::theme::Glyphs;

/// A part of the buffer, beyond which nothing is drawn.
pub struct Canvas<'a> {
    area: Rect,
    buffer: &'a mut Buffer,
}

impl<'a> Canvas<'a> {
    /// The part of a buffer that is in an area.
    pub fn new(area: Rect, buffer: &'a mut Buffer) -> Self {
        Self {
            area: area.intersection(buffer.area),
            buffer,
        }
    }

    /// Draws one symbol; an empty one draws nothing. The background stays if the style has none.
    pub fn put(&mut self, x: i32, y: i32, symbol: &str, style: Style) {
        let (Ok(x), Ok(y)) = (u16::try_from(x), u16::try_from(y)) else {
            return;
        };
        if symbol.is_empty() || !self.area.contains((x, y).into()) {
            return;
        }
        if let Some(cell) = self.buffer.cell_mut((x, y)) {
            cell.set_symbol(symbol).set_style(style);
        }
    }

    /// Draws a text; its spaces are transparent.
    pub fn write(&mut self, x: i32, y: i32, text: &str, style: Style) {
        for (offset, character) in (0..).zip(text.chars()) {
            if character != ' ' {
                self.put(x + offset, y, character.encode_utf8(&mut [0; 4]), style);
            }
        }
    }
}

impl std::fmt::Debug for Canvas<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Canvas")
            .field("area", &self.area)
            .finish_non_exhaustive()
    }
}

/// The offset at which a thing of this length is drawn: in the middle if there is room, else
/// scrolled so that the focus is visible.
pub fn slide(length: i32, room: i32, focus: i32) -> i32 {
    if length <= room {
        (room - length) / 2
    } else {
        (room / 2 - focus).clamp(room - length, 0)
    }
}

/// The visible part of a row (given by its left end and its width) in an area.
pub fn visible(area: Rect, (x, y): (i32, i32), width: i32) -> Rect {
    let left = x.max(i32::from(area.left()));
    let right = (x + width).min(i32::from(area.right()));
    let inside = (i32::from(area.top())..i32::from(area.bottom())).contains(&y);
    if !inside || right <= left {
        return Rect::ZERO;
    }
    Rect::new(small(left), small(y), small(right - left), 1)
}

/// The part of an area covered by a thing whose corner is so many columns and rows from the area's
/// corner.
pub fn part_of(area: Rect, (left, top): (i32, i32), size: Size) -> Rect {
    let clip = |from: i32, length: u16, most: u16| {
        let end = (from + i32::from(length)).clamp(0, most.into());
        (small(from.clamp(0, most.into())), small(end))
    };
    let (left, right) = clip(left, size.width, area.width);
    let (top, bottom) = clip(top, size.height, area.height);
    Rect::new(
        area.x + left,
        area.y + top,
        right.saturating_sub(left),
        bottom.saturating_sub(top),
    )
}

/// A rectangle of at most this size in the middle of an area.
pub fn centered(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    }
}

/// A coordinate as the terminal library counts it; negative ones become 0.
pub fn small(coordinate: i32) -> u16 {
    u16::try_from(coordinate.max(0)).unwrap_or(u16::MAX)
}

/// A count as columns or rows: no terminal has more than can be counted so.
pub fn cells(count: usize) -> u16 {
    u16::try_from(count).unwrap_or(u16::MAX)
}

/// A count as a coordinate: whatever is further away is outside of every terminal.
pub fn int(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

/// The characters for a horizontal and a vertical line.
pub const fn lines(glyphs: Glyphs) -> [&'static str; 2] {
    match glyphs {
        Glyphs::Ascii => ["-", "|"],
        Glyphs::Sextants | Glyphs::Quadrants | Glyphs::HalfBlocks => ["─", "│"],
    }
}

/// The character where lines meet, by which of them exist: up, down, left, right.
pub const fn joint(glyphs: Glyphs, sides: [bool; 4]) -> &'static str {
    let ascii = matches!(glyphs, Glyphs::Ascii);
    match sides {
        [true | false, true | false, false, false] if ascii => "|",
        [false, false, true | false, true | false] if ascii => "-",
        _ if ascii => "+",
        [true, true, true, true] => "┼",
        [true, true, true, false] => "┤",
        [true, true, false, true] => "├",
        [true, false, true, true] => "┴",
        [false, true, true, true] => "┬",
        [true, false, true, false] => "┘",
        [true, false, false, true] => "└",
        [false, true, true, false] => "┐",
        [false, true, false, true] => "┌",
        [true | false, true | false, false, false] => "│",
        [false, false, true | false, true | false] => "─",
    }
}
