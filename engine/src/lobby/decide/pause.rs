//! The command about pauses, and their end: a match pauses when everybody who plays wants it, and goes on when nobody wants the pause any more. Called
//! by `decide` alone.
//!
//! The humans who count are those on seats who are there and have not resigned. Only a request of one of them makes a
//! match pause; an absence or a departure can end a pause, so that a person who is gone does not hold up the others.
//! While all of them are away a pause lasts; when the last of them gives the seat away for good nobody is left to end
//! it, and the match goes on. Whether anybody is connected for the match at all is another question:
//! [`Lobby::is_attended`].

use crate::lobby::{Event, Lobby, MatchEvent, Phase, PlayerId, Reject};

impl Lobby {
    pub(super) fn pause(
        &self,
        player: PlayerId,
        wanted: bool,
        spent_ms: u32,
    ) -> Result<Vec<Event>, Reject> {
        if self.phase() != Phase::Playing {
            return Err(Reject::NoMatch);
        }
        let seat = self.seat_of(player).ok_or(Reject::NotSeated)?;
        if self.has_resigned(seat) {
            return Err(Reject::HasResigned);
        }
        let mut events = Vec::new();
        if self.table.wants_pause().contains(seat) != wanted {
            events.push(Event::Match(MatchEvent::PauseWanted { seat, wanted }));
        }
        let after = self.after(&events);
        if !self.is_paused() && after.all_want_pause() {
            events.push(Event::Match(MatchEvent::Paused {
                spent_ms: self.spent(spent_ms),
            }));
        }
        Ok(self.with_pause_ended(events))
    }

    /// The events, followed by the end of the pause if they leave nobody who is there and wants it, or nobody who could
    /// end it.
    pub(super) fn with_pause_ended(&self, mut events: Vec<Event>) -> Vec<Event> {
        if self.is_paused() {
            let after = self.after(&events);
            let there = after.there();
            let wanted = there
                .iter()
                .any(|it| after.table.wants_pause().contains(it));
            let all_are_away = there.is_empty() && !after.who_play().is_empty();
            if after.is_paused() && !all_are_away && !wanted {
                events.push(Event::Match(MatchEvent::Continued));
            }
        }
        events
    }

    fn all_want_pause(&self) -> bool {
        self.there()
            .iter()
            .all(|it| self.table.wants_pause().contains(it))
    }
}
