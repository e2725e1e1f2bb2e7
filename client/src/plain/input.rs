//! The lines that are typed: read from standard input, a terminal or a pipe, and cut to a limited length; or from a queue.

use std::io::{self, BufRead, Read};

use dicehall_files::text;
use tokio::sync::mpsc;
use tokio::task::JoinSet;

/// The most bytes of a line; a longer line is split.
const LINE_SIZE_MAX: u64 = 4_096;
/// The most lines that wait to be carried out.
const LINES_MAX: usize = 16;

/// The lines of an input, read by a thread.
#[derive(Debug)]
pub(crate) struct Input {
    lines: mpsc::Receiver<io::Result<String>>,
    /// The reading thread; it ends with the program, because a blocking read cannot be cancelled.
    _reader: JoinSet<()>,
}

impl Input {
    /// The lines of a queue.
    #[cfg(feature = "ssh")]
    pub(crate) fn of(lines: mpsc::Receiver<io::Result<String>>) -> Self {
        Self {
            lines,
            _reader: JoinSet::new(),
        }
    }

    /// The lines of standard input. It must be called on a runtime.
    pub(super) fn standard() -> Self {
        let (tell, lines) = mpsc::channel(LINES_MAX);
        let mut reader = JoinSet::new();
        reader.spawn_blocking(move || {
            let mut input = io::stdin().lock();
            let mut is_first = true;
            while let Some(line) = next(&mut input, is_first).transpose() {
                is_first = false;
                if tell.blocking_send(line).is_err() {
                    return;
                }
            }
        });
        Self {
            lines,
            _reader: reader,
        }
    }

    /// The next line; `None` at the end of the input.
    pub(super) async fn next(&mut self) -> io::Result<Option<String>> {
        self.lines.recv().await.transpose()
    }
}

/// Reads a line, which need not be UTF-8; `None` at the end. The first one may have a byte order mark. An input in
/// UTF-16, in which every second byte is 0, is an error.
fn next(input: &mut impl BufRead, is_first: bool) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let read = input.take(LINE_SIZE_MAX).read_until(b'\n', &mut line)?;
    if is_first && text::is_utf16(&line) {
        return Err(io::Error::other("it is in UTF-16, and must be in UTF-8"));
    }
    let line = text::without_mark(String::from_utf8_lossy(&line).into_owned());
    Ok((read > 0).then(|| line.trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(input: &[u8], expect: &[&str]) {
        let mut rest = input;
        let mut is_first = true;
        let read = std::iter::from_fn(|| next(&mut rest, std::mem::take(&mut is_first)).unwrap());
        assert_eq!(read.collect::<Vec<_>>(), expect);
    }

    #[test]
    fn lines_are_read_to_the_end_whatever_is_in_them() {
        check(b"look\nb3 c4\r\n\nend", &["look", "b3 c4", "", "end"]);
        check(b"say \xFF\n", &["say \u{fffd}"]);
        check(b"\xef\xbb\xbflook\r\nend", &["look", "end"]);
        let utf16 = next(&mut &b"l\0o\0o\0k\0\n\0"[..], true).unwrap_err();
        assert!(utf16.to_string().contains("UTF-16"), "{utf16}");
        check(b"", &[]);
    }

    #[test]
    fn a_line_without_an_end_is_cut() {
        let size = usize::try_from(LINE_SIZE_MAX).unwrap();
        let long = "x".repeat(size + 1);
        check(long.as_bytes(), &[&long[..size], "x"]);
    }
}
