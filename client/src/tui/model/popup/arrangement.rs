//! The layout of the match screen that the model asks for.
//!
//! Called by `view` and `update`, which need the same layout. Law kept here: it follows from the model alone.

use ratatui::layout::{Position, Rect};

use crate::graphics::Scale;
use crate::tui::geometry::{Arrangement, ArrangementOptions, Tier, arrange};
use crate::tui::model::Model;
use crate::tui::model::popup::Popup;

impl Model {
    /// The areas of the parts of a match screen.
    pub fn arrangement(&self, area: Rect) -> Arrangement {
        let board = self.game_match().map(|it| it.board.as_ref());
        let wishes = ArrangementOptions {
            look: self.look,
            zoom: self.zoom,
            tab: self.tab,
            tells_winner: self.tells_result(),
        };
        arrange(area, wishes, board)
    }

    /// Whether the result is shown around the board, which stays visible; small terminals show a popup instead.
    pub fn tells_result(&self) -> bool {
        self.popups.contains(&Popup::Outcome) && Tier::of(self.size) >= Tier::Normal
    }

    /// The size of the hexes on the screen.
    pub fn shown_scale(&self) -> Scale {
        self.arrangement(Rect::from((Position::ORIGIN, self.size)))
            .scale
    }
}
