//! The obvious clocks and pauses.

use dicehall_engine::lobby::{Clock, Command, Holder, Phase, Request};
use dicehall_engine::{Node, Seat, State};

use super::{Answer, Reference, refuse_if};

impl Reference {
    pub(super) fn pause(&mut self, seat: Seat, wanted: bool) -> Answer {
        refuse_if(self.resigned.contains(seat), "has_resigned")?;
        self.wishes = if wanted {
            self.wishes.with(seat)
        } else {
            self.wishes.without(seat)
        };
        let unanimous = self.there().iter().all(|it| self.wishes.contains(*it));
        if !self.paused && unanimous {
            let spent_ms = self.spent_ms;
            if let Some(seat) = self.clock_runs() {
                self.left_ms[seat.idx()] -= spent_ms.min(self.left_ms[seat.idx()]);
            }
            self.paused = true;
        }
        Ok(())
    }

    /// A seat has acted, and may have ended its turn with it.
    pub(super) fn keep_time(&mut self, mover: Seat, spent_ms: u32) {
        let next = self.position.as_ref().and_then(|it| match it.node() {
            Node::Decision(seat) => Some(seat),
            Node::Chance | Node::Terminal(_) => None,
        });
        let turn_ends = next.is_some_and(|it| it != mover);
        let whole = self.whole_ms();
        let left = &mut self.left_ms[mover.idx()];
        *left = left.saturating_sub(spent_ms);
        match self.clock {
            Clock::Action(_) => *left = whole,
            Clock::Turn(_) if turn_ends => *left = whole,
            Clock::Fischer { increment_s, .. } if turn_ends => *left += 1_000 * increment_s,
            Clock::Off | Clock::Turn(_) | Clock::Fischer { .. } => {}
        }
        if turn_ends || matches!(self.clock, Clock::Action(_)) {
            self.late = None;
        }
    }

    pub(super) fn whole_ms(&self) -> u32 {
        match self.clock {
            Clock::Off => 0,
            Clock::Action(seconds) | Clock::Turn(seconds) => 1_000 * seconds,
            Clock::Fischer { initial_s, .. } => 1_000 * initial_s,
        }
    }

    /// The human whose clock runs.
    pub(super) fn clock_runs(&self) -> Option<Seat> {
        let seat = self
            .to_move()
            .filter(|it| !self.paused && self.late != Some(*it))?;
        (self.clock != Clock::Off && self.there().contains(&seat)).then_some(seat)
    }

    /// The humans on seats who are not away and play on.
    pub(super) fn there(&self) -> Vec<Seat> {
        let here = |it: &Seat| {
            matches!(
                self.seats[it.idx()],
                Holder::Human {
                    held_by_bot: false,
                    ..
                }
            )
        };
        Seat::ALL
            .into_iter()
            .filter(here)
            .filter(|it| !self.resigned.contains(*it))
            .collect()
    }

    /// A pause that nobody wants who is there is over, as soon as somebody says so or goes.
    pub(super) fn end_pause(&mut self, command: &Command) {
        let speaks = match command {
            Command::Ask { request, .. } => matches!(
                request,
                Request::Pause { .. }
                    | Request::Leave
                    | Request::Kick { .. }
                    | Request::Ban { .. }
                    | Request::Spectate
                    | Request::Resign
            ),
            Command::Absent { .. } => true,
            Command::Create { .. }
            | Command::Enter { .. }
            | Command::Returned { .. }
            | Command::OfferKey { .. }
            | Command::BotActed { .. }
            | Command::TimeUp { .. }
            | Command::SealDice { .. }
            | Command::MissShares { .. }
            | Command::Deal
            | Command::OpenDice
            | Command::Abandon => false,
        };
        let there = self.there();
        let wanted = there.iter().any(|it| self.wishes.contains(*it));
        let human = |it: &Seat| matches!(self.seats[it.idx()], Holder::Human { .. });
        let may_return = Seat::ALL
            .iter()
            .any(|it| human(it) && !self.resigned.contains(*it));
        let lasts = wanted || (there.is_empty() && may_return);
        if self.phase == Phase::Playing && self.paused && speaks && !lasts {
            self.paused = false;
        }
    }
}
