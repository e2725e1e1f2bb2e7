//! The journal in a NATS cluster: one message for each append, one subject for each lobby, copies on several machines.
//!
//! The records are those of the other journals, hash chain and all. Law kept here: every append names the last message
//! of its lobby and is refused by the cluster if another is there, so that of two nodes that believe they own a lobby
//! at most one writes it.

pub(crate) mod bucket;
mod checks;
mod client;
mod log;
mod message;
#[cfg(test)]
mod model;
mod opening;
mod presence;
mod settings;
pub(crate) mod shared;
mod streams;
mod subjects;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::fmt;
use std::fs::File;
use std::sync::Arc;

pub(crate) use async_nats::ServerAddr;
use async_nats::Subscriber;
use dicehall_engine::lobby::{Event, Revision};
use dicehall_protocol::LobbyCode;
use tokio::runtime::Handle;

use super::offline_journal::OfflineJournal;
use super::record::{Head, Record};
use super::{Journal, JournalError};
use crate::cluster::owner::Holdings;
use crate::cluster::ownership::Ownership;
use crate::cluster::routing::Shard;
use crate::metrics::cluster::ClusterMetrics;
use crate::os::entropy::Entropy;
use client::NatsLog;
pub use settings::Cluster;
pub(crate) use settings::{COPIES, COPIES_MAX};
use streams::Streams;

/// The number of random bytes that tell one run of a node from the next.
const RUN_SIZE: usize = 8;

/// A connection to the cluster. Clones are the same journal.
#[derive(Clone)]
pub(crate) struct JetStreamJournal {
    streams: Arc<Streams<NatsLog>>,
    /// The lobbies that had ended when the journal was opened.
    ended: Arc<[LobbyCode]>,
    /// The shards that this node owns; `None` if it is the only server.
    ownership: Option<Arc<Ownership>>,
    /// For callers that may wait and are no tasks.
    runtime: Handle,
    /// Keeps other servers out of the data folder, in which the files of matches are.
    _lock: Option<Arc<File>>,
    /// Tells commands that move lobbies that it is there, if it is the only server.
    _presence: Option<Arc<Subscriber>>,
}

impl JetStreamJournal {
    /// Checks the cluster and opens the journal in it. With an ownership only the lobbies that it covers are written.
    pub(crate) async fn open(
        cluster: &Cluster,
        lock: Option<Arc<File>>,
        ownership: Option<Arc<Ownership>>,
        entropy: &Entropy,
    ) -> Result<Self, String> {
        let log = opening::open(cluster).await?;
        let mut presence = None;
        if ownership.is_none() {
            let advice =
                "start this one with --internal as well, or stop them all and wait for 15 seconds";
            bucket::check_alone(log.context(), advice).await?;
            presence = Some(Arc::new(presence::announce(&log.context().client()).await?));
        }
        let writer = writer(cluster, entropy)?;
        let streams = Streams::new(log, writer).shared(ownership.clone());
        // A node that shares the lobbies with others learns which have ended when it wins their shards.
        let ended = match &ownership {
            None => opening::at_last(|| async { streams.lobbies(true).await.ok() })
                .await
                .ok_or("the lobbies of the cluster cannot be listed: try again")?,
            Some(_) => Vec::new(),
        };
        Ok(Self {
            streams: Arc::new(streams),
            ended: ended.into(),
            ownership,
            runtime: Handle::current(),
            _lock: lock,
            _presence: presence,
        })
    }

    /// Checks the cluster and opens the journal in it for a command that moves lobbies: no server may use it.
    pub(super) async fn open_to_move(cluster: &Cluster, entropy: &Entropy) -> Result<Self, String> {
        let log = opening::open(cluster).await?;
        let advice = "stop them all, wait for 15 seconds, and run this again";
        bucket::check_alone(log.context(), advice).await?;
        presence::check_absent(&log.context().client()).await?;
        let presence = presence::announce(&log.context().client()).await?;
        Ok(Self {
            streams: Arc::new(Streams::new(log, writer(cluster, entropy)?)),
            ended: Arc::default(),
            ownership: None,
            runtime: Handle::current(),
            _lock: None,
            _presence: Some(Arc::new(presence)),
        })
    }

    /// The metrics of this server as a part of the cluster.
    pub(crate) fn metrics(&self) -> Arc<ClusterMetrics> {
        Arc::clone(self.streams.metrics())
    }

    /// Whether other nodes have some of the lobbies.
    pub(crate) fn is_shared(&self) -> bool {
        self.ownership.is_some()
    }

    /// Whether this node may answer for a lobby at this moment.
    pub(crate) fn serves(&self, lobby: LobbyCode) -> bool {
        let ownership = self.ownership.as_ref();
        ownership.is_none_or(|it| it.epoch(lobby).is_some())
    }

    /// Whether the cluster answers, and this node has its place in it.
    pub(crate) async fn check(&self) -> Result<(), JournalError> {
        let has_place = self.ownership.as_ref().is_none_or(|it| it.has_name());
        if !has_place {
            let fault = "this node has lost its place in the cluster".to_owned();
            return Err(JournalError::Io(fault));
        }
        self.streams.check().await
    }

    /// Becomes the owner of a lobby, so that no earlier one can append to it, and reads its stream.
    pub(crate) async fn open_stream(&self, lobby: LobbyCode) -> Result<Vec<Event>, JournalError> {
        self.streams.open(lobby).await
    }

    /// The lobbies in shards.
    pub(crate) async fn within(&self, shards: &BTreeSet<Shard>) -> Result<Holdings, JournalError> {
        self.streams.within(shards).await
    }

    /// The lobbies that had ended when the journal was opened.
    pub(crate) fn ended(&self) -> &[LobbyCode] {
        &self.ended
    }

    /// Removes lobbies that have ended; called by a thread that may wait.
    pub(crate) fn remove(&self, lobbies: &[LobbyCode]) -> Result<(), JournalError> {
        self.runtime.block_on(self.streams.remove(lobbies))
    }

    /// Every lobby that has a stream, in order; called by a thread that may wait.
    pub(crate) fn lobbies(&self) -> Result<Vec<LobbyCode>, JournalError> {
        self.runtime.block_on(self.streams.all())
    }

    /// A lobby's whole stream, verified; called by a thread that may wait.
    pub(crate) fn stream(&self, lobby: LobbyCode) -> Result<Vec<Event>, JournalError> {
        self.runtime.block_on(self.streams.replay(lobby))
    }
}

impl Journal for JetStreamJournal {
    async fn append(
        &self,
        lobby: LobbyCode,
        expected: Revision,
        events: &[Event],
    ) -> Result<Revision, JournalError> {
        self.streams.append(lobby, expected, events).await
    }

    async fn replay(&self, lobby: LobbyCode) -> Result<Vec<Event>, JournalError> {
        self.streams.replay(lobby).await
    }

    async fn running(&self) -> Result<Vec<LobbyCode>, JournalError> {
        match &self.ownership {
            None => self.streams.lobbies(false).await,
            // The shards that it wins are read when it has won them.
            Some(_) => Ok(Vec::new()),
        }
    }

    /// Everything that was answered is in the cluster already.
    async fn close(&self) {}
}

impl OfflineJournal for JetStreamJournal {
    async fn lobbies(&self) -> Result<BTreeSet<LobbyCode>, JournalError> {
        OfflineJournal::lobbies(&*self.streams).await
    }

    async fn records(&self, lobby: LobbyCode) -> Result<Vec<Record>, JournalError> {
        self.streams.records(lobby).await
    }

    async fn put(
        &self,
        lobby: LobbyCode,
        head: Head,
        records: &[Record],
    ) -> Result<(), JournalError> {
        self.streams.put(lobby, head, records).await
    }
}

/// The name of a node and of this run of it.
fn writer(cluster: &Cluster, entropy: &Entropy) -> Result<String, String> {
    let run: [u8; RUN_SIZE] = entropy.bytes().map_err(|error| error.to_string())?;
    let run = base16ct::lower::encode_string(&run);
    Ok(format!("{}/{run}", cluster.node))
}

impl fmt::Debug for JetStreamJournal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JetStreamJournal").finish_non_exhaustive()
    }
}
