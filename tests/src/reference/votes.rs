//! The votes of the reference lobby: to skip what bots do, and for a bot in the place of somebody who is gone.

use dicehall_engine::lobby::PlayerId;
use dicehall_engine::{AnyState, Seat, SeatSet, State};

use super::{Answer, Reference, ensure};

impl Reference {
    pub(super) fn vote_to_skip(&mut self, me: PlayerId, wanted: bool) -> Answer {
        self.check_may_vote(me)?;
        let wants = self.wants_skip.contains(&me);
        if !wanted {
            self.wants_skip.retain(|it| *it != me);
        } else if !wants && !self.is_paused {
            self.wants_skip.push(me);
        }
        Ok(())
    }

    /// Nobody wants to skip where no bot is to act; during a pause nobody begins to want it.
    pub(super) fn end_skipping(&mut self) {
        if self.to_move().is_some_and(|it| !self.bot_acts_for(it)) {
            self.wants_skip.clear();
        }
    }

    pub(super) fn vote_for_bot(
        &mut self,
        me: PlayerId,
        seat: Seat,
        wanted: bool,
        gone: SeatSet,
    ) -> Answer {
        ensure(self.to_move().is_some(), "no_match")?;
        if self.host != Some(me) {
            self.check_may_vote(me)?;
        }
        let absent = self.seats[seat.idx()].human.filter(|_| gone.contains(seat));
        let absent = absent.ok_or("not_absent")?;
        if self.bot_acts_for(seat) {
            return Ok(());
        }
        self.wants_bot.retain(|it| *it != (seat, me));
        if !wanted {
            return Ok(());
        }
        self.wants_bot.push((seat, me));
        let wants = |it: PlayerId| self.wants_bot.contains(&(seat, it));
        let is_here = |it: &PlayerId| !self.seat_of(*it).is_some_and(|it| gone.contains(it));
        let all = self.who_vote().into_iter().filter(is_here).all(wants);
        if all || self.host.is_some_and(wants) {
            self.set_away(absent, true);
            self.find_host(Some(absent));
            self.end_pause();
        }
        Ok(())
    }

    fn check_may_vote(&self, me: PlayerId) -> Answer {
        if let Some(seat) = self.seat_of(me) {
            self.playing(seat)?;
        }
        ensure(self.who_may_vote().contains(&me), "not_seated")
    }

    /// Those who may vote and are not out; all of them, if all are out.
    fn who_vote(&self) -> Vec<PlayerId> {
        let is_out = |it: &PlayerId| {
            let standings = self.position.as_ref().map(AnyState::view);
            let standings = standings.as_ref().and_then(|it| it.on_territories());
            let standing = self
                .seat_of(*it)
                .and_then(|it| standings?.standings.get(it.idx()));
            standing.is_some_and(|it| it.territories == 0)
        };
        let all = self.who_may_vote();
        let standing: Vec<PlayerId> = all.iter().copied().filter(|it| !is_out(it)).collect();
        if standing.is_empty() { all } else { standing }
    }

    /// The humans who play and are there; the host, if none plays.
    fn who_may_vote(&self) -> Vec<PlayerId> {
        let mut humans = self.seats_with(super::Chair::is_human);
        if !humans.any(|it| !self.resigned.contains(it)) {
            return self.host.into_iter().collect();
        }
        let there = self.there();
        there.filter_map(|it| self.seats[it.idx()].human).collect()
    }
}
