//! The places of a lobby: the seats that its game has, and the places of those who watch.
//!
//! Called by `decide` alone; `evolve` and replay know nothing of it, so that streams of earlier releases, in which people sat
//! on seats that their game does not have, are still read. Laws kept here: nobody takes a seat that the game does not
//! have; whoever sits on one all the same gets another or watches before the next match; however many watch, a place is
//! left for whoever takes a free seat; one address never has all places of those who watch.

use std::cmp::Reverse;

use crate::game::{SEATS_MAX, Seat};
use crate::games::GameKind;
use crate::lobby::{
    AddressKey, Event, Holder, Lobby, PLAYERS_MAX, PlayerId, Reject, SeatEvent, WATCHERS_MAX,
    WATCHERS_PER_ADDRESS_MAX,
};

impl Lobby {
    /// Finds a place for somebody who comes in: to watch (`None`), or on a free seat if there is no other place.
    pub(super) fn place_for(&self, address: Option<AddressKey>) -> Result<Option<Seat>, Reject> {
        if self.players().len() >= PLAYERS_MAX {
            return Err(Reject::LobbyFull);
        }
        let free = self
            .open_seats()
            .iter()
            .next()
            .filter(|_| self.table.is_idle());
        match (self.check_may_watch(address), free) {
            (Ok(()), _) => Ok(None),
            (Err(_), Some(seat)) => Ok(Some(seat)),
            (Err(reject), None) => Err(reject),
        }
    }

    /// Checks that one more person from this address may be in the lobby without a seat.
    pub(super) fn check_may_watch(&self, address: Option<AddressKey>) -> Result<(), Reject> {
        let watching = || {
            let players = self.players().iter();
            players.filter(|(player, _)| self.seat_of(**player).is_none())
        };
        if watching().count() >= WATCHERS_MAX {
            return Err(Reject::LobbyFull);
        }
        let is_neighbor = |it: &&AddressKey| address == Some(**it);
        let neighbors = watching().filter_map(|(_, it)| it.address.as_ref());
        if neighbors.filter(is_neighbor).count() >= WATCHERS_PER_ADDRESS_MAX {
            return Err(Reject::AddressFull);
        }
        Ok(())
    }

    /// The events that send the bots away from the seats that this game does not have.
    pub(super) fn bots_beyond(&self, game: GameKind) -> Vec<Event> {
        let is_bot = |seat: &Seat| matches!(self.seats.holder(*seat), Holder::Bot(_));
        let beyond = |seat: &Seat| seat.number() >= game.seats().1;
        Seat::ALL
            .into_iter()
            .filter(beyond)
            .filter(is_bot)
            .map(|seat| Event::Seats(SeatEvent::SeatOpened { seat }))
            .collect()
    }

    /// The events that free all seats that the game does not have: bots there go; people move to a free seat, the host
    /// first, then those who are there, then the others; whoever finds none watches.
    pub(super) fn moved_together(&self) -> Vec<Event> {
        let mut moves = Moves {
            lobby: self.clone(),
            events: Vec::new(),
        };
        for event in self.game().map_or_else(Vec::new, |it| self.bots_beyond(it)) {
            moves.happen(event);
        }
        let mut displaced: Vec<Displaced> = Seat::ALL
            .into_iter()
            .filter(|seat| !self.has_seat(*seat))
            .filter_map(|seat| self.displaced(seat))
            .collect();
        displaced.sort_unstable();
        for person in displaced {
            moves.seat_anew(&person);
        }
        moves.events
    }

    /// The person on a seat that the game does not have.
    fn displaced(&self, seat: Seat) -> Option<Displaced> {
        let player = self.seats.human_on(seat)?;
        Some(Displaced {
            is_guest: self.host() != Some(player),
            is_away: !self.seats.is_there(seat),
            seat,
            player,
        })
    }
}

/// A person whose seat the game does not have. In the order in which such people are moved.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Displaced {
    is_guest: bool,
    is_away: bool,
    seat: Seat,
    player: PlayerId,
}

/// A lobby whose people are being moved, and what happens meanwhile.
struct Moves {
    lobby: Lobby,
    events: Vec<Event>,
}

impl Moves {
    fn happen(&mut self, event: Event) {
        self.lobby.evolve(event.clone());
        self.events.push(event);
    }

    /// Moves a person from a seat that the game does not have: to an open seat, else to a closed one, else to that of a
    /// bot; the host at last to that of a guest. Whoever finds none stands up.
    fn seat_anew(&mut self, person: &Displaced) {
        let Some(seat) = self.best_for(person.is_guest) else {
            let seat = person.seat;
            return self.happen(Event::Seats(SeatEvent::SeatLeft { seat }));
        };
        match self.lobby.seats.holder(seat) {
            Holder::Open => {}
            Holder::Closed | Holder::Bot(_) => {
                self.happen(Event::Seats(SeatEvent::SeatOpened { seat }));
            }
            Holder::Human { .. } => self.happen(Event::Seats(SeatEvent::SeatLeft { seat })),
        }
        let player = person.player;
        self.happen(Event::Seats(SeatEvent::SeatTaken { seat, player }));
        if person.is_away {
            self.happen(Event::Seats(SeatEvent::HandedToBot { seat }));
        }
    }

    /// The seat that a displaced person gets. Of guests who must make room for the host, those who are away come first,
    /// then the one on the last seat.
    fn best_for(&self, is_guest: bool) -> Option<Seat> {
        let rank = |seat: Seat| match self.lobby.seats.holder(seat) {
            Holder::Open => Some((0, Reverse(0))),
            Holder::Closed => Some((1, Reverse(0))),
            Holder::Bot(_) => Some((2, Reverse(0))),
            Holder::Human { .. } if is_guest => None,
            Holder::Human { held_by_bot, .. } => {
                Some((if held_by_bot { 3 } else { 4 }, Reverse(seat.number())))
            }
        };
        let seats = Seat::ALL.into_iter().filter(|it| self.lobby.has_seat(*it));
        let ranked = seats.filter_map(|seat| Some((rank(seat)?, seat)));
        ranked.min().map(|(_, seat)| seat)
    }
}

const _: () = assert!(
    WATCHERS_MAX + SEATS_MAX == PLAYERS_MAX && 4 * WATCHERS_PER_ADDRESS_MAX == WATCHERS_MAX,
    "every seat has a place, and an address a quarter of the others"
);
