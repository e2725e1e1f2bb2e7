//! The marks that can stand on a board, with a sentence about each.
//!
//! Each game lists its own beside its words; the help shows them with pictures.

use crate::games::place::Place;
use crate::lang::Sentence;

/// The legend of a game's board: the marks, and the places of its example that they are about.
#[derive(Clone, Copy, Debug)]
pub struct Legend {
    /// The place from which the move in the pictures leads.
    pub source: Place,
    /// The place to which it leads.
    pub target: Place,
    /// The marks, in the order in which they are told.
    pub marks: &'static [LegendMark],
}

/// A mark in a legend.
#[derive(Clone, Copy, Debug)]
pub struct LegendMark {
    /// The place of the example on which it stands.
    pub at: Place,
    /// Its meaning, for the drawing.
    pub shows: Shows,
    /// Its meaning, in words.
    pub text: Sentence,
}

/// The meaning of a mark on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shows {
    /// Whatever lies on the place.
    Held,
    /// The cursor.
    Cursor,
    /// The source of a move, once chosen.
    Source,
    /// A place to which the chosen source can move.
    Target,
    /// A place that its owner will probably lose.
    Danger,
    /// The last move.
    Last,
}

impl LegendMark {
    /// A mark on a place, by the number of the place.
    pub const fn new(at: u8, shows: Shows, text: Sentence) -> Self {
        Self {
            at: Place(at),
            shows,
            text,
        }
    }
}
