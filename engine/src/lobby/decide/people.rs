//! The commands about people who come and go, and about who is host. Called by `decide` alone.

use std::iter;

use crate::lobby::{
    EndReason, Entered, Event, Key, Lobby, LobbyEvent, Newcomer, PeopleEvent, PlayerId,
    PrivateEvent, Reject, SeatEvent,
};

impl Lobby {
    pub(super) fn enter(&self, newcomer: Newcomer) -> Result<Vec<Event>, Reject> {
        let seat = self.place_for(newcomer.address)?;
        self.access.check(&newcomer)?;
        let Newcomer {
            name,
            looks,
            key,
            address,
            password: _,
            account,
            device,
        } = newcomer;
        if let Some(namesake) = self.people.namesake(&looks) {
            return Err(Reject::NameTaken {
                like: namesake.name.clone(),
            });
        }
        if let Some(holder) = self.people.holder(account) {
            return Err(Reject::AccountHere {
                name: holder.name.clone(),
            });
        }
        let player = self.people.next();
        let entered = Event::People(PeopleEvent::Entered(Entered {
            player,
            name,
            key,
            looks: Some(looks),
            address,
            account,
            device,
        }));
        let seated = seat.map(|seat| Event::Seats(SeatEvent::SeatTaken { seat, player }));
        Ok(self.with_successor(iter::once(entered).chain(seated).collect(), None))
    }

    pub(super) fn leave(&self, player: PlayerId) -> Vec<Event> {
        let left = vec![Event::People(PeopleEvent::Left { player })];
        if self.host() == Some(player) {
            self.with_successor(left, None)
        } else {
            left
        }
    }

    pub(super) fn kick(&self, player: PlayerId, whom: PlayerId) -> Result<Vec<Event>, Reject> {
        self.check_somebody_else(player, whom)?;
        Ok(vec![Event::People(PeopleEvent::Kicked { player: whom })])
    }

    pub(super) fn hand_over_host(
        &self,
        player: PlayerId,
        whom: PlayerId,
    ) -> Result<Vec<Event>, Reject> {
        self.check_somebody_else(player, whom)?;
        Ok(vec![Event::People(PeopleEvent::HostChanged {
            player: whom,
        })])
    }

    pub(super) fn absent(&self, player: PlayerId) -> Result<Vec<Event>, Reject> {
        self.check_known(player)?;
        let seat = self.seat_of(player).filter(|_| !self.seats.is_away(player));
        let handed = seat.map(|seat| Event::Seats(SeatEvent::HandedToBot { seat }));
        Ok(self.with_pause_ended(self.with_successor(handed.into_iter().collect(), Some(player))))
    }

    pub(super) fn returned(&self, player: PlayerId) -> Result<Vec<Event>, Reject> {
        self.check_known(player)?;
        let seat = self.seat_of(player).filter(|_| self.seats.is_away(player));
        let taken_back = seat.map(|seat| Event::Seats(SeatEvent::TakenBack { seat }));
        Ok(self.with_successor(taken_back.into_iter().collect(), None))
    }

    pub(super) fn offer_key(
        &self,
        player: PlayerId,
        confirms: bool,
        key: Key,
    ) -> Result<Vec<Event>, Reject> {
        self.check_known(player)?;
        let offered = self.people.get(player).and_then(|it| it.offered);
        let confirmed = offered
            .filter(|_| confirms)
            .map(|_| Event::Private(PrivateEvent::KeyConfirmed { player }));
        Ok(confirmed
            .into_iter()
            .chain([Event::Private(PrivateEvent::KeyOffered { player, key })])
            .collect())
    }

    /// The events, followed by those that are needed if they leave the lobby empty or with a host who is not there.
    pub(super) fn with_successor(
        &self,
        mut events: Vec<Event>,
        absent: Option<PlayerId>,
    ) -> Vec<Event> {
        let after = self.after(&events);
        if after.players().is_empty() {
            events.push(Event::Lobby(LobbyEvent::Ended {
                reason: EndReason::Empty,
            }));
        } else if let Some(player) = after.successor(absent) {
            events.push(Event::People(PeopleEvent::HostChanged { player }));
        }
        events
    }

    /// The person who must become host; `None` while the host is there, or while everyone else is away as well.
    ///
    /// The seated people who are there come first, then the spectators, then the seated people who are away; among
    /// equals the one who entered first. Only the shell knows that a spectator is away, so it names the person that it
    /// found `absent`.
    fn successor(&self, absent: Option<PlayerId>) -> Option<PlayerId> {
        let away = |player| Some(player) == absent || self.seats.is_away(player);
        if self.host().is_some_and(|host| !away(host)) {
            return None;
        }
        let players = self.players().keys().copied();
        let next = players.min_by_key(|it| (away(*it), self.seat_of(*it).is_none(), *it));
        next.filter(|next| self.host().is_none() || !away(*next))
    }
}
