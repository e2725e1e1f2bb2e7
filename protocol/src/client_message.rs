//! The messages of a client.

pub(crate) mod finding;
pub mod request_key;

use std::fmt;
use std::str::FromStr;

use dicehall_engine::grouped;
use dicehall_engine::lobby::{EarlyCommitment, Request, Revision, Settings};
use serde::{Deserialize, Serialize};
use strum::VariantNames;

use crate::account::AccountCommand;
#[cfg(feature = "schema")]
use crate::flat_choice::flat_choice;
use crate::limits::LOBBY_CODE_CHARS;
use crate::review::WantedReview;
use crate::standing::{WantedLeaders, WantedProfile};
use crate::text::CODE_ALPHABET;

pub use finding::Wanted;
pub use request_key::RequestKey;

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
        /// With `ready`, `start` and `rematch`: binds the person's seat to its share of the dice of the next match.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        commits: Option<EarlyCommitment>,
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
    /// A number that grows with every attempt to resume, by which the newest of several connections is known: the
    /// milliseconds of the client's clock since 1970, or one more than its last number if that is not lower.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attempt: Option<u64>,
}

impl fmt::Debug for Resume {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Resume")
            .field("lobby", &self.lobby)
            .field("revision", &self.revision)
            .finish_non_exhaustive()
    }
}

grouped! {
    /// What a client may want.
    pub enum ClientCommand {
        /// A command to the server, outside of lobbies or before it reaches the lobby.
        Session(SessionCommand),
        /// A request to the lobby that the person is in.
        Lobby(Request),
        /// A command about the person's account, inside or outside of lobbies.
        Account(AccountCommand),
    }
}

/// The commands that a session handles itself, wholly or in part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[strum(serialize_all = "snake_case")]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum SessionCommand {
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
    /// Host: asks whoever comes in from now on for a password, or for none.
    SetPassword {
        /// Which; absent lets everybody in.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        password: Option<Password>,
    },
    /// What happened in the lobby that the person is in, as everybody in it was told: the newest updates, as many as fit
    /// into the answer.
    History {
        /// Only updates of lower revisions; absent for the newest of all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        before: Option<Revision>,
    },
    /// Asks to be told, through this connection, of what no update tells of the lobby that the person is in: whispers, and
    /// whether hints are allowed.
    Listen {
        /// Only whispers of higher numbers; absent for all that are kept.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<u64>,
    },
    /// Those of the server's lobbies that are wanted, the newest first. Outside or inside a lobby.
    FindLobbies(Wanted),
    /// Who plays a game best, on a server that keeps accounts. Outside or inside a lobby.
    Leaders(WantedLeaders),
    /// How well a person plays, on a server that keeps accounts. Outside or inside a lobby.
    Profile(WantedProfile),
    /// The worth of the dice and the choices of a match that is over. In the lobby in which it was played.
    Review(WantedReview),
    /// Asks for a sign of life, where a client cannot send a ping of the websocket. Outside or inside a lobby.
    Ping,
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for ClientCommand {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ClientCommand".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        const ORDER: &str = "list_lobbies create_lobby join_lobby take_seat spectate leave seat_bot open_seat close_seat \
             kick ban lift_ban silence set_password lock allow_hints hand_over_host change_settings set_origin extend_origin \
             ready start commit_share \
             show_share act resign pause skip stand_in rematch chat whisper react history listen find_lobbies leaders profile review sign_in sign_in_by_secret sign_in_by_door my_account keep_name revoke_key \
             new_link_code new_rescue_codes forget_account ping";
        let groups = [
            SessionCommand::json_schema(generator),
            Request::json_schema(generator),
            AccountCommand::json_schema(generator),
        ];
        flat_choice("What a client may want.", ORDER, &groups)
    }
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

/// A text that is not a lobby's code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a lobby's code has 5 letters and digits, without 0, 1, I, L, O")]
pub struct NotACode;

impl LobbyCode {
    /// The letters and digits of codes: none that looks like another.
    pub const ALPHABET: &[u8; 31] = CODE_ALPHABET;

    /// The code made of these draws: each is taken modulo the length of the alphabet, as the index of a character.
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

    /// Reads a code; small letters are accepted.
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

#[cfg(test)]
mod tests {
    use dicehall_engine::lobby::PasswordHash;

    use super::*;

    #[test]
    fn the_hash_of_a_password_is_not_written() {
        let hash = PasswordHash("hash".to_owned());
        let request = Request::SetPassword {
            password: Some(hash),
        };
        assert!(serde_json::to_string(&ClientCommand::from(request)).is_err());
    }
}
