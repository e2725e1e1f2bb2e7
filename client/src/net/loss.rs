//! Why there is no connection: a reason of ours in place of the system's, so that it can be said in the person's language.
//!
//! Made by `dial`, the connection and its machine; said by the screens, and in English by the scripts and the log.

use std::fmt;
use std::io::{self, ErrorKind};

use dicehall_protocol::Code;
use dicehall_protocol::limits::CLIENT_SILENCE_MS_MAX;
use tokio_tungstenite::tungstenite;

use crate::lang::Language;

/// Why there is no connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Loss {
    /// The machine is there, and no server listens at that port.
    Refused,
    /// No machine has that name.
    NoSuchName,
    /// Nothing leads to that machine from here.
    NoWay,
    /// The machine or the server does not answer in time.
    NoAnswer,
    /// The server was silent for too long.
    Silent,
    /// The connection was cut.
    Cut,
    /// Something else than a Dicehall server answers there.
    NoServer,
    /// The server has said why it closes the connection.
    Told {
        /// The reason, for programs.
        code: Code,
        /// A sentence, for people.
        message: String,
    },
    /// Anything else; the text is for the log.
    Other(String),
}

impl Loss {
    /// The reason in words, for people; what the server said is said by whoever knows its codes.
    pub fn told(&self, language: Language) -> String {
        match self {
            Self::Refused => language.loss_refused(),
            Self::NoSuchName => language.loss_no_name(),
            Self::NoWay => language.loss_no_way(),
            Self::NoAnswer => language.loss_no_answer(),
            Self::Silent => language.loss_silent(CLIENT_SILENCE_MS_MAX / 1_000),
            Self::Cut => language.loss_cut(),
            Self::NoServer => language.loss_no_server(),
            Self::Told { message, .. } => message.clone(),
            Self::Other(_) => language.loss_other(),
        }
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Other(why) => f.write_str(why),
            Self::Refused
            | Self::NoSuchName
            | Self::NoWay
            | Self::NoAnswer
            | Self::Silent
            | Self::Cut
            | Self::NoServer
            | Self::Told { .. } => f.write_str(&self.told(Language::English)),
        }
    }
}

impl From<&io::Error> for Loss {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "systems have many more reasons than people care for"
    )]
    fn from(error: &io::Error) -> Self {
        match error.kind() {
            ErrorKind::ConnectionRefused => Self::Refused,
            ErrorKind::ConnectionReset
            | ErrorKind::ConnectionAborted
            | ErrorKind::BrokenPipe
            | ErrorKind::NotConnected
            | ErrorKind::UnexpectedEof => Self::Cut,
            ErrorKind::NetworkUnreachable
            | ErrorKind::HostUnreachable
            | ErrorKind::NetworkDown
            | ErrorKind::AddrNotAvailable => Self::NoWay,
            ErrorKind::TimedOut => Self::NoAnswer,
            _ => Self::Other(error.to_string()),
        }
    }
}

impl From<&tungstenite::Error> for Loss {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "websockets have many more reasons than people care for"
    )]
    fn from(error: &tungstenite::Error) -> Self {
        match error {
            tungstenite::Error::Io(error) => error.into(),
            tungstenite::Error::ConnectionClosed
            | tungstenite::Error::AlreadyClosed
            | tungstenite::Error::Protocol(
                tungstenite::error::ProtocolError::ResetWithoutClosingHandshake
                | tungstenite::error::ProtocolError::HandshakeIncomplete,
            ) => Self::Cut,
            tungstenite::Error::Http(_) => Self::NoServer,
            other => Self::Other(other.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The system tells reasons by their numbers, which mean nothing to people.
    #[test]
    fn no_reason_has_the_words_of_the_system_in_any_language() {
        for number in 1..=133 {
            let error = io::Error::from_raw_os_error(number);
            for language in Language::ALL {
                let told = Loss::from(&error).told(language);
                assert!(!told.contains("os error"), "{number}: {told}");
                assert!(!told.is_empty());
            }
        }
        let refused = io::Error::from_raw_os_error(111);
        assert_eq!(
            Loss::from(&refused).told(Language::English),
            "no server listens there"
        );
    }
}
