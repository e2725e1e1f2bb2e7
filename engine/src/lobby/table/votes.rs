//! The votes of people about how their match goes on: each is carried out once all whom it concerns share it. Part of a match.
//!
//! Votes are for the moment. One to skip the bots is over when a person is to choose, one for a bot in the place of an
//! absent human when that seat has acted.

use std::collections::BTreeSet;

use crate::game::{SEATS_MAX, Seat};
use crate::lobby::{PlayerId, VoteEvent};

/// Who asks for what.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Votes {
    skip: BTreeSet<PlayerId>,
    stand_in: [BTreeSet<PlayerId>; SEATS_MAX],
}

impl Votes {
    /// The people who do not want to look at what bots do before a person is to choose.
    pub fn to_skip(&self) -> &BTreeSet<PlayerId> {
        &self.skip
    }

    /// The people who want a bot to act now for the absent human of a seat.
    pub fn for_stand_in(&self, seat: Seat) -> &BTreeSet<PlayerId> {
        &self.stand_in[seat.idx()]
    }

    /// Applies an event of votes.
    pub(in crate::lobby) fn evolve(&mut self, event: VoteEvent) {
        let (votes, player, wanted) = match event {
            VoteEvent::SkipWanted { player, wanted } => (&mut self.skip, player, wanted),
            VoteEvent::StandInWanted {
                player,
                seat,
                wanted,
            } => (&mut self.stand_in[seat.idx()], player, wanted),
        };
        if wanted {
            votes.insert(player);
        } else {
            votes.remove(&player);
        }
    }

    /// A seat has acted: nobody waits for its human any more.
    pub(super) fn seat_acted(&mut self, seat: Seat) {
        self.stand_in[seat.idx()].clear();
    }

    /// A person is to choose: there is nothing to skip.
    pub(in crate::lobby) fn end_skipping(&mut self) {
        self.skip.clear();
    }
}
