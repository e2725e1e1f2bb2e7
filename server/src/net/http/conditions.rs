//! Whether a reader has a text already, by its entity tag (RFC 9110, sections 8.8.3 and 13.1).
//!
//! Called by the routes that give out files.

use axum::http::header::{HeaderName, IF_MATCH, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue};

/// The result of the conditions of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The text is to be sent.
    Send,
    /// The reader has it.
    NotModified,
    /// The reader wants another, which is not there.
    Failed,
}

/// Compares the tag of a text, which is a strong one, with those that a request names.
pub(crate) fn compare(wanted: &HeaderMap, tag: &HeaderValue) -> Outcome {
    let tag = tag.as_bytes();
    let strong = |it: &Tag<'_>| !it.is_weak && it.text == tag;
    if names(wanted, &IF_MATCH, strong) == Some(false) {
        return Outcome::Failed;
    }
    match names(wanted, &IF_NONE_MATCH, |it| it.text == tag) {
        Some(true) => Outcome::NotModified,
        Some(false) | None => Outcome::Send,
    }
}

/// Whether a header names a tag, or all; `None` if it is not there.
fn names(
    wanted: &HeaderMap,
    header: &HeaderName,
    is_it: impl Fn(&Tag<'_>) -> bool,
) -> Option<bool> {
    let mut lines = wanted.get_all(header).iter().peekable();
    lines.peek()?;
    Some(lines.any(|line| {
        let line = line.as_bytes().trim_ascii();
        line == b"*" || tags(line).any(|it| is_it(&it))
    }))
}

/// An entity tag, with its quotation marks.
struct Tag<'a> {
    text: &'a [u8],
    is_weak: bool,
}

/// The tags of a list, up to the first that is none.
fn tags(list: &[u8]) -> impl Iterator<Item = Tag<'_>> {
    let mut rest = list;
    std::iter::from_fn(move || {
        // A comma may stand within a tag, so the list is not split at commas.
        let begin = rest
            .iter()
            .position(|it| !matches!(it, b' ' | b'\t' | b','))?;
        let next = rest.get(begin..)?;
        let (is_weak, quoted) = match next.strip_prefix(b"W/") {
            Some(quoted) => (true, quoted),
            None => (false, next),
        };
        let inside = quoted.strip_prefix(b"\"")?;
        let end = inside.iter().position(|it| *it == b'"')? + 2;
        let (text, after) = quoted.split_at_checked(end)?;
        rest = after;
        Some(Tag { text, is_weak })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(headers: &[(HeaderName, &str)], tag: &'static str, expect: Outcome) {
        let mut wanted = HeaderMap::new();
        for (name, value) in headers {
            wanted.append(name, value.parse().unwrap());
        }
        let outcome = compare(&wanted, &HeaderValue::from_static(tag));
        assert_eq!(outcome, expect, "{headers:?} of {tag}");
    }

    /// The values are the examples of RFC 9110, section 13.1.2.
    #[test]
    fn the_examples_of_the_rfc_are_understood() {
        for (value, expect) in [
            (r#""xyzzy""#, Outcome::NotModified),
            (r#"W/"xyzzy""#, Outcome::NotModified),
            (r#""xyzzy", "r2d2xxxx", "c3piozzzz""#, Outcome::NotModified),
            (
                r#"W/"xyzzy", W/"r2d2xxxx", W/"c3piozzzz""#,
                Outcome::NotModified,
            ),
            ("*", Outcome::NotModified),
        ] {
            check(&[(IF_NONE_MATCH, value)], r#""xyzzy""#, expect);
        }
        check(
            &[(IF_NONE_MATCH, r#""xyzzy", "r2d2xxxx", "c3piozzzz""#)],
            r#""c3piozzzz""#,
            Outcome::NotModified,
        );
        check(
            &[(IF_NONE_MATCH, r#"W/"xyzzy", W/"r2d2xxxx""#)],
            r#""r2d2xxxx""#,
            Outcome::NotModified,
        );
    }

    #[test]
    fn a_tag_is_compared_as_a_whole() {
        check(&[], r#""a""#, Outcome::Send);
        for value in [
            "",
            "a",
            r#""ab""#,
            r#""b""#,
            r#""b,"a""#,
            r#"w/"a""#,
            "W/a",
            r#""a"#,
            r#"b, "a""#,
        ] {
            check(&[(IF_NONE_MATCH, value)], r#""a""#, Outcome::Send);
        }
        check(
            &[(IF_NONE_MATCH, r#""x, y","a""#)],
            r#""a""#,
            Outcome::NotModified,
        );
        check(&[(IF_NONE_MATCH, r#""x,"a""#)], r#""a""#, Outcome::Send);
        check(
            &[(IF_NONE_MATCH, r#""b""#), (IF_NONE_MATCH, r#" , ,"a" "#)],
            r#""a""#,
            Outcome::NotModified,
        );
    }

    #[test]
    fn whoever_wants_one_text_alone_gets_no_other() {
        check(&[(IF_MATCH, r#""a""#)], r#""a""#, Outcome::Send);
        check(&[(IF_MATCH, "*")], r#""a""#, Outcome::Send);
        check(&[(IF_MATCH, r#""b""#)], r#""a""#, Outcome::Failed);
        check(&[(IF_MATCH, r#"W/"a""#)], r#""a""#, Outcome::Failed);
        check(
            &[(IF_MATCH, r#""b""#), (IF_NONE_MATCH, "*")],
            r#""a""#,
            Outcome::Failed,
        );
    }
}
