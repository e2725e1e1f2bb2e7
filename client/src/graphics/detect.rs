//! Detects what the terminal can show: from environment variables, and from what the terminal tells
//! about itself.
//!
//! Called at the start of the program. Colors and characters fall back independently. Which
//! terminal it is also comes over ssh: `TERM` is passed on, and the terminal answers when it is asked
//! for its name (XTVERSION).

use super::palette::ColorLevel;
use super::theme::{Glyphs, Ground, Look};
use crate::lang::Language;
use crate::lang::encoding::Encoding;

/// The facts that a terminal has told about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// Its name and version; `None` if it does not tell them.
    pub version: Option<String>,
    /// Its background.
    pub ground: Option<Ground>,
    /// Whether it draws marks or blocks two columns wide, so that boards of them would be torn.
    pub is_wide: bool,
}

/// The choice of the person on the command line; `None` leaves it to the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LookChoice {
    /// The background.
    pub ground: Option<Ground>,
    /// The characters.
    pub glyphs: Option<Glyphs>,
}

/// A terminal that is known by name.
#[derive(Debug)]
struct Known {
    /// The beginning of its name, in small letters.
    name: &'static str,
    /// Whether it draws blocks of a sixth of a cell itself, without gaps and in any font.
    draws_sextants: bool,
}

/// The known terminals. All of them show all colors.
const KNOWN: [Known; 11] = [
    Known::new("kitty", true),
    Known::new("ghostty", true),
    Known::new("wezterm", true),
    Known::new("foot", true),
    // Since version 0.14.
    Known::new("alacritty", true),
    Known::new("vte", true),
    Known::new("konsole", true),
    Known::new("iterm", false),
    Known::new("windows terminal", false),
    Known::new("contour", false),
    Known::new("xterm", false),
];

impl Known {
    const fn new(name: &'static str, draws_sextants: bool) -> Self {
        Self {
            name,
            draws_sextants,
        }
    }

    /// The terminal that has told this name and version.
    fn by_version(version: &str) -> Option<&'static Self> {
        let told = version.to_ascii_lowercase();
        KNOWN.iter().find(|it| told.starts_with(it.name))
    }

    /// The terminal that the environment names. Inside of tmux and screen, it names one that they
    /// have inherited.
    fn by_environment(set: &impl Fn(&str) -> Option<String>) -> Option<&'static Self> {
        let term = set("TERM").unwrap_or_default();
        let is_inside = ["tmux", "screen"].iter().any(|it| term.starts_with(it));
        if is_inside || set("TMUX").is_some() {
            return None;
        }
        let terms = [
            term.strip_prefix("xterm-").unwrap_or(&term).to_owned(),
            set("TERM_PROGRAM").unwrap_or_default(),
            set("LC_TERMINAL").unwrap_or_default(),
        ];
        // A name such as xterm-256color is used by terminals of any kind.
        let mut names = terms.iter().filter(|it| !it.starts_with("xterm"));
        names.find_map(|it| Self::by_version(it))
    }
}

impl Look {
    /// The look according to `NO_COLOR`, `CLICOLOR_FORCE`, `COLORTERM`, `TERM`, `TERM_PROGRAM`,
    /// `LC_TERMINAL`, `LC_ALL`, `LC_CTYPE`, `LANG` and `COLORFGBG`.
    pub fn from_environment(variable: impl Fn(&str) -> Option<String>) -> Self {
        let set = |name: &str| variable(name).filter(|it| !it.is_empty());
        let plain = Self {
            colors: colors(&set),
            glyphs: glyphs(&set),
            ground: ground(&set),
            language: Language::default(),
        };
        match Known::by_environment(&set) {
            Some(known) => plain.with_abilities(known),
            None => plain,
        }
    }

    /// The look that the person has chosen, else the finest that the terminal has told to be able to.
    #[must_use]
    pub fn refined(self, told: &Told, look_choice: LookChoice) -> Self {
        let known = told.version.as_deref().and_then(Known::by_version);
        let mut look = known.map_or(self, |it| self.with_abilities(it));
        if told.is_wide {
            look.glyphs = Glyphs::Ascii;
        }
        look.ground = told.ground.unwrap_or(look.ground);
        look.with_choice(look_choice)
    }

    /// The look with the choice of the person.
    #[must_use]
    pub fn with_choice(self, look_choice: LookChoice) -> Self {
        Self {
            glyphs: look_choice.glyphs.unwrap_or(self.glyphs),
            ground: look_choice.ground.unwrap_or(self.ground),
            ..self
        }
    }

    /// The look in a known terminal: no colors and ASCII stay, because they have other reasons.
    fn with_abilities(mut self, known: &Known) -> Self {
        if self.colors != ColorLevel::None {
            self.colors = ColorLevel::True;
        }
        if known.draws_sextants && self.glyphs == Glyphs::Quadrants {
            self.glyphs = Glyphs::Sextants;
        }
        self
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

fn glyphs(set: &impl Fn(&str) -> Option<String>) -> Glyphs {
    if Encoding::of_environment(set) == Encoding::Utf8 && set("TERM").as_deref() != Some("linux") {
        Glyphs::Quadrants
    } else {
        Glyphs::Ascii
    }
}

/// The background: some terminals set `COLORFGBG`, whose last number is the background color; 7 and
/// 15 are light.
fn ground(set: &impl Fn(&str) -> Option<String>) -> Ground {
    let told = set("COLORFGBG");
    let number = told.as_deref().and_then(|it| it.rsplit(';').next());
    match number {
        Some("7" | "15") => Ground::Light,
        Some(_) | None => Ground::Dark,
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
        assert_eq!(
            look,
            Look {
                colors,
                glyphs,
                ground: Ground::Dark,
                language: Language::English,
            },
            "{environment}"
        );
    }

    #[test]
    fn the_environment_says_how_many_colors_there_are() {
        check(
            "LANG=en_US.UTF-8 TERM=xterm",
            ColorLevel::Sixteen,
            Glyphs::Quadrants,
        );
        check(
            "LANG=en_US.UTF-8 TERM=xterm-256color",
            ColorLevel::Indexed,
            Glyphs::Quadrants,
        );
        check(
            "LANG=en_US.utf8 TERM=xterm-256color COLORTERM=truecolor",
            ColorLevel::True,
            Glyphs::Quadrants,
        );
        check(
            "LANG=C.UTF-8 TERM=xterm-direct",
            ColorLevel::True,
            Glyphs::Quadrants,
        );
        check(
            "LANG=C.UTF-8 TERM=xterm COLORTERM=truecolor NO_COLOR=1",
            ColorLevel::None,
            Glyphs::Quadrants,
        );
        check(
            "LANG=C.UTF-8 TERM=xterm NO_COLOR=",
            ColorLevel::Sixteen,
            Glyphs::Quadrants,
        );
        check(
            "LANG=C.UTF-8 TERM=dumb",
            ColorLevel::None,
            Glyphs::Quadrants,
        );
        check(
            "LANG=C.UTF-8 TERM=dumb CLICOLOR_FORCE=1",
            ColorLevel::Sixteen,
            Glyphs::Quadrants,
        );
        check(
            "LANG=C.UTF-8 TERM=dumb CLICOLOR_FORCE=0",
            ColorLevel::None,
            Glyphs::Quadrants,
        );
        check(
            "LANG=C.UTF-8 TERM=xterm CLICOLOR_FORCE=1 NO_COLOR=1",
            ColorLevel::None,
            Glyphs::Quadrants,
        );
    }

    #[test]
    fn known_terminals_have_all_colors_and_their_finest_glyphs_without_colorterm() {
        // What these terminals set TERM to, and what is left of their variables behind ssh.
        let fine = [
            "TERM=xterm-kitty",
            "TERM=xterm-ghostty",
            "TERM=wezterm",
            "TERM=xterm-256color TERM_PROGRAM=WezTerm",
            "TERM=foot",
            "TERM=foot-extra",
            "TERM=alacritty",
            "TERM=vte-256color",
            "TERM=konsole-256color",
        ];
        for environment in fine {
            let environment = format!("LANG=C.UTF-8 {environment}");
            check(&environment, ColorLevel::True, Glyphs::Sextants);
        }
        for environment in ["TERM_PROGRAM=iTerm.app", "LC_TERMINAL=iTerm2"] {
            let environment = format!("LANG=C.UTF-8 TERM=xterm-256color {environment}");
            check(&environment, ColorLevel::True, Glyphs::Quadrants);
        }
        check("LANG=C TERM=xterm-kitty", ColorLevel::True, Glyphs::Ascii);
        check(
            "LANG=C.UTF-8 TERM=xterm-kitty NO_COLOR=1",
            ColorLevel::None,
            Glyphs::Sextants,
        );
        // What tmux has inherited is not what it shows.
        check(
            "LANG=C.UTF-8 TERM=tmux-256color TERM_PROGRAM=WezTerm",
            ColorLevel::Indexed,
            Glyphs::Quadrants,
        );
        check(
            "LANG=C.UTF-8 TERM=xterm-kitty TMUX=/tmp/1",
            ColorLevel::Sixteen,
            Glyphs::Quadrants,
        );
    }

    /// Checks colors and glyphs of a terminal that tells this about itself.
    #[track_caller]
    fn check_told(
        environment: &str,
        told: &Told,
        look_choice: LookChoice,
        expect: (ColorLevel, Glyphs),
    ) {
        let plain = Look::from_environment(|name| {
            let mut set = environment.split(' ').filter_map(|it| it.split_once('='));
            set.find(|it| it.0 == name).map(|it| it.1.to_owned())
        });
        let look = plain.refined(told, look_choice);
        assert_eq!((look.colors, look.glyphs), expect, "{environment} {told:?}");
    }

    #[test]
    fn what_a_terminal_tells_of_its_widths_and_what_the_person_chooses_wins() {
        const PLAIN: &str = "LANG=C.UTF-8 TERM=xterm-256color";
        let wide = Told {
            is_wide: true,
            version: Some("iTerm2 3.5.0".to_owned()),
            ..Told::default()
        };
        let nothing = LookChoice::default();
        check_told(PLAIN, &wide, nothing, (ColorLevel::True, Glyphs::Ascii));
        let quadrants = LookChoice {
            glyphs: Some(Glyphs::Quadrants),
            ..nothing
        };
        check_told(
            PLAIN,
            &wide,
            quadrants,
            (ColorLevel::True, Glyphs::Quadrants),
        );
        let kitty = Told {
            version: Some("kitty(0.35.2)".to_owned()),
            ..Told::default()
        };
        check_told(
            PLAIN,
            &kitty,
            quadrants,
            (ColorLevel::True, Glyphs::Quadrants),
        );
        check_told(PLAIN, &kitty, nothing, (ColorLevel::True, Glyphs::Sextants));
        let euc = "LANG=ja_JP.eucJP TERM=xterm-256color";
        check_told(euc, &kitty, nothing, (ColorLevel::True, Glyphs::Ascii));
        let colorless = "LANG=C.UTF-8 TERM=xterm NO_COLOR=1";
        check_told(
            colorless,
            &kitty,
            nothing,
            (ColorLevel::None, Glyphs::Sextants),
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
            Glyphs::Quadrants,
        );
        check(
            "LANG=en_US.UTF-8 TERM=linux",
            ColorLevel::Sixteen,
            Glyphs::Ascii,
        );
    }
}
