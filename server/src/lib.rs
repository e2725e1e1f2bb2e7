//! The shell around the engine: sockets, tasks, timers, real dice, journal.
//!
//! [`run`] is everything that `dicehall-server`, `dicehall host` and the tests need to start a server. In reading order:
//! [`net`] (how bytes come and go), `admission` (who is let in), `session` (one connection's life), `lobby` (which
//! lobbies there are, and the life of each), `journal` (what is durable), [`archive`] (the files of matches), [`ops`]
//! (what operators see and set).

mod admission;
pub mod archive;
mod entropy;
mod journal;
mod lobby;
pub mod net;
pub mod ops;
mod refusal;
mod session;
#[cfg(test)]
mod tests;
mod watched;

use std::future::Future;
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use std::{fmt, io};

use tokio::net::TcpListener;
use tokio::task::JoinSet;

use admission::addresses::Addresses;
use admission::gate::{Gate, Room};
use admission::passwords::Passwords;
pub use admission::waits::Waits;
use archive::Archivist;
pub use entropy::Entropy;
#[cfg(any(test, feature = "simulation"))]
pub use journal::faulty::{Fault, FaultyJournal, Written};
use journal::{AnyJournal, Journal, MemoryJournal, SqliteJournal};
use lobby::bot_pool::BotPool;
use lobby::directory::Directory;
use lobby::task::Environment;
use lobby::task::presence::Patience;
pub use net::listener::{Accept, listen};
pub use net::tls::{Certificate, Identity, TlsError};
use net::web::Entrance;
use net::{file_limits, lan, listener, web};
use ops::admin::Office;
pub use ops::admin::{Admin, AdminError};
use ops::metrics::Metrics;
use session::{Allowances, Hall};

/// The most commands a second of one connection, unless an operator says otherwise.
const COMMANDS_PER_SECOND: NonZeroU32 = NonZeroU32::new(20).unwrap();
/// The most connections, unless an operator says otherwise.
const CONNECTIONS_MAX: usize = 4_096;
/// The most connections of one address, unless an operator says otherwise.
const CONNECTIONS_PER_ADDRESS_MAX: usize = 32;
/// The most of those that have said no hello, unless an operator says otherwise.
const STRANGERS_PER_ADDRESS_MAX: usize = 8;

/// What a server is started with.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where lobbies are journaled; `None` keeps them in memory only (tests).
    pub data: Option<PathBuf>,
    /// The server's name, for people.
    pub name: String,
    /// Whether it is announced on the LAN.
    pub lan: bool,
    /// Which files of matches are kept beside the journal.
    pub keep: archive::Keep,
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
    /// The most connections from one address of another machine that have said no hello.
    pub strangers_per_address_max: usize,
    /// How long the server waits for its peers.
    pub waits: Waits,
    /// The pages that may open a websocket, beside those of the server's own address.
    pub allowed_origins: Vec<String>,
    /// What the server proves with who it is; `None` speaks in plain text.
    pub certificate: Option<Certificate>,
    /// Where operators ask; `None` nowhere.
    pub admin: Option<Admin>,
    /// Whether there is a websocket that says back what is said, for conformance suites.
    pub has_echo: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            data: None,
            keep: archive::Keep::default(),
            name: "Dicehall".to_owned(),
            lan: false,
            grace: Duration::from_secs(60),
            abandon_after: Duration::from_secs(600),
            bot_threads: 1,
            entropy: Entropy::System,
            rate: Some(COMMANDS_PER_SECOND),
            connections_max: CONNECTIONS_MAX,
            connections_per_address_max: CONNECTIONS_PER_ADDRESS_MAX,
            strangers_per_address_max: STRANGERS_PER_ADDRESS_MAX,
            waits: Waits::default(),
            allowed_origins: Vec::new(),
            certificate: None,
            admin: None,
            has_echo: false,
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
    /// No thread for the files of matches can be started.
    #[error("cannot start the archive's thread: {0}")]
    Archive(#[source] io::Error),
    /// No threads for bots can be started.
    #[error("cannot start threads for bots: {0}")]
    BotThreads(#[source] io::Error),
    /// There is no certificate.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// Operators cannot be served.
    #[error("--admin: {0}")]
    Admin(#[from] AdminError),
}

/// A server that is ready: connections wait to be accepted.
pub struct Server<L = TcpListener> {
    listener: L,
    options: Options,
    journal: AnyJournal,
    hall: Arc<Hall>,
    identity: Option<Arc<Identity>>,
    office: Option<Office>,
    stop: watched::Sender<bool>,
    /// The directory, which owns every lobby.
    directory: JoinSet<()>,
    /// What writes the files of matches.
    archive: JoinSet<()>,
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
            Some(data) => {
                file_limits::outlive();
                let opened = SqliteJournal::open(data);
                AnyJournal::Sqlite(opened.map_err(|error| ServerError::Journal(error.to_string()))?)
            }
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
        let data = options.data.as_deref();
        let identity = options
            .certificate
            .as_ref()
            .map(|it| Identity::open(it, data))
            .transpose()?
            .map(Arc::new);
        let office = match &options.admin {
            Some(admin) => Some(Office::open(admin, data).await?),
            None => None,
        };
        let metrics = Arc::new(Metrics::new());
        let (entropy, waits) = (options.entropy.clone(), options.waits);
        let mut archive = JoinSet::new();
        let archivist = match data {
            Some(data) => Archivist::start(data.to_owned(), options.keep, &metrics, &mut archive)
                .map_err(ServerError::Archive)?,
            None => Archivist::default(),
        };
        let pool = BotPool::start(options.bot_threads, entropy.clone(), &metrics);
        let environment = Arc::new(Environment {
            journal: journal.clone(),
            pool: pool.map_err(ServerError::BotThreads)?,
            entropy: entropy.clone(),
            patience: Patience {
                grace: options.grace,
                abandon_after: options.abandon_after,
            },
            lag: waits.lag,
            metrics: Arc::clone(&metrics),
            archivist,
        });
        let opened = Directory::open(environment).await;
        let (task, directory) = opened.map_err(|error| ServerError::Journal(error.to_string()))?;
        let (stop, is_stopping) = watched::channel(false);
        let server = format!("{} {}", options.name, env!("CARGO_PKG_VERSION"));
        let (rate, allowances) = (options.rate, Allowances::new());
        let addresses = match &journal {
            // Its key outlives the server as the journal does.
            #[cfg(any(test, feature = "simulation"))]
            AnyJournal::Faulty(journal) => journal.addresses(),
            AnyJournal::Memory(_) | AnyJournal::Sqlite(_) => {
                Addresses::open(data, &entropy).map_err(ServerError::Addresses)?
            }
        };
        let hall = Hall {
            directory,
            entropy,
            addresses,
            passwords: Passwords::new(),
            server,
            rate,
            waits,
            allowances,
            metrics,
            is_stopping,
        };
        let hall = Arc::new(hall);
        let mut directory = JoinSet::new();
        directory.spawn(task.run());
        Ok(Self {
            listener,
            options,
            journal,
            hall,
            identity,
            office,
            stop,
            directory,
            archive,
        })
    }

    /// What the server proves with who it is; `None` if it speaks in plain text.
    pub fn identity(&self) -> Option<Arc<Identity>> {
        self.identity.clone()
    }

    /// Where operators ask, if anywhere.
    pub fn admin_address(&self) -> Option<SocketAddr> {
        self.office.as_ref().and_then(|it| it.address().ok())
    }

    /// Serves until `shutdown` resolves, then drains.
    pub async fn serve(self, shutdown: impl Future<Output = ()> + Send) {
        let Self {
            listener,
            options,
            journal,
            hall,
            identity,
            office,
            stop,
            mut directory,
            mut archive,
        } = self;
        let address = listener.address().filter(|_| options.lan);
        let fingerprint = identity.as_ref().map(|it| it.fingerprint());
        let announcement = address.and_then(|address| {
            lan::announce(&options.name, address, None, fingerprint.as_deref())
        });
        let gate = Arc::new(Gate::new(options.room()));
        let mut operators = JoinSet::new();
        if let Some(office) = office {
            operators.spawn(office.serve(Arc::clone(&hall), Arc::clone(&gate)));
        }
        let routes = web::routes(options.allowed_origins, options.has_echo);
        let entrance = Entrance {
            hall,
            routes,
            gate,
            identity,
        };
        let tell = || {
            tracing::info!("shutting down");
            stop.send(true);
        };
        listener::serve(&listener, entrance, shutdown, tell).await;
        drop((announcement, listener));
        operators.shutdown().await;
        while let Some(ended) = directory.join_next().await {
            if let Err(error) = ended {
                tracing::error!(%error, "the directory failed");
            }
        }
        // Nobody is left to ask: what was asked for is written.
        while let Some(ended) = archive.join_next().await {
            if let Err(error) = ended {
                tracing::error!(%error, "the archive failed");
            }
        }
        journal.close().await;
    }
}

impl Options {
    fn room(&self) -> Room {
        Room {
            all: self.connections_max,
            per_address: self.connections_per_address_max,
            strangers_per_address: self.strangers_per_address_max,
        }
    }
}

impl<L> fmt::Debug for Server<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server")
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}
