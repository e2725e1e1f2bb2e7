//! The place of the journal in a NATS cluster, in programs that are built without the feature `cluster`: nothing of it can exist.
//!
//! Has the names of `jetstream.rs` that the rest of the server uses. Law kept here: an operator who asks for a cluster is
//! told that this program has none, when the options are read; so no value of these types is ever made.

#[path = "no_jetstream/bucket.rs"]
pub(crate) mod bucket;
#[path = "jetstream/settings.rs"]
mod settings;
#[path = "no_jetstream/shared.rs"]
pub(crate) mod shared;

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::fs::File;
use std::str::FromStr;
use std::sync::Arc;

use dicehall_engine::lobby::{Event, Revision};
use dicehall_protocol::LobbyCode;

use super::offline_journal::OfflineJournal;
use super::record::{Head, Record};
use super::{Journal, JournalError};
use crate::cluster::owner::Holdings;
use crate::cluster::ownership::Ownership;
use crate::cluster::routing::Shard;
use crate::metrics::cluster::ClusterMetrics;
use crate::os::entropy::Entropy;
pub use settings::Cluster;
pub(crate) use settings::{COPIES, COPIES_MAX};

/// The answer to an operator who asks for a cluster.
const NO_CLUSTER: &str = "this program was built without clusters (the feature `cluster`)";

/// The address of a server of NATS: none is accepted.
#[derive(Clone, Debug)]
pub(crate) struct ServerAddr(Infallible);

impl FromStr for ServerAddr {
    type Err = &'static str;

    fn from_str(_address: &str) -> Result<Self, Self::Err> {
        Err(NO_CLUSTER)
    }
}

impl ServerAddr {
    pub(crate) fn host(&self) -> &str {
        match self.0 {}
    }

    pub(crate) fn port(&self) -> u16 {
        match self.0 {}
    }

    pub(crate) fn has_user_pass(&self) -> bool {
        match self.0 {}
    }

    pub(crate) fn username(&self) -> Option<&str> {
        match self.0 {}
    }

    pub(crate) fn password(&self) -> Option<&str> {
        match self.0 {}
    }
}

/// The journal in a cluster, which is never opened.
#[derive(Clone, Debug)]
pub(crate) struct JetStreamJournal(Infallible);

impl JetStreamJournal {
    #[expect(clippy::unused_async, reason = "as the journal that it stands for")]
    pub(crate) async fn open(
        _cluster: &Cluster,
        _lock: Option<Arc<File>>,
        _ownership: Option<Arc<Ownership>>,
        _entropy: &Entropy,
    ) -> Result<Self, String> {
        Err(NO_CLUSTER.to_owned())
    }

    #[expect(clippy::unused_async, reason = "as the journal that it stands for")]
    pub(super) async fn open_to_move(
        _cluster: &Cluster,
        _entropy: &Entropy,
    ) -> Result<Self, String> {
        Err(NO_CLUSTER.to_owned())
    }

    pub(crate) fn metrics(&self) -> Arc<ClusterMetrics> {
        match self.0 {}
    }

    pub(crate) fn is_shared(&self) -> bool {
        match self.0 {}
    }

    pub(crate) fn serves(&self, _lobby: LobbyCode) -> bool {
        match self.0 {}
    }

    #[expect(clippy::unused_async, reason = "as the journal that it stands for")]
    pub(crate) async fn open_stream(&self, _lobby: LobbyCode) -> Result<Vec<Event>, JournalError> {
        match self.0 {}
    }

    #[expect(clippy::unused_async, reason = "as the journal that it stands for")]
    pub(crate) async fn within(&self, _shards: &BTreeSet<Shard>) -> Result<Holdings, JournalError> {
        match self.0 {}
    }

    #[expect(clippy::unused_async, reason = "as the journal that it stands for")]
    pub(crate) async fn check(&self) -> Result<(), JournalError> {
        match self.0 {}
    }

    pub(crate) fn ended(&self) -> &[LobbyCode] {
        match self.0 {}
    }

    pub(crate) fn remove(&self, _lobbies: &[LobbyCode]) -> Result<(), JournalError> {
        match self.0 {}
    }

    pub(crate) fn lobbies(&self) -> Result<Vec<LobbyCode>, JournalError> {
        match self.0 {}
    }

    pub(crate) fn stream(&self, _lobby: LobbyCode) -> Result<Vec<Event>, JournalError> {
        match self.0 {}
    }
}

impl Journal for JetStreamJournal {
    async fn append(
        &self,
        _lobby: LobbyCode,
        _expected: Revision,
        _events: &[Event],
    ) -> Result<Revision, JournalError> {
        match self.0 {}
    }

    async fn replay(&self, _lobby: LobbyCode) -> Result<Vec<Event>, JournalError> {
        match self.0 {}
    }

    async fn running(&self) -> Result<Vec<LobbyCode>, JournalError> {
        match self.0 {}
    }

    async fn close(&self) {
        match self.0 {}
    }
}

impl OfflineJournal for JetStreamJournal {
    async fn lobbies(&self) -> Result<BTreeSet<LobbyCode>, JournalError> {
        match self.0 {}
    }

    async fn records(&self, _lobby: LobbyCode) -> Result<Vec<Record>, JournalError> {
        match self.0 {}
    }

    async fn put(
        &self,
        _lobby: LobbyCode,
        _head: Head,
        _records: &[Record],
    ) -> Result<(), JournalError> {
        match self.0 {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_without_clusters_say_so_when_one_is_asked_for() {
        assert_eq!(
            Cluster::of("nats://a,b").unwrap_err(),
            "nats://a: this program was built without clusters (the feature `cluster`)"
        );
    }
}
