//! Who may name whom: between the crates, and between the modules of the engine.

use super::{Source, check_none, read, sources};

#[test]
fn the_engine_has_no_io_no_time_no_luck_and_no_json() {
    check_dependencies(
        "engine",
        &["hmac", "schemars", "serde", "sha2", "thiserror"],
    );
    let unwanted = [
        "std::fs",
        "std::net",
        "std::thread",
        "std::time",
        "std::env",
        "std::io",
        "std::process",
    ];
    let found = sources()
        .into_iter()
        .filter(|it| it.is_in(&["engine/src"]) && !it.is_test());
    check_none(
        "of the engine only decides",
        found.flat_map(|it| mentions(&it, &unwanted)),
    );
    let lints = read("engine/clippy.toml");
    for method in [
        "Instant::now",
        "SystemTime::now",
        "thread::spawn",
        "thread::sleep",
        "env::var",
        "HashMap::iter",
    ] {
        assert!(
            lints.contains(method),
            "engine/clippy.toml does not forbid {method}"
        );
    }
}

#[test]
fn the_protocol_holds_no_state_and_knows_no_sockets() {
    let may = [
        "dicehall-engine",
        "schemars",
        "serde",
        "serde_json",
        "sha2",
        "thiserror",
    ];
    check_dependencies(
        "protocol",
        &[
            &may[..],
            &["unicode-normalization", "unicode-security", "unicode-width"],
        ]
        .concat(),
    );
    let rules = [
        "AnyState",
        "State",
        "dicehall_engine::bots",
        "dicehall_engine::roster",
        "dicehall_engine::dice",
    ];
    let found = sources()
        .into_iter()
        .filter(|it| it.is_in(&["protocol/src"]) && !it.is_test());
    check_none(
        "of the protocol calls no rule",
        found.flat_map(|it| mentions(&it, &rules)),
    );
}

#[test]
fn games_run_no_bot_and_know_no_lobby() {
    check_arrows(
        "engine/src/games",
        &["crate::bots", "crate::roster", "crate::lobby"],
        &[
            // What a bot knows of a game stands beside the game.
            "engine/src/games/animal_shogi/evaluate.rs",
            "engine/src/games/animal_shogi/guide.rs",
            "engine/src/games/animal_shogi/playout.rs",
            "engine/src/games/territory/estimate.rs",
            "engine/src/games/territory/evaluate.rs",
            "engine/src/games/territory/guide.rs",
        ],
    );
}

#[test]
fn bots_name_no_game_and_know_no_lobby() {
    check_arrows(
        "engine/src/bots",
        &[
            "crate::games",
            "crate::roster",
            "crate::lobby",
            "crate::AnyState",
        ],
        &[
            // It follows rules of thumb for territories, whatever the game on them.
            "engine/src/bots/strategist.rs",
        ],
    );
}

#[test]
fn the_lobby_runs_no_bot() {
    check_arrows("engine/src/lobby", &["crate::bots", "crate::roster"], &[]);
}

#[test]
fn nothing_in_the_engine_knows_the_lobby() {
    let others = sources()
        .into_iter()
        .filter(|it| it.is_in(&["engine/src"]) && !it.is_in(&["engine/src/lobby"]));
    check_none(
        "outside the lobby knows no lobby",
        others.flat_map(|it| mentions(&it, &["crate::lobby"])),
    );
}

#[test]
fn one_file_of_the_client_names_the_server() {
    let client = sources()
        .into_iter()
        .filter(|it| it.is_in(&["client"]) && it.path != "client/src/net/host.rs");
    check_none(
        "of the client but host.rs names no server",
        client.flat_map(|it| mentions(&it, &["dicehall_server"])),
    );
    let host = sources()
        .into_iter()
        .find(|it| it.path == "client/src/net/host.rs")
        .expect("the client can host");
    assert!(
        !mentions(&host, &["dicehall_server"]).is_empty(),
        "host.rs names no server: is the search wrong?"
    );
}

#[test]
fn the_client_knows_no_rules() {
    // The tools that play without a server may, and what reads positions for them: they are not the client of one.
    let offline = ["client/src/cli/"];
    let rules = [
        "AnyState",
        "Setup",
        "Node",
        "dicehall_engine::State",
        "game::State",
        "dicehall_engine::roster",
        "dicehall_engine::bots",
    ];
    let client = sources()
        .into_iter()
        .filter(|it| it.is_in(&["client"]) && !it.is_test());
    let screens = client.filter(|it| !it.is_in(&offline));
    check_none(
        "of the screens calls no rule",
        screens.flat_map(|it| mentions(&it, &rules)),
    );
}

#[test]
fn the_server_holds_no_rule_and_no_strategy() {
    // The pool runs bots by their names; what a bot or a game is, the engine knows.
    let inner = [
        "games::dice_of_doom",
        "games::territory",
        "dicehall_engine::bots::paranoid",
        "bots::random",
    ];
    let server = sources()
        .into_iter()
        .filter(|it| it.is_in(&["server"]) && !it.is_test());
    check_none(
        "of the server names no game",
        server.flat_map(|it| mentions(&it, &inner)),
    );
}

#[test]
fn states_are_never_serialized() {
    let mut states = 0;
    let engine: Vec<Source> = sources()
        .into_iter()
        .filter(|it| it.is_in(&["engine/src"]) && !it.is_test())
        .collect();
    for source in &engine {
        for (start, _) in source.text.match_indices("impl State for ") {
            let name: String = source.text[start + 15..]
                .chars()
                .take_while(|it| it.is_alphanumeric())
                .collect();
            check_not_serialized(&engine, &name);
            states += 1;
        }
    }
    assert!(
        states >= 2,
        "only {states} states found: is the search wrong?"
    );
    for name in ["Lobby", "GameMatch", "Board"] {
        check_not_serialized(&engine, name);
    }
}

/// Wherever a type of that name is defined, nothing between the end of the item before it and the name serializes it.
#[track_caller]
fn check_not_serialized(engine: &[Source], name: &str) {
    let mut definitions = 0;
    for source in engine {
        for keyword in ["struct", "enum"] {
            for (at, found) in source.text.match_indices(&format!("{keyword} {name}")) {
                if source.text[at + found.len()..].starts_with(char::is_alphanumeric) {
                    continue;
                }
                let head = source.text[..at].rsplit("\n\n").next().unwrap_or_default();
                assert!(
                    !head.contains("Serialize"),
                    "{}: {name} is serialized",
                    source.path
                );
                definitions += 1;
            }
        }
        assert!(
            !source.text.contains(&format!("Serialize for {name} ")),
            "{}: {name}",
            source.path
        );
    }
    assert!(definitions > 0, "no definition of {name} found");
}

/// A crate depends on these and nothing else.
#[track_caller]
fn check_dependencies(package: &str, may: &[&str]) {
    let manifest = read(&format!("{package}/Cargo.toml"));
    let (_, rest) = manifest
        .split_once("\n[dependencies]\n")
        .expect("the crate has dependencies");
    let section = rest.split("\n[").next().unwrap_or_default();
    let names: Vec<&str> = section
        .lines()
        .filter_map(|it| it.split(['.', '=', ' ']).next())
        .filter(|it| !it.is_empty())
        .collect();
    let strangers: Vec<_> = names.iter().filter(|it| !may.contains(it)).collect();
    assert!(
        !names.is_empty() && strangers.is_empty(),
        "{package} may not depend on {strangers:?}"
    );
}

/// No file below `folder` (nor `folder.rs`) names any of the modules, but for the files that may.
#[track_caller]
fn check_arrows(folder: &str, modules: &[&str], may: &[&str]) {
    let within = |it: &Source| {
        it.path.starts_with(&format!("{folder}/")) || it.path == format!("{folder}.rs")
    };
    let files: Vec<Source> = sources()
        .into_iter()
        .filter(|it| within(it) && !it.is_test())
        .collect();
    assert!(
        files.len() > 1,
        "{folder} has {} files: is the search wrong?",
        files.len()
    );
    let others = files.iter().filter(|it| !may.contains(&it.path.as_str()));
    check_none(
        &format!("of {folder} names none of {modules:?}"),
        others.flat_map(|it| mentions(it, modules)),
    );
}

/// Where the code of a file (not its comments, not its tests) has one of the words.
fn mentions(source: &Source, words: &[&str]) -> Vec<String> {
    let code = source.code();
    let mut found = Vec::new();
    for word in words {
        for (at, _) in code.match_indices(word) {
            let letter = |it: Option<char>| it.is_some_and(|it| it.is_alphanumeric() || it == '_');
            let whole = !letter(code[..at].chars().next_back())
                && !letter(code[at + word.len()..].chars().next());
            if whole {
                found.push(format!("{}: {word}", source.path));
            }
        }
    }
    found
}
