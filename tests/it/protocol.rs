//! The protocol's documents are true: `schema.json` is generated from the types, and accepts the messages that the
//! codec does.

mod document;

use std::path::PathBuf;

use dicehall_protocol::{ClientMessage, ServerMessage, VERSION, decode_client, decode_server};
use jsonschema::Validator;
use serde_json::{Value, json};

#[test]
fn the_schema_is_generated_from_the_types() {
    let path = folder().join("schema.json");
    let generated = serde_json::to_string_pretty(&schema()).unwrap() + "\n";
    if std::env::var_os("DICEHALL_BLESS").is_some() {
        std::fs::write(&path, &generated).unwrap();
    }
    let frozen = std::fs::read_to_string(&path).unwrap();
    assert_eq!(
        frozen, generated,
        "schema.json is out of date; DICEHALL_BLESS=1 rewrites it"
    );
}

#[test]
fn the_schema_accepts_every_golden_message() {
    let schema = schema_for(&["ClientMessage", "ServerMessage"]);
    for (file, message) in goldens("client").into_iter().chain(goldens("server")) {
        if let Err(error) = schema.validate(&message) {
            panic!("{file}: {error}");
        }
    }
}

#[test]
fn the_schema_judges_messages_as_the_codec_does() {
    check_judges("client", "ClientMessage", |frame| {
        decode_client(frame).is_ok()
    });
    check_judges("server", "ServerMessage", |frame| {
        decode_server(frame).is_ok()
    });
}

/// Checks that the schema and the codec agree on every golden message and on every small change of it.
#[track_caller]
fn check_judges(side: &str, name: &str, is_message: impl Fn(&str) -> bool) {
    let schema = schema_for(&[name]);
    let (mut accepted, mut refused) = (0, 0);
    for (file, message) in goldens(side) {
        for changed in changes(&message, side == "client") {
            let verdict = is_message(&changed.to_string());
            assert_eq!(
                schema.is_valid(&changed),
                verdict,
                "{file}: schema against codec on {changed}"
            );
            if verdict { accepted += 1 } else { refused += 1 }
        }
    }
    println!("{side}: {accepted} changed messages accepted, {refused} refused");
    assert!(
        accepted >= 10 && refused > 500,
        "{side}: {accepted} accepted, {refused} refused: too few to tell"
    );
}

/// The changes of a message: each part left out, or of another type, and, where the reader is strict, an unknown field in each object.
fn changes(message: &Value, is_strict: bool) -> Vec<Value> {
    let mut paths = Vec::new();
    collect_paths(message, String::new(), &mut paths);
    let mut changes = Vec::new();
    for path in paths {
        let part = message.pointer(&path).unwrap().clone();
        let mut replace = |by: Value| {
            let mut changed = message.clone();
            *changed.pointer_mut(&path).unwrap() = by;
            changes.push(changed);
        };
        for other in [
            Value::Null,
            json!(true),
            json!(-1),
            json!(0.5),
            json!([]),
            json!({}),
            json!("?!"),
        ] {
            // Some texts, such as a bot's, have forms that a schema cannot express. In a server's message an empty list may
            // stand for one that is left out.
            let is_left_out = !is_strict && part.is_array() && other == json!([]);
            if !(is_left_out || part.is_string() && other.is_string()) {
                replace(other);
            }
        }
        if let Value::Object(fields) = &part {
            replace(fields.values().cloned().collect());
            if is_strict {
                let mut more = fields.clone();
                more.insert("surprise".to_owned(), json!(1));
                replace(more.into());
            }
            for name in fields.keys() {
                replace(
                    fields
                        .clone()
                        .into_iter()
                        .filter(|(it, _)| it != name)
                        .collect(),
                );
            }
        }
    }
    changes
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

/// The schema of both message enums in one document.
fn schema() -> Value {
    let mut generator = schemars::generate::SchemaSettings::draft2020_12().into_generator();
    let client = generator.subschema_for::<ClientMessage>();
    let server = generator.subschema_for::<ServerMessage>();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Dicehall protocol",
        "description": format!(
            "Version {VERSION}. One text frame is one message; see PROTOCOL.md. A server takes nothing that is not described \
             here; a client ignores fields of the server that are not, whatever `additionalProperties` says."
        ),
        "anyOf": [client, server],
        "$defs": generator.take_definitions(true),
    })
}

/// The frozen schema, reduced to some of its message types.
fn schema_for(names: &[&str]) -> Validator {
    let text = std::fs::read_to_string(folder().join("schema.json")).unwrap();
    let mut schema: Value = serde_json::from_str(&text).unwrap();
    schema["anyOf"] = names
        .iter()
        .map(|it| json!({ "$ref": format!("#/$defs/{it}") }))
        .collect();
    jsonschema::draft202012::new(&schema).unwrap()
}

/// The golden messages of one side, by file name.
fn goldens(side: &str) -> Vec<(String, Value)> {
    let files = std::fs::read_dir(folder().join("golden").join(side)).unwrap();
    let mut goldens: Vec<(String, Value)> = files
        .map(|file| {
            let path = file.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            (
                path.display().to_string(),
                serde_json::from_str(&text).unwrap(),
            )
        })
        .collect();
    goldens.sort_by(|a, b| a.0.cmp(&b.0));
    assert!(
        goldens.len() > 10,
        "{side} has only {} golden messages",
        goldens.len()
    );
    goldens
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../protocol")
}
