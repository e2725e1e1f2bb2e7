//! The commands about the dice of a match: seal, commitments, shares, deal, and the secret at the end. Called by
//! `decide` alone.
//!
//! A commitment or share that is known already is accepted again with no events, so that a person who reconnects may
//! repeat it.

use super::playing::roll;
use crate::dice::Dice;
use crate::fair::{Commitment, MatchId, Party, Secret, commitment};
use crate::game::{Seat, SeatSet};
use crate::games::{AnyConfig, AnyState};
use crate::lobby::{
    Agreement, DiceEvent, Event, Lobby, MatchEvent, PlayerId, Reject, Share, WantDice,
};

impl Lobby {
    /// Seals the dice that were announced, or else those with the name and secret given here. The commitments that came
    /// ahead count from now on; the other seats that are asked have to send theirs.
    pub(super) fn seal_dice(
        &self,
        (match_id, secret): (MatchId, Secret),
        begun_at: u64,
        connected: SeatSet,
    ) -> Result<Vec<Event>, Reject> {
        if self.want().dice != Some(WantDice::Seal) {
            return Err(Reject::DiceNotAwaited);
        }
        let there = connected.iter().filter(|seat| self.is_there(*seat));
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
            let commitment = next?.commitments[seat.idx()]?;
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
        let agreement = self.agreeing().ok_or(Reject::DiceNotAwaited)?;
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
        if let Some(given) = &self.given {
            return Ok((given.origin.config.clone(), given.state.clone()));
        }
        dice.begin_roll(0);
        let config = self.chosen()?.rules.generate(self.held(), dice)?;
        let state = config.start()?;
        Ok((config, state))
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
        let share = agreement.shares[seat.idx()].ok_or(Reject::DiceNotAwaited)?;
        Ok((seat, agreement, share))
    }
}
