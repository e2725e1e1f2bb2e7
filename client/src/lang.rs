//! The languages of the program: one catalogue of sentences, translated into each.
//!
//! The catalogue is the Fluent files of `client/lang`, which are compiled in. To say something,
//! code calls a method of [`Language`]; there is one for each sentence, made from a table, so that
//! neither a name nor an argument can be misspelt. Laws kept here: the language is an argument like
//! any other, and a catalogue holds words only and decides nothing.

mod banter;
mod board;
mod catalogue;
mod commands;
mod door;
pub mod encoding;
mod games;
mod help;
mod home;
mod kept;
mod keys;
mod lobby;
mod notices;
mod past;
mod plain;
#[cfg(test)]
mod tests;

use std::str::FromStr;

use fluent_bundle::FluentValue;

use catalogue::Catalogue;
use encoding::Encoding;

/// A language of the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English, which is used for sentences that another language lacks.
    #[default]
    English,
    /// Japanese.
    Japanese,
    /// Chinese in simplified characters.
    Chinese,
}

/// The parts of a locale's name that stand for Chinese in traditional characters.
const TRADITIONAL: [&str; 4] = ["tw", "hk", "mo", "hant"];

/// A sentence without gaps.
pub type Sentence = fn(Language) -> String;

/// The error for a text that names no language.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no such language: {0}; there are en, ja and zh")]
pub struct NoSuchLanguage(String);

impl Language {
    /// Every language.
    pub const ALL: [Self; 3] = [Self::English, Self::Japanese, Self::Chinese];

    /// The language's code, as in `--lang`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Japanese => "ja",
            Self::Chinese => "zh",
        }
    }

    /// The language to use: as typed, else as configured, else as the environment says; English
    /// where the terminal has another encoding than UTF-8.
    pub(crate) fn chosen(
        typed: Option<Self>,
        configured: Option<Self>,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Self {
        let told = match Encoding::of_environment(&variable) {
            Encoding::Utf8 => Self::of_environment(variable),
            Encoding::Unnamed => None,
            Encoding::Other => return Self::English,
        };
        typed.or(configured).or(told).unwrap_or_default()
    }

    /// The language of the first variable that is set; `None` for Chinese in traditional characters,
    /// which there is not: whoever wants the simplified ones says so. In the order of POSIX (The Open Group: "The
    /// Open Group Base Specifications Issue 7, 2018 edition", IEEE Std 1003.1-2017, section 8.2,
    /// <https://pubs.opengroup.org/onlinepubs/9699919799/>).
    fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Option<Self> {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"];
        let mut set = names.iter().filter_map(|it| variable(it));
        let locale = set.find(|it| !it.is_empty())?;
        let folded = locale.to_ascii_lowercase();
        let mut parts = folded.split(['_', '.', '@', '-']);
        let language = parts.next()?.parse().ok()?;
        let is_traditional = language == Self::Chinese && parts.any(|it| TRADITIONAL.contains(&it));
        (!is_traditional).then_some(language)
    }

    /// A sentence by its name: in this language, else in English, else the name itself.
    fn say(self, key: &str, arguments: &[(&str, FluentValue<'_>)]) -> String {
        [self, Self::English]
            .into_iter()
            .find_map(|it| Catalogue::of(it).say(key, arguments))
            .unwrap_or_else(|| key.to_owned())
    }
}

impl FromStr for Language {
    type Err = NoSuchLanguage;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut all = Self::ALL.into_iter();
        all.find(|it| it.code() == text)
            .ok_or_else(|| NoSuchLanguage(text.to_owned()))
    }
}

/// The value for a gap of a sentence: a text, or a number, on which a plural may depend.
pub(crate) trait Argument {
    /// The value in the form that the catalogue takes.
    fn value(&self) -> FluentValue<'_>;
}

impl Argument for &str {
    fn value(&self) -> FluentValue<'_> {
        FluentValue::from(*self)
    }
}

impl Argument for String {
    fn value(&self) -> FluentValue<'_> {
        FluentValue::from(self.as_str())
    }
}

impl Argument for &String {
    fn value(&self) -> FluentValue<'_> {
        FluentValue::from(self.as_str())
    }
}

macro_rules! numbers {
    ($($number:ty),*) => {
        $(impl Argument for $number {
            fn value(&self) -> FluentValue<'_> {
                FluentValue::from(*self)
            }
        })*
    };
}
numbers!(u8, u16, u32, u64, i64, usize);

/// Declares sentences by their names and gaps: each becomes a method of [`Language`]. The tests
/// also read the table of each file.
macro_rules! sentences {
    ($(#[$lint:meta])? $($key:ident($($gap:ident),*);)*) => {
        $(#[$lint])?
        impl $crate::lang::Language {
            $(
                pub(crate) fn $key(self, $($gap: impl $crate::lang::Argument),*) -> String {
                    self.say(
                        stringify!($key),
                        &[$((stringify!($gap), $crate::lang::Argument::value(&$gap))),*],
                    )
                }
            )*
        }

        /// The sentences of this file, with their gaps.
        #[cfg(test)]
        pub(super) const SENTENCES: &[(&str, &[&str])] =
            &[$((stringify!($key), &[$(stringify!($gap)),*])),*];
    };
}
use sentences;
