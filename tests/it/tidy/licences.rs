//! Every library that is part of the programs has a licence that `packaging/about.toml` accepts.
//!
//! The packages carry the texts of these licences; a library without a licence, or with one that nobody has read, is found
//! here and not only when packages are made.

use std::process::Command;

use super::{check_none, read, root};

#[test]
fn every_library_of_the_programs_has_an_accepted_licence() {
    let accepted = accepted();
    let parts = parts();
    let named = parts.lines().filter(|it| !it.is_empty());
    assert!(named.clone().count() > 300, "is the list whole? {parts}");
    let refused = named.filter(|it| {
        // A part that is listed once more has a star behind it.
        let part = it.trim_end_matches(" (*)").split_once(": ");
        let licence = part.map(|(_, licence)| licence);
        !licence.is_some_and(|it| is_accepted(it, &accepted))
    });
    check_none(
        "of the programs has a licence that packaging/about.toml accepts",
        refused.map(str::to_owned),
    );
}

#[test]
fn a_licence_is_accepted_by_one_of_its_choices_and_all_of_their_parts() {
    let accepted = ["MIT", "Zlib", "Apache-2.0 WITH LLVM-exception"].map(str::to_owned);
    for (licence, expect) in [
        ("MIT", true),
        ("GPL-3.0", false),
        ("MIT/GPL-3.0", true),
        ("GPL-3.0 OR Zlib", true),
        ("MIT AND GPL-3.0", false),
        ("(MIT OR GPL-3.0) AND Zlib", true),
        ("(MIT AND GPL-3.0) OR LGPL-2.1", false),
        ("Apache-2.0", false),
        ("Apache-2.0 WITH LLVM-exception OR GPL-3.0", true),
        ("", false),
    ] {
        assert_eq!(is_accepted(licence, &accepted), expect, "{licence}");
    }
}

/// Whether an expression of SPDX can be met by accepted licences alone: `OR` leaves a choice, `AND` binds more strongly.
fn is_accepted(licence: &str, accepted: &[String]) -> bool {
    if let Some((before, inside, after)) = parenthesized(licence) {
        // A bracket becomes a licence that is accepted, or one that is not.
        let known = accepted.first().map_or("", String::as_str);
        let value = if is_accepted(inside, accepted) {
            known
        } else {
            ""
        };
        return is_accepted(&format!("{before}{value}{after}"), accepted);
    }
    let choices = licence.split(" OR ").flat_map(|it| it.split('/'));
    let is_known = |it: &str| accepted.iter().any(|known| known == it.trim());
    choices
        .into_iter()
        .any(|it| it.split(" AND ").all(is_known))
}

/// The text before the first innermost bracket, in it, and after it.
fn parenthesized(licence: &str) -> Option<(&str, &str, &str)> {
    let end = licence.find(')')?;
    let start = licence[..end].rfind('(')?;
    Some((
        &licence[..start],
        &licence[start + 1..end],
        &licence[end + 1..],
    ))
}

/// The accepted licences.
fn accepted() -> Vec<String> {
    let list = read("packaging/about.toml");
    let (_, list) = list.split_once("accepted = [").unwrap();
    let list = list.split(']').next().unwrap();
    let lines = list.lines().map(|it| it.trim().trim_matches([',', '"']));
    lines
        .filter(|it| !it.is_empty())
        .map(str::to_owned)
        .collect()
}

/// The crates that become part of the programs, with their licences, a line for each: those that they use on Linux, directly or
/// over others, and not only to build or to test them.
fn parts() -> String {
    let mut command = Command::new(env!("CARGO"));
    command.args(["tree", "--locked", "--offline", "--edges=normal"]);
    command.args(["--package=dicehall-lab", "--package=dicehall-server"]);
    command.args([
        "--target=x86_64-unknown-linux-gnu",
        "--prefix=none",
        "--format={p}: {l}",
    ]);
    let told = command.current_dir(root()).output().unwrap();
    assert!(
        told.status.success(),
        "{}",
        String::from_utf8_lossy(&told.stderr)
    );
    String::from_utf8(told.stdout).unwrap()
}
