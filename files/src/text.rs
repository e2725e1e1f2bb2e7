//! A text that a person gives, in a file or on a line: with or without a byte order mark, and never taken for something
//! that it is not.
//!
//! Called by all readers of files and lines from people. Laws kept here: a byte order mark of UTF-8 is skipped; UTF-16,
//! pictures and other kinds of files are called by their names; no more is read than may be.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::content;
use crate::why::Why;

/// How many bytes of a text are looked at to tell whether it is in UTF-16: few, because only letters of Latin have a 0.
const UTF16_BYTES: usize = 32;
/// The byte order mark of UTF-8, as a character.
const MARK: char = '\u{feff}';

/// Reads a file of text that has at most so many bytes.
///
/// # Errors
/// If it cannot be read, is longer, or is no text.
pub fn read(path: &Path, bytes_max: u64) -> Result<String, Why> {
    // Opening a folder works on some systems, and reading it does not.
    let file = File::open(path).map_err(Why::from)?;
    read_from(file, bytes_max)
}

/// Reads a text of at most so many bytes to its end.
///
/// # Errors
/// As [`read`].
pub fn read_from(from: impl Read, bytes_max: u64) -> Result<String, Why> {
    let mut bytes = Vec::new();
    let limit = bytes_max.saturating_add(1);
    from.take(limit)
        .read_to_end(&mut bytes)
        .map_err(Why::from)?;
    if u64::try_from(bytes.len()).is_ok_and(|it| it > bytes_max) {
        let kind = content::kind(&bytes);
        return Err(kind.map_or(Why::Long(bytes_max), |it| {
            Why::NotUnderstood(format!("it is {it}"))
        }));
    }
    of_bytes(bytes)
}

/// The text of these bytes, without a byte order mark.
///
/// # Errors
/// If they are no text in UTF-8; the reason says what they are.
pub fn of_bytes(bytes: Vec<u8>) -> Result<String, Why> {
    if is_utf16(&bytes) {
        let what = "it is a text in UTF-16; save it as UTF-8";
        return Err(Why::NotUnderstood(what.to_owned()));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let kind = content::kind(error.as_bytes());
        Why::NotUnderstood(kind.map_or_else(
            || {
                let at = error.utf8_error().valid_up_to();
                format!("it is no text in UTF-8 (from byte {at} on)")
            },
            |it| format!("it is {it}"),
        ))
    })?;
    Ok(without_mark(text))
}

/// The text without the byte order mark that some programs put before it.
pub fn without_mark(text: String) -> String {
    match text.strip_prefix(MARK) {
        Some(rest) => rest.to_owned(),
        None => text,
    }
}

/// Whether these are the bytes of a text in UTF-16: it begins with its byte order mark, or every second byte of its
/// beginning is 0.
pub fn is_utf16(bytes: &[u8]) -> bool {
    let marked = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
    let beginning = &bytes[..bytes.len().min(UTF16_BYTES)];
    let zero = |from: usize| {
        let mut every_second = beginning.iter().skip(from).step_by(2);
        beginning.len() >= 4 && every_second.all(|it| *it == 0)
    };
    marked || zero(0) != zero(1)
}

/// Whether the lines of a text end as on Windows, with a carriage return.
pub fn has_windows_ends(text: &str) -> bool {
    text.contains("\r\n")
}

/// Explains an error in a text that has Windows' line ends, where they may be its cause.
pub fn with_line_ends(text: &str, error: &dyn std::fmt::Display) -> String {
    if has_windows_ends(text) {
        format!("{error} (it has Windows line ends)")
    } else {
        error.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bytes: &[u8], expect: Result<&str, &str>) {
        let read = read_from(bytes, 100).map_err(|it| it.to_string());
        assert_eq!(read.as_deref().map_err(String::as_str), expect, "{bytes:?}");
    }

    #[test]
    fn a_text_is_read_without_its_mark_and_anything_else_is_named() {
        check(b"", Ok(""));
        check(b"a\r\nb", Ok("a\r\nb"));
        check(b"\xef\xbb\xbfmark", Ok("mark"));
        check(b"\xef\xbb\xbf", Ok(""));
        let utf16 = Err("it is a text in UTF-16; save it as UTF-8");
        check(b"\xff\xfea\0", utf16);
        check(b"\xfe\xff\0a", utf16);
        check(b"n\0a\0m\0e\0", utf16);
        check(b"\0n\0a\0m\0e", utf16);
        check(b"\x89PNG\r\n\x1a\n\xff", Err("it is a picture (PNG)"));
        check(b"caf\xe9", Err("it is no text in UTF-8 (from byte 3 on)"));
        check(&[b'x'; 101], Err("it is longer than 100 bytes"));
        check(
            &[b"<svg", &[b'x'; 99][..]].concat(),
            Err("it is a picture (SVG)"),
        );
        check(&[b'x'; 100], Ok(&"x".repeat(100)));
    }

    #[test]
    fn a_file_that_cannot_be_read_says_why() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(read(folder.path(), 9), Err(Why::Folder));
        assert_eq!(read(&folder.path().join("none"), 9), Err(Why::Missing));
    }

    #[test]
    fn windows_line_ends_are_named_where_something_is_wrong() {
        assert_eq!(with_line_ends("a\nb", &"odd"), "odd");
        assert_eq!(
            with_line_ends("a\r\nb", &"odd"),
            "odd (it has Windows line ends)"
        );
    }
}
