//! Whether the match of the lobby goes on from an earlier one, and what is chosen before it does.
//!
//! Plain data. `update::play_on` offers and prepares such matches. Law kept here: a match that was not dealt counts for no
//! record.

use dicehall_engine::{Rung, Seat};

/// Whether a match goes on from an earlier one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Continued {
    /// It was dealt, or there is none.
    #[default]
    No,
    /// The one that begins next will: the server has the earlier match.
    Next,
    /// It does.
    Now,
}

/// How a match that is over is to go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayOn {
    /// The seats that can be taken: those that are not out.
    pub seats: Vec<Seat>,
    /// The chosen one, by its place among them.
    pub chosen: usize,
    /// The rung of the bots on all others.
    pub rung: Rung,
    /// The chosen row.
    pub row: usize,
}

impl PlayOn {
    /// The rows: the seat, and the rung of the others.
    pub const ROWS: usize = 2;

    /// The seat that is to be taken.
    pub fn seat(&self) -> Option<Seat> {
        self.seats.get(self.chosen).copied()
    }

    /// Takes the value after or before in the chosen row; the first follows the last.
    pub fn change(&mut self, forward: bool) {
        if self.row == 0 {
            self.chosen = beside(self.chosen, self.seats.len(), forward);
        } else {
            let at = beside(self.rung.idx(), Rung::ALL.len(), forward);
            self.rung = Rung::ALL.get(at).copied().unwrap_or(self.rung);
        }
    }
}

impl Continued {
    /// After the start of a match.
    #[must_use]
    pub const fn after_start(self) -> Self {
        match self {
            Self::Next => Self::Now,
            Self::No | Self::Now => Self::No,
        }
    }

    /// After a change of the settings, for which the server forgets the earlier match.
    #[must_use]
    pub const fn after_change(self) -> Self {
        match self {
            Self::Now => Self::Now,
            Self::No | Self::Next => Self::No,
        }
    }
}

fn beside(at: usize, count: usize, forward: bool) -> usize {
    let by = if forward { 1 } else { count.saturating_sub(1) };
    (at + by).checked_rem(count).unwrap_or(0)
}
