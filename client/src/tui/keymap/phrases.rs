//! The quick phrases: sentences that are often said at a table, each sent by typing its number.

use crate::lang::{Language, Sentence};

/// The quick phrases, from number 1 on, in the language of the speaker.
pub const PHRASES: [Sentence; 6] = [
    Language::phrase_first,
    Language::phrase_second,
    Language::phrase_third,
    Language::phrase_fourth,
    Language::phrase_fifth,
    Language::phrase_sixth,
];

/// The phrase of a typed number; `None` if there is none of that number.
pub fn phrase(language: Language, number: &str) -> Option<String> {
    let at = number.parse::<usize>().ok()?.checked_sub(1)?;
    PHRASES.get(at).map(|it| it(language))
}
