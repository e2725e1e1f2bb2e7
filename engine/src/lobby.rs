//! A lobby: a named place with up to four seats that hosts matches one after another.
//!
//! The server's lobby task (called the shell in this crate) calls three functions and keeps one law: [`Lobby::decide`]
//! may refuse and may draw dice but changes nothing; [`Lobby::evolve`] applies what happened and never decides, draws
//! or fails; [`Lobby::want`] says what the shell must arrange next and depends on the state alone, so that recovery
//! needs no code of its own. Events record decisions and luck, never consequences. An action and the rolls it causes
//! are one batch.

pub mod access;
pub mod agreement;
pub mod ahead;
mod attendance;
mod clock;
pub mod command;
pub mod decide;
pub mod event;
pub mod evolve;
pub mod grouped;
mod latest_choices;
mod origin;
mod pause;
mod person;
mod places;
mod possible;
pub mod reject;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::bots::spec::BotSpec;
use crate::ending::ending;
use crate::game::{Node, Outcome, SEATS_MAX, Seat, SeatSet, State};
use crate::games::{AnyConfig, AnyRules, AnyState, GameKind};

pub use agreement::{Agreement, Share};
pub use ahead::NextDice;
pub use clock::{CLOCK_LEFT_MS_MAX, CLOCK_S_MAX, Clock, Clocks, NotAClock};
pub use command::{Command, EarlyCommitment, Request, Stamp};
pub use event::{
    AheadEvent, AsideEvent, DiceEvent, EndReason, Entered, Event, LobbyEvent, MatchEvent,
    OriginEvent, PeopleEvent, PrivateEvent, SeatEvent, TalkEvent,
};
pub use latest_choices::{LATEST_CHOICES_MAX, LatestChoices};
pub use person::{AddressKey, Key, Looks, Newcomer, PasswordHash, Player, PlayerId};
pub use reject::{Legal, Reject};

/// The most people in a lobby, spectators included.
pub const PLAYERS_MAX: usize = 64;
/// The most people without a seat whom a lobby lets in. The rest of its places is for those who hold or take seats.
pub const WATCHERS_MAX: usize = 60;
/// The most people without a seat who come from one address: a quarter of all.
pub const WATCHERS_PER_ADDRESS_MAX: usize = 15;
/// The most people whom one lobby bans.
pub const BANS_MAX: usize = 64;
/// The most people whom one lobby silences.
pub const SILENCED_MAX: usize = 64;
/// The most origins that a lobby is given over its life: each may be as large as its limits allow, and the journal
/// keeps all.
pub const ORIGINS_MAX: u32 = 16;
/// The slowest pace of bots that can be set, in milliseconds an action.
pub const BOT_PACE_MS_MAX: u16 = 5_000;
/// The bot that holds a seat whose human is absent, has left or has resigned, or that acts for a human whose time is
/// up.
pub const STAND_IN: BotSpec = BotSpec::at_level(crate::bots::spec::BotKind::Paranoid, 1);

/// The number of events a lobby has seen; orders its stream and its feeds.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Revision(pub u64);

/// The number of actions over the lobby's life: names the action that a command answers.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ply(pub u32);

/// What the host chooses for the matches of a lobby.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Settings {
    /// The game and its switches.
    pub rules: AnyRules,
    /// How long the table looks at each action of a bot, in milliseconds; at most 5000.
    pub bot_pace_ms: u16,
    /// How long people may think: `off` (or absent), `30s/action`, `2m/turn`, `5m+10s`.
    #[serde(default, skip_serializing_if = "Clock::is_off")]
    pub clock: Clock,
}

/// The holder of a seat, or why it has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Holder {
    /// Nobody; anyone may take it.
    #[default]
    Open,
    /// Nobody, and nobody may.
    Closed,
    /// A person.
    Human {
        /// The person.
        player: PlayerId,
        /// Whether that person agrees to start.
        ready: bool,
        /// Whether a bot acts for the person, who is absent and may take the seat back at any moment.
        held_by_bot: bool,
    },
    /// A bot.
    Bot(BotSpec),
}

/// A match: one instance of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameMatch {
    /// The complete start of the match.
    pub config: AnyConfig,
    /// The position.
    pub state: AnyState,
    /// Whether it went on from an earlier match, in place of a deal.
    pub is_continued: bool,
    /// The number of actions so far, those of an earlier match not counted.
    pub actions: u32,
    /// The number of rolls so far, the deal not counted.
    pub rolls: u64,
    /// The seats that have resigned; a bot plays them to the end, and they cannot win.
    pub resigned: SeatSet,
    /// The agreement on its dice; `None` for matches of early releases.
    pub agreement: Option<Box<Agreement>>,
    /// The outcome, if the match is over. It is kept, because it may depend on who held the seats, and seats change
    /// hands afterwards.
    pub outcome: Option<Outcome>,
    /// The time to think that is left to each seat.
    pub clocks: Clocks,
    /// Whether the match pauses. Nobody acts and no clock runs meanwhile.
    pub is_paused: bool,
    /// The seats that want it to pause.
    pub wants_pause: SeatSet,
    /// The latest choices, for bots that heed how the others play.
    pub choices: LatestChoices,
}

/// The state of a lobby: people, host, seats, and the match.
///
/// A fresh lobby ([`Lobby::default`]) takes only [`Command::Create`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lobby {
    /// `None` only before [`Event::Lobby`] with `Created`, the first event of every lobby.
    pub(crate) created: Option<Created>,
    pub(crate) players: BTreeMap<PlayerId, Player>,
    pub(crate) next_player: u32,
    pub(crate) host: Option<PlayerId>,
    pub(crate) access: access::Access,
    pub(crate) seats: [Holder; SEATS_MAX],
    /// Whether the people who play may ask an expert what to do.
    pub(crate) hints_allowed: bool,
    pub(crate) stage: Stage,
    /// The origin from which the next match goes on, or the match that is starting; `None` if it is dealt.
    pub(crate) given: Option<Arc<origin::GivenOrigin>>,
    /// The number of origins that were given so far.
    pub(crate) origins: u32,
    /// The dice of the next match, once they are announced.
    pub(crate) next_dice: Option<Box<NextDice>>,
    /// The number of matches that were called so far.
    pub(crate) matches: u32,
    pub(crate) revision: Revision,
    /// The number of events that are shown to people.
    pub(crate) shown: Revision,
    pub(crate) ply: Ply,
}

/// The title and the settings of a lobby that has been created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Created {
    pub(crate) title: String,
    pub(crate) settings: Settings,
}

/// The stage of a lobby, with the data that exist only in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Stage {
    /// People and bots take seats; no match has been played yet.
    #[default]
    Waiting,
    /// A match was called; its dice are agreed on as soon as they are sealed.
    Starting(Option<Box<Agreement>>),
    /// A match that is running, or that is over and was not followed by another.
    Match(Box<GameMatch>),
    /// The lobby has ended; its last match can still be shown.
    Ended(Option<Box<GameMatch>>),
}

/// Where a lobby stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Phase {
    /// People and bots take seats; no match has been played yet.
    Waiting,
    /// A match was called; its dice are being agreed on.
    Starting,
    /// A match is running.
    Playing,
    /// A match has ended; seats may change, and a rematch or a start begins the next.
    Over,
    /// The lobby is no more.
    Ended,
}

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
    /// The shell makes a name of the match and a secret: [`Command::SealDice`].
    Seal,
    /// The shell waits for these seats' commitments or shares, for a limited time; then [`Command::MissShares`].
    Wait {
        /// The seats whose commitment or share is missing.
        seats: SeatSet,
        /// True if shares are waited for, false if commitments are.
        revealing: bool,
    },
    /// [`Command::MissShares`] at once: the humans of these seats are gone.
    Miss {
        /// The seats whose humans are gone.
        seats: SeatSet,
    },
    /// The shell makes the dice: [`Command::Deal`].
    Deal,
    /// The shell shows the secret: [`Command::OpenDice`].
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
    /// The number of events seen.
    pub fn revision(&self) -> Revision {
        self.revision
    }

    /// The number of events seen that are shown to people. Messages to people call it the revision, so that a client
    /// that counts the events it gets finds no gap where an event is not for it.
    pub fn shown(&self) -> Revision {
        self.shown
    }

    /// The number of actions so far; an action must name it.
    pub fn ply(&self) -> Ply {
        self.ply
    }

    /// The phase of the lobby: its stage in one word, as people are told.
    pub fn phase(&self) -> Phase {
        match &self.stage {
            Stage::Waiting => Phase::Waiting,
            Stage::Starting(_) => Phase::Starting,
            Stage::Match(it) if it.outcome.is_none() => Phase::Playing,
            Stage::Match(_) => Phase::Over,
            Stage::Ended(_) => Phase::Ended,
        }
    }

    /// The lobby's title; empty before it is created.
    pub fn title(&self) -> &str {
        self.created.as_ref().map_or("", |it| it.title.as_str())
    }

    /// The settings that the host chose; `None` before the lobby is created.
    pub fn settings(&self) -> Option<&Settings> {
        self.created.as_ref().map(|it| &it.settings)
    }

    /// Whether the host lets whoever plays ask an expert what to do.
    pub fn are_hints_allowed(&self) -> bool {
        self.hints_allowed
    }

    /// The game that is chosen; `None` before the lobby is created.
    pub fn game(&self) -> Option<GameKind> {
        self.settings().map(|it| it.rules.kind())
    }

    /// The title and the settings of a lobby that has been created. Every command and every replayed event before the
    /// creation is refused.
    fn created(&self) -> &Created {
        match &self.created {
            Some(created) => created,
            None => unreachable!("a lobby that is not created has no match"),
        }
    }

    /// The people in the lobby.
    pub fn players(&self) -> &BTreeMap<PlayerId, Player> {
        &self.players
    }

    /// The person who may change settings, start and kick.
    pub fn host(&self) -> Option<PlayerId> {
        self.host
    }

    /// The seat of a person, whether the person is absent or not.
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        Seat::ALL
            .into_iter()
            .find(|seat| matches!(self.seats[seat.idx()], Holder::Human { player: it, .. } if it == player))
    }

    /// The running or last match.
    pub fn game_match(&self) -> Option<&GameMatch> {
        match &self.stage {
            Stage::Match(it) | Stage::Ended(Some(it)) => Some(it),
            Stage::Waiting | Stage::Starting(_) | Stage::Ended(None) => None,
        }
    }

    /// The running match.
    pub(crate) fn running(&self) -> Option<&GameMatch> {
        self.game_match().filter(|_| self.phase() == Phase::Playing)
    }

    /// The seat to move and the position; `None` if no match is running or nature is to choose.
    pub fn to_move(&self) -> Option<(Seat, &AnyState)> {
        let state = &self.running()?.state;
        match state.node() {
            Node::Decision(seat) => Some((seat, state)),
            Node::Chance | Node::Terminal(_) => None,
        }
    }

    /// The outcome of the match, if there was one and it has ended: by the rules of the game, or because of resignations.
    ///
    /// A match ends when one seat is left that has not resigned, or when a human has resigned and no human is left who has
    /// not; all seats that have not resigned share the win.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game_match()?.outcome
    }

    /// The outcome that follows from the position, the resignations and the present holders of the seats; `None` if the
    /// match goes on.
    fn decided(&self) -> Option<Outcome> {
        let GameMatch {
            state, resigned, ..
        } = self.game_match()?;
        let human = |seat: &Seat| matches!(self.seats[seat.idx()], Holder::Human { .. });
        ending(
            state,
            *resigned,
            Seat::ALL.into_iter().filter(human).collect(),
        )
    }

    /// The arrangements that the shell must make next.
    pub fn want(&self) -> Want {
        let dice = self.want_dice();
        let Some((seat, _)) = self.to_move().filter(|_| !self.is_paused()) else {
            return Want {
                dice,
                ..Want::default()
            };
        };
        match self.bot_for(seat) {
            Some(bot) => {
                let pace_ms = self.created().settings.bot_pace_ms;
                Want {
                    bot: Some(WantBot {
                        seat,
                        bot,
                        ply: self.ply,
                        pace_ms,
                    }),
                    clock: None,
                    dice,
                }
            }
            None => Want {
                bot: None,
                clock: self.clock_of(seat),
                dice,
            },
        }
    }

    /// Whether a match is running and pauses.
    pub fn is_paused(&self) -> bool {
        self.running().is_some_and(|it| it.is_paused)
    }

    /// The clock of a seat; `None` if the match has no clocks.
    fn clock_of(&self, seat: Seat) -> Option<WantClock> {
        let clocks = &self.game_match()?.clocks;
        if clocks.clock().is_off() {
            return None;
        }
        Some(WantClock {
            seat,
            ply: self.ply,
            left_ms: clocks.left_ms(seat),
        })
    }

    fn want_dice(&self) -> Option<WantDice> {
        match &self.stage {
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
        let gone: SeatSet = seats.iter().filter(|seat| !self.is_there(*seat)).collect();
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

    /// Whether the seat is held by a human for whom no bot acts.
    pub(crate) fn is_there(&self, seat: Seat) -> bool {
        matches!(
            self.seats[seat.idx()],
            Holder::Human {
                held_by_bot: false,
                ..
            }
        )
    }

    /// The bot that acts for a seat, if one does.
    pub(crate) fn bot_for(&self, seat: Seat) -> Option<BotSpec> {
        let is_out = |it: &GameMatch| it.resigned.contains(seat) || it.clocks.is_timed_out(seat);
        let is_out = self.game_match().is_some_and(is_out);
        match self.seats[seat.idx()] {
            Holder::Bot(bot) => Some(bot),
            Holder::Human { held_by_bot, .. } => (held_by_bot || is_out).then_some(STAND_IN),
            Holder::Open | Holder::Closed => None,
        }
    }
}
