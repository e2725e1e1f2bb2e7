//! Colors and glyphs, each by what the terminal can show and neither depending on the other.
//!
//! Called by every view. Law kept here: no state is told by color alone, and nothing is drawn in plain white or black on
//! the terminal's own background, which may be light or dark.

use dicehall_engine::Seat;
use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::border;

/// How many colors the terminal can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColorLevel {
    /// None: attributes only.
    None,
    /// The sixteen that every terminal lets people choose.
    #[default]
    Sixteen,
    /// The indexed palette.
    Indexed,
    /// Any.
    True,
}

/// Which characters the terminal can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Glyphs {
    /// Lines and shapes.
    #[default]
    Unicode,
    /// Seven-bit characters only.
    Ascii,
}

/// What the terminal can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// Colors.
    pub colors: ColorLevel,
    /// Characters.
    pub glyphs: Glyphs,
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
    /// The corner, line and side characters of a panel.
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
    pip: "▪",
    arrow: "→",
    times: "×",
    cut: "…",
    arrow_keys: "←→↑↓",
    bar: ["█", "░"],
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

/// The fills of the four seats: far apart for every kind of color vision.
const PALETTE: [Color; 4] = [
    Color::Rgb(0xDC, 0x31, 0x64),
    Color::Rgb(0xD4, 0xA3, 0x30),
    Color::Rgb(0x2A, 0xF9, 0xFF),
    Color::Rgb(0x26, 0x00, 0xE8),
];
const PALETTE_INDEXED: [Color; 4] = [
    Color::Indexed(161),
    Color::Indexed(178),
    Color::Indexed(51),
    Color::Indexed(20),
];
const PALETTE_SIXTEEN: [Color; 4] = [Color::Red, Color::Yellow, Color::Cyan, Color::Blue];

impl Look {
    /// What the environment says: `NO_COLOR`, `CLICOLOR_FORCE`, `COLORTERM`, `TERM`, `LC_ALL`, `LC_CTYPE`, `LANG`.
    pub fn from_environment(variable: impl Fn(&str) -> Option<String>) -> Self {
        let set = |name: &str| variable(name).filter(|it| !it.is_empty());
        Self {
            colors: colors(&set),
            glyphs: glyphs(&set),
        }
    }

    /// The characters to draw with.
    pub const fn symbols(self) -> &'static Symbols {
        match self.glyphs {
            Glyphs::Unicode => &UNICODE,
            Glyphs::Ascii => &ASCII,
        }
    }

    /// The mark of a seat.
    pub const fn owner(self, seat: Seat) -> &'static str {
        self.symbols().owners[seat.idx()]
    }

    /// The ground of a seat's hexes and marks, with text that can be read on it.
    pub fn fill(self, seat: Seat) -> Style {
        let palette = match self.colors {
            ColorLevel::None => return Style::new(),
            ColorLevel::Sixteen => PALETTE_SIXTEEN,
            ColorLevel::Indexed => PALETTE_INDEXED,
            ColorLevel::True => PALETTE,
        };
        Style::new().bg(palette[seat.idx()]).fg(self.text_on(seat))
    }

    /// Black on all fills but the darkest.
    fn text_on(self, seat: Seat) -> Color {
        let dark = seat.idx() == 3;
        match (self.colors, dark) {
            (ColorLevel::True, true) => Color::Rgb(0xFF, 0xFF, 0xFF),
            (ColorLevel::True, false) => Color::Rgb(0, 0, 0),
            (ColorLevel::Indexed, true) => Color::Indexed(231),
            (ColorLevel::Indexed, false) => Color::Indexed(16),
            (ColorLevel::Sixteen | ColorLevel::None, true) => Color::White,
            (ColorLevel::Sixteen | ColorLevel::None, false) => Color::Black,
        }
    }

    /// How an edge is drawn.
    pub fn edge(self, rank: EdgeRank) -> Style {
        match rank {
            EdgeRank::Plain => self.dim(),
            EdgeRank::Border => Style::new().add_modifier(Modifier::BOLD),
            EdgeRank::Target => self.colored(Color::Green).add_modifier(Modifier::BOLD),
            EdgeRank::Selection => self.colored(Color::Magenta).add_modifier(Modifier::BOLD),
        }
    }

    /// What matters less.
    pub fn dim(self) -> Style {
        match self.colors {
            ColorLevel::None => Style::new().add_modifier(Modifier::DIM),
            ColorLevel::Sixteen | ColorLevel::Indexed | ColorLevel::True => {
                self.colored(Color::DarkGray)
            }
        }
    }

    /// What went well.
    pub fn good(self) -> Style {
        self.colored(Color::Green).add_modifier(Modifier::BOLD)
    }

    /// What went badly, or needs attention.
    pub fn bad(self) -> Style {
        self.colored(Color::Red).add_modifier(Modifier::BOLD)
    }

    /// Keys in hints, and headings.
    pub const fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// The chosen row of a list, and the banner.
    pub const fn chosen(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// A row of a list, by whether it is the chosen one.
    pub const fn row(self, is_chosen: bool) -> Style {
        if is_chosen {
            self.chosen()
        } else {
            Style::new()
        }
    }

    fn colored(self, color: Color) -> Style {
        if self.colors == ColorLevel::None {
            Style::new()
        } else {
            Style::new().fg(color)
        }
    }
}

fn colors(set: &impl Fn(&str) -> Option<String>) -> ColorLevel {
    let term = set("TERM").unwrap_or_default();
    let forced = set("CLICOLOR_FORCE").is_some_and(|it| it != "0");
    if set("NO_COLOR").is_some() || (term == "dumb" && !forced) {
        return ColorLevel::None;
    }
    let deep = set("COLORTERM").is_some_and(|it| it == "truecolor" || it == "24bit");
    if deep || term.ends_with("-direct") {
        ColorLevel::True
    } else if term.contains("256color") {
        ColorLevel::Indexed
    } else {
        ColorLevel::Sixteen
    }
}

/// The first of the variables that is set decides, as the locale does.
fn glyphs(set: &impl Fn(&str) -> Option<String>) -> Glyphs {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .find_map(set)
        .unwrap_or_default();
    let folded = locale.to_ascii_lowercase();
    let wide = folded.contains("utf-8") || folded.contains("utf8");
    if wide && set("TERM").as_deref() != Some("linux") {
        Glyphs::Unicode
    } else {
        Glyphs::Ascii
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(environment: &str, colors: ColorLevel, glyphs: Glyphs) {
        let look = Look::from_environment(|name| {
            let set = environment.split(' ').filter_map(|it| it.split_once('='));
            set.filter(|(key, _)| *key == name)
                .map(|(_, value)| value.to_owned())
                .next()
        });
        assert_eq!(look, Look { colors, glyphs }, "{environment}");
    }

    #[test]
    fn the_environment_says_how_many_colors_there_are() {
        check(
            "LANG=en_US.UTF-8 TERM=xterm",
            ColorLevel::Sixteen,
            Glyphs::Unicode,
        );
        check(
            "LANG=en_US.UTF-8 TERM=xterm-256color",
            ColorLevel::Indexed,
            Glyphs::Unicode,
        );
        check(
            "LANG=en_US.utf8 TERM=xterm-256color COLORTERM=truecolor",
            ColorLevel::True,
            Glyphs::Unicode,
        );
        check(
            "LANG=C.UTF-8 TERM=xterm-direct",
            ColorLevel::True,
            Glyphs::Unicode,
        );
        check(
            "LANG=C.UTF-8 TERM=xterm COLORTERM=truecolor NO_COLOR=1",
            ColorLevel::None,
            Glyphs::Unicode,
        );
        check(
            "LANG=C.UTF-8 TERM=xterm NO_COLOR=",
            ColorLevel::Sixteen,
            Glyphs::Unicode,
        );
        check("LANG=C.UTF-8 TERM=dumb", ColorLevel::None, Glyphs::Unicode);
        check(
            "LANG=C.UTF-8 TERM=dumb CLICOLOR_FORCE=1",
            ColorLevel::Sixteen,
            Glyphs::Unicode,
        );
        check(
            "LANG=C.UTF-8 TERM=dumb CLICOLOR_FORCE=0",
            ColorLevel::None,
            Glyphs::Unicode,
        );
        check(
            "LANG=C.UTF-8 TERM=xterm CLICOLOR_FORCE=1 NO_COLOR=1",
            ColorLevel::None,
            Glyphs::Unicode,
        );
    }

    #[test]
    fn the_locale_says_which_glyphs_there_are() {
        check("TERM=xterm", ColorLevel::Sixteen, Glyphs::Ascii);
        check("LANG=C TERM=xterm", ColorLevel::Sixteen, Glyphs::Ascii);
        check(
            "LC_ALL=C LANG=en_US.UTF-8 TERM=xterm",
            ColorLevel::Sixteen,
            Glyphs::Ascii,
        );
        check(
            "LC_CTYPE=ja_JP.UTF-8 LANG=C TERM=xterm",
            ColorLevel::Sixteen,
            Glyphs::Unicode,
        );
        check(
            "LANG=en_US.UTF-8 TERM=linux",
            ColorLevel::Sixteen,
            Glyphs::Ascii,
        );
    }

    #[test]
    fn text_on_every_fill_can_be_read() {
        let look = Look {
            colors: ColorLevel::True,
            glyphs: Glyphs::Unicode,
        };
        for seat in Seat::ALL {
            let style = look.fill(seat);
            let (ground, text) = (luminance(style.bg.unwrap()), luminance(style.fg.unwrap()));
            let contrast = (ground.max(text) + 0.05) / (ground.min(text) + 0.05);
            assert!(
                contrast >= 4.5,
                "seat {} has a contrast of {contrast:.1}",
                seat.number()
            );
        }
    }

    fn luminance(color: Color) -> f64 {
        let Color::Rgb(red, green, blue) = color else {
            panic!("{color:?} has no fixed luminance")
        };
        let linear = |channel: u8| {
            let it = f64::from(channel) / 255.0;
            if it <= 0.040_45 {
                it / 12.92
            } else {
                ((it + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }
}
