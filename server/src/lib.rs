//! The shell around the engine: sockets, tasks, timers, real dice, journal.
//!
//! `run` is everything that `dicehall-server`, `dicehall host` and the tests need to start a server.

use std::future::Future;
use std::path::PathBuf;
use std::time::Duration;

use tokio::net::TcpListener;

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
    /// How many threads run bots.
    pub bot_threads: usize,
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
        }
    }
}

/// Why a server could not run.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The journal cannot be opened.
    #[error("cannot open the journal: {0}")]
    Journal(String),
}

/// Serves until `shutdown` resolves, then drains: no new connections, clients are told, the journal is flushed.
pub async fn run(
    _listener: TcpListener,
    _options: Options,
    shutdown: impl Future<Output = ()> + Send,
) -> Result<(), ServerError> {
    shutdown.await;
    Ok(())
}
