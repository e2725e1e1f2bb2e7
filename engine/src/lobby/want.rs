//! The arrangements that the shell must make next. They follow from the state alone, so recovery needs no code of its own.
//!
//! A match stands still while it is not attended, that is, while none of the humans who play it is connected, for
//! whatever reason. No bot acts and no clock runs until one is back, or the lobby is abandoned. So a restart, or a
//! minute without a network, costs nobody a match; the grace time of the others who are missing begins when the
//! first is in the lobby again. A match of bots only goes on while anybody watches, and waits otherwise. Spectators
//! wait while all players are away; the host can remove those players. Presence is no event, and neither is
//! attendance: a restart writes nothing, and the lobby's task asks the rules (`Lobby::is_attended`) with its
//! knowledge of connections.

use super::table::Stage;
use super::{Agreement, Lobby, Ply};
use crate::bots::spec::BotSpec;
use crate::game::{Seat, SeatSet};

/// After so many actions of bots in a row the table looks at each for half as long as at those before. So however many
/// there are, people wait no longer for them than for twice so many at the pace of the lobby.
const BOT_ACTIONS_PER_HALVING: u32 = 5;

/// The arrangements that the shell must make next: at most one of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Want {
    /// A bot must choose an action.
    pub bot: Option<WantBot>,
    /// A human must choose an action before the clock runs out.
    pub clock: Option<WantClock>,
    /// The agreement on the dice of a match needs its next step.
    pub dice: Option<WantDice>,
}

/// The clock that runs. As long as this value stays the same the clock runs on; the shell measures how long it has run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WantClock {
    /// The seat whose clock runs.
    pub seat: Seat,
    /// The ply that is waited for; a time-out that names an earlier ply is stale and harmless.
    pub ply: Ply,
    /// The time that was left when the clock began to run.
    pub left_ms: u32,
}

/// The next step of the agreement on the dice of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WantDice {
    /// The shell makes a name of the match and a secret: [`Command::SealDice`](super::Command::SealDice).
    Seal,
    /// The shell waits for these seats' commitments or shares, for a limited time; then
    /// [`Command::MissShares`](super::Command::MissShares).
    Wait {
        /// The seats whose commitment or share is missing.
        seats: SeatSet,
        /// True if shares are waited for, false if commitments are.
        revealing: bool,
    },
    /// [`Command::MissShares`](super::Command::MissShares) at once: the humans of these seats are gone.
    Miss {
        /// The seats whose humans are gone.
        seats: SeatSet,
    },
    /// The shell makes the dice: [`Command::Deal`](super::Command::Deal).
    Deal,
    /// The shell shows the secret: [`Command::OpenDice`](super::Command::OpenDice).
    Open,
}

/// The choice that a bot must make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WantBot {
    /// The seat for which it acts.
    pub seat: Seat,
    /// The bot.
    pub bot: BotSpec,
    /// The ply to be answered; a late answer is stale and harmless.
    pub ply: Ply,
    /// The time, in milliseconds, that the table looks at the position before the bot's action is sent.
    pub pace_ms: u16,
}

impl Lobby {
    /// The arrangements that the shell must make next.
    pub fn want(&self) -> Want {
        let to_move = self.to_move().filter(|_| !self.is_paused());
        let chooser = to_move.map(|(seat, _)| seat);
        let bot = chooser.and_then(|seat| self.want_bot(seat));
        let human = chooser.filter(|_| bot.is_none());
        Want {
            bot,
            clock: human.and_then(|seat| self.want_clock(seat)),
            dice: self.want_dice(),
        }
    }

    /// The bot that acts for a seat; `None` if its human does.
    fn want_bot(&self, seat: Seat) -> Option<WantBot> {
        self.bot_for(seat).map(|bot| WantBot {
            seat,
            bot,
            ply: self.ply(),
            pace_ms: self.pace_ms(),
        })
    }

    /// How long the table looks at the next action of a bot, in milliseconds.
    fn pace_ms(&self) -> u16 {
        if self.all_want_to_skip() {
            return 0;
        }
        let before = self.game_match().map_or(0, |it| it.bot_actions);
        looked_at_ms(self.created().settings.bot_pace_ms, before)
    }

    /// The clock of a seat; `None` if the match has no clocks.
    fn want_clock(&self, seat: Seat) -> Option<WantClock> {
        let clocks = &self.game_match()?.clocks;
        (!clocks.clock().is_off()).then(|| WantClock {
            seat,
            ply: self.ply(),
            left_ms: clocks.left_ms(seat),
        })
    }

    fn want_dice(&self) -> Option<WantDice> {
        match self.table.stage() {
            Stage::Starting(None) => Some(WantDice::Seal),
            Stage::Starting(Some(agreement)) => Some(self.want_of(agreement)),
            Stage::Match(it) => {
                let is_closed = it.agreement.as_ref().is_some_and(|it| !it.is_opened);
                (it.outcome.is_some() && is_closed).then_some(WantDice::Open)
            }
            Stage::Waiting | Stage::Ended(_) => None,
        }
    }

    /// The next step of an agreement that is not complete.
    fn want_of(&self, agreement: &Agreement) -> WantDice {
        let seats = agreement.awaited();
        let is_gone = |seat: &Seat| !self.seats.is_there(*seat);
        let gone: SeatSet = seats.iter().filter(is_gone).collect();
        if seats.is_empty() {
            WantDice::Deal
        } else if gone.is_empty() {
            WantDice::Wait {
                seats,
                revealing: agreement.is_revealing(),
            }
        } else {
            WantDice::Miss { seats: gone }
        }
    }
}

/// How long the table looks at an action of a bot after so many of bots, in milliseconds.
pub fn looked_at_ms(pace_ms: u16, bot_actions: u32) -> u16 {
    let halvings = bot_actions / BOT_ACTIONS_PER_HALVING;
    pace_ms.checked_shr(halvings).unwrap_or(0)
}
