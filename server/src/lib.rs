//! The shell around the engine: sockets, tasks, timers, real dice, journal.
//!
//! [`run`] is everything that `dicehall-server`, `dicehall host` and the tests need to start a server. In reading order:
//! `listener` and `web` (connections), `session` (one connection's life), `directory` (which lobbies there are),
//! `lobby_task` (one lobby's life), `journal` (what is durable), `dice` (luck), `bot_pool` (thinking).

mod addresses;
mod bot_pool;
pub mod config;
mod dice;
mod directory;
mod entropy;
mod feed;
mod journal;
pub mod lan;
mod listener;
mod lobby_task;
mod passwords;
mod refusal;
mod session;
#[cfg(test)]
mod tests;
mod timer;
mod token;
mod transport;
mod web;

use std::future::Future;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use std::{fmt, io};

use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinSet;

use addresses::Addresses;
use bot_pool::BotPool;
use directory::Directory;
pub use entropy::Entropy;
#[cfg(any(test, feature = "simulation"))]
pub use journal::faulty::{Fault, FaultyJournal, Written};
use journal::{AnyJournal, Journal, MemoryJournal, SqliteJournal};
pub use listener::Accept;
use lobby_task::Environment;
use lobby_task::presence::Patience;
use passwords::Passwords;
use session::Hall;
use session::attempts::Attempts;

/// What a server is started with.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where lobbies are journaled; `None` keeps them in memory only (tests).
    pub data: Option<PathBuf>,
    /// The server's name, for people.
    pub name: String,
    /// Whether it is announced on the LAN.
    pub lan: bool,
    /// How long a seated human may be gone before a bot holds the seat.
    pub grace: Duration,
    /// How long a lobby lives with no human connected.
    pub abandon_after: Duration,
    /// How many threads run bots; without any, whoever asks a bot waits while it thinks (simulations).
    pub bot_threads: usize,
    /// Where secrets come from.
    pub entropy: Entropy,
    /// How many commands a second one connection may send, and twice as many in a row; `None` lifts this limit and those
    /// of chat and of new lobbies.
    pub rate: Option<NonZeroU32>,
    /// The most connections.
    pub connections_max: usize,
    /// The most connections from one address of another machine.
    pub connections_per_address_max: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            data: None,
            name: "Dicehall".to_owned(),
            lan: false,
            grace: Duration::from_secs(60),
            abandon_after: Duration::from_secs(600),
            bot_threads: 1,
            entropy: Entropy::System,
            rate: NonZeroU32::new(20),
            connections_max: 4_096,
            connections_per_address_max: 32,
        }
    }
}

/// Why a server could not run.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The journal cannot be opened.
    #[error("cannot open the journal: {0}")]
    Journal(String),
    /// The key of addresses cannot be read or written.
    #[error("cannot open the key of addresses: {0}")]
    Addresses(#[source] io::Error),
    /// No threads for bots can be started.
    #[error("cannot start threads for bots: {0}")]
    BotThreads(#[source] io::Error),
}

/// A server that is ready: connections wait to be accepted.
pub struct Server<L = TcpListener> {
    listener: L,
    options: Options,
    journal: AnyJournal,
    hall: Arc<Hall>,
    stop: watch::Sender<bool>,
    /// The directory, which owns every lobby.
    directory: JoinSet<()>,
}

/// Serves until `shutdown` resolves, then drains: no new connections, clients are told, the journal is flushed.
pub async fn run(
    listener: impl Accept,
    options: Options,
    shutdown: impl Future<Output = ()> + Send,
) -> Result<(), ServerError> {
    Server::open(listener, options).await?.serve(shutdown).await;
    Ok(())
}

impl<L: Accept> Server<L> {
    /// Opens the journal and every lobby in it.
    pub async fn open(listener: L, options: Options) -> Result<Self, ServerError> {
        let journal = match &options.data {
            Some(data) => AnyJournal::Sqlite(
                SqliteJournal::open(data).map_err(|error| ServerError::Journal(error.to_string()))?,
            ),
            None => AnyJournal::Memory(MemoryJournal::default()),
        };
        Self::on(journal, listener, options).await
    }

    /// Opens every lobby of a journal that outlives the server.
    #[cfg(feature = "simulation")]
    pub async fn simulate(
        journal: FaultyJournal,
        listener: L,
        options: Options,
    ) -> Result<Self, ServerError> {
        Self::on(AnyJournal::Faulty(journal), listener, options).await
    }

    async fn on(journal: AnyJournal, listener: L, options: Options) -> Result<Self, ServerError> {
        let entropy = options.entropy.clone();
        let pool = BotPool::start(options.bot_threads, entropy.clone()).map_err(ServerError::BotThreads)?;
        let patience = Patience { grace: options.grace, abandon_after: options.abandon_after };
        let environment =
            Arc::new(Environment { journal: journal.clone(), pool, entropy: entropy.clone(), patience });
        let opened = Directory::open(environment).await;
        let (task, directory) = opened.map_err(|error| ServerError::Journal(error.to_string()))?;
        let (stop, is_stopping) = watch::channel(false);
        let server = format!("{} {}", options.name, env!("CARGO_PKG_VERSION"));
        let addresses = Addresses::open(options.data.as_deref(), &entropy).map_err(ServerError::Addresses)?;
        let hall = Arc::new(Hall {
            directory,
            entropy,
            addresses,
            passwords: Passwords::new(),
            attempts: Attempts::new(),
            server,
            rate: options.rate,
            is_stopping,
        });
        let mut directory = JoinSet::new();
        directory.spawn(task.run());
        Ok(Self { listener, options, journal, hall, stop, directory })
    }

    /// Serves until `shutdown` resolves, then drains.
    pub async fn serve(self, shutdown: impl Future<Output = ()> + Send) {
        let Self { listener, options, journal, hall, stop, mut directory } = self;
        let address = listener.address().filter(|_| options.lan);
        let announcement = address.and_then(|address| lan::announce(&options.name, address, None));
        let gate = listener::Gate::new(options.connections_max, options.connections_per_address_max);
        let tell = || {
            tracing::info!("shutting down");
            stop.send_replace(true);
        };
        listener::serve(&listener, &gate, hall, shutdown, tell).await;
        drop(announcement);
        while let Some(ended) = directory.join_next().await {
            if let Err(error) = ended {
                tracing::error!(%error, "the directory failed");
            }
        }
        journal.close().await;
    }
}

impl<L> fmt::Debug for Server<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server").field("options", &self.options).finish_non_exhaustive()
    }
}
