//! Clients ignore what they do not know: an invented field in every object of every golden message of the server.

use super::samples;
use crate::{decode_server, encode_server};

/// The field of a later server.
const INVENTED: &str = r#""of_a_later_server":{"a":[{"b":null},"c"]}"#;

/// Whether the object at this path is a name with what it names, such as an event, which has one field by its nature, or the
/// map of a host, which is taken as it is.
fn is_name(path: &str) -> bool {
    let mut parts = path.rsplit('/');
    match (parts.next().unwrap_or_default(), parts.next()) {
        (last, Some("events")) => last.parse::<usize>().is_ok(),
        ("chance", Some("chance"))
        | ("map", Some("rules"))
        | ("reply" | "holder" | "who" | "why" | "solved", _) => true,
        (_, _) => false,
    }
}

/// Where each object of a JSON text begins that may have another field, and its path.
fn objects(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut path = vec![String::new()];
    let mut rest = text.char_indices();
    while let Some((at, sign)) = rest.next() {
        match sign {
            '"' => {
                let inside = &text[at + 1..];
                let length = inside.find('"').unwrap();
                rest.by_ref().nth(inside[..length].chars().count()).unwrap();
                if inside[length + 1..].starts_with(':') {
                    *path.last_mut().unwrap() = inside[..length].to_owned();
                }
            }
            '{' => {
                found.push((at, path.join("/")));
                path.push(String::new());
            }
            '[' => path.push("0".to_owned()),
            '}' | ']' => drop(path.pop()),
            ',' => {
                let last = path.last_mut().unwrap();
                if let Ok(number) = last.parse::<usize>() {
                    *last = (number + 1).to_string();
                }
            }
            _ => {}
        }
    }
    found.retain(|it| !is_name(&it.1));
    found
}

/// The text with the invented field in the object that begins there.
fn with_invented(text: &str, at: usize) -> String {
    let (before, after) = text.split_at(at + 1);
    let comma = if after.starts_with('}') { "" } else { "," };
    format!("{before}{INVENTED}{comma}{after}")
}

#[test]
fn an_invented_field_changes_no_message_of_the_server() {
    let mut deepest = 0;
    for (name, message) in samples::server() {
        let text = encode_server(&message);
        assert!(!text.contains('\\'), "{name}: nothing here is escaped");
        let mut all = text.clone();
        for (at, path) in objects(&text).into_iter().rev() {
            all = with_invented(&all, at);
            for later in [&with_invented(&text, at), &all] {
                let read = decode_server(later);
                let read = read.unwrap_or_else(|error| panic!("{name} {path}: {error}: {later}"));
                assert_eq!(read, message, "{name} {path}");
            }
            deepest = deepest.max(path.matches('/').count());
        }
    }
    assert!(deepest >= 4, "only {deepest} levels are tried");
}
