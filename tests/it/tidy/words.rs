//! Words that names in the code no longer use, because readers could not tell what they meant.

use std::collections::BTreeMap;

use super::tokens::{code, identifiers};
use super::{check_none, sources};

/// A word and what to use instead.
///
/// A word in small letters is looked for within every identifier. One that begins with a capital is looked for only as
/// the whole name of a type or variant, because within others it may be the right word.
const WORDS: &[(&str, &str)] = &[
    ("hall", "what the server shares: ServerContext"),
    ("office", "AdminServer"),
    ("desk", "the queue that it is"),
    ("shelf", "the store that it is"),
    ("archivist", "ArchiveWriter"),
    ("patience", "GracePeriods, or Timeouts"),
    ("Waits", "Timeouts"),
    ("entrance", "Admission"),
    ("Door", "the reply channel of an admission"),
    ("Turned", "AdmitError"),
    ("deed", "a command of the interface"),
    ("wish", "a request"),
    ("wishes", "requests, or what they want"),
    ("parcel", "Outbound"),
    ("News", "the event that it is"),
    ("Called", "MatchStart, or FinishedMatch"),
    ("bury", "reap"),
    ("line_up", "renumber"),
    ("furnish", "set up"),
    ("check_furniture", "validate_setup"),
    ("statue", "an idle peer"),
    ("Crowd", "connections"),
    ("reel", "frames of a replay"),
    ("Scene", "the context of a view"),
];

/// The words that are still used, each with its crate. The list only ever gets shorter.
const KNOWN: &[(&str, &str)] = &[];

const CRATES: [&str; 7] = [
    "engine", "protocol", "files", "server", "client", "tests", "fuzz",
];

#[test]
fn no_name_has_a_word_that_was_given_up() {
    let mut places: BTreeMap<(&str, &str), Vec<String>> = BTreeMap::new();
    for source in sources() {
        let name = CRATES
            .into_iter()
            .find(|it| source.is_in(&[&format!("{it}/")]))
            .unwrap();
        for identifier in identifiers(&code(&source.path, &source.text)) {
            let text = identifier.to_string();
            let parts = parts(&text);
            for (word, _) in WORDS {
                if has_word(&text, &parts, word) {
                    let line = identifier.span().start().line;
                    let place = format!("{}:{line} {identifier}", source.path);
                    places.entry((name, word)).or_default().push(place);
                }
            }
        }
    }
    let new = places.iter().filter(|(it, _)| !KNOWN.contains(it));
    let new = new.map(|((_, word), places)| {
        let instead = WORDS.iter().find(|it| it.0 == *word).unwrap().1;
        format!(
            "{word} (say instead: {instead})\n    {}",
            places.join("\n    ")
        )
    });
    check_none("names things with words that can be understood", new);
    let gone = KNOWN.iter().filter(|it| !places.contains_key(it));
    check_none(
        "in KNOWN still has its word",
        gone.map(|(name, word)| format!("{name}: {word}")),
    );
}

/// Whether an identifier with these parts has the word: its parts follow one another in it.
fn has_word(identifier: &str, parts: &[String], word: &str) -> bool {
    if word.starts_with(char::is_uppercase) {
        return identifier == word;
    }
    let count = word.split('_').count();
    let mut places = parts.windows(count);
    places.any(|it| it.iter().map(String::as_str).eq(word.split('_')))
}

/// The parts of an identifier in small letters; they are divided by underscores, and where a capital follows a small
/// letter.
fn parts(identifier: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut before = '_';
    for letter in identifier.chars() {
        if letter == '_' || letter.is_uppercase() && before.is_lowercase() {
            parts.push(String::new());
        }
        if letter != '_' {
            parts.last_mut().unwrap().extend(letter.to_lowercase());
        }
        before = letter;
    }
    parts.retain(|it| !it.is_empty());
    parts
}

#[test]
fn a_word_is_found_where_it_is_a_part_of_a_name() {
    for (identifier, word, expect) in [
        ("hall", "hall", true),
        ("TheHall", "hall", true),
        ("HALL_MAX", "hall", true),
        ("shall", "hall", false),
        ("Hallway", "hall", false),
        ("line_up_all", "line_up", true),
        ("LineUp", "line_up", true),
        ("line_by_up", "line_up", false),
        ("Called", "Called", true),
        ("MatchCalled", "Called", false),
        ("called", "Called", false),
    ] {
        let parts = parts(identifier);
        assert_eq!(
            has_word(identifier, &parts, word),
            expect,
            "{word} in {identifier}"
        );
    }
}
