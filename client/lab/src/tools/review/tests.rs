//! Reviews of the match files of this repository: they add up, and say what is known of tic-tac-toe.

use std::path::PathBuf;

use serde_json::Value;

use super::*;
use crate::tablebase::TableArgs;

fn args(file: &str, json: bool) -> ReviewArgs {
    ReviewArgs {
        file: PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(file),
        match_id: None,
        nodes: Some(900),
        json,
        tablebase: TableArgs::none(),
    }
}

fn printed(file: &str, json: bool) -> String {
    let mut out = Vec::new();
    run(&args(file, json), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// The sum of a number over the steps, of a seat.
fn sum(steps: &[Value], of: impl Fn(&Value) -> Option<f64>) -> f64 {
    steps.iter().filter_map(of).sum()
}

/// Checks that a document adds up; returns the number of its steps.
#[track_caller]
fn check_adds_up(file: &str) -> usize {
    let document: Value = serde_json::from_str(&printed(file, true)).unwrap();
    let steps = document["steps"].as_array().unwrap();
    let seats = document["seats"].as_array().unwrap();
    for (number, seat) in seats.iter().enumerate() {
        let luck = sum(steps, |it| it["luck"].as_array()?[number].as_f64());
        let own = |it: &Value| {
            (it["seat"] == number)
                .then(|| it["error"].as_f64())
                .flatten()
        };
        let judged = steps.iter().filter(|it| own(it).is_some()).count();
        assert!(
            (luck - seat["luck"].as_f64().unwrap()).abs() < 1e-9,
            "{file}: {seat}"
        );
        let error = sum(steps, own);
        assert!(
            (error - seat["error"].as_f64().unwrap()).abs() < 1e-9,
            "{file}: {seat}"
        );
        assert_eq!(seat["decisions"], judged, "{file}");
    }
    for (number, step) in (1..).zip(steps) {
        assert_eq!(step["step"], number);
        for chances in [&step["before"], &step["after"]] {
            let chances: Vec<f64> = serde_json::from_value(chances.clone()).unwrap();
            assert_eq!(chances.len(), seats.len(), "{file}: {step}");
            assert!(
                (chances.iter().sum::<f64>() - 1.0).abs() < 1e-6,
                "{file}: {step}"
            );
        }
        let is_roll = step["action"].is_null();
        assert_eq!(step["luck"].is_null(), !is_roll, "{file}: {step}");
        assert!(
            step["error"]
                .as_f64()
                .is_none_or(|it| !is_roll && (0.0..=1.0).contains(&it))
        );
        assert_eq!(
            step["best"].is_null(),
            step["error"].is_null(),
            "{file}: {step}"
        );
    }
    steps.len()
}

#[test]
fn every_match_file_of_the_repository_is_reviewed_and_adds_up() {
    let steps = [
        "docs/pictures/matches/dice-of-doom.jsonl",
        "docs/pictures/matches/dice-wars.jsonl",
        "docs/pictures/matches/animal-shogi.jsonl",
        "docs/pictures/matches/tic-tac-toe.jsonl",
        "client/web/tests/over_when_dealt.jsonl",
    ]
    .map(check_adds_up);
    assert_eq!(steps, [342, 514, 23, 7, 0]);
}

#[test]
fn people_are_told_the_costliest_choices_with_better_ones() {
    let text = printed("docs/pictures/matches/tic-tac-toe.jsonl", false);
    let expect = "
The choices that cost most:
1. step 2, random on seat 2: marks c2 cost 50.0
   better: marks a1: it is drawn, and nothing does better

judged by perfect, with at most 900 nodes a choice
";
    assert!(text.ends_with(expect), "{text}");
    let seat = text.lines().find(|it| it.starts_with("random on seat 2"));
    let words: Vec<&str> = seat.unwrap().split_whitespace().skip(4).collect();
    assert_eq!(
        words,
        ["0", "0.0", "0.0", "50.0", "3", "16.67", "E"],
        "{text}"
    );
}

#[test]
fn the_same_file_is_reviewed_the_same_and_nothing_without_nodes() {
    let file = "docs/pictures/matches/dice-wars.jsonl";
    assert_eq!(printed(file, true), printed(file, true));
    let without = ReviewArgs {
        nodes: Some(0),
        ..args(file, true)
    };
    let mut out = Vec::new();
    run(&without, &mut out).unwrap();
    let document: Value = serde_json::from_slice(&out).unwrap();
    assert_eq!(document["seats"][0]["decisions"], 0);
    assert_eq!(document["seats"][0]["grade"], Value::Null);
    assert_eq!(document["costliest"], serde_json::json!([]));
    assert!(
        document["judged_by"]
            .as_str()
            .unwrap()
            .starts_with("network scattered ")
    );
}

#[test]
fn what_is_no_match_file_is_a_failure_with_its_name() {
    let failed = run(&args("README.md", false), &mut Vec::new()).unwrap_err();
    assert!(failed.to_string().contains("README.md"), "{failed}");
}

#[test]
fn the_bar_is_full_at_the_end() {
    assert_eq!(bar(1, 4), "[######------------------]  25 %, step 1 of 4");
    assert_eq!(bar(4, 4), "[########################] 100 %, step 4 of 4");
}
