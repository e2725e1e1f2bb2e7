//! The commands about votes that people share: to skip what bots do, and to let a bot act for somebody who is gone.
//! Called by `decide` alone.
//!
//! The humans who count are those on seats who are there, have not resigned and have not fallen; in a match of bots alone it
//! is the host. Whoever has fallen may still vote, but nobody waits for that.
//! Whether a bot acts without a pause follows from the votes; that it takes a seat is an event, because only the shell
//! knows who is gone.

use super::Asker;
use crate::game::Seat;
use crate::lobby::{Event, Lobby, PlayerId, Reject, VoteEvent};

impl Lobby {
    /// Where no bot is to act there is nothing to skip.
    pub(super) fn skip(&self, player: PlayerId, wanted: bool) -> Result<Vec<Event>, Reject> {
        let votes = &self.table.running().ok_or(Reject::NoMatch)?.votes;
        self.check_may_vote(player)?;
        let is_possible = !wanted || self.want().bot.is_some();
        let changes = votes.to_skip().contains(&player) != wanted;
        let voted = VoteEvent::SkipWanted { player, wanted };
        let happens = is_possible && changes;
        Ok(happens
            .then_some(voted)
            .map(Event::Votes)
            .into_iter()
            .collect())
    }

    pub(super) fn stand_in(
        &self,
        by: Asker,
        seat: Seat,
        wanted: bool,
    ) -> Result<Vec<Event>, Reject> {
        let votes = &self.table.running().ok_or(Reject::NoMatch)?.votes;
        let player = by.player;
        if self.host() != Some(player) {
            self.check_may_vote(player)?;
        }
        let human = self.seats.human_on(seat);
        let is_gone = by.stamp.gone.contains(seat);
        let absent = human.filter(|_| is_gone).ok_or(Reject::NotAbsent)?;
        if self.bot_for(seat).is_some() {
            return Ok(Vec::new());
        }
        let mut events = Vec::new();
        if votes.for_stand_in(seat).contains(&player) != wanted {
            events.push(Event::Votes(VoteEvent::StandInWanted {
                player,
                seat,
                wanted,
            }));
        }
        if wanted && self.after(&events).all_want_stand_in(by, seat) {
            events.extend(self.absent(absent)?);
        }
        Ok(events)
    }

    /// Whether the host wants a bot for a seat, or everybody who plays and is connected.
    fn all_want_stand_in(&self, by: Asker, seat: Seat) -> bool {
        let wants = |it: &PlayerId| {
            let running = self.table.running();
            running.is_some_and(|running| running.votes.for_stand_in(seat).contains(it))
        };
        let is_connected = |it: &PlayerId| {
            let mine = self.seat_of(*it);
            mine.is_none_or(|mine| !by.stamp.gone.contains(mine))
        };
        let mut present = self.who_vote().into_iter().filter(is_connected);
        self.host().is_some_and(|it| wants(&it)) || present.all(|it| wants(&it))
    }

    fn check_may_vote(&self, player: PlayerId) -> Result<(), Reject> {
        if self.seat_of(player).is_some_and(|it| self.has_resigned(it)) {
            return Err(Reject::HasResigned);
        }
        if self.who_may_vote().contains(&player) {
            Ok(())
        } else {
            Err(Reject::NotSeated)
        }
    }
}
