//! The tables by files of results, as anybody could write them: the form of the file is a promise.

mod skill;

use std::fs;
use std::path::Path;

use clap::Parser;

use super::super::results::KnownLuck;
use super::*;
use crate::archive::RESULTS_NAME;

/// A command line of its own.
#[derive(Parser)]
struct Line {
    #[command(flatten)]
    ratings: RatingsArgs,
}

/// The folders with these results.
fn folders(paths: &[&Path]) -> ResultFolders {
    let typed = paths.iter().flat_map(|it| ["--data", it.to_str().unwrap()]);
    let typed = ["x", "show"].into_iter().chain(typed);
    Line::try_parse_from(typed).unwrap().ratings.from
}

/// The answer of a command about a folder.
fn command(typed: &str, data: &Path) -> String {
    let typed = ["x"].into_iter().chain(typed.split(' '));
    let typed = typed.chain(["--data", data.to_str().unwrap()]);
    told(&Line::try_parse_from(typed).unwrap().ratings).unwrap()
}

/// A match of tic-tac-toe that the first of these has won; a number is a rung, `-` a guest, anything else an account.
fn result(number: u64, begun_at: u64, players: [&str; 2]) -> String {
    let holder = |player: &str| match (player, player.parse::<u8>()) {
        (_, Ok(rung)) => format!(r#"{{"bot":{{"bot":"perfect:careless=15","rung":{rung}}}}}"#),
        ("-", _) => r#"{"person":{"name":"Guest"}}"#.to_owned(),
        (account, _) => {
            format!(r#"{{"person":{{"name":"{account}{number}","account":"{account}"}}}}"#)
        }
    };
    let [first, second] = players.map(holder);
    let unrated = if players.contains(&"-") {
        r#","unrated":"guest""#
    } else {
        ""
    };
    format!(
        r#"{{"dicehall_result":1,"match_id":"K7WQ2-{number}","begun_at":{begun_at},"rules":{{"game":"tic-tac-toe","rules":{{}}}},"seats":[{{"holder":{first},"place":1}},{{"holder":{second},"place":2}}]{unrated}}}"#
    )
}

/// Writes a file of results into a folder, in this order.
fn write_results(data: &Path, results: &[(u64, u64, [&str; 2])]) {
    let file = rusqlite::Connection::open(data.join(RESULTS_NAME)).unwrap();
    file.execute_batch(
        "CREATE TABLE results (match_id TEXT NOT NULL PRIMARY KEY, begun_at INTEGER NOT NULL, result TEXT NOT NULL)
         WITHOUT ROWID, STRICT; PRAGMA user_version = 1",
    )
    .unwrap();
    for (number, begun_at, players) in results {
        let text = result(*number, *begun_at, *players);
        let (id, begun_at) = (format!("K7WQ2-{number}"), i64::try_from(*begun_at).unwrap());
        file.execute(
            "INSERT INTO results VALUES (?1, ?2, ?3)",
            rusqlite::params![id, begun_at, text],
        )
        .unwrap();
    }
}

/// A moment on January 15 of 2027.
const JANUARY: u64 = 1_800_000_000;
/// A moment on February 1 of 2027.
const FEBRUARY: u64 = 1_801_500_000;

/// The matches of two people, a guest and a bot.
const MATCHES: [(u64, u64, [&str; 2]); 5] = [
    (1, JANUARY, ["aa", "bb"]),
    (2, JANUARY + 60, ["bb", "5"]),
    (3, JANUARY + 90, ["-", "aa"]),
    (4, FEBRUARY, ["aa", "bb"]),
    (5, FEBRUARY + 1, ["5", "aa"]),
];

/// The document with all tables of some folders.
fn document(paths: &[&Path]) -> String {
    let from = folders(paths);
    as_json(&RatingTables::of(
        &from.read().unwrap(),
        &from.read_luck().unwrap(),
    ))
}

#[test]
fn the_order_of_rows_and_folders_changes_no_byte_and_a_match_in_two_folders_counts_once() {
    let [one, other, half, rest] = [(); 4].map(|()| tempfile::tempdir().unwrap());
    write_results(one.path(), &MATCHES);
    let mut backwards = MATCHES;
    backwards.reverse();
    write_results(other.path(), &backwards);
    write_results(half.path(), &MATCHES[..3]);
    write_results(rest.path(), &MATCHES[2..]);
    let expect = document(&[one.path()]);
    assert_eq!(document(&[other.path()]), expect);
    assert_eq!(document(&[rest.path(), half.path()]), expect);
    assert_eq!(document(&[one.path(), other.path()]), expect);
    assert_ne!(document(&[half.path()]), expect);
}

#[test]
fn ratings_are_rebuilt_with_the_same_bytes() {
    let data = tempfile::tempdir().unwrap();
    write_results(data.path(), &MATCHES);
    let path = data.path().join(RATINGS_NAME);
    let rebuilt = || {
        let told = command("rebuild", data.path());
        let text = fs::read_to_string(&path).unwrap();
        let hash = base16ct::lower::encode_string(&Sha256::digest(&text));
        let path = path.display();
        let expect = format!("{path}: the ratings by 5 results, SHA-256 {hash}\n");
        assert_eq!(told, expect);
        text
    };
    let first = rebuilt();
    assert_eq!(first, document(&[data.path()]));
    fs::write(&path, "damaged").unwrap();
    assert_eq!(rebuilt(), first);
    // That of every machine: `sha256sum ratings.json`.
    let hash = base16ct::lower::encode_string(&Sha256::digest(&first));
    let frozen = "2778d60c33a051d0da87d0df717c605ab031b2ab97b0ea050218c15861fd5e05";
    assert_eq!(hash, frozen, "{first}");
}

#[test]
fn the_tables_count_rated_matches_and_each_month_alone() {
    let data = tempfile::tempdir().unwrap();
    write_results(data.path(), &MATCHES);
    let all = RatingTables::of(&folders(&[data.path()]).read().unwrap(), &KnownLuck::new());
    let document = serde_json::to_value(&all).unwrap();
    assert_eq!(document["dicehall_ratings"], 1);
    assert_eq!(document["results"], 5);
    let people = |tables: &serde_json::Value| -> Vec<String> {
        let rows = tables[0]["people"].as_array().unwrap();
        let told = |it: &serde_json::Value| {
            let text = |field: &str| it[field].to_string().replace('"', "");
            format!(
                "{} {} {}/{}",
                text("account"),
                text("name"),
                text("won"),
                text("matches")
            )
        };
        rows.iter().map(told).collect()
    };
    assert_eq!(document["all_time"][0]["matches"], 4);
    assert_eq!(people(&document["all_time"]), ["aa aa5 2/3", "bb bb4 1/3"]);
    assert_eq!(
        people(&document["months"]["2027-01"]),
        ["bb bb2 1/2", "aa aa1 1/1"]
    );
    assert_eq!(
        people(&document["months"]["2027-02"]),
        ["aa aa5 1/2", "bb bb4 0/1"]
    );
    assert_eq!(document["months"].as_object().unwrap().len(), 2);
}

#[test]
fn a_first_match_moves_both_as_the_published_figures_do() {
    let data = tempfile::tempdir().unwrap();
    write_results(data.path(), &[(1, JANUARY, ["aa", "bb"])]);
    let told = command("show", data.path());
    // In openskill two beginners of 25 with deviation 8.333 become 27.635 and 22.365 with 8.066; here one of 8.333 is 29.48
    // points.
    let expect = "tic-tac-toe: 1 rated matches
   1. aa1                       1578 (1112 to 2044)  1 matches, 1 won  aa
   2. bb1                       1422 (956 to 1888)  1 matches, 0 won  bb
";
    assert_eq!(told, expect);
}

#[test]
fn one_game_and_one_month_are_shown_alone() {
    let data = tempfile::tempdir().unwrap();
    write_results(data.path(), &MATCHES);
    let none = "no such match is rated\n";
    assert_eq!(command("show --game dice-wars", data.path()), none);
    assert_eq!(command("show --game dice-wars --json", data.path()), "[]\n");
    let february = command("show --game tic-tac-toe --month 2027-02", data.path());
    assert!(
        february.starts_with("tic-tac-toe: 2 rated matches\n   1. aa5 "),
        "{february}"
    );
    let all = command("show --json", data.path());
    let whole = document(&[data.path()]);
    assert!(
        whole.contains(&format!("\"all_time\":{},", all.trim_end())),
        "{all}"
    );
}

#[test]
fn a_folder_without_results_is_told() {
    let data = tempfile::tempdir().unwrap();
    let told = folders(&[data.path()]).read().unwrap_err().to_string();
    assert!(told.contains("there are no results"), "{told}");
    // Of the nodes of a cluster some may have none.
    let node = tempfile::tempdir().unwrap();
    write_results(node.path(), &MATCHES);
    assert_eq!(
        document(&[data.path(), node.path()]),
        document(&[node.path()])
    );
    assert!(folders(&[data.path(), data.path()]).read().is_err());
}
