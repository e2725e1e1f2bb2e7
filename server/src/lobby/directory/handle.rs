//! The handle by which sessions and operators ask the directory: each request has a channel for its answer.

use std::collections::BTreeSet;
use std::net::IpAddr;

use dicehall_protocol::{Found, LobbyCode, LobbyLine, Wanted};
use tokio::sync::{mpsc, oneshot};

use super::counts::DirectoryCounts;
use super::lists::KnownLobby;
use super::shards::ShardRequest;
use crate::cluster::owner::Holdings;
use crate::cluster::routing::Shard;
use crate::lobby::task::mail::{LobbyHandle, NewLobby};
use crate::refusal::Refusal;

/// The handle by which sessions ask the directory.
#[derive(Clone, Debug)]
pub(crate) struct DirectoryHandle {
    requests: mpsc::Sender<Request>,
}

/// A request to the directory, with the channel for its answer.
#[derive(Debug)]
pub(super) enum Request {
    Find {
        code: LobbyCode,
        done: oneshot::Sender<Result<LobbyHandle, Refusal>>,
    },
    Found {
        code: LobbyCode,
        network: Option<IpAddr>,
        new_lobby: Box<NewLobby>,
        done: oneshot::Sender<Result<LobbyHandle, Refusal>>,
    },
    Line {
        code: LobbyCode,
        done: oneshot::Sender<Option<LobbyLine>>,
    },
    List {
        done: oneshot::Sender<Vec<LobbyLine>>,
    },
    Search {
        wanted: Wanted,
        done: oneshot::Sender<Found>,
    },
    DirectoryCounts {
        done: oneshot::Sender<DirectoryCounts>,
    },
    All {
        done: oneshot::Sender<Vec<KnownLobby>>,
    },
    /// From a node's task for ownership.
    ShardRequest(ShardRequest),
}

impl DirectoryHandle {
    pub(super) fn new(requests: mpsc::Sender<Request>) -> Self {
        Self { requests }
    }

    /// The lobby with this code.
    pub(crate) async fn find(&self, code: LobbyCode) -> Result<LobbyHandle, Refusal> {
        self.ask(|done| Request::Find { code, done }).await?
    }

    /// A new lobby, or the one that has this code already: its task answers the session that founds it. `network` is
    /// the network that asks, `None` for this machine.
    pub(crate) async fn create(
        &self,
        code: LobbyCode,
        network: Option<IpAddr>,
        new_lobby: NewLobby,
    ) -> Result<LobbyHandle, Refusal> {
        let new_lobby = Box::new(new_lobby);
        self.ask(|done| Request::Found {
            code,
            network,
            new_lobby,
            done,
        })
        .await?
    }

    /// The line of one lobby in lists, if it has one; a lobby that sleeps goes on sleeping.
    pub(crate) async fn line(&self, code: LobbyCode) -> Result<Option<LobbyLine>, Refusal> {
        self.ask(|done| Request::Line { code, done }).await
    }

    /// The lobbies, those that can be joined first; as many as fit into a list.
    pub(crate) async fn list(&self) -> Result<Vec<LobbyLine>, Refusal> {
        self.ask(|done| Request::List { done }).await
    }

    /// The lobbies that are wanted, the newest first; as many as fit into a list.
    pub(crate) async fn search(&self, wanted: Wanted) -> Result<Found, Refusal> {
        self.ask(|done| Request::Search { wanted, done }).await
    }

    /// The numbers of lobbies and seats.
    pub(crate) async fn counts(&self) -> Result<DirectoryCounts, Refusal> {
        self.ask(|done| Request::DirectoryCounts { done }).await
    }

    /// Every lobby, in the order of the codes, for whoever operates the server.
    pub(crate) async fn all(&self) -> Result<Vec<KnownLobby>, Refusal> {
        self.ask(|done| Request::All { done }).await
    }

    /// Serves shards with these lobbies.
    pub(crate) async fn gain(&self, shards: Vec<Shard>, holdings: Holdings) {
        let request = Request::ShardRequest(ShardRequest::Gain(shards, holdings));
        // A directory that has stopped serves nothing.
        self.requests.send(request).await.ok();
    }

    /// Drops the lobbies of shards, and returns when that is done.
    pub(crate) async fn lose(&self, shards: Vec<Shard>) {
        self.ask(|done| Request::ShardRequest(ShardRequest::Lose(shards, done)))
            .await
            .ok();
    }

    /// The shards in which there are lobbies.
    pub(crate) async fn occupied(&self) -> BTreeSet<Shard> {
        let asked = self.ask(|done| Request::ShardRequest(ShardRequest::Occupied(done)));
        asked.await.unwrap_or_default()
    }

    async fn ask<T>(
        &self,
        request: impl FnOnce(oneshot::Sender<T>) -> Request,
    ) -> Result<T, Refusal> {
        let (done, answer) = oneshot::channel();
        self.requests
            .send(request(done))
            .await
            .map_err(|_stopped| Refusal::SHUTTING_DOWN)?;
        answer.await.map_err(|_stopped| Refusal::SHUTTING_DOWN)
    }
}
