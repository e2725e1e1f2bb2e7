//! What is said again and again at a table, so that a number says it.

use crate::lang::{Language, Sentence};

/// The quick phrases, from number 1 on, as whoever says them speaks.
pub const PHRASES: [Sentence; 6] = [
    Language::phrase_first,
    Language::phrase_second,
    Language::phrase_third,
    Language::phrase_fourth,
    Language::phrase_fifth,
    Language::phrase_sixth,
];

/// The phrase of a number, as typed.
pub fn phrase(language: Language, number: &str) -> Option<String> {
    let at = number.parse::<usize>().ok()?.checked_sub(1)?;
    PHRASES.get(at).map(|it| it(language))
}
