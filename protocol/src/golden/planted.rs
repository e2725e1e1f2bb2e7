//! Cleaning, tested on the golden messages: harmful text that is planted into any text of any message is removed or not read, and
//! clean text stays as it is.

use serde_json::Value;
use unicode_general_category::{GeneralCategory, get_general_category};

use super::samples;
use crate::{decode_server, encode_server};

/// Harmful text: a colored word, a title for the terminal, direction marks, an invisible word in tags, a beep, stacked
/// marks.
const PLANTED: &str = "\u{1b}[31mX\u{1b}]0;t\u{7}\u{9b}2J\u{202e}\u{2066}\u{200b}\u{feff}\u{e0041}\u{fe0f}x\u{335}\u{336}\u{337}\u{338}\r\n";

/// The message with harmful text after each of its texts in turn, wherever the result is still a message.
fn planted(message: &Value) -> Vec<Value> {
    let mut paths = Vec::new();
    texts(message, String::new(), &mut paths);
    let plant = |path: &String| {
        let mut changed = message.clone();
        let place = changed.pointer_mut(path)?;
        *place = Value::String(place.as_str()?.to_owned() + PLANTED);
        decode_server(&changed.to_string())
            .is_ok()
            .then_some(changed)
    };
    paths.iter().filter_map(plant).collect()
}

fn texts(value: &Value, path: String, paths: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            fields
                .iter()
                .for_each(|(name, it)| texts(it, format!("{path}/{name}"), paths));
        }
        Value::Array(items) => {
            items
                .iter()
                .enumerate()
                .for_each(|(n, it)| texts(it, format!("{path}/{n}"), paths));
        }
        Value::String(_) => paths.push(path),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Every text of a message that could do harm.
fn harmful(message: &Value) -> Vec<String> {
    let mut paths = Vec::new();
    texts(message, String::new(), &mut paths);
    let does_harm = |path: &String| {
        let text = message
            .pointer(path)
            .and_then(Value::as_str)
            .unwrap_or_default();
        let hides = |it| {
            matches!(
                get_general_category(it),
                GeneralCategory::Control | GeneralCategory::Format
            )
        };
        text.contains('\u{337}') || text.contains('\u{fe0f}') || text.chars().any(hides)
    };
    paths.into_iter().filter(does_harm).collect()
}

#[test]
fn nothing_planted_in_any_text_is_left() {
    let (mut tried, mut kinds) = (0, std::collections::BTreeSet::new());
    for (name, message) in samples::server() {
        for bad in planted(&serde_json::to_value(&message).unwrap()) {
            assert!(!harmful(&bad).is_empty(), "{name}: the plant is harmless");
            let clean = encode_server(&decode_server(&bad.to_string()).unwrap().cleaned());
            let left = harmful(&serde_json::from_str(&clean).unwrap());
            assert!(left.is_empty(), "{name}: {left:?} in {clean}");
            assert!(decode_server(&clean).is_ok(), "{name}: {clean}");
            tried += 1;
            kinds.insert(message_kind(&bad));
        }
    }
    assert!(
        tried > 100 && kinds.len() == 8,
        "{tried} texts in {kinds:?}: is the search wrong?"
    );
}

#[test]
fn what_is_clean_stays_as_it_is() {
    for (name, message) in samples::server() {
        assert_eq!(message.clone().cleaned(), message, "{name}");
    }
}

#[test]
fn texts_are_cut_and_empty_ones_have_a_stand_in() {
    let long = serde_json::json!({"type": "error", "code": "x", "message": "w".repeat(5_000)});
    let blank = serde_json::json!({"type": "update", "revision": 1, "ply": 0, "events": [
        {"entered": {"player": 3, "name": "\u{202e}"}}, {"said": {"player": 3, "text": "\u{200b}"}}]});
    let cleaned = |it: &Value| encode_server(&decode_server(&it.to_string()).unwrap().cleaned());
    assert_eq!(cleaned(&long).matches('w').count(), 1_000);
    let blank = cleaned(&blank);
    assert!(
        blank.contains(r#""name":"player 3""#) && blank.contains(r#""text":"?""#),
        "{blank}"
    );
}

fn message_kind(message: &Value) -> String {
    message["type"].as_str().unwrap_or_default().to_owned()
}
