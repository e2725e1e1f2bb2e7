//! The layers: which crates, and which modules of the engine, may name which others.

use super::{CRATES, Source, check_none, read, sources};

#[test]
fn the_engine_has_no_io_no_time_no_luck_and_no_json() {
    check_dependencies(
        "engine",
        &[
            "base16ct",
            "hmac",
            "libm",
            "schemars",
            "serde",
            "sha2",
            "strum",
            "thiserror",
            "wide",
        ],
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
fn nothing_depends_on_the_training() {
    check_dependencies("engine/training", &["anyhow", "clap", "dicehall-engine"]);
    for (package, folder) in CRATES {
        let manifest = read(&format!("{folder}/Cargo.toml"));
        assert!(!manifest.contains("dicehall-training"), "{package}");
    }
}

#[test]
fn nothing_but_the_tests_depends_on_the_laboratory() {
    for (package, folder) in CRATES.iter().filter(|it| it.0 != "tests") {
        let manifest = read(&format!("{folder}/Cargo.toml"));
        assert!(!manifest.contains("dicehall-lab."), "{package}");
    }
}

#[test]
fn the_protocol_holds_no_state_and_knows_no_sockets() {
    let may = [
        "base16ct",
        "base64ct",
        "dicehall-engine",
        "schemars",
        "serde",
        "serde_json",
        "sha2",
        "strum",
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
        "dicehall_engine::knowledge",
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
fn the_files_know_no_other_crate() {
    check_dependencies("files", &["signal-hook", "tempfile", "thiserror"]);
}

#[test]
fn one_crate_writes_the_files_of_people_and_servers() {
    // Whatever truncates before it writes loses the old content when the write fails.
    let truncating = ["fs::write(", "File::create(", ".truncate(true)"];
    let others = sources().into_iter().filter(|it| {
        it.is_in(&["client/src", "server/src"]) && !it.is_test() && !LOCKS.contains(&&*it.path)
    });
    let found = others.flat_map(|it| {
        let code = it.code();
        let hits = truncating.iter().filter(|word| code.contains(**word));
        hits.map(|word| format!("{}: {word}", it.path))
            .collect::<Vec<_>>()
    });
    check_none("writes a file beside its place first", found);
}

/// The files that create files without content, to lock them.
const LOCKS: &[&str] = &["server/src/tablebase.rs"];

#[test]
fn what_a_game_is_names_nothing_above_it() {
    let rooms = ["games", "bots", "knowledge", "roster", "lobby"];
    for file in ["engine/src/dice.rs", "engine/src/game"] {
        check_arrows(file, &paths_of(&rooms));
    }
    check_arrows("engine/src/dice.rs", &paths_of(&["game"]));
}

#[test]
fn games_run_no_bot_and_know_no_lobby() {
    check_arrows(
        "engine/src/games",
        &paths_of(&["bots", "knowledge", "roster", "lobby"]),
    );
}

#[test]
fn bots_name_no_game_and_know_no_lobby() {
    check_arrows(
        "engine/src/bots",
        &paths_of(&["games", "knowledge", "roster", "lobby"]),
    );
}

#[test]
fn what_bots_know_of_games_is_joined_by_the_roster_alone() {
    check_arrows("engine/src/knowledge", &paths_of(&["roster", "lobby"]));
    let others = sources().into_iter().filter(|it| {
        it.is_in(&["engine/src"])
            && !it.is_in(&["engine/src/knowledge", "engine/src/roster"])
            && !it.is_test()
    });
    check_none(
        "but the roster names no knowledge",
        others.flat_map(|it| mentions(&it, &["crate::knowledge"])),
    );
}

#[test]
fn the_solution_knows_the_rules_alone_and_they_do_not_know_it() {
    check_arrows(
        "engine/src/solution",
        &paths_of(&["bots", "knowledge", "roster", "lobby"]),
    );
    check_arrows("engine/src/games", &paths_of(&["solution"]));
}

#[test]
fn the_lobby_runs_no_bot() {
    // The lobby journals the names of bots, and tells people their rungs; it knows nothing else of bots.
    let lobby = sources()
        .into_iter()
        .filter(|it| it.is_in(&["engine/src/lobby"]) && !it.is_test());
    let bots = lobby.flat_map(|mut it| {
        for named in ["crate::bots::spec::", "crate::bots::rung::"] {
            it.text = it.text.replace(named, "");
        }
        mentions(&it, &paths_of(&["bots", "knowledge", "roster"]))
    });
    check_none("of the lobby runs no bot", bots);
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
        .filter(|it| it.is_of("client") && it.path != "client/src/net/host.rs");
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
    // Whatever plays by itself is in the laboratory. Exempt is the replay, which computes the positions of a file that has
    // actions alone.
    let exempt = ["client/src/cli/frames.rs"];
    let rules = [
        "AnyState",
        "Setup",
        "Node",
        "dicehall_engine::State",
        "game::State",
        "dicehall_engine::roster",
        "dicehall_engine::knowledge",
        "dicehall_engine::bots",
    ];
    let client = sources()
        .into_iter()
        .filter(|it| it.is_of("client") && !it.is_test());
    let others = client.filter(|it| !exempt.contains(&&*it.path));
    check_none(
        "of the client calls no rule",
        others.flat_map(|it| mentions(&it, &rules)),
    );
}

#[test]
fn the_server_holds_no_rule_and_no_strategy() {
    // The bot pool runs bots by their names; the engine knows what a bot or a game is.
    let inner = [
        "games::dice_of_doom",
        "games::territory",
        "dicehall_engine::knowledge",
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

/// Checks that no type of this name is serialized: nothing between the end of the item before it and the name says so.
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

/// Checks that a crate depends on these crates and no others.
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

/// The paths of engine modules, and of items that the crate re-exports from them under a shorter path.
fn paths_of(modules: &[&str]) -> Vec<String> {
    let short = |module: &str| match module {
        "games" => vec![
            "AnyAction",
            "AnyChance",
            "AnyConfig",
            "AnyRules",
            "AnyState",
            "AnyView",
            "GameKind",
        ],
        "bots" => vec!["BotKind", "BotSpec"],
        _ => Vec::new(),
    };
    let names = modules
        .iter()
        .flat_map(|it| std::iter::once(*it).chain(short(it)));
    names.map(|it| format!("crate::{it}")).collect()
}

/// Checks that neither `place` (a file, or a folder and the file of its name) nor anything below it names any of the
/// modules.
#[track_caller]
fn check_arrows(place: &str, modules: &[String]) {
    let within = |it: &Source| {
        it.path == place
            || it.path.starts_with(&format!("{place}/"))
            || it.path == format!("{place}.rs")
    };
    let files: Vec<Source> = sources()
        .into_iter()
        .filter(|it| within(it) && !it.is_test())
        .collect();
    assert!(
        files.len() > 1 || files.iter().any(|it| it.path == place),
        "{place} has {} files: is the search wrong?",
        files.len()
    );
    check_none(
        &format!("of {place} names none of {modules:?}"),
        files.iter().flat_map(|it| mentions(it, modules)),
    );
}

/// The places where the code of a file (not its comments, not its tests) has one of the words.
pub(super) fn mentions<W: AsRef<str>>(source: &Source, words: &[W]) -> Vec<String> {
    let code = source.code();
    let mut found = Vec::new();
    for word in words.iter().map(AsRef::as_ref) {
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
