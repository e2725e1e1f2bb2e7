//! How well the people at a table play, and whether the next match is rated, as everybody in the lobby sees it.
//!
//! Made by a lobby's task, because nothing here knows results; put into every view of the lobby.

use dicehall_engine::lobby::Lobby;
use dicehall_protocol::standing::NotRated;
use dicehall_protocol::standing::RatingView;
use dicehall_protocol::{LobbyView, ServerMessage};

/// The ratings and the outlook of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct TableRatings {
    /// The ratings of the holders, by seat.
    pub(crate) seats: Vec<Option<RatingView>>,
    /// The outlook of the next match; `None` while one is played.
    pub(crate) next: Option<NextMatch>,
}

/// Who knows how well people play.
pub(crate) trait RateTable {
    /// The ratings and the outlook of a table; `None` if nobody is rated.
    fn rate(&self, lobby: &Lobby) -> Option<TableRatings>;
}

impl RateTable for () {
    fn rate(&self, _lobby: &Lobby) -> Option<TableRatings> {
        None
    }
}

/// Whether the next match is rated, if nothing changes before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NextMatch {
    /// It is.
    Rated,
    /// It is not, for this reason.
    NotRated(NotRated),
}

impl TableRatings {
    /// Whether the match that has ended has changed somebody's rating.
    pub(crate) fn has_changes(&self) -> bool {
        let mut known = self.seats.iter().flatten();
        known.any(|it| it.before.is_some())
    }

    /// Puts them into the view of the lobby.
    pub(super) fn put(self, view: &mut LobbyView) {
        for (seat, rating) in view.seats.iter_mut().zip(self.seats) {
            seat.rating = rating;
        }
        match self.next {
            Some(NextMatch::Rated) => view.rated = true,
            Some(NextMatch::NotRated(why)) => view.unrated = Some(why),
            None => {}
        }
    }

    /// Puts them into the last of some updates that tells of the lobby: those before it are of earlier tables.
    pub(crate) fn put_last(self, updates: &mut [ServerMessage]) {
        let views = updates.iter_mut().rev().filter_map(|it| {
            if let ServerMessage::Update { lobby, .. } = it {
                lobby.as_mut()
            } else {
                None
            }
        });
        if let Some(view) = views.take(1).last() {
            self.put(view);
        }
    }
}
