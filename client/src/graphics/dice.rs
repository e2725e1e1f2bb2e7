//! Rows of dice as they lie on a panel, made of half cells: huge ones of 10 by 6 cells, large ones of 7 by 4, small
//! ones of 5 by 3.
//!
//! Called by the panels of rolls. Dice touch: two shades of ivory by turns tell them apart, and their lower edge has the
//! color of whoever rolls them. Where there are no shades or no half cells, a die is drawn with characters.

use dicehall_engine::Seat;
use ratatui::text::{Line, Span};

use super::palette::{DIE, PIP, Rgb};
use super::theme::{Glyphs, Look};

/// The second shade of ivory.
const DIE_BESIDE: Rgb = Rgb(0xDC, 0xD5, 0xC4);
/// How much of a die that rolls or has lost is the panel's color, in percent.
const FADED: u16 = 48;

/// The size of dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DieSize {
    /// 5 columns by 3 rows.
    Small,
    /// 7 columns by 4 rows.
    Large,
    /// 10 columns by 6 rows, with pips of two by two pixels.
    Huge,
}

/// The state of a die on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DieState {
    /// It still turns, so its face means nothing.
    Turning,
    /// It lies.
    Lying,
    /// It lies, and its side has lost.
    Lost,
}

/// A die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Die {
    /// The face, from 1 to 6; 0 for none.
    pub face: u8,
    /// Whether it lies.
    pub state: DieState,
}

impl DieSize {
    /// The columns of a die.
    pub const fn width(self) -> usize {
        match self {
            Self::Small => 5,
            Self::Large => 7,
            Self::Huge => 10,
        }
    }

    /// The rows of a die.
    pub const fn rows(self) -> usize {
        match self {
            Self::Small => 3,
            Self::Large => 4,
            Self::Huge => 6,
        }
    }

    /// Whether a terminal can show dice of this size: characters make small ones only.
    pub const fn can_show(self, look: Look) -> bool {
        match self {
            Self::Small => true,
            Self::Large | Self::Huge => has_half_cells(look),
        }
    }

    /// The pixel in which a pip begins, of the three by three on a face, and the width of a pip in pixels.
    const fn pixel(self, (column, row): (usize, usize)) -> ((usize, usize), usize) {
        match self {
            Self::Small => ((1 + column, 1 + row), 1),
            Self::Large => ((1 + 2 * column, 1 + 2 * row), 1),
            Self::Huge => ((1 + 3 * column, 1 + 3 * row), 2),
        }
    }

    /// Whether a face has a pip in a pixel.
    fn is_set(self, face: u8, (column, row): (usize, usize)) -> bool {
        pips(face).iter().any(|it| {
            let ((left, top), wide) = self.pixel(*it);
            (left..left + wide).contains(&column) && (top..top + wide).contains(&row)
        })
    }
}

/// The lines of dice in a row, side by side.
pub fn dice_lines(look: Look, size: DieSize, owner: Seat, dice: &[Die]) -> Vec<Line<'static>> {
    if !has_half_cells(look) {
        return lines_of_characters(look, dice);
    }
    let line = |row: usize| {
        let spans = dice
            .iter()
            .enumerate()
            .map(|(at, die)| slice(look, size, (row, at), *die, owner));
        Line::from(spans.collect::<Vec<_>>())
    };
    (0..size.rows()).map(line).collect()
}

/// One row of the die at a place in its row.
fn slice(
    look: Look,
    size: DieSize,
    (row, at): (usize, usize),
    die: Die,
    owner: Seat,
) -> Span<'static> {
    let palette = look.palette();
    let ivory = if at.is_multiple_of(2) {
        DIE
    } else {
        DIE_BESIDE
    };
    let edge = palette.owners[owner.idx()].fill;
    // Gray dice have one shade, so that a row of them takes few bytes.
    let gray = DIE.mix(palette.panel, FADED);
    let faded = PIP.mix(gray, FADED);
    let [ivory, pip, edge] = match die.state {
        DieState::Lying => [ivory, PIP, edge],
        DieState::Turning => [gray, faded, edge],
        DieState::Lost => [gray, faded, edge.mix(palette.panel, FADED)],
    };
    if row + 1 == size.rows() {
        return Span::styled("▀".repeat(size.width()), look.on(ivory, edge));
    }
    let set = |column: usize, half_row: usize| size.is_set(die.face, (column, half_row));
    let text = (0..size.width()).map(|column| match [0, 1].map(|it| set(column, 2 * row + it)) {
        [false, false] => ' ',
        [true, false] => '▀',
        [false, true] => '▄',
        [true, true] => '█',
    });
    Span::styled(text.collect::<String>(), look.on(pip, ivory))
}

/// Dice of five columns and three rows, made of characters.
fn lines_of_characters(look: Look, dice: &[Die]) -> Vec<Line<'static>> {
    let pip = match look.glyphs {
        Glyphs::Ascii => 'o',
        Glyphs::Sextants | Glyphs::Quadrants | Glyphs::HalfBlocks => '•',
    };
    let line = |row: usize| {
        let spans = dice.iter().map(|die| {
            let inner = (0..3).map(|column| {
                let is_set = pips(die.face).contains(&(column, row));
                if is_set { pip } else { ' ' }
            });
            let text = format!("|{}|", inner.collect::<String>());
            let style = match die.state {
                DieState::Lying => look.strong(),
                DieState::Turning | DieState::Lost => look.dim(),
            };
            Span::styled(text, style)
        });
        Line::from(spans.collect::<Vec<_>>())
    };
    (0..DieSize::Small.rows()).map(line).collect()
}

/// Whether dice are made of half cells in two shades.
const fn has_half_cells(look: Look) -> bool {
    look.has_shades() && !matches!(look.glyphs, Glyphs::Ascii)
}

/// The pips of a face, as columns and rows of three by three.
const fn pips(face: u8) -> &'static [(usize, usize)] {
    match face {
        1 => &[(1, 1)],
        2 => &[(0, 0), (2, 2)],
        3 => &[(0, 0), (1, 1), (2, 2)],
        4 => &[(0, 0), (2, 0), (0, 2), (2, 2)],
        5 => &[(0, 0), (2, 0), (1, 1), (0, 2), (2, 2)],
        6 => &[(0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graphics::palette::ColorLevel;

    fn drawn(look: Look, size: DieSize, faces: &[u8]) -> Vec<String> {
        let die = |face: &u8| Die {
            face: *face,
            state: DieState::Lying,
        };
        let dice: Vec<Die> = faces.iter().map(die).collect();
        let lines = dice_lines(look, size, Seat::ALL[0], &dice);
        lines.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_die_has_as_many_pips_as_its_face_says() {
        for face in 1..=6 {
            assert_eq!(pips(face).len(), usize::from(face));
        }
    }

    #[test]
    fn dice_touch_and_have_an_edge_below() {
        let look = Look {
            colors: ColorLevel::True,
            glyphs: Glyphs::Quadrants,
            ..Look::default()
        };
        let small = drawn(look, DieSize::Small, &[5, 3]);
        assert_eq!(small, [" ▄ ▄  ▄   ", " ▄▀▄   ▀▄ ", "▀▀▀▀▀▀▀▀▀▀"]);
        let large = drawn(look, DieSize::Large, &[5]);
        assert_eq!(large, [" ▄   ▄ ", "   ▄   ", " ▄   ▄ ", "▀▀▀▀▀▀▀"]);
        let huge = drawn(look, DieSize::Huge, &[3]);
        let face = [
            " ▄▄       ",
            " ▀▀       ",
            "    ██    ",
            "       ▄▄ ",
            "       ▀▀ ",
        ];
        assert_eq!(
            (&huge[..5], huge[5].as_str()),
            (&face.map(str::to_owned)[..], "▀▀▀▀▀▀▀▀▀▀")
        );
    }

    #[test]
    fn without_half_cells_a_die_is_made_of_characters() {
        let look = Look {
            colors: ColorLevel::None,
            glyphs: Glyphs::Ascii,
            ..Look::default()
        };
        let found = drawn(look, DieSize::Small, &[4, 1]);
        assert_eq!(found, ["|o o||   |", "|   || o |", "|o o||   |"]);
        assert!(!DieSize::Large.can_show(look));
    }
}
