//! A server as one of several nodes: joins those that share the lobbies of a cluster, and leaves them.
//!
//! Called when a server with a cluster opens and stops. Law kept here: a node keeps its data folder locked for as long as
//! it may write in its name.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::task::{JoinError, JoinSet};
use tokio::time::timeout;

use super::ServerError;
use crate::cluster::clock::Clock;
use crate::cluster::identity;
use crate::cluster::lease::Holder;
use crate::cluster::link::{self, ClusterSecret};
use crate::cluster::owner::{Holdings, Lobbies, OwnNode, Owner};
use crate::cluster::ownership::Ownership;
use crate::cluster::routing::{Routes, Shard};
use crate::journal::{Cluster, JetStreamJournal, NatsBucket, claim};
use crate::lobby::directory::DirectoryHandle;
use crate::ops::options::Options;
use crate::os::entropy::Entropy;
use crate::watched;

/// The longest wait for an answer of a silent node, in milliseconds.
const LOOK_MS_MAX: u64 = 1_000;
/// How long a node that starts waits until every lobby has an owner, in milliseconds; then it lets people in all the same.
const OWNERS_MS_MAX: u64 = 5_000;
/// How long a node that starts waits for its name, in milliseconds: longer than the lease of another server of this name
/// lasts that has just died.
const NAME_MS_MAX: u64 = 20_000;
/// How long a node that stops may take to give its lobbies to others, in milliseconds; then they wait for its end.
const LEAVE_MS_MAX: u64 = 10_000;

/// A node that is ready to own lobbies.
pub(super) struct Joining {
    name: String,
    holder: Holder,
    bucket: NatsBucket,
    ownership: Arc<Ownership>,
    journal: JetStreamJournal,
    secret: ClusterSecret,
    entropy: Entropy,
}

/// A node that owns lobbies.
pub(super) struct RunningNode {
    name: String,
    holder: Holder,
    bucket: NatsBucket,
    ownership: Arc<Ownership>,
    leave: watched::Sender<bool>,
    task: JoinSet<()>,
}

/// Opens the journal in the cluster. The data folder holds the rest, and is this server's alone. With an internal address
/// the server shares the lobbies with other nodes.
pub(super) async fn open_cluster(
    cluster: &Cluster,
    options: &Options,
) -> Result<(JetStreamJournal, Option<Joining>), ServerError> {
    let lock = match &options.data {
        Some(data) => {
            let locked = claim(data);
            Some(locked.map_err(|error| ServerError::Journal(error.to_string()))?)
        }
        None => None,
    };
    let entropy = &options.entropy;
    let shared = options.internal.as_ref().zip(options.data.as_deref());
    let Some((internal, data)) = shared else {
        let opened = JetStreamJournal::open(cluster, lock, None, entropy).await;
        return opened
            .map(|journal| (journal, None))
            .map_err(ServerError::Journal);
    };
    let holder = identity::begin(data, &cluster.node, entropy).map_err(ServerError::Identity)?;
    let ownership = Arc::new(Ownership::new(Clock::Machine));
    let shares = Some(Arc::clone(&ownership));
    let journal = JetStreamJournal::open(cluster, lock, shares, entropy).await;
    let journal = journal.map_err(ServerError::Journal)?;
    let bucket = NatsBucket::open(cluster).await;
    let bucket = bucket.map_err(ServerError::Journal)?;
    let proved = bucket.prove(cluster, &internal.secret).await;
    proved.map_err(ServerError::Secret)?;
    let checked = bucket.check_name(&cluster.node, &holder).await;
    checked.map_err(ServerError::Journal)?;
    let joining = Joining {
        name: cluster.node.clone(),
        holder,
        bucket,
        ownership,
        journal: journal.clone(),
        secret: internal.secret.clone(),
        entropy: entropy.clone(),
    };
    Ok((journal, Some(joining)))
}

impl Joining {
    /// Starts to own lobbies, as the node that listens at this address.
    pub(super) fn start(
        self,
        address: SocketAddr,
        directory: DirectoryHandle,
        routes: watched::Sender<Routes>,
    ) -> RunningNode {
        let lobbies = ServerLobbies {
            journal: self.journal,
            directory,
            secret: self.secret,
            entropy: self.entropy,
        };
        let node = OwnNode {
            name: self.name.clone(),
            holder: self.holder.clone(),
            address,
        };
        let ownership = Arc::clone(&self.ownership);
        let owner = Owner::new(node, self.bucket.clone(), lobbies, ownership, routes);
        let (leave, is_leaving) = watched::channel(false);
        let mut task = JoinSet::new();
        task.spawn(owner.run(is_leaving));
        RunningNode {
            name: self.name,
            holder: self.holder,
            bucket: self.bucket,
            ownership: self.ownership,
            leave,
            task,
        }
    }
}

impl RunningNode {
    /// Waits until the node has its name, which another server may have.
    async fn wait_for_name(&self) -> Result<(), ServerError> {
        let limit = Duration::from_millis(NAME_MS_MAX);
        if timeout(limit, self.ownership.named()).await.is_ok() {
            return Ok(());
        }
        let checked = self.bucket.check_name(&self.name, &self.holder).await;
        checked.map_err(ServerError::Journal)?;
        let fault = format!(
            "the cluster does not give this server the name {}",
            self.name
        );
        Err(ServerError::Journal(fault))
    }

    /// Waits until the task for ownership ends, which it does only when it is told to leave.
    pub(super) async fn ended(&mut self) -> Result<(), JoinError> {
        self.task.join_next().await.unwrap_or(Ok(()))
    }

    /// Gives all lobbies to other nodes.
    pub(super) async fn leave(mut self) {
        tracing::info!("giving the lobbies to other nodes");
        self.leave.send(true);
        let ended = timeout(Duration::from_millis(LEAVE_MS_MAX), self.task.join_next());
        match ended.await {
            Ok(Some(Err(error))) => tracing::error!(%error, "the task for ownership failed"),
            Ok(_) => tracing::info!("this node owns no lobbies any more"),
            Err(_elapsed) => {
                tracing::warn!("the lobbies could not be given away in time");
                self.task.shutdown().await;
            }
        }
    }
}

/// Waits until a node has its name, and until every lobby has an owner.
pub(super) async fn wait(
    ownership: Option<&RunningNode>,
    routes: &watched::Receiver<Routes>,
) -> Result<(), ServerError> {
    if let Some(ownership) = ownership {
        ownership.wait_for_name().await?;
        wait_for_owners(routes).await;
    }
    Ok(())
}

/// Waits until every lobby has an owner, but not for ever.
async fn wait_for_owners(routes: &watched::Receiver<Routes>) {
    let whole = routes.wait_for(Routes::is_whole);
    if timeout(Duration::from_millis(OWNERS_MS_MAX), whole)
        .await
        .is_err()
    {
        tracing::warn!("some lobbies have no owner yet");
    }
}

/// The lobbies of this server, for the task for ownership.
#[derive(Clone, Debug)]
struct ServerLobbies {
    journal: JetStreamJournal,
    directory: DirectoryHandle,
    secret: ClusterSecret,
    entropy: Entropy,
}

impl Lobbies for ServerLobbies {
    async fn read(&self, shards: Vec<Shard>) -> Option<Holdings> {
        let shards: BTreeSet<Shard> = shards.into_iter().collect();
        match self.journal.within(&shards).await {
            Ok(holdings) => Some(holdings),
            Err(error) => {
                tracing::warn!(%error, "the lobbies of the cluster cannot be listed");
                None
            }
        }
    }

    async fn gain(&self, shards: Vec<Shard>, holdings: Holdings) {
        self.directory.gain(shards, holdings).await;
    }

    async fn lose(&self, shards: Vec<Shard>) {
        self.directory.lose(shards).await;
    }

    async fn occupied(&self) -> BTreeSet<Shard> {
        self.directory.occupied().await
    }

    async fn look(&self, address: SocketAddr) -> bool {
        let looked = async {
            let mut stream = TcpStream::connect(address).await?;
            link::look(&mut stream, &self.secret, &self.entropy).await
        };
        let looked = timeout(Duration::from_millis(LOOK_MS_MAX), Box::pin(looked)).await;
        looked.is_ok_and(|it| it.is_ok())
    }
}
