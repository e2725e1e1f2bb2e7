//! The encoding of texts that the environment names.
//!
//! Called by the choice of the language, by the choice of glyphs, and by everything that writes
//! texts. Law kept here: where another encoding than UTF-8 is named, nothing but ASCII is written.

pub mod legible;

/// The variables that name a locale's encoding, in the order of POSIX: the first that is set decides.
const VARIABLES: [&str; 3] = ["LC_ALL", "LC_CTYPE", "LANG"];

/// The encoding of texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8.
    #[default]
    Utf8,
    /// No encoding is named (`C`, `POSIX`, or nothing): boards are drawn in ASCII, and other people's
    /// texts are shown as they are.
    Unnamed,
    /// Another one, such as eucJP or GB18030, in which UTF-8 would be unreadable.
    Other,
}

impl Encoding {
    /// The encoding that the environment names.
    pub fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Self {
        match deciding(variable) {
            Some((_, locale)) => Self::of_locale(&locale),
            None => Self::Unnamed,
        }
    }

    /// The encoding of a locale; one that names none has the system's old one for its language.
    fn of_locale(locale: &str) -> Self {
        let folded = locale.to_ascii_lowercase();
        if folded.contains("utf-8") || folded.contains("utf8") {
            return Self::Utf8;
        }
        let name = folded.split(['.', '@']).next().unwrap_or_default();
        if name == "c" || name == "posix" {
            Self::Unnamed
        } else {
            Self::Other
        }
    }
}

/// The variable that decides, and its value; `None` if none is set.
pub fn deciding(variable: impl Fn(&str) -> Option<String>) -> Option<(&'static str, String)> {
    let mut set = VARIABLES.iter().filter_map(|it| Some((*it, variable(it)?)));
    set.find(|(_, value)| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_variable_that_is_set_names_the_encoding() {
        let cases = [
            ("", Encoding::Unnamed),
            ("LANG=C", Encoding::Unnamed),
            ("LANG=POSIX", Encoding::Unnamed),
            ("LANG=C.UTF-8", Encoding::Utf8),
            ("LANG=en_US.utf8", Encoding::Utf8),
            ("LC_CTYPE=UTF-8 LANG=C", Encoding::Utf8),
            ("LC_ALL=C LANG=ja_JP.UTF-8", Encoding::Unnamed),
            ("LANG=ja_JP.eucJP", Encoding::Other),
            ("LC_CTYPE=zh_CN.GB18030 LANG=zh_CN.UTF-8", Encoding::Other),
            ("LANG=ja_JP", Encoding::Other),
            ("LANG=de_DE@euro", Encoding::Other),
            ("LC_ALL= LANG=en_US.UTF-8", Encoding::Utf8),
        ];
        for (environment, expect) in cases {
            let found = Encoding::of_environment(|name| {
                let mut set = environment.split(' ').filter_map(|it| it.split_once('='));
                set.find(|it| it.0 == name).map(|it| it.1.to_owned())
            });
            assert_eq!(found, expect, "{environment}");
        }
    }
}
