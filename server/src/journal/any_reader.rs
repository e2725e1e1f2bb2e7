//! Reads the journal that was chosen at start-up, whatever its kind: for the files of matches.

use std::path::PathBuf;

use dicehall_engine::lobby::{Event, Revision};
use dicehall_protocol::LobbyCode;

use super::{JetStreamJournal, JournalError, JournalReader, MemoryJournal, SqliteJournal};

/// Where the journal is that is to be read.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    /// In the memory of this process.
    Memory(MemoryJournal),
    /// In a data directory.
    Directory(PathBuf),
    /// In a file that this process writes.
    Open(SqliteJournal),
    /// In a cluster.
    Cluster(JetStreamJournal),
}

/// A journal that is open for reading.
#[derive(Debug)]
pub(crate) enum AnyReader {
    /// A journal in memory.
    Memory(MemoryJournal),
    /// A journal in a file.
    File(JournalReader),
    /// A journal in a cluster.
    Cluster(JetStreamJournal),
}

impl Source {
    /// Opens the journal.
    pub(crate) fn open(&self) -> Result<AnyReader, String> {
        match self {
            Self::Memory(journal) => Ok(AnyReader::Memory(journal.clone())),
            Self::Directory(data) => JournalReader::open(data)
                .map(AnyReader::File)
                .map_err(|error| error.to_string()),
            Self::Open(journal) => journal
                .reader()
                .map(AnyReader::File)
                .map_err(|error| error.to_string()),
            Self::Cluster(journal) => Ok(AnyReader::Cluster(journal.clone())),
        }
    }

    /// The lobbies that had ended when the journal was opened; none for a journal that drops them itself, or that
    /// another process writes.
    pub(crate) fn ended(&self) -> &[LobbyCode] {
        match self {
            Self::Open(journal) => journal.ended(),
            Self::Cluster(journal) => journal.ended(),
            Self::Memory(_) | Self::Directory(_) => &[],
        }
    }

    /// Removes lobbies that have ended; called by a thread that may wait.
    pub(crate) fn remove(&self, lobbies: Vec<LobbyCode>) -> Result<(), JournalError> {
        match self {
            Self::Open(journal) => journal.remove(lobbies),
            Self::Cluster(journal) => journal.remove(&lobbies),
            Self::Memory(_) | Self::Directory(_) => Ok(()),
        }
    }
}

impl AnyReader {
    /// The lobbies that have a stream, in order.
    pub(crate) fn lobbies(&self) -> Box<dyn Iterator<Item = Result<LobbyCode, JournalError>> + '_> {
        match self {
            Self::Memory(journal) => Box::new(journal.lobbies().into_iter().map(Ok)),
            Self::File(reader) => Box::new(reader.lobbies()),
            Self::Cluster(journal) => match journal.lobbies() {
                Ok(lobbies) => Box::new(lobbies.into_iter().map(Ok)),
                Err(error) => Box::new(std::iter::once(Err(error))),
            },
        }
    }

    /// A lobby's whole stream, verified.
    pub(crate) fn stream(&self, lobby: LobbyCode) -> Result<Vec<Event>, JournalError> {
        match self {
            Self::Memory(journal) => journal.stream(lobby),
            Self::File(reader) => reader.stream(lobby),
            Self::Cluster(journal) => journal.stream(lobby),
        }
    }

    /// The events after a revision in a lobby's stream, verified.
    pub(crate) fn stream_after(
        &self,
        lobby: LobbyCode,
        seen: Revision,
    ) -> Result<Vec<Event>, JournalError> {
        match self {
            Self::Memory(_) | Self::Cluster(_) => {
                // After more events than memory can hold there are none.
                let seen = usize::try_from(seen.0).unwrap_or(usize::MAX);
                Ok(self.stream(lobby)?.into_iter().skip(seen).collect())
            }
            Self::File(reader) => reader.stream_after(lobby, seen),
        }
    }
}
