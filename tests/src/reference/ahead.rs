//! The commitments of the reference lobby that come before a match is called. Each lies with its chair, so that whoever
//! stands up takes it away.

use dicehall_engine::fair::{Commitment, MatchId};
use dicehall_engine::lobby::{DiceEvent, EarlyCommitment, Event, Phase, PlayerId, Request};
use dicehall_engine::{Seat, SeatSet};

use super::{Answer, Chair, Dicing, Reference, Share, check_dice};

impl Reference {
    /// Whether the dice of the next match may be announced: somebody is seated, and none is starting.
    fn may_announce(&self) -> bool {
        let may_come = !matches!(self.phase(), Phase::Starting | Phase::Ended);
        may_come && self.next_match.is_none() && self.seats.iter().any(Chair::is_human)
    }

    pub(super) fn announce(&mut self, match_id: &MatchId) -> Answer {
        check_dice(self.may_announce())?;
        self.next_match = Some(match_id.clone());
        Ok(())
    }

    /// A person comes in on another connection, which may not know the share.
    pub(super) fn renew(&mut self, player: PlayerId) -> Answer {
        self.check_known(player)?;
        self.forget_ahead(|it| it.human == Some(player));
        Ok(())
    }

    /// Seals the dice of the announced match, or else of this one.
    pub(super) fn seal(&mut self, match_id: &MatchId, connected: SeatSet) -> Answer {
        check_dice(self.phase() == Phase::Starting && self.dice.is_none())?;
        let asked = self.there().filter(|it| connected.contains(*it));
        let shares = asked.map(|it| (it, self.share_ahead(it))).collect();
        self.dice = Some(Dicing {
            match_id: self.next_match.take().unwrap_or_else(|| match_id.clone()),
            shares,
            is_opened: false,
        });
        self.forget_ahead(|_| true);
        Ok(())
    }

    /// Keeps the commitment that comes with an agreement to start, if it is to the next match and for the person's seat.
    pub(super) fn commit_ahead(
        &mut self,
        me: PlayerId,
        request: &Request,
        commits: &EarlyCommitment,
    ) {
        let agrees = matches!(
            request,
            Request::Ready { ready: true } | Request::Start { .. } | Request::Rematch
        );
        let is_next = self.next_match.as_ref() == Some(&commits.match_id);
        let is_mine = self.seat_of(me) == Some(commits.seat);
        if agrees && is_next && is_mine && self.is_idle() {
            self.seats[commits.seat.idx()].ahead = Some(commits.commitment);
        }
    }

    fn forget_ahead(&mut self, of: impl Fn(&Chair) -> bool) {
        for chair in self.seats.iter_mut().filter(|it| of(it)) {
            chair.ahead = None;
        }
    }

    /// The share of a seat when the dice are sealed.
    fn share_ahead(&self, seat: Seat) -> Share {
        let ahead = self.seats[seat.idx()].ahead;
        ahead.map_or(Share::Awaited, Share::Committed)
    }

    /// The commitments of the people who still sit where they sat before.
    pub(super) fn unmoved_since(&self, before: [Chair; 4]) -> [Option<Commitment>; 4] {
        Seat::ALL.map(|seat| {
            let (before, now) = (before[seat.idx()], self.seats[seat.idx()]);
            before.ahead.filter(|_| before.human == now.human)
        })
    }

    /// The commitments that must follow in the same batch after the dice were sealed.
    pub(super) fn committed_at_seal(&self) -> Vec<Event> {
        let shares = self.dice.iter().flat_map(|it| &it.shares);
        let committed = shares.filter_map(|(seat, share)| match share {
            Share::Committed(commitment) => Some(DiceEvent::ShareCommitted {
                seat: *seat,
                commitment: *commitment,
            }),
            Share::Awaited | Share::Shown(..) | Share::Missed => None,
        });
        committed.map(Event::Dice).collect()
    }
}

impl Chair {
    /// Agrees to start, or no longer.
    pub(super) fn agree(&mut self, ready: bool) {
        self.is_ready = ready;
        self.ahead = self.ahead.filter(|_| ready);
    }
}
