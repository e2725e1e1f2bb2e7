//! Tests of `analyse` in the games without luck: against reference data, and with positions that a
//! person can judge.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};

use super::analyse;

/// The largest distance of wins and losses, in plies, that the search must find within its limit.
const PLIES_MAX: u32 = 7;

/// A position of the reference, from a complete solution of the game.
#[derive(Deserialize)]
struct Valued {
    sfen: String,
    value: String,
    plies: Option<u32>,
    best: Vec<String>,
    moves: BTreeMap<String, i32>,
}

fn valued() -> Vec<Valued> {
    serde_json::from_str(include_str!(
        "../../../../../tests/reference/shogi/values.json"
    ))
    .unwrap()
}

fn shogi(bot: Option<&str>, position: &str) -> Value {
    let line = json!({"game": "animal-shogi", "position": position}).to_string();
    analyse(bot, &line).remove(0)
}

fn tic_tac_toe(bot: Option<&str>, board: &str) -> Value {
    let line = json!({"game": "tic-tac-toe", "board": board}).to_string();
    analyse(bot, &line).remove(0)
}

#[test]
fn near_ends_of_animal_shogi_equal_the_reference() {
    let near = |it: &Valued| {
        it.plies
            .is_some_and(|plies| (1..=PLIES_MAX).contains(&plies))
    };
    let near: Vec<Valued> = valued().into_iter().filter(near).collect();
    assert!(near.len() > 30, "{}", near.len());
    for it in near {
        let answer = shogi(None, &it.sfen);
        assert_eq!(
            (&answer["value"], &answer["plies"]),
            (&json!(it.value), &json!(it.plies)),
            "{}",
            it.sfen
        );
        let actions: Vec<&String> = it.moves.keys().collect();
        assert_eq!(answer["actions"], json!(actions), "{}", it.sfen);
        let first = actions.iter().position(|action| it.best.contains(action));
        assert_eq!(answer["best"], json!(first), "{}", it.sfen);
    }
}

#[test]
fn what_is_not_proven_has_no_value_but_an_action() {
    for (bot, position) in [
        (Some("perfect:nodes=1000"), "gle/1c1/1C1/ELG b -"),
        (Some("perfect:nodes=1"), "1ge/1cg/1Cl/E1L b -"),
        (Some("random"), "1ge/1cg/1Cl/E1L b -"),
    ] {
        let answer = shogi(bot, position);
        assert_eq!(
            (&answer["value"], &answer["plies"]),
            (&Value::Null, &Value::Null),
            "{bot:?}: {answer}"
        );
        let count = u64::try_from(answer["actions"].as_array().unwrap().len()).unwrap();
        assert!(
            answer["best"].as_u64().is_some_and(|it| it < count),
            "{bot:?}: {answer}"
        );
    }
}

#[test]
fn a_finished_match_of_animal_shogi_has_its_outcome() {
    let check = |position: &str, value: &str| {
        let expect = json!({"actions": [], "value": value, "plies": 0, "best": null});
        assert_eq!(shogi(None, position), expect, "{position}");
        assert_eq!(shogi(Some("random"), position), expect, "{position}");
    };
    // In the first case gote's lion has reached the far rank safely; in the second, sente's could
    // have been captured there and was not.
    check("g1e/1c1/LC1/E1l b g", "loss");
    check("L1e/1c1/1Cl/E1G b g", "win");
}

#[test]
fn what_is_no_position_of_a_game_without_luck_is_named() {
    let check = |answer: Value, part: &str| {
        assert_eq!(answer["error"]["code"], "bad_position", "{answer}");
        assert!(
            answer["error"]["message"].as_str().unwrap().contains(part),
            "{answer}"
        );
    };
    check(shogi(None, "gle/1c1/1C1/ELG b"), "one space between");
    check(shogi(None, "gle/1c1/1C1/ELG x -"), "b (sente) or w (gote)");
    check(tic_tac_toe(None, "xo"), "9 cells");
    check(tic_tac_toe(None, "xo......?"), "x, o or .");
    check(tic_tac_toe(None, "oo......."), "x begins");
    check(tic_tac_toe(None, "xxxooo..."), "over before the last mark");
    let line = r#"{"game":"tic-tac-toe","board":".........","size":3}"#;
    assert_eq!(analyse(None, line)[0]["error"]["code"], "bad_fields");
}

#[track_caller]
fn check(board: &str, value: &str, plies: Option<u32>, best: Option<&str>) {
    let answer = tic_tac_toe(None, board);
    assert_eq!(
        (&answer["value"], &answer["plies"]),
        (&json!(value), &json!(plies)),
        "{board}"
    );
    let chosen = answer["best"]
        .as_u64()
        .map(|it| &answer["actions"][usize::try_from(it).unwrap()]);
    assert_eq!(chosen, best.map(|it| json!(it)).as_ref(), "{board}");
}

#[test]
fn tic_tac_toe_is_solved() {
    check(".........", "draw", None, Some("a1"));
    check("x........", "draw", None, Some("b2"));
    check("xo.......", "win", Some(5), Some("a2"));
    check("xx.oo....", "win", Some(1), Some("c1"));
    // X threatens two lines: o can only choose how to lose.
    check("x.x..ox.o", "loss", Some(2), Some("b1"));
    check("xo.xo....", "win", Some(1), Some("a3"));
    check("xxx.oo...", "loss", Some(0), None);
    check("xoxxoooxx", "draw", None, None);
}

#[test]
fn the_mark_that_began_plays_no_part() {
    for board in [
        "x........",
        "xo.......",
        "xox......",
        "xx.oo....",
        "x.x..ox.o",
        "xoxxoooxx",
    ] {
        let exchanged: String = board
            .chars()
            .map(|it| match it {
                'x' => 'o',
                'o' => 'x',
                it => it,
            })
            .collect();
        if board.matches('x').count() > board.matches('o').count() {
            assert_eq!(
                tic_tac_toe(None, board),
                tic_tac_toe(None, &exchanged),
                "{board}"
            );
        }
    }
}

#[test]
fn another_bot_chooses_and_the_value_stays_true() {
    let answer = tic_tac_toe(Some("random"), "xx.oo....");
    assert_eq!(
        (&answer["value"], &answer["plies"]),
        (&json!("win"), &json!(1))
    );
    assert!(answer["best"].as_u64().is_some_and(|it| it < 5), "{answer}");
}
