//! The jobs for the writer of the journal's file.
//!
//! Handles of the journal make them; the writer takes them from its queue.

use dicehall_engine::lobby::Revision;
use dicehall_protocol::LobbyCode;
use tokio::sync::oneshot;

use super::delivery::Settled;
use crate::journal::JournalError;
use crate::journal::record::{Head, Record};

/// The way back to whoever has asked.
pub(super) type AnswerSender<T> = oneshot::Sender<Result<T, JournalError>>;

/// A job for the writer.
#[derive(Debug)]
pub(super) enum Job {
    Append(Append),
    Read {
        lobby: LobbyCode,
        done: AnswerSender<Vec<Record>>,
    },
    Running {
        done: AnswerSender<Vec<LobbyCode>>,
    },
    /// Lobbies that have ended are to be removed from the file.
    Remove {
        lobbies: Vec<LobbyCode>,
        done: AnswerSender<()>,
    },
    /// Whether the file can be written is asked.
    Check {
        done: AnswerSender<()>,
    },
    Close {
        done: oneshot::Sender<()>,
    },
    /// The thread panics, as a bug would make it.
    #[cfg(test)]
    Panic,
}

/// The events of an append.
#[derive(Debug)]
pub(super) struct Append {
    pub(super) lobby: LobbyCode,
    /// The number of events that the caller believes to be in the stream.
    pub(super) expected: u64,
    /// The number of events in the append; if zero, nothing is written.
    pub(super) count: usize,
    /// The events, as the text of a record.
    pub(super) text: String,
    /// Whether the last of them ends the lobby.
    pub(super) ends: bool,
    pub(super) done: oneshot::Sender<Settled>,
}

impl Append {
    /// The answer, if nothing is to be written: the stream is not where the caller expects, or the append is empty.
    pub(super) fn settled(&self, head: Head) -> Option<Result<Revision, JournalError>> {
        let (lobby, expected, found) = (self.lobby, self.expected, head.seq);
        if found != expected {
            return Some(Err(JournalError::Conflict {
                lobby,
                expected,
                found,
            }));
        }
        (self.count == 0).then_some(Ok(Revision(found)))
    }
}

/// Answers whoever has asked.
pub(super) fn answer<T>(done: AnswerSender<T>, result: Result<T, JournalError>) {
    // The caller may have stopped waiting; the journal is right either way.
    done.send(result).ok();
}
