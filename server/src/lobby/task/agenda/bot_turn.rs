//! A bot's turn in a lobby: the bot thinks while the table looks at the position, and acts when both are done.

use std::future;
use std::time::Duration;

use dicehall_engine::AnyAction;
use dicehall_engine::lobby::{GameMatch, WantBot};
use tokio::time::Instant;

use crate::lobby::bot_pool::{BotPool, PendingAction};

/// The longest wait for a bot, in milliseconds, the wait for a thread included; after it the lobby plays any legal
/// action.
const BOT_WAIT_MS_MAX: u64 = 30_000;

/// A bot that is to act.
#[derive(Debug)]
pub(in crate::lobby::task) struct BotTurn {
    want: WantBot,
    thinking: Thinking,
    /// The table looks at the position until this moment.
    looked_at: Instant,
    /// The bot is waited for until this moment.
    late: Instant,
}

#[derive(Debug)]
enum Thinking {
    Pending(PendingAction),
    /// `None` if the bot has no answer.
    Done(Option<AnyAction>),
}

impl BotTurn {
    /// Lets the bot begin to think.
    pub(in crate::lobby::task) fn begin(
        want: WantBot,
        on: &GameMatch,
        pool: &BotPool,
        now: Instant,
    ) -> Self {
        let (state, choices) = (on.state.clone(), on.choices.clone());
        Self {
            want,
            thinking: Thinking::Pending(pool.submit(want.bot, state, choices)),
            looked_at: now + Duration::from_millis(want.pace_ms.into()),
            late: now + Duration::from_millis(BOT_WAIT_MS_MAX),
        }
    }

    /// Whether this is the bot's turn that the lobby wants.
    pub(in crate::lobby::task) fn answers(&self, want: WantBot) -> bool {
        self.want == want
    }

    /// Waits until the bot has answered; for ever if it has. May be dropped and called again.
    pub(in crate::lobby::task) async fn answered(&mut self) {
        match &mut self.thinking {
            Thinking::Pending(pending) => self.thinking = Thinking::Done(pending.answer().await),
            Thinking::Done(_) => future::pending().await,
        }
    }

    /// When the bot's turn ends, if the bot does not answer before.
    pub(in crate::lobby::task) fn next_due(&self) -> Instant {
        match &self.thinking {
            Thinking::Pending(_) => self.late,
            Thinking::Done(_) => self.looked_at,
        }
    }

    /// Moves the turn by a time that does not count.
    pub(in crate::lobby::task) fn postpone(&mut self, by: Duration) {
        self.looked_at += by;
        self.late += by;
    }

    /// The bot's action; `None` if it has no answer.
    pub(in crate::lobby::task) fn chosen(&self) -> Option<AnyAction> {
        match &self.thinking {
            Thinking::Pending(_) => None,
            Thinking::Done(chosen) => *chosen,
        }
    }
}
