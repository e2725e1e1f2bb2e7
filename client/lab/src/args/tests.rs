//! Tests of the command line with the laboratory's commands: the help texts of all commands, the
//! errors for wrong arguments, and what right ones mean.

use clap::FromArgMatches;
use dicehall_client::Failure;
use dicehall_client::cli::command;
use dicehall_engine::GameKind;

use crate::commands::{Tools, Trials};

/// The meaning of a command line, or the error.
fn meaning(line: &str) -> Result<String, String> {
    let said = |failure: Failure| failure.to_string();
    let words = std::iter::once("dicehall").chain(line.split_whitespace());
    let matches = command::<Tools, Trials>().try_get_matches_from(words);
    let matches = matches.map_err(|error| error.to_string())?;
    if let Ok(tool) = Tools::from_arg_matches(&matches) {
        return Ok(match tool {
            Tools::Arena(args) if args.table => format!("{:?}", args.tables().map_err(said)?),
            Tools::Arena(args) if args.ladder => format!("{:?}", args.ladders().map_err(said)?),
            Tools::Arena(args) => format!("{:?}", args.arena().map_err(said)?),
            Tools::Analyse(args) => format!("{:?}", args.check().map_err(said)?),
            Tools::Review(args) => format!("{args:?}"),
            Tools::Perft(args) => format!("{:?}", args.state().map_err(said)?),
            Tools::Solve(args) => format!("{args:?}"),
            Tools::Bot(args) => format!("{args:?}"),
            Tools::Bots(args) => format!("{args:?}"),
        });
    }
    match Trials::from_arg_matches(&matches).map_err(|error| error.to_string())? {
        Trials::Bench(args) => Ok(format!("{:?}", args.bench().map_err(said)?)),
        Trials::ServeForBench(args) => Ok(format!("{args:?}")),
    }
}

/// The tool of a command line.
fn tool(line: &str) -> Tools {
    let words = std::iter::once("dicehall").chain(line.split_whitespace());
    let matches = command::<Tools, Trials>().try_get_matches_from(words);
    Tools::from_arg_matches(&matches.unwrap()).unwrap()
}

#[track_caller]
fn check(line: &str, part: &str) {
    let meaning = meaning(line).unwrap_or_else(|why| panic!("{line}: {why}"));
    assert!(meaning.contains(part), "{line}: {meaning}");
}

#[track_caller]
fn check_refused(line: &str, part: &str) {
    let why = meaning(line).expect_err(line);
    assert!(why.contains(part), "{line}: {why}");
}

#[test]
fn the_definition_is_sound() {
    command::<Tools, Trials>().debug_assert();
}

#[test]
fn the_help_of_every_command_begins_with_examples() {
    let mut root = command::<Tools, Trials>();
    root.build();
    insta::assert_snapshot!("help", root.render_help());
    let commands = root.get_subcommands_mut().filter(|it| !it.is_hide_set());
    for command in commands {
        let (name, help) = (
            command.get_name().to_owned(),
            command.render_help().to_string(),
        );
        let (examples, usage) = (help.find("Examples:"), help.find("Usage:"));
        assert!(examples.is_some() && examples < usage, "{name}: {help}");
        assert!(
            help.lines().all(|it| it.chars().count() <= 140),
            "{name} is too wide: {help}"
        );
        insta::assert_snapshot!(format!("help_{name}"), help);
    }
}

#[test]
fn an_arena_is_what_was_typed() {
    check(
        "arena --game dice-of-doom --bots hard,random --matches 5 --seed 7 --jobs 2",
        "matches: 5, seed: 7, jobs: 2",
    );
    check(
        "arena --game dice-of-doom --bots normal,random --matches 5",
        "(\"normal\", BotSpec { kind: Paranoid, level: 2",
    );
    check(
        "arena --game dice-of-doom --bots hard,random --matches 5 --rules preset=book,size=7",
        "size: 7, max_dice: 5, deal: Random",
    );
}

#[test]
fn a_review_has_a_file_and_bounded_nodes() {
    check("review a.jsonl", "nodes: None, json: false");
    check(
        "review a.jsonl --nodes 0 --json",
        "nodes: Some(0), json: true",
    );
    check_refused("review a.jsonl --nodes 1000001", "1000000");
    check_refused("review", "<FILE>");
    let arena = "arena --game dice-wars --bots hard,easy --matches 5";
    check(&format!("{arena} --review 0"), "review: Some(0)");
    check(arena, "review: None");
    check_refused(
        "arena --ladder --matches 5 --review 9",
        "cannot be used with",
    );
}

#[test]
fn a_ladder_is_of_one_game_or_of_all() {
    check(
        "arena --ladder --game dice-wars --rules rounds=9 --matches 5 --seed 7 --jobs 2",
        "rounds: 9 }), matches: 5, seed: 7, jobs: 2",
    );
    let all = meaning("arena --ladder --matches 5").unwrap();
    assert_eq!(all.matches("Ladder {").count(), GameKind::ALL.len());
    check_refused(
        "arena --ladder --game dice-wars --bots hard,easy --matches 5",
        "cannot be used with",
    );
    check_refused("arena --ladder --table --matches 5", "cannot be used with");
    check_refused("arena --ladder", "--matches");
}

#[test]
fn a_bench_of_bots_has_one_lobby_unless_told_otherwise() {
    check("bench", "lobbies: 64");
    check("bench --bots expert --game tic-tac-toe", "lobbies: 1");
    check(
        "bench --bots expert --game tic-tac-toe",
        "game: TicTacToe, bot: BotSpec { kind: Perfect",
    );
    check("bench --bots easy --lobbies 3", "lobbies: 3");
    check_refused(
        "bench --bots strategist --game tic-tac-toe",
        "does not play",
    );
}

#[test]
fn what_can_be_solved_is_animal_shogi() {
    check(
        "solve animal-shogi",
        "out: None, force: false, keep: false, threads: None",
    );
    check(
        "solve animal-shogi --out a.table --threads 3 --json",
        "out: Some(\"a.table\"), force: false, keep: false, threads: Some(3), json: true",
    );
    check_refused("solve", "<GAME>");
    check_refused("solve chess", "[possible values: animal-shogi]");
    check_refused("solve animal-shogi --threads 0", "--threads");
}

#[test]
fn a_table_is_of_one_game_or_of_each() {
    check(
        "arena --table --matches 9 --nodes 7 --seed 3 --game dice-wars --bots easy,hard",
        "[CrossTable { rules: DiceWars(",
    );
    check(
        "arena --table --matches 9 --nodes 7 --seed 3 --jobs 2",
        "matches: 9, nodes: 7, seed: 3, jobs: 2",
    );
    let all = meaning("arena --table --matches 9").unwrap();
    assert_eq!(all.matches("Table {").count(), GameKind::ALL.len(), "{all}");
    check_refused(
        "arena --table --game dice-wars --bots easy --matches 1",
        "at least two bots",
    );
    check_refused(
        "arena --table --game dice-wars --bots perfect,easy --matches 1",
        "does not play dice-wars",
    );
    check_refused("arena --table --bots easy,hard --matches 1", "--game");
    check_refused(
        "arena --game dice-wars --bots easy,hard --matches 1 --nodes 5",
        "--table",
    );
    check_refused("arena --table --json --matches 1", "--json");
    check_refused("arena --bots easy,hard --matches 1", "--game");
}

#[test]
fn a_wrong_arena_says_what_there_is() {
    let arena = |rest: &str| format!("arena --game dice-of-doom --matches 1 {rest}");
    check_refused(
        &arena("--bots hard"),
        "dice-of-doom is played by 2 to 4 bots, not 1",
    );
    check_refused(&arena("--bots hard,hard,hard,hard,hard"), "not 5");
    check_refused(
        &arena("--bots hard,clever"),
        "there is no bot \"clever\"; possible: random, paranoid, ",
    );
    check_refused(
        &arena("--bots hard,paranoid:9"),
        "paranoid has no level \"9\"; possible: 1 to 6",
    );
    check_refused(
        &arena("--bots hard,easy --rules colour=red"),
        "--rules: there is no switch \"colour\"; possible: preset, size",
    );
    check_refused(
        &arena("--bots hard,easy --rules size=9"),
        "--rules: size cannot be 9; possible: 2 to 8",
    );
    check_refused(
        &arena("--bots hard,easy --rules preset"),
        "--rules: preset cannot be ; possible: book, standard",
    );
    check_refused(&arena("--bots hard,easy --jobs 0"), "--jobs");
    check_refused(&arena(""), "--bots");
    check_refused(
        "arena --game chess --bots hard,easy --matches 1",
        "[possible values: dice-of-doom",
    );
    check_refused(
        "arena --game dice-of-doom --bots hard,easy --matches 0",
        "0 is not in 1..",
    );
}

#[test]
fn every_game_has_its_own_number_of_bots() {
    check(
        "arena --game dice-wars --bots strategist,random,random,random --matches 1",
        "DiceWars",
    );
    check(
        "arena --game animal-shogi --bots random,random --matches 1 --rules repetition=4",
        "Fourth",
    );
    for game in ["animal-shogi", "tic-tac-toe"] {
        let arena = |bots: &str| format!("arena --game {game} --matches 1 --bots {bots}");
        check(&arena("perfect,mcts"), "Perfect");
        check_refused(
            &arena("random"),
            &format!("{game} is played by 2 bots, not 1"),
        );
        check_refused(&arena("random,random,random"), "2 bots, not 3");
        check_refused(
            &arena("strategist,random"),
            &format!("strategist does not play {game}"),
        );
    }
    check_refused(
        "arena --game tic-tac-toe --bots random,random --matches 1 --rules size=4",
        "there is no switch \"size\"",
    );
    check_refused(
        "arena --game dice-wars --bots perfect,random --matches 1",
        "perfect does not play dice-wars",
    );
}

#[test]
fn a_bare_position_may_be_typed() {
    check(
        "perft --game tic-tac-toe --depth 1 --position xo.......",
        "TicTacToe",
    );
    check_refused(
        "perft --game tic-tac-toe --depth 1 --position xo",
        "9 cells",
    );
    check_refused(
        "perft --game dice-wars --depth 1 --position xo.......",
        "not JSON",
    );
    let other = r#"{"game":"tic-tac-toe","board":"........."}"#;
    check_refused(
        &format!("perft --game animal-shogi --depth 1 --position {other}"),
        "the position is one of tic-tac-toe",
    );
    check("perft --game animal-shogi --depth 1", "AnimalShogi");
    check("perft --game dice-wars --depth 1", "DiceWars");
}

#[test]
fn a_wrong_bot_or_position_is_refused_before_anything_begins() {
    check("analyse --bot paranoid:3", "()");
    check("analyze", "()");
    check_refused("analyse --bot clever", "there is no bot \"clever\"");
    check_refused(
        "perft --game dice-of-doom --depth 1 --position {}",
        "\"game\"",
    );
    check_refused("perft --game dice-of-doom --depth -1", "--depth");
    check("perft --game dice-of-doom --depth 1", "DiceOfDoom");
}

#[test]
fn a_bench_is_what_was_typed() {
    check(
        "bench",
        "address: None, trust: Trust(Refuse), data: None, \
         seating: Seating { game: DiceOfDoom, seats: 2, spectators: 0 }, \
         lobbies: 64, rate: None, matches: None, limit: 10s, cores: None, floor: false, idle: 0",
    );
    check(
        "bench --url ws://host:9/ws --matches 3",
        "port: 9, is_secure: false }), trust: Trust(Refuse), data: None, seating",
    );
    check(
        "bench --game dice-wars --seats 4 --spectators 5 --rate 300 --floor",
        "Seating { game: DiceWars, seats: 4, spectators: 5 }, lobbies: 64, rate: Some(300), \
         matches: None, limit: 10s, cores: None, floor: true",
    );
    check("bench --game tic-tac-toe --matches 3", "matches: Some(3)");
    check_refused("bench --game tic-tac-toe --seats 3", "is for 2 to 2");
    check_refused("bench --seats 5", "--seats");
    check_refused("bench --spectators 61", "--spectators");
    check_refused("bench --rate 0", "--rate");
    for line in [
        "bench --url host --pin",
        "bench --bots easy --floor",
        "bench --bots easy --rate 5",
        "bench --hostile 5 --floor",
    ] {
        check_refused(line, "cannot be used with");
    }
    check_refused("bench --url nowhere! --seconds 1", "is no address");
    check_refused("bench --url host --idle 5", "cannot be used with");
    check_refused("bench --lobbies 0", "--lobbies");
}

#[test]
fn a_strength_takes_settings() {
    let told =
        meaning("arena --game animal-shogi --bots expert:nodes=20000,normal --matches 2").unwrap();
    assert!(told.contains("20000"), "{told}");
    let told =
        meaning("arena --game animal-shogi --bots expert:depth=3,normal --matches 2").unwrap_err();
    assert!(
        told.contains("\"depth=3\" is no setting of a bot"),
        "{told}"
    );
}

#[test]
fn a_bot_is_one_of_ours_or_a_program() {
    check(
        "bot --join host --bot hard",
        "bot: Some(\"hard\"), exec: []",
    );
    check(
        "bot --join host --exec python3 -u my_bot.py --level 3",
        "exec: [\"python3\", \"-u\", \"my_bot.py\", \"--level\", \"3\"]",
    );
    check_refused("bot --join host", "--bot <BOT[:LEVEL]>|--exec <CMD>");
    check_refused("bot --join host --bot hard --exec x", "cannot be used with");
    check_refused("bot --bot hard", "--join");
    let Tools::Bot(args) = tool("bot --join host --bot clever") else {
        panic!("no bot")
    };
    assert!(
        args.agent()
            .unwrap_err()
            .to_string()
            .contains("there is no bot \"clever\"")
    );
}

#[test]
fn two_bots_of_a_kind_have_different_names() {
    let Tools::Bot(args) = tool("bot --join host --bot paranoid:2:odds=table") else {
        panic!("no bot")
    };
    let name = args.player_name();
    assert_eq!(name, format!("paranoid:2:o #{}", std::process::id()));
    let Tools::Bot(args) = tool("bot --join host --name Rob --exec /bin/true") else {
        panic!("no bot")
    };
    assert_eq!(args.player_name(), "Rob");
}
