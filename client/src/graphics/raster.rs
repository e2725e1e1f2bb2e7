//! Pictures made of cells: a scene is sampled, and each cell gets the character and the two colors
//! that are nearest to it.
//!
//! Called by the boards. A pixel is one column wide and half a row high, which is square in most
//! fonts. A cell can have two colors; if its samples have more, the two with the least distance to
//! all samples are chosen, and each part of the cell takes the color nearest to most of its
//! samples.

use ratatui::layout::Rect;
use ratatui::style::{Color, Style};

use super::canvas::Canvas;
use super::palette::{ColorLevel, Rgb};
use super::parts::Parts;

/// The number of samples across a column.
pub const SAMPLES_PER_COLUMN: usize = 4;
/// The number of samples down half a row.
pub const SAMPLES_PER_HALF_ROW: usize = 3;
/// The number of samples across a cell, and below it down a cell; divisible by all kinds of parts.
const ACROSS: usize = SAMPLES_PER_COLUMN;
const DOWN: usize = 2 * SAMPLES_PER_HALF_ROW;
const SAMPLES: usize = ACROSS * DOWN;
/// The most colors of one cell that are distinguished.
const COLORS_MAX: usize = 6;

/// A color of a scene, and its importance in a cell with several colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paint {
    /// The color.
    pub color: Rgb,
    /// The importance in tenths: 10 for a surface, more for a thin line.
    pub weight: i32,
}

impl Paint {
    /// The paint of a surface.
    pub const fn fill(color: Rgb) -> Self {
        Self { color, weight: 10 }
    }

    /// The paint of a line or small figure, which is more important than its surroundings.
    pub const fn line(color: Rgb) -> Self {
        Self { color, weight: 13 }
    }

    /// The paint of the selection, which is most important.
    pub const fn glow(color: Rgb) -> Self {
        Self { color, weight: 16 }
    }
}

/// The abilities of the terminal that pixels need.
#[derive(Clone, Copy, Debug)]
pub struct Pixels {
    /// The number of colors.
    pub colors: ColorLevel,
    /// The parts of a cell.
    pub parts: Parts,
}

/// Draws a scene into a part of an area. `scene` gives the paint at a point, in pixels from the
/// area's corner.
pub fn draw(
    canvas: &mut Canvas<'_>,
    pixels: Pixels,
    area: Rect,
    part: Rect,
    scene: impl Fn(f32, f32) -> Paint,
) {
    let Pixels { colors, parts } = pixels;
    let part = part.intersection(area);
    for row in part.top() - area.y..part.bottom() - area.y {
        for column in part.left() - area.x..part.right() - area.x {
            let samples = sample(column, row, &scene);
            let (mut mask, pair) = cell(&samples, parts);
            let [mut front, mut back] = pair.map(|it| it.shown(colors));
            // The terminal's default color can only be a background.
            if front == Color::Reset && back != front {
                (mask, front, back) = (!mask, back, front);
            }
            let style = Style::new().fg(front).bg(back);
            let (x, y) = (i32::from(area.x + column), i32::from(area.y + row));
            let symbol = character(mask, parts);
            canvas.put(x, y, symbol.encode_utf8(&mut [0; 4]), style);
        }
    }
}

/// The paints of a cell's samples.
fn sample(column: u16, row: u16, scene: &impl Fn(f32, f32) -> Paint) -> [Paint; SAMPLES] {
    // Most cells are inside of a surface: if these few samples are the same, all are.
    const FEW: [usize; 5] = [0, 3, 14, 20, 23];
    let at = |at: usize| {
        let x = f32::from(column) + (small(at % ACROSS) + 0.5) / small(ACROSS);
        let y = 2.0 * (f32::from(row) + (small(at / ACROSS) + 0.5) / small(DOWN));
        scene(x, y)
    };
    let first = at(0);
    let mut samples = [first; SAMPLES];
    if FEW.iter().skip(1).any(|it| at(*it) != first) {
        for (index, sample) in samples.iter_mut().enumerate() {
            *sample = at(index);
        }
    }
    samples
}

/// The set parts of a cell as bits, the first part in the lowest bit; then the color of these parts
/// and of the others.
fn cell(samples: &[Paint; SAMPLES], parts: Parts) -> (u8, [Rgb; 2]) {
    let mut paints = [(samples[0], 0); COLORS_MAX];
    let mut count = 0;
    for sample in samples {
        let known = paints[..count].iter().position(|(it, _)| it == sample);
        let at = known.unwrap_or(count.min(COLORS_MAX - 1));
        if known.is_none() && count < COLORS_MAX {
            paints[at].0 = *sample;
            count += 1;
        }
        paints[at].1 += 1;
    }
    let [front, back] = pair(&paints[..count]);
    if front == back {
        return (0, [front, back]);
    }
    let votes = |part: usize| {
        let inside = samples.iter().enumerate();
        let inside = inside.filter(|(at, _)| part_of(*at, parts) == part);
        let sum: i32 = inside
            .map(|(_, it)| {
                let nearer = it.color.distance(front) < it.color.distance(back);
                if nearer { it.weight } else { -it.weight }
            })
            .sum();
        sum > 0
    };
    let count = match parts {
        Parts::Sextants => 6,
        Parts::Quadrants => 4,
        Parts::Halves => 2,
    };
    let mask = (0..count)
        .filter(|it| votes(*it))
        .fold(0_u8, |mask, it| mask | 1 << it);
    (mask, [front, back])
}

/// The two colors with the least weighted distance to all samples, the rarer one first.
fn pair(paints: &[(Paint, i32)]) -> [Rgb; 2] {
    let first = paints.first().map_or(Rgb::default(), |(it, _)| it.color);
    let mut best = ([first; 2], i64::MAX);
    for (at, (one, count)) in paints.iter().enumerate() {
        for (other, others) in &paints[at + 1..] {
            let miss = |it: &(Paint, i32)| {
                let near =
                    it.0.color
                        .distance(one.color)
                        .min(it.0.color.distance(other.color));
                i64::from(near) * i64::from(it.0.weight * it.1)
            };
            let missed: i64 = paints.iter().map(miss).sum();
            if missed < best.1 {
                let rarer_first = if count <= others {
                    [one.color, other.color]
                } else {
                    [other.color, one.color]
                };
                best = (rarer_first, missed);
            }
        }
    }
    best.0
}

/// The part of the cell that a sample is in.
const fn part_of(sample: usize, parts: Parts) -> usize {
    let (column, row) = (sample % ACROSS, sample / ACROSS);
    match parts {
        Parts::Sextants => row / 2 * 2 + column / 2,
        Parts::Quadrants => row / 3 * 2 + column / 2,
        Parts::Halves => row / 3,
    }
}

/// The character with these parts set; the first part is the lowest bit.
fn character(mask: u8, parts: Parts) -> char {
    const QUADRANTS: [char; 16] = [
        ' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█',
    ];
    match (parts, mask & 63) {
        (Parts::Halves, mask) => [' ', '▀', '▄', '█'][usize::from(mask & 3)],
        (Parts::Quadrants, mask) => QUADRANTS[usize::from(mask & 15)],
        (Parts::Sextants, 0) => ' ',
        (Parts::Sextants, 0b01_01_01) => '▌',
        (Parts::Sextants, 0b10_10_10) => '▐',
        (Parts::Sextants, 63..) => '█',
        // The Unicode block of sextants leaves out the four characters above.
        (Parts::Sextants, mask) => {
            let left_out = 1 + u32::from(mask > 0b01_01_01) + u32::from(mask > 0b10_10_10);
            char::from_u32(0x1FB00 + u32::from(mask) - left_out).unwrap_or(' ')
        }
    }
}

/// The character with the opposite parts set, which with swapped colors makes the same picture.
/// `None` for a blank and for characters that are no blocks.
pub fn complement(picture: char) -> Option<char> {
    /// The first and the last sextant; between them each has its opposite at the mirrored position.
    const SEXTANTS: [u32; 2] = [0x1FB00, 0x1FB3B];
    const PAIRS: [[char; 2]; 7] = [
        ['▀', '▄'],
        ['▌', '▐'],
        ['▘', '▟'],
        ['▝', '▙'],
        ['▖', '▜'],
        ['▗', '▛'],
        ['▚', '▞'],
    ];
    let [first, last] = SEXTANTS;
    let code = u32::from(picture);
    if (first..=last).contains(&code) {
        return char::from_u32(first + last - code);
    }
    let pair = PAIRS.iter().find(|it| it.contains(&picture))?;
    pair.iter().copied().find(|it| *it != picture)
}

/// A small count as a length.
fn small(count: usize) -> f32 {
    f32::from(u8::try_from(count).unwrap_or(u8::MAX))
}

#[cfg(test)]
mod tests {
    use ratatui::buffer::Buffer;

    use super::*;

    const ONE: Paint = Paint::fill(Rgb(250, 0, 0));
    const OTHER: Paint = Paint::fill(Rgb(0, 0, 250));

    #[track_caller]
    fn check(parts: Parts, scene: impl Fn(f32, f32) -> bool, expect: &str) {
        let area = Rect::new(0, 0, 3, 2);
        let mut buffer = Buffer::empty(area);
        let paint = |x, y| if scene(x, y) { ONE } else { OTHER };
        let mut canvas = Canvas::new(area, &mut buffer);
        let pixels = Pixels {
            colors: ColorLevel::default(),
            parts,
        };
        draw(&mut canvas, pixels, area, area, paint);
        let text: Vec<String> = (0..2)
            .map(|y| (0..3).map(|x| buffer[(x, y)].symbol().to_owned()).collect())
            .collect();
        assert_eq!(text.join("/"), expect);
    }

    #[test]
    fn a_slope_is_drawn_with_the_parts_that_there_are() {
        check(Parts::Quadrants, |x, y| x < 0.5 && y < 1.0, "▘  /   ");
        check(Parts::Halves, |_, y| y < 1.0, "▀▀▀/   ");
        check(Parts::Sextants, |x, y| x < 0.5 && y < 0.6, "🬀  /   ");
        check(Parts::Sextants, |x, _| x < 0.5, "▌  /▌  ");
        check(
            Parts::Sextants,
            |x, y| x > 0.5 && x < 1.0 && y > 3.4,
            "   /🬞  ",
        );
    }

    #[test]
    fn of_three_colors_in_a_cell_the_thin_bright_one_stays() {
        let glow = Paint::glow(Rgb(255, 255, 255));
        let near = Paint::fill(Rgb(240, 0, 0));
        let mut samples = [ONE; SAMPLES];
        samples[..8].fill(near);
        samples[20..].fill(glow);
        let (_, colors) = cell(&samples, Parts::Quadrants);
        assert_eq!(colors, [glow.color, ONE.color]);
    }
}
