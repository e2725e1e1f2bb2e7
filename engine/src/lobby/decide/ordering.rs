//! The orders of whoever operates the server. Called by `decide` alone. No right of a host stands against them; what happens
//! is what happens to anybody, so that everybody sees it as usual.

use crate::lobby::{
    AsideEvent, EndReason, Event, Lobby, LobbyEvent, Order, PeopleEvent, PlayerId, Reject,
};

impl Lobby {
    pub(super) fn follow_order(&self, order: Order) -> Result<Vec<Event>, Reject> {
        match order {
            Order::Close { why } => Ok(vec![
                announced(why),
                Event::Lobby(LobbyEvent::Ended {
                    reason: EndReason::Abandoned,
                }),
            ]),
            Order::Kick { player, why } => self.remove(player, why),
            Order::Announce { text } => Ok(vec![announced(text)]),
        }
    }

    fn remove(&self, player: PlayerId, why: Option<String>) -> Result<Vec<Event>, Reject> {
        self.check_known(player)?;
        let kicked = Event::People(PeopleEvent::Kicked { player });
        let events = why.map(announced).into_iter().chain([kicked]).collect();
        let followed = if self.host() == Some(player) {
            self.with_successor(events, None)
        } else {
            events
        };
        Ok(self.with_pause_ended(followed))
    }
}

fn announced(text: String) -> Event {
    Event::Aside(AsideEvent::Announced { text })
}
