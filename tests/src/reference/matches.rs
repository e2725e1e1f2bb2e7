//! The matches of the reference lobby: shares of the dice, actions and their rolls, pauses, clocks.

use dicehall_engine::fair::{Commitment, MatchId, Party, Secret, commitment};
use dicehall_engine::lobby::{Clock, Phase, PlayerId};
use dicehall_engine::{AnyAction, Node, Seat, SeatSet, State};

use super::{Answer, Chair, Dicing, Luck, Reference, Share, Stage, check_dice, ensure};

impl Reference {
    /// Calls a match: the seats that are held move together.
    pub(super) fn call(&mut self) {
        let before = self.seats;
        self.seats.sort_by_key(|it| !it.is_held());
        let kept = self.unmoved_since(before);
        self.clear_readiness();
        for (chair, ahead) in self.seats.iter_mut().zip(kept) {
            chair.ahead = ahead;
        }
        self.stage = Stage::MatchCalled;
        (self.dice, self.position, self.winners) = (None, None, None);
        (self.resigned, self.wants_pause) = (SeatSet::EMPTY, SeatSet::EMPTY);
        (self.is_paused, self.late) = (false, None);
        self.wants_skip.clear();
        self.wants_bot.clear();
        self.matches += 1;
    }

    pub(super) fn deal(&mut self, luck: &mut Luck) -> Answer {
        let is_done = |it: &Share| matches!(it, Share::Shown(..) | Share::Missed);
        let is_agreed = self
            .dice
            .as_ref()
            .is_some_and(|it| it.shares.values().all(is_done));
        check_dice(self.phase() == Phase::Starting && is_agreed)?;
        let settings = self.settings.as_ref().ok_or("not_created")?;
        let count = self.seats_with(Chair::is_held).count();
        let position = match self.origin.take() {
            Some(origin) => luck.go_on(&origin),
            None => luck.deal(&settings.rules, count, (self.matches - 1) % count),
        };
        self.position = Some(position.ok_or("bad_config")?);
        self.stage = Stage::Usual;
        self.clock = settings.clock;
        self.left_ms = [self.whole_ms(); 4];
        self.roll(luck);
        Ok(())
    }

    pub(super) fn act(
        &mut self,
        seat: Seat,
        action: AnyAction,
        spent_ms: u32,
        luck: &mut Luck,
    ) -> Answer {
        let runs = self.clock_runs().is_some();
        let position = self.position.as_mut().ok_or("no_match")?;
        ensure(position.actions().contains(&action), "illegal_action")?;
        position.act(action);
        self.ply.0 += 1;
        self.wants_bot.retain(|it| it.0 != seat);
        self.roll(luck);
        self.keep_time(seat, if runs { spent_ms } else { 0 });
        Ok(())
    }

    fn roll(&mut self, luck: &mut Luck) {
        let Some(position) = &mut self.position else {
            return;
        };
        while position.node() == Node::Chance
            && let Some(chance) = luck.roll(position)
        {
            position.resolve(chance);
        }
    }

    /// Ends a match that is over: by the rules; if one seat is left; or if a human has given up and no human plays on.
    pub(super) fn end_match(&mut self) {
        let playing = self.phase() == Phase::Playing;
        let Some(position) = self.position.as_ref().filter(|_| playing) else {
            return;
        };
        let left: Vec<Seat> = Seat::first(position.seats())
            .filter(|it| !self.resigned.contains(*it))
            .collect();
        let human = |it: &Seat| self.seats[it.idx()].is_human();
        let is_given_up = !self.resigned.is_empty() && !left.iter().any(human);
        self.winners = match position.node() {
            Node::Terminal(outcome) => Some(outcome.winners),
            Node::Decision(_) | Node::Chance if left.len() == 1 || is_given_up => {
                Some(left.into_iter().collect())
            }
            Node::Decision(_) | Node::Chance => return,
        };
    }

    pub(super) fn miss_shares(&mut self, seats: SeatSet) -> Answer {
        check_dice(self.phase() == Phase::Starting && self.dice.is_some())?;
        if let Some(dice) = &mut self.dice {
            let shows = dice.is_revealing();
            for (_, share) in dice.shares.iter_mut().filter(|it| seats.contains(*it.0)) {
                if *share == Share::Awaited || shows && matches!(share, Share::Committed(_)) {
                    *share = Share::Missed;
                }
            }
        }
        Ok(())
    }

    pub(super) fn commit(&mut self, seat: Seat, match_id: &MatchId, bound: Commitment) -> Answer {
        let (_, share) = self.share_of(seat, match_id)?;
        match share {
            Share::Awaited => *share = Share::Committed(bound),
            Share::Committed(it) | Share::Shown(it, _) if *it == bound => {}
            Share::Committed(_) | Share::Shown(..) | Share::Missed => Err("dice_not_awaited")?,
        }
        Ok(())
    }

    pub(super) fn show(&mut self, seat: Seat, match_id: &MatchId, secret: Secret) -> Answer {
        let (is_revealing, share) = self.share_of(seat, match_id)?;
        match *share {
            Share::Committed(bound) if is_revealing => {
                let fits = bound == commitment(match_id, Party::Seat(seat), &secret);
                ensure(fits, "wrong_share")?;
                *share = Share::Shown(bound, secret);
            }
            Share::Shown(_, it) if it == secret => {}
            Share::Awaited | Share::Committed(_) | Share::Shown(..) | Share::Missed => {
                Err("dice_not_awaited")?;
            }
        }
        Ok(())
    }

    /// The share of a seat that was asked for one, and whether shares may be shown.
    fn share_of(
        &mut self,
        seat: Seat,
        match_id: &MatchId,
    ) -> Result<(bool, &mut Share), &'static str> {
        let dice = self.dice.as_mut().filter(|it| it.match_id == *match_id);
        let dice = dice.ok_or("dice_not_awaited")?;
        let is_revealing = dice.is_revealing();
        let share = dice.shares.get_mut(&seat).ok_or("dice_not_awaited")?;
        Ok((is_revealing, share))
    }

    /// Records whether a seat wants the pause. The match pauses when everybody who is there wants it.
    pub(super) fn pause(&mut self, seat: Seat, wanted: bool, spent_ms: u32) {
        let others = self.wants_pause.without(seat);
        self.wants_pause = if wanted { others.with(seat) } else { others };
        let is_unanimous = self.there().all(|it| self.wants_pause.contains(it));
        if !self.is_paused && is_unanimous {
            if let Some(seat) = self.clock_runs() {
                self.spend(seat, spent_ms);
            }
            self.is_paused = true;
        }
        self.end_pause();
    }

    /// Ends the pause when nobody who is there wants it; but not while everybody who may come back is away.
    pub(super) fn end_pause(&mut self) {
        let wanted = self.there().any(|it| self.wants_pause.contains(it));
        let mut humans = self.seats_with(Chair::is_human);
        let may_return = humans.any(|it| !self.resigned.contains(it));
        drop(humans);
        self.is_paused &= wanted || (may_return && self.there().next().is_none());
    }

    /// Updates the clocks after an action, which may have ended a turn.
    fn keep_time(&mut self, seat: Seat, spent_ms: u32) {
        let position = self.position.as_ref().map(State::node);
        let ends_turn = matches!(position, Some(Node::Decision(next)) if next != seat);
        self.spend(seat, spent_ms);
        let whole = self.whole_ms();
        let left = &mut self.left_ms[seat.idx()];
        match self.clock {
            Clock::Action(_) => *left = whole,
            Clock::Turn(_) if ends_turn => *left = whole,
            Clock::Fischer { increment_s, .. } if ends_turn => *left += 1_000 * increment_s,
            Clock::Off | Clock::Turn(_) | Clock::Fischer { .. } => {}
        }
        if ends_turn || matches!(self.clock, Clock::Action(_)) {
            self.late = None;
        }
    }

    fn spend(&mut self, seat: Seat, spent_ms: u32) {
        let left = &mut self.left_ms[seat.idx()];
        *left = left.saturating_sub(spent_ms);
    }

    fn whole_ms(&self) -> u32 {
        match self.clock {
            Clock::Off => 0,
            Clock::Action(seconds) | Clock::Turn(seconds) => 1_000 * seconds,
            Clock::Fischer { initial_s, .. } => 1_000 * initial_s,
        }
    }

    /// The seat of the human whose clock runs.
    pub(super) fn clock_runs(&self) -> Option<Seat> {
        let runs = self.clock != Clock::Off && !self.is_paused;
        let seat = self.to_move().filter(|it| runs && self.late != Some(*it))?;
        self.there().find(|it| *it == seat)
    }

    pub(super) fn bot_acts_for(&self, seat: Seat) -> bool {
        let chair = &self.seats[seat.idx()];
        let is_given_up = self.resigned.contains(seat) || self.late == Some(seat);
        chair.is_held() && (!chair.is_human() || chair.is_away || is_given_up)
    }

    pub(super) fn to_move(&self) -> Option<Seat> {
        let position = self
            .position
            .as_ref()
            .filter(|_| self.phase() == Phase::Playing)?;
        match position.node() {
            Node::Decision(seat) => Some(seat),
            Node::Chance | Node::Terminal(_) => None,
        }
    }

    pub(super) fn clear_readiness(&mut self) {
        for chair in &mut self.seats {
            chair.is_ready = false;
            chair.ahead = None;
        }
    }

    /// Whether every human who is there agrees to start, except for one who is not asked.
    pub(super) fn all_agree(&self, but: PlayerId) -> bool {
        let agrees = |it: &Chair| it.is_ready || it.is_away || it.human.is_none_or(|it| it == but);
        self.seats.iter().all(agrees)
    }

    /// The seat, if it has not given up.
    pub(super) fn playing(&self, seat: Seat) -> Result<Seat, &'static str> {
        ensure(!self.resigned.contains(seat), "has_resigned")?;
        Ok(seat)
    }

    pub(super) fn check_count(&self) -> Answer {
        let game = self.settings.as_ref().ok_or("not_created")?.rules.kind();
        let (from, to) = game.seats();
        let count = self.seats_with(Chair::is_held).count();
        ensure(usize::from(from) <= count, "too_few_play")?;
        ensure(count <= usize::from(to), "bad_config")?;
        self.check_origin(count)
    }
}

impl Dicing {
    /// Whether every seat has committed to a share or missed it.
    fn is_revealing(&self) -> bool {
        self.shares.values().all(|it| *it != Share::Awaited)
    }
}
