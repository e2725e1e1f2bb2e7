//! The abilities of the terminal, and the styles and characters that follow from them.
//!
//! Called by every view. Law kept here: no state is shown by color alone. With many colors both
//! background and text are drawn; with sixteen or none the background is the terminal's own, which
//! may be light or dark.

use dicehall_engine::Seat;
use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::border;

use super::palette::{ColorLevel, DARK, LIGHT, Palette, Rgb};
use super::parts::Parts;
use crate::lang::Language;

/// The characters that the terminal can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Glyphs {
    /// Lines, shapes, and blocks of a sixth of a cell.
    Sextants,
    /// Lines, shapes, and blocks of a quarter of a cell.
    #[default]
    Quadrants,
    /// Lines, shapes, and blocks of half a cell.
    HalfBlocks,
    /// ASCII characters only.
    Ascii,
}

/// The background that the colors are made for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ground {
    /// Light text on a dark background.
    #[default]
    Dark,
    /// Dark text on a light background.
    Light,
}

/// The abilities of the terminal, and the language of the texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// The colors.
    pub colors: ColorLevel,
    /// The characters.
    pub glyphs: Glyphs,
    /// The background.
    pub ground: Ground,
    /// The language.
    pub language: Language,
}

/// The characters of one glyph set. Each is one column wide.
#[derive(Debug)]
pub struct Symbols {
    /// The marks of the four seats.
    pub owners: [&'static str; 4],
    /// A falling slant, a rising slant and an upright line.
    pub edges: [&'static str; 3],
    /// The brackets around the source of an attack.
    pub source: [&'static str; 2],
    /// One die.
    pub pip: &'static str,
    /// The arrow from one place to another.
    pub arrow: &'static str,
    /// The sign between the width and height of a board.
    pub times: &'static str,
    /// The sign at the end of a text that was cut.
    pub cut: &'static str,
    /// The arrow keys, as the hints show them.
    pub arrow_keys: &'static str,
    /// A full and an empty part of a bar.
    pub bar: [&'static str; 2],
    /// The sign before the seat to move, and before the chosen row of a list.
    pub pointer: &'static str,
    /// The separator between short pieces of a line.
    pub dot: &'static str,
    /// The sign of whoever has resigned, where there is no room for the word: a flag.
    pub flag: &'static str,
    /// The corner, line and side characters of a popup.
    pub border: border::Set<'static>,
}

/// The style of an edge between two hexes; the greater one wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum EdgeRank {
    /// Both sides have the same owner, or there is only one side.
    #[default]
    Plain,
    /// The owners differ.
    Border,
    /// One side can be attacked from the source.
    Target,
    /// One side is the source, or under the cursor.
    Selection,
}

const UNICODE: Symbols = Symbols {
    owners: ["▲", "●", "■", "◆"],
    edges: ["╲", "╱", "│"],
    source: ["«", "»"],
    pip: "•",
    arrow: "→",
    times: "×",
    cut: "…",
    arrow_keys: "←→↑↓",
    bar: ["▄", "▁"],
    pointer: "▸",
    dot: "·",
    flag: "⚑",
    border: border::PLAIN,
};

const ASCII: Symbols = Symbols {
    owners: ["A", "B", "C", "D"],
    edges: ["\\", "/", "|"],
    source: ["<", ">"],
    pip: "o",
    arrow: ">",
    times: "x",
    cut: "~",
    arrow_keys: "arrows",
    bar: ["#", "."],
    pointer: ">",
    dot: "-",
    flag: "(r)",
    border: border::Set {
        top_left: "+",
        top_right: "+",
        bottom_left: "+",
        bottom_right: "+",
        vertical_left: "|",
        vertical_right: "|",
        horizontal_top: "-",
        horizontal_bottom: "-",
    },
};

impl Look {
    /// The characters of this look.
    pub const fn symbols(self) -> &'static Symbols {
        match self.glyphs {
            Glyphs::Sextants | Glyphs::Quadrants | Glyphs::HalfBlocks => &UNICODE,
            Glyphs::Ascii => &ASCII,
        }
    }

    /// The parts of a cell that pictures are made of; `None` where boards are drawn with lines.
    pub const fn parts(self) -> Option<Parts> {
        match (self.colors, self.glyphs) {
            (ColorLevel::None, _) | (_, Glyphs::Ascii) => None,
            (_, Glyphs::Sextants) => Some(Parts::Sextants),
            (_, Glyphs::Quadrants) => Some(Parts::Quadrants),
            (_, Glyphs::HalfBlocks) => Some(Parts::Halves),
        }
    }

    /// The colors for this background.
    pub const fn palette(self) -> &'static Palette {
        match self.ground {
            Ground::Dark => &DARK,
            Ground::Light => &LIGHT,
        }
    }

    /// Whether surfaces and shades are distinguishable.
    pub const fn has_shades(self) -> bool {
        matches!(self.colors, ColorLevel::Indexed | ColorLevel::True)
    }

    /// The mark of a seat.
    pub const fn owner(self, seat: Seat) -> &'static str {
        self.symbols().owners[seat.idx()]
    }

    /// The style of a seat's places and marks: its background with readable text.
    pub fn fill(self, seat: Seat) -> Style {
        let owner = self.palette().owners[seat.idx()];
        self.on(owner.on_fill, owner.fill)
    }

    /// The style of a seat's mark or name on a panel.
    pub fn owned(self, seat: Seat) -> Style {
        self.text(self.palette().owners[seat.idx()].text)
    }

    /// The style of text in a color, on any background.
    pub fn text(self, color: Rgb) -> Style {
        match (self.colors, color.shown(self.colors)) {
            (ColorLevel::None, _) | (_, Color::Reset) => Style::new(),
            (_, shown) => Style::new().fg(shown),
        }
    }

    /// The style of text in a color on a background of another.
    pub fn on(self, text: Rgb, ground: Rgb) -> Style {
        match self.colors {
            ColorLevel::None => Style::new(),
            ColorLevel::Sixteen | ColorLevel::Indexed | ColorLevel::True => Style::new()
                .fg(text.shown(self.colors))
                .bg(ground.shown(self.colors)),
        }
    }

    /// The style of a surface with the usual text; the terminal's own colors where there are no
    /// shades.
    pub fn surface(self, ground: Rgb) -> Style {
        if self.has_shades() {
            self.on(self.palette().text, ground)
        } else {
            Style::new()
        }
    }

    /// The style of an edge, on a board of lines.
    pub fn edge(self, rank: EdgeRank) -> Style {
        let palette = self.palette();
        match rank {
            EdgeRank::Plain => self.dim(),
            EdgeRank::Border => self.text(palette.quiet).add_modifier(Modifier::BOLD),
            EdgeRank::Target => self.good(),
            EdgeRank::Selection => self.text(palette.glow).add_modifier(Modifier::BOLD),
        }
    }

    /// The style of the least important text.
    pub fn dim(self) -> Style {
        match self.colors {
            ColorLevel::None => Style::new().add_modifier(Modifier::DIM),
            ColorLevel::Sixteen | ColorLevel::Indexed | ColorLevel::True => {
                self.text(self.palette().faint)
            }
        }
    }

    /// The style of less important text.
    pub fn quiet(self) -> Style {
        self.text(self.palette().quiet)
    }

    /// The style of something good.
    pub fn good(self) -> Style {
        self.text(self.palette().good).add_modifier(Modifier::BOLD)
    }

    /// The style of something bad, or that needs attention.
    pub fn bad(self) -> Style {
        self.text(self.palette().bad).add_modifier(Modifier::BOLD)
    }

    /// The style of headings and important text.
    pub fn strong(self) -> Style {
        self.text(self.palette().text).add_modifier(Modifier::BOLD)
    }

    /// The style of the sign that it is the person's turn, the strongest of all.
    pub fn turn(self) -> Style {
        let palette = self.palette();
        match self.colors {
            ColorLevel::None => Style::new().add_modifier(Modifier::REVERSED.union(Modifier::BOLD)),
            ColorLevel::Sixteen | ColorLevel::Indexed | ColorLevel::True => self
                .on(palette.on_turn, palette.turn)
                .add_modifier(Modifier::BOLD),
        }
    }

    /// The style of the chosen row of a list, and of the banner.
    pub fn chosen(self) -> Style {
        if self.has_shades() {
            self.surface(self.palette().raised)
                .add_modifier(Modifier::BOLD)
        } else {
            Style::new().add_modifier(Modifier::REVERSED)
        }
    }

    /// The style of a key's name.
    pub fn key(self) -> Style {
        if self.has_shades() {
            self.surface(self.palette().raised)
                .add_modifier(Modifier::BOLD)
        } else {
            self.strong()
        }
    }

    /// The style of a row of a list, depending on whether it is chosen.
    pub fn row(self, is_chosen: bool) -> Style {
        if is_chosen {
            self.chosen()
        } else {
            Style::new()
        }
    }

    /// The sign before a row of a list, which is different for the chosen row.
    pub fn pointer(self, is_chosen: bool) -> &'static str {
        if is_chosen {
            self.symbols().pointer
        } else {
            " "
        }
    }
}
