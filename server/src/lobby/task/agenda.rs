//! The agenda of a lobby's task: at most one bot and one clock that it waits for, and one deadline for everything that
//! is due.

use std::time::Duration;

use super::bot_turn::BotTurn;
use super::clock::RunningClock;
use crate::lobby::timer::Deadline;

/// The things that the task waits for, and the moment when the next of them is due.
#[derive(Debug, Default)]
pub(super) struct Agenda {
    /// The bot that is to act.
    pub(super) bot_turn: Option<BotTurn>,
    /// The clock of the seat to move.
    pub(super) clock: Option<RunningClock>,
    /// The deadline for everything that is due.
    pub(super) deadline: Deadline,
}

impl Agenda {
    /// Waits until the bot has answered; for ever if there is none, or if it has. May be dropped and called again.
    pub(super) async fn bot_answered(turn: &mut Option<BotTurn>) {
        match turn {
            Some(turn) => turn.answered().await,
            None => std::future::pending().await,
        }
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
}
