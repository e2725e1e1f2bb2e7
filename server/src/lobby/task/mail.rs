//! The messages between sessions and lobbies inside the server.
//!
//! A session sends [`Mail`] to a lobby's mailbox and may wait for room; a lobby puts messages into a session's
//! [`Outbox`] and never waits. Both are bounded.

use std::sync::Arc;
use std::time::Duration;

use dicehall_engine::lobby::{
    AccountId, AddressKey, EarlyCommitment, Key, Looks, Newcomer, Order, PasswordHash, PlayerId,
    Request, Revision, Settings,
};
use dicehall_protocol::{LobbyCode, Notice};
use tokio::sync::{mpsc, oneshot};

use super::Status;
pub(crate) use super::presence::ConnectionId;
use super::presence::arrival::Arrival;
use crate::admission::accounts::places::Places;
use crate::lobby::outbox::Outbox;
use crate::refusal::Refusal;
use crate::watched;

/// The most mail that waits for a lobby's task; further senders wait for room.
pub(crate) const MAIL_MAX: usize = 64;

/// A lobby's mailbox and name.
#[derive(Clone, Debug)]
pub(crate) struct LobbyHandle {
    /// The lobby's code.
    pub(crate) code: LobbyCode,
    /// The sender to its task.
    pub(crate) mailbox: mpsc::Sender<Mail>,
    /// The receiver of the lobby's status.
    pub(crate) status: watched::Receiver<Status>,
}

/// A message from a session to a lobby.
#[derive(Debug)]
pub(crate) enum Mail {
    /// Creates the lobby and lets the host in.
    Create(Box<NewLobby>),
    /// Lets a new person in.
    Enter(Box<Entry>),
    /// Lets a person in who was in the lobby before.
    Return(Box<Return>),
    /// A command of a person; the answer goes into the outbox.
    Ask {
        from: ConnectionId,
        id: u64,
        /// Boxed: a mailbox has room for 32 pieces of mail, whatever is in it.
        request: Box<Request>,
        /// The commitment that came with it.
        commits: Option<Box<EarlyCommitment>>,
    },
    /// Asks for updates before a revision; the answer goes into the outbox.
    History {
        from: ConnectionId,
        id: u64,
        before: Option<Revision>,
    },
    /// Asks for the asides, so far and from now on; the answer goes into the outbox.
    Listen {
        from: ConnectionId,
        id: u64,
        after: Option<u64>,
    },
    /// The person wants to leave. When `done` is sent, the answer and the dismissal are in the outbox.
    Leave {
        from: ConnectionId,
        id: u64,
        done: oneshot::Sender<()>,
    },
    /// Reports that a connection is gone.
    Disconnected { from: ConnectionId },
    /// A message of whoever operates the server.
    Operator(Box<OperatorMail>),
}

/// A message of whoever operates the server to a lobby.
#[derive(Debug)]
pub(crate) enum OperatorMail {
    /// Asks who is in the lobby.
    Look { done: oneshot::Sender<PeopleThere> },
    /// An order, which the rules decide; answered when it is durable.
    Order {
        order: Order,
        done: oneshot::Sender<Result<(), Refusal>>,
    },
    /// Tells everybody something that is no event: how long it is until the server ends.
    Tell { notice: Notice },
}

/// The people in a lobby, for whoever operates the server.
#[derive(Clone, Debug)]
pub(crate) struct PeopleThere {
    /// Everybody in the lobby, in the order of their numbers.
    pub(crate) people: Vec<PersonThere>,
    /// The bots on its seats.
    pub(crate) bots: Vec<String>,
    /// How long the lobby has had a task: since it was made, or since it was opened after a start of the server.
    pub(crate) open_for: Duration,
}

/// A person in a lobby.
#[derive(Clone, Debug)]
pub(crate) struct PersonThere {
    pub(crate) player: PlayerId,
    pub(crate) name: String,
    /// The looks of the name.
    pub(crate) looks: Looks,
    /// The hash of the address that the person came from; `None` for this machine.
    pub(crate) address: Option<AddressKey>,
    pub(crate) is_seated: bool,
    pub(crate) is_connected: bool,
}

/// A lobby to be created.
#[derive(Debug)]
pub(crate) struct NewLobby {
    /// The title, cleaned.
    pub(crate) title: String,
    /// The settings that the host chose.
    pub(crate) settings: Settings,
    /// The hash of the password that newcomers must know, if there is one.
    pub(crate) password: Option<PasswordHash>,
    /// The host.
    pub(crate) entry: Entry,
}

/// A person who wants to enter a lobby.
#[derive(Debug)]
pub(crate) struct Entry {
    /// The person, whose key is the hash of the request's key. If somebody in the lobby has the same key, it is this
    /// person, who entered before.
    pub(crate) newcomer: Newcomer,
    /// The hash of the token that the session has drawn; the token is sent with the answer.
    pub(crate) next: Key,
    /// The channels to the session.
    pub(crate) reply: ReplyChannel,
}

/// A person who was in the lobby before.
#[derive(Debug)]
pub(crate) struct Return {
    /// The hash of the token that the client has shown.
    pub(crate) key: Key,
    /// The hash of the token that the session has drawn for the next return.
    pub(crate) next: Key,
    /// The last revision that the client has seen.
    pub(crate) seen: Option<Revision>,
    /// The channels to the session.
    pub(crate) reply: ReplyChannel,
}

/// The channels by which a lobby reaches a session that wants to enter.
#[derive(Debug)]
pub(crate) struct ReplyChannel {
    /// The place of the connection among those of its person.
    pub(crate) arrival: Arrival,
    /// The devices whose seats wait for them no more; `None` on a server that keeps no accounts.
    pub(crate) places: Option<Arc<Places>>,
    /// The way to the session. The snapshot is in it before the answer is sent.
    pub(crate) outbox: Outbox,
    /// The channel for the answer.
    pub(crate) done: oneshot::Sender<Result<Admitted, Refusal>>,
}

/// The answer to a session that was let in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Admitted {
    /// The person and the connection.
    pub(crate) connection: ConnectionId,
    /// The lobby's revision.
    pub(crate) revision: Revision,
    /// The highest id of a command that the person has sent.
    pub(crate) last_id: u64,
    /// The device by which the person came in; `None` for a guest.
    pub(crate) device: Option<AccountId>,
}

#[cfg(test)]
mod tests {
    use std::mem::size_of;

    use super::*;
    use crate::frame::Frame;
    use crate::lobby::outbox::Outbound;

    /// A channel has room for 32 of what it carries, as long as it is there: what is large has to be boxed.
    #[test]
    fn what_channels_carry_is_small() {
        let sizes = [size_of::<Mail>(), size_of::<Outbound>(), size_of::<Frame>()];
        assert!(
            sizes[0] <= 48 && sizes[1] <= 16 && sizes[2] <= 8,
            "{sizes:?}"
        );
    }
}
