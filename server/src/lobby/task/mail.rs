//! The messages between sessions and lobbies inside the server.
//!
//! A session writes [`Mail`] into a lobby's mailbox and may wait for room; a lobby gives messages to a session's [`Outbox`]
//! and never waits. Both are bounded.

use dicehall_engine::lobby::{Key, Newcomer, PasswordHash, PlayerId, Request, Revision, Settings};
use dicehall_protocol::LobbyCode;
use tokio::sync::{mpsc, oneshot};

use super::Status;
use crate::lobby::outbox::Outbox;
use crate::refusal::Refusal;
use crate::watched;

/// The most mail that waits for a lobby's task; a session that has more waits for room.
pub(crate) const MAIL_MAX: usize = 64;

/// A lobby's mailbox and name.
#[derive(Clone, Debug)]
pub(crate) struct LobbyHandle {
    /// The lobby's code.
    pub(crate) code: LobbyCode,
    /// The sender to its task.
    pub(crate) mailbox: mpsc::Sender<Mail>,
    /// The lobby's status, which its task shows.
    pub(crate) status: watched::Receiver<Status>,
}

/// One of a person's connections to a lobby. The epoch grows with every connection, so that late mail of a replaced one is
/// recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ConnectionId {
    /// The person.
    pub(crate) player: PlayerId,
    /// The number of the connection among the person's own.
    pub(crate) epoch: u64,
}

/// A message from a session to a lobby.
#[derive(Debug)]
pub(crate) enum Mail {
    /// Make the lobby and let the host in.
    Create(Box<NewLobby>),
    /// Let somebody in.
    Enter(Box<Entry>),
    /// Somebody is back.
    Return(Box<Return>),
    /// Somebody wants something; the answer goes into the outbox.
    Ask {
        from: ConnectionId,
        id: u64,
        request: Request,
    },
    /// Somebody wants to hear what happened before a revision; the answer goes into the outbox.
    History {
        from: ConnectionId,
        id: u64,
        before: Option<Revision>,
    },
    /// Somebody wants to hear what is not for everybody, so far and from now on; the answer goes into the outbox.
    Listen {
        from: ConnectionId,
        id: u64,
        after: Option<u64>,
    },
    /// Somebody wants to go. When `done` is, the answer and the dismissal are in the outbox.
    Leave {
        from: ConnectionId,
        id: u64,
        done: oneshot::Sender<()>,
    },
    /// A connection is gone.
    Disconnected { from: ConnectionId },
}

/// A lobby to be created.
#[derive(Debug)]
pub(crate) struct NewLobby {
    /// Cleaned.
    pub(crate) title: String,
    /// As the host chose.
    pub(crate) settings: Settings,
    /// The hash of the password that newcomers must know, if there is one.
    pub(crate) password: Option<PasswordHash>,
    /// The host.
    pub(crate) entry: Entry,
}

/// Somebody who wants to come in.
#[derive(Debug)]
pub(crate) struct Entry {
    /// Who, with the hash of what the request is known by. Somebody in the lobby with the same is this person already.
    pub(crate) newcomer: Newcomer,
    /// The hash of the token that the session has drawn, which is told in answer.
    pub(crate) next: Key,
    /// The channels to the session.
    pub(crate) reply: ReplyChannel,
}

/// Somebody who was in the lobby before.
#[derive(Debug)]
pub(crate) struct Return {
    /// The hash of the token that was shown.
    pub(crate) key: Key,
    /// The hash of the token that the session has drawn for the next return.
    pub(crate) next: Key,
    /// The last revision that the client has seen.
    pub(crate) seen: Option<Revision>,
    /// The channels to the session.
    pub(crate) reply: ReplyChannel,
}

/// The channels by which a lobby reaches a session that wants in.
#[derive(Debug)]
pub(crate) struct ReplyChannel {
    /// The number of the connection on this server, in the order in which they came.
    pub(crate) number: u64,
    /// Where to put what the session is to send. When the answer is there, so is the snapshot.
    pub(crate) outbox: Outbox,
    /// Where to answer.
    pub(crate) done: oneshot::Sender<Result<Admitted, Refusal>>,
}

/// The session is in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Admitted {
    /// The person and the connection.
    pub(crate) connection: ConnectionId,
    /// The lobby's revision.
    pub(crate) revision: Revision,
    /// The highest id of a command that the person has sent.
    pub(crate) last_id: u64,
}
