//! The seats of a lobby and who holds them. One part of the lobby's state: `evolve` changes it, everybody asks it. Which of
//! the four seats the game has, it does not know.

use super::{PlayerId, SeatEvent};
use crate::bots::spec::BotSpec;
use crate::game::{SEATS_MAX, Seat, SeatSet};

/// The holder of a seat, or why it has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Holder {
    /// Nobody; anyone may take it.
    #[default]
    Open,
    /// Nobody, and nobody may.
    Closed,
    /// A person.
    Human {
        /// The person.
        player: PlayerId,
        /// Whether that person agrees to start.
        ready: bool,
        /// Whether a bot acts for the person, who is absent and may take the seat back at any moment.
        held_by_bot: bool,
    },
    /// A bot.
    Bot(BotSpec),
}

/// The holders of all seats.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Seats([Holder; SEATS_MAX]);

impl Seats {
    /// The holders, in the order of the seats.
    pub(super) fn holders(&self) -> &[Holder; SEATS_MAX] {
        &self.0
    }

    /// The holder of a seat.
    pub(super) fn holder(&self, seat: Seat) -> Holder {
        self.0[seat.idx()]
    }

    /// The seat of a person, whether the person is absent or not.
    pub(super) fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        Seat::ALL
            .into_iter()
            .find(|seat| self.human_on(*seat) == Some(player))
    }

    /// The person who holds a seat.
    pub(super) fn human_on(&self, seat: Seat) -> Option<PlayerId> {
        match self.holder(seat) {
            Holder::Human { player, .. } => Some(player),
            Holder::Open | Holder::Closed | Holder::Bot(_) => None,
        }
    }

    /// The seats whose holders are such.
    pub(super) fn which(&self, holds: impl Fn(&Holder) -> bool) -> SeatSet {
        Seat::ALL
            .into_iter()
            .filter(|seat| holds(&self.0[seat.idx()]))
            .collect()
    }

    /// The seats that humans hold.
    pub(super) fn humans(&self) -> SeatSet {
        self.which(|it| matches!(it, Holder::Human { .. }))
    }

    /// Whether a human holds the seat.
    pub(super) fn is_human(&self, seat: Seat) -> bool {
        self.human_on(seat).is_some()
    }

    /// Whether the seat is held by a human for whom no bot acts.
    pub(super) fn is_there(&self, seat: Seat) -> bool {
        self.is_human(seat) && !self.is_handed(seat)
    }

    /// Whether the seat is held by a human for whom a bot acts.
    pub(super) fn is_handed(&self, seat: Seat) -> bool {
        matches!(
            self.holder(seat),
            Holder::Human {
                held_by_bot: true,
                ..
            }
        )
    }

    /// Whether the person was found absent, so that a bot acts.
    pub(super) fn is_away(&self, player: PlayerId) -> bool {
        self.seat_of(player).is_some_and(|it| self.is_handed(it))
    }

    /// Whether the seat's human agrees to start.
    pub(super) fn is_ready(&self, seat: Seat) -> bool {
        matches!(self.holder(seat), Holder::Human { ready: true, .. })
    }

    /// The number of seats that are held, by humans or bots.
    pub(super) fn held(&self) -> u8 {
        self.0.iter().map(|it| u8::from(it.is_held())).sum()
    }

    /// Whether the seat stays where it is when the held seats move together to the front.
    pub(super) fn is_unmoved(&self, seat: Seat) -> bool {
        self.0[..seat.idx()].iter().all(Holder::is_held)
    }

    /// Applies an event of seats; a seat that its human leaves goes to `vacant`. Returns the seat, if any, whose human is no
    /// longer bound to what was said there.
    pub(super) fn evolve(&mut self, event: SeatEvent, vacant: Holder) -> Option<Seat> {
        match event {
            SeatEvent::SeatTaken { seat, player } => self.sit(seat, player),
            SeatEvent::SeatLeft { seat } => {
                self.0[seat.idx()] = vacant;
                Some(seat)
            }
            SeatEvent::BotSeated { seat, bot } => {
                self.0[seat.idx()] = Holder::Bot(bot);
                None
            }
            SeatEvent::SeatOpened { seat } => {
                self.0[seat.idx()] = Holder::Open;
                None
            }
            SeatEvent::SeatClosed { seat } => {
                self.0[seat.idx()] = Holder::Closed;
                None
            }
            SeatEvent::ReadyChanged { seat, ready } => {
                self.set_ready(seat, ready);
                (!ready).then_some(seat)
            }
            SeatEvent::HandedToBot { seat } => {
                self.set_held_by_bot(seat, true);
                Some(seat)
            }
            SeatEvent::TakenBack { seat } => {
                self.set_held_by_bot(seat, false);
                None
            }
        }
    }

    /// Moves the seats that are held together to the front, in order; the others follow in order.
    pub(super) fn gather(&mut self) {
        self.0.sort_by_key(|it| !it.is_held());
    }

    /// Nobody agrees to start any more.
    pub(super) fn reset_readiness(&mut self) {
        for seat in Seat::ALL {
            self.set_ready(seat, false);
        }
    }

    fn sit(&mut self, seat: Seat, player: PlayerId) -> Option<Seat> {
        let before = self.seat_of(player);
        if let Some(before) = before {
            self.0[before.idx()] = Holder::Open;
        }
        self.0[seat.idx()] = Holder::Human {
            player,
            ready: false,
            held_by_bot: false,
        };
        before
    }

    fn set_ready(&mut self, seat: Seat, agrees: bool) {
        if let Holder::Human { ready, .. } = &mut self.0[seat.idx()] {
            *ready = agrees;
        }
    }

    fn set_held_by_bot(&mut self, seat: Seat, held: bool) {
        if let Holder::Human { held_by_bot, .. } = &mut self.0[seat.idx()] {
            *held_by_bot = held;
        }
    }
}

impl Holder {
    /// Whether a human or a bot holds the seat.
    pub(super) fn is_held(&self) -> bool {
        match self {
            Self::Human { .. } | Self::Bot(_) => true,
            Self::Open | Self::Closed => false,
        }
    }
}

const _: () = assert!(SEATS_MAX <= 255, "seats are counted in a u8");
