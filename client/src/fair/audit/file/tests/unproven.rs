//! The facts that the audit does not prove, found by changing everything in a file, one thing after the other: the list in
//! `docs/dice.md` is exactly that.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::*;

/// The heading of the list in the document.
const HEADING: &str = "### What nobody proves";

/// How many values of one field are changed, of those that every line has.
const TRIES_MAX: usize = 12;

/// Texts that some field might have instead of its own.
const TEXTS: [&str; 4] = ["Zed", "off", "10s/turn", "mcts"];

/// A file in which there is something of every kind that a match between a human and bots can have.
fn varied() -> MatchFile {
    let mut file = match_of(GameKind::DiceOfDoom, "size=3,rounds=3,reinforcement=random");
    file.header.settings.bot_pace_ms = 100;
    file.header.settings.clock = "30s/action".parse().unwrap();
    let at = place(&file, "acted");
    for event in [
        EventView::Match(MatchEventView::TimedOut { seat: AKI }),
        EventView::Seats(SeatEvent::HandedToBot { seat: AKI }),
        EventView::Seats(SeatEvent::TakenBack { seat: AKI }),
        EventView::Match(MatchEventView::PauseWanted {
            seat: AKI,
            wanted: true,
        }),
        EventView::Match(MatchEventView::Paused),
        EventView::Match(MatchEventView::Continued),
        EventView::Match(MatchEventView::PauseWanted {
            seat: AKI,
            wanted: false,
        }),
    ]
    .into_iter()
    .rev()
    {
        insert(&mut file, at, event);
    }
    super::super::check(&file.to_text()).unwrap();
    file
}

/// A file as one value, so that everything in it can be changed.
fn value_of(file: &MatchFile) -> Value {
    let line = |it: &EventLine| json!({"revision": it.revision, "event": it.event});
    let lines: Vec<Value> = file.events.iter().map(line).collect();
    json!({"header": file.header, "lines": lines, "outcome": file.outcome})
}

/// Whether the file of such a value passes the audit, all hashes computed anew.
fn passes(value: &Value) -> bool {
    let file = || -> Option<MatchFile> {
        let lines = value["lines"].as_array()?.iter().map(|it| {
            Some(EventLine {
                revision: serde_json::from_value(it["revision"].clone()).ok()?,
                event: serde_json::from_value(it["event"].clone()).ok()?,
            })
        });
        Some(MatchFile {
            header: serde_json::from_value(value["header"].clone()).ok()?,
            events: lines.collect::<Option<_>>()?,
            outcome: serde_json::from_value(value["outcome"].clone()).ok()?,
        })
    };
    file().is_some_and(|it| super::super::check(&it.to_text()).is_ok())
}

/// Every single value in a value: the way to it, and the same without the numbers in lists.
fn leaves(value: &Value, way: &str, name: &str, found: &mut Vec<(String, String)>) {
    match value {
        Value::Object(fields) => {
            for (field, inner) in fields {
                leaves(
                    inner,
                    &format!("{way}/{field}"),
                    &format!("{name}.{field}"),
                    found,
                );
            }
        }
        Value::Array(items) => {
            for (at, inner) in items.iter().enumerate() {
                leaves(inner, &format!("{way}/{at}"), name, found);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            found.push((way.to_owned(), name.to_owned()));
        }
    }
}

/// The values that might stand in the place of another.
fn others(value: &Value) -> Vec<Value> {
    match value {
        Value::Bool(it) => vec![json!(!it)],
        Value::Number(it) => {
            let number = it.as_u64().unwrap();
            let next = number.saturating_add(1);
            [next, number.saturating_sub(1), 0]
                .map(|it| json!(it))
                .to_vec()
        }
        Value::String(text) => {
            let turned: String = text
                .chars()
                .rev()
                .enumerate()
                .map(|(at, it)| if at == 0 && it != '0' { '0' } else { it })
                .collect();
            let turned: String = turned.chars().rev().collect();
            TEXTS
                .map(str::to_owned)
                .into_iter()
                .chain([turned])
                .map(|it| json!(it))
                .collect()
        }
        Value::Null | Value::Array(_) | Value::Object(_) => Vec::new(),
    }
}

/// The name of a field as the document has it: without the parts that every line has.
fn shown(name: &str) -> String {
    let name = name.trim_start_matches('.');
    let name = ["header.", "lines.event.", "lines."]
        .into_iter()
        .find_map(|part| name.strip_prefix(part))
        .unwrap_or(name);
    name.to_owned()
}

/// The fields that can be changed and the events that can be left out without being noticed.
fn unproven() -> BTreeSet<String> {
    let honest = value_of(&varied());
    assert!(passes(&honest));
    let mut all = Vec::new();
    leaves(&honest, "", "", &mut all);
    let (mut found, mut tried) = (BTreeSet::new(), BTreeMap::new());
    // The last ones first: nothing comes after the last line that its number must fit.
    for (way, name) in all.iter().rev() {
        let was = honest.pointer(way).unwrap();
        let field = way.rsplit('/').next().unwrap();
        // One field that passes is enough, and of those that do not some are enough.
        let tries: &mut usize = tried.entry(name).or_default();
        *tries += 1;
        if found.contains(&shown(name)) || *tries > TRIES_MAX {
            continue;
        }
        // A fact that is told twice is changed in both places.
        let same: Vec<&String> = all
            .iter()
            .map(|(way, _)| way)
            .filter(|it| it.rsplit('/').next() == Some(field) && honest.pointer(it) == Some(was))
            .collect();
        for other in others(was).iter().filter(|it| *it != was) {
            for ways in [vec![way], same.clone()] {
                let mut changed = honest.clone();
                for way in ways {
                    *changed.pointer_mut(way).unwrap() = other.clone();
                }
                if passes(&changed) {
                    found.insert(shown(name));
                }
            }
        }
    }
    for at in 0..honest["lines"].as_array().unwrap().len() {
        let mut shorter = honest.clone();
        let gone = shorter["lines"].as_array_mut().unwrap().remove(at);
        if passes(&shorter) {
            let event = &gone["event"];
            let kind = match event.as_str() {
                Some(kind) => kind.to_owned(),
                None => event.as_object().unwrap().keys().next().unwrap().clone(),
            };
            found.insert(kind);
        }
    }
    found
}

#[test]
fn the_document_lists_everything_that_is_not_proven() {
    let document = include_str!("../../../../../../docs/dice.md");
    let (_, list) = document
        .split_once(HEADING)
        .expect("the document has the list");
    let list = list.split("\n#").next().unwrap();
    let rows = list.lines().filter_map(|it| it.strip_prefix("| `"));
    let named = rows.flat_map(|it| {
        let names = it.split(" |").next().unwrap();
        names.split(", ").map(|it| it.trim_matches('`').to_owned())
    });
    let named: BTreeSet<String> = named.collect();
    assert_eq!(unproven(), named);
}
