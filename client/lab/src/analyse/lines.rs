//! Reads lines of limited length, so that the memory needed is limited whatever the input is.

use std::io::{self, BufRead};

use dicehall_files::text;

/// The longest line that is read, in bytes.
pub(crate) const LINE_BYTES_MAX: usize = 64 * 1024;

/// The byte order mark of UTF-8, which some programs put before their first line.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// One line of the input.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line<'a> {
    /// A line without its line break.
    Text(&'a str),
    /// A line longer than [`LINE_BYTES_MAX`]; it has been skipped.
    TooLong,
    /// A line that is not UTF-8.
    NotText,
    /// A line in UTF-16.
    Utf16,
    /// The end of the input.
    End,
}

/// A reader with one buffer for all lines.
#[derive(Debug)]
pub(crate) struct LineReader<R> {
    input: R,
    line: Vec<u8>,
    /// Whether a line was read, so that no byte order mark can follow.
    has_begun: bool,
}

impl<R: BufRead> LineReader<R> {
    pub(crate) fn new(input: R) -> Self {
        Self {
            input,
            line: Vec::new(),
            has_begun: false,
        }
    }

    /// The next line. The last line needs no line break.
    pub(crate) fn next(&mut self) -> io::Result<Line<'_>> {
        self.line.clear();
        let mut too_long = false;
        loop {
            let read = self.input.fill_buf()?;
            if read.is_empty() {
                if self.line.is_empty() && !too_long {
                    return Ok(Line::End);
                }
                break;
            }
            let end = read.iter().position(|it| *it == b'\n');
            let part = &read[..end.unwrap_or(read.len())];
            too_long |= self.line.len() + part.len() > LINE_BYTES_MAX;
            if !too_long {
                self.line.extend_from_slice(part);
            }
            let used = end.map_or(read.len(), |it| it + 1);
            self.input.consume(used);
            if end.is_some() {
                break;
            }
        }
        let is_first = !std::mem::replace(&mut self.has_begun, true);
        if too_long {
            return Ok(Line::TooLong);
        }
        let marked = self.line.strip_prefix(MARK).filter(|_| is_first);
        let line = marked.unwrap_or(&self.line);
        if text::is_utf16(line) {
            return Ok(Line::Utf16);
        }
        Ok(std::str::from_utf8(line).map_or(Line::NotText, Line::Text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    #[track_caller]
    fn check(input: &[u8], expect: &str) {
        // A buffer of three bytes makes each line come in several parts.
        let mut lines = LineReader::new(BufReader::with_capacity(3, input));
        let mut got = String::new();
        loop {
            match lines.next().unwrap() {
                Line::Text(line) => got.extend(["[", line, "]"]),
                Line::TooLong => got.push_str("too long "),
                Line::NotText => got.push_str("not text "),
                Line::Utf16 => got.push_str("utf-16 "),
                Line::End => break,
            }
        }
        assert_eq!(got, expect);
    }

    #[test]
    fn lines_come_one_by_one_and_the_last_needs_no_end() {
        check(b"", "");
        check(b"one\ntwo two\n\nfour", "[one][two two][][four]");
        check(b"one\n", "[one]");
    }

    #[test]
    fn what_is_not_text_or_too_long_is_named_and_skipped() {
        check(b"\xe9\xfe\nok", "not text [ok]");
        check(
            b"\xef\xbb\xbfone\r\n\xef\xbb\xbftwo",
            "[one\r][\u{feff}two]",
        );
        check(b"\xff\xfe{\0\"\0", "utf-16 ");
        let mut long = vec![b'x'; LINE_BYTES_MAX + 1];
        long.extend(b"\nok");
        check(&long, "too long [ok]");
        check(&long[1..], &format!("[{}][ok]", "x".repeat(LINE_BYTES_MAX)));
        check(&vec![b'x'; LINE_BYTES_MAX + 9], "too long ");
    }
}
