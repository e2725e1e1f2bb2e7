//! The coach: in the first match of each game it says a few sentences, each when it matters.
//!
//! Plain data. `update::coach` goes from sentence to sentence by what happens in the match, `view` shows the one beside
//! the board. What is said stands with the words of the game.

use dicehall_engine::GameKind;

/// The coach of a person.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coach {
    /// Whether it speaks: on screens only, and not to somebody who knows how to play.
    pub is_on: bool,
    /// The games of which it has said all.
    pub coached: Vec<GameKind>,
    /// The number of the sentence that is said, from 0 on; `None` while it says nothing.
    pub said: Option<usize>,
}

impl Coach {
    /// A coach for somebody who has been told about these games, and may not want to hear more.
    pub const fn new(coached: Vec<GameKind>, knows: bool) -> Self {
        Self {
            is_on: !knows,
            coached,
            said: None,
        }
    }
}
