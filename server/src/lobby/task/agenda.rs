//! The agenda of a lobby's task: at most one bot and one clock that it waits for, and one deadline for everything that
//! is due.
//!
//! A match stands still while nobody is there for it, so that no bot acts and no clock runs. The rules say who has to be
//! there, the presence who is there. It is not journaled: after a restart nobody is connected, so every match stands still
//! until somebody is back.

mod bot_turn;
mod clock;

use std::time::Duration;

use dicehall_engine::lobby::{Lobby, Ply, Want, WantBot};
use tokio::time::Instant;

use crate::lobby::bot_pool::BotPool;
use crate::lobby::timer::Deadline;
use bot_turn::BotTurn;
use clock::RunningClock;

/// The things that the task waits for, and the moment when the next of them is due.
#[derive(Debug, Default)]
pub(super) struct Agenda {
    pub(super) bot_turn: Option<BotTurn>,
    clock: Option<RunningClock>,
    deadline: Deadline,
}

impl Agenda {
    /// Waits until something is due or the bot has answered. May be dropped and called again.
    pub(super) async fn reached(&mut self) {
        let Self {
            bot_turn, deadline, ..
        } = self;
        let answered = async {
            match bot_turn {
                Some(turn) => turn.answered().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            () = deadline.reached() => {}
            () = answered => {}
        }
    }

    /// Arranges what the lobby wants next: at most one bot that thinks and one clock that runs. Only called when
    /// everything that was decided is durable, because until then nobody can act, so that no clock may run on.
    pub(super) fn arrange(&mut self, lobby: &Lobby, is_attended: bool, pool: &BotPool) {
        let now = Instant::now();
        let Want { bot, clock, .. } = lobby.want();
        if self.clock_may_run(lobby, is_attended) {
            self.clock.iter_mut().for_each(|it| it.run_on(now));
        } else {
            self.stop_clock(now);
        }
        let wanted = bot.filter(|_| is_attended);
        if !matches!((wanted, &self.bot_turn), (Some(want), Some(turn)) if turn.answers(want)) {
            let begin = |(want, on)| BotTurn::begin(want, on, pool, now);
            self.bot_turn = wanted.zip(lobby.game_match()).map(begin);
        }
        let running = |want| self.clock.filter(|it| it.answers(want));
        let begins = |want| is_attended.then(|| RunningClock::begin(want, now));
        self.clock = match clock {
            Some(want) => running(want).or_else(|| begins(want)),
            // A bot may hold the seat, and its human may be back before the bot has acted.
            None => self.clock.filter(|it| it.ply() == lobby.ply()),
        };
    }

    /// Sets the deadline: for the bot, the clock and these other moments.
    pub(super) fn set_deadline(&mut self, others: impl IntoIterator<Item = Instant>) {
        let bot_due = self.bot_turn.as_ref().map(BotTurn::next_due);
        let clock_due = self.clock.and_then(RunningClock::due);
        let own = bot_due.into_iter().chain(clock_due);
        self.deadline.set(own.chain(others).min());
    }

    /// Stops the clock if nobody is connected for whom the match goes on, or if its human is not to choose.
    pub(super) fn stop_clock_if_unattended(&mut self, lobby: &Lobby, is_attended: bool) {
        if self.clock.is_some() && !self.clock_may_run(lobby, is_attended) {
            self.stop_clock(Instant::now());
        }
    }

    /// Drops the clock: another one runs next, even if it looks the same.
    pub(super) fn forget_clock(&mut self) {
        self.clock = None;
    }

    /// How long the running clock has run, in milliseconds.
    pub(super) fn spent_ms(&self, lobby: &Lobby) -> u32 {
        let wanted = lobby.want().clock;
        let running = self
            .clock
            .filter(|it| wanted.is_some_and(|wanted| it.answers(wanted)));
        running.map_or(0, |it| it.spent_ms(Instant::now()))
    }

    /// Takes the bot's turn, if this one is wanted and is due.
    pub(super) fn take_bot_turn(&mut self, want: WantBot, now: Instant) -> Option<BotTurn> {
        let is_due = |turn: &mut BotTurn| turn.answers(want) && turn.next_due() <= now;
        self.bot_turn.take_if(is_due)
    }

    /// Takes the clock, if its time is up; returns the ply that was waited for.
    pub(super) fn take_time_up(&mut self, now: Instant) -> Option<Ply> {
        let is_up = |it: &mut RunningClock| it.due().is_some_and(|due| due <= now);
        self.clock.take_if(is_up).map(RunningClock::ply)
    }

    /// Moves what is due by a time that does not count.
    pub(super) fn postpone(&mut self, by: Duration) {
        if let Some(turn) = &mut self.bot_turn {
            turn.postpone(by);
        }
        if let Some(clock) = &mut self.clock {
            clock.postpone(by);
        }
    }

    fn stop_clock(&mut self, now: Instant) {
        self.clock.iter_mut().for_each(|it| it.stand(now));
    }

    /// Whether the match is attended, and the human of the clock's seat is to choose.
    fn clock_may_run(&self, lobby: &Lobby, is_attended: bool) -> bool {
        let wanted = lobby.want().clock;
        let is_wanted = |clock: RunningClock| wanted.is_some_and(|it| clock.answers(it));
        is_attended && self.clock.is_some_and(is_wanted)
    }
}
