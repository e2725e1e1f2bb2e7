//! What the terminal can show, and the styles and characters that follow from it.
//!
//! Called by every view. Law kept here: no state is told by color alone. Where there are colors to choose from, ground and
//! text are both drawn; with sixteen or none the ground is the terminal's own, which may be light or dark.

use dicehall_engine::Seat;
use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::border;

use super::palette::{ColorLevel, DARK, LIGHT, Palette, Rgb};
use super::parts::Parts;
use crate::lang::Language;

/// Which characters the terminal can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Glyphs {
    /// Lines, shapes, and blocks of a sixth of a cell.
    Sextants,
    /// Lines, shapes, and blocks of a quarter of a cell.
    #[default]
    Quadrants,
    /// Lines, shapes, and blocks of half a cell.
    HalfBlocks,
    /// Seven-bit characters only.
    Ascii,
}

/// Which ground the colors are made for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ground {
    /// Light text on dark ground.
    #[default]
    Dark,
    /// Dark text on light ground.
    Light,
}

/// What the terminal can show, and the language of what is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// Colors.
    pub colors: ColorLevel,
    /// Characters.
    pub glyphs: Glyphs,
    /// The ground.
    pub ground: Ground,
    /// The language.
    pub language: Language,
}

/// The characters of one glyph set. Every one is a single column wide.
#[derive(Debug)]
pub struct Symbols {
    /// Marks of the four seats.
    pub owners: [&'static str; 4],
    /// A falling and a rising slant, and an upright.
    pub edges: [&'static str; 3],
    /// Around the source of an attack.
    pub source: [&'static str; 2],
    /// One die.
    pub pip: &'static str,
    /// From here to there.
    pub arrow: &'static str,
    /// Between the sides of a board.
    pub times: &'static str,
    /// Where a text was cut.
    pub cut: &'static str,
    /// Keys that move, as the hints show them.
    pub arrow_keys: &'static str,
    /// A full and an empty part of a bar.
    pub bar: [&'static str; 2],
    /// Before whoever is to move, and before the chosen row of a list.
    pub pointer: &'static str,
    /// Between short pieces of a line.
    pub dot: &'static str,
    /// The corner, line and side characters of a popup.
    pub border: border::Set<'static>,
}

/// How an edge between two hexes is drawn; the greater wins.
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
    /// The characters to draw with.
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

    /// The colors for the ground that there is.
    pub const fn palette(self) -> &'static Palette {
        match self.ground {
            Ground::Dark => &DARK,
            Ground::Light => &LIGHT,
        }
    }

    /// Whether surfaces and shades can be told apart.
    pub const fn has_shades(self) -> bool {
        matches!(self.colors, ColorLevel::Indexed | ColorLevel::True)
    }

    /// The mark of a seat.
    pub const fn owner(self, seat: Seat) -> &'static str {
        self.symbols().owners[seat.idx()]
    }

    /// The ground of a seat's places and marks, with text that can be read on it.
    pub fn fill(self, seat: Seat) -> Style {
        let owner = self.palette().owners[seat.idx()];
        self.on(owner.on_fill, owner.fill)
    }

    /// A seat's mark or name on a panel.
    pub fn owned(self, seat: Seat) -> Style {
        self.text(self.palette().owners[seat.idx()].text)
    }

    /// Text in a color, on whatever is below.
    pub fn text(self, color: Rgb) -> Style {
        match (self.colors, color.shown(self.colors)) {
            (ColorLevel::None, _) | (_, Color::Reset) => Style::new(),
            (_, shown) => Style::new().fg(shown),
        }
    }

    /// Text in a color on ground of another.
    pub fn on(self, text: Rgb, ground: Rgb) -> Style {
        match self.colors {
            ColorLevel::None => Style::new(),
            ColorLevel::Sixteen | ColorLevel::Indexed | ColorLevel::True => Style::new()
                .fg(text.shown(self.colors))
                .bg(ground.shown(self.colors)),
        }
    }

    /// A surface with the usual text on it; the terminal's own where there are no shades.
    pub fn surface(self, ground: Rgb) -> Style {
        if self.has_shades() {
            self.on(self.palette().text, ground)
        } else {
            Style::new()
        }
    }

    /// How an edge of a board of lines is drawn.
    pub fn edge(self, rank: EdgeRank) -> Style {
        let palette = self.palette();
        match rank {
            EdgeRank::Plain => self.dim(),
            EdgeRank::Border => self.text(palette.quiet).add_modifier(Modifier::BOLD),
            EdgeRank::Target => self.good(),
            EdgeRank::Selection => self.text(palette.glow).add_modifier(Modifier::BOLD),
        }
    }

    /// Text that may be overlooked.
    pub fn dim(self) -> Style {
        match self.colors {
            ColorLevel::None => Style::new().add_modifier(Modifier::DIM),
            ColorLevel::Sixteen | ColorLevel::Indexed | ColorLevel::True => {
                self.text(self.palette().faint)
            }
        }
    }

    /// Text between the two.
    pub fn quiet(self) -> Style {
        self.text(self.palette().quiet)
    }

    /// A good thing.
    pub fn good(self) -> Style {
        self.text(self.palette().good).add_modifier(Modifier::BOLD)
    }

    /// A bad thing, or one that needs attention.
    pub fn bad(self) -> Style {
        self.text(self.palette().bad).add_modifier(Modifier::BOLD)
    }

    /// Headings, and text that matters.
    pub fn strong(self) -> Style {
        self.text(self.palette().text).add_modifier(Modifier::BOLD)
    }

    /// The one thing that calls: that it is one's turn.
    pub fn turn(self) -> Style {
        let palette = self.palette();
        match self.colors {
            ColorLevel::None => Style::new().add_modifier(Modifier::REVERSED.union(Modifier::BOLD)),
            ColorLevel::Sixteen | ColorLevel::Indexed | ColorLevel::True => self
                .on(palette.on_turn, palette.turn)
                .add_modifier(Modifier::BOLD),
        }
    }

    /// The chosen row of a list, and the banner.
    pub fn chosen(self) -> Style {
        if self.has_shades() {
            self.surface(self.palette().raised)
                .add_modifier(Modifier::BOLD)
        } else {
            Style::new().add_modifier(Modifier::REVERSED)
        }
    }

    /// The name of a key.
    pub fn key(self) -> Style {
        if self.has_shades() {
            self.surface(self.palette().raised)
                .add_modifier(Modifier::BOLD)
        } else {
            self.strong()
        }
    }

    /// A row of a list, by whether it is the chosen one.
    pub fn row(self, is_chosen: bool) -> Style {
        if is_chosen {
            self.chosen()
        } else {
            Style::new()
        }
    }
}
