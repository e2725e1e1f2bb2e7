//! The questions about what a match waits for besides the person: bots that may be skipped, and people who are gone.
//!
//! Asked by `update` and `view`. The server decides; these only say which keys make sense, and how many have asked.

use dicehall_engine::Seat;
use dicehall_engine::lobby::{Phase, PlayerId};
use dicehall_protocol::{HolderView, SeatView};

use crate::tui::model::game_match::minutes;
use crate::tui::model::lobby::Lobby;

/// How many of the people whose vote counts ask for something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VoteCount {
    /// Whether the person is among them.
    pub by_me: bool,
    /// How many ask for it.
    pub count: usize,
    /// How many must.
    pub all: usize,
}

impl Lobby {
    /// Whether a bot is to act that the person may ask to skip.
    pub fn may_skip_bots(&self) -> bool {
        let is_bot = |seat: Seat| !self.seat(seat).is_some_and(is_played_by_human);
        self.to_move().is_some_and(is_bot) && self.who_vote().contains(&self.you)
    }

    /// Who votes to skip what bots do.
    pub fn skip_votes(&self) -> VoteCount {
        let all = self.who_vote();
        let votes = |it: &&PlayerId| {
            let seat = self.seat_of(**it).and_then(|it| self.seat(it));
            seat.is_some_and(|it| it.wants_skip)
        };
        let who: Vec<&PlayerId> = all.iter().filter(votes).collect();
        VoteCount {
            by_me: who.contains(&&self.you),
            count: who.len(),
            all: all.len(),
        }
    }

    /// The seat of somebody who is gone and for whom no bot acts yet: that which is to move, else the first.
    pub fn absent_seat(&self) -> Option<Seat> {
        let is_absent = |seat: &Seat| {
            let view = self.seat(*seat).filter(|it| is_played_by_human(it));
            let player = view.and_then(|it| player_of(&it.holder));
            player.is_some_and(|it| self.is_gone(it))
        };
        let runs = self.view.phase == Phase::Playing;
        let to_move = self.to_move().filter(is_absent);
        to_move
            .or_else(|| Seat::ALL.into_iter().find(is_absent))
            .filter(|_| runs && (self.is_host() || self.who_vote().contains(&self.you)))
    }

    /// Who votes that a bot acts for the absent human of a seat.
    pub fn stand_in_votes(&self, seat: Seat) -> VoteCount {
        let voted: &[PlayerId] = self.seat(seat).map_or(&[], |it| &it.bot_wanted_by);
        let present = |it: &PlayerId| !self.is_gone(*it);
        let all: Vec<PlayerId> = self.who_vote().into_iter().filter(present).collect();
        VoteCount {
            by_me: voted.contains(&self.you),
            count: all.iter().filter(|it| voted.contains(it)).count(),
            all: all.len(),
        }
    }

    /// How long until a bot acts for the human of a seat who is gone, as minutes and seconds.
    pub fn bot_in(&self, seat: Seat) -> Option<String> {
        let view = self.seat(seat).filter(|it| is_played_by_human(it))?;
        let left_ms = self.absences.get(&player_of(&view.holder)?)?;
        Some(minutes(*left_ms))
    }

    /// Whether somebody is waited for who is gone, or a reaction is shown.
    pub fn counts_down(&self) -> bool {
        self.view.phase == Phase::Playing && self.absences.values().any(|it| *it > 0)
            || self.reactions.any()
    }

    /// Lets time pass for those who are gone, and for reactions.
    pub fn pass(&mut self, elapsed_ms: u32) {
        self.reactions.pass(elapsed_ms);
        for left_ms in self.absences.values_mut() {
            *left_ms = left_ms.saturating_sub(elapsed_ms);
        }
    }

    /// Ends the votes to skip, if a person is to choose.
    pub fn settle_skips(&mut self) {
        let chooses = |seat| self.seat(seat).is_some_and(is_played_by_human);
        if !self.to_move().is_some_and(chooses) {
            return;
        }
        self.skipped |= self.skip_votes().by_me;
        for seat in &mut self.view.seats {
            seat.wants_skip = false;
        }
    }

    /// The people whose votes count: those who play and are there; in a match of bots alone the host.
    fn who_vote(&self) -> Vec<PlayerId> {
        let mut playing = self.view.seats.iter().filter(|it| !it.resigned).peekable();
        let humans = |it: &SeatView| player_of(&it.holder).is_some();
        if !playing.clone().any(humans) {
            return self.view.host.into_iter().collect();
        }
        let playing = playing.by_ref().filter(|it| is_played_by_human(it));
        let all: Vec<PlayerId> = playing.filter_map(|it| player_of(&it.holder)).collect();
        let has_fallen = |it: &PlayerId| {
            let seat = self.seat_of(*it);
            let running = self.game_match.as_ref();
            running.is_some_and(|running| seat.is_some_and(|it| running.is_out(it)))
        };
        // Whoever has fallen looks on, and is not waited for, unless all have.
        let standing: Vec<PlayerId> = all.iter().copied().filter(|it| !has_fallen(it)).collect();
        if standing.is_empty() { all } else { standing }
    }

    fn to_move(&self) -> Option<Seat> {
        let running = self.game_match.as_ref()?;
        running.to_move.filter(|_| running.outcome.is_none())
    }

    fn seat(&self, seat: Seat) -> Option<&SeatView> {
        self.view.seats.get(seat.idx())
    }

    fn is_gone(&self, player: PlayerId) -> bool {
        self.player(player).is_some_and(|it| !it.connected)
    }
}

/// Whether the human of a seat acts, or would.
fn is_played_by_human(seat: &SeatView) -> bool {
    !seat.resigned
        && matches!(
            seat.holder,
            HolderView::Human {
                held_by_bot: false,
                ..
            }
        )
}

const fn player_of(holder: &HolderView) -> Option<PlayerId> {
    match holder {
        HolderView::Human { player, .. } => Some(*player),
        HolderView::Open | HolderView::Closed | HolderView::Bot { .. } => None,
    }
}
