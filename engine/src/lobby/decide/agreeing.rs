//! The commands about the dice of a match: what is agreed before the call, seal, commitments, shares, deal, and the secret
//! at the end. Called by `decide` alone.
//!
//! A commitment or share that is known already is accepted again with no events, so that a person who reconnects may
//! repeat it.

use super::playing::roll;
use crate::dice::Dice;
use crate::fair::{Commitment, MatchId, Party, Secret, commitment};
use crate::game::{Seat, SeatSet};
use crate::games::{AnyConfig, AnyState};
use crate::lobby::{
    Agreement, AheadEvent, DiceEvent, EarlyCommitment, Event, Lobby, MatchEvent, PlayerId, Reject,
    Request, Share, WantDice,
};

impl Lobby {
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
        let next = self.next_dice()?;
        let seat = self.seat_of(player).filter(|it| *it == commits.seat)?;
        let commitment = commits.commitment;
        let is_new = next.committed(seat) != Some(commitment);
        let is_next = request.may_commit() && next.match_id == commits.match_id;
        let counts = self.table.is_idle() && is_next;
        (counts && is_new).then_some(Event::Ahead(AheadEvent::ShareCommittedAhead {
            seat,
            commitment,
        }))
    }

    /// Seals the dice that were announced, or else those with the name and secret given here. The commitments that came
    /// ahead count from now on; the other seats that are asked have to send theirs.
    pub(super) fn seal_dice(
        &self,
        match_id: MatchId,
        begun_at: u64,
        secret: Secret,
        connected: SeatSet,
    ) -> Result<Vec<Event>, Reject> {
        if self.want().dice != Some(WantDice::Seal) {
            return Err(Reject::DiceNotAwaited);
        }
        let there = connected.iter().filter(|it| self.seats.is_there(*it));
        let seats: SeatSet = there.collect();
        let next = self.next_dice();
        let (match_id, secret) =
            next.map_or((match_id, secret), |it| (it.match_id.clone(), it.secret));
        let sealed = DiceEvent::DiceSealed {
            match_id,
            begun_at,
            secret,
            seats,
        };
        let given = |seat: Seat| {
            let commitment = next?.committed(seat)?;
            Some(DiceEvent::ShareCommitted { seat, commitment })
        };
        let committed = seats.iter().filter_map(given);
        Ok([sealed]
            .into_iter()
            .chain(committed)
            .map(Event::Dice)
            .collect())
    }

    pub(super) fn commit_share(
        &self,
        player: PlayerId,
        match_id: &MatchId,
        commitment: Commitment,
    ) -> Result<Vec<Event>, Reject> {
        let (seat, _, share) = self.asked(player, match_id)?;
        match share {
            Share::Awaited => Ok(vec![Event::Dice(DiceEvent::ShareCommitted {
                seat,
                commitment,
            })]),
            Share::Committed(known) | Share::Shown(known, _) if known == commitment => {
                Ok(Vec::new())
            }
            Share::Committed(_) | Share::Shown(..) | Share::Missed(_) => {
                Err(Reject::DiceNotAwaited)
            }
        }
    }

    pub(super) fn show_share(
        &self,
        player: PlayerId,
        match_id: &MatchId,
        share: Secret,
    ) -> Result<Vec<Event>, Reject> {
        let (seat, agreement, known) = self.asked(player, match_id)?;
        match known {
            Share::Committed(_) if !agreement.is_revealing() => Err(Reject::DiceNotAwaited),
            Share::Committed(committed)
                if committed == commitment(match_id, Party::Seat(seat), &share) =>
            {
                Ok(vec![Event::Dice(DiceEvent::ShareShown { seat, share })])
            }
            Share::Committed(_) => Err(Reject::WrongShare),
            Share::Shown(_, shown) if shown == share => Ok(Vec::new()),
            Share::Awaited | Share::Shown(..) | Share::Missed(_) => Err(Reject::DiceNotAwaited),
        }
    }

    /// Counts every commitment or share that is missing from these seats as missed.
    pub(super) fn miss_shares(&self, seats: SeatSet) -> Result<Vec<Event>, Reject> {
        let agreement = self.table.agreeing().ok_or(Reject::DiceNotAwaited)?;
        let missed = agreement
            .awaited()
            .iter()
            .filter(|seat| seats.contains(*seat));
        Ok(missed
            .map(|seat| Event::Dice(DiceEvent::ShareMissed { seat }))
            .collect())
    }

    pub(super) fn deal(&self, dice: &mut dyn Dice) -> Result<Vec<Event>, Reject> {
        if self.want().dice != Some(WantDice::Deal) {
            return Err(Reject::DiceNotAwaited);
        }
        let (config, mut state) = self.first_position(dice)?;
        let mut events = vec![Event::Match(MatchEvent::MatchStarted { config })];
        roll(&mut state, 0, dice, &mut events);
        Ok(events)
    }

    /// The first position: the last one of the origin, or else a new deal.
    fn first_position(&self, dice: &mut dyn Dice) -> Result<(AnyConfig, AnyState), Reject> {
        if let Some(given) = self.origin.given() {
            return Ok((given.origin.config.clone(), given.state.clone()));
        }
        dice.begin_roll(0);
        let dealt = self.chosen()?.rules.generate(self.seats.held(), dice)?;
        let config = dealt.begun_by(self.first_to_move());
        let state = config.start()?;
        Ok((config, state))
    }

    /// The seat that begins the match that was called: from match to match the next one.
    fn first_to_move(&self) -> Seat {
        let before = self.matches().saturating_sub(1);
        let seat = before.checked_rem(self.seats.held().into()).unwrap_or(0);
        Seat::ALL
            .into_iter()
            .find(|it| u32::from(it.number()) == seat)
            .unwrap_or_default()
    }

    pub(super) fn open_dice(&self) -> Result<Vec<Event>, Reject> {
        if self.want().dice == Some(WantDice::Open) {
            Ok(vec![Event::Dice(DiceEvent::DiceOpened)])
        } else {
            Err(Reject::DiceNotAwaited)
        }
    }

    /// The person's seat and share, if it was asked for one in that match.
    fn asked(
        &self,
        player: PlayerId,
        match_id: &MatchId,
    ) -> Result<(Seat, &Agreement, Share), Reject> {
        let seat = self.seat_of(player).ok_or(Reject::NotSeated)?;
        let agreement = self.agreement().filter(|it| it.match_id == *match_id);
        let agreement = agreement.ok_or(Reject::DiceNotAwaited)?;
        let share = agreement.share(seat).ok_or(Reject::DiceNotAwaited)?;
        Ok((seat, agreement, share))
    }
}
