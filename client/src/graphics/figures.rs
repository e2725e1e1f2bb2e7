//! Figures made of half cells: large numerals, and the faces of dice.
//!
//! Called by boards and panels. A figure is rows of pixels, `#` where a pixel is set; a pixel is
//! one column wide and half a row high.

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::canvas::Canvas;
use super::palette::{DIE, PIP};
use super::theme::{Glyphs, Look};

/// The width of a large numeral, in columns.
pub const NUMERAL_WIDTH: i32 = 3;
/// The height of a large numeral, in half rows.
pub const NUMERAL_HEIGHT: i32 = 5;
/// The width of a die, in columns.
pub const DIE_WIDTH: usize = 7;

const NUMERALS: [(char, &str); 13] = [
    ('0', "####.##.##.####"),
    ('1', "##..#..#..#.###"),
    ('2', "###..#####..###"),
    ('3', "###..####..####"),
    ('4', "#.##.####..#..#"),
    ('5', "####..###..####"),
    ('6', "####..####.####"),
    ('7', "###..#..#..#..#"),
    ('8', "####.#####.####"),
    ('9', "####.####..####"),
    ('%', "#.#..#.#.#..#.#"),
    (':', "....#.....#...."),
    ('+', "....#.###.#...."),
];

const LETTERS: [(char, &str); 7] = [
    ('A', ".##.#..######..##..#"),
    ('C', "#####...#...#...####"),
    ('D', "###.#..##..##..####."),
    ('E', "#####...###.#...####"),
    ('H', "#..##..######..##..#"),
    ('I', "###..#...#...#..###."),
    ('L', "#...#...#...#...####"),
];

/// The program's name in large letters, as three lines.
pub fn wordmark(style: Style) -> [Line<'static>; 3] {
    const WIDTH: usize = 4;
    let set = |letter: char, column: usize, row: usize| {
        let pixels = LETTERS.iter().find(|(it, _)| *it == letter);
        let pixel = pixels.and_then(|(_, it)| it.as_bytes().get(row * WIDTH + column));
        column < WIDTH && pixel == Some(&b'#')
    };
    [0, 1, 2].map(|row| {
        let columns = "DICEHALL".chars().flat_map(|letter| {
            (0..=WIDTH).map(move |column| half([0, 1].map(|it| set(letter, column, 2 * row + it))))
        });
        let line: String = columns
            .map(|it| if it.is_empty() { " " } else { it })
            .collect();
        Line::styled(line, style)
    })
}

/// Writes a number in large numerals. Its upper left pixel is at a column and a half row; each
/// pixel is `zoom` columns wide and `zoom` half rows high.
pub fn write_number(
    canvas: &mut Canvas<'_>,
    (left, top): (i32, i32),
    text: &str,
    (style, zoom): (Style, i32),
) {
    let mut x = left;
    for character in text.chars() {
        let set = |column: i32, row: i32| {
            let (column, row) = (column.div_euclid(zoom), (row - top).div_euclid(zoom));
            is_set(character, column, row)
        };
        for row in top.div_euclid(2)..=(top + NUMERAL_HEIGHT * zoom).div_euclid(2) {
            for column in 0..NUMERAL_WIDTH * zoom {
                let halves = [set(column, 2 * row), set(column, 2 * row + 1)];
                canvas.put(x + column, row, half(halves), style);
            }
        }
        x += (NUMERAL_WIDTH + 1) * zoom;
    }
}

/// A number in large numerals as three lines of text.
pub fn number_lines(text: &str, style: Style) -> [Line<'static>; 3] {
    [0, 1, 2].map(|row| {
        let columns = text.chars().flat_map(|character| {
            (0..=NUMERAL_WIDTH)
                .map(move |column| half([0, 1].map(|it| is_set(character, column, 2 * row + it))))
        });
        let line: String = columns
            .map(|it| if it.is_empty() { " " } else { it })
            .collect();
        Line::styled(line, style)
    })
}

/// The face of a die as four lines of seven columns: cut corners, and an edge below.
pub fn die_lines(look: Look, face: u8, ground: super::palette::Rgb) -> [Span<'static>; 4] {
    let set = |column: usize, row: usize| pips(face).contains(&(column, row));
    [0, 1, 2, 3].map(|line| {
        let mut text = String::new();
        for column in 0..DIE_WIDTH {
            text.push(match [0, 1].map(|it| set(column, 2 * line + it)) {
                _ if line == 3 => '▀',
                [false, false] => ' ',
                [true, false] => '▀',
                [false, true] => '▄',
                [true, true] => '█',
            });
        }
        let style = if line == 3 {
            look.on(DIE, DIE.mix(ground, 45))
        } else {
            look.on(PIP, DIE)
        };
        Span::styled(text, style)
    })
}

/// Whether the terminal can show faces of dice.
pub const fn has_dice(look: Look) -> bool {
    look.has_shades() && !matches!(look.glyphs, Glyphs::Ascii)
}

/// The pips of a face, as columns and half rows of the die.
const fn pips(face: u8) -> &'static [(usize, usize)] {
    match face {
        1 => &[(3, 3)],
        2 => &[(1, 1), (5, 5)],
        3 => &[(1, 1), (3, 3), (5, 5)],
        4 => &[(1, 1), (5, 1), (1, 5), (5, 5)],
        5 => &[(1, 1), (5, 1), (3, 3), (1, 5), (5, 5)],
        6 => &[(1, 1), (5, 1), (1, 3), (5, 3), (1, 5), (5, 5)],
        _ => &[],
    }
}

/// Whether a pixel of a numeral is set.
fn is_set(character: char, column: i32, row: i32) -> bool {
    let inside = (0..NUMERAL_WIDTH).contains(&column) && (0..NUMERAL_HEIGHT).contains(&row);
    let numeral = NUMERALS.iter().find(|(it, _)| *it == character);
    let at = usize::try_from(row * NUMERAL_WIDTH + column);
    match (inside, numeral, at) {
        (true, Some((_, pixels)), Ok(at)) => pixels.as_bytes().get(at) == Some(&b'#'),
        _ => false,
    }
}

/// The character with these halves set, the upper one first; a blank for none.
const fn half(set: [bool; 2]) -> &'static str {
    match set {
        [false, false] => "",
        [true, false] => "▀",
        [false, true] => "▄",
        [true, true] => "█",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_written_in_three_lines() {
        let lines = number_lines("42%", Style::new());
        let text: Vec<String> = lines.iter().map(ToString::to_string).collect();
        assert_eq!(text, ["█ █ ▀▀█ ▀ █ ", "▀▀█ █▀▀ ▄▀  ", "  ▀ ▀▀▀ ▀ ▀ "]);
    }

    #[test]
    fn a_die_has_as_many_pips_as_its_face_says() {
        for face in 1..=6 {
            assert_eq!(pips(face).len(), usize::from(face));
        }
    }
}
