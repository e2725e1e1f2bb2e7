//! The languages that the program speaks: one catalogue of sentences, told in each.
//!
//! The catalogue is the Fluent files of `client/lang`, which are compiled in. Whoever says something calls a method of
//! [`Language`]: one for each sentence, made from a table, so that neither a name nor an argument can be misspelt. Laws kept
//! here: the language is an argument like any other; words only, nothing here decides anything.

mod banter;
mod board;
mod catalogue;
mod commands;
mod games;
mod help;
mod home;
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

/// A language that the program speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English, in which the others say what they have no words for.
    #[default]
    English,
    /// Japanese.
    Japanese,
    /// Chinese in simplified characters.
    Chinese,
}

/// A sentence without gaps.
pub type Sentence = fn(Language) -> String;

/// A text that names no language.
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

    /// The language to speak: as typed, else as in the configuration, else as the environment tells.
    pub(crate) fn chosen(
        typed: Option<Self>,
        configured: Option<Self>,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Self {
        typed
            .or(configured)
            .or_else(|| Self::of_environment(variable))
            .unwrap_or_default()
    }

    /// What the first of the variables that is set says, as POSIX has it (IEEE Std 1003.1-2017, chapter 8.2).
    fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Option<Self> {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"];
        let mut set = names.iter().filter_map(|it| variable(it));
        let locale = set.find(|it| !it.is_empty())?;
        let code = locale.split(['_', '.', '@', '-']).next()?;
        code.to_ascii_lowercase().parse().ok()
    }

    /// A sentence by its name; in English if this language lacks it, and else its name.
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

/// What fills a gap of a sentence: a text, or a number, which has a plural.
pub(crate) trait Argument {
    /// As the catalogue takes it.
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

/// Sentences by their names and gaps: each becomes a method of [`Language`]. The table of a file is kept for the tests.
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
