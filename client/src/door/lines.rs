//! The lines that a guest types, for the line mode.
//!
//! Used where there is no terminal to draw on. A terminal that cannot be drawn on (`TERM=dumb`) is in raw mode all the same,
//! so what is typed there is shown and can be taken back here. Pure.

/// The most bytes of a line; a longer line is split.
const LINE_BYTES_MAX: usize = 4_096;
/// Backspace, in its two forms.
const BACK: [u8; 2] = [0x08, 0x7f];
/// Ctrl-C and Ctrl-D.
const END: [u8; 2] = [0x03, 0x04];

/// Joins bytes to lines.
#[derive(Debug, Default)]
pub(super) struct LineEditor {
    is_terminal: bool,
    line: Vec<u8>,
    /// Whether the last byte ended a line by a carriage return.
    has_returned: bool,
}

/// The meaning of some bytes.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct TypedLines {
    /// The whole lines.
    pub(super) lines: Vec<String>,
    /// The bytes to show.
    pub(super) echo: Vec<u8>,
    /// Whether the guest wants to end.
    pub(super) is_end: bool,
}

impl LineEditor {
    /// An editor for a terminal, which shows what is typed, or for a pipe.
    pub(super) fn new(is_terminal: bool) -> Self {
        Self {
            is_terminal,
            ..Self::default()
        }
    }

    /// Takes bytes.
    pub(super) fn feed(&mut self, bytes: &[u8]) -> TypedLines {
        let mut typed = TypedLines::default();
        for byte in bytes {
            let has_returned = std::mem::take(&mut self.has_returned);
            match *byte {
                b'\n' if has_returned => {}
                b'\r' | b'\n' => {
                    self.has_returned = *byte == b'\r';
                    self.show(b"\r\n", &mut typed);
                    self.finish(&mut typed);
                }
                byte if self.is_terminal && END.contains(&byte) => typed.is_end = true,
                byte if self.is_terminal && BACK.contains(&byte) => self.take_back(&mut typed),
                byte if byte >= b' ' => {
                    self.show(&[byte], &mut typed);
                    self.line.push(byte);
                    if self.line.len() >= LINE_BYTES_MAX {
                        self.finish(&mut typed);
                    }
                }
                _ => {}
            }
        }
        typed
    }

    /// The line that has no end, when no more bytes come.
    pub(super) fn rest(&mut self) -> Option<String> {
        let mut typed = TypedLines::default();
        if !self.line.is_empty() {
            self.finish(&mut typed);
        }
        typed.lines.pop()
    }

    fn finish(&mut self, typed: &mut TypedLines) {
        let line = std::mem::take(&mut self.line);
        let text = String::from_utf8_lossy(&line).trim().to_owned();
        typed.lines.push(text);
    }

    /// Takes back a character, which may be of several bytes.
    fn take_back(&mut self, typed: &mut TypedLines) {
        while let Some(byte) = self.line.pop() {
            let is_continued = byte & 0b1100_0000 == 0b1000_0000;
            if !is_continued {
                self.show(b"\x08 \x08", typed);
                return;
            }
        }
    }

    fn show(&self, bytes: &[u8], typed: &mut TypedLines) {
        if self.is_terminal {
            typed.echo.extend_from_slice(bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(is_terminal: bool, bytes: &[u8], lines: &[&str], echo: &[u8]) {
        for at in 0..=bytes.len() {
            let mut editor = LineEditor::new(is_terminal);
            let (first, second) = bytes.split_at(at);
            let mut typed = editor.feed(first);
            let later = editor.feed(second);
            typed.lines.extend(later.lines);
            typed.lines.extend(editor.rest());
            typed.echo.extend(later.echo);
            assert_eq!(typed.lines, lines, "split at {at}");
            assert_eq!(typed.echo, echo, "split at {at}");
        }
    }

    #[test]
    fn bytes_become_lines_however_they_are_split() {
        check(
            false,
            b"look\nb3 c4\r\n\nend",
            &["look", "b3 c4", "", "end"],
            b"",
        );
        check(false, b"a\x03b\n", &["ab"], b"");
    }

    #[test]
    fn a_terminal_shows_what_is_typed_and_takes_it_back() {
        check(true, b"lp\x7fook\r", &["look"], b"lp\x08 \x08ook\r\n");
        check(
            true,
            "\u{e9}\u{7f}a\r".as_bytes(),
            &["a"],
            b"\xc3\xa9\x08 \x08a\r\n",
        );
        check(true, b"\x7f\r", &[""], b"\r\n");
        assert!(LineEditor::new(true).feed(b"\x04").is_end);
    }

    #[test]
    fn a_line_without_an_end_is_cut() {
        let mut editor = LineEditor::new(false);
        let typed = editor.feed(&[b'x'; LINE_BYTES_MAX * 3 + 1]);
        assert_eq!(typed.lines.len(), 3);
        assert_eq!(editor.rest().as_deref(), Some("x"));
    }
}
