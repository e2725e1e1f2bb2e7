//! The messages of a client.

use std::fmt;
use std::str::FromStr;

use dicehall_engine::fair::{Commitment, MatchId, Secret};
use dicehall_engine::lobby::{PlayerId, Ply, Revision, Settings};
use dicehall_engine::{AnyAction, BotSpec, Seat};
use serde::{Deserialize, Serialize};

use crate::limits::LOBBY_CODE_CHARS;
use crate::request_key::RequestKey;

/// What a client says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ClientMessage {
    /// The first message of every connection, and only that.
    Hello {
        /// The version that the client speaks.
        version: u32,
        /// What the person wants to be called; the server cleans it.
        name: String,
        /// The seat in a lobby that the person had before.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        resume: Option<Resume>,
    },
    /// Something is wanted; answered exactly once, by `accepted` or `rejected` with the same id.
    Command {
        /// Chosen by the client, growing from command to command; in a lobby over the person's whole stay. The same id
        /// again means the same command again: it is answered as before, and not carried out twice.
        id: u64,
        /// What is wanted.
        command: ClientCommand,
    },
}

/// Proof of having been a player in a lobby.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Resume {
    /// The lobby.
    pub lobby: LobbyCode,
    /// The secret that came last: with `joined`, or with the `welcome` of a resume.
    pub token: String,
    /// The last revision that the client has seen: the server sends what came after, or a snapshot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<Revision>,
}

impl fmt::Debug for Resume {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Resume")
            .field("lobby", &self.lobby)
            .field("revision", &self.revision)
            .finish_non_exhaustive()
    }
}

/// What a client may want.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ClientCommand {
    /// The server's lobbies. Outside or inside a lobby.
    ListLobbies,
    /// Makes a lobby and enters it as its host, without a seat. Outside a lobby.
    CreateLobby {
        /// Shown in lists; the server cleans it.
        title: String,
        /// The first settings.
        settings: Settings,
        /// What whoever comes in must know; absent lets everybody in.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        password: Option<Password>,
        /// What the request is known by if it comes again before its answer was heard, on whatever connection: then the
        /// person gets the same place once more and another token, and nothing is done twice.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<RequestKey>,
    },
    /// Enters a lobby as a spectator. Outside a lobby.
    JoinLobby {
        /// Which.
        lobby: LobbyCode,
        /// The lobby's password, if it has one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        password: Option<Password>,
        /// As in `create_lobby`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<RequestKey>,
    },
    /// Sits down: on that seat, or on the first open one.
    TakeSeat {
        /// Which; absent means the first open one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
    },
    /// Stands up and watches; during a match a bot takes the seat for good.
    Spectate,
    /// Leaves the lobby; during a match a bot takes the seat for good.
    Leave,
    /// Host: puts a bot on a seat.
    SeatBot {
        /// Where.
        seat: Seat,
        /// Which, e.g. `paranoid:2`.
        bot: BotSpec,
    },
    /// Host: opens a seat.
    OpenSeat {
        /// Which.
        seat: Seat,
    },
    /// Host: closes a seat.
    CloseSeat {
        /// Which.
        seat: Seat,
    },
    /// Host: sends somebody away.
    Kick {
        /// Whom.
        player: PlayerId,
    },
    /// Host: sends somebody away for good: nobody who looks like that or comes from there is let in again.
    Ban {
        /// Whom.
        player: PlayerId,
    },
    /// Host: lets somebody in again who was sent away for good.
    LiftBan {
        /// Whom, by the number in the lobby's list of bans.
        player: PlayerId,
    },
    /// Host: keeps somebody from speaking, or no longer.
    Silence {
        /// Whom.
        player: PlayerId,
        /// Which of both.
        silenced: bool,
    },
    /// Host: asks whoever comes in from now on for a password, or for none.
    SetPassword {
        /// Which; absent lets everybody in.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        password: Option<Password>,
    },
    /// Host: lets nobody new in, or everybody again.
    Lock {
        /// Which of both.
        locked: bool,
    },
    /// Host: makes somebody else host.
    HandOverHost {
        /// Whom.
        player: PlayerId,
    },
    /// Host: changes the settings.
    ChangeSettings {
        /// To what.
        settings: Settings,
    },
    /// Agrees to start, or no longer.
    Ready {
        /// Which of both.
        ready: bool,
    },
    /// Host: starts a match.
    Start {
        /// Start whether or not everyone is ready.
        #[serde(default)]
        force: bool,
    },
    /// Binds the seat to its share of the dice; asked for by `dice_sealed`.
    CommitShare {
        /// Of which match.
        match_id: MatchId,
        /// The hash of the share.
        commitment: Commitment,
    },
    /// Shows the seat's share of the dice, once every seat that was asked has committed or missed.
    ShowShare {
        /// Of which match.
        match_id: MatchId,
        /// What was committed.
        share: Secret,
    },
    /// Acts in the match.
    Act {
        /// The ply that it answers, as told with the choices.
        ply: Ply,
        /// One of the choices.
        action: AnyAction,
    },
    /// Gives the match up.
    Resign,
    /// Wants the match to pause, or to go on.
    Pause {
        /// Which of both.
        wanted: bool,
    },
    /// After a match: agrees to another with the same seats.
    Rematch,
    /// Says something to everyone in the lobby; the server cleans it.
    Chat {
        /// What.
        text: String,
    },
}

/// A password in clear: never shown, never logged, never in an event.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Password(pub String);

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(..)")
    }
}

/// What a lobby is joined by: five letters and digits without those that look alike.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(with = "String", extend("pattern" = "^[A-HJKMNP-Za-hjkmnp-z2-9]{5}$")))]
pub struct LobbyCode([u8; LOBBY_CODE_CHARS]);

/// A text that is no lobby's code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a lobby's code has 5 letters and digits, without 0, 1, I, L, O")]
pub struct NotACode;

impl LobbyCode {
    /// The letters and digits of codes: none that looks like another.
    pub const ALPHABET: &[u8; 31] = b"ABCDEFGHJKMNPQRSTUVWXYZ23456789";

    /// The code whose characters are these numbers modulo the alphabet's length.
    pub fn from_draws(draws: [u8; LOBBY_CODE_CHARS]) -> Self {
        Self(draws.map(|it| Self::ALPHABET[usize::from(it) % Self::ALPHABET.len()]))
    }

    /// The code as text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0)
            .unwrap_or_else(|_| unreachable!("the alphabet of codes is ASCII"))
    }
}

impl FromStr for LobbyCode {
    type Err = NotACode;

    /// Small letters are accepted.
    fn from_str(text: &str) -> Result<Self, NotACode> {
        let mut code = [0; LOBBY_CODE_CHARS];
        if text.len() != LOBBY_CODE_CHARS {
            return Err(NotACode);
        }
        for (at, byte) in code.iter_mut().zip(text.bytes()) {
            *at = Some(byte.to_ascii_uppercase())
                .filter(|it| Self::ALPHABET.contains(it))
                .ok_or(NotACode)?;
        }
        Ok(Self(code))
    }
}

impl TryFrom<String> for LobbyCode {
    type Error = NotACode;

    fn try_from(text: String) -> Result<Self, NotACode> {
        text.parse()
    }
}

impl From<LobbyCode> for String {
    fn from(code: LobbyCode) -> Self {
        code.as_str().to_owned()
    }
}

impl fmt::Display for LobbyCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for LobbyCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
