//! The inputs of the machine, and its acts for the task that owns the socket.

use dicehall_protocol::{ClientMessage, LobbyCode, ServerMessage};

use crate::net::fingerprint::Fingerprint;
use crate::net::link::{ClientCommandWithId, LinkEvent};
use crate::net::link_code::LinkCode;
use crate::net::loss::Loss;

/// An input of the machine.
#[derive(Debug)]
pub(crate) enum Input {
    /// The websocket is open.
    Opened,
    /// The server sent a message.
    Heard(Box<ServerMessage>),
    /// A frame that is no message came, such as a ping or a pong.
    Alive,
    /// The answer to our ping came.
    Pong,
    /// The socket could not be opened, or is gone.
    Lost(Loss),
    /// The server's certificate is new, and no authority has signed it.
    Stranger(Fingerprint),
    /// The socket cannot be opened, now or later.
    Refused {
        /// Why.
        code: LinkCode,
        /// A sentence, for people.
        message: String,
    },
    /// The person sends a command.
    Command(ClientCommandWithId),
    /// The person asks to retry now.
    RetryNow,
    /// The person asks to sign in once more.
    SignIn {
        /// Whether there is a key for it.
        has_key: bool,
    },
    /// The deadline has passed.
    Due,
}

/// An act for the task.
#[derive(Debug, PartialEq)]
pub(crate) enum Act {
    /// Open a socket, for so many times that went wrong: each is dialed at another address, if several are known.
    Dial(usize),
    /// Drop the socket, or the attempt to open one.
    HangUp,
    /// Send a message.
    Send(ClientMessage),
    /// Send a ping.
    Ping,
    /// Send an event to the screens.
    Tell(LinkEvent),
    /// Store the proof of being in a lobby, for a later run of the program.
    Keep(LobbyCode, String),
    /// Delete that proof.
    Forget,
}

impl Act {
    /// Passes a message on to the screens.
    pub(super) fn message(message: ServerMessage) -> Self {
        Self::Tell(LinkEvent::Message(Box::new(message)))
    }
}
