//! The questions about the seats of the reference lobby, which everything else asks.

use dicehall_engine::Seat;
use dicehall_engine::lobby::PlayerId;

use super::{Chair, Reference};

impl Reference {
    pub(super) fn seats_with(&self, holds: impl Fn(&Chair) -> bool) -> impl Iterator<Item = Seat> {
        Seat::ALL
            .into_iter()
            .filter(move |it| holds(&self.seats[it.idx()]))
    }

    pub(super) fn seat_of(&self, me: PlayerId) -> Option<Seat> {
        self.seats_with(|it| it.human == Some(me)).next()
    }

    pub(super) fn is_away(&self, me: PlayerId) -> bool {
        self.seats
            .iter()
            .any(|it| it.human == Some(me) && it.is_away)
    }

    /// The humans on seats who are not away and have not given up.
    pub(super) fn there(&self) -> impl Iterator<Item = Seat> {
        let there = self.seats_with(|it| it.is_human() && !it.is_away);
        there.filter(|it| !self.resigned.contains(*it))
    }
}
