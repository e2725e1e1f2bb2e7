//! The limit on the number of files of a room: the modules that stand in one folder.

use std::collections::{BTreeMap, BTreeSet};

use super::{check_none, sources};

/// The most modules of a folder; a module and the folder of its parts count once.
const MODULES_MAX: usize = 15;

/// The files that are no modules of their own: the roots of crates, and tests.
const NOT_COUNTED: [&str; 3] = ["lib", "main", "tests"];

#[test]
fn a_room_has_few_files() {
    let mut rooms: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for source in sources().iter().filter(|it| it.path.contains("/src/")) {
        let parts: Vec<&str> = source.path.trim_end_matches(".rs").split('/').collect();
        let root = parts.iter().position(|it| *it == "src").unwrap();
        for at in root + 1..parts.len() {
            if parts[..at].contains(&"tests") || NOT_COUNTED.contains(&parts[at]) {
                continue;
            }
            let room = rooms.entry(parts[..at].join("/")).or_default();
            room.insert(parts[at].to_owned());
        }
    }
    assert!(rooms.len() > 50, "is the search wrong?");
    let full = rooms.iter().filter(|it| it.1.len() > MODULES_MAX);
    check_none(
        &format!("stands in a folder with at most {MODULES_MAX} modules"),
        full.map(|(room, modules)| format!("{room}: {}", modules.len())),
    );
}
