//! The picture of the board that will be played at a table. Part of the lobby; made anew only when rules or seats change.

use dicehall_engine::AnyRules;
use dicehall_protocol::{HolderView, LobbyView};

use crate::games::Board;
use crate::games::preview::preview;

/// The board that will be played, and what it was made of.
#[derive(Clone, Debug, Default)]
pub struct Preview {
    made_of: Option<(AnyRules, u8)>,
    board: Option<Board>,
}

impl Preview {
    /// The board; `None` if there is none that can be shown.
    pub fn board(&self) -> Option<&Board> {
        self.board.as_ref()
    }

    /// Makes the board of this lobby, unless it is the one that is there.
    pub fn keep_up(&mut self, view: &LobbyView) {
        let is_closed = |holder: &HolderView| *holder == HolderView::Closed;
        let seats = view.seats.iter().filter(|it| !is_closed(&it.holder));
        let seats = seats.fold(0, |count: u8, _| count.saturating_add(1));
        let wanted = (view.settings.rules.clone(), seats);
        if self.made_of.as_ref() != Some(&wanted) {
            self.board = preview(&wanted.0, seats);
            self.made_of = Some(wanted);
        }
    }
}
