//! The calls of one kind of system stand behind the condition of that system, so that the programs are built on all others.
//!
//! Law kept here: what only Unix or Linux has is named in items with `#[cfg(unix)]` or `#[cfg(target_os = ...)]`, or in
//! files that are modules under such a condition.

use proc_macro2::TokenTree;

use super::tokens::{code, inside, without};
use super::{Source, check_none, sources};

/// Paths that are there on Unix alone.
const UNIX_ONLY: [&str; 5] = [
    "os::fd::",
    "os::linux::",
    "os::unix::",
    "rustix::",
    "signal::unix::",
];

#[test]
fn what_only_unix_has_is_named_under_its_condition() {
    let sources = sources();
    let programs = sources
        .iter()
        .filter(|it| !it.is_test() && !it.is_in(&["fuzz"]));
    let found = programs.filter(|it| !is_conditional_module(it, &sources));
    check_none(
        "names what only Unix has behind a condition",
        found.flat_map(|it| {
            let named = unconditional(&it.path, &it.text);
            named.into_iter().map(|path| format!("{}: {path}", it.path))
        }),
    );
}

#[test]
fn a_call_without_a_condition_is_found() {
    check("#[cfg(unix)] use std::os::unix::fs::FileExt;", &[]);
    check(
        "#[cfg(target_os = \"linux\")] fn of() { rustix::process::nice(1); }",
        &[],
    );
    check(
        "fn of() { #[cfg(unix)] std::os::unix::fs::fchown(f); }",
        &[],
    );
    check(
        "struct Group { #[cfg(unix)] id: rustix::process::Pid, all: u8 }",
        &[],
    );
    check(
        "#[cfg(test)] mod tests { use std::os::unix::fs::symlink; }",
        &[],
    );
    check("use std::os::unix::fs::FileExt;", &["os::unix::"]);
    check(
        "use tokio::signal::unix::{Signal, signal};",
        &["signal::unix::"],
    );
    check(
        "#[cfg(not(unix))] fn of() { rustix::process::nice(1); }",
        &["rustix::"],
    );
    check(
        "#[cfg(unix)] use std::io; fn of(it: &impl std::os::fd::AsFd) {}",
        &["os::fd::"],
    );
}

#[track_caller]
fn check(text: &str, expect: &[&str]) {
    assert_eq!(unconditional("made up", text), expect, "{text}");
}

/// The paths of [`UNIX_ONLY`] that a file names where every system compiles them.
fn unconditional(path: &str, text: &str) -> Vec<&'static str> {
    let everywhere = without(is_of_unix, &code(path, text));
    let joined = joined(&everywhere);
    UNIX_ONLY
        .into_iter()
        .filter(|it| joined.contains(it))
        .collect()
}

/// Whether an attribute leaves something out on other systems than Unix, or than some of its kind.
fn is_of_unix(attribute: &str) -> bool {
    let is_condition = attribute.starts_with("cfg(") && !attribute.contains("not(");
    is_condition
        && ["unix", "target_os=\"linux\""]
            .iter()
            .any(|it| attribute.contains(it))
}

/// Whether the file above this one names it as a module under the condition of Unix.
fn is_conditional_module(source: &Source, sources: &[Source]) -> bool {
    let Some((folder, name)) = source.path.trim_end_matches(".rs").rsplit_once('/') else {
        return false;
    };
    let above = sources.iter().find(|it| it.path == format!("{folder}.rs"));
    above.is_some_and(|it| it.text.contains(&format!("#[cfg(unix)]\nmod {name};")))
}

/// The tokens as one text; words that stand beside each other are parted.
fn joined(tokens: &[TokenTree]) -> String {
    let mut text = String::new();
    for token in tokens {
        let (piece, is_word) = match token {
            TokenTree::Group(it) => (joined(&inside(it)), true),
            TokenTree::Ident(it) => (it.to_string(), true),
            TokenTree::Punct(_) | TokenTree::Literal(_) => (token.to_string(), false),
        };
        if is_word && text.ends_with(char::is_alphanumeric) {
            text.push(' ');
        }
        text.push_str(&piece);
    }
    text
}
