//! The dice of the next match, as far as they are agreed on before it is called: the server binds itself to a secret,
//! and whoever agrees to start may bind a seat to its share in the same command.
//!
//! One part of the lobby's state: `evolve` changes it, everybody asks it. Laws kept here: a commitment counts for the match and
//! the seat for which it was made, and for nothing else; nobody is bound to anything before the match is called, so
//! until then the last commitment of a seat replaces the ones before it.

use crate::fair::{Commitment, MatchId, Party, Secret, commitment};
use crate::game::{SEATS_MAX, Seat};
use crate::lobby::seats::Seats;

/// The name and the secret of the next match, and the commitments that have come for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextDice {
    /// The name of the match.
    pub match_id: MatchId,
    /// The server's secret; shown to nobody before the match is over.
    pub secret: Secret,
    /// The commitments of the seats that have agreed to start.
    commitments: [Option<Commitment>; SEATS_MAX],
}

impl NextDice {
    /// The dice as they are announced: nobody has committed to a share.
    pub(in crate::lobby) fn new(match_id: MatchId, secret: Secret) -> Self {
        Self {
            match_id,
            secret,
            commitments: [None; SEATS_MAX],
        }
    }

    /// The commitment of the server, which is shown together with the match's name.
    pub fn commitment(&self) -> Commitment {
        commitment(&self.match_id, Party::Server, &self.secret)
    }

    /// The commitment of a seat.
    pub(in crate::lobby) fn committed(&self, seat: Seat) -> Option<Commitment> {
        self.commitments[seat.idx()]
    }

    /// A seat commits, in place of what it committed to before.
    pub(in crate::lobby) fn commit(&mut self, seat: Seat, commitment: Commitment) {
        self.commitments[seat.idx()] = Some(commitment);
    }

    /// Drops the commitment of a seat: whoever holds it when the match is called is asked then.
    pub(in crate::lobby) fn withdraw(&mut self, seat: Seat) {
        self.commitments[seat.idx()] = None;
    }

    /// Drops the commitments of the seats that move when those that are held move together to the front, because a
    /// commitment is bound to its seat.
    pub(in crate::lobby) fn withdraw_moved(&mut self, seats: &Seats) {
        for seat in Seat::ALL {
            if !seats.is_unmoved(seat) {
                self.withdraw(seat);
            }
        }
    }
}
