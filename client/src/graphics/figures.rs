//! Figures made of half cells: large numerals and letters.
//!
//! Called by boards and panels. A figure is rows of pixels, `#` where a pixel is set; a pixel is
//! one column wide and half a row high.

use ratatui::style::Style;
use ratatui::text::Line;

use super::canvas::Canvas;

/// The width of a large numeral, in columns.
pub const NUMERAL_WIDTH: i32 = 3;
/// The height of a large numeral, in half rows.
pub const NUMERAL_HEIGHT: i32 = 5;

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

const LETTERS: [(char, &str); 28] = [
    ('A', ".##.#..######..##..#"),
    ('B', "###.#..####.#..####."),
    ('C', "#####...#...#...####"),
    ('D', "###.#..##..##..####."),
    ('E', "#####...###.#...####"),
    ('F', "#####...###.#...#..."),
    ('G', "#####...#.###..#####"),
    ('H', "#..##..######..##..#"),
    ('I', "###..#...#...#..###."),
    ('J', "..##...#...##..#.##."),
    ('K', "#..##.#.##..#.#.#..#"),
    ('L', "#...#...#...#...####"),
    ('M', "#..######..##..##..#"),
    ('N', "#..###.##.###..##..#"),
    ('O', "#####..##..##..#####"),
    ('P', "#####..######...#..."),
    ('Q', "#####..##..##.######"),
    ('R', "#####..####.#.#.#..#"),
    ('S', "#####...####...#####"),
    ('T', "###..#...#...#...#.."),
    ('U', "#..##..##..##..#####"),
    ('V', "#..##..##..#.##..##."),
    ('W', "#..##..##..######..#"),
    ('X', "#..##..#.##.#..##..#"),
    ('Y', "#..##..######..#.##."),
    ('Z', "####...#.##.#...####"),
    ('-', "........###........."),
    ('+', ".....#..###..#......"),
];

/// The columns of a large letter, without the gap after it.
const LETTER_WIDTH: usize = 4;
/// The height of a large letter, in half rows.
pub const LETTER_HEIGHT: usize = 5;

/// The columns of a text in large letters; `None` if it has a character that is not drawn so large.
pub fn letters_width(text: &str, zoom: usize) -> Option<usize> {
    let can = |it: char| it == ' ' || glyph(it).is_some();
    let count = text.chars().count();
    text.chars()
        .all(can)
        .then(|| (count * (LETTER_WIDTH + 1)).saturating_sub(1) * zoom)
}

/// Lines of a text in large letters, each pixel `zoom` columns wide and `zoom` half rows high, with `above` empty half rows
/// over them.
pub fn letter_lines(text: &str, zoom: usize, above: usize) -> Vec<String> {
    let rows = (above + LETTER_HEIGHT * zoom).div_ceil(2);
    let set = |letter: char, column: usize, half_row: usize| {
        let row = half_row.checked_sub(above).map(|it| it / zoom);
        row.is_some_and(|it| is_inked(letter, column / zoom, it))
    };
    let line = |row: usize| {
        let cells = text.chars().flat_map(|letter| {
            (0..(LETTER_WIDTH + 1) * zoom)
                .map(move |column| half([0, 1].map(|it| set(letter, column, 2 * row + it))))
        });
        cells
            .map(|it| if it.is_empty() { " " } else { it })
            .collect()
    };
    (0..rows).map(line).collect()
}

/// The program's name in large letters, as three lines.
pub fn wordmark(style: Style) -> Vec<Line<'static>> {
    let lines = letter_lines("DICEHALL", 1, 0).into_iter();
    lines.map(|it| Line::styled(it, style)).collect()
}

/// The pixels of a letter or a digit, and how many a row has.
fn glyph(letter: char) -> Option<(&'static str, usize)> {
    let letter = letter.to_ascii_uppercase();
    let found = LETTERS.iter().find(|(it, _)| *it == letter);
    let letters = found.map(|(_, pixels)| (*pixels, LETTER_WIDTH));
    let digits = NUMERALS.iter().filter(|(it, _)| it.is_ascii_digit());
    let digit = digits.into_iter().find(|(it, _)| *it == letter);
    letters.or_else(|| digit.map(|(_, pixels)| (*pixels, 3)))
}

/// Whether a pixel of a large letter is set.
fn is_inked(letter: char, column: usize, row: usize) -> bool {
    glyph(letter).is_some_and(|(pixels, width)| {
        column < width && pixels.as_bytes().get(row * width + column) == Some(&b'#')
    })
}

/// Whether a character can be written as a large numeral.
pub fn is_numeral(character: char) -> bool {
    NUMERALS.iter().any(|it| it.0 == character)
}

/// Writes a number in large numerals. Its upper left pixel is at a column and a half row; each
/// pixel is `zoom` columns wide and `zoom` half rows high.
pub fn write_number(
    canvas: &mut Canvas<'_>,
    (left, top): (i32, i32),
    text: &str,
    style: Style,
    zoom: i32,
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
    fn a_text_is_written_in_large_letters() {
        let small = ["▄▀▀▄ █▀▀▄ ", "█▀▀█ █▀▀▄ ", "▀  ▀ ▀▀▀  "];
        assert_eq!(letter_lines("ab", 1, 0), small);
        assert_eq!(letter_lines("I", 2, 0)[0], "██████    ");
        assert_eq!(letter_lines("I", 2, 0).len(), LETTER_HEIGHT);
        let lowered = ["▄▄▄  ", " █   ", "▄█▄  "];
        assert_eq!(letter_lines("I", 1, 1), lowered);
        assert_eq!(letters_width("Ann wins", 2), Some(78));
        assert_eq!(letters_width("Zoë wins", 1), None);
        for (letter, pixels) in LETTERS {
            assert_eq!(pixels.len(), LETTER_WIDTH * LETTER_HEIGHT, "{letter}");
        }
    }
}
