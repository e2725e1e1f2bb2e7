//! Tests of `analyse` against reference data, and of its answers line by line.

use std::fmt::Write as _;
use std::sync::Arc;

use crate::tablebase::{LazyTable, TableArgs};
use dicehall_engine::games::animal_shogi::Placement;
use dicehall_engine::solution::tablebase::probe::Scores;
use serde::Deserialize;
use serde_json::Value;

use super::run;

mod without_luck;

/// A position of the reference, computed by two independent programs.
#[derive(Deserialize)]
struct Reference {
    id: u32,
    size: u8,
    players: u8,
    max_dice: u8,
    to_move: u8,
    board: String,
    moves: Vec<[u8; 2]>,
    exact1: Vec<f64>,
    exact1_best: usize,
    exact1_best_start: Option<usize>,
    exact2: Vec<f64>,
    exact2_best: usize,
    exact2_best_start: Option<usize>,
    table1: Option<Vec<f64>>,
    table1_best: Option<usize>,
    table1_best_start: Option<usize>,
    table2: Option<Vec<f64>>,
    table2_best: Option<usize>,
    table2_best_start: Option<usize>,
}

/// The reference values for one depth and one kind of odds.
struct Expect<'a> {
    ratings: &'a [f64],
    best: Option<usize>,
    best_start: Option<usize>,
}

fn reference() -> Vec<Reference> {
    serde_json::from_str(include_str!("../../../../tests/reference/dice/boards.json")).unwrap()
}

fn analyse(bot: Option<&str>, input: &str) -> Vec<Value> {
    let mut output = Vec::new();
    run(
        bot,
        &TableArgs::none().lazily(),
        input.as_bytes(),
        &mut output,
    )
    .unwrap();
    String::from_utf8(output)
        .unwrap()
        .lines()
        .map(|it| serde_json::from_str(it).unwrap())
        .collect()
}

fn line(it: &Reference, start: bool, odds: Option<&str>) -> String {
    let Reference {
        size,
        players,
        max_dice,
        to_move,
        board,
        ..
    } = it;
    let odds = odds.map_or(String::new(), |it| format!(r#","odds":"{it}""#));
    format!(
        r#"{{"game":"dice-of-doom","rules":"book","size":{size},"players":{players},"max_dice":{max_dice},"to_move":{to_move},"start":{start},"board":"{board}"{odds}}}"#
    )
}

/// Analyzes all positions at one depth in mid-turn and at the start of a turn, and compares with the reference.
fn check(bot: &str, odds: Option<&str>, expect: impl Fn(&Reference) -> Option<Expect<'_>>) {
    let reference = reference();
    let with_values: Vec<&Reference> = reference.iter().filter(|it| expect(it).is_some()).collect();
    let input = |start| {
        with_values.iter().fold(String::new(), |mut text, it| {
            writeln!(text, "{}", line(it, start, odds)).unwrap();
            text
        })
    };
    let (mid, start) = (
        analyse(Some(bot), &input(false)),
        analyse(Some(bot), &input(true)),
    );
    assert_eq!(
        (mid.len(), start.len()),
        (with_values.len(), with_values.len())
    );
    for ((it, mid), start) in with_values.into_iter().zip(mid).zip(start) {
        let Expect {
            ratings,
            best,
            best_start,
        } = expect(it).unwrap();
        let attacks = it.moves.iter().map(|it| serde_json::json!(it));
        let with_pass = [serde_json::json!(["pass"])]
            .into_iter()
            .chain(attacks.clone());
        assert_eq!(
            mid["actions"],
            with_pass.collect::<Value>(),
            "position {}",
            it.id
        );
        assert_eq!(
            start["actions"],
            attacks.collect::<Value>(),
            "position {} at its start",
            it.id
        );
        close(&mid["ratings"], ratings, it.id);
        close(
            &start["ratings"],
            if it.moves.is_empty() {
                &[]
            } else {
                &ratings[1..]
            },
            it.id,
        );
        assert_eq!(mid["best"], serde_json::json!(best), "position {}", it.id);
        assert_eq!(
            start["best"],
            serde_json::json!(best_start.map(|it| it - 1)),
            "position {}",
            it.id
        );
        assert_eq!(mid["odds"].as_array().unwrap().len(), ratings.len());
        assert_eq!(mid["odds"][0], Value::Null);
    }
}

/// Checks equality to nine significant digits.
#[track_caller]
fn close(got: &Value, expect: &[f64], id: u32) {
    let got: Vec<f64> = serde_json::from_value(got.clone()).unwrap();
    assert_eq!(got.len(), expect.len(), "position {id}");
    for (got, expect) in got.iter().zip(expect) {
        assert!(
            (got - expect).abs() <= 5e-10 * expect.abs().max(1e-3),
            "position {id}: {got}, not {expect}"
        );
    }
}

#[test]
fn exact_ratings_equal_the_reference() {
    check("paranoid:1", None, |it| {
        let (best, best_start) = (Some(it.exact1_best), it.exact1_best_start);
        Some(Expect {
            ratings: &it.exact1,
            best,
            best_start,
        })
    });
    check("paranoid:2", Some("exact"), |it| {
        let (best, best_start) = (Some(it.exact2_best), it.exact2_best_start);
        Some(Expect {
            ratings: &it.exact2,
            best,
            best_start,
        })
    });
}

#[test]
fn ratings_with_the_books_table_equal_the_reference() {
    check("paranoid:1", Some("table"), |it| {
        let (best, best_start) = (it.table1_best, it.table1_best_start);
        Some(Expect {
            ratings: it.table1.as_deref()?,
            best,
            best_start,
        })
    });
    check("paranoid:2:odds=table", None, |it| {
        let (best, best_start) = (it.table2_best, it.table2_best_start);
        Some(Expect {
            ratings: it.table2.as_deref()?,
            best,
            best_start,
        })
    });
}

/// Analyses one position that differs from a valid one in some fields; returns the answer as text.
fn with(fields: &str) -> String {
    let mut good = serde_json::json!({"game": "dice-of-doom", "rules": "book", "size": 2, "players": 2,
        "max_dice": 5, "to_move": 0, "start": false, "board": "a3b1b2a5"});
    let changed: serde_json::Map<String, Value> = serde_json::from_str(fields).unwrap();
    for (field, value) in changed {
        if value.is_null() {
            good.as_object_mut().unwrap().remove(&field);
        } else {
            good[&field] = value;
        }
    }
    let mut output = Vec::new();
    run(
        None,
        &TableArgs::none().lazily(),
        good.to_string().as_bytes(),
        &mut output,
    )
    .unwrap();
    String::from_utf8(output).unwrap()
}

#[track_caller]
fn check_error(fields: &str, code: &str, part: &str) {
    let answer = with(fields);
    let value: Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(value["error"]["code"], code, "{answer}");
    assert!(
        value["error"]["message"].as_str().unwrap().contains(part),
        "{answer}"
    );
}

#[test]
fn an_answer_looks_like_this() {
    insta::assert_snapshot!(with("{}"));
    insta::assert_snapshot!(with(r#"{"odds": "table"}"#));
}

#[test]
fn what_is_no_position_is_named() {
    check_error(
        r#"{"game": "chess"}"#,
        "unknown_game",
        "possible: dice-of-doom",
    );
    check_error(r#"{"game": null}"#, "no_game", "\"game\"");
    check_error(r#"{"game": 7}"#, "no_game", "\"game\"");
    check_error(r#"{"colour": 7}"#, "bad_fields", "there is no colour here");
    check_error(r#"{"board": null}"#, "bad_fields", "board is missing");
    check_error(
        r#"{"rules": "chess"}"#,
        "bad_fields",
        "possible: book, standard",
    );
    check_error(r#"{"to_move": -1}"#, "bad_fields", "-1 stands where");
    check_error(r#"{"size": 3}"#, "bad_position", "9 hexes, not 4");
    check_error(
        r#"{"size": 1}"#,
        "bad_position",
        "size cannot be 1; possible: 2 to 8",
    );
    check_error(r#"{"size": 9}"#, "bad_position", "size cannot be 9");
    check_error(r#"{"players": 5}"#, "bad_position", "2 to 4 seats");
    check_error(r#"{"players": 1}"#, "bad_position", "2 to 4 seats");
    check_error(
        r#"{"to_move": 2}"#,
        "bad_position",
        "to_move is 2, but there are 2 players",
    );
    check_error(
        r#"{"board": "a3b1c2a5"}"#,
        "bad_position",
        "c2 is no territory",
    );
    check_error(
        r#"{"board": "a3b1b2a6"}"#,
        "bad_position",
        "a6 is no territory",
    );
    check_error(
        r#"{"board": "a3b1b2a0"}"#,
        "bad_position",
        "a0 is no territory",
    );
    check_error(r#"{"board": "a3b1b2a"}"#, "bad_position", "two characters");
    check_error(
        r#"{"max_dice": 10}"#,
        "bad_position",
        "max_dice cannot be 10",
    );
    check_error(
        r#"{"max_dice": 8, "odds": "table"}"#,
        "bad_odds",
        "ends at 5 dice",
    );
    check_error(
        r#"{"odds": "rough"}"#,
        "bad_fields",
        "possible: table, exact",
    );
    let out = r#"{"rules": "standard", "players": 3, "board": "b3c1b2c5", "start": true}"#;
    check_error(out, "bad_position", "seat 0 is out");
}

/// The answer to a line of four territories in Dice Wars, with some text replaced.
fn dice_wars(bot: Option<&str>, from: &str, to: &str) -> String {
    let good = r#"{"game":"dice-wars","map":{"neighbours":[[1],[0,2],[1,3],[2]]},"owners":[0,1,0,1],"dice":[3,2,1,5],"stock":[0,5],"to_move":1,"max_dice":8}"#;
    assert!(good.contains(from), "{from}");
    let mut output = Vec::new();
    run(
        bot,
        &TableArgs::none().lazily(),
        good.replace(from, to).as_bytes(),
        &mut output,
    )
    .unwrap();
    String::from_utf8(output).unwrap()
}

#[test]
fn dice_wars_is_answered_as_dice_of_doom() {
    let answer: Value = serde_json::from_str(&dice_wars(None, "{", "{")).unwrap();
    assert_eq!(
        answer["actions"],
        serde_json::json!([["pass"], [1, 0], [1, 2], [3, 2]])
    );
    // The exact odds: 2 dice against 3 win in 1182 of 6^5 cases; 2 against 1 in 181 of 6^3; 5
    // against 1 in all but 7 of 6^6.
    let exact = [1182.0 / 7776.0, 181.0 / 216.0, 1.0 - 7.0 / 46656.0];
    close(&answer["odds"].as_array().unwrap()[1..].into(), &exact, 0);
    assert_eq!(answer["ratings"].as_array().unwrap().len(), 4);
    let table: Value =
        serde_json::from_str(&dice_wars(Some("paranoid:1:odds=table"), "{", "{")).unwrap();
    close(
        &table["odds"].as_array().unwrap()[1..].into(),
        &[0.15, 0.84, 1.0],
        0,
    );
    let chosen: Value = serde_json::from_str(&dice_wars(Some("strategist"), "{", "{")).unwrap();
    assert_eq!(chosen["ratings"], Value::Null);
    assert!(chosen["best"].as_u64().is_some_and(|it| it < 4), "{chosen}");
    let asked = dice_wars(None, r#""max_dice":8"#, r#""max_dice":5,"odds":"table""#);
    close(
        &serde_json::from_str::<Value>(&asked).unwrap()["odds"]
            .as_array()
            .unwrap()[1..]
            .into(),
        &[0.15, 0.84, 1.0],
        0,
    );
}

#[test]
fn what_is_no_position_of_dice_wars_is_named() {
    let refused = |from: &str, to: &str, code: &str, part: &str| {
        let answer = dice_wars(None, from, to);
        let value: Value = serde_json::from_str(&answer).unwrap();
        assert_eq!(value["error"]["code"], code, "{answer}");
        assert!(
            value["error"]["message"].as_str().unwrap().contains(part),
            "{answer}"
        );
    };
    refused(
        r#""to_move":1"#,
        r#""to_move":4"#,
        "bad_fields",
        "there is no seat 4",
    );
    refused(
        r#""to_move":1"#,
        r#""to_move":1,"to_move":0"#,
        "bad_fields",
        "to_move is there twice",
    );
    refused(
        r#""dice""#,
        r#""color":1,"dice""#,
        "bad_fields",
        "there is no color here",
    );
    refused("[0,1,0,1]", "[0,1,0]", "bad_position", "4 territories");
    refused("[1,3]", "[1]", "bad_position", "does not name it back");
    refused("5],", "9],", "bad_position", "1 to 8 dice, not 9");
    refused(
        r#""max_dice":8"#,
        r#""max_dice":8,"odds":"table""#,
        "bad_odds",
        "ends at 5 dice",
    );
    let over = "{\"actions\":[],\"odds\":[],\"ratings\":[],\"best\":null}\n";
    assert_eq!(dice_wars(None, "[0,1,0,1]", "[1,1,1,1]"), over);
}

#[test]
fn a_finished_match_has_no_actions() {
    let over = "{\"actions\":[],\"odds\":[],\"ratings\":[],\"best\":null}\n";
    assert_eq!(with(r#"{"board": "a1b1b1a1", "start": true}"#), over);
    assert_eq!(with(r#"{"board": "a3a1a1a1", "start": true}"#), over);
    assert_eq!(
        with(r#"{"board": "a3a1a1a1", "start": true, "rules": "standard"}"#),
        over
    );
    assert_eq!(
        with(r#"{"board": "a3a1a1a1", "start": false, "rules": "standard"}"#),
        over
    );
    let stuck = with(r#"{"board": "a1b1b1a1", "start": true, "rules": "standard"}"#);
    assert!(stuck.starts_with(r#"{"actions":[["pass"]],"#), "{stuck}");
}

#[test]
fn a_bad_line_gets_an_error_in_its_place_and_blank_lines_are_skipped() {
    let good = line(&reference()[0], false, None);
    let answers = analyse(
        Some("random"),
        &format!("nonsense\n\n{good}\r\n  \n[1]\n{good}"),
    );
    assert_eq!(answers[0]["error"]["code"], "not_json");
    assert_eq!(answers[2]["error"]["code"], "no_game");
    assert_eq!(answers.len(), 4);
    assert_eq!(answers[1], answers[3], "no line depends on another");
    assert_eq!(answers[1]["ratings"], Value::Null);
    assert!(
        answers[1]["best"].as_u64().is_some_and(|it| it < 3),
        "{answers:?}"
    );
}

#[test]
fn every_line_is_flushed_before_the_next_is_read() {
    /// A writer that counts how often it is flushed.
    #[derive(Default)]
    struct Flushes(usize);
    impl std::io::Write for Flushes {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            self.0 += 1;
            Ok(())
        }
    }
    let mut output = Flushes::default();
    run(
        None,
        &TableArgs::none().lazily(),
        "{}\n{}\n{}\n".as_bytes(),
        &mut output,
    )
    .unwrap();
    assert_eq!(output.0, 3);
}

/// A table in which sente wins in nine by a step of a chick, and gote in eleven after anything else.
#[derive(Debug)]
struct MadeUp;

impl Scores for MadeUp {
    fn score(&self, placement: Placement) -> i16 {
        match placement.to_string().as_str() {
            "gle/1c1/1C1/ELG b -" => 9,
            "gle/1C1/3/ELG w C" => -8,
            "gle/1c1/1CG/EL1 w -" => 0,
            _ => 11,
        }
    }
}

#[test]
fn a_table_tells_the_score_of_every_action() {
    let answer = |bot, line: &str| {
        let mut output = Vec::new();
        let tables = LazyTable::of(Arc::new(MadeUp));
        run(bot, &tables, line.as_bytes(), &mut output).unwrap();
        String::from_utf8(output).unwrap()
    };
    let start = r#"{"game":"animal-shogi","position":"gle/1c1/1C1/ELG b -"}"#;
    assert_eq!(
        answer(None, start),
        "{\"actions\":[\"b3b2\",\"b4a3\",\"b4c3\",\"c4c3\"],\"value\":\"win\",\"plies\":9,\"best\":0,\"scores\":[9,-12,-12,0]}\n"
    );
    let over = r#"{"game":"animal-shogi","position":"g1e/1c1/1C1/ELG w L"}"#;
    assert!(!answer(None, over).contains("scores"));
    assert!(!answer(Some("random"), start).contains("scores"));
    let other = r#"{"game":"tic-tac-toe","board":"x...o...."}"#;
    assert!(!answer(None, other).contains("scores"));
}

/// The answers to some lines of Dice Wars on a strip of four columns and five rows.
fn on_a_strip(bot: &str, lines: &[Value]) -> Vec<Value> {
    let mut neighbors: Vec<Vec<usize>> = Vec::new();
    for at in 0..20_usize {
        let (row, column) = (at / 4, at % 4);
        let mut own = Vec::new();
        own.extend((row > 0).then(|| at - 4));
        own.extend((column > 0).then(|| at - 1));
        own.extend((column < 3).then(|| at + 1));
        own.extend((row < 4).then(|| at + 4));
        neighbors.push(own);
    }
    let owners: Vec<u8> = (0..20).map(|it| u8::from(it % 4 > 1)).collect();
    let dice: Vec<u8> = (0..20).map(|it| [8, 1, 3, 2][it % 4]).collect();
    let mut input = String::new();
    for extra in lines {
        let mut line = serde_json::json!({
            "game": "dice-wars", "map": {"neighbours": neighbors}, "owners": owners, "dice": dice, "to_move": 0,
        });
        let fields = extra.as_object().unwrap().clone();
        line.as_object_mut().unwrap().extend(fields);
        input.push_str(&line.to_string());
        input.push('\n');
    }
    let mut output = Vec::new();
    run(
        Some(bot),
        &TableArgs::none().lazily(),
        input.as_bytes(),
        &mut output,
    )
    .unwrap();
    let text = String::from_utf8(output).unwrap();
    text.lines()
        .map(|it| serde_json::from_str(it).unwrap())
        .collect()
}

#[test]
fn transfers_are_listed_and_chosen_where_a_line_allows_them() {
    let answers = on_a_strip(
        "value:nodes=300",
        &[
            serde_json::json!({}),
            serde_json::json!({"transfers": 6}),
            serde_json::json!({"transfers": 0}),
            serde_json::json!({"transfers": 65}),
        ],
    );
    let actions = |it: &Value| it["actions"].as_array().unwrap().clone();
    let transfers: Vec<_> = { actions(&answers[1]).into_iter() }
        .filter(|it| it[0] == "transfer")
        .collect();
    // Each stack of the first column can go one step to the second.
    let expected: Vec<_> = (0..5)
        .map(|it| serde_json::json!(["transfer", 4 * it, 4 * it + 1]))
        .collect();
    assert_eq!(transfers, expected);
    let best = usize::try_from(answers[1]["best"].as_u64().unwrap()).unwrap();
    assert_eq!(actions(&answers[1])[best][0], "transfer", "{}", answers[1]);
    assert_eq!(
        answers[1]["odds"].as_array().unwrap().len(),
        actions(&answers[1]).len()
    );
    assert_eq!(answers[0], answers[2], "none are allowed");
    assert!(actions(&answers[0]).iter().all(|it| it[0] != "transfer"));
    assert_eq!(
        answers[3]["error"]["message"],
        "a turn has 0 to 64 transfers, not 65"
    );
}

#[test]
fn a_line_may_have_a_seed_and_ask_for_the_effort() {
    let seeded = |it: u64| serde_json::json!({"seed": it, "dice": vec![8; 20]});
    let seeds: Vec<_> = (0..8).map(seeded).collect();
    let best = |it: &Value| it["best"].clone();
    let first: Vec<_> = on_a_strip("random", &seeds).iter().map(best).collect();
    let again: Vec<_> = on_a_strip("random", &seeds).iter().map(best).collect();
    assert_eq!(first, again);
    assert!(first.iter().any(|it| *it != first[0]), "{first:?}");
    let told = on_a_strip(
        "value:nodes=300",
        &[
            serde_json::json!({"effort": true, "dice": vec![4; 20]}),
            serde_json::json!({"effort": true, "dice": vec![4; 20], "transfers": 2}),
            serde_json::json!({}),
        ],
    );
    let nodes = |it: &Value| it["nodes"].as_u64().unwrap();
    assert!((200..=400).contains(&nodes(&told[0])), "{}", told[0]);
    assert!(nodes(&told[1]) > nodes(&told[0]), "{}", told[1]);
    assert!(told[0]["ms"].is_number() && told[2].get("ms").is_none());
}

/// A bot that is kept answers like a new one.
#[test]
fn no_answer_depends_on_the_lines_before() {
    let line = serde_json::json!({"transfers": 3});
    let other = serde_json::json!({"dice": vec![3; 20]});
    for bot in ["value:nodes=300", "mcts:nodes=300", "paranoid:1"] {
        let lines = [line.clone(), other.clone(), other.clone(), line.clone()];
        let together = on_a_strip(bot, &lines);
        let alone = lines.map(|it| on_a_strip(bot, &[it])[0].clone());
        assert_eq!(together, alone, "{bot}");
    }
}
