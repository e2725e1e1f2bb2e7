//! The part of a file that a reader asks for, so that a download that broke off goes on where it ended (RFC 9110, section 14).
//!
//! Called by the routes that give out large files.

use axum::http::{HeaderMap, HeaderValue, header};

/// The part of a file that is to be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// All of it.
    Whole,
    /// So many bytes from this one on, counted from 0.
    From { begin: u64, size: u64 },
    /// None: the reader asks for bytes behind the end.
    Beyond,
}

/// The part of a file with this size and tag that a request asks for. Several parts at once, or other units, are answered
/// with all of it, as a server may (section 14.2).
pub(crate) fn part(wanted: &HeaderMap, tag: &HeaderValue, size: u64) -> Part {
    let is_same = wanted.get(header::IF_RANGE).is_none_or(|it| it == tag);
    let asked = wanted
        .get(header::RANGE)
        .and_then(|it| it.to_str().ok()?.strip_prefix("bytes="));
    let bounds = asked.and_then(|it| it.trim().split_once('-'));
    match bounds.filter(|_| is_same) {
        Some((begin, end)) => between(begin, end, size).unwrap_or(Part::Whole),
        None => Part::Whole,
    }
}

/// The part between two numbers, each of which may be missing; `None` if they are none.
fn between(begin: &str, end: &str, size: u64) -> Option<Part> {
    if begin.is_empty() {
        let last = number(end)?.min(size);
        let begin = size - last;
        return Some(if last == 0 {
            Part::Beyond
        } else {
            Part::From { begin, size: last }
        });
    }
    let begin = number(begin)?;
    let end = if end.is_empty() {
        size.saturating_sub(1)
    } else {
        number(end).filter(|it| *it >= begin)?
    };
    if begin >= size {
        return Some(Part::Beyond);
    }
    let end = end.min(size - 1);
    Some(Part::From {
        begin,
        size: end - begin + 1,
    })
}

/// A number in digits alone; one that is too large for any file is the largest.
fn number(digits: &str) -> Option<u64> {
    let is_number = !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit());
    is_number.then(|| digits.parse().unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(range: &str, expect: Part) {
        let mut wanted = HeaderMap::new();
        wanted.insert(header::RANGE, range.parse().unwrap());
        let tag = HeaderValue::from_static("\"a\"");
        assert_eq!(part(&wanted, &tag, 10_000), expect, "{range}");
        wanted.insert(header::IF_RANGE, "\"a\"".parse().unwrap());
        assert_eq!(part(&wanted, &tag, 10_000), expect, "{range}");
        for other in ["\"b\"", "W/\"a\"", "Sat, 28 Nov 2026 08:00:00 GMT"] {
            wanted.insert(header::IF_RANGE, other.parse().unwrap());
            assert_eq!(part(&wanted, &tag, 10_000), Part::Whole, "{range}");
        }
    }

    /// The values are the examples of RFC 9110, section 14.1.2, of a file with 10,000 bytes.
    #[test]
    fn the_examples_of_the_rfc_are_understood() {
        let from = |begin, size| Part::From { begin, size };
        check("bytes=0-499", from(0, 500));
        check("bytes=500-999", from(500, 500));
        check("bytes=-500", from(9_500, 500));
        check("bytes=9500-", from(9_500, 500));
        check("bytes=0-0", from(0, 1));
        check("bytes=0-0,-1", Part::Whole);
    }

    #[test]
    fn parts_that_are_not_there_are_refused_and_nonsense_is_answered_with_all() {
        let huge = "99999999999999999999999";
        check("bytes=10000-", Part::Beyond);
        check("bytes=-0", Part::Beyond);
        check(&format!("bytes={huge}-"), Part::Beyond);
        let from = |begin, size| Part::From { begin, size };
        check(&format!("bytes=0-{huge}"), from(0, 10_000));
        check(&format!("bytes=-{huge}"), from(0, 10_000));
        for range in [
            "bytes=5-4",
            "bytes=-",
            "bytes=a-b",
            "bytes=+1-2",
            "lines=1-2",
            "bytes",
            "",
        ] {
            check(range, Part::Whole);
        }
    }
}
