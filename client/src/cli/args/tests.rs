//! Tests of the command line: the errors for wrong arguments, and what right ones mean.

use dicehall_protocol::VERSION;

use dicehall_engine::{GameKind, Rung};

use super::*;
use crate::Failure;
use crate::net::link::Hosting;
use crate::start::SeatPlan;

/// The commands of other crates, of which there are none here.
#[derive(Debug, Subcommand)]
enum Nothing {}

type Cli = super::Cli<Nothing, Nothing>;
type CommandArgs = super::CommandArgs<Nothing, Nothing>;

fn parse(line: &str) -> Result<CommandArgs, String> {
    let words = std::iter::once("dicehall").chain(line.split_whitespace());
    let cli = Cli::try_parse_from(words).map_err(|error| error.to_string())?;
    cli.command.ok_or_else(|| "no subcommand".to_owned())
}

/// The meaning of a command line, or the error.
fn meaning(line: &str) -> Result<String, String> {
    let said = |failure: Failure| failure.to_string();
    let parsed = parse(line)?;
    Ok(match &parsed {
        CommandArgs::Map(args) => match &args.map {
            Some(text) => format!("{:?}", MapArgs::map(text).map_err(said)?),
            None => format!("{parsed:?}"),
        },
        CommandArgs::Play(args) => format!("{:?}", args.plan(Rung::Second).map_err(said)?),
        CommandArgs::Host(args) => {
            format!(
                "{:?} {:?}",
                args.plan().map_err(said)?,
                args.hosting().map_err(said)?
            )
        }
        #[cfg(feature = "ssh")]
        CommandArgs::Door(_) => format!("{parsed:?}"),
        CommandArgs::Export(args) => format!("{:?}", args.selection()),
        CommandArgs::Account(_)
        | CommandArgs::Ratings(_)
        | CommandArgs::Join(_)
        | CommandArgs::Watch(_)
        | CommandArgs::Guest(_)
        | CommandArgs::Lan(_)
        | CommandArgs::Config(_)
        | CommandArgs::Doctor
        | CommandArgs::Record(_)
        | CommandArgs::Replay(_)
        | CommandArgs::Verify(_)
        | CommandArgs::Completions(_)
        | CommandArgs::Man
        | CommandArgs::Tools(_)
        | CommandArgs::Trials(_) => format!("{parsed:?}"),
    })
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
fn the_version_names_the_protocol_the_commit_and_the_features() {
    let version = Cli::try_parse_from(["dicehall", "--version"]).unwrap_err();
    assert_eq!(version.exit_code(), 0);
    let features = if cfg!(feature = "ssh") { "ssh" } else { "none" };
    let commit = option_env!("DICEHALL_COMMIT").unwrap_or("unknown");
    let expect = format!(
        "dicehall {} (protocol {VERSION}, commit {commit}, features: {features})\n",
        env!("CARGO_PKG_VERSION")
    );
    assert_eq!(version.to_string(), expect);
}

#[test]
fn a_table_is_what_was_typed() {
    check("play", "seats: [Me, Bot(");
    check(
        "play --seats me,random,closed,paranoid:3",
        "Closed, Bot(BotSpec { kind: Paranoid, level: 3",
    );
    check("play --rules preset=book --bot-pace 0", "bot_pace_ms: 0");
    check(
        "host",
        "seats: [Me, Open, Open, Open], hints: false, origin: None } Public { listen: None, announce: true, page: true, program: true }",
    );
    check(
        "host --listen 127.0.0.1:9 --no-lan",
        "listen: Some(\"127.0.0.1:9\"), announce: false",
    );
    check(
        "host --no-page",
        "announce: true, page: false, program: true }",
    );
    check(
        "host --no-get",
        "announce: true, page: true, program: false }",
    );
    check_refused(
        "play --seats me,open",
        "nobody can come to a table of your own",
    );
    check_refused(
        "play --seats me,clever",
        "--seats: there is no bot \"clever\"",
    );
    check_refused("play --bot-pace 5001", "--bot-pace");
    check_refused(
        "host --listen nowhere",
        "--listen: \"nowhere\" is no address to listen on",
    );
}

#[test]
fn who_joins_names_a_lobby_by_its_code() {
    check("join", "address: None");
    check("host --hints", "hints: true");
    check_refused("play --hints", "unexpected argument '--hints'");
    check("join host:9 --lobby abcde", "lobby: Some(ABCDE)");
    check("watch host:9", "address: \"host:9\"");
    check_refused(
        "join host --lobby ABC",
        "a lobby's code has 5 letters and digits",
    );
    check_refused("join --lobby ABCDE", "<ADDR>");
    check_refused("watch", "<ADDR>");
}

#[test]
fn a_fault_in_a_file_is_told_without_advice_on_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map.json");
    std::fs::write(&path, "{\n\"name\":\"two\",\"rows\":[]}").unwrap();
    let path = path.to_str().unwrap();
    for line in [
        format!("map {path}"),
        format!("play --game dice-wars --rules map={path}"),
    ] {
        let told = meaning(&line).unwrap_err();
        assert_eq!(
            told,
            format!("{path}, line 2: neighbors is missing"),
            "{line}"
        );
    }
    let told = meaning("map nowhere").unwrap_err();
    assert!(told.ends_with("try '--help'."), "{told}");
}

#[test]
fn an_unknown_command_is_wrong_usage() {
    let error = Cli::try_parse_from(["dicehall", "dance"]).unwrap_err();
    assert_eq!(error.exit_code(), 2);
    check_refused("dance", "unrecognized subcommand 'dance'");
}

#[test]
fn what_a_person_wants_may_stand_before_the_command_and_counts_more_after_it() {
    let person = |line: &str| {
        let mut cli = Cli::try_parse_from(line.split(' ')).unwrap();
        cli.apply_person();
        match cli.command {
            Some(CommandArgs::Play(args)) => args.person,
            None => cli.person,
            Some(other) => panic!("{other:?}"),
        }
    };
    let same = |line: &str, other: &str| {
        assert_eq!(
            format!("{:?}", person(line)),
            format!("{:?}", person(other))
        );
    };
    same(
        "dicehall --plain --lang ja --name Aki",
        "dicehall play --plain --lang ja --name Aki",
    );
    same(
        "dicehall --lang ja --theme light play --lang zh",
        "dicehall play --theme light --lang zh",
    );
    same(
        "dicehall --no-animation --glyphs ascii play",
        "dicehall play --no-animation --glyphs ascii",
    );
    assert_ne!(
        format!("{:?}", person("dicehall --lang ja")),
        format!("{:?}", person("dicehall"))
    );
}

#[test]
fn bots_stand_on_the_rung_that_was_chosen_last_or_is_typed() {
    let bots = |line: &str, last| {
        let Ok(CommandArgs::Play(args)) = parse(line) else {
            panic!("no table")
        };
        args.plan(last).unwrap().seats
    };
    let on = |rung| seats::against_rung(rung, GameKind::DiceOfDoom);
    assert_eq!(bots("play", Rung::Fourth), on(Rung::Fourth));
    assert_eq!(bots("play --rung 1", Rung::Fourth), on(Rung::First));
}

#[test]
fn seats_are_typed_for_the_game_that_is_played() {
    let Ok(CommandArgs::Play(args)) = parse("play --seats me,easy") else {
        panic!("no table")
    };
    let table = args.plan(Rung::Second).unwrap();
    assert!(
        matches!(table.seats[..], [SeatPlan::Me, SeatPlan::Bot(bot)] if bot.to_string() == "random")
    );
    let Ok(CommandArgs::Host(args)) = parse("host --no-lan") else {
        panic!("no table")
    };
    assert!(matches!(
        args.hosting().unwrap(),
        Hosting::Public {
            announce: false,
            page: true,
            ..
        }
    ));
}

#[test]
fn a_map_has_a_name_a_number_or_a_file() {
    check("map atoll", "name: \"atoll\"");
    check("map 4711 --json", "name: \"4711\"");
    check("map", "map: None");
    check_refused("map drawn", "another map each match");
    check_refused("map no/such/file", "heartland, or the path of a file");
    check_refused(
        "play --game dice-wars --rules map=no/such/file",
        "heartland, or the path of a file",
    );
}

#[test]
fn the_matches_to_export_are_all_or_of_a_lobby_or_one() {
    check("export", "All");
    check("export --all --data d --out o", "All");
    check("export --lobby k7wq2", "Lobby(");
    check("export --match K7WQ2-1-5b0f", "Match(K7WQ2-1-5b0f)");
    check_refused("export --match a/b", "letters, digits and hyphens");
    check_refused("export --lobby K7WQ2 --all", "cannot be used with");
    check_refused(
        "export --lobby K7WQ2 --match K7WQ2-1-5b0f",
        "cannot be used with",
    );
    check_refused("verify", "FILE");
    check("replay m.jsonl", "file: \"m.jsonl\"");
    check_refused("replay", "FILE");
}

#[test]
fn a_month_is_written_as_it_is_told() {
    check("ratings attic", "month: None");
    check("ratings attic --month this", "month: Some(\"this\")");
    check("ratings attic --month 2027-01", "month: Some(\"2027-01\")");
    for not in ["x", "2027-13", "January"] {
        check_refused(
            &format!("ratings attic --month {not}"),
            "a month is written 2027-01",
        );
    }
}
