//! The messages of the server.
//!
//! The board shows the latest view and the log shows events, so that a missed event cannot corrupt a screen. Legal
//! actions are sent only to the seat to move; that is why a client needs no rules.

use dicehall_engine::fair::{Commitment, MatchId, Secret};
use dicehall_engine::grouped;
use dicehall_engine::lobby::reject::Legal;
use dicehall_engine::lobby::{
    EndReason, PeopleEvent, Phase, PlayerId, Ply, Revision, SeatEvent, Settings, TalkEvent,
};
use dicehall_engine::{AnyAction, AnyChance, AnyConfig, AnyView, BotSpec, Outcome, Seat, SeatSet};
use serde::{Deserialize, Serialize};

use crate::brief::{AnyOffer, AnyStep};
use crate::client_message::LobbyCode;
use crate::code::Code;
use crate::finding::is_not;
#[cfg(feature = "schema")]
use crate::flat_choice::flat_choice;
use crate::lobby_line::{Found, LobbyLine};

/// What the server says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
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
        #[serde(default, skip_serializing_if = "Option::is_none")]
        renewed: Option<Renewed>,
    },
    /// A command was carried out.
    Accepted {
        /// The command's id.
        id: u64,
        /// The lobby's revision after it; absent outside a lobby.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        revision: Option<Revision>,
        /// What was asked for, if anything.
        #[serde(default, skip_serializing_if = "Option::is_none")]
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
        #[serde(default, skip_serializing_if = "Option::is_none")]
        legal: Option<Legal>,
    },
    /// Everything that a person who enters or returns needs. Updates from the next revision on follow.
    Snapshot {
        /// The revision that it shows.
        revision: Revision,
        /// Who the receiver is.
        you: PlayerId,
        /// Who sits where.
        lobby: LobbyView,
        /// The running or last match.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game_match: Option<MatchView>,
        /// How its dice were agreed on, or are being.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        agreement: Option<Box<AgreementView>>,
    },
    /// Something happened.
    Update {
        /// The revision after the last of the events.
        revision: Revision,
        /// What happened, in order.
        events: Vec<EventView>,
        /// Who sits where, if that changed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lobby: Option<LobbyView>,
        /// The match after it, if a match began or went on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        view: Option<AnyView>,
        /// The number of actions so far; the next action must name it.
        ply: Ply,
        /// How the match ended, if it is over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<Outcome>,
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
    Choices {
        /// The ply that an action must name.
        ply: Ply,
        /// Every legal action.
        choices: Vec<Choice>,
    },
    /// It is the receiver's turn: what may be chosen, in a short form.
    Offered {
        /// The ply that an action must name.
        ply: Ply,
        /// Every legal action.
        offer: AnyOffer,
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
    },
    /// The host lets whoever plays ask an expert what to do, or no longer: told through connections that listen.
    Hints {
        /// Which of both.
        allowed: bool,
    },
    /// Somebody whispered: told to both whom it concerns, through connections that listen, and to nobody else.
    Whispered {
        /// What was said.
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
    /// What older clients do not understand: so far, and from now on by messages of its own.
    Listening(Listening),
    /// The lobbies that were wanted.
    Found(Found),
}

/// What older clients do not understand, as the receiver may know it.
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

/// Who sits where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LobbyView {
    /// What it is joined by.
    pub lobby: LobbyCode,
    /// Its title.
    pub title: String,
    /// What the host chose.
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
    /// What the person is called.
    pub name: String,
    /// Whether the person is connected.
    pub connected: bool,
    /// Whether the host does not let the person speak.
    pub silenced: bool,
}

/// Somebody who was sent away for good.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BanView {
    /// Who it was.
    pub player: PlayerId,
    /// What that person was called.
    pub name: String,
}

/// A match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MatchView {
    /// The complete start, whose static part (the board's shape) the views do not repeat.
    pub config: AnyConfig,
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

/// A legal action, with what its seat may want to know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Choice {
    /// The action.
    pub action: AnyAction,
    /// The probability that it succeeds, where it depends on luck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<f64>,
    /// The size of the seat's largest region if it succeeds, in games that have regions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<u8>,
}

grouped! {
    /// What happened, as everyone may see it.
    pub enum EventView {
        /// The lobby itself.
        Lobby(LobbyEventView),
        /// The people in it.
        People(PeopleEvent<EnteredView>),
        /// Who holds which seat.
        Seats(SeatEvent),
        /// The agreement on the dice of a match.
        Dice(DiceEventView),
        /// The match.
        Match(MatchEventView),
        /// The talk between people.
        Talk(TalkEvent),
    }
}

/// The lobby's events, without its password.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(
    missing_docs,
    reason = "each is the engine's event of the same name, which explains its fields"
)]
pub enum LobbyEventView {
    /// The lobby was made.
    Created,
    /// The host changed the settings.
    SettingsChanged,
    /// Whoever comes in must know another password, or none.
    PasswordChanged { has_password: bool },
    /// Nobody new is let in, or everybody again.
    LockChanged { locked: bool },
    /// The lobby ended.
    Ended { reason: EndReason },
}

/// A person who came in, without key and address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(inline, description = ""))]
#[expect(missing_docs, reason = "the engine explains the fields")]
pub struct EnteredView {
    pub player: PlayerId,
    pub name: String,
}

/// The events of the agreement on dice; the secret is shown only at the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(
    missing_docs,
    reason = "each is the engine's event of the same name, which explains its fields"
)]
pub enum DiceEventView {
    /// The server bound itself to a secret, and asks these seats for their shares.
    DiceSealed {
        match_id: MatchId,
        begun_at: u64,
        commitment: Commitment,
        seats: SeatSet,
    },
    /// A seat bound itself to its share.
    ShareCommitted { seat: Seat, commitment: Commitment },
    /// A seat showed its share.
    ShareShown { seat: Seat, share: Secret },
    /// A share did not come in time and counts as zero.
    ShareMissed { seat: Seat },
    /// The secret of the match that ended is shown.
    DiceOpened { secret: Secret },
}

/// The events of a match, without the times that the clocks show.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(
    missing_docs,
    reason = "each is the engine's event of the same name, which explains its fields"
)]
pub enum MatchEventView {
    /// A match is to begin.
    MatchCalled,
    /// A match began.
    MatchStarted { config: AnyConfig },
    /// A seat chose.
    Acted { seat: Seat, action: AnyAction },
    /// Nature chose.
    Rolled { chance: AnyChance },
    /// A seat gave the match up.
    Resigned { seat: Seat },
    /// A seat's time is up: a bot makes the action or the rest of the turn.
    TimedOut { seat: Seat },
    /// A seat wants the match to pause, or no longer.
    PauseWanted { seat: Seat, wanted: bool },
    /// The match pauses.
    Paused,
    /// The match goes on.
    Continued,
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for EventView {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "EventView".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        const ORDER: &str = "created entered left kicked banned ban_lifted silence_changed password_changed lock_changed \
             seat_taken seat_left bot_seated seat_opened seat_closed host_changed settings_changed ready_changed \
             match_called dice_sealed share_committed share_shown share_missed dice_opened match_started acted rolled \
             handed_to_bot taken_back resigned timed_out pause_wanted paused continued said ended";
        let groups = [
            LobbyEventView::json_schema(generator),
            PeopleEvent::<EnteredView>::json_schema(generator),
            SeatEvent::json_schema(generator),
            DiceEventView::json_schema(generator),
            MatchEventView::json_schema(generator),
            TalkEvent::json_schema(generator),
        ];
        flat_choice("What happened, as everyone may see it.", ORDER, &groups)
    }
}
