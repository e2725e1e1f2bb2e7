//! The agreement on the dice of a match: the server's secret is sealed, every human's share is committed, then shown.
//!
//! One part of the lobby's state: `evolve` changes it, everybody asks it, and the server takes the dice of the match from
//! it. Law kept here: no share is shown while another commitment may still come, and nothing is rolled while a share may.

pub mod ahead;

use super::DiceEvent;
use crate::fair::{Commitment, MatchId, Party, Secret, commitment};
use crate::game::{SEATS_MAX, Seat, SeatSet};

/// The secret, commitments and shares from which the dice of a match follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreement {
    /// The name of the match.
    pub match_id: MatchId,
    /// When it was called, in seconds since 1970.
    pub begun_at: u64,
    /// The server's secret; shown to nobody before the match is over.
    pub secret: Secret,
    /// Whether the secret has been shown.
    pub is_opened: bool,
    /// The shares of the seats that were asked.
    shares: [Option<Share>; SEATS_MAX],
}

/// The share of one human in the dice of a match, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// The commitment has not come yet.
    Awaited,
    /// The commitment has come, the share has not.
    Committed(Commitment),
    /// The share was shown and agrees with the commitment.
    Shown(Commitment, Secret),
    /// Commitment or share did not come in time, so the share counts as zero; the commitment may have come.
    Missed(Option<Commitment>),
}

impl Agreement {
    /// An agreement in which these seats are asked for their shares.
    pub(super) fn new(match_id: MatchId, begun_at: u64, secret: Secret, seats: SeatSet) -> Self {
        let shares = Seat::ALL.map(|seat| seats.contains(seat).then_some(Share::Awaited));
        Self {
            match_id,
            begun_at,
            secret,
            is_opened: false,
            shares,
        }
    }

    /// The commitment of the server, which is shown before the humans commit.
    pub fn commitment(&self) -> Commitment {
        commitment(&self.match_id, Party::Server, &self.secret)
    }

    /// The share of a seat; `None` if it was not asked.
    pub(super) fn share(&self, seat: Seat) -> Option<Share> {
        self.shares[seat.idx()]
    }

    /// The shares of the seats that were asked, in order.
    pub fn shares(&self) -> impl Iterator<Item = (Seat, Share)> {
        Seat::ALL
            .into_iter()
            .filter_map(|seat| Some((seat, self.shares[seat.idx()]?)))
    }

    /// Whether every commitment has come or was missed, so that shares may be shown.
    pub fn is_revealing(&self) -> bool {
        self.shares().all(|(_, it)| it != Share::Awaited)
    }

    /// The seats whose commitment is waited for or, if there are none, whose share is.
    pub fn awaited(&self) -> SeatSet {
        let is_revealing = self.is_revealing();
        let waits = |share| match share {
            Share::Awaited => true,
            Share::Committed(_) => is_revealing,
            Share::Shown(..) | Share::Missed(_) => false,
        };
        self.shares()
            .filter(|(_, share)| waits(*share))
            .map(|(seat, _)| seat)
            .collect()
    }

    /// The shares that go into the key of the match, in the order of seats: zero if missed. `None` while a share may
    /// still come.
    pub fn settled(&self) -> Option<Vec<Secret>> {
        let counts = |(_, share)| match share {
            Share::Awaited | Share::Committed(_) => None,
            Share::Shown(_, secret) => Some(secret),
            Share::Missed(_) => Some(Secret::ZERO),
        };
        self.shares().map(counts).collect()
    }

    /// Whether a share agrees with the seat's commitment.
    pub(super) fn is_committed(&self, seat: Seat, share: &Secret) -> bool {
        let shown = commitment(&self.match_id, Party::Seat(seat), share);
        self.shares[seat.idx()] == Some(Share::Committed(shown))
    }

    /// Applies an event that follows the sealing.
    pub(super) fn evolve(&mut self, event: &DiceEvent) {
        match *event {
            DiceEvent::DiceSealed { .. } => {}
            DiceEvent::ShareCommitted { seat, commitment } => {
                self.shares[seat.idx()] = Some(Share::Committed(commitment));
            }
            DiceEvent::ShareShown { seat, share } => self.show(seat, share),
            DiceEvent::ShareMissed { seat } => self.miss(seat),
            DiceEvent::DiceOpened => self.is_opened = true,
        }
    }

    fn show(&mut self, seat: Seat, share: Secret) {
        let shown = commitment(&self.match_id, Party::Seat(seat), &share);
        self.shares[seat.idx()] = Some(Share::Shown(shown, share));
    }

    fn miss(&mut self, seat: Seat) {
        if let Some(share) = &mut self.shares[seat.idx()] {
            *share = match *share {
                Share::Committed(commitment) | Share::Shown(commitment, _) => {
                    Share::Missed(Some(commitment))
                }
                Share::Awaited | Share::Missed(_) => Share::Missed(None),
            };
        }
    }
}
