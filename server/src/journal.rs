//! The journal, which makes the streams of lobbies durable: append and replay.
//!
//! Law kept here: when [`AnyJournal::append`] succeeds, the events survive a crash, all of them or none, and they
//! follow exactly the revision that the caller names. Every record carries a hash of everything before it; a record
//! that cannot be verified is [`JournalError::Corrupt`] and is never repaired.

mod any_reader;
#[cfg(any(test, feature = "simulation"))]
pub(crate) mod faulty;
#[cfg(feature = "cluster")]
mod jetstream;
#[cfg(not(feature = "cluster"))]
#[path = "journal/no_jetstream.rs"]
mod jetstream;
mod memory;
mod offline_journal;
mod record;
mod sqlite;
#[cfg(test)]
mod tests;
mod transfer;

use std::sync::Arc;

use dicehall_engine::lobby::{Event, Revision};
use dicehall_protocol::LobbyCode;

use crate::metrics::Commits;
use crate::metrics::cluster::ClusterMetrics;

pub(crate) use any_reader::{AnyReader, Source};
pub use jetstream::Cluster;
pub(crate) use jetstream::bucket::NatsBucket;
pub(crate) use jetstream::shared::{BucketKind, NatsShared};
pub(crate) use jetstream::{COPIES, COPIES_MAX, JetStreamJournal};
pub(crate) use memory::MemoryJournal;
#[cfg(all(test, feature = "cluster"))]
pub(crate) use sqlite::OfflineFile;
pub(crate) use sqlite::{JournalReader, Setback, SqliteJournal, claim, journal_file};
pub(crate) use transfer::{AGAIN, Beside, CLUSTER, move_journal};
pub use transfer::{Direction, MovedLobbies, NotMoved};

/// Why a stream could not be written or read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum JournalError {
    /// The stream is not at the revision that the caller expects.
    #[error("lobby {lobby} has {found} events in the journal where {expected} were expected")]
    Conflict {
        lobby: LobbyCode,
        expected: u64,
        found: u64,
    },
    /// Another node owns the lobby, or soon will. An append that ended so may be durable.
    #[error("this node does not own lobby {lobby}")]
    NotOwner { lobby: LobbyCode },
    /// The disk is full, missing or slow, or the cluster does not answer.
    #[error("the journal cannot be used: {0}")]
    Io(String),
    /// A record differs from the one that was written.
    #[error("record {seq} of lobby {lobby} is damaged: {what}")]
    Corrupt {
        lobby: LobbyCode,
        seq: u64,
        what: String,
    },
}

/// Appends to streams and reads them back.
pub(crate) trait Journal: Send + Sync {
    /// Appends after `expected`, all or nothing; durable when it succeeds. A stream that has ended is no longer
    /// running.
    fn append(
        &self,
        lobby: LobbyCode,
        expected: Revision,
        events: &[Event],
    ) -> impl Future<Output = Result<Revision, JournalError>> + Send;

    /// The whole stream, verified; empty if there is none.
    fn replay(
        &self,
        lobby: LobbyCode,
    ) -> impl Future<Output = Result<Vec<Event>, JournalError>> + Send;

    /// The lobbies with a stream that has not ended, in order.
    fn running(&self) -> impl Future<Output = Result<Vec<LobbyCode>, JournalError>> + Send;

    /// Waits until everything is written, and closes the files.
    fn close(&self) -> impl Future<Output = ()> + Send;
}

/// The journal that was chosen at start-up.
#[derive(Clone, Debug)]
pub(crate) enum AnyJournal {
    /// In memory: lost when the server stops.
    Memory(MemoryJournal),
    /// One file in the data directory.
    Sqlite(SqliteJournal),
    /// In a cluster of machines.
    Cluster(JetStreamJournal),
    /// A journal for tests that fails on command.
    #[cfg(any(test, feature = "simulation"))]
    Faulty(faulty::FaultyJournal),
}

impl AnyJournal {
    /// The counter of its commits.
    pub(crate) fn commits(&self) -> Commits {
        match self {
            Self::Sqlite(journal) => journal.commits(),
            Self::Memory(_) | Self::Cluster(_) => Commits::default(),
            #[cfg(any(test, feature = "simulation"))]
            Self::Faulty(_) => Commits::default(),
        }
    }
}

impl AnyJournal {
    /// The signs of a loss that were found when it was opened.
    pub(crate) fn setbacks(&self) -> &[Setback] {
        match self {
            Self::Sqlite(journal) => journal.setbacks(),
            Self::Memory(_) | Self::Cluster(_) => &[],
            #[cfg(any(test, feature = "simulation"))]
            Self::Faulty(_) => &[],
        }
    }

    /// The metrics of the cluster that has it; `None` if it is not in one.
    pub(crate) fn cluster_metrics(&self) -> Option<Arc<ClusterMetrics>> {
        match self {
            Self::Cluster(journal) => Some(journal.metrics()),
            Self::Sqlite(_) | Self::Memory(_) => None,
            #[cfg(any(test, feature = "simulation"))]
            Self::Faulty(_) => None,
        }
    }

    /// Whether appends would be durable at this moment; found by writing something, where that is not known.
    pub(crate) async fn check(&self) -> Result<(), JournalError> {
        match self {
            Self::Memory(_) => Ok(()),
            Self::Sqlite(journal) => journal.check().await,
            Self::Cluster(journal) => Box::pin(journal.check()).await,
            #[cfg(any(test, feature = "simulation"))]
            Self::Faulty(journal) => journal.check(),
        }
    }

    /// Waits until nothing can be written any more, because the journal's thread has ended.
    pub(crate) async fn stopped(&self) {
        match self {
            Self::Sqlite(journal) => journal.stopped().await,
            Self::Memory(_) | Self::Cluster(_) => std::future::pending().await,
            #[cfg(any(test, feature = "simulation"))]
            Self::Faulty(_) => std::future::pending().await,
        }
    }

    /// Whether other nodes have some of the lobbies.
    pub(crate) fn is_shared(&self) -> bool {
        matches!(self, Self::Cluster(journal) if journal.is_shared())
    }

    /// Whether this server may answer for a lobby at this moment.
    pub(crate) fn serves(&self, lobby: LobbyCode) -> bool {
        match self {
            Self::Cluster(journal) => journal.serves(lobby),
            Self::Memory(_) | Self::Sqlite(_) => true,
            #[cfg(any(test, feature = "simulation"))]
            Self::Faulty(_) => true,
        }
    }

    /// The whole stream of a lobby that is going to be written from here; where nodes share the lobbies, no earlier owner
    /// can append to it any more.
    pub(crate) async fn open_stream(&self, lobby: LobbyCode) -> Result<Vec<Event>, JournalError> {
        match self {
            Self::Cluster(journal) => Box::pin(journal.open_stream(lobby)).await,
            Self::Memory(_) | Self::Sqlite(_) => self.replay(lobby).await,
            #[cfg(any(test, feature = "simulation"))]
            Self::Faulty(_) => self.replay(lobby).await,
        }
    }
}

/// The futures of a cluster's journal are boxed: they are some kilobytes each, and every lobby's task would have room
/// for them, whatever the journal.
impl Journal for AnyJournal {
    async fn append(
        &self,
        lobby: LobbyCode,
        expected: Revision,
        events: &[Event],
    ) -> Result<Revision, JournalError> {
        match self {
            Self::Memory(journal) => journal.append(lobby, expected, events).await,
            Self::Sqlite(journal) => journal.append(lobby, expected, events).await,
            Self::Cluster(journal) => Box::pin(journal.append(lobby, expected, events)).await,
            #[cfg(any(test, feature = "simulation"))]
            Self::Faulty(journal) => journal.append(lobby, expected, events).await,
        }
    }

    async fn replay(&self, lobby: LobbyCode) -> Result<Vec<Event>, JournalError> {
        match self {
            Self::Memory(journal) => journal.replay(lobby).await,
            Self::Sqlite(journal) => journal.replay(lobby).await,
            Self::Cluster(journal) => Box::pin(journal.replay(lobby)).await,
            #[cfg(any(test, feature = "simulation"))]
            Self::Faulty(journal) => journal.replay(lobby).await,
        }
    }

    async fn running(&self) -> Result<Vec<LobbyCode>, JournalError> {
        match self {
            Self::Memory(journal) => journal.running().await,
            Self::Sqlite(journal) => journal.running().await,
            Self::Cluster(journal) => Box::pin(journal.running()).await,
            #[cfg(any(test, feature = "simulation"))]
            Self::Faulty(journal) => journal.running().await,
        }
    }

    async fn close(&self) {
        match self {
            Self::Memory(journal) => journal.close().await,
            Self::Sqlite(journal) => journal.close().await,
            Self::Cluster(journal) => journal.close().await,
            #[cfg(any(test, feature = "simulation"))]
            Self::Faulty(journal) => journal.close().await,
        }
    }
}
