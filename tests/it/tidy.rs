//! The rules on the code itself, as tests: who may name whom, what no file may hold, what every file must have.
//!
//! Each invariant of `ARCHITECTURE.md` names its guard; the last test here checks that the guards exist.

mod boards;
mod circles;
mod comments;
mod dependencies;
mod documents;
mod layers;
mod lengths;
mod licences;
mod limits;
mod methods;
mod modules;
mod parameters;
mod promises;
mod rooms;
mod sizes;
mod systems;
mod tokens;
mod words;

use std::path::{Path, PathBuf};

/// The text at which the tests of a file begin.
const TESTS: &str = "#[cfg(test)]\nmod tests {";

/// The crates of which the programs consist, and their folders. The laboratory's lies in the client's.
const CRATES: [(&str, &str); 7] = [
    ("engine", "engine"),
    ("protocol", "protocol"),
    ("files", "files"),
    ("server", "server"),
    ("client", "client"),
    ("lab", "client/lab"),
    ("tests", "tests"),
];

/// A source file of the project.
struct Source {
    /// The path from the root of the project, with slashes.
    path: String,
    text: String,
}

impl Source {
    /// The file without its comments and without code that is compiled for tests only.
    fn code(&self) -> String {
        let tests = self.text.find(TESTS).unwrap_or(self.text.len());
        let code = self.text[..tests]
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"));
        code.collect::<Vec<_>>().join("\n")
    }

    /// The part of the file that is compiled for tests only.
    fn tests(&self) -> String {
        let tests = if self.is_test() {
            Some(0)
        } else {
            self.text.find(TESTS)
        };
        tests.map_or_else(String::new, |start| self.text[start..].to_owned())
    }

    /// Whether the whole file is compiled for tests only.
    fn is_test(&self) -> bool {
        self.path.starts_with("tests/")
            || self.path.ends_with("/tests.rs")
            || ["/tests/", "/golden", "/testing"]
                .iter()
                .any(|it| self.path.contains(it))
    }

    /// Whether the file belongs to this crate of [`CRATES`].
    fn is_of(&self, name: &str) -> bool {
        let within = |folder: &str| self.path.starts_with(&format!("{folder}/"));
        let homes = CRATES.iter().filter(|(_, folder)| within(folder));
        homes
            .max_by_key(|(_, folder)| folder.len())
            .is_some_and(|it| it.0 == name)
    }

    fn is_in(&self, folders: &[&str]) -> bool {
        folders.iter().any(|it| self.path.starts_with(it))
    }
}

#[test]
fn every_file_has_a_head() {
    let bare = |it: &Source| !it.text.starts_with("//! ");
    check_none(
        "starts with what it is (//!)",
        sources().into_iter().filter(bare).map(|it| it.path),
    );
}

#[test]
fn no_module_is_called_mod() {
    let paths = sources().into_iter().map(|it| it.path);
    check_none(
        "is foo.rs, not foo/mod.rs",
        paths.filter(|it| it.ends_with("/mod.rs")),
    );
}

/// A file that no other file names as its module is not compiled: its tests would never run and never fail.
#[test]
fn every_file_is_part_of_a_crate() {
    let sources = sources();
    let is_root = |it: &Source| {
        let folder = it.path.rsplit('/').nth(1);
        let alone = matches!(folder, Some("benches" | "bin" | "examples"));
        let roots = ["/lib.rs", "/main.rs", "/build.rs"];
        alone || roots.iter().any(|root| it.path.ends_with(root))
    };
    let is_part = |it: &Source| {
        let (folder, name) = it.path.trim_end_matches(".rs").rsplit_once('/').unwrap();
        let parents = [
            format!("{folder}.rs"),
            format!("{folder}/lib.rs"),
            format!("{folder}/main.rs"),
        ];
        let module = format!("mod {name};");
        // A module with another name has the path of its file above it.
        let path = format!("/{name}.rs\"]");
        let names_it = |line: &str| {
            let is_named = line == module || line.ends_with(&format!(" {module}"));
            is_named && !line.starts_with("//")
                || line.starts_with("#[path") && line.ends_with(&path)
        };
        let mut others = sources.iter().filter(|it| parents.contains(&it.path));
        others.any(|it| it.text.lines().any(names_it))
    };
    let lost = sources
        .iter()
        .filter(|it| !is_root(it) && !is_part(it))
        .map(|it| it.path.clone());
    check_none("is named as a module by the file above it", lost);
}

#[test]
fn nothing_is_left_for_later() {
    check_absent(&["TODO", "FIXME"], |it| it.text.clone());
}

#[test]
fn no_test_is_ignored_and_none_sleeps() {
    check_absent(&["#[ignore", "thread::sleep("], |it| it.text.clone());
    // Paused time may pass; real time may not.
    let in_real_time = |it: &Source| !it.text.contains("start_paused");
    check_absent(&["time::sleep("], |it| {
        if in_real_time(it) {
            it.tests()
        } else {
            String::new()
        }
    });
}

#[test]
fn every_queue_has_a_bound() {
    let unbounded = [
        "unbounded_channel",
        "unbounded()",
        "std::sync::mpsc::channel",
        "std::sync::mpsc::Sender",
    ];
    check_absent(&unbounded, |it| it.text.clone());
    let std_queue = |it: &Source| it.text.contains("use std::sync::mpsc");
    check_absent(&["mpsc::channel()", "mpsc::channel::<"], |it| {
        if std_queue(it) {
            it.text.clone()
        } else {
            String::new()
        }
    });
}

#[test]
fn exceptions_from_lints_have_a_reason() {
    check_absent(&["#[allow(", "#![allow("], |it| it.text.clone());
}

#[test]
fn every_limit_is_named_and_explained() {
    let mut limits = 0;
    for source in sources() {
        let lines: Vec<&str> = source.text.lines().collect();
        for (n, line) in lines.iter().enumerate() {
            let Some((_, name)) = line.split_once("const ") else {
                continue;
            };
            let name = name.split(':').next().unwrap_or_default();
            if !name.ends_with("_MAX") || source.is_test() {
                continue;
            }
            limits += 1;
            let explained = lines[..n]
                .iter()
                .rev()
                .find(|it| !it.trim_start().starts_with("#["));
            let explained = explained.is_some_and(|it| it.trim_start().starts_with("//"));
            assert!(
                explained,
                "{}:{}: {name} does not say what it limits",
                source.path,
                n + 1
            );
        }
    }
    assert!(
        limits > 10,
        "only {limits} limits found: is the search wrong?"
    );
}

/// Every Rust file of the project, in order.
fn sources() -> Vec<Source> {
    let mut sources = files(
        &[
            "engine", "protocol", "files", "server", "client", "tests", "fuzz",
        ],
        "rs",
    );
    sources.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(
        sources.len() > 30,
        "only {} files found: is the search wrong?",
        sources.len()
    );
    sources
}

/// The files with this extension in these folders and below.
fn files(folders: &[&str], extension: &str) -> Vec<Source> {
    let mut found = Vec::new();
    let mut folders: Vec<PathBuf> = folders.iter().map(|it| root().join(it)).collect();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path
                .file_name()
                .and_then(|it| it.to_str())
                .unwrap_or_default()
                .to_owned();
            if path.is_dir() && !name.starts_with('.') && name != "target" {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == extension) {
                let text = std::fs::read_to_string(&path).unwrap();
                let path = path
                    .strip_prefix(root())
                    .unwrap()
                    .to_str()
                    .unwrap()
                    .replace('\\', "/");
                found.push(Source { path, text });
            }
        }
    }
    found
}

/// A file of the project.
fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// Checks that none of the words is in the given part of any file. The files of this folder are left out, because they
/// name the words.
#[track_caller]
fn check_absent(words: &[&str], part: impl Fn(&Source) -> String) {
    let others = sources()
        .into_iter()
        .filter(|it| !it.is_in(&["tests/it/tidy"]));
    let found = others.flat_map(|source| {
        let text = part(&source);
        let hits = words.iter().filter(|it| text.contains(**it));
        hits.map(|word| format!("{}: {word}", source.path))
            .collect::<Vec<_>>()
    });
    check_none(&format!("holds none of {words:?}"), found);
}

#[track_caller]
fn check_none(rule: &str, offenders: impl IntoIterator<Item = String>) {
    let offenders: Vec<String> = offenders.into_iter().collect();
    assert!(
        offenders.is_empty(),
        "every file {rule}; these do not:\n{}",
        offenders.join("\n")
    );
}
