//! The messages of the server.
//!
//! The board shows the latest view and the log shows events, so that a missed event cannot corrupt a screen. Legal
//! actions are sent only to the seat to move; that is why a client needs no rules.

mod event_view;
mod lobby_line;
mod lobby_view;
mod offer;
pub mod shown;
mod tolerant;

use dicehall_engine::fair::{Commitment, MatchId, Secret};
use dicehall_engine::game::{Layout, Place};
use dicehall_engine::lobby::reject::Legal;
use dicehall_engine::lobby::{PlayerId, Ply, Revision};
use dicehall_engine::{AnyConfig, AnyOffer, AnyStep, AnyView, Outcome, Seat, SeatSet};
use serde::{Deserialize, Serialize};

use crate::account::{AccountCode, AccountView, Challenge, LinkCodeView};
use crate::client_message::LobbyCode;
use crate::client_message::finding::is_not;
use crate::code::Code;
use crate::review::{ReviewProgress, ReviewView};
use crate::standing::{LeadersView, ProfileView};

pub use event_view::{DiceEventView, EnteredView, EventView, LobbyEventView, MatchEventView};
pub use lobby_line::{Found, LobbyLine};
pub use lobby_view::{
    BanView, EveningHolderView, EveningRowView, EveningView, HolderView, LobbyView, PlayerView,
    SeatView,
};
pub use offer::{Choice, choices_of, offered};

/// What the server says. A client ignores fields that it does not know, in the message and in its parts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ServerMessage {
    /// The answer to the hello.
    Welcome {
        /// The version that both speak.
        version: u32,
        /// The server's name and release, for people.
        server: String,
        /// Whether a resume succeeded; then a snapshot or the missed updates follow. `false` if none was asked for.
        resumed: bool,
        /// With a resume: what is needed for the next one.
        #[serde(
            default,
            skip_serializing_if = "Option::is_none",
            deserialize_with = "tolerant::read"
        )]
        renewed: Option<Renewed>,
        /// The words of whoever operates the server for everybody who comes, if there are any.
        #[serde(
            default,
            skip_serializing_if = "Option::is_none",
            deserialize_with = "tolerant::read"
        )]
        notice: Option<Notice>,
        /// With a server that keeps accounts: what a person signs to `sign_in`.
        #[serde(
            default,
            skip_serializing_if = "Option::is_none",
            deserialize_with = "tolerant::read"
        )]
        challenge: Option<Challenge>,
    },
    /// A command was carried out.
    Accepted {
        /// The command's id.
        id: u64,
        /// The lobby's revision after it; absent outside a lobby.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        revision: Option<Revision>,
        /// What was asked for, if anything.
        #[serde(
            default,
            skip_serializing_if = "Option::is_none",
            deserialize_with = "tolerant::read"
        )]
        reply: Option<Reply>,
    },
    /// A command was refused; nothing has changed.
    Rejected {
        /// The command's id.
        id: u64,
        /// Stable, for programs.
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        code: Code,
        /// A sentence, for people.
        message: String,
        /// What would have been legal, where there is something to say.
        #[serde(
            default,
            skip_serializing_if = "Option::is_none",
            deserialize_with = "tolerant::read"
        )]
        legal: Option<Legal>,
    },
    /// Everything that a person who enters or returns needs. Updates from the next revision on follow.
    Snapshot {
        /// The revision that it shows.
        revision: Revision,
        /// Who the receiver is.
        you: PlayerId,
        /// Who sits where.
        #[serde(deserialize_with = "tolerant::read")]
        lobby: LobbyView,
        /// The running or last match.
        #[serde(
            default,
            skip_serializing_if = "Option::is_none",
            deserialize_with = "tolerant::read"
        )]
        game_match: Option<MatchView>,
        /// How its dice were agreed on, or are being.
        #[serde(
            default,
            skip_serializing_if = "Option::is_none",
            deserialize_with = "tolerant::read"
        )]
        agreement: Option<Box<AgreementView>>,
    },
    /// Something happened.
    Update {
        /// The revision after the last of the events.
        revision: Revision,
        /// What happened, in order.
        #[serde(deserialize_with = "tolerant::read")]
        events: Vec<EventView>,
        /// Who sits where, if that changed.
        #[serde(
            default,
            skip_serializing_if = "Option::is_none",
            deserialize_with = "tolerant::read"
        )]
        lobby: Option<LobbyView>,
        /// How the places of the board lie, if a match began.
        #[serde(
            default,
            skip_serializing_if = "Option::is_none",
            deserialize_with = "tolerant::read"
        )]
        layout: Option<Layout>,
        /// The match after it, if a match began or went on.
        #[serde(
            default,
            skip_serializing_if = "Option::is_none",
            deserialize_with = "tolerant::read"
        )]
        view: Option<AnyView>,
        /// The number of actions so far; the next action must name it.
        ply: Ply,
        /// How the match ended, if it is over.
        #[serde(
            default,
            skip_serializing_if = "Option::is_none",
            deserialize_with = "tolerant::read"
        )]
        outcome: Option<Outcome>,
        /// The words of whoever operates the server, if there are any: beside the events, or alone.
        #[serde(
            default,
            skip_serializing_if = "Option::is_none",
            deserialize_with = "tolerant::read"
        )]
        notice: Option<Notice>,
    },
    /// A seat acted, and nothing else happened than what followed from it by luck and by the rules: an update in a short
    /// form.
    Played {
        /// The revision after it; each chance counts as one event, as the action does.
        revision: Revision,
        /// The number of actions so far; the next action must name it.
        ply: Ply,
        /// Whose action it was.
        seat: Seat,
        /// The action, and what it has changed of the view of the revision before.
        #[serde(deserialize_with = "tolerant::read")]
        step: AnyStep,
    },
    /// The name of the next match, and the hash that binds the server to its secret: told to whoever is seated, so that a
    /// commitment can come with `ready`, `start` and `rematch`.
    NextMatch {
        /// The name of the match.
        match_id: MatchId,
        /// The hash that binds the server to its secret.
        commitment: Commitment,
    },
    /// It is the receiver's turn: what may be chosen.
    Offered {
        /// The ply that an action must name.
        ply: Ply,
        /// Every legal action.
        #[serde(deserialize_with = "tolerant::read")]
        offer: AnyOffer,
        /// Of each action, in the same order, the places that it leads from and to, if it has some. Empty where the actions
        /// are such pairs by themselves.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "schema", schemars(length(min = 1)))]
        ends: Vec<Option<[Place; 2]>>,
    },
    /// How long people may think, in a match with a clock: told to all after what changes it, and to whoever comes in.
    Clocks {
        /// The ply that is waited for.
        ply: Ply,
        /// What is left to each seat of the match, in milliseconds.
        left_ms: Vec<u32>,
        /// Whose clock runs from now on, if one does.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        running: Option<Seat>,
    },
    /// Somebody in the lobby connected or lost the connection.
    Presence {
        /// Who.
        player: PlayerId,
        /// Which of both.
        connected: bool,
        /// How long until a bot acts for the person who is gone, in milliseconds; absent if none will.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bot_in_ms: Option<u32>,
    },
    /// The host lets whoever plays ask an expert what to do, or no longer: told through connections that listen.
    Hints {
        /// Which of both.
        allowed: bool,
    },
    /// Somebody whispered: told to both whom it concerns, through connections that listen, and to nobody else.
    Whispered {
        /// What was said.
        #[serde(deserialize_with = "tolerant::read")]
        whisper: Whisper,
    },
    /// The server cannot write its journal, so the lobby stands still; or it can again, and play goes on.
    Frozen {
        /// Which of both.
        frozen: bool,
    },
    /// Something came that was no message; the connection goes on, or a `closing` follows.
    Error {
        /// Stable, for programs.
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        code: Code,
        /// A sentence, for people.
        message: String,
    },
    /// The server is about to close the connection.
    Closing {
        /// Stable, for programs.
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        code: Code,
        /// A sentence, for people.
        message: String,
    },
}

/// The words of whoever operates the server to people.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug, Default)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Notice {
    /// The words; absent if nothing but the end of the server is told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// How long until the server ends, in milliseconds; absent if it goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends_in_ms: Option<u32>,
}

/// What a command asked for.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Reply {
    /// The server's lobbies.
    Lobbies(Vec<LobbyLine>),
    /// The receiver is in a lobby; a snapshot follows.
    Joined(Joined),
    /// What happened in the lobby before.
    History(History),
    /// What no update tells: so far, and from now on by messages of its own.
    Listening(Listening),
    /// The lobbies that were wanted.
    Found(Found),
    /// All that the server keeps of the receiver's account.
    Account(AccountView),
    /// The code by which another device of the receiver may sign in.
    LinkCode(LinkCodeView),
    /// The codes for paper of the receiver's account, which are told this once.
    RescueCodes(Vec<AccountCode>),
    /// The leaders of a game.
    Leaders(LeadersView),
    /// How well a person plays.
    Profile(ProfileView),
    /// The review of a match is being made: ask again in a second.
    Reviewing(ReviewProgress),
    /// The review of a match.
    Review(ReviewView),
}

/// What no update tells, as the receiver may know it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Listening {
    /// The latest whispers to and from the receiver, the oldest first.
    pub whispers: Vec<Whisper>,
    /// Whether the host lets whoever plays ask an expert what to do.
    #[serde(default, skip_serializing_if = "is_not")]
    pub hints: bool,
}

/// What one person said to another alone.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Whisper {
    /// Counts the whispers to and from the receiver since the receiver came in, from 1.
    pub number: u64,
    /// The revision of the lobby at that time.
    pub revision: Revision,
    /// Who said it.
    pub player: PlayerId,
    /// To whom.
    pub to: PlayerId,
    /// What.
    pub text: String,
}

/// A piece of a lobby's past.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct History {
    /// What everybody in the lobby was told at the time, the oldest first.
    pub updates: Vec<PastUpdate>,
    /// Whether more is known of what was before the first of them.
    pub has_earlier: bool,
}

/// What an update told.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PastUpdate {
    /// The revision after the last of the events.
    pub revision: Revision,
    /// What happened, in order.
    pub events: Vec<EventView>,
    /// The match after it, if a match began or went on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<AnyView>,
    /// How the match ended, if it was over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

/// Proof of being in a lobby.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Joined {
    /// Which.
    pub lobby: LobbyCode,
    /// Who the receiver is in it.
    pub player: PlayerId,
    /// The secret to resume with; it is told once and to nobody else.
    pub token: String,
}

impl std::fmt::Debug for Joined {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Joined")
            .field("lobby", &self.lobby)
            .field("player", &self.player)
            .finish_non_exhaustive()
    }
}

/// What a person who is back needs for the next time.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Renewed {
    /// The secret to resume with from now on. The one before it stays good until this one was used, or a command was
    /// sent on this connection: keep this one first.
    pub token: String,
    /// The highest id of a command that the lobby has had from the person; later ones must be higher.
    pub last_id: u64,
}

impl std::fmt::Debug for Renewed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Renewed")
            .field("last_id", &self.last_id)
            .finish_non_exhaustive()
    }
}

/// A match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MatchView {
    /// The complete start, whose static part (the board's shape) the views do not repeat.
    pub config: AnyConfig,
    /// How the places of the board lie.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layout: Option<Layout>,
    /// The position.
    pub view: AnyView,
    /// The number of actions so far; the next action must name it.
    pub ply: Ply,
    /// The seats that have resigned.
    pub resigned: SeatSet,
    /// How it ended, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

/// What the dice of a match follow from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AgreementView {
    /// What names the match.
    pub match_id: MatchId,
    /// When it was called, in seconds since 1970.
    pub begun_at: u64,
    /// What binds the server to its secret.
    pub commitment: Commitment,
    /// The seats that were asked for a share, in order.
    pub shares: Vec<ShareView>,
    /// The server's secret, once the match is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<Secret>,
    /// How many actions there were since the match began; whoever comes at 0 has missed none.
    pub actions: u32,
}

/// The share of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShareView {
    /// Whose.
    pub seat: Seat,
    /// What binds the seat to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<Commitment>,
    /// The share, once it was shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<Secret>,
    /// Whether it did not come in time and counts as zero.
    pub missed: bool,
}
