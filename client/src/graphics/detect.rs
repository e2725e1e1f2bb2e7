//! Detects from environment variables what the terminal can show.
//!
//! Called at the start of the program. Colors and characters fall back independently.

use super::palette::ColorLevel;
use super::theme::{Glyphs, Ground, Look};
use crate::lang::Language;

impl Look {
    /// The look according to `NO_COLOR`, `CLICOLOR_FORCE`, `COLORTERM`, `TERM`, `LC_ALL`,
    /// `LC_CTYPE`, `LANG` and `COLORFGBG`.
    pub fn from_environment(variable: impl Fn(&str) -> Option<String>) -> Self {
        let set = |name: &str| variable(name).filter(|it| !it.is_empty());
        Self {
            colors: colors(&set),
            glyphs: glyphs(&set),
            ground: ground(&set),
            language: Language::default(),
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

/// The glyphs: the first of the locale variables that is set decides, as POSIX says.
fn glyphs(set: &impl Fn(&str) -> Option<String>) -> Glyphs {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .find_map(set)
        .unwrap_or_default();
    let folded = locale.to_ascii_lowercase();
    let wide = folded.contains("utf-8") || folded.contains("utf8");
    if wide && set("TERM").as_deref() != Some("linux") {
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
