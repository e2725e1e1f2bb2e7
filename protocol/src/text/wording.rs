//! The words of parsers' errors, as sentences for people.
//!
//! Called wherever the fault of a file or a line is told to a person. The libraries that parse speak of fields, variants and
//! types of their own languages. Law kept here: what is not known is passed on as it is.

/// The fault that a parser has found, in the words of people; of JSON without its place in a single line.
pub fn in_words(error: &impl ToString) -> String {
    let text = error.to_string();
    let text = without_place(text.trim());
    let told = missing(text)
        .or_else(|| twice(text))
        .or_else(|| unknown(text))
        .or_else(|| other_kind(text))
        .or_else(|| no_json(text));
    told.unwrap_or_else(|| text.to_owned())
}

/// The text without ` at line 1 column 2`.
fn without_place(text: &str) -> &str {
    let is_number = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
    let place = text.rsplit_once(" at line ").filter(|(_, place)| {
        place
            .split_once(" column ")
            .is_some_and(|(line, column)| is_number(line) && is_number(column))
    });
    place.map_or(text, |(what, _)| what)
}

fn missing(text: &str) -> Option<String> {
    let name = text.strip_prefix("missing field ")?;
    Some(format!("{} is missing", name.trim_matches('`')))
}

fn twice(text: &str) -> Option<String> {
    let name = text.strip_prefix("duplicate field ")?;
    Some(format!("{} is there twice", name.trim_matches('`')))
}

fn unknown(text: &str) -> Option<String> {
    let rest = text
        .strip_prefix("unknown field ")
        .or_else(|| text.strip_prefix("unknown variant "))?;
    let (name, expected) = rest.split_once(", ")?;
    let name = name.trim_matches('`');
    let Some(possible) = expected.strip_prefix("expected ") else {
        return Some(format!("there is no {name} here"));
    };
    let possible = possible.strip_prefix("one of ").unwrap_or(possible);
    let possible = possible.replace('`', "").replace(" or ", ", ");
    Some(format!("there is no {name} here; possible: {possible}"))
}

fn other_kind(text: &str) -> Option<String> {
    if let Some(rest) = text.strip_prefix("invalid length ") {
        let (count, _) = rest.split_once(", expected ")?;
        return Some(format!("too few or too many parts ({count})"));
    }
    let rest = text
        .strip_prefix("invalid type: ")
        .or_else(|| text.strip_prefix("invalid value: "))?;
    let (found, wanted) = rest.split_once(", expected ")?;
    Some(format!(
        "{} stands where {} should be",
        kind(found),
        kind(wanted)
    ))
}

/// A kind of value, in words: what serde calls an integer and what it calls `u32` are both known to programmers only.
fn kind(text: &str) -> String {
    let told = text;
    let text = text.strip_prefix("a ").unwrap_or(text);
    let value = text
        .split_once(' ')
        .map(|(_, value)| value.replace('`', ""));
    match text.split(' ').next().unwrap_or_default() {
        "u8" | "u16" | "u32" | "u64" | "usize" => "a number from 0 up".to_owned(),
        "i8" | "i16" | "i32" | "i64" | "isize" | "f64" => "a number".to_owned(),
        "struct" | "map" => "a list of names with values".to_owned(),
        "sequence" | "tuple" => "a list".to_owned(),
        "null" | "unit" => "nothing".to_owned(),
        "boolean" if value.is_none() => "true or false".to_owned(),
        "string" if value.is_none() => "a text".to_owned(),
        "integer" | "boolean" | "floating" | "string" => {
            let value = value.unwrap_or_default();
            value.strip_prefix("point ").unwrap_or(&value).to_owned()
        }
        _ => told.replace('`', ""),
    }
}

fn no_json(text: &str) -> Option<String> {
    if text.starts_with("data did not match any variant") {
        return Some("it is none of the forms that are known".to_owned());
    }
    let ends = text.starts_with("EOF while parsing");
    let is_none = ends
        || text.starts_with("expected ")
        || text.starts_with("trailing ")
        || text.starts_with("key must be")
        || text.starts_with("control character")
        || text.starts_with("invalid escape");
    let what = if ends {
        "it ends in the middle"
    } else {
        "it is not JSON"
    };
    is_none.then(|| what.to_owned())
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "kebab-case", deny_unknown_fields)]
    #[expect(dead_code, reason = "only its errors are looked at")]
    struct Sample {
        first_name: String,
        age: u32,
        kind: Option<Kind>,
        list: Option<Vec<bool>>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Kind {
        Fair,
        Wild,
    }

    #[track_caller]
    fn check(json: &str, expect: &str) {
        let error = serde_json::from_str::<Sample>(json).unwrap_err();
        assert_eq!(in_words(&error), expect, "{error}");
    }

    #[test]
    fn faults_of_json_are_told_without_the_words_of_programs() {
        check(r#"{"first-name":"a"}"#, "age is missing");
        check(
            r#"{"first-name":"a","age":1,"size":2}"#,
            "there is no size here; possible: first-name, age, kind, list",
        );
        check(
            r#"{"first-name":"a","age":1,"kind":"dull"}"#,
            "there is no dull here; possible: fair, wild",
        );
        check(r#"{"age":1,"age":2}"#, "age is there twice");
        check(
            r#"{"first-name":"a","age":"old"}"#,
            "\"old\" stands where a number from 0 up should be",
        );
        check(
            r#"{"first-name":"a","age":-1}"#,
            "-1 stands where a number from 0 up should be",
        );
        check(r#"{"first-name":7}"#, "7 stands where a text should be");
        check(r#"{"list":7}"#, "7 stands where a list should be");
        check(r#"{"list":[1]}"#, "1 stands where true or false should be");
        check("[]", "too few or too many parts (0)");
        check("[", "it ends in the middle");
        check("hello", "it is not JSON");
        check("{\"age\":1}}", "first-name is missing");
        check("{\"age\" 1}", "it is not JSON");
    }

    #[test]
    fn what_is_said_in_words_already_stays() {
        let text = "the board has 8 hexes, not 9 at line 3 of the rules";
        assert_eq!(in_words(&text), text);
    }
}
