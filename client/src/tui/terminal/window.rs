//! All that the loop of the screens wants of a terminal besides its events and the bytes of frames.
//!
//! Implemented by the terminal of this process and by those behind a connection. Law kept here: a screen asks its own
//! terminal and nothing else, so that many screens live in one process.

use std::io;
use std::task::{Context, Poll};

use ratatui::layout::Size;

/// A terminal that a screen is shown on.
pub trait Window: Sync {
    /// The size, at most what is drawn.
    fn size(&self) -> io::Result<Size>;

    /// Writes bytes that are not part of a frame: a title, a bell.
    fn tell(&self, text: &str) -> io::Result<()>;

    /// Whether the frames before have been taken, so that the next can be drawn. The task is woken when that changes.
    fn poll_ready(&self, _context: &mut Context<'_>) -> Poll<()> {
        Poll::Ready(())
    }

    /// Whether somebody else has reset the modes, so that they have to be set again.
    fn is_lost(&self) -> bool {
        false
    }

    /// Sets the modes again.
    fn resume(&self) -> io::Result<()> {
        Ok(())
    }

    /// Gives the terminal back to the shell until the person returns; does nothing where there is no shell.
    fn suspend(&self) -> io::Result<()> {
        Ok(())
    }
}
