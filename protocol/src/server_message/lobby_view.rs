//! A lobby as everybody in it sees it: settings, seats, people.
//!
//! Made by the server after every change of these, complete, and sent in snapshots and updates.

use dicehall_engine::BotSpec;
use dicehall_engine::lobby::{AccountId, Phase, PlayerId, Settings};
use serde::{Deserialize, Serialize};

use crate::client_message::LobbyCode;
use crate::client_message::finding::is_not;
use crate::standing::{NotRated, RatingView};

/// Who sits where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct LobbyView {
    /// The code by which it is joined.
    pub lobby: LobbyCode,
    /// Its title.
    pub title: String,
    /// The choices of the host.
    pub settings: Settings,
    /// Where it stands.
    pub phase: Phase,
    /// Whether the match pauses.
    #[serde(default, skip_serializing_if = "is_not")]
    pub paused: bool,
    /// Who may change settings, start and kick.
    pub host: Option<PlayerId>,
    /// The four seats in order.
    pub seats: Vec<SeatView>,
    /// Everyone in the lobby, in order of first entry.
    pub players: Vec<PlayerView>,
    /// Whether whoever comes in must know a password.
    pub has_password: bool,
    /// Whether nobody new is let in.
    pub locked: bool,
    /// Everyone who was sent away for good.
    pub bans: Vec<BanView>,
    /// Who has won how many of its matches; absent before the first has ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evening: Option<EveningView>,
    /// Whether the next match will be rated, if nothing is changed before it. False while one is played, and with servers that
    /// rate none.
    #[serde(default, skip_serializing_if = "is_not")]
    pub rated: bool,
    /// Why the next match will not be rated, if nothing is changed before it; absent while one is played, and with servers that
    /// rate none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unrated: Option<NotRated>,
}

/// A seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatView {
    /// Who holds it.
    pub holder: HolderView,
    /// Whether it has resigned from the running or last match.
    pub resigned: bool,
    /// Whether its human wants the match to pause.
    #[serde(default, skip_serializing_if = "is_not")]
    pub wants_pause: bool,
    /// Whether its human wants to skip what bots do; over when a person is to choose.
    #[serde(default, skip_serializing_if = "is_not")]
    pub wants_skip: bool,
    /// Who wants a bot to act now for its absent human.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bot_wanted_by: Vec<PlayerId>,
    /// How well its holder plays the game that is chosen; absent for guests, for people without a rated match, and for bots that
    /// are on no rung.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<RatingView>,
}

/// Who holds a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum HolderView {
    /// Nobody; anyone may take it.
    Open,
    /// Nobody, and nobody may.
    Closed,
    /// A person.
    Human {
        /// Who.
        player: PlayerId,
        /// Whether that person agrees to start.
        ready: bool,
        /// Whether a bot acts for the person, who is absent.
        held_by_bot: bool,
    },
    /// A bot.
    Bot {
        /// Which.
        bot: BotSpec,
    },
}

/// A person in the lobby.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerView {
    /// Who.
    pub player: PlayerId,
    /// The name of the person.
    pub name: String,
    /// Whether the person is connected.
    pub connected: bool,
    /// Whether the host does not let the person speak.
    pub silenced: bool,
    /// The account of the person; absent for a guest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<AccountId>,
}

/// The matches of a lobby that have ended, and who has played them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EveningView {
    /// How many there were.
    pub matches: u32,
    /// Who has played them, the best first; at most 16.
    pub rows: Vec<EveningRowView>,
}

/// The matches of one person or bot in an evening.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EveningRowView {
    /// Who.
    pub who: EveningHolderView,
    /// How many matches.
    pub played: u32,
    /// How many of them were won alone.
    pub won: u32,
    /// How many of them ended in a shared win, or with no winner.
    pub drawn: u32,
}

/// Who has played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum EveningHolderView {
    /// A person, who may have left.
    Human {
        /// The name of the person.
        name: String,
    },
    /// A bot of the ladder, in whatever game.
    Rung {
        /// The rung, from 1 to 5.
        rung: u8,
        /// Which of those that were alike at a table, from 1 on.
        number: u8,
    },
    /// A bot that is on no rung.
    Bot {
        /// Which.
        bot: BotSpec,
        /// Which of those that were alike at a table, from 1 on.
        number: u8,
    },
}

/// Somebody who was sent away for good.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BanView {
    /// Who it was.
    pub player: PlayerId,
    /// The name of that person.
    pub name: String,
}
