//! Every promise with a number in the documents comes from the code, from a test, or from a dated measurement.
//!
//! The list is `tests/promises.txt`: a document, the words of the promise, and what stands behind it. Law kept here: a number
//! with a unit that is in none of these lines, or whose constant has another value, is a red test. Tables of figures need no
//! line if their section says when they were measured, and the table of limits needs none, because it is computed.

use std::ops::Range;

use super::documents::section;
use super::limits::value_of;
use super::{check_none, read};

/// The documents that promise something.
const DOCUMENTS: [&str; 6] = [
    "docs/cluster.md",
    "docs/dice.md",
    "docs/door.md",
    "docs/operations.md",
    "docs/server.md",
    "protocol/PROTOCOL.md",
];

/// Units, each with what one of it is in the unit of the constants: milliseconds, bytes, or pieces.
const UNITS: [(&str, &[u64]); 27] = [
    ("ms", &[1]),
    ("s", &[1_000, 1]),
    ("second", &[1_000, 1]),
    ("seconds", &[1_000, 1]),
    ("minute", &[60_000, 60, 1]),
    ("minutes", &[60_000, 60, 1]),
    ("hours", &[3_600_000, 3_600, 1]),
    ("days", &[86_400, 1]),
    ("bits", &[1]),
    ("bytes", &[1]),
    ("KiB", &[1_024, 1]),
    ("MiB", &[1_048_576, 1_024, 1]),
    ("GiB", &[1_073_741_824, 1]),
    ("MB", &[1_000_000]),
    ("%", &[1]),
    ("characters", &[1]),
    ("columns", &[1]),
    ("people", &[1]),
    ("lobbies", &[1]),
    ("connections", &[1]),
    ("addresses", &[1]),
    ("frames", &[1]),
    ("events", &[1]),
    ("updates", &[1]),
    ("records", &[1]),
    ("shards", &[1]),
    ("steps", &[1]),
];

/// Numbers that are written as words.
const NUMBERS: [(&str, u64); 15] = [
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("fifteen", 15),
    ("sixteen", 16),
    ("twenty", 20),
    ("thirty", 30),
    ("sixty", 60),
];

/// A line of the list.
struct Promise {
    document: String,
    words: Vec<String>,
    behind: String,
}

/// A word of a document, with the line it stands on.
struct Word<'a> {
    text: &'a str,
    line: &'a str,
    number: usize,
}

#[test]
fn every_promise_of_the_list_holds() {
    let faults = promises().into_iter().filter_map(|promise| {
        let document = read(&promise.document);
        let words = words(&document);
        let told = promise.words.join(" ");
        if places(&words, &promise.words).is_empty() {
            return Some(format!("{} does not say: {told}", promise.document));
        }
        fault(&promise, &words).map(|it| format!("{told}: {it}"))
    });
    check_none("is promised by the documents and kept by the code", faults);
}

#[test]
fn every_number_with_a_unit_has_something_behind_it() {
    let promises = promises();
    let server = read("docs/server.md");
    let table = section(&server, "## Limits").lines();
    let computed: Vec<&str> = table.filter(|it| it.starts_with("| ")).collect();
    let mut found = 0;
    let mut bare = Vec::new();
    for document in DOCUMENTS {
        let text = read(document);
        let words = words(&text);
        let covered: Vec<Range<usize>> = promises
            .iter()
            .filter(|it| it.document == document)
            .flat_map(|it| places(&words, &it.words))
            .collect();
        for at in claims(&words) {
            found += 1;
            let is_covered = covered.iter().any(|it| it.contains(&at));
            let is_figure = words[at].line.starts_with('|') && is_dated(&words, at);
            let line = words[at].line;
            let is_computed = computed.contains(&line) || names_its_constant(line);
            if !is_covered && !is_figure && !is_computed {
                let (value, unit) = (words[at].text, words[at + 1].text);
                bare.push(format!("{document}:{}: {value} {unit}", words[at].number));
            }
        }
    }
    assert!(
        found > 100,
        "only {found} numbers were found: is the search wrong?"
    );
    check_none("has a line in tests/promises.txt", bare);
}

fn promises() -> Vec<Promise> {
    let list = read("tests/promises.txt");
    let lines = list
        .lines()
        .filter(|it| !it.is_empty() && !it.starts_with('#'));
    let promise = |line: &str| {
        let parts: Vec<&str> = line.split(" -> ").collect();
        let [document, words, behind] = parts[..] else {
            panic!("not a document, words, and what is behind them: {line}");
        };
        Promise {
            document: document.to_owned(),
            words: words.split_whitespace().map(plain).collect(),
            behind: behind.to_owned(),
        }
    };
    lines.map(promise).collect()
}

/// The fault of the thing that stands behind a promise.
fn fault(promise: &Promise, words: &[Word<'_>]) -> Option<String> {
    let behind = promise.behind.as_str();
    if behind == "measured" {
        let place = places(words, &promise.words).into_iter().next()?;
        return (!is_dated(words, place.start)).then(|| "measured when?".to_owned());
    }
    if behind == "example" || behind.starts_with("elsewhere: ") {
        return None;
    }
    let (file, name) = behind.split_once(": ")?;
    let text = read(file);
    if name.chars().any(|it| it.is_ascii_lowercase()) {
        let is_there = text.contains(&format!("fn {name}(")) || text.contains(&format!("'{name}'"));
        return (!is_there).then(|| format!("{file} has no {name}"));
    }
    let value = value_of(&text, name);
    let told = values(&promise.words);
    (!told.contains(&value)).then(|| format!("{name} is {value}, and not one of {told:?}"))
}

/// The words of a document outside of its examples.
fn words(document: &str) -> Vec<Word<'_>> {
    let mut found = Vec::new();
    let mut is_example = false;
    for (number, line) in (1..).zip(document.lines()) {
        if line.trim_start().starts_with("```") {
            is_example = !is_example;
        } else if !is_example {
            let of_line = line.split_whitespace();
            found.extend(of_line.map(|text| Word { text, line, number }));
        }
    }
    found
}

/// A word without the marks around it.
fn plain(word: &str) -> String {
    let marks = ['.', ',', ';', ':', '(', ')', '*', '|', '"', '`', '~'];
    word.trim_matches(marks).to_owned()
}

/// Where a document has these words, one after the other.
fn places(document: &[Word<'_>], words: &[String]) -> Vec<Range<usize>> {
    let plain: Vec<String> = document.iter().map(|it| plain(it.text)).collect();
    let starts = plain.windows(words.len().max(1)).enumerate();
    starts
        .filter(|(_, it)| *it == words)
        .map(|(at, it)| at..at + it.len())
        .collect()
}

/// The words that are a number with a unit behind it.
fn claims(words: &[Word<'_>]) -> Vec<usize> {
    let pairs = words.windows(2).enumerate();
    let is_claim = |pair: &[Word<'_>]| {
        number(pair[0].text).is_some() && unit(pair[1].text).is_some() && pair[0].text != "|"
    };
    pairs
        .filter(|(_, it)| is_claim(it))
        .map(|(at, _)| at)
        .collect()
}

fn number(word: &str) -> Option<f64> {
    let word = plain(word).to_lowercase();
    let named = NUMBERS.iter().find(|(name, _)| *name == word);
    match named {
        Some((_, value)) => Some(f64::from(u32::try_from(*value).ok()?)),
        None => word.replace(',', "").parse().ok(),
    }
}

fn unit(word: &str) -> Option<&'static [u64]> {
    let word = plain(word);
    UNITS.iter().find(|(name, _)| *name == word).map(|it| it.1)
}

/// The values that the numbers of a promise may have in the unit of a constant.
fn values(words: &[String]) -> Vec<u64> {
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let Some(told) = number(word) else { continue };
        let scales = words.get(at + 1).and_then(|it| unit(it)).unwrap_or(&[1]);
        #[expect(
            clippy::as_conversions,
            clippy::cast_possible_truncation,
            clippy::cast_precision_loss,
            clippy::cast_sign_loss,
            reason = "numbers of a document, far below the limits of both types"
        )]
        found.extend(scales.iter().map(|it| (told * *it as f64).round() as u64));
    }
    found
}

/// Whether a row of a table names the constant of its number, which other tests compare.
fn names_its_constant(line: &str) -> bool {
    let mut quoted = line.split('`').skip(1).step_by(2);
    quoted.any(|it| {
        let name = it.rsplit(": ").next().unwrap_or_default();
        name.len() > 3 && name.chars().all(|it| it.is_ascii_uppercase() || it == '_')
    })
}

/// Whether the section around a word says when its figures were measured.
fn is_dated(words: &[Word<'_>], at: usize) -> bool {
    let is_head = |it: &&Word<'_>| it.line.starts_with("##");
    let section = |it: &mut dyn Iterator<Item = &Word<'_>>| {
        it.take_while(|it| !is_head(it))
            .any(|it| plain(it.text).starts_with("202") && it.text.contains('-'))
    };
    section(&mut words[..at].iter().rev()) || section(&mut words[at..].iter())
}
