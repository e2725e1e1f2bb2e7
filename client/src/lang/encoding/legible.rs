//! An output for texts that a person can read: ASCII only, where the environment names another
//! encoding than UTF-8.
//!
//! Used by everything that writes to the terminal of a person. Law kept here: what is written takes
//! as many columns as before, so that screens stay in order.

use std::io::{self, Write};

use unicode_width::UnicodeWidthChar;

use super::Encoding;

/// The most bytes of a character in UTF-8.
const CHARACTER_BYTES_MAX: usize = 4;
/// The sign in place of a character for which there is nothing similar.
const UNKNOWN: &str = "?";
/// Characters of one column, and the ones in their place.
const SIMILAR: [(&str, char); 10] = [
    ("‘’′", '\''),
    ("“”″«»", '"'),
    ("‐‑–—−─━", '-'),
    ("…·•", '.'),
    ("→▸▶", '>'),
    ("←◂◀", '<'),
    ("×✗", 'x'),
    ("│┃▌▐", '|'),
    ("█▄▀■", '#'),
    ("┌┐└┘├┤┬┴┼✓", '+'),
];

/// An output that writes ASCII only where it has to.
#[derive(Debug)]
pub struct Legible<W> {
    inner: W,
    is_ascii: bool,
    /// The beginning of a character whose other bytes have not come.
    begun: Vec<u8>,
}

/// A text as the environment wants it.
pub fn legible(text: &str) -> String {
    let encoding = Encoding::of_environment(|name| std::env::var(name).ok());
    if encoding == Encoding::Other {
        ascii(text)
    } else {
        text.to_owned()
    }
}

impl<W> Legible<W> {
    /// The output as the environment wants it.
    pub fn new(inner: W) -> Self {
        let variable = |name: &str| std::env::var(name).ok();
        Self::of(Encoding::of_environment(variable), inner)
    }

    /// The output for an encoding.
    pub fn of(encoding: Encoding, inner: W) -> Self {
        Self {
            inner,
            is_ascii: encoding == Encoding::Other,
            begun: Vec::new(),
        }
    }
}

impl<W: Write> Write for Legible<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.is_ascii {
            return self.inner.write(bytes);
        }
        self.begun.extend_from_slice(bytes);
        let text = take_text(&mut self.begun);
        self.inner.write_all(ascii(&text).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Takes the whole characters; what is no text becomes the sign for that.
fn take_text(bytes: &mut Vec<u8>) -> String {
    let is_begun = |end: usize| {
        str::from_utf8(&bytes[end..])
            .is_err_and(|it| it.error_len().is_none() && it.valid_up_to() == 0)
    };
    let from = bytes.len().saturating_sub(CHARACTER_BYTES_MAX - 1);
    let end = (from..bytes.len()).find(|it| is_begun(*it));
    let rest = bytes.split_off(end.unwrap_or(bytes.len()));
    let whole = std::mem::replace(bytes, rest);
    String::from_utf8_lossy(&whole).into_owned()
}

/// A text in ASCII, of the same width.
pub fn ascii(text: &str) -> String {
    let mut readable = String::with_capacity(text.len());
    for character in text.chars() {
        let similar = SIMILAR.iter().find(|(all, _)| all.contains(character));
        match similar {
            _ if character.is_ascii() => readable.push(character),
            Some((_, it)) => readable.push(*it),
            None => readable.push_str(&UNKNOWN.repeat(character.width().unwrap_or(0))),
        }
    }
    readable
}

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthStr;

    use super::*;

    const TEXT: &str = "Zoë’s table · 賽 … ▲ → 🎲\n\u{1b}[1mok\u{1b}[0m";

    /// The bytes that are written for pieces of bytes.
    fn written(encoding: Encoding, pieces: &[&[u8]]) -> Vec<u8> {
        let mut output = Legible::of(encoding, Vec::new());
        for piece in pieces {
            output.write_all(piece).unwrap();
        }
        output.inner
    }

    #[test]
    fn elsewhere_than_in_utf_8_only_ascii_of_the_same_width_is_written() {
        let ascii = "Zo?'s table . ?? . ? > ??\n\u{1b}[1mok\u{1b}[0m";
        for at in 0..=TEXT.len() {
            let (first, second) = TEXT.as_bytes().split_at(at);
            let found = written(Encoding::Other, &[first, second]);
            assert_eq!(String::from_utf8(found).unwrap(), ascii, "{at}");
        }
        for (line, other) in TEXT.lines().zip(ascii.lines()).take(1) {
            assert_eq!(line.width(), other.width());
        }
    }

    #[test]
    fn in_utf_8_and_where_nothing_is_named_bytes_stay_as_they_are() {
        for encoding in [Encoding::Utf8, Encoding::Unnamed] {
            assert_eq!(written(encoding, &[TEXT.as_bytes()]), TEXT.as_bytes());
        }
        assert_eq!(written(Encoding::Other, &[b"\xff!"]), b"?!");
    }
}
