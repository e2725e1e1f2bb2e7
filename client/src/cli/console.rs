//! The environment of a command: variables, the terminal, messages and progress for the person who
//! typed it.

use std::io::{self, IsTerminal, Write};

use dicehall_protocol::text::{clean, clean_lines};

use crate::lang::encoding::legible::Legible;

/// An environment variable; `None` if it is not set or is no UTF-8.
pub(crate) fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// Whether input and output are a terminal.
pub(crate) fn is_terminal() -> bool {
    io::stdout().is_terminal() && io::stdin().is_terminal()
}

/// Prints a line to standard output, and flushes it; it is cleaned since parts of it may be other people's texts.
pub fn print(line: &str) -> io::Result<()> {
    let mut out = Legible::new(io::stdout());
    writeln!(out, "{}", clean_columns(line)).and_then(|()| out.flush())
}

/// A line of safe text that keeps its spaces: the columns of a table stay where they are.
fn clean_columns(line: &str) -> String {
    let words: Vec<String> = line.split(' ').map(clean).collect();
    words.join(" ")
}

/// Prints a message to standard error, cleaned since parts of it may be other people's texts.
pub fn tell(text: &str) {
    // If standard error is gone, there is no place left to report that.
    writeln!(Legible::new(io::stderr()), "{}", clean_lines(text)).ok();
}

/// A progress line on the terminal, which is overwritten as the command advances; without a
/// terminal it prints nothing.
#[derive(Debug)]
pub struct Progress {
    is_shown: bool,
}

impl Progress {
    /// A progress line that is still empty.
    pub fn empty() -> Self {
        Self {
            is_shown: io::stderr().is_terminal(),
        }
    }

    /// Shows the state of the command.
    pub fn show(&self, text: &str) {
        if !self.is_shown {
            return;
        }
        let mut err = Legible::new(io::stderr());
        // A failure to show progress does not stop the command.
        write!(err, "\r\x1b[K{text}")
            .and_then(|()| err.flush())
            .ok();
    }
}

impl Drop for Progress {
    /// Clears the line for the next output.
    fn drop(&mut self) {
        self.show("");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_keep_their_blanks_and_nothing_moves_the_cursor() {
        for line in ["   1. Ada      1500 ±9", "{\"name\":\"A  B\"}", "", " "] {
            assert_eq!(clean_columns(line), line);
        }
        assert_eq!(clean_columns("a\u{1b}[2J  b\r\nc"), "a[2J  b c");
    }
}
