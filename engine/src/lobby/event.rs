//! What happened in a lobby, in the past tense: decisions and luck, never consequences.
//!
//! Events are journaled whole; every format ever released must stay readable. What is shown to people is translated by
//! the server and leaves out the key.

use serde::{Deserialize, Serialize};

use super::{AddressKey, Key, Looks, PasswordHash, PlayerId, Settings};
use crate::bot_spec::BotSpec;
use crate::fair::{Commitment, MatchId, Secret};
use crate::game::{Seat, SeatSet};
use crate::games::{AnyAction, AnyChance, AnyConfig};

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(
    missing_docs,
    reason = "the fields are those of the commands of the same name"
)]
pub enum Event {
    /// The lobby was made.
    Created { title: String, settings: Settings },
    /// A person came in; the first became host. Streams of the first release know no looks: the name stands for itself.
    Entered {
        player: PlayerId,
        name: String,
        key: Key,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        looks: Option<Looks>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        address: Option<AddressKey>,
    },
    /// A person went away; a seat held in a match went to a bot.
    Left { player: PlayerId },
    /// The host sent a person away.
    Kicked { player: PlayerId },
    /// The host sent a person away for good.
    Banned { player: PlayerId },
    /// The host lets somebody in again who was sent away for good.
    BanLifted { player: PlayerId },
    /// The host keeps a person from speaking, or no longer.
    SilenceChanged { player: PlayerId, silenced: bool },
    /// Whoever comes in must know another password, or none.
    PasswordChanged { password: Option<PasswordHash> },
    /// Nobody new is let in, or everybody again.
    LockChanged { locked: bool },
    /// A person sat down, leaving any other seat.
    SeatTaken { seat: Seat, player: PlayerId },
    /// A person stood up; in a match the seat went to a bot.
    SeatLeft { seat: Seat },
    /// The host put a bot on a seat.
    BotSeated { seat: Seat, bot: BotSpec },
    /// The host opened a seat.
    SeatOpened { seat: Seat },
    /// The host closed a seat.
    SeatClosed { seat: Seat },
    /// Somebody became host.
    HostChanged { player: PlayerId },
    /// The host changed the settings.
    SettingsChanged { settings: Settings },
    /// A seated human agreed to start, or no longer.
    ReadyChanged { seat: Seat, ready: bool },
    /// A match is to begin; the seats that are held moved together to the front.
    MatchCalled,
    /// The server bound itself to a secret, and asks the humans who are there for their shares.
    DiceSealed {
        match_id: MatchId,
        begun_at: u64,
        secret: Secret,
        seats: SeatSet,
    },
    /// A human bound itself to a share.
    ShareCommitted { seat: Seat, commitment: Commitment },
    /// A human showed its share.
    ShareShown { seat: Seat, share: Secret },
    /// A share did not come in time and counts as zero.
    ShareMissed { seat: Seat },
    /// The secret of the match that ended is shown.
    DiceOpened,
    /// A match began.
    MatchStarted { config: AnyConfig },
    /// A seat chose; the chances it led to follow in the same batch.
    Acted {
        seat: Seat,
        action: AnyAction,
        /// What it took of the seat's clock.
        #[serde(default, skip_serializing_if = "is_zero")]
        spent_ms: u32,
    },
    /// Nature chose.
    Rolled { chance: AnyChance },
    /// A bot acts for an absent human.
    HandedToBot { seat: Seat },
    /// The human is back on the seat.
    TakenBack { seat: Seat },
    /// A seat gave the match up.
    Resigned { seat: Seat },
    /// A seat's time is up: a bot makes the action or the rest of the turn for which it was.
    TimedOut { seat: Seat },
    /// A seat wants the match to pause, or no longer.
    PauseWanted { seat: Seat, wanted: bool },
    /// The match pauses.
    Paused {
        /// What the seat to move had used of its clock.
        #[serde(default, skip_serializing_if = "is_zero")]
        spent_ms: u32,
    },
    /// The match goes on.
    Continued,
    /// A person was told another secret; the one before it proves who it is until this one was used.
    KeyOffered { player: PlayerId, key: Key },
    /// The person has used the secret that was offered last; it alone proves who it is.
    KeyConfirmed { player: PlayerId },
    /// What came before was a command of that person, under that number: the last event of its batch.
    Answered { player: PlayerId, id: u64 },
    /// Somebody said something.
    Said { player: PlayerId, text: String },
    /// The lobby ended.
    Ended { reason: EndReason },
}

impl Event {
    /// Who is no longer in the lobby from then on.
    pub fn departed(&self) -> Option<PlayerId> {
        if let Self::Left { player } | Self::Kicked { player } | Self::Banned { player } = self {
            Some(*player)
        } else {
            None
        }
    }

    /// Whether people are told of it. What is kept only for a restart of the server is nobody's business.
    pub fn is_shown(&self) -> bool {
        match self {
            Self::KeyOffered { .. } | Self::KeyConfirmed { .. } | Self::Answered { .. } => false,
            Self::Created { .. }
            | Self::Entered { .. }
            | Self::Left { .. }
            | Self::Kicked { .. }
            | Self::Banned { .. }
            | Self::BanLifted { .. }
            | Self::SilenceChanged { .. }
            | Self::PasswordChanged { .. }
            | Self::LockChanged { .. }
            | Self::SeatTaken { .. }
            | Self::SeatLeft { .. }
            | Self::BotSeated { .. }
            | Self::SeatOpened { .. }
            | Self::SeatClosed { .. }
            | Self::HostChanged { .. }
            | Self::SettingsChanged { .. }
            | Self::ReadyChanged { .. }
            | Self::MatchCalled
            | Self::DiceSealed { .. }
            | Self::ShareCommitted { .. }
            | Self::ShareShown { .. }
            | Self::ShareMissed { .. }
            | Self::DiceOpened
            | Self::MatchStarted { .. }
            | Self::Acted { .. }
            | Self::Rolled { .. }
            | Self::HandedToBot { .. }
            | Self::TakenBack { .. }
            | Self::Resigned { .. }
            | Self::TimedOut { .. }
            | Self::PauseWanted { .. }
            | Self::Paused { .. }
            | Self::Continued
            | Self::Said { .. }
            | Self::Ended { .. } => true,
        }
    }
}

/// Why a lobby ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum EndReason {
    /// The last person left.
    Empty,
    /// No human was connected for the whole time that is allowed.
    Abandoned,
}

/// Whether a time needs no mention.
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the serializer passes a reference"
)]
fn is_zero(ms: &u32) -> bool {
    *ms == 0
}
