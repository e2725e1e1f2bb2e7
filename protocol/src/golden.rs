//! Golden messages: every message and variant is frozen in `golden/` and compared with its file, both ways.
//!
//! A change of the wire format fails here first. `DICEHALL_BLESS=1` writes the files; a change of a file that exists is
//! a change of the protocol and needs a new version.

mod codec;
mod invented;
mod planted;
mod samples;

use std::collections::BTreeSet;
use std::path::PathBuf;

use dicehall_engine::dice::SeededDice;
use dicehall_engine::{GameKind, State};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::{
    ClientMessage, ServerMessage, decode_client, decode_server, encode_client, encode_server,
};

/// Checks that a message is written as in its file, and that the file is read as the message.
#[track_caller]
fn check<M: Serialize + PartialEq + std::fmt::Debug>(
    file: &str,
    message: &M,
    encode: impl Fn(&M) -> String,
    decode: impl Fn(&str) -> Result<M, crate::CodecError>,
) {
    let path = folder().join(file).with_extension("json");
    let pretty = serde_json::to_string_pretty(message).unwrap() + "\n";
    if std::env::var_os("DICEHALL_BLESS").is_some() {
        std::fs::write(&path, &pretty).unwrap();
    }
    let frozen = std::fs::read_to_string(&path).unwrap_or_else(|error| {
        panic!(
            "{}: {error}; write it with DICEHALL_BLESS=1",
            path.display()
        )
    });
    assert_eq!(pretty, frozen, "{file}: the message is written differently");
    assert_eq!(
        json(&encode(message)),
        json(&frozen),
        "{file}: the frame is written differently"
    );
    assert_eq!(
        &decode(&frozen).unwrap(),
        message,
        "{file}: the file is read differently"
    );
}

#[test]
fn what_a_client_says_is_frozen() {
    for (name, message) in samples::client() {
        check(
            &format!("client/{name}"),
            &message,
            encode_client,
            decode_client,
        );
    }
}

#[test]
fn what_the_server_says_is_frozen() {
    for (name, message) in samples::server() {
        check(
            &format!("server/{name}"),
            &message,
            encode_server,
            decode_server,
        );
    }
}

#[test]
fn every_file_belongs_to_a_message() {
    let expect: BTreeSet<String> = names().into_iter().map(|it| it + ".json").collect();
    let mut found = BTreeSet::new();
    for side in ["client", "server"] {
        for entry in std::fs::read_dir(folder().join(side)).unwrap() {
            found.insert(format!(
                "{side}/{}",
                entry.unwrap().file_name().into_string().unwrap()
            ));
        }
    }
    assert_eq!(found, expect);
}

#[test]
fn every_variant_has_a_golden() {
    use dicehall_engine::lobby::{EndReason, Phase};
    use dicehall_engine::{AnyAction, AnyConfig, AnyRules, AnyView};
    let spoken: Vec<Value> = samples::client()
        .iter()
        .map(|(_, it)| json(&encode_client(it)))
        .collect();
    let heard: Vec<Value> = samples::server()
        .iter()
        .map(|(_, it)| json(&encode_server(it)))
        .collect();
    check_variants::<ClientMessage>(&spoken, "type", r#"{"type":"?"}"#);
    check_variants::<crate::ClientCommand>(&spoken, "command", r#""?""#);
    check_variants::<ServerMessage>(&heard, "type", r#"{"type":"?"}"#);
    check_variants::<crate::Reply>(&heard, "reply", r#"{"?":null}"#);
    check_variants::<crate::EventView>(&heard, "events", r#""?""#);
    check_variants::<crate::HolderView>(&heard, "holder", r#""?""#);
    check_variants::<Phase>(&heard, "phase", r#""?""#);
    check_variants::<EndReason>(&heard, "reason", r#""?""#);
    check_variants::<AnyRules>(&spoken, "rules", r#"{"game":"?","rules":0}"#);
    check_variants::<AnyAction>(&spoken, "action", r#"{"game":"?","action":0}"#);
    check_variants::<AnyAction>(&heard, "action", r#"{"game":"?","action":0}"#);
    check_games_with_luck(&heard);
    check_variants::<AnyConfig>(&heard, "config", r#"{"game":"?","config":0}"#);
    check_variants::<AnyView>(&heard, "view", r#"{"game":"?","view":0}"#);
}

/// Checks that every game in which nature chooses has a chance in some message.
#[track_caller]
fn check_games_with_luck(messages: &[Value]) {
    let mut seen = BTreeSet::new();
    for message in messages {
        collect_tags(message, "chance", &mut seen);
    }
    let known = GameKind::ALL
        .iter()
        .filter(|it| it.has_luck() && !is_plain(it.name()))
        .map(|it| it.name());
    let missing: Vec<&str> = known.filter(|it| !seen.contains(*it)).collect();
    assert!(
        missing.is_empty(),
        "no golden message has a chance of {missing:?}"
    );
}

/// Checks that every variant of `T` is at `key` in some message. The names of the variants come from the error with
/// which `T` refuses `unknown`, so that a variant cannot be forgotten here.
#[track_caller]
fn check_variants<T: DeserializeOwned>(messages: &[Value], key: &str, unknown: &str) {
    let refusal = serde_json::from_str::<T>(unknown)
        .map(drop)
        .unwrap_err()
        .to_string();
    let (_, listed) = refusal
        .split_once("expected")
        .expect("the refusal lists what there is");
    let known: BTreeSet<&str> = listed.split('`').skip(1).step_by(2).collect();
    assert!(!known.is_empty(), "{refusal}");
    let mut seen = BTreeSet::new();
    for message in messages {
        collect_tags(message, key, &mut seen);
    }
    let is_missing = |it: &&&str| !seen.contains(**it) && !is_plain(it);
    let missing: Vec<_> = known.iter().filter(is_missing).collect();
    assert!(
        missing.is_empty(),
        "no golden message has {missing:?} as {key:?}"
    );
}

/// Whether this is the name of a game without forms of its own: the plain view is frozen where it is defined.
fn is_plain(name: &str) -> bool {
    let Ok(game) = name.parse::<GameKind>() else {
        return false;
    };
    let rules = game.default_rules();
    let config = rules.generate(game.seats().0, &mut SeededDice::new(0));
    config.unwrap().start().unwrap().view().plain().is_some()
}

/// Collects the names of the variants that are at `key`, at any depth.
fn collect_tags(value: &Value, key: &str, tags: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (name, inner) in fields {
                if name == key {
                    let items = inner
                        .as_array()
                        .map_or(std::slice::from_ref(inner), Vec::as_slice);
                    tags.extend(items.iter().filter_map(tag));
                }
                collect_tags(inner, key, tags);
            }
        }
        Value::Array(items) => {
            for item in items {
                collect_tags(item, key, tags);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn tag(value: &Value) -> Option<String> {
    match value {
        Value::String(name) => Some(name.clone()),
        Value::Object(fields) => match fields.get("game") {
            Some(game) => game.as_str().map(str::to_owned),
            None => fields.keys().next().filter(|_| fields.len() == 1).cloned(),
        },
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => None,
    }
}

fn names() -> Vec<String> {
    let client = samples::client()
        .into_iter()
        .map(|(name, _)| format!("client/{name}"));
    client
        .chain(
            samples::server()
                .into_iter()
                .map(|(name, _)| format!("server/{name}")),
        )
        .collect()
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("golden")
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}
