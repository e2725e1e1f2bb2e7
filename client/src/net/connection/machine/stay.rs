//! Whether an event ends a person's stay in the lobby. Called by the machine: such a place is not returned to.

use dicehall_engine::lobby::PlayerId;
use dicehall_protocol::{EventView, LobbyEventView};

/// Whether `me` is no longer in the lobby after the event.
pub(super) fn ends_stay_of(me: Option<PlayerId>, event: &EventView) -> bool {
    match event {
        EventView::Lobby(event) => matches!(event, LobbyEventView::Ended { .. }),
        EventView::People(event) => event.departed().is_some_and(|it| Some(it) == me),
        EventView::Seats(_) | EventView::Dice(_) | EventView::Match(_) | EventView::Talk(_) => {
            false
        }
    }
}
