//! The limits on the length of a file.

use super::{Source, check_none, sources};

/// The most lines of code of a file outside its tests. Empty lines and comments are not counted.
const CODE_LINES_MAX: usize = 350;

/// The most lines of the files that are in [`KNOWN`].
const KNOWN_LINES_MAX: usize = 400;

/// The most lines of code of a file of tests.
const TEST_LINES_MAX: usize = 700;

/// The files that are still longer. It only ever gets shorter.
const KNOWN: &[&str] = &[
    "client/src/cli/frames.rs",
    "client/src/net/connection/machine.rs",
    "client/src/tui/model.rs",
    "client/src/tui/update/keys/act.rs",
    "client/src/tui/update/server.rs",
    "server/src/lobby/task.rs",
    "server/src/session/lobbying.rs",
    "server/src/refusal/translate.rs",
    "tests/src/reference.rs",
    "tests/src/reference/stream.rs",
];

#[test]
fn no_file_is_too_long() {
    let long: Vec<(String, usize)> = sources()
        .iter()
        .filter(|it| lines(it) > most(it))
        .map(|it| (it.path.clone(), lines(it)))
        .collect();
    let is_known = |it: &(String, usize)| KNOWN.contains(&it.0.as_str()) && it.1 <= KNOWN_LINES_MAX;
    let new = long.iter().filter(|it| !is_known(it));
    check_none(
        &format!("has at most {CODE_LINES_MAX} lines of code, or {TEST_LINES_MAX} of tests"),
        new.map(|(path, lines)| format!("{path}: {lines}")),
    );
    let gone = KNOWN
        .iter()
        .filter(|it| !long.iter().any(|(path, _)| path == *it));
    check_none(
        "in KNOWN is still too long",
        gone.map(|it| (*it).to_owned()),
    );
}

/// The most lines that this file may have. Helpers of tests are code like any other.
fn most(source: &Source) -> usize {
    if is_only_tests(source) {
        TEST_LINES_MAX
    } else {
        CODE_LINES_MAX
    }
}

/// The number of lines of code of a file.
fn lines(source: &Source) -> usize {
    let code = if is_only_tests(source) {
        source.text.clone()
    } else {
        source.code()
    };
    let is_code = |it: &&str| !it.trim().is_empty() && !it.trim_start().starts_with("//");
    code.lines().filter(is_code).count()
}

fn is_only_tests(source: &Source) -> bool {
    source.is_test() && !source.is_in(&["tests/src/"])
}
