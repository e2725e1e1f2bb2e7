//! Documentation says what a thing is: no line of it begins with "What", which makes the reader guess the noun.

use super::{Source, check_none, sources};

/// The folders whose documentation is checked.
const FOLDERS: &[&str] = &[
    "client/",
    "engine/",
    "protocol/src/",
    "files/",
    "server/",
    "tests/",
    "fuzz/",
];

/// The files that still have such lines, each with their number. It only ever gets shorter.
///
/// Doc lines of the types in `protocol/schema.json` are part of the protocol's document, and those of `ops/config.rs`
/// and `cli/args` are the help of the command line: they change with these.
const KNOWN: &[(&str, usize)] = &[
    ("client/src/cli/args/common.rs", 4),
    ("client/lab/src/args/tools.rs", 1),
    ("client/lab/src/args/bots.rs", 1),
    ("engine/src/fair.rs", 1),
    ("engine/src/games/animal_shogi.rs", 3),
    ("engine/src/games/animal_shogi/action.rs", 1),
    ("engine/src/games/animal_shogi/pieces.rs", 1),
    ("engine/src/games/dice_of_doom/rules.rs", 4),
    ("engine/src/games/territory.rs", 2),
    ("engine/src/games/tic_tac_toe.rs", 1),
    ("engine/src/lobby.rs", 1),
    ("engine/src/lobby/command.rs", 2),
    ("engine/src/lobby/reject.rs", 1),
    ("engine/src/origin.rs", 2),
    ("protocol/src/client_message.rs", 8),
    ("protocol/src/server_message/lobby_line.rs", 1),
    ("protocol/src/server_message.rs", 19),
    ("server/src/ops/config.rs", 2),
];

#[test]
fn no_line_of_documentation_begins_with_what() {
    let checked = sources();
    let checked: Vec<&Source> = checked.iter().filter(|it| it.is_in(FOLDERS)).collect();
    let known = |path: &str| KNOWN.iter().find(|it| it.0 == path).map_or(0, |it| it.1);
    let new = checked
        .iter()
        .filter(|it| riddles(&it.text).len() > known(&it.path));
    check_none(
        "has no documentation that begins with \"What\" (of a file in KNOWN all such lines are listed)",
        new.flat_map(|it| {
            riddles(&it.text)
                .into_iter()
                .map(|line| format!("{}:{line}", it.path))
        }),
    );
    let count = |path: &str| {
        let file = checked.iter().find(|it| it.path == path);
        file.map_or(0, |it| riddles(&it.text).len())
    };
    let gone = KNOWN.iter().filter(|it| count(it.0) < it.1);
    check_none(
        "in KNOWN still has as many such lines",
        gone.map(|(path, most)| format!("{path}: {} and not {most}", count(path))),
    );
}

/// The numbers of the lines of documentation that begin with "What", from 1.
fn riddles(text: &str) -> Vec<usize> {
    let lines = text.lines().enumerate();
    let riddles = lines.filter(|(_, line)| {
        let line = line.trim_start();
        let words = line.strip_prefix("///").or(line.strip_prefix("//!"));
        words.is_some_and(|it| it.trim_start().starts_with("What "))
    });
    riddles.map(|(at, _)| at + 1).collect()
}

#[test]
fn a_riddle_is_found_in_documentation_alone() {
    let text = "//! What a file\n/// The thing.\n    /// What it\n// What a comment\nlet what = \"/// What \";\n/// Whatever.\n";
    assert_eq!(riddles(text), [1, 3]);
}
