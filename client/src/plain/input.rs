//! Reads lines from standard input, a terminal or a pipe, cut to a limited length.

use std::io::{self, BufRead, Read};

use tokio::sync::mpsc;
use tokio::task::JoinSet;

/// The most bytes of a line; a longer line is split.
const LINE_SIZE_MAX: u64 = 4_096;
/// The most lines that wait to be carried out.
const LINES_MAX: usize = 16;

/// The lines of an input, read by a thread.
#[derive(Debug)]
pub(super) struct Input {
    lines: mpsc::Receiver<io::Result<String>>,
    /// The reading thread; it ends with the program, because a blocking read cannot be cancelled.
    _reader: JoinSet<()>,
}

impl Input {
    /// The lines of standard input. It must be called on a runtime.
    pub(super) fn standard() -> Self {
        let (tell, lines) = mpsc::channel(LINES_MAX);
        let mut reader = JoinSet::new();
        reader.spawn_blocking(move || {
            let mut input = io::stdin().lock();
            while let Some(line) = next(&mut input).transpose() {
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

/// Reads a line, which need not be UTF-8; `None` at the end.
fn next(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let read = input.take(LINE_SIZE_MAX).read_until(b'\n', &mut line)?;
    Ok((read > 0).then(|| String::from_utf8_lossy(&line).trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(input: &[u8], expect: &[&str]) {
        let mut rest = input;
        let read = std::iter::from_fn(|| next(&mut rest).unwrap());
        assert_eq!(read.collect::<Vec<_>>(), expect);
    }

    #[test]
    fn lines_are_read_to_the_end_whatever_is_in_them() {
        check(b"look\nb3 c4\r\n\nend", &["look", "b3 c4", "", "end"]);
        check(b"say \xFF\n", &["say \u{fffd}"]);
        check(b"", &[]);
    }

    #[test]
    fn a_line_without_an_end_is_cut() {
        let size = usize::try_from(LINE_SIZE_MAX).unwrap();
        let long = "x".repeat(size + 1);
        check(long.as_bytes(), &[&long[..size], "x"]);
    }
}
