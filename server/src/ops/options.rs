//! The options of a server: everything that whoever starts one may choose, with the usual values.
//!
//! Programs and tests fill them in; [`config`](super::config) reads them from a command line and a file.

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;

use crate::admission::gate::ConnectionLimits;
use crate::admission::timeouts::Timeouts;
use crate::archive::Retention;
use crate::entropy::Entropy;
use crate::net::tls::Certificate;
use crate::ops::admin::Admin;

/// The most commands a second of one connection, unless an operator says otherwise.
const COMMANDS_PER_SECOND: NonZeroU32 = NonZeroU32::new(20).unwrap();
/// The options that a server is started with.
#[derive(Clone, Debug)]
pub struct Options {
    /// The folder of the journal; `None` keeps them in memory only (tests).
    pub data: Option<PathBuf>,
    /// The folder of the files of matches, for a server that keeps its journal in memory; otherwise they are beside the
    /// journal.
    pub match_files: Option<PathBuf>,
    /// The server's name, for people.
    pub name: String,
    /// Whether it is announced on the LAN.
    pub lan: bool,
    /// The retention of the files of matches.
    pub retention: Retention,
    /// How long a seated human may be gone before a bot holds the seat.
    pub grace: Duration,
    /// How long a lobby lives with no human connected.
    pub abandon_after: Duration,
    /// How many threads run bots; without any, whoever asks a bot waits while it thinks (simulations).
    pub bot_threads: usize,
    /// The source of secrets.
    pub entropy: Entropy,
    /// How many commands a second one connection may send, and twice as many in a row; `None` lifts this limit and those
    /// of chat and of new lobbies.
    pub rate: Option<NonZeroU32>,
    /// How many connections there may be.
    pub connections: ConnectionLimits,
    /// How long the server waits for its peers.
    pub timeouts: Timeouts,
    /// The pages that may open a websocket, beside those of the server's own address.
    pub allowed_origins: Vec<String>,
    /// Whether browsers are given the page.
    pub has_page: bool,
    /// The server's certificate; `None` speaks in plain text.
    pub certificate: Option<Certificate>,
    /// The operators' port; `None` for none.
    pub admin: Option<Admin>,
    /// Whether there is a websocket that says back what is said, for conformance suites.
    pub has_echo: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            data: None,
            match_files: None,
            retention: Retention::default(),
            name: "Dicehall".to_owned(),
            lan: false,
            grace: Duration::from_secs(60),
            abandon_after: Duration::from_secs(600),
            bot_threads: 1,
            entropy: Entropy::System,
            rate: Some(COMMANDS_PER_SECOND),
            connections: ConnectionLimits::default(),
            timeouts: Timeouts::default(),
            allowed_origins: Vec::new(),
            has_page: true,
            certificate: None,
            admin: None,
            has_echo: false,
        }
    }
}
