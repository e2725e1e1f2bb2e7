//! The server's own refusals, and its reasons for ending a connection: stable codes for programs, sentences for people.
//!
//! The rules of the lobby refuse with the engine's `Reject`; a [`Refusal`] is any refusal before or around that. A
//! refusal is data: it is not logged above DEBUG, and no other client notices it.

pub(super) mod translate;

use std::borrow::Cow;

use dicehall_engine::lobby::{Legal, Reject};
use dicehall_protocol::{Code, ServerMessage, VERSION};

/// A refusal: a stable code and a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    /// For programs.
    pub(crate) code: Code,
    /// For people.
    pub(crate) message: Cow<'static, str>,
    /// The legal alternatives, if there are any to name.
    legal: Option<Box<Legal>>,
}

impl Refusal {
    /// A command came too soon after others.
    pub(crate) const RATE_LIMITED: Self =
        Self::new(Code::RateLimited, "too many commands; wait a moment");
    /// Commands kept coming much too soon.
    pub(crate) const FLOODING: Self = Self::new(
        Code::Flooding,
        "far too many commands; connect again, and wait for answers",
    );
    /// Nothing visible is left of a lobby's title.
    pub(crate) const BAD_TITLE: Self = Self::new(
        Code::BadTitle,
        "a title needs at least one visible character",
    );
    /// Nothing visible is left of a person's name.
    pub(crate) const BAD_NAME: Self =
        Self::new(Code::BadName, "a name needs at least one visible character");
    /// A name could be mistaken for the program's own words.
    pub(crate) const RESERVED_NAME: Self = Self::new(
        Code::NameReserved,
        "that name looks like one of the program's own; choose another",
    );
    /// Nothing visible is left of a chat line.
    pub(crate) const EMPTY_CHAT: Self =
        Self::new(Code::EmptyChat, "there is nothing visible to say");
    /// The person is connected by a program that has not asked for whispers, and would not understand one.
    pub(crate) const CANNOT_HEAR: Self = Self::new(
        Code::CannotHear,
        "that person's program does not show whispers",
    );
    /// A password is empty or too long.
    pub(crate) const BAD_PASSWORD: Self =
        Self::new(Code::BadPassword, "a password has 1 to 128 bytes");
    /// Too many passwords are waiting to be hashed.
    pub(crate) const BUSY: Self = Self::new(
        Code::ServerBusy,
        "too many passwords are being checked; try again",
    );
    /// Passwords were tried too often.
    pub(crate) const TOO_MANY_ATTEMPTS: Self = Self::new(
        Code::TooManyAttempts,
        "too many passwords were tried; wait a minute",
    );
    /// The command is only possible outside of lobbies.
    pub(crate) const IN_LOBBY: Self = Self::new(Code::InLobby, "leave the lobby first");
    /// The command is only possible in a lobby.
    pub(crate) const NOT_IN_LOBBY: Self = Self::new(Code::NotInLobby, "join a lobby first");
    /// There is no such lobby.
    pub(crate) const NO_SUCH_LOBBY: Self =
        Self::new(Code::NoSuchLobby, "there is no such lobby on this server");
    /// The lobby's stream is damaged, or its task fails again and again.
    pub(crate) const QUARANTINED: Self = Self::new(
        Code::LobbyQuarantined,
        "the lobby is closed until an operator has looked at its record",
    );
    /// The lobby's task has ended, or does not answer in time.
    pub(crate) const LOBBY_GONE: Self =
        Self::new(Code::LobbyGone, "the lobby does not answer; try again");
    /// The server has no room for another lobby.
    pub(crate) const SERVER_FULL: Self =
        Self::new(Code::ServerFull, "no more lobbies fit on this server");
    /// The address has its share of the lobbies for which the server has room.
    pub(crate) const ADDRESS_FULL: Self = Self::new(
        Code::ServerFull,
        "too many lobbies from your network are open; try again when some have ended",
    );
    /// The drawn code belongs to a lobby that has ended.
    pub(crate) const CODE_TAKEN: Self =
        Self::new(Code::CodeTaken, "no free code was found; try again");
    /// The journal cannot be written.
    pub(crate) const NOT_SAVED: Self = Self::new(
        Code::NotSaved,
        "the server could not save this, so it did not happen; try again",
    );
    /// The journal cannot be written at the moment.
    pub(crate) const FROZEN: Self = Self::new(
        Code::Frozen,
        "the server cannot write its journal; play goes on when it can",
    );
    /// The token belongs to nobody in the lobby.
    pub(crate) const NO_SUCH_TOKEN: Self = Self::new(
        Code::NoSuchToken,
        "the token belongs to nobody in that lobby",
    );
    /// The answer to a command has been forgotten, so it is not known whether the command was carried out.
    pub(crate) const TOO_OLD: Self = Self::new(
        Code::TooOld,
        "later commands were answered so long ago that this one may have been among them",
    );
    /// A command came before the hello.
    pub(crate) const HELLO_FIRST: Self = Self::new(
        Code::HelloFirst,
        "the first message of a connection is hello",
    );
    /// A second hello came.
    pub(crate) const SECOND_HELLO: Self =
        Self::new(Code::SecondHello, "a connection has only one hello");
    /// A frame was larger than the limit, so nothing after it can be read.
    pub(crate) const TOO_LARGE: Self = Self::new(Code::TooLarge, "a frame has at most 16384 bytes");
    /// A binary frame came.
    pub(crate) const BINARY_FRAME: Self = Self::new(Code::BinaryFrame, "messages are text frames");
    /// The person's connection was taken over by a later one.
    pub(crate) const REPLACED: Self =
        Self::new(Code::Replaced, "you have connected from elsewhere");
    /// The client does not read what it is sent.
    pub(crate) const TOO_SLOW: Self = Self::new(
        Code::TooSlow,
        "too much was waiting to be read; connect again",
    );
    /// The lobby's task failed while people were in the lobby.
    pub(crate) const LOBBY_FAILED: Self = Self::new(
        Code::LobbyFailed,
        "the lobby had to be opened again; connect again",
    );
    /// The server stops.
    pub(crate) const SHUTTING_DOWN: Self = Self::new(
        Code::ShuttingDown,
        "the server is shutting down; what happened is saved",
    );
    /// The server is about to end, so nothing new begins.
    pub(crate) const DRAINING: Self = Self::new(
        Code::Draining,
        "the server is about to end: no lobby and no match begins any more",
    );
    /// No hello came.
    pub(crate) const HELLO_LATE: Self = Self::new(Code::HelloLate, "no hello came in time");
    /// No sign of life came for too long.
    pub(crate) const SILENT: Self =
        Self::new(Code::Silent, "nothing was heard from you for too long");
    /// Too many frames came that were not messages.
    pub(crate) const MALFORMED: Self =
        Self::new(Code::TooManyErrors, "too much came that was no message");

    const fn new(code: Code, message: &'static str) -> Self {
        Self {
            code,
            message: Cow::Borrowed(message),
            legal: None,
        }
    }

    /// The server keeps no accounts.
    pub(crate) const NO_ACCOUNTS: Self =
        Self::new(Code::NoAccounts, "this server keeps no accounts");
    /// The proof of a key is none, or none for this connection to this server.
    pub(crate) const BAD_SIGNATURE: Self = Self::new(
        Code::BadSignature,
        "that signature proves nothing here; connect again to try once more",
    );
    /// Nobody has told the server of the door for ssh that speaks for somebody.
    pub(crate) const UNKNOWN_DOOR: Self = Self::new(
        Code::BadSignature,
        "this server does not know that door for ssh; its operator names it with --ssh-door",
    );
    /// The connection has signed in already.
    pub(crate) const SIGNED_IN: Self = Self::new(Code::SignedIn, "you have signed in already");
    /// The command is only possible for somebody who has signed in.
    pub(crate) const NOT_SIGNED_IN: Self =
        Self::new(Code::NotSignedIn, "sign in first; guests have no account");
    /// The key was taken away from its account.
    pub(crate) const KEY_REVOKED: Self = Self::new(
        Code::KeyRevoked,
        "the key of this device was taken away from its account",
    );
    /// A code for a device is made up, old or used; which of these is not told.
    pub(crate) const BAD_CODE: Self = Self::new(
        Code::BadCode,
        "that code is not good, or no longer; let the other device make a new one",
    );
    /// Codes for devices were tried too often.
    pub(crate) const TOO_MANY_CODES: Self = Self::new(
        Code::TooManyAttempts,
        "too many codes were tried; wait ten minutes",
    );
    /// The key that is to be added belongs to an account.
    pub(crate) const HAS_ACCOUNT: Self = Self::new(
        Code::HasAccount,
        "this device has an account here already; let that be forgotten first",
    );
    /// The account has as many keys as it may have.
    pub(crate) const KEYS_FULL: Self = Self::new(
        Code::KeysFull,
        "your account has too many keys; take away one that you do not use",
    );
    /// The account does not have this key.
    pub(crate) const NO_SUCH_KEY: Self =
        Self::new(Code::NoSuchKey, "your account does not have that key");
    /// Without its last key nobody could use the account.
    pub(crate) const LAST_KEY: Self = Self::new(
        Code::LastKey,
        "that is the only key of your account; forget the account instead",
    );
    /// The name is kept for somebody who has an account.
    pub(crate) const NAME_KEPT: Self = Self::new(
        Code::NameKept,
        "that name is kept for somebody who has an account here; choose another",
    );
    /// No more accounts can begin now.
    pub(crate) const ACCOUNTS_FULL: Self = Self::new(
        Code::AccountsFull,
        "too many accounts have begun here, or on your network today; you can play without one",
    );
    /// Too many people ask for their accounts at once.
    pub(crate) const ACCOUNTS_BUSY: Self = Self::new(
        Code::ServerBusy,
        "too many accounts are being looked at; try again",
    );

    /// The results of matches are being read.
    pub(crate) const RESULTS_READ: Self = Self::new(
        Code::ServerBusy,
        "the results of matches are being read; try again",
    );
    /// The table has no such match that is over, or no file of it is kept.
    pub(crate) const NO_MATCH_FILE: Self =
        Self::new(Code::NoMatch, "this table keeps no file of such a match");
    /// The file of the match cannot be reviewed.
    pub(crate) const NO_REVIEW: Self =
        Self::new(Code::NoMatch, "the file of this match cannot be reviewed");
    /// Too many matches wait for their review.
    pub(crate) const REVIEWS_BUSY: Self = Self::new(
        Code::ServerBusy,
        "too many matches are being reviewed; try again",
    );
    /// Nobody has this name or account, as far as accounts are known.
    pub(crate) const NO_SUCH_PERSON: Self = Self::new(
        Code::NoSuchPlayer,
        "no account of this server has that name; guests have no profile",
    );

    /// The client speaks another version.
    pub(crate) fn wrong_version(theirs: u32) -> Self {
        let way_out = if theirs < VERSION {
            "install the present release of your client, or reload the page"
        } else {
            "use an older release of your client, or ask for a newer one of the server"
        };
        let message = format!(
            "this server speaks version {VERSION} of the protocol, not {theirs}: {way_out}"
        );
        Self {
            code: Code::WrongVersion,
            message: Cow::Owned(message),
            legal: None,
        }
    }

    /// The person may not come to this server.
    pub(crate) fn server_banned(message: String) -> Self {
        Self {
            code: Code::ServerBanned,
            message: Cow::Owned(message),
            legal: None,
        }
    }

    /// The frame is not a message.
    pub(crate) fn not_a_message(code: Code, message: String) -> Self {
        Self {
            code,
            message: Cow::Owned(message),
            legal: None,
        }
    }

    /// Whether the refusal ends the connection, as opposed to refusing a command.
    pub(crate) fn is_of_connection(&self) -> bool {
        matches!(
            self.code,
            Code::Replaced | Code::LobbyFailed | Code::ServerBanned
        )
    }

    /// The message that refuses a command.
    pub(crate) fn rejected(self, id: u64) -> ServerMessage {
        ServerMessage::Rejected {
            id,
            code: self.code,
            message: self.message.into_owned(),
            legal: self.legal.map(|it| *it),
        }
    }

    /// The message about a frame that was not a command; the connection goes on.
    pub(crate) fn error(self) -> ServerMessage {
        ServerMessage::Error {
            code: self.code,
            message: self.message.into_owned(),
        }
    }

    /// The last message of a connection.
    pub(crate) fn closing(self) -> ServerMessage {
        ServerMessage::Closing {
            code: self.code,
            message: self.message.into_owned(),
        }
    }
}

impl From<Reject> for Refusal {
    fn from(reject: Reject) -> Self {
        Self {
            code: Code::from(&reject),
            message: Cow::Owned(reject.to_string()),
            legal: reject.legal().map(Box::new),
        }
    }
}
