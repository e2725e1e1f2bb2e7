//! The codec refuses bad messages with the right code, and no input makes it panic.
//!
//! The cases are made from the golden messages: every object in each of them gets an unknown field, or a field twice,
//! or loses a field; every leaf gets another type.

use dicehall_engine::Dice;
use dicehall_engine::dice::SeededDice;
use serde_json::{Map, Value, from_str, json};

use super::samples;
use crate::limits::{FRAME_SIZE_MAX, SERVER_FRAME_SIZE_MAX};
use crate::{
    ClientMessage, CodecError, decode_client, decode_server, encode_client, encode_server,
};

/// A field name that no message has.
const STRANGER: &str = "surprise";

/// The party whose frames are tested.
#[derive(Clone, Copy, Debug)]
enum Side {
    Client,
    Server,
}

#[track_caller]
fn check(side: Side, frame: &str, expect: &str) {
    let shown: String = frame.chars().take(300).collect();
    assert_eq!(decode(side, frame), expect, "{side:?}: {shown}");
}

#[test]
fn an_unknown_field_of_a_client_is_refused_wherever_it_stands() {
    let mut tried = 0;
    for_each_object(|side, message, path| {
        if matches!(side, Side::Server) {
            return;
        }
        let mut changed = message.clone();
        object(&mut changed, path).insert(STRANGER.to_owned(), json!(1));
        check(side, &changed.to_string(), "not_a_message");
        tried += 1;
    });
    assert!(tried > 80, "only {tried} objects were tried");
}

#[test]
fn a_field_that_comes_twice_is_refused_wherever_it_stands() {
    let mut tried = 0;
    for_each_object(|side, message, path| {
        let mut changed = message.clone();
        let names: Vec<String> = object(&mut changed, path).keys().cloned().collect();
        for name in names {
            let mut changed = message.clone();
            let fields = object(&mut changed, path);
            let twin = fields[&name].clone();
            fields.insert(STRANGER.to_owned(), twin);
            check(
                side,
                &changed.to_string().replace(STRANGER, &name),
                "not_a_message",
            );
            tried += 1;
        }
    });
    assert!(tried > 300, "only {tried} fields were tried");
}

/// Whether a field about how well people play may be missing.
fn may_miss_of_ratings(path: &str, name: &str) -> bool {
    let asks = ["/command/leaders", "/command/profile"];
    // The rating of a bot is sure, and an opponent is a person or a bot.
    ["rated", "unrated", "rating", "yours", "skill"].contains(&name)
        || asks.iter().any(|it| path.ends_with(it))
        || (path.ends_with("/rating") && name == "margin")
        || (path.contains("/others/") && ["name", "rung"].contains(&name))
        || is_optional_in_review(path, name)
}

/// Whether a field of the review of a match may be missing.
fn is_optional_in_review(path: &str, name: &str) -> bool {
    (path.ends_with("/review") && ["judged_by", "start", "rolls"].contains(&name))
        || (path.contains("/review/seats/") && name == "grade")
        || (path.contains("/review/steps/") && ["luck", "error"].contains(&name))
        || (path.contains("/costliest/") && name == "error_se")
        || (path.ends_with("/stops") && ["gain", "best"].contains(&name))
}

#[test]
fn a_missing_field_is_refused_unless_it_is_optional() {
    // All other fields are required. `force` has a default, because it only says that a start does not wait for people
    // who are not ready.
    let optional = [
        "resume",
        "password",
        "revision",
        "seat",
        "force",
        "reply",
        "legal",
        "game_match",
        "lobby",
        "view",
        "outcome",
        "host",
    ];
    let optional_in_clocks = ["clock", "running", "paused", "renewed"];
    let optional_too = [
        "odds",
        "link",
        "links",
        "commitment",
        "share",
        "secret",
        "agreement",
        "actions",
        "ply",
        "to_move",
        "seats",
        "ending",
        "key",
        "before",
        "after",
        "hints",
        "commits",
        "attempt",
        "layout",
        "ends",
        "bot_in_ms",
        "certificate",
        "challenge",
        "account",
        "evening",
        "notice",
        "match_point",
    ];
    // A change has only what has changed, and not every action has chances.
    // A map may have no name and no rows, and settings of Dice Wars need not have every switch.
    let optional_in_dice_wars = ["map", "max_dice", "stock", "rounds", "name", "rows"];
    for_each_object(|side, message, path| {
        let mut whole = message.clone();
        let names: Vec<String> = object(&mut whole, path).keys().cloned().collect();
        for name in names {
            let mut changed = message.clone();
            object(&mut changed, path).remove(&name);
            let code = decode(side, &changed.to_string());
            let may_miss = optional.contains(&name.as_str())
                || optional_too.contains(&name.as_str())
                || optional_in_clocks.contains(&name.as_str())
                || path.starts_with("/step/change")
                // Squares that are numbered by rows are the usual layout.
                || (path.ends_with("/layout") && ["cells", "order"].contains(&name.as_str()))
                // A search has only what is looked for.
                || path.ends_with("/find_lobbies")
                || may_miss_of_ratings(path, &name)
                // A notice has only what is told.
                || path.ends_with("/notice")
                || may_miss_of_account(path, &name)
                || name == "chances"
                || (message.to_string().contains("dice-wars")
                    && optional_in_dice_wars.contains(&name.as_str()));
            assert!(
                code == "not_a_message" || may_miss,
                "{side:?} without {name}: {code}: {changed}"
            );
        }
    });
}

/// An account may have no codes on paper, a key signs unless its kind is told, and few who sign in say more than a proof.
fn may_miss_of_account(path: &str, name: &str) -> bool {
    (path.ends_with("/account") && name == "rescue_codes")
        || (path.contains("/account/keys/") && name == "kind")
        || (path.contains("/sign_in") && ["begins", "code"].contains(&name))
}

#[test]
fn a_wrong_type_is_refused_wherever_it_stands() {
    let wrongs = [
        json!(true),
        json!(-1),
        json!(0.5),
        json!(1e40),
        json!("?!"),
        json!([]),
        json!({}),
        json!([[[]]]),
    ];
    for_each_leaf(|side, message, path| {
        for wrong in &wrongs {
            let mut changed = message.clone();
            let leaf = at(&mut changed, path);
            if same_type(leaf, wrong) {
                continue;
            }
            *leaf = wrong.clone();
            // An empty list is accepted only where the message had a list; leaves are never lists.
            check(side, &changed.to_string(), "not_a_message");
        }
    });
}

#[test]
fn a_list_cannot_stand_for_an_object_nor_an_object_for_a_name() {
    for_each_object(|side, message, path| {
        let mut changed = message.clone();
        let fields = object(&mut changed, path).clone();
        *at(&mut changed, path) = fields.into_iter().map(|(_, it)| it).collect();
        check(side, &changed.to_string(), "not_a_message");
    });
    let other_spellings = [
        r#"["hello",1,"Aki",null]"#,
        r#"["command",1,"leave"]"#,
        r#"{"type":"command","id":1,"command":{"leave":null}}"#,
        r#"{"type":"command","id":1,"command":{"leave":{}}}"#,
        r#"{"type":"command","id":1,"command":{"ready":[true]}}"#,
        r#"{"type":"command","id":1,"command":{"act":{"ply":1,"action":["dice-of-doom",[1,2]]}}}"#,
        r#"{"type":"command","id":1,"command":{"act":{"ply":1,"action":{"game":"dice-of-doom","action":{"pass":null}}}}}"#,
    ];
    for frame in other_spellings {
        check(Side::Client, frame, "not_a_message");
    }
    // Brackets inside of strings do not count.
    check(
        Side::Client,
        r#"{"type":"command","id":1,"command":{"chat":{"text":"[{\"\\[{"}}}"#,
        "ok",
    );
}

#[test]
fn numbers_that_do_not_fit_are_refused() {
    let ready = |id: &str| {
        format!(r#"{{"type":"command","id":{id},"command":{{"ready":{{"ready":true}}}}}}"#)
    };
    check(Side::Client, &ready("18446744073709551615"), "ok");
    for id in ["18446744073709551616", "-1", "1.0", "1e3", "\"1\"", "null"] {
        check(Side::Client, &ready(id), "not_a_message");
    }
    let seat = |seat: &str| {
        format!(r#"{{"type":"command","id":1,"command":{{"take_seat":{{"seat":{seat}}}}}}}"#)
    };
    check(Side::Client, &seat("3"), "ok");
    for number in ["4", "255", "256", "-1"] {
        check(Side::Client, &seat(number), "not_a_message");
    }
}

#[test]
fn what_is_json_but_no_message_is_refused() {
    let frames = [
        "null",
        "true",
        "7",
        "\"leave\"",
        "[]",
        "{}",
        "[1,2,3]",
        r#"{"type":"leave"}"#,
        r#"{"type":null}"#,
        r#"{"type":"command","id":1,"command":"fly"}"#,
        r#"{"type":"command","id":1,"command":"take_seat"}"#,
        r#"{"type":"command","id":1,"command":{"leave":{"now":true}}}"#,
        r#"{"type":"command","id":1,"command":{"leave":[1]}}"#,
        r#"{"type":"command","id":1,"command":{"leave":null,"resign":null}}"#,
        r#"{"type":"command","id":1,"command":["leave"]}"#,
        r#"{"type":"command","id":1,"command":{}}"#,
        r#"{"type":"command","id":1}"#,
        r#"{"type":"command","command":"leave"}"#,
        r#"{"type":"command","id":1,"command":"Leave"}"#,
        r#"{"type":"command","id":1,"command":{"join_lobby":{"lobby":"K7WQ"}}}"#,
        r#"{"type":"command","id":1,"command":{"join_lobby":{"lobby":"K7WQ0"}}}"#,
        r#"{"type":"command","id":1,"command":{"seat_bot":{"seat":1,"bot":"paranoid:99"}}}"#,
        r#"{"type":"command","id":1,"command":{"act":{"ply":1,"action":{"game":"chess","action":"pass"}}}}"#,
        r#"{"type":"command","id":1,"command":{"act":{"ply":1,"action":{"game":"dice-of-doom","action":[0]}}}}"#,
        r#"{"type":"command","id":1,"command":{"act":{"ply":1,"action":{"game":"dice-of-doom","action":[0,1,2]}}}}"#,
        r#"{"type":"command","id":1,"command":{"act":{"ply":1,"action":{"game":"dice-of-doom","action":"attack"}}}}"#,
    ];
    for frame in frames {
        check(Side::Client, frame, "not_a_message");
    }
    check(
        Side::Client,
        r#"{"type":"welcome","version":1,"server":"x","resumed":false}"#,
        "not_a_message",
    );
    check(
        Side::Server,
        r#"{"type":"command","id":1,"command":"leave"}"#,
        "not_a_message",
    );
}

#[test]
fn what_is_not_json_is_refused() {
    for frame in [
        "",
        " ",
        "{",
        "hello",
        "{\"type\":}",
        "{'type':'hello'}",
        "\u{feff}{}",
        "{\"type\":\"he",
        "nan",
    ] {
        check(Side::Client, frame, "not_json");
        check(Side::Server, frame, "not_json");
    }
    for (_, message) in samples::client() {
        let frame = encode_client(&message);
        check(Side::Client, &format!("{frame} "), "ok");
        check(Side::Client, &format!("{frame}{frame}"), "not_json");
        for end in (0..frame.len()).filter(|it| frame.is_char_boundary(*it)) {
            check(Side::Client, &frame[..end], "not_json");
        }
    }
}

#[test]
fn size_comes_first() {
    let (name, message) = samples::client().remove(0);
    let mut frame = encode_client(&message);
    assert_eq!(name, "hello");
    frame.extend(std::iter::repeat_n(' ', FRAME_SIZE_MAX - frame.len()));
    check(Side::Client, &frame, "ok");
    check(Side::Client, &format!("{frame} "), "too_large");
    check(Side::Client, &"x".repeat(FRAME_SIZE_MAX + 1), "too_large");
    check(Side::Server, &"x".repeat(SERVER_FRAME_SIZE_MAX), "not_json");
    check(
        Side::Server,
        &"x".repeat(SERVER_FRAME_SIZE_MAX + 1),
        "too_large",
    );
}

#[test]
fn nesting_has_an_end() {
    // 8,000 levels fit into a frame; they must not exhaust the stack.
    for depth in [127, 128, 1_000, FRAME_SIZE_MAX / 2] {
        for (open, close) in [("[", "]"), ("{\"type\":", "}")] {
            let levels = depth.min((FRAME_SIZE_MAX - 1) / (open.len() + 1));
            let frame = format!("{}1{}", open.repeat(levels), close.repeat(levels));
            let code = decode(Side::Client, &frame);
            assert!(
                ["not_json", "not_a_message"].contains(&code),
                "{levels} levels of {open}: {code}"
            );
        }
    }
    let deep = format!(
        r#"{{"type":"hello","version":1,"name":{}1{}}}"#,
        "[".repeat(4_000),
        "]".repeat(4_000)
    );
    check(Side::Client, &deep, "not_json");
}

#[test]
fn noise_and_mutations_never_panic_and_what_is_read_is_a_message() {
    let seed = std::env::var("DICEHALL_SEED")
        .ok()
        .and_then(|it| it.parse().ok())
        .unwrap_or(20_260);
    println!("DICEHALL_SEED={seed}");
    let mut dice = SeededDice::new(seed);
    let frames: Vec<(Side, String)> = frames()
        .into_iter()
        .map(|(side, it)| (side, it.to_string()))
        .collect();
    let mut read = 0;
    for _ in 0..60_000 {
        let (side, frame) = &frames[below(&mut dice, frames.len())];
        let mutated = mutate(frame.clone().into_bytes(), &mut dice);
        let Ok(text) = String::from_utf8(mutated) else {
            continue;
        };
        read += u32::from(is_stable(*side, &text));
    }
    assert!(
        read > 800,
        "only {read} mutations were messages: they are too wild to show anything"
    );
    for _ in 0..20_000 {
        let noise: Vec<u8> = (0..below(&mut dice, 64)).map(|_| byte(&mut dice)).collect();
        if let Ok(text) = String::from_utf8(noise) {
            assert_ne!(decode(Side::Client, &text), "ok", "{text:?}");
        }
    }
}

/// Whether the text is a message; checks that the message is written so that it is read as the same one.
fn is_stable(side: Side, text: &str) -> bool {
    match side {
        Side::Client => decode_client(text).is_ok_and(|message| {
            assert_eq!(
                decode_client(&encode_client(&message)).unwrap(),
                message,
                "{text}"
            );
            // The types as serde derives them are another reader, which is slower.
            assert_eq!(from_str::<ClientMessage>(text).unwrap(), message, "{text}");
            true
        }),
        Side::Server => decode_server(text).is_ok_and(|message| {
            assert_eq!(
                decode_server(&encode_server(&message)).unwrap(),
                message,
                "{text}"
            );
            true
        }),
    }
}

/// Makes one to three random changes: a byte changed, lost or doubled, or a stretch moved.
fn mutate(mut bytes: Vec<u8>, dice: &mut SeededDice) -> Vec<u8> {
    const LIKELY: &[u8] = b"0123456789{}[]\",:.-eE truefalsn\\u/";
    for _ in 0..=below(dice, 3) {
        let at = below(dice, bytes.len().max(1)).min(bytes.len().saturating_sub(1));
        match below(dice, 5) {
            _ if bytes.is_empty() => return bytes,
            0 => bytes[at] = byte(dice),
            1 => bytes[at] = LIKELY[below(dice, LIKELY.len())],
            2 => drop(bytes.remove(at)),
            3 => bytes.insert(at, LIKELY[below(dice, LIKELY.len())]),
            _ => {
                let stretch = bytes[at..bytes.len().min(at + 8)].to_vec();
                let to = below(dice, bytes.len());
                bytes.splice(to..to, stretch);
            }
        }
    }
    bytes
}

fn below(dice: &mut SeededDice, bound: usize) -> usize {
    usize::try_from(dice.below(u64::try_from(bound).unwrap())).unwrap()
}

fn byte(dice: &mut SeededDice) -> u8 {
    u8::try_from(dice.below(256)).unwrap()
}

fn decode(side: Side, frame: &str) -> &'static str {
    let code = |error: CodecError| error.code().label();
    match side {
        Side::Client => decode_client(frame).map_or_else(code, |_| "ok"),
        Side::Server => decode_server(frame).map_or_else(code, |_| "ok"),
    }
}

/// Every golden message as JSON.
fn frames() -> Vec<(Side, Value)> {
    let json = |frame: String| from_str::<Value>(&frame).unwrap();
    let client = samples::client()
        .into_iter()
        .map(|(_, it)| (Side::Client, json(encode_client(&it))));
    let server = samples::server()
        .into_iter()
        .map(|(_, it)| (Side::Server, json(encode_server(&it))));
    client.chain(server).collect()
}

/// Calls `show` with every object of every golden message, and its path.
fn for_each_object(mut show: impl FnMut(Side, &Value, &str)) {
    for (side, message) in frames() {
        let mut paths = Vec::new();
        collect_paths(&message, String::new(), &mut paths);
        for path in paths
            .iter()
            .filter(|path| message.pointer(path).is_some_and(Value::is_object))
        {
            show(side, &message, path);
        }
    }
}

/// Calls `show` with every leaf of every golden message, and its path; leaves out those that may be null.
fn for_each_leaf(mut show: impl FnMut(Side, &Value, &str)) {
    for (side, message) in frames() {
        let mut paths = Vec::new();
        collect_paths(&message, String::new(), &mut paths);
        let is_leaf = |it: &Value| it.is_string() || it.is_number() || it.is_boolean();
        for path in paths
            .iter()
            .filter(|path| message.pointer(path).is_some_and(is_leaf))
        {
            show(side, &message, path);
        }
    }
}

fn collect_paths(value: &Value, path: String, paths: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, it) in fields {
                collect_paths(it, format!("{path}/{name}"), paths);
            }
        }
        Value::Array(items) => {
            for (n, it) in items.iter().enumerate() {
                collect_paths(it, format!("{path}/{n}"), paths);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
    paths.push(path);
}

fn at<'a>(message: &'a mut Value, path: &str) -> &'a mut Value {
    message
        .pointer_mut(path)
        .expect("the path was found in this message")
}

fn object<'a>(message: &'a mut Value, path: &str) -> &'a mut Map<String, Value> {
    at(message, path)
        .as_object_mut()
        .expect("the path leads to an object")
}

/// Whether a value of the same type is no error: any text is valid where free text is.
fn same_type(leaf: &Value, wrong: &Value) -> bool {
    (leaf.is_string() && wrong.is_string())
        || (leaf.is_boolean() && wrong.is_boolean())
        || (leaf.is_f64() && wrong.is_number())
}
