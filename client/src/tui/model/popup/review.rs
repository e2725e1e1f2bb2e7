//! The review of a match: what the dice and the choices were worth, as the server computed it, or the engine for a replay.
//!
//! Kept in the model beside the popup that shows it, so that it is asked for once. Law kept here: nothing in it is the client's own
//! guess.

use dicehall_engine::fair::MatchId;
use dicehall_engine::{AnyConfig, Seat};
use dicehall_protocol::{LostStep, ReviewView, WantedReview};

use super::way::Way;
use crate::games::{Board, board};
use crate::tui::message::ReviewTold;

/// The pause before a server is asked again for a review that it makes, in milliseconds.
pub const REVIEW_MS: u64 = 1_000;

/// A review, or how far it has come.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewPage {
    /// The match.
    pub match_id: MatchId,
    /// The question to the server; `None` for a replay.
    pub wanted: Option<WantedReview>,
    /// The configuration of the match.
    pub config: AnyConfig,
    /// The names of the seats.
    pub names: Vec<String>,
    /// The review, as far as it is known.
    pub told: ReviewTold,
    /// The seat whose chances are shown.
    pub seat: Seat,
    /// The chosen one of the costliest choices.
    pub row: usize,
    /// The time until the server is asked again, in milliseconds.
    pub pause_ms: u64,
}

impl ReviewPage {
    /// The review, once it is there.
    pub fn made(&self) -> Option<&ReviewView> {
        match &self.told {
            ReviewTold::Made(review) => Some(review),
            ReviewTold::Coming(_) | ReviewTold::Failed => None,
        }
    }

    /// Whether the server has to be asked again.
    pub fn waits(&self) -> bool {
        self.wanted.is_some() && matches!(self.told, ReviewTold::Coming(_))
    }

    /// The name of a seat.
    pub fn name(&self, seat: Seat) -> &str {
        self.names.get(seat.idx()).map_or("", String::as_str)
    }

    /// Shows the chances of the seat beside.
    pub fn turn(&mut self, way: Way) {
        let seats: Vec<Seat> = Seat::ALL.into_iter().take(self.names.len()).collect();
        self.seat = way.next(self.seat, &seats);
    }

    /// The chosen one of the costliest choices.
    pub fn chosen(&self) -> Option<&LostStep> {
        self.made()?.costliest.get(self.row)
    }

    /// The board on which a choice was made.
    pub fn board(&self, choice: &LostStep) -> Board {
        board(&self.config, &choice.view)
    }
}
