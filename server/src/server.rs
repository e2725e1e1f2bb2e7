//! A server from its start to its end: opens what it needs in order, serves, and drains.
//!
//! Called by [`run`] and by simulations. Law kept here: parts are closed in the opposite order of their opening, so
//! that nothing that people were told is lost when the server stops.

mod node;
mod opening;
mod parts;
mod shared;
#[cfg(test)]
mod tests;

use std::fmt;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use axum::Router;
use dicehall_protocol::LobbyLine;
use futures_util::FutureExt;
use tokio::net::TcpListener;
use tokio::task::JoinSet;

use crate::admission::door::Door;
use crate::admission::gate::Gate;
use crate::admission::passwords::Passwords;
use crate::cluster::routing::Routes;
use crate::journal::{AnyJournal, MemoryJournal, SqliteJournal};
use crate::metrics::Commits;
use crate::metrics::health::Health;
use crate::net::listener::{self, Accept};
use crate::net::tls::{Identity, TlsError};
use crate::net::web::{self, ListenerContext, Preview, Served};
use crate::net::{internal, lan, other_lists};
use crate::ops::admin::{AdminError, AdminServer};
use crate::ops::draining;
use crate::ops::options::Options;
use crate::session::passing::OtherNodes;
use crate::session::{AddressLimits, ServerContext};
use crate::watched;
use node::{Joining, RunningNode};
use opening::{
    Results, accounts, identity, listen_to_nodes, metrics, open_lobbies, reviews, server_key,
    start_archive,
};
use parts::Parts;

/// Why a server could not run.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The journal cannot be opened.
    #[error("cannot open the journal: {0}")]
    Journal(String),
    /// The secret of this node is not that of the cluster.
    #[error("{0}")]
    Secret(String),
    /// The server's key cannot be read or written.
    #[error("cannot open the key of addresses: {0}")]
    ServerKey(#[source] io::Error),
    /// The file of the server's door cannot be read.
    #[error("cannot open the door: {0}")]
    Door(#[source] io::Error),
    /// The file of accounts cannot be used.
    #[error("cannot open the accounts: {0}")]
    Accounts(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The number by which this node knows its leases cannot be read or written.
    #[error("cannot open node.json: {0}")]
    Identity(#[source] io::Error),
    /// No thread for the files of matches can be started.
    #[error("cannot start the archive's thread: {0}")]
    Archive(#[source] io::Error),
    /// No thread for the reviews of matches can be started.
    #[error("cannot start the thread for reviews: {0}")]
    Reviews(#[source] io::Error),
    /// No threads for bots can be started.
    #[error("cannot start threads for bots: {0}")]
    BotThreads(#[source] io::Error),
    /// There is no certificate.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// Other nodes cannot be listened to.
    #[error("cannot listen to other nodes: {0}")]
    Internal(#[source] io::Error),
    /// Operators cannot be served.
    #[error("--admin: {0}")]
    Admin(#[from] AdminError),
    /// A part without which a server is of no use has ended while it ran.
    #[error("{0} has ended, so the server has ended as well")]
    Ended(&'static str),
}

/// A server that is ready: connections wait to be accepted.
pub struct Server<L = TcpListener> {
    listener: L,
    options: Options,
    journal: AnyJournal,
    context: Arc<ServerContext>,
    identity: Option<Arc<Identity>>,
    admin: Option<AdminServer>,
    /// The listener for other nodes.
    internal: Option<TcpListener>,
    /// The means to set which node owns what, unless the task for ownership does that.
    routes: Option<watched::Sender<Routes>>,
    /// The means to show the lobbies of other nodes.
    other_lobbies: watched::Sender<Arc<[LobbyLine]>>,
    /// The task for ownership, if this node shares the lobbies with others.
    ownership: Option<RunningNode>,
    stop: watched::Sender<bool>,
    /// The task of the directory, which owns every lobby.
    directory: JoinSet<()>,
    /// The task that writes the files of matches.
    archive: JoinSet<()>,
    /// The tasks that read what all nodes of a cluster share.
    followers: JoinSet<()>,
}

/// Serves until `shutdown` resolves, then drains: no new connections, clients are told, the journal is flushed.
pub async fn run(
    listener: impl Accept,
    options: Options,
    shutdown: impl Future<Output = ()> + Send,
) -> Result<(), ServerError> {
    Server::open(listener, options).await?.serve(shutdown).await
}

impl<L: Accept> Server<L> {
    /// Opens the journal and every lobby in it.
    pub async fn open(listener: L, options: Options) -> Result<Self, ServerError> {
        let mut node = None;
        let journal = match (&options.data, &options.cluster) {
            (_, Some(cluster)) => {
                let opening = Box::pin(node::open_cluster(cluster, &options));
                let (journal, joining) = opening.await?;
                node = joining;
                AnyJournal::Cluster(journal)
            }
            (Some(data), None) => {
                let opened = SqliteJournal::open_or_begin(data, options.new_journal);
                AnyJournal::Sqlite(opened.map_err(|error| ServerError::Journal(error.to_string()))?)
            }
            (None, None) => AnyJournal::Memory(MemoryJournal::default()),
        };
        // Boxed, so that whoever opens a server needs no room for all that happens meanwhile.
        Box::pin(Self::start(journal, node, listener, options)).await
    }

    /// Opens every lobby of a journal that outlives the server, for simulations.
    #[cfg(feature = "simulation")]
    pub async fn simulate(
        journal: crate::journal::faulty::FaultyJournal,
        listener: L,
        options: Options,
    ) -> Result<Self, ServerError> {
        Self::start(AnyJournal::Faulty(journal), None, listener, options).await
    }

    async fn start(
        journal: AnyJournal,
        node: Option<Joining>,
        listener: L,
        options: Options,
    ) -> Result<Self, ServerError> {
        let data = options.data.as_deref();
        let identity = identity(&options)?;
        let admin = match &options.admin {
            Some(admin) => Some(AdminServer::open(admin, data).await?),
            None => None,
        };
        let internal = listen_to_nodes(&options)?;
        let (routes, known_routes) = watched::channel(Routes::default());
        let (other_lobbies, lobbies) = watched::channel([].into());
        let (metrics, cluster_metrics) = metrics(&journal, &options);
        let results = Box::pin(Results::open(&journal, &options)).await?;
        let (archive, archive_task) = start_archive(&journal, &options, &metrics, &results)?;
        let (directory, directory_task) =
            open_lobbies(&journal, archive, &options, &metrics, results.rated.clone()).await?;
        let mut routes = Some(routes);
        let ownership = match (node, &internal) {
            (Some(node), Some(internal)) => {
                let address = internal.local_addr().map_err(ServerError::Internal)?;
                let taken = routes.take().zip(Some(directory.clone()));
                taken.map(|(routes, directory)| node.start(address, directory, routes))
            }
            (_, _) => None,
        };
        Box::pin(node::wait(ownership.as_ref(), &known_routes)).await?;
        let (stop, is_stopping) = watched::channel(false);
        let server_key = server_key(&journal, &options)?;
        let context = Arc::new(ServerContext {
            directory,
            accounts: accounts(&options, &server_key, identity.as_ref(), &results)?,
            reviews: reviews(&options, &results)?,
            standings: results.rated,
            server_key,
            entropy: options.entropy.clone(),
            passwords: Passwords::new(),
            door: Door::open(data).map_err(ServerError::Door)?,
            server: format!("{} {}", options.name, env!("CARGO_PKG_VERSION")),
            rate: options.rate,
            timeouts: options.timeouts,
            address_limits: AddressLimits::new(),
            cluster: options.internal.as_ref().map(|it| OtherNodes {
                secret: it.secret.clone(),
                routes: known_routes,
                lobbies,
                metrics: cluster_metrics.unwrap_or_default(),
            }),
            metrics,
            health: Arc::default(),
            is_stopping,
        });
        let following = shared::follow(results.buckets, results.shared, &context);
        let followers = Box::pin(following).await?;
        Ok(Self {
            listener,
            options,
            journal,
            context,
            identity,
            admin,
            internal,
            routes,
            other_lobbies,
            ownership,
            stop,
            directory: directory_task,
            archive: archive_task,
            followers,
        })
    }

    /// The server's certificate and key; `None` if it speaks in plain text.
    pub fn identity(&self) -> Option<Arc<Identity>> {
        self.identity.clone()
    }

    /// The counter of the journal's commits.
    pub fn commits(&self) -> Commits {
        self.journal.commits()
    }

    /// The address of the operators' port, if there is one.
    pub fn admin_address(&self) -> Option<SocketAddr> {
        self.admin.as_ref().and_then(|it| it.address().ok())
    }

    /// The address at which it listens to other nodes, if it does.
    pub fn internal_address(&self) -> Option<SocketAddr> {
        self.internal.as_ref().and_then(|it| it.local_addr().ok())
    }

    /// Sets which node owns which lobbies, for a server whose journal is not in a cluster. Until then a server that listens
    /// to other nodes owns none.
    pub fn set_routes(&self, routes: Routes) {
        if let Some(known) = &self.routes {
            known.send(routes);
        }
    }

    /// Serves until `shutdown` resolves, then drains. An error says which part has ended before.
    pub async fn serve(self, shutdown: impl Future<Output = ()> + Send) -> Result<(), ServerError> {
        let Self {
            listener,
            options,
            journal,
            context,
            identity,
            admin,
            internal,
            routes: _routes,
            other_lobbies,
            ownership,
            stop,
            directory,
            archive,
            followers,
        } = self;
        let address = listener.address().filter(|_| options.lan);
        let fingerprint = identity.as_ref().map(|it| it.fingerprint());
        let announcement = address.and_then(|address| {
            lan::announce(&options.name, address, None, fingerprint.as_deref())
        });
        let gate = Arc::new(Gate::new(options.connections));
        let mut operators = JoinSet::new();
        if let Some(admin) = admin {
            let (context, gate) = (Arc::clone(&context), Arc::clone(&gate));
            operators.spawn(admin.serve(context, gate, journal.clone()));
        }
        let mut nodes = JoinSet::new();
        if let Some(internal) = internal {
            let (here, gate) = (Arc::clone(&context), Arc::clone(&gate));
            nodes.spawn(internal::serve(internal, here, gate));
            nodes.spawn(other_lists::run(Arc::clone(&context), other_lobbies));
        }
        let health = Arc::clone(&context.health);
        let own_context = Arc::clone(&context);
        let listener_context = listener_context(&options, context, gate, identity);
        let mut parts = Parts {
            directory,
            archive,
            followers,
            operators,
            nodes,
            ownership,
            journal,
        };
        let tell = || {
            tracing::info!("shutting down");
            stop.send(true);
        };
        // It ends with the listener: the directory waits until nobody can ask it any more.
        let drained = async move { draining::until_drained(&own_context).await };
        let shutdown = async {
            tokio::select! { biased; () = shutdown => {}, () = drained => {} }
        };
        let shutdown = until_the_end(shutdown, &mut parts, &health);
        let serving = listener::serve(&listener, listener_context, shutdown, tell);
        if AssertUnwindSafe(Box::pin(serving))
            .catch_unwind()
            .await
            .is_err()
        {
            health.note_end("the listener");
            stop.send(true);
        }
        drop((announcement, listener));
        let ended = health.ended();
        parts.finish(ended.is_some()).await;
        ended.map_or(Ok(()), |part| Err(ServerError::Ended(part)))
    }
}

/// Waits until the server is told to stop or has lost a part. While its lobbies move to other nodes, a node still lets
/// people in, who find them elsewhere.
async fn until_the_end(shutdown: impl Future<Output = ()>, parts: &mut Parts, health: &Health) {
    tokio::select! {
        biased;
        () = shutdown => {}
        part = parts.first_end() => health.note_end(part),
    }
    health.note_stopping();
    parts.leave().await;
}

/// The parts that every connection needs.
fn listener_context(
    options: &Options,
    context: Arc<ServerContext>,
    gate: Arc<Gate>,
    identity: Option<Arc<Identity>>,
) -> ListenerContext {
    let preview = Preview::new(context.directory.clone(), identity.is_some());
    ListenerContext {
        routes: routes(options, Arc::clone(&context.health), preview),
        context,
        gate,
        proxies: Arc::new(options.proxies.clone()),
        identity,
        multiplexes: Arc::default(),
    }
}

/// The answers to browsers and to those who look at the server's health.
fn routes(options: &Options, health: Arc<Health>, preview: Preview) -> Router {
    let served = Served {
        allowed_origins: options.allowed_origins.clone(),
        page: options.page,
        matches: options.match_folder(),
        program: options.program.clone(),
        door: options.door.clone(),
        has_echo: options.has_echo,
    };
    web::routes(served, preview).merge(web::health(health))
}

impl<L> fmt::Debug for Server<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server")
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}
