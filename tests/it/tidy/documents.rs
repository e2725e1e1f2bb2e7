//! The documents are true: what they name exists, what they must name is in them, and the commands in them work.

use std::collections::BTreeSet;

use dicehall_tests::programs;

use super::{read, root};

const DOCUMENTS: [&str; 16] = [
    "README.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "protocol/PROTOCOL.md",
    "docs/accounts.md",
    "docs/bots.md",
    "docs/cluster.md",
    "docs/dice.md",
    "docs/door.md",
    "docs/guests.md",
    "docs/operations.md",
    "docs/packages.md",
    "docs/ratings.md",
    "docs/server.md",
    "engine/training/RESULTS.md",
];

#[test]
fn every_invariant_has_a_guard_that_exists() {
    let architecture = read("ARCHITECTURE.md");
    let rows: Vec<&str> = section(&architecture, "## Invariants")
        .lines()
        .filter(|it| is_numbered(it))
        .collect();
    assert!(rows.len() >= 10, "only {} invariants found", rows.len());
    for row in rows {
        let guards: Vec<&str> = row
            .rsplit_once(" | ")
            .unwrap()
            .1
            .split('`')
            .skip(1)
            .step_by(2)
            .collect();
        let guards = if guards.is_empty() {
            row.split('`').skip(1).step_by(2).collect()
        } else {
            guards
        };
        assert!(!guards.is_empty(), "no guard: {row}");
        for guard in guards {
            let (file, function) = guard.split_once(": ").unwrap_or((guard, ""));
            let text = read(file);
            let exists = function.is_empty() || text.contains(&format!("fn {function}("));
            assert!(exists, "{file} has no {function}: {row}");
        }
    }
}

#[test]
fn every_file_that_a_document_names_exists() {
    let mut named = 0;
    for document in DOCUMENTS {
        let text = read(document);
        let quoted = outside_of_blocks(&text)
            .split('`')
            .skip(1)
            .step_by(2)
            .map(str::to_owned)
            .collect::<Vec<_>>();
        let links = text
            .split("](")
            .skip(1)
            .filter_map(|it| it.split(')').next())
            .map(str::to_owned);
        let folder = document.rsplit_once('/').map_or("", |it| it.0);
        for link in links.filter(|it| !it.starts_with('#') && !it.contains("://")) {
            let path = root().join(folder).join(link.split('#').next().unwrap());
            assert!(
                path.exists(),
                "{document} links to {link}, which is not there"
            );
            named += 1;
        }
        for path in quoted
            .iter()
            .map(|it| it.split(": ").next().unwrap())
            .filter(|it| is_path(it))
        {
            let there = root().join(path).exists() || root().join(folder).join(path).exists();
            assert!(there, "{document} names {path}, which is not there");
            named += 1;
        }
    }
    assert!(
        named > 60,
        "only {named} files are named: is the search wrong?"
    );
}

#[test]
fn the_readme_sets_up_with_two_commands() {
    let readme = read("README.md");
    let cargo: Vec<&str> = readme
        .lines()
        .filter(|it| it.starts_with("cargo "))
        .collect();
    assert_eq!(
        cargo,
        ["cargo run --release", "cargo test --workspace --locked"]
    );
    let first: Vec<&str> = readme
        .lines()
        .take(60)
        .filter(|it| it.starts_with("cargo "))
        .collect();
    assert_eq!(first.len(), 2, "both stand at the beginning");
}

#[tokio::test]
async fn every_command_in_the_documents_can_be_typed() {
    let mut lines = BTreeSet::new();
    for document in DOCUMENTS {
        let text = read(document);
        for block in text.split("```sh\n").skip(1) {
            let block = block.split("```").next().unwrap().replace("\\\n", " ");
            lines.extend(block.lines().map(|it| (document, it.trim().to_owned())));
        }
    }
    let mut tried = 0;
    for (document, line) in lines.iter().filter(|(_, it)| it.starts_with("dicehall")) {
        // A command ends at a pipe or a redirection, and before a comment.
        let line = line
            .split(" | ")
            .next()
            .unwrap()
            .split(" > ")
            .next()
            .unwrap()
            .split(" #")
            .next()
            .unwrap();
        let words: Vec<&str> = line.split_whitespace().collect();
        let end = words
            .iter()
            .position(|it| *it == "--exec")
            .map_or(words.len(), |it| it + 1);
        let plain =
            |it: &&&str| !it.starts_with('-') && it.chars().all(|it| it.is_ascii_lowercase());
        let subcommand = words.get(1).filter(plain).map(|it| (*it).to_owned());
        let arguments: Vec<String> = subcommand
            .into_iter()
            .chain(["--help".to_owned()])
            .collect();
        let help = programs::run(words[0], arguments.clone(), "").await;
        assert_eq!(help.code, Some(0), "{document}: {line}: {help:?}");
        // A command may have commands of its own, each with its help.
        let is_listed = |it: &&&str| help.stdout.contains(&format!("\n  {it} "));
        let mut told = help.stdout.clone();
        if let Some(inner) = words.iter().skip(2).filter(plain).find(is_listed) {
            let arguments = [words[1], inner, "--help"].map(str::to_owned);
            told += &programs::run(words[0], arguments, "").await.stdout;
        }
        for option in words[..end].iter().filter(|it| it.starts_with("--")) {
            assert!(
                told.contains(option),
                "{document}: {line}: there is no {option}"
            );
        }
        tried += 1;
    }
    assert!(
        tried > 15,
        "only {tried} commands found: is the search wrong?"
    );
}

#[test]
fn the_gates_are_one_script() {
    let script = read(".ci/run");
    for gate in [
        "cargo fmt --all --check",
        "cargo clippy --workspace --all-targets --all-features",
        "cargo doc --workspace",
    ] {
        assert!(script.contains(gate), ".ci/run does not run {gate}");
    }
    assert!(read("CONTRIBUTING.md").contains(".ci/run"));
}

/// The section from a heading to the next heading of its kind.
pub(super) fn section<'a>(text: &'a str, heading: &str) -> &'a str {
    let (_, rest) = text
        .split_once(&format!("{heading}\n"))
        .unwrap_or_else(|| panic!("there is no {heading}"));
    let mark = if heading.starts_with('[') {
        "\n["
    } else {
        "\n## "
    };
    rest.split(mark).next().unwrap()
}

fn is_numbered(row: &str) -> bool {
    row.strip_prefix("| ")
        .is_some_and(|it| it.starts_with(|it: char| it.is_ascii_digit()))
}

/// Whether a quoted word is the path of a file or folder of the project.
fn is_path(word: &str) -> bool {
    let ends = [".rs", ".md", ".json", ".toml", ".txt", "/"];
    let own = [
        "engine/",
        "protocol/",
        "server/",
        "client/",
        "tests/",
        "docs/",
        ".ci/",
        "golden/",
    ];
    !word.contains([' ', '*', '<'])
        && (own.iter().any(|it| word.starts_with(it))
            && (ends.iter().any(|it| word.ends_with(it)) || word.contains('/')))
}

/// The text without its fenced blocks.
fn outside_of_blocks(text: &str) -> String {
    text.split("```").step_by(2).collect()
}
