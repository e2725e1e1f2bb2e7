//! The surroundings of a command: variables, the terminal, messages and progress for the person who typed it.

use std::io::{self, IsTerminal, Write};

use dicehall_protocol::text::{clean, clean_lines};

/// A variable of the environment, if it is set and is text.
pub(crate) fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// Whether somebody sees a screen and types.
pub(crate) fn is_terminal() -> bool {
    io::stdout().is_terminal() && io::stdin().is_terminal()
}

/// Prints a line for whoever reads the output, at once.
pub(crate) fn print(line: &str) -> io::Result<()> {
    let mut out = io::stdout();
    writeln!(out, "{}", clean(line)).and_then(|()| out.flush())
}

/// Prints a message for people on standard error: parts of it may be other people's words.
pub(crate) fn tell(text: &str) {
    // There is nowhere left to say that standard error is gone.
    writeln!(io::stderr(), "{}", clean_lines(text)).ok();
}

/// A line on the terminal that is replaced as a command gets on; nothing without a terminal.
#[derive(Debug)]
pub(crate) struct Progress {
    is_shown: bool,
}

impl Progress {
    /// Nothing is shown yet.
    pub(crate) fn new() -> Self {
        Self {
            is_shown: io::stderr().is_terminal(),
        }
    }

    /// Shows how far the command is.
    pub(crate) fn show(&self, text: &str) {
        if !self.is_shown {
            return;
        }
        let mut err = io::stderr();
        // Progress that cannot be shown is no reason to stop.
        write!(err, "\r\x1b[K{text}")
            .and_then(|()| err.flush())
            .ok();
    }
}

impl Drop for Progress {
    /// Empties the line for the next output.
    fn drop(&mut self) {
        self.show("");
    }
}
