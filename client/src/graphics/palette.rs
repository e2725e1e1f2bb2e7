//! The colors of the program: one list for dark and one for light backgrounds, and their
//! replacements in terminals with fewer colors.
//!
//! Called by the theme and by the rasters of the boards. Colors are mixed here, never blended cell
//! by cell, so that every terminal shows the same shapes. The fills of the four seats can be told
//! apart with every kind of color vision; the tests measure that (Gaurav Sharma, Wencheng Wu and
//! Edul N. Dalal: "The CIEDE2000 color-difference formula: implementation notes, supplementary test
//! data, and mathematical observations", 2005, <https://doi.org/10.1002/col.20070>; Gustavo M.
//! Machado, Manuel M. Oliveira and Leandro A. F. Fernandes: "A physiologically-based model for
//! simulation of color vision deficiency", 2009, <https://doi.org/10.1109/TVCG.2009.113>).

use std::sync::atomic::{AtomicU32, Ordering};

use ratatui::style::Color;

/// The number of colors that the terminal can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColorLevel {
    /// No colors: attributes only.
    None,
    /// The sixteen named colors, whose shades people choose in their terminals.
    #[default]
    Sixteen,
    /// The indexed palette of 256 colors.
    Indexed,
    /// Any color.
    True,
}

/// A color by its red, green and blue parts (sRGB).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// The colors of a seat.
#[derive(Clone, Copy, Debug)]
pub struct Owner {
    /// The background of its places.
    pub fill: Rgb,
    /// The text on that background.
    pub on_fill: Rgb,
    /// The text of its mark and its name on a panel.
    pub text: Rgb,
}

/// The colors for a dark or a light background.
#[derive(Debug)]
pub struct Palette {
    /// The background of the screen.
    pub ground: Rgb,
    /// The background of panels.
    pub panel: Rgb,
    /// The background of chosen rows and keys.
    pub raised: Rgb,
    /// Important text.
    pub text: Rgb,
    /// Less important text.
    pub quiet: Rgb,
    /// The least important text.
    pub faint: Rgb,
    /// The background of the sign whose turn it is, and of the chosen row of the menu.
    pub turn: Rgb,
    /// The text on that background.
    pub on_turn: Rgb,
    /// Good odds and good luck.
    pub good: Rgb,
    /// Bad odds and bad luck.
    pub bad: Rgb,
    /// The color of the selection on a board.
    pub glow: Rgb,
    /// The text on that color.
    pub on_glow: Rgb,
    /// The colors of the seats, in their order.
    pub owners: [Owner; 4],
    /// The colors of the sea, from the deep to the coast.
    pub sea: [Rgb; 3],
    /// The squares of a board of pieces: the two kinds, and the possible targets of a move.
    pub squares: [Rgb; 3],
}

/// The color of lines on fills and of text on bright ones: nearly black.
pub const INK: Rgb = Rgb(0x10, 0x13, 0x1A);
/// White.
pub const WHITE: Rgb = Rgb(0xFF, 0xFF, 0xFF);
/// The body of a die.
pub const DIE: Rgb = Rgb(0xF3, 0xEE, 0xE2);
/// The pips of a die.
pub const PIP: Rgb = Rgb(0x1A, 0x1D, 0x26);

const FILLS: [Rgb; 4] = [
    Rgb(0xDA, 0x5A, 0x70),
    Rgb(0xF4, 0xC7, 0x57),
    Rgb(0x62, 0xC6, 0xCE),
    Rgb(0x46, 0x58, 0xC6),
];

/// The colors for a dark background.
pub const DARK: Palette = Palette {
    ground: Rgb(0x0F, 0x12, 0x19),
    panel: Rgb(0x17, 0x1B, 0x25),
    raised: Rgb(0x23, 0x29, 0x38),
    text: Rgb(0xE8, 0xEB, 0xF2),
    quiet: Rgb(0xA9, 0xB1, 0xC2),
    faint: Rgb(0x88, 0x92, 0xA6),
    turn: Rgb(0xB9, 0xEA, 0x6A),
    on_turn: INK,
    good: Rgb(0x8F, 0xD6, 0x94),
    bad: Rgb(0xF2, 0x8B, 0x82),
    glow: WHITE,
    on_glow: INK,
    owners: [
        owner(0, INK, Rgb(0xEE, 0x84, 0x96)),
        owner(1, INK, Rgb(0xF4, 0xC7, 0x57)),
        owner(2, INK, Rgb(0x62, 0xC6, 0xCE)),
        owner(3, WHITE, Rgb(0x94, 0xA2, 0xFF)),
    ],
    sea: [
        Rgb(0x13, 0x20, 0x2E),
        Rgb(0x1A, 0x2B, 0x3C),
        Rgb(0x24, 0x39, 0x4C),
    ],
    squares: [
        Rgb(0x1F, 0x2E, 0x2C),
        Rgb(0x2A, 0x3A, 0x36),
        Rgb(0x8F, 0xC0, 0x5C),
    ],
};

/// The colors for a light background.
pub const LIGHT: Palette = Palette {
    ground: Rgb(0xF5, 0xF2, 0xEC),
    panel: Rgb(0xEA, 0xE6, 0xDD),
    raised: Rgb(0xDC, 0xD6, 0xC9),
    text: Rgb(0x1D, 0x22, 0x30),
    quiet: Rgb(0x4B, 0x53, 0x65),
    faint: Rgb(0x5A, 0x61, 0x71),
    turn: Rgb(0x3A, 0x64, 0x0D),
    on_turn: WHITE,
    good: Rgb(0x1F, 0x6B, 0x34),
    bad: Rgb(0xA3, 0x2A, 0x22),
    glow: INK,
    on_glow: WHITE,
    owners: [
        owner(0, INK, Rgb(0xA8, 0x27, 0x43)),
        owner(1, INK, Rgb(0x7A, 0x56, 0x00)),
        owner(2, INK, Rgb(0x0B, 0x6A, 0x72)),
        owner(3, WHITE, Rgb(0x32, 0x44, 0xB4)),
    ],
    sea: [
        Rgb(0xCF, 0xDD, 0xE4),
        Rgb(0xC2, 0xD3, 0xDC),
        Rgb(0xB2, 0xC6, 0xD1),
    ],
    squares: [
        Rgb(0xD9, 0xE0, 0xD2),
        Rgb(0xC9, 0xD3, 0xC0),
        Rgb(0x5F, 0x91, 0x2C),
    ],
};

/// The indices of the seats' fills and dimmed fills in the indexed palette, where the nearest color
/// is not the best one.
const INDEXED: [(Rgb, u8, u8); 4] = [
    (FILLS[0], 167, 52),
    (FILLS[1], 221, 58),
    (FILLS[2], 80, 23),
    (FILLS[3], 62, 17),
];

const fn owner(seat: usize, on_fill: Rgb, text: Rgb) -> Owner {
    Owner {
        fill: FILLS[seat],
        on_fill,
        text,
    }
}

impl Rgb {
    /// A mixture of this color with so many percent of another.
    #[must_use]
    pub fn mix(self, other: Self, percent: u16) -> Self {
        let part = |one: u8, other: u8| {
            let sum = u16::from(one) * (100 - percent) + u16::from(other) * percent;
            u8::try_from((sum + 50) / 100).unwrap_or(u8::MAX)
        };
        Self(
            part(self.0, other.0),
            part(self.1, other.1),
            part(self.2, other.2),
        )
    }

    /// The dimmed color of a place that is not important at the moment, on a background.
    #[must_use]
    pub fn dimmed(self, ground: Self) -> Self {
        self.mix(ground, 62)
    }

    /// The distance to another color, by a weighting of the parts that follows the eye better than
    /// their plain sum (Thiadmer Riemersma: "Colour metric", 2008,
    /// <https://www.compuphase.com/cmetric.htm>).
    pub fn distance(self, other: Self) -> i32 {
        let mean = i32::midpoint(self.0.into(), other.0.into());
        let [red, green, blue] = [(self.0, other.0), (self.1, other.1), (self.2, other.2)]
            .map(|(one, other)| i32::from(one) - i32::from(other));
        (((512 + mean) * red * red) >> 8) + 4 * green * green + (((767 - mean) * blue * blue) >> 8)
    }

    /// The color that a terminal with so many colors shows for this one.
    pub fn shown(self, colors: ColorLevel) -> Color {
        match colors {
            ColorLevel::None => Color::Reset,
            ColorLevel::Sixteen => self.named(),
            ColorLevel::Indexed => Color::Indexed(self.indexed()),
            ColorLevel::True => Color::Rgb(self.0, self.1, self.2),
        }
    }

    /// The index of the nearest color in the cube and the grays of the indexed palette, without the
    /// sixteen that people can change; remembered, since a screen asks for each of its cells.
    fn indexed(self) -> u8 {
        let Self(red, green, blue) = self;
        let color = u32::from_be_bytes([0, red, green, blue]);
        let [high, low, ..] = color.wrapping_mul(HASH_FACTOR).to_be_bytes();
        let slot = &NEAREST[usize::from(u16::from_be_bytes([high, low]) >> (16 - NEAREST_BITS))];
        let [index, known @ ..] = slot.load(Ordering::Relaxed).to_be_bytes();
        if index > 0 && known == [red, green, blue] {
            return index;
        }
        let index = self.nearest_indexed();
        slot.store(
            u32::from_be_bytes([index, red, green, blue]),
            Ordering::Relaxed,
        );
        index
    }

    /// Looks through the palette for the nearest color.
    fn nearest_indexed(self) -> u8 {
        for (fill, bright, dimmed) in INDEXED {
            if fill == self {
                return bright;
            }
            if fill.dimmed(DARK.ground) == self {
                return dimmed;
            }
        }
        let all = (16..=u8::MAX).map(|it| (it, indexed_rgb(it)));
        all.min_by_key(|(_, it)| self.distance(*it))
            .map_or(16, |(it, _)| it)
    }

    /// The one of the sixteen colors that replaces this color; backgrounds become the terminal's
    /// own. The last seat's text is brighter than its background, since plain blue on black is hard
    /// to read.
    fn named(self) -> Color {
        const SEATS: [Color; 4] = [Color::Red, Color::Yellow, Color::Cyan, Color::Blue];
        if self == DARK.owners[3].text {
            return Color::LightBlue;
        }
        for palette in [&DARK, &LIGHT] {
            let grounds = [palette.ground, palette.panel, palette.raised, palette.text];
            if grounds.contains(&self) {
                return Color::Reset;
            }
            let told = [
                (palette.turn, Color::Green),
                (palette.good, Color::Green),
                (palette.bad, Color::Red),
                (palette.quiet, Color::Reset),
                (palette.faint, Color::DarkGray),
            ];
            if let Some((_, color)) = told.iter().find(|(it, _)| *it == self) {
                return *color;
            }
            let seats = palette.owners.iter().zip(SEATS);
            let mut seats = seats.filter(|(it, _)| it.fill == self || it.text == self);
            if let Some((_, color)) = seats.next() {
                return color;
            }
        }
        let light = u16::from(self.0) + u16::from(self.1) + u16::from(self.2);
        match light {
            0..150 => Color::Black,
            150..380 => Color::DarkGray,
            380..620 => Color::Gray,
            _ => Color::White,
        }
    }
}

/// The number of bits of a place in [`NEAREST`].
const NEAREST_BITS: u32 = 12;

/// An odd number near 2^32 divided by the golden ratio, which spreads neighboring colors over the
/// table (Donald E. Knuth: "The Art of Computer Programming", volume 3, 1998, section 6.4).
const HASH_FACTOR: u32 = 0x9E37_79B1;

/// Colors whose nearest index was looked for, each with its index in the first byte; none has the
/// index 0, which marks an empty place. A color that falls on the place of another replaces it, and
/// all threads share the table: each entry is whole, so that none can be misread.
static NEAREST: [AtomicU32; 1 << NEAREST_BITS] = [const { AtomicU32::new(0) }; 1 << NEAREST_BITS];

/// The red, green and blue parts of a color, with the sixteen as xterm shows them; `None` for the
/// terminal's default.
pub fn rgb_of(color: Color) -> Option<Rgb> {
    Some(match color {
        Color::Reset => return None,
        Color::Rgb(red, green, blue) => Rgb(red, green, blue),
        Color::Indexed(index) => indexed_rgb(index),
        Color::Black => Rgb(0, 0, 0),
        Color::Red => Rgb(205, 0, 0),
        Color::Green => Rgb(0, 205, 0),
        Color::Yellow => Rgb(205, 205, 0),
        Color::Blue => Rgb(0, 0, 238),
        Color::Magenta => Rgb(205, 0, 205),
        Color::Cyan => Rgb(0, 205, 205),
        Color::Gray => Rgb(229, 229, 229),
        Color::DarkGray => Rgb(127, 127, 127),
        Color::LightRed => Rgb(255, 0, 0),
        Color::LightGreen => Rgb(0, 255, 0),
        Color::LightYellow => Rgb(255, 255, 0),
        Color::LightBlue => Rgb(92, 92, 255),
        Color::LightMagenta => Rgb(255, 0, 255),
        Color::LightCyan => Rgb(0, 255, 255),
        Color::White => WHITE,
    })
}

/// A color of the cube of six by six by six, or of the ramp of grays.
fn indexed_rgb(index: u8) -> Rgb {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    if index >= 232 {
        let gray = 8 + 10 * (index - 232);
        return Rgb(gray, gray, gray);
    }
    let at = usize::from(index.saturating_sub(16));
    Rgb(STEPS[at / 36 % 6], STEPS[at / 6 % 6], STEPS[at % 6])
}

#[cfg(test)]
mod tests;
