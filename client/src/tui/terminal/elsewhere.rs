//! The input of the terminal on systems without its bytes: the terminal library reads the events.
//!
//! Used by `terminal` in place of `input`.

use std::io::{self, Write};

use super::answer::Answers;
use super::decode::Input;

/// Nothing is asked.
#[expect(clippy::unnecessary_wraps, reason = "other systems may fail")]
pub(super) fn ask(_tries_widths: bool) -> io::Result<Answers> {
    Ok(Answers::default())
}

/// The next event; waits for it.
pub(super) fn next_events() -> io::Result<Vec<Input>> {
    Ok(vec![crossterm::event::read()?.into()])
}

/// Nothing was stopped.
pub(super) fn go_on() {}

/// Writes the last bytes of the program to the terminal.
pub(super) fn end(last: &[u8]) {
    let mut out = io::stdout();
    // The terminal may be gone; then there is nothing to restore.
    out.write_all(last).and_then(|()| out.flush()).ok();
}
