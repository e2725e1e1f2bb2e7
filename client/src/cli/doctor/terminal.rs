//! The findings of `doctor` about the terminal: what it tells about itself, and what follows for the screens.

use super::{Facts, Finding, ok, warn};
use crate::graphics::palette::ColorLevel;
use crate::graphics::theme::{Glyphs, Ground};
use crate::lang::encoding::{self, Encoding};

/// The least terminal that shows everything.
const FULL_SIZE: (u16, u16) = (80, 24);
/// The least terminal that can be played in.
const LEAST_SIZE: (u16, u16) = (40, 12);

pub(super) fn terminal(facts: &Facts) -> Finding {
    match facts.terminal {
        (true, true) if facts.variable("TERM") == Some("dumb") => warn(
            "terminal",
            "TERM=dumb: the terminal moves no cursor, so that everything is told in sentences.",
            "If it can do more, set TERM to its name, such as xterm-256color.",
        ),
        (true, true) => ok("terminal", "Input and output are a terminal."),
        (input, output) => {
            let name = |it: bool| if it { "a terminal" } else { "none" };
            let says = format!("Input is {}, output is {}.", name(input), name(output));
            let change = "The screens need both; --plain tells in sentences without.";
            warn("terminal", says, change)
        }
    }
}

/// Who the terminal says that it is.
pub(super) fn answers(facts: &Facts) -> Finding {
    match facts.asked.as_ref() {
        None => ok("name", "It was not asked."),
        Some(asked) if !asked.has_answered => warn(
            "name",
            "The terminal has not answered in time, so that it is only known by its variables.",
            "Each start and end of the screens waits a moment for it. Over a slow link that is all; else another terminal is better.",
        ),
        Some(asked) => {
            let frames = if asked.synchronizes {
                "Frames are shown at once (mode 2026)."
            } else {
                "It knows no synchronized output (mode 2026), so that a large frame may tear."
            };
            match facts.version() {
                Some(version) => ok("name", format!("It is {version}. {frames}")),
                None => ok("name", format!("It does not tell its name. {frames}")),
            }
        }
    }
}

pub(super) fn size(facts: &Facts) -> Finding {
    let Some((columns, rows)) = facts.size else {
        return warn(
            "size",
            "The terminal does not tell its size.",
            "Run this in the terminal in which you play.",
        );
    };
    let says = format!("{columns} columns and {rows} rows");
    let (width, height) = FULL_SIZE;
    if columns >= width && rows >= height {
        return ok("size", format!("{says}: everything is shown."));
    }
    let less = if columns >= LEAST_SIZE.0 && rows >= LEAST_SIZE.1 {
        "some panels wait behind v"
    } else {
        "too few to play in"
    };
    let change = format!("{width} columns and {height} rows show everything.");
    warn("size", format!("{says}: {less}."), change)
}

pub(super) fn colors(facts: &Facts) -> Finding {
    let term = facts.variable("TERM").unwrap_or("");
    let deep = facts.variable("COLORTERM").unwrap_or("");
    match facts.look.colors {
        ColorLevel::True if !deep.is_empty() => {
            ok("colors", format!("All colors, since COLORTERM={deep}."))
        }
        ColorLevel::True if facts.version().is_some() => ok(
            "colors",
            "All colors, since terminals of that name show them.",
        ),
        ColorLevel::True => ok("colors", format!("All colors, since TERM={term}.")),
        ColorLevel::Indexed => warn(
            "colors",
            format!("256 colors, since TERM={term} and COLORTERM promises no more."),
            "If the terminal shows all colors, set COLORTERM=truecolor; ssh and sudo leave it out.",
        ),
        ColorLevel::Sixteen => warn(
            "colors",
            format!("16 colors, since TERM={term} promises no more."),
            "Set TERM to the terminal's name, such as xterm-256color, and COLORTERM=truecolor if it shows all colors.",
        ),
        ColorLevel::None if facts.variable("NO_COLOR").is_some() => ok(
            "colors",
            "None, since NO_COLOR is set; signs tell owners apart.",
        ),
        ColorLevel::None => warn(
            "colors",
            format!("None, since TERM={term}."),
            "--color always shows them all the same.",
        ),
    }
}

pub(super) fn ground(facts: &Facts) -> Finding {
    let name = |it: Ground| match it {
        Ground::Dark => "dark",
        Ground::Light => "light",
    };
    let told = facts.asked.as_ref().and_then(|it| it.told.ground);
    match (told, facts.variable("COLORFGBG")) {
        (Some(told), _) => ok(
            "ground",
            format!("It is {}, as the terminal tells (OSC 11).", name(told)),
        ),
        (None, Some(value)) => ok(
            "ground",
            format!(
                "It is {}, since COLORFGBG={value}.",
                name(facts.look.ground)
            ),
        ),
        (None, None) => warn(
            "ground",
            format!(
                "The terminal does not tell it; {} is assumed.",
                name(facts.look.ground)
            ),
            "If that is wrong, --theme dark or --theme light says it.",
        ),
    }
}

pub(super) fn glyphs(facts: &Facts) -> Finding {
    let because = because(facts);
    match facts.look.glyphs {
        Glyphs::Ascii if facts.variable("TERM") == Some("linux") => ok(
            "glyphs",
            "Letters and signs of ASCII, since the console's font has few others.",
        ),
        Glyphs::Ascii if facts.encoding == Encoding::Utf8 => warn(
            "glyphs",
            "Letters and signs of ASCII, since the terminal draws others two columns wide.",
            "Tell the terminal that characters of ambiguous width are narrow.",
        ),
        Glyphs::Ascii => warn(
            "glyphs",
            format!("Letters and signs of ASCII, since {because} is not UTF-8."),
            if facts.encoding == Encoding::Other {
                "Set LANG to a locale of UTF-8, such as C.UTF-8."
            } else {
                "Set LANG to a locale of UTF-8, such as C.UTF-8, or use --glyphs."
            },
        ),
        Glyphs::Sextants => ok(
            "glyphs",
            "Blocks of a sixth of a cell, since this terminal draws them itself. If boards have gaps, try --glyphs quadrant.",
        ),
        Glyphs::Quadrants | Glyphs::HalfBlocks => ok(
            "glyphs",
            format!(
                "Blocks of a quarter of a cell, since {because}. The font cannot be asked: if boards have gaps, try --glyphs halfblock or --glyphs ascii; --glyphs sextant is finer."
            ),
        ),
    }
}

/// The variable that names the encoding.
fn because(facts: &Facts) -> String {
    let variable = |name: &str| facts.variable(name).map(str::to_owned);
    let decides = encoding::deciding(variable).map(|(name, value)| format!("{name}={value}"));
    decides.unwrap_or_else(|| "no locale is set".to_owned())
}

pub(super) fn language(facts: &Facts) -> Finding {
    if facts.encoding != Encoding::Other {
        return ok(
            "language",
            "As --lang, the configuration or the locale says.",
        );
    }
    warn(
        "language",
        format!(
            "English in ASCII, since {} names another encoding than UTF-8, in which other texts would be unreadable.",
            because(facts)
        ),
        "Set LC_ALL to a locale of UTF-8 and the terminal to UTF-8.",
    )
}

pub(super) fn keyboard(facts: &Facts) -> Finding {
    let says = if facts.asked.as_ref().is_some_and(|it| it.has_keyboard) {
        "The terminal tells the place of a key (kitty's keyboard): letters work in every layout, as on an American keyboard."
    } else {
        "The terminal tells letters only as they are typed. In a layout without Latin letters, the arrows, Enter and : reach everything."
    };
    ok("keyboard", says)
}
