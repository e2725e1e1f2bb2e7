//! `PROTOCOL.md` is true: its frames are messages of a match that the rules allow, its codes and limits are those of
//! the code, and it must be read again when they change.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use dicehall_engine::game::{Odds, State};
use dicehall_engine::lobby::Revision;
use dicehall_engine::{AnyState, GameKind, Outcome};
use dicehall_protocol::{
    Choice, ClientMessage, Code, EventView, MatchEventView, Reply, ServerMessage, Shown, VERSION,
    choices_of, decode_client, decode_server, lan, limits,
};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// The limits of messages that the document names.
const LIMITS: [(usize, &str); 18] = [
    (limits::FRAME_SIZE_MAX, "FRAME_SIZE_MAX"),
    (limits::SERVER_FRAME_SIZE_MAX, "SERVER_FRAME_SIZE_MAX"),
    (limits::NAME_WIDTH_MAX, "NAME_WIDTH_MAX"),
    (limits::TITLE_WIDTH_MAX, "TITLE_WIDTH_MAX"),
    (limits::CHAT_CHARS_MAX, "CHAT_CHARS_MAX"),
    (limits::PASSWORD_SIZE_MAX, "PASSWORD_SIZE_MAX"),
    (limits::LOBBY_CODE_CHARS, "LOBBY_CODE_CHARS"),
    (limits::TOKEN_CHARS, "TOKEN_CHARS"),
    (limits::LOBBY_LIST_MAX, "LOBBY_LIST_MAX"),
    (limits::LEADERS_MAX, "LEADERS_MAX"),
    (limits::COURSE_MAX, "COURSE_MAX"),
    (limits::PAST_MATCHES_MAX, "PAST_MATCHES_MAX"),
    (limits::REVIEW_STEPS_MAX, "REVIEW_STEPS_MAX"),
    (limits::REVIEW_ROLLS_MAX, "REVIEW_ROLLS_MAX"),
    (limits::HISTORY_EVENTS_MIN, "HISTORY_EVENTS_MIN"),
    (limits::HISTORY_CHAT_LINES, "HISTORY_CHAT_LINES"),
    (limits::WHISPERS_KEPT, "WHISPERS_KEPT"),
    (limits::HISTORY_SIZE_MAX, "HISTORY_SIZE_MAX"),
];

/// The waits of both sides that the document names, in milliseconds.
const WAITS: [(u64, &str); 5] = [
    (limits::CLIENT_ASKS_MS, "CLIENT_ASKS_MS"),
    (limits::CLIENT_SILENCE_MS_MAX, "CLIENT_SILENCE_MS_MAX"),
    (limits::SERVER_ASKS_MS, "SERVER_ASKS_MS"),
    (limits::SERVER_SILENCE_MS_MAX, "SERVER_SILENCE_MS_MAX"),
    (limits::ANSWER_MS_MAX, "ANSWER_MS_MAX"),
];

/// The document has a hash of what it describes: the version, the messages, the codes, the limits, and the names used
/// on the LAN. Code may change freely as long as these stay, and so may games that the document does not name: their
/// messages have the same shape as those of the others.
#[test]
fn the_document_was_read_when_the_messages_changed() {
    let schema = described(&read("protocol/schema.json"), |game| {
        document().contains(game)
    });
    let mut told = format!("version {VERSION}\n{schema}");
    for code in codes() {
        writeln!(told, "code {code}").unwrap();
    }
    for (limit, name) in LIMITS {
        writeln!(told, "limit {name} {limit}").unwrap();
    }
    for (wait, name) in WAITS {
        writeln!(told, "wait {name} {wait}").unwrap();
    }
    for name in [
        lan::SERVICE_TYPE,
        lan::PROPERTY_VERSION,
        lan::PROPERTY_NAME,
        lan::PROPERTY_LOBBY,
        lan::PROPERTY_FINGERPRINT,
    ] {
        writeln!(told, "lan {name}").unwrap();
    }
    writeln!(told, "port {}", lan::DEFAULT_PORT).unwrap();
    let hash = base16ct::lower::encode_string(&Sha256::digest(told));
    let wanted = format!("Messages, codes, limits and names: `sha256:{hash}`");
    assert!(
        document().contains(&wanted),
        "the messages, codes or limits have changed: bring PROTOCOL.md up to date, then write into it\n{wanted}"
    );
}

#[test]
fn a_game_that_the_document_does_not_name_leaves_its_hash_alone() {
    let schema = read("protocol/schema.json");
    let without = described(&schema, |game| game != "tic-tac-toe");
    assert!(!without.contains("tic-tac-toe"), "{without}");
    let all = described(&schema, |_| true);
    assert!(all.contains("tic-tac-toe") && without.contains("dice-wars"));
}

#[test]
fn every_frame_in_the_document_is_a_message() {
    let (mut client, mut server) = (BTreeSet::new(), BTreeSet::new());
    for (side, frame) in frames() {
        match side.as_str() {
            "client" => {
                match decode_client(&frame).unwrap_or_else(|error| panic!("{error}: {frame}")) {
                    ClientMessage::Hello { resume, .. } => {
                        client.insert(if resume.is_some() { "resume" } else { "hello" })
                    }
                    ClientMessage::Command { .. } => client.insert("command"),
                }
            }
            "server" => server.insert(kind(&heard(&frame))),
            other => panic!("a block of json is marked {other:?}, not client or server"),
        };
    }
    assert_eq!(
        client.into_iter().collect::<Vec<_>>(),
        ["command", "hello", "resume"]
    );
    let expect = [
        "accepted",
        "account",
        "clocks",
        "found",
        "hints",
        "history",
        "joined",
        "leaders",
        "link_code",
        "listening",
        "lobbies",
        "next_match",
        "offered",
        "played",
        "presence",
        "profile",
        "rescue_codes",
        "review",
        "reviewing",
        "snapshot",
        "update",
        "welcome",
        "whispered",
    ];
    assert_eq!(server.into_iter().collect::<Vec<_>>(), expect);
    let marked = document().matches("```json").count();
    assert_eq!(marked, frames().len(), "a block of json has no side");
}

#[test]
fn the_match_in_the_document_was_played_by_the_rules() {
    let mut state: Option<AnyState> = None;
    let (mut seen, mut outcome, mut actions) = (Revision(0), None, 0);
    let mut shown = Shown::default();
    for (_, frame) in frames().iter().filter(|(side, _)| side == "server") {
        let unfolded = shown.unfold(heard(frame));
        let message = unfolded.unwrap_or_else(|error| panic!("{error}: {frame}"));
        if let ServerMessage::Update {
            revision,
            events,
            view,
            outcome: end,
            ..
        } = &message
            && *revision > seen
        {
            seen = *revision;
            actions += events
                .iter()
                .map(|event| u32::from(apply(&mut state, event)))
                .sum::<u32>();
            if let Some(view) = view {
                assert_eq!(
                    *view,
                    state.as_ref().unwrap().view(),
                    "another board: {frame}"
                );
            }
            outcome = outcome.or(*end);
        }
        if let ServerMessage::Offered { ply, offer, .. } = &message {
            let choices = choices_of(offer.clone());
            let state = state.as_ref().unwrap();
            assert_eq!(
                choices.iter().map(|it| it.action).collect::<Vec<_>>(),
                state.actions(),
                "{frame}"
            );
            assert_eq!(ply.0, actions, "{frame}");
            let odds = |action| state.preview(action).odds.map(Odds::probability);
            let differ =
                |it: &Choice| (it.odds.unwrap_or(2.0) - odds(it.action).unwrap_or(2.0)).abs();
            assert!(choices.iter().all(|it| differ(it) < 0.000_1), "{frame}");
        }
    }
    let end: Outcome = outcome.expect("the match in the document ends");
    assert!(
        !end.winners.is_empty() && actions == 4,
        "{end:?} after {actions} actions"
    );
}

#[test]
fn every_code_is_explained_and_no_other() {
    let codes = codes();
    for code in read("engine/src/lobby/reject.rs").split("=> \"").skip(1) {
        let code = code.split('"').next().unwrap();
        assert!(
            codes.contains(code),
            "{code} is not in protocol/src/code.rs"
        );
    }
    assert!(
        codes.len() > 40,
        "only {} codes found: is the search wrong?",
        codes.len()
    );
    let (_, section) = document()
        .split_once("\n## Codes\n")
        .map(|(a, b)| (a.to_owned(), b.to_owned()))
        .unwrap();
    let section = section.split("\n## ").next().unwrap();
    let rows = section
        .lines()
        .filter_map(|it| it.strip_prefix("| `")?.split(" |").next());
    let explained: BTreeSet<String> = rows
        .flat_map(|it| {
            it.split(", ")
                .map(|it| it.trim_matches('`').to_owned())
                .collect::<Vec<_>>()
        })
        .collect();
    let missing: Vec<_> = codes.difference(&explained).collect();
    let unknown: Vec<_> = explained.difference(&codes).collect();
    assert!(
        missing.is_empty() && unknown.is_empty(),
        "missing: {missing:?}; unknown: {unknown:?}"
    );
}

#[test]
fn every_limit_of_a_message_is_told() {
    let count = read("protocol/src/limits.rs").matches("pub const ").count();
    let limits = LIMITS.map(|(limit, name)| (limit.to_string(), name));
    let waits = WAITS.map(|(wait, name)| (wait.to_string(), name));
    let told: Vec<_> = limits.into_iter().chain(waits).collect();
    assert_eq!(count, told.len(), "a limit is not looked at here");
    for (limit, name) in told {
        let document = document();
        let row = document
            .lines()
            .find(|it| it.starts_with("| ") && it.contains(&format!("(`{name}`)")));
        let row = row.unwrap_or_else(|| panic!("{name} is not told"));
        assert!(
            row.contains(&format!(" {limit} ")),
            "{name} is {limit}, not as in: {row}"
        );
    }
}

#[test]
fn every_variant_is_named() {
    let schema: Value = serde_json::from_str(&read("protocol/schema.json")).unwrap();
    let mut names = BTreeSet::new();
    for variants in [
        "ClientCommand",
        "EventView",
        "ServerMessage",
        "Reply",
        "HolderView",
    ] {
        for variant in schema["$defs"][variants]["oneOf"].as_array().unwrap() {
            if let Some(name) = variant["const"]
                .as_str()
                .or(variant["properties"]["type"]["const"].as_str())
            {
                names.insert(name.to_owned());
            } else if let Some(fields) = variant["properties"].as_object() {
                names.extend(fields.keys().cloned());
            }
            names.extend(
                variant["enum"]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .map(|it| it.as_str().unwrap().to_owned()),
            );
        }
    }
    assert!(
        names.len() > 40,
        "only {} variants found: {names:?}",
        names.len()
    );
    let document = document();
    let parts: BTreeSet<&str> = document.split(['`', '"', ',', ' ', '\n']).collect();
    let missing: Vec<_> = names
        .iter()
        .filter(|it| !parts.contains(it.as_str()))
        .collect();
    let fields = [
        "type", "id", "code", "message", "legal", "revision", "you", "lobby", "events", "view",
        "ply",
    ];
    let missing: Vec<_> = missing
        .into_iter()
        .filter(|it| !fields.contains(&it.as_str()))
        .collect();
    assert!(missing.is_empty(), "PROTOCOL.md does not name {missing:?}");
}

/// Every code that the protocol has.
fn codes() -> BTreeSet<String> {
    Code::ALL.iter().map(ToString::to_string).collect()
}

/// Applies an event to the match; returns whether it was an action.
fn apply(state: &mut Option<AnyState>, event: &EventView) -> bool {
    if let EventView::Match(MatchEventView::MatchStarted { config }) = event {
        *state = Some(config.start().unwrap());
    }
    let Some(state) = state else { return false };
    if let EventView::Match(MatchEventView::Acted { action, .. }) = event {
        assert!(state.is_legal(*action), "{event:?}");
        state.act(*action);
        return true;
    }
    if let EventView::Match(MatchEventView::Rolled { chance }) = event {
        assert!(state.is_possible(*chance), "{event:?}");
        state.resolve(*chance);
    }
    false
}

fn kind(message: &ServerMessage) -> &'static str {
    match message {
        ServerMessage::Welcome { .. } => "welcome",
        ServerMessage::Accepted {
            reply: Some(Reply::Joined(_)),
            ..
        } => "joined",
        ServerMessage::Accepted {
            reply: Some(Reply::Lobbies(_)),
            ..
        } => "lobbies",
        ServerMessage::Accepted {
            reply: Some(Reply::History(_)),
            ..
        } => "history",
        ServerMessage::Accepted {
            reply: Some(Reply::Listening(_)),
            ..
        } => "listening",
        ServerMessage::Accepted {
            reply: Some(Reply::Found(_)),
            ..
        } => "found",
        ServerMessage::Accepted {
            reply: Some(Reply::RescueCodes(_)),
            ..
        } => "rescue_codes",
        ServerMessage::Accepted {
            reply: Some(Reply::LinkCode(_)),
            ..
        } => "link_code",
        ServerMessage::Accepted {
            reply: Some(Reply::Account(_)),
            ..
        } => "account",
        ServerMessage::Accepted {
            reply: Some(Reply::Leaders(_)),
            ..
        } => "leaders",
        ServerMessage::Accepted {
            reply: Some(Reply::Profile(_)),
            ..
        } => "profile",
        ServerMessage::Accepted {
            reply: Some(Reply::Reviewing(_)),
            ..
        } => "reviewing",
        ServerMessage::Accepted {
            reply: Some(Reply::Review(_)),
            ..
        } => "review",
        ServerMessage::Whispered { .. } => "whispered",
        ServerMessage::Hints { .. } => "hints",
        ServerMessage::NextMatch { .. } => "next_match",
        ServerMessage::Accepted { reply: None, .. } => "accepted",
        ServerMessage::Rejected { .. } => "rejected",
        ServerMessage::Snapshot { .. } => "snapshot",
        ServerMessage::Update { .. } => "update",
        ServerMessage::Played { .. } => "played",
        ServerMessage::Offered { .. } => "offered",
        ServerMessage::Clocks { .. } => "clocks",
        ServerMessage::Presence { .. } => "presence",
        ServerMessage::Frozen { .. } => "frozen",
        ServerMessage::Error { .. } => "error",
        ServerMessage::Closing { .. } => "closing",
    }
}

fn heard(frame: &str) -> ServerMessage {
    decode_server(frame).unwrap_or_else(|error| panic!("{error}: {frame}"))
}

/// Every frame in the document, with the side that sends it.
fn frames() -> Vec<(String, String)> {
    let document = document();
    let blocks = document.split("```json ").skip(1);
    let frames = blocks.map(|block| {
        let (side, rest) = block.split_once('\n').unwrap();
        (
            side.trim().to_owned(),
            rest.split("```").next().unwrap().to_owned(),
        )
    });
    frames.collect()
}

/// The schema without the alternatives of games that are not named.
fn described(schema: &str, is_named: impl Fn(&str) -> bool) -> String {
    let mut schema: Value = serde_json::from_str(schema).unwrap();
    let is_left_out = |of: &Value| {
        let game = of.pointer("/properties/game/const").or(of.get("const"));
        let kind = game.and_then(|it| it.as_str()?.parse::<GameKind>().ok());
        kind.is_some_and(|it| !is_named(it.name()))
    };
    leave_out(&mut schema, &is_left_out);
    schema.to_string()
}

/// Removes alternatives from a schema and from its parts.
fn leave_out(schema: &mut Value, is_left_out: &impl Fn(&Value) -> bool) {
    match schema {
        Value::Object(parts) => {
            if let Some(Value::Array(alternatives)) = parts.get_mut("oneOf") {
                alternatives.retain(|it| !is_left_out(it));
            }
            parts.values_mut().for_each(|it| leave_out(it, is_left_out));
        }
        Value::Array(parts) => parts.iter_mut().for_each(|it| leave_out(it, is_left_out)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn document() -> String {
    read("protocol/PROTOCOL.md")
}

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
