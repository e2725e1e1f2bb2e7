//! Every dependency has its reason: a comment above its line in the manifest of the workspace, and a use in the code.

use super::documents::section;
use super::{CRATES, check_none, read, sources};

#[test]
fn every_dependency_has_a_reason() {
    let manifest = read("Cargo.toml");
    let all = section(&manifest, "[workspace.dependencies]");
    let without = without_reason(all);
    check_none("has a comment above each dependency", without);
    let names = names(all);
    assert!(names.len() > 30, "only {} were found", names.len());
}

#[test]
fn a_dependency_without_a_comment_is_found() {
    let manifest = "dicehall-files = 1\n\n# Of all of them.\n\n# Errors.\nanyhow = \"1\"\nrand = \"1\"\n\nserde.workspace = true\n";
    assert_eq!(without_reason(manifest), ["rand", "serde"]);
}

#[test]
fn every_dependency_is_used() {
    let mut unused = Vec::new();
    for (package, folder) in CRATES {
        let manifest = read(&format!("{folder}/Cargo.toml"));
        let code: String = sources()
            .into_iter()
            .filter(|it| it.is_of(package) || package == "tests" && it.is_in(&["fuzz"]))
            .map(|it| it.text)
            .collect();
        for name in names(section(&manifest, "[dependencies]"))
            .into_iter()
            .chain(dev_names(&manifest))
        {
            if !code.contains(&format!("{}::", name.replace('-', "_"))) {
                unused.push(format!("{package}: {name}"));
            }
        }
    }
    check_none("uses what its crate depends on", unused);
    let folders = CRATES.iter().map(|it| it.1).chain(["engine/training"]);
    let manifests: String = folders
        .map(|it| read(&format!("{it}/Cargo.toml")))
        .collect();
    let nobody = names(section(&read("Cargo.toml"), "[workspace.dependencies]"))
        .into_iter()
        .filter(|it| !manifests.contains(&format!("\n{it}")));
    check_none("of the workspace is a dependency of some crate", nobody);
}

/// The libraries of others that have no comment on the line above them.
fn without_reason(section: &str) -> Vec<String> {
    let mut above = "";
    let mut without = Vec::new();
    for line in section.lines() {
        if let Some(name) = name(line)
            && !name.starts_with("dicehall-")
            && !above.starts_with("# ")
        {
            without.push(name.to_owned());
        }
        above = line;
    }
    without
}

/// The names on the left in a section of a manifest.
fn names(section: &str) -> Vec<String> {
    section
        .lines()
        .filter_map(name)
        .map(str::to_owned)
        .collect()
}

/// The name on the left of a line that is neither empty nor a comment.
fn name(line: &str) -> Option<&str> {
    let is_entry = !line.starts_with('#') && !line.trim().is_empty();
    is_entry.then(|| line.split(['.', '=', ' ']).next())?
}

fn dev_names(manifest: &str) -> Vec<String> {
    if manifest.contains("[dev-dependencies]\n") {
        names(section(manifest, "[dev-dependencies]"))
    } else {
        Vec::new()
    }
}
