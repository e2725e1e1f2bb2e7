//! The documents that everybody reads stay short: each has a limit, and so has the list of what names cannot tell.

use super::documents::section;
use super::read;

/// The most bytes of a document.
const SIZE_MAX: [(&str, usize); 2] = [("ARCHITECTURE.md", 24_000), ("docs/bots.md", 14_000)];

/// The most questions of the list "find it" in ARCHITECTURE.md.
const QUESTIONS_MAX: usize = 25;

#[test]
fn documents_stay_short() {
    for (document, most) in SIZE_MAX {
        let size = read(document).len();
        assert!(
            size <= most,
            "{document} has {size} bytes, and may have {most}"
        );
    }
}

#[test]
fn names_tell_where_things_are_but_for_a_few_questions() {
    let architecture = read("ARCHITECTURE.md");
    let rows = section(&architecture, "## Find it")
        .lines()
        .filter(|it| it.starts_with("| "))
        .count();
    // The heading and the line below it are no questions.
    let questions = rows - 2;
    assert!(
        (1..=QUESTIONS_MAX).contains(&questions),
        "{questions} questions, and there may be {QUESTIONS_MAX}: find a better name for the file"
    );
}
