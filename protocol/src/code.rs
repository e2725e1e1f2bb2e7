//! The stable codes of refusals, errors and closed connections, for programs.
//!
//! Server, clients and bots compare these codes, never sentences. A code that only a later release knows is kept as its
//! text, so that it can still be shown and passed on.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use dicehall_engine::lobby::Reject;
use serde::{Deserialize, Serialize};

/// The codes: each has a name in the program and a text on the wire.
macro_rules! codes {
    ($($name:ident = $text:literal,)*) => {
        /// Why something was refused, went wrong, or ended a connection. `PROTOCOL.md` explains each.
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(from = "String", into = "String")]
        pub enum Code {
            $(
                #[doc = concat!("`", $text, "`")]
                $name,
            )*
            /// A code that this release does not know.
            Unknown(String),
        }

        impl Code {
            /// Every code that this release knows.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// The code on the wire.
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$name => $text,)*
                    Self::Unknown(text) => text,
                }
            }

            /// The code on the wire, as a label of metrics: all codes that this release does not know share one label.
            pub const fn label(&self) -> &'static str {
                match self {
                    $(Self::$name => $text,)*
                    Self::Unknown(_) => "unknown",
                }
            }
        }

        impl From<String> for Code {
            fn from(text: String) -> Self {
                match text.as_str() {
                    $($text => Self::$name,)*
                    _ => Self::Unknown(text),
                }
            }
        }
    };
}

codes! {
    AccountHere = "account_here",
    AccountsFull = "accounts_full",
    AddressFull = "address_full",
    AlreadyCreated = "already_created",
    BadBot = "bad_bot",
    BadCode = "bad_code",
    BadConfig = "bad_config",
    BadName = "bad_name",
    BadOrigin = "bad_origin",
    BadPace = "bad_pace",
    BadPassword = "bad_password",
    BadSignature = "bad_signature",
    BadTitle = "bad_title",
    Banned = "banned",
    BansFull = "bans_full",
    BinaryFrame = "binary_frame",
    BrokenFrames = "broken_frames",
    CannotHear = "cannot_hear",
    CodeTaken = "code_taken",
    DiceNotAwaited = "dice_not_awaited",
    Draining = "draining",
    EmptyChat = "empty_chat",
    Flooding = "flooding",
    Frozen = "frozen",
    HasAccount = "has_account",
    HasResigned = "has_resigned",
    HelloFirst = "hello_first",
    HelloLate = "hello_late",
    IllegalAction = "illegal_action",
    InLobby = "in_lobby",
    KeyRevoked = "key_revoked",
    KeysFull = "keys_full",
    LastKey = "last_key",
    LobbyEnded = "lobby_ended",
    LobbyFailed = "lobby_failed",
    LobbyFull = "lobby_full",
    LobbyGone = "lobby_gone",
    LobbyLocked = "lobby_locked",
    LobbyQuarantined = "lobby_quarantined",
    MatchRunning = "match_running",
    NameKept = "name_kept",
    NameReserved = "name_reserved",
    NameTaken = "name_taken",
    NoAccounts = "no_accounts",
    NoMatch = "no_match",
    NoRematch = "no_rematch",
    NoSuchBan = "no_such_ban",
    NoSuchKey = "no_such_key",
    NoSuchLobby = "no_such_lobby",
    NoSuchPlayer = "no_such_player",
    NoSuchSeat = "no_such_seat",
    NoSuchToken = "no_such_token",
    NotAMessage = "not_a_message",
    NotAbsent = "not_absent",
    NotAlone = "not_alone",
    NotCreated = "not_created",
    NotHost = "not_host",
    NotInLobby = "not_in_lobby",
    NotJson = "not_json",
    NotReady = "not_ready",
    NotSaved = "not_saved",
    NotSeated = "not_seated",
    NotSignedIn = "not_signed_in",
    NotYourTurn = "not_your_turn",
    OriginTooLong = "origin_too_long",
    OriginsFull = "origins_full",
    Paused = "paused",
    RateLimited = "rate_limited",
    Replaced = "replaced",
    SeatHeldByHuman = "seat_held_by_human",
    SeatNotOpen = "seat_not_open",
    SecondHello = "second_hello",
    ServerBanned = "server_banned",
    ServerBusy = "server_busy",
    ServerFull = "server_full",
    ShuttingDown = "shutting_down",
    SignedIn = "signed_in",
    Silenced = "silenced",
    SilencedFull = "silenced_full",
    Silent = "silent",
    Stale = "stale",
    TimeUp = "time_up",
    TooFewPlay = "too_few_play",
    TooLarge = "too_large",
    TooManyAttempts = "too_many_attempts",
    TooManyErrors = "too_many_errors",
    TooOld = "too_old",
    TooSlow = "too_slow",
    WrongPassword = "wrong_password",
    WrongShare = "wrong_share",
    WrongVersion = "wrong_version",
    Yourself = "yourself",
}

impl Code {
    /// Whether a resume that was refused with this code may succeed later, because the trouble of the server or the
    /// lobby may pass.
    pub const fn is_transient(&self) -> bool {
        matches!(
            self,
            Self::Frozen
                | Self::LobbyFailed
                | Self::LobbyGone
                | Self::NotSaved
                | Self::ShuttingDown
        )
    }

    /// The close code of the websocket protocol for this reason (I. Fette and A. Melnikov, *The WebSocket Protocol*,
    /// RFC 6455, 2011, section 7.4.1, <https://www.rfc-editor.org/rfc/rfc6455>): going away, message too big, try again
    /// later, or policy violation.
    pub const fn close_code(&self) -> u16 {
        if matches!(self, Self::ShuttingDown) {
            1001
        } else if matches!(self, Self::TooLarge) {
            1009
        } else if self.is_transient() || matches!(self, Self::TooSlow) {
            1013
        } else {
            1008
        }
    }
}

impl From<&str> for Code {
    fn from(text: &str) -> Self {
        Self::from(text.to_owned())
    }
}

impl FromStr for Code {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self::from(text))
    }
}

impl From<Code> for String {
    fn from(code: Code) -> Self {
        code.as_str().to_owned()
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl From<&Reject> for Code {
    fn from(reject: &Reject) -> Self {
        Self::from(reject.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_survives_its_text_and_an_unknown_one_is_kept() {
        for code in Code::ALL {
            assert_eq!(&Code::from(code.as_str()), code);
        }
        let later = Code::from("said_by_a_later_release");
        assert_eq!(later, Code::Unknown("said_by_a_later_release".to_owned()));
        assert_eq!(later.to_string(), "said_by_a_later_release");
        assert_eq!(
            serde_json::to_string(&Code::TooSlow).unwrap(),
            r#""too_slow""#
        );
    }

    #[test]
    fn only_trouble_that_passes_closes_with_try_again_later() {
        for code in Code::ALL.iter().filter(|it| it.is_transient()) {
            assert!([1001, 1013].contains(&code.close_code()), "{code}");
        }
        assert_eq!(Code::TooLarge.close_code(), 1009);
        assert_eq!(Code::from("anything").close_code(), 1008);
    }
}
