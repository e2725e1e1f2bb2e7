//! The dice of the next match, as far as they are agreed on before it is called: the server binds itself to a secret,
//! and whoever agrees to start may bind a seat to its share in the same command.
//!
//! Part of the lobby's state; `decide` and `evolve` change it. Laws kept here: a commitment counts for the match and
//! the seat for which it was made, and for nothing else; nobody is bound to anything before the match is called, so
//! until then the last commitment of a seat replaces the ones before it.

use super::command::EarlyCommitment;
use super::{AheadEvent, Event, Holder, Lobby, PlayerId, Reject, Request, Stage};
use crate::fair::{Commitment, MatchId, Party, Secret, commitment};
use crate::game::{SEATS_MAX, Seat};

/// The name and the secret of the next match, and the commitments that have come for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextDice {
    /// The name of the match.
    pub match_id: MatchId,
    /// The server's secret; shown to nobody before the match is over.
    pub secret: Secret,
    /// The commitments of the seats that have agreed to start.
    pub(super) commitments: [Option<Commitment>; SEATS_MAX],
}

impl NextDice {
    /// The commitment of the server, which is shown together with the match's name.
    pub fn commitment(&self) -> Commitment {
        commitment(&self.match_id, Party::Server, &self.secret)
    }
}

impl Lobby {
    /// The dice of the next match; `None` until they are announced.
    pub fn next_dice(&self) -> Option<&NextDice> {
        self.next_dice.as_deref()
    }

    /// Whether the shell should announce the dice of the next match: a human is seated who may want to commit to a
    /// share, and no match waits to be sealed. They are announced when a match begins, so that everybody knows them
    /// when it ends and asks for a rematch at once.
    pub fn lacks_next_dice(&self) -> bool {
        let may_come = match self.stage {
            Stage::Waiting | Stage::Match(_) => true,
            Stage::Starting(_) | Stage::Ended(_) => false,
        };
        let seats_human = || {
            self.seats
                .iter()
                .any(|it| matches!(it, Holder::Human { .. }))
        };
        may_come && self.next_dice.is_none() && seats_human()
    }

    pub(super) fn announce_dice(
        &self,
        match_id: MatchId,
        secret: Secret,
    ) -> Result<Vec<Event>, Reject> {
        if self.lacks_next_dice() {
            let announced = AheadEvent::DiceAnnounced { match_id, secret };
            Ok(vec![Event::Ahead(announced)])
        } else {
            Err(Reject::DiceNotAwaited)
        }
    }

    /// The event of a commitment that comes with a request. A commitment to another match than the next, or for another
    /// seat than the person's, is not kept; the seat is then asked when the match is called.
    pub(super) fn committed_ahead(
        &self,
        player: PlayerId,
        request: &Request,
        commits: &EarlyCommitment,
    ) -> Option<Event> {
        let next = self.next_dice.as_ref()?;
        let seat = self.seat_of(player).filter(|it| *it == commits.seat)?;
        let commitment = commits.commitment;
        let is_new = next.commitments[seat.idx()] != Some(commitment);
        let counts = self.is_idle() && request.may_commit() && next.match_id == commits.match_id;
        (counts && is_new).then_some(Event::Ahead(AheadEvent::ShareCommittedAhead {
            seat,
            commitment,
        }))
    }

    pub(super) fn may_happen_ahead(&self, event: &AheadEvent) -> bool {
        match event {
            AheadEvent::DiceAnnounced { .. } => self.lacks_next_dice(),
            AheadEvent::ShareCommittedAhead { seat, .. } => {
                let is_human = matches!(self.seats[seat.idx()], Holder::Human { .. });
                self.is_idle() && self.next_dice.is_some() && is_human
            }
        }
    }

    pub(super) fn apply_ahead(&mut self, event: AheadEvent) {
        match event {
            AheadEvent::DiceAnnounced { match_id, secret } => {
                self.next_dice = Some(Box::new(NextDice {
                    match_id,
                    secret,
                    commitments: [None; SEATS_MAX],
                }));
            }
            AheadEvent::ShareCommittedAhead { seat, commitment } => {
                if let Some(next) = &mut self.next_dice {
                    next.commitments[seat.idx()] = Some(commitment);
                }
            }
        }
    }

    /// Drops the commitment of a seat: whoever holds it when the match is called is asked then.
    pub(super) fn withdraw(&mut self, seat: Seat) {
        if let Some(next) = &mut self.next_dice {
            next.commitments[seat.idx()] = None;
        }
    }

    /// The commitments that remain valid when the held seats move together to the front: those of the seats that stay
    /// where they are, because a commitment is bound to its seat.
    pub(super) fn commitments_of_unmoved(&self) -> [Option<Commitment>; SEATS_MAX] {
        let is_unmoved = |seat: Seat| self.seats[..seat.idx()].iter().all(Holder::is_held);
        let given = |seat: Seat| self.next_dice.as_ref()?.commitments[seat.idx()];
        Seat::ALL.map(|seat| given(seat).filter(|_| is_unmoved(seat)))
    }
}

impl Request {
    /// Whether a commitment to a share of the next match's dice may come with it.
    pub fn may_commit(&self) -> bool {
        matches!(
            self,
            Self::Ready { ready: true } | Self::Start { .. } | Self::Rematch
        )
    }
}
