//! The server of a trial, in this process: on a free port of the loopback address, announced to nobody.
//!
//! Called by `dicehall serve-for-bench`, in a process of its own, and by the tests of the trials.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use dicehall_server::{Commits, ConnectionLimits, Options, Server, ServerError, listen};
use tokio::sync::oneshot;
use tokio::task::JoinSet;
use tokio::time::timeout;

/// The longest time that the server may take to end, in milliseconds.
const DRAIN_MS_MAX: u64 = 3_000;
/// The most connections of a server without limits.
const CONNECTIONS_MAX: usize = 10_000;

/// A running server; dropping it ends it at once.
#[derive(Debug)]
pub(crate) struct TrialServer {
    address: SocketAddr,
    commits: Commits,
    stop: oneshot::Sender<()>,
    task: JoinSet<Result<(), ServerError>>,
}

impl TrialServer {
    /// Starts a server with the usual limits, to be attacked.
    pub(crate) async fn limited() -> Result<Self> {
        Self::start(Options::default()).await
    }

    /// Starts a server without limits on rates and numbers, to be measured. Without a folder it keeps
    /// its lobbies in memory.
    pub(crate) async fn unlimited(data: Option<PathBuf>) -> Result<Self> {
        Self::start(Options {
            data,
            rate: None,
            connections: ConnectionLimits {
                all: CONNECTIONS_MAX,
                ..ConnectionLimits::default()
            },
            ..Options::default()
        })
        .await
    }

    /// Starts a server, and waits until its journal is open.
    pub(super) async fn start(options: Options) -> Result<Self> {
        let listener = listen(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)))?;
        let address = listener.local_addr()?;
        let server = Server::open(listener, options).await?;
        let commits = server.commits();
        let (stop, stopped) = oneshot::channel::<()>();
        let mut task = JoinSet::new();
        task.spawn(server.serve(async { stopped.await.unwrap_or_default() }));
        Ok(Self {
            address,
            commits,
            stop,
            task,
        })
    }

    /// The address on which it listens.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// The counter of its journal's commits.
    pub(crate) fn commits(&self) -> Commits {
        self.commits.clone()
    }

    /// Drains the server: it tells everybody, writes its pending data, and ends.
    pub(crate) async fn stop(mut self) {
        // A server that has already ended does not need the request.
        self.stop.send(()).ok();
        // A server that takes too long is ended when the set is dropped.
        timeout(Duration::from_millis(DRAIN_MS_MAX), self.task.join_next())
            .await
            .ok();
    }
}
