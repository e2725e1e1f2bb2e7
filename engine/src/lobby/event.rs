//! The events of a lobby, in the past tense: decisions and luck, never consequences.
//!
//! Events are journaled whole; every format ever released must stay readable. The server translates them into what
//! people are shown, and leaves out the key.

pub mod grouped;
pub mod reaction;

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use super::{AccountId, AddressKey, Key, Looks, PasswordHash, PlayerId, Settings};
use crate::bots::spec::BotSpec;
use crate::fair::{Commitment, MatchId, Secret};
use crate::game::{Seat, SeatSet};
use crate::games::{AnyAction, AnyChance, AnyConfig};
use crate::grouped;
use crate::origin::{Origin, OriginStep};
use reaction::Reaction;

grouped! {
    /// An event of a lobby, in groups by whom it concerns. The journal has no groups: `{"left":{"player":1}}`.
    pub enum Event {
        /// The lobby itself.
        Lobby(LobbyEvent),
        /// The people in it.
        People(PeopleEvent),
        /// The holders of the seats.
        Seats(SeatEvent),
        /// The agreement on the dice of a match.
        Dice(DiceEvent),
        /// The dice of the next match, before it is called. These events are not shown: the server's commitment is told
        /// in a message of its own, the others' when the dice are sealed.
        Ahead(AheadEvent),
        /// The origin of the next match. These events are not shown; people see the match that goes on from the origin.
        Origins(OriginEvent),
        /// The match.
        Match(MatchEvent),
        /// The votes of people about how it goes on.
        Votes(VoteEvent),
        /// The talk.
        Talk(TalkEvent),
        /// Facts that are told only to the people whom they concern, and never in an update.
        Aside(AsideEvent),
        /// Facts that are kept only for a restart of the server and never shown.
        Private(PrivateEvent),
    }
}

/// The lobby itself: its beginning and end, its settings, its door.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[strum(serialize_all = "snake_case")]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(
    missing_docs,
    reason = "the fields are those of the commands of the same name"
)]
pub enum LobbyEvent {
    /// The lobby was made.
    Created { title: String, settings: Settings },
    /// The host changed the settings.
    SettingsChanged { settings: Settings },
    /// Whoever comes in must know another password, or none.
    PasswordChanged { password: Option<PasswordHash> },
    /// Nobody new is let in, or everybody again.
    LockChanged { locked: bool },
    /// The lobby ended.
    Ended { reason: EndReason },
}

/// The people in a lobby. The journal keeps more about a person who enters than people are shown, so `E` differs
/// between both.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[strum(serialize_all = "snake_case")]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(
    missing_docs,
    reason = "the fields are those of the commands of the same name"
)]
pub enum PeopleEvent<E = Entered> {
    /// A person came in.
    Entered(E),
    /// A person went away.
    Left { player: PlayerId },
    /// The host sent a person away.
    Kicked { player: PlayerId },
    /// The host sent a person away for good.
    Banned { player: PlayerId },
    /// The host lets somebody in again who was sent away for good.
    BanLifted { player: PlayerId },
    /// The host keeps a person from speaking, or no longer.
    SilenceChanged { player: PlayerId, silenced: bool },
    /// Somebody became host.
    HostChanged { player: PlayerId },
}

/// A person who came in; the first became host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entered {
    /// The person's number from now on.
    pub player: PlayerId,
    /// The name, cleaned by the shell.
    pub name: String,
    /// The key by which the person proves to be the same one later.
    pub key: Key,
    /// The looks of the name; `None` in streams of the first release, where the name itself stands for them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub looks: Option<Looks>,
    /// The hash of the address that the person came from; `None` for the server's own machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<AddressKey>,
    /// The account that the person has proved to have; `None` for a guest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<AccountId>,
    /// The device by whose key that was proved; `None` for a guest, and in streams that are older than this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<AccountId>,
}

/// Who holds which seat, and whether that person is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[strum(serialize_all = "snake_case")]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(
    missing_docs,
    reason = "the fields are those of the commands of the same name"
)]
pub enum SeatEvent {
    /// A person sat down.
    SeatTaken { seat: Seat, player: PlayerId },
    /// A person stood up.
    SeatLeft { seat: Seat },
    /// The host put a bot on a seat.
    BotSeated { seat: Seat, bot: BotSpec },
    /// The host opened a seat.
    SeatOpened { seat: Seat },
    /// The host closed a seat.
    SeatClosed { seat: Seat },
    /// A seated human agreed to start, or no longer.
    ReadyChanged { seat: Seat, ready: bool },
    /// A bot acts for an absent human.
    HandedToBot { seat: Seat },
    /// The human is back on the seat.
    TakenBack { seat: Seat },
}

/// The agreement on the dice of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[strum(serialize_all = "snake_case")]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(
    missing_docs,
    reason = "the fields are those of the commands of the same name"
)]
pub enum DiceEvent {
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
}

/// The part of the agreement on dice that comes before the match is called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[strum(serialize_all = "snake_case")]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(
    missing_docs,
    reason = "the fields are those of the commands of the same name"
)]
pub enum AheadEvent {
    /// The server bound itself to the name and the secret of the next match.
    DiceAnnounced { match_id: MatchId, secret: Secret },
    /// A human who agrees to start bound the seat to its share of the next match, in place of an earlier one.
    ShareCommittedAhead { seat: Seat, commitment: Commitment },
}

/// The earlier match from which the next one goes on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[strum(serialize_all = "snake_case")]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(
    missing_docs,
    reason = "the fields are those of the commands of the same name"
)]
pub enum OriginEvent {
    /// The host set an origin, or another one in its place.
    OriginSet { origin: Origin },
    /// The host added the next steps of the origin.
    OriginExtended { steps: Vec<OriginStep> },
}

/// The match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[strum(serialize_all = "snake_case")]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(
    missing_docs,
    reason = "the fields are those of the commands of the same name"
)]
pub enum MatchEvent {
    /// A match is to begin; the seats that are held moved together to the front.
    MatchCalled,
    /// A match began: with this deal, or from the last position of the origin that has this start.
    MatchStarted { config: AnyConfig },
    /// A seat chose; the chances that follow from it are in the same batch.
    Acted {
        seat: Seat,
        action: AnyAction,
        /// The time of the seat's clock that it took, in milliseconds.
        #[serde(default, skip_serializing_if = "is_zero")]
        spent_ms: u32,
    },
    /// Nature chose.
    Rolled { chance: AnyChance },
    /// A seat gave the match up.
    Resigned { seat: Seat },
    /// A seat's time is up: a bot makes the action or the rest of the turn that had the limit.
    TimedOut { seat: Seat },
    /// A seat wants the match to pause, or no longer.
    PauseWanted { seat: Seat, wanted: bool },
    /// The match pauses.
    Paused {
        /// The time of its clock, in milliseconds, that the seat to move had used.
        #[serde(default, skip_serializing_if = "is_zero")]
        spent_ms: u32,
    },
    /// The match goes on.
    Continued,
}

/// The votes of people about how a match goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[strum(serialize_all = "snake_case")]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(
    missing_docs,
    reason = "the fields are those of the commands of the same name"
)]
pub enum VoteEvent {
    /// A person does not want to look at what bots do before a person is to choose, or wants to again.
    SkipWanted { player: PlayerId, wanted: bool },
    /// A person wants a bot to act now for the absent human of a seat, or no longer.
    StandInWanted {
        player: PlayerId,
        seat: Seat,
        wanted: bool,
    },
}

/// Talk between people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[strum(serialize_all = "snake_case")]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(
    missing_docs,
    reason = "the fields are those of the commands of the same name"
)]
pub enum TalkEvent {
    /// Somebody said something.
    Said { player: PlayerId, text: String },
    /// Somebody reacted to whoever holds a seat.
    Reacted {
        player: PlayerId,
        seat: Seat,
        reaction: Reaction,
    },
}

/// Facts that are told beside the updates: to the people whom they concern and who asked to be told, or by whoever operates
/// the server. They count in no revision that people see, so that nobody else can find out that they happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[strum(serialize_all = "snake_case")]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(
    missing_docs,
    reason = "the fields are those of the commands of the same name"
)]
pub enum AsideEvent {
    /// The host allows the people who play to ask an expert what to do, or no longer allows it.
    HintsChanged { allowed: bool },
    /// Somebody said something to one person alone.
    Whispered {
        player: PlayerId,
        to: PlayerId,
        text: String,
    },
    /// Whoever operates the server said something to everybody in the lobby; or why the events after it in the batch happened.
    Announced { text: String },
}

/// Facts that are kept only for a restart of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[strum(serialize_all = "snake_case")]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(
    missing_docs,
    reason = "the fields are those of the commands of the same name"
)]
pub enum PrivateEvent {
    /// A person was given another secret; the one before it stays valid until the new one is used.
    KeyOffered { player: PlayerId, key: Key },
    /// The person has used the secret that was offered last; from now on it alone is valid.
    KeyConfirmed { player: PlayerId },
    /// The events before it in the batch answer that person's command number `id`: the last event of its batch.
    Answered { player: PlayerId, id: u64 },
}

impl Event {
    /// The person who is no longer in the lobby after this event, if any.
    pub fn departed(&self) -> Option<PlayerId> {
        if let Self::People(it) = self {
            it.departed()
        } else {
            None
        }
    }

    /// Whether everybody in the lobby is told of it.
    pub fn is_shown(&self) -> bool {
        !matches!(
            self,
            Self::Ahead(_) | Self::Origins(_) | Self::Aside(_) | Self::Private(_)
        )
    }
}

impl<E> PeopleEvent<E> {
    /// The person who is no longer in the lobby after this event, if any.
    pub fn departed(&self) -> Option<PlayerId> {
        match self {
            Self::Left { player } | Self::Kicked { player } | Self::Banned { player } => {
                Some(*player)
            }
            Self::Entered(_)
            | Self::BanLifted { .. }
            | Self::SilenceChanged { .. }
            | Self::HostChanged { .. } => None,
        }
    }

    /// The same event, with what it says about a newcomer changed.
    pub fn map_entered<F>(self, change: impl FnOnce(E) -> F) -> PeopleEvent<F> {
        match self {
            Self::Entered(it) => PeopleEvent::Entered(change(it)),
            Self::Left { player } => PeopleEvent::Left { player },
            Self::Kicked { player } => PeopleEvent::Kicked { player },
            Self::Banned { player } => PeopleEvent::Banned { player },
            Self::BanLifted { player } => PeopleEvent::BanLifted { player },
            Self::SilenceChanged { player, silenced } => {
                PeopleEvent::SilenceChanged { player, silenced }
            }
            Self::HostChanged { player } => PeopleEvent::HostChanged { player },
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
    /// No human was connected for the whole time that is allowed, or whoever operates the server closed it.
    Abandoned,
}

/// Whether a time is zero, and so left out of the JSON.
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the serializer passes a reference"
)]
fn is_zero(ms: &u32) -> bool {
    *ms == 0
}
