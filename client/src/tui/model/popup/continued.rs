//! Whether the lobby's match goes on from an earlier one, and the choices before it does.
//!
//! Plain data; `update::play_on` offers and prepares such matches. Law kept here: a match that goes
//! on from an earlier one is not counted in the record.

use dicehall_engine::{Rung, Seat};

use crate::tui::model::popup::way::Way;

/// Whether the lobby's match goes on from an earlier one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Continued {
    /// The present match does not, or there is no match.
    #[default]
    No,
    /// The next match will, since the server has the earlier match.
    Next,
    /// The present match does.
    Now,
}

/// The choices for playing on from a replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayOn {
    /// The seats that can be taken: those of players who are not out.
    pub seats: Vec<Seat>,
    /// The index of the chosen seat in `seats`.
    pub chosen: usize,
    /// The rung of the bots on all other seats.
    pub rung: Rung,
    /// The chosen row of the popup.
    pub row: usize,
}

impl PlayOn {
    /// The number of rows: the seat, and the rung of the others.
    pub const ROWS: usize = 2;

    /// The seat that is to be taken.
    pub fn seat(&self) -> Option<Seat> {
        self.seats.get(self.chosen).copied()
    }

    /// Changes the value of the chosen row to the next or previous one; the first follows the last.
    pub fn change(&mut self, way: Way) {
        if self.row == 0 {
            self.chosen = way.beside(self.chosen, self.seats.len());
        } else {
            self.rung = way.next(self.rung, &Rung::ALL);
        }
    }
}

impl Continued {
    /// The value after the start of a match.
    #[must_use]
    pub const fn after_start(self) -> Self {
        match self {
            Self::Next => Self::Now,
            Self::No | Self::Now => Self::No,
        }
    }

    /// The value after a change of the settings, at which the server drops the earlier match.
    #[must_use]
    pub const fn after_change(self) -> Self {
        match self {
            Self::Now => Self::Now,
            Self::No | Self::Next => Self::No,
        }
    }
}
