//! A screen as an SVG picture, with one rectangle for each run of a background color and one for
//! each part of a block character.
//!
//! Called by `dicehall replay --svg`, for the card of a result, and by the tests that draw every screen. Block characters become rectangles, so that
//! the picture is the same with every font.

use std::collections::BTreeMap;

use ratatui::backend::{Backend, TestBackend};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Size;
use ratatui::style::Modifier;
use ratatui::{Frame, Terminal};
use unicode_width::UnicodeWidthStr;

use super::palette::{DARK, Rgb, rgb_of};

/// The width of a cell, in pixels.
const WIDTH: u16 = 10;
/// The height of a cell, in pixels.
const HEIGHT: u16 = 20;
/// The distance from the top of a cell to the base line of its text, in pixels.
const BASELINE: u16 = 15;

/// The cells of a screen of this size that is drawn in no terminal.
pub fn cells(
    size: Size,
    draw: impl FnOnce(&mut Frame<'_>),
) -> Result<Buffer, <TestBackend as Backend>::Error> {
    let mut terminal = Terminal::new(TestBackend::new(size.width, size.height))?;
    terminal.draw(draw)?;
    Ok(terminal.backend().buffer().clone())
}

/// The picture of a screen.
pub fn picture(buffer: &Buffer) -> String {
    wrap(buffer.area.as_size(), &frame(buffer))
}

/// A document around the content of pictures of screens of one size.
pub fn wrap(size: Size, content: &str) -> String {
    let (width, height) = (size.width * WIDTH, size.height * HEIGHT);
    let around = format!("viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\"");
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" {around}>\n{content}</svg>\n")
}

/// The content of the picture of a screen: backgrounds, over them the blocks, then the texts.
pub fn frame(buffer: &Buffer) -> String {
    let (mut grounds, mut blocks) = (Shapes::default(), Shapes::default());
    let mut texts = String::new();
    let area = buffer.area;
    for y in 0..area.height {
        let mut x = 0;
        while x < area.width {
            let ground = ground(buffer, (x, y));
            let same = (x..area.width).take_while(|it| self::ground(buffer, (*it, y)) == ground);
            let run = u16::try_from(same.count()).unwrap_or(1);
            grounds.add(ground, [x * WIDTH, y * HEIGHT, run * WIDTH, HEIGHT]);
            x += run;
        }
        for x in 0..area.width {
            let cell = &buffer[(x, y)];
            let corner = (x * WIDTH, y * HEIGHT);
            match block_parts(cell.symbol()) {
                Some(parts) => {
                    for [left, top, width, height] in parts {
                        let place = [corner.0 + left, corner.1 + top, width, height];
                        blocks.add(colors(cell)[0], place);
                    }
                }
                None => texts.push_str(&character(cell, corner)),
            }
        }
    }
    format!(
        "<g shape-rendering=\"crispEdges\">\n{}{}</g>\n<g font-family=\"DejaVu Sans Mono, monospace\" \
         font-size=\"16.6\">\n{texts}</g>\n",
        grounds.paths(),
        blocks.paths()
    )
}

/// The background of a cell; for the second half of a wide character that of the first half.
fn ground(buffer: &Buffer, (x, y): (u16, u16)) -> Rgb {
    let before = x.checked_sub(1).map(|it| &buffer[(it, y)]);
    let wide = before.filter(|it| it.symbol().width() > 1);
    colors(wide.unwrap_or(&buffer[(x, y)]))[1]
}

/// Rectangles by their color.
#[derive(Default)]
struct Shapes(BTreeMap<Rgb, String>);

impl Shapes {
    fn add(&mut self, color: Rgb, [x, y, width, height]: [u16; 4]) {
        let path = self.0.entry(color).or_default();
        path.extend([format!("M{x} {y}h{width}v{height}h-{width}z")]);
    }

    fn paths(&self) -> String {
        let path = |(color, path): (&Rgb, &String)| {
            format!("<path fill=\"{}\" d=\"{path}\"/>\n", hexadecimal(*color))
        };
        self.0.iter().map(path).collect()
    }
}

fn character(cell: &Cell, (x, y): (u16, u16)) -> String {
    let symbol = cell.symbol();
    if symbol.trim().is_empty() {
        return String::new();
    }
    let weight = if cell.modifier.contains(Modifier::BOLD) {
        " font-weight=\"bold\""
    } else {
        ""
    };
    let escaped = symbol
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    let fill = hexadecimal(colors(cell)[0]);
    let y = y + BASELINE;
    format!("<text x=\"{x}\" y=\"{y}\" fill=\"{fill}\"{weight}>{escaped}</text>\n")
}

/// The rectangles of a block character, in pixels from the cell's corner: left, top, width, height.
/// `None` for other characters.
fn block_parts(symbol: &str) -> Option<Vec<[u16; 4]>> {
    const QUADRANTS: &str = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█";
    let character = symbol.chars().next()?;
    let eighth = u32::from(character).wrapping_sub(0x2581);
    if let Some(mask) = QUADRANTS.chars().position(|it| it == character) {
        return Some(parts(mask, 2));
    }
    if let Ok(height @ 0..8) = u16::try_from(eighth) {
        let height = (height + 1) * HEIGHT / 8;
        return Some(vec![[0, HEIGHT - height, WIDTH, height]]);
    }
    let sextant = usize::try_from(u32::from(character).wrapping_sub(0x1FB00)).ok()?;
    // The Unicode block of sextants leaves out the half blocks and the blank.
    let mask = sextant + 1;
    let mask = mask + usize::from(mask >= 0b01_01_01);
    let mask = mask + usize::from(mask >= 0b10_10_10);
    (mask < 63).then(|| parts(mask, 3))
}

fn parts(mask: usize, rows: u16) -> Vec<[u16; 4]> {
    let set = (0..rows * 2).filter(|it| mask >> it & 1 == 1);
    let top = |row: u16| row * HEIGHT / rows;
    set.map(|it| {
        let (row, column) = (it / 2, it % 2);
        [
            column * WIDTH / 2,
            top(row),
            WIDTH / 2,
            top(row + 1) - top(row),
        ]
    })
    .collect()
}

/// The colors of a cell's character and background.
fn colors(cell: &Cell) -> [Rgb; 2] {
    let front = rgb_of(cell.fg).unwrap_or(DARK.text);
    let back = rgb_of(cell.bg).unwrap_or(DARK.ground);
    let front = if cell.modifier.contains(Modifier::DIM) {
        front.mix(back, 50)
    } else {
        front
    };
    if cell.modifier.contains(Modifier::REVERSED) {
        [back, front]
    } else {
        [front, back]
    }
}

fn hexadecimal(Rgb(red, green, blue): Rgb) -> String {
    format!("#{red:02X}{green:02X}{blue:02X}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wide_character_stands_on_one_ground() {
        let mut buffer = Buffer::empty(ratatui::layout::Rect::new(0, 0, 4, 1));
        let style = ratatui::style::Style::new().bg(ratatui::style::Color::Rgb(1, 2, 3));
        buffer.set_string(0, 0, "世", style);
        let grounds = (0..4).map(|x| ground(&buffer, (x, 0)) == Rgb(1, 2, 3));
        assert_eq!(grounds.collect::<Vec<_>>(), [true, true, false, false]);
    }

    #[test]
    fn block_characters_become_rectangles() {
        assert_eq!(block_parts("▀"), Some(vec![[0, 0, 5, 10], [5, 0, 5, 10]]));
        assert_eq!(block_parts("▁"), Some(vec![[0, 18, 10, 2]]));
        assert_eq!(block_parts("🬀"), Some(vec![[0, 0, 5, 6]]));
        assert_eq!(block_parts("🬞"), Some(vec![[5, 13, 5, 7]]));
        assert_eq!(block_parts("x"), None);
    }
}
