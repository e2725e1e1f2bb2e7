//! The commands by which people talk, and the one by which a host lets an expert speak. Called by `decide` alone.

use crate::game::Seat;
use crate::lobby::{AsideEvent, Event, Lobby, PlayerId, Reaction, Reject, SeatEvent, TalkEvent};

impl Lobby {
    pub(super) fn say(&self, player: PlayerId, text: String) -> Result<Vec<Event>, Reject> {
        if self.is_silenced(player) {
            Err(Reject::Silenced)
        } else {
            Ok(vec![Event::Talk(TalkEvent::Said { player, text })])
        }
    }

    /// Says something to one person alone. A silenced person may not whisper either.
    pub(super) fn whisper(
        &self,
        player: PlayerId,
        to: PlayerId,
        text: String,
    ) -> Result<Vec<Event>, Reject> {
        if to == player {
            return Err(Reject::Yourself);
        }
        self.check_known(to)?;
        if self.is_silenced(player) {
            return Err(Reject::Silenced);
        }
        Ok(vec![Event::Aside(AsideEvent::Whispered {
            player,
            to,
            text,
        })])
    }

    /// Reacts to whoever holds a seat. A reaction that comes when nobody does any more is about nobody.
    pub(super) fn react(
        &self,
        player: PlayerId,
        seat: Seat,
        reaction: Reaction,
    ) -> Result<Vec<Event>, Reject> {
        if self.is_silenced(player) {
            return Err(Reject::Silenced);
        }
        let reacted = TalkEvent::Reacted {
            player,
            seat,
            reaction,
        };
        let is_held = self.seats.holder(seat).is_held();
        let happens = is_held.then_some(Event::Talk(reacted));
        Ok(happens.into_iter().collect())
    }

    /// Allows or forbids hints. The people who had agreed to start agreed to other conditions, and must agree again.
    pub(super) fn allow_hints(
        &self,
        player: PlayerId,
        allowed: bool,
    ) -> Result<Vec<Event>, Reject> {
        self.check_host(player)?;
        self.check_no_match()?;
        if self.hints_allowed == allowed {
            return Ok(Vec::new());
        }
        let humans = self.seats.humans();
        let ready = humans.iter().filter(|it| self.seats.is_ready(*it));
        let unready = ready.map(|seat| {
            let ready = false;
            Event::Seats(SeatEvent::ReadyChanged { seat, ready })
        });
        let changed = Event::Aside(AsideEvent::HintsChanged { allowed });
        Ok([changed].into_iter().chain(unready).collect())
    }
}
