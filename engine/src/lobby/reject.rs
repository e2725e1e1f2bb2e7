//! The refusal of a command: data with a stable code, a sentence, and the legal alternatives.

use serde::{Deserialize, Serialize};

use super::{BANS_MAX, ORIGINS_MAX, SILENCED_MAX};
use super::{PlayerId, Ply, WATCHERS_MAX, WATCHERS_PER_ADDRESS_MAX};
use crate::bots::spec::NoSuchBot;
use crate::game::{ConfigError, Seat, SeatSet};
use crate::games::AnyAction;
use crate::origin::BadOrigin;

/// Why a command was refused. A refused command has changed nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(
    missing_docs,
    reason = "the sentence of each variant says what its fields are"
)]
pub enum Reject {
    #[error("the lobby does not exist yet")]
    NotCreated,
    #[error("the lobby exists already")]
    AlreadyCreated,
    #[error("the lobby has ended")]
    LobbyEnded,
    #[error("the lobby is full: {WATCHERS_MAX} people watch in it, and no seat is free")]
    LobbyFull,
    #[error("{WATCHERS_PER_ADDRESS_MAX} people from your network watch in this lobby already")]
    AddressFull,
    #[error("your name looks like that of {like}, who is in the lobby")]
    NameTaken { like: String },
    #[error("your account is in the lobby already, as {name}")]
    AccountHere { name: String },
    #[error("the host does not let you into this lobby")]
    Banned,
    #[error("the host lets nobody new into this lobby")]
    Locked,
    #[error("that is not the lobby's password")]
    WrongPassword,
    #[error("nobody with that number is kept out of this lobby")]
    NoSuchBan,
    #[error("the lobby keeps {BANS_MAX} people out already; lift a ban first")]
    BansFull,
    #[error("the lobby keeps {SILENCED_MAX} people silent already")]
    SilencedFull,
    #[error("the host does not let you speak in this lobby")]
    Silenced,
    #[error("that player is not in the lobby")]
    NoSuchPlayer(PlayerId),
    #[error("only the host may do that")]
    NotHost,
    #[error("you hold no seat")]
    NotSeated,
    #[error("that seat is not open")]
    SeatNotOpen { open: SeatSet },
    #[error("the game has no such seat")]
    NoSuchSeat,
    #[error("a human holds that seat")]
    SeatHeldByHuman,
    #[error("a match is running")]
    MatchRunning,
    #[error("no match is running")]
    NoMatch,
    #[error("the last match is not over, or there was none")]
    NoRematch,
    #[error("the game is played by {from} or more, and {held} play here: take a seat, or add bots")]
    TooFewPlay { from: u8, held: u8 },
    #[error("not everyone is ready")]
    NotReady { waiting_for: SeatSet },
    #[error("it is the turn of seat {}", to_move.number())]
    NotYourTurn { to_move: Seat },
    #[error("that action answers an earlier position")]
    Stale { ply: Ply },
    #[error("the match pauses")]
    Paused,
    #[error("your time is up; a bot acts for you")]
    TimeUp,
    #[error("the rules do not allow that action here")]
    IllegalAction { legal: Vec<AnyAction> },
    #[error("nothing is waited for from you for the dice of that match")]
    DiceNotAwaited,
    #[error("that share of the dice is not the one that was committed")]
    WrongShare,
    #[error("the human of that seat is not gone")]
    NotAbsent,
    #[error("you have resigned from this match")]
    HasResigned,
    #[error("you cannot do that to yourself")]
    Yourself,
    #[error("bots can be asked to take at most 5000 ms")]
    BadPace,
    #[error(transparent)]
    BadConfig(#[from] ConfigError),
    #[error("you are not alone in the lobby")]
    NotAlone,
    #[error("the lobby has been given {ORIGINS_MAX} earlier matches already")]
    OriginsFull,
    #[error(transparent)]
    BadOrigin(#[from] BadOrigin),
    #[error(transparent)]
    BadBot(#[from] NoSuchBot),
}

/// What would have been legal; whatever is absent does not apply.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Legal {
    /// The actions that the rules allow here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actions: Option<Vec<AnyAction>>,
    /// The ply that an action must name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<Ply>,
    /// The seat to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_move: Option<Seat>,
    /// The seats that are open, or that are waited for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<SeatSet>,
}

impl Reject {
    /// The stable code, for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotCreated => "not_created",
            Self::AlreadyCreated => "already_created",
            Self::LobbyEnded => "lobby_ended",
            Self::LobbyFull => "lobby_full",
            Self::AddressFull => "address_full",
            Self::NameTaken { .. } => "name_taken",
            Self::AccountHere { .. } => "account_here",
            Self::Banned => "banned",
            Self::Locked => "lobby_locked",
            Self::WrongPassword => "wrong_password",
            Self::NoSuchBan => "no_such_ban",
            Self::BansFull => "bans_full",
            Self::SilencedFull => "silenced_full",
            Self::Silenced => "silenced",
            Self::NoSuchPlayer(_) => "no_such_player",
            Self::NotHost => "not_host",
            Self::NotSeated => "not_seated",
            Self::SeatNotOpen { .. } => "seat_not_open",
            Self::NoSuchSeat => "no_such_seat",
            Self::SeatHeldByHuman => "seat_held_by_human",
            Self::MatchRunning => "match_running",
            Self::NoMatch => "no_match",
            Self::NoRematch => "no_rematch",
            Self::TooFewPlay { .. } => "too_few_play",
            Self::NotReady { .. } => "not_ready",
            Self::NotYourTurn { .. } => "not_your_turn",
            Self::Stale { .. } => "stale",
            Self::Paused => "paused",
            Self::TimeUp => "time_up",
            Self::IllegalAction { .. } => "illegal_action",
            Self::DiceNotAwaited => "dice_not_awaited",
            Self::WrongShare => "wrong_share",
            Self::NotAbsent => "not_absent",
            Self::HasResigned => "has_resigned",
            Self::Yourself => "yourself",
            Self::BadPace => "bad_pace",
            Self::BadConfig(_) => "bad_config",
            Self::NotAlone => "not_alone",
            Self::OriginsFull => "origins_full",
            Self::BadOrigin(BadOrigin::TooLong) => "origin_too_long",
            Self::BadOrigin(_) => "bad_origin",
            Self::BadBot(_) => "bad_bot",
        }
    }

    /// The legal alternatives, if there are any to name.
    pub fn legal(&self) -> Option<Legal> {
        let mut legal = Legal::default();
        if let Self::SeatNotOpen { open: seats } | Self::NotReady { waiting_for: seats } = self {
            legal.seats = Some(*seats);
        } else if let Self::NotYourTurn { to_move } = self {
            legal.to_move = Some(*to_move);
        } else if let Self::Stale { ply } = self {
            legal.ply = Some(*ply);
        } else if let Self::IllegalAction { legal: actions } = self {
            legal.actions = Some(actions.clone());
        } else {
            return None;
        }
        Some(legal)
    }
}
