//! The sentences that a coach says in a first match, and the moments at which they matter.
//!
//! Each game lists its own beside its words; the match decides which moment it is.

use crate::lang::Sentence;

/// The client in whose words the sentences speak of keys; the page in a browser has others.
pub const CLIENT: &str = "terminal";

/// A sentence and its moment.
#[derive(Clone, Copy, Debug)]
pub struct Tip {
    /// When it is said.
    pub moment: Moment,
    /// The sentence.
    pub text: Sentence,
}

/// A moment of a match, which ends by a deed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// The person is to choose where to begin.
    Choose,
    /// The source of a move is chosen.
    Aim,
    /// The first move was made, and the turn goes on.
    Acted,
    /// The turn may be ended.
    End,
    /// The others move.
    Others,
    /// It is the person's turn again.
    Again,
}

impl Tip {
    /// A sentence at its moment.
    pub const fn new(moment: Moment, text: Sentence) -> Self {
        Self { moment, text }
    }
}
