//! The options of a server: everything that can be chosen when one is started, with defaults.
//!
//! Programs and tests set them; [`config`](super::config) reads them from a command line and a file.

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::admission::gate::ConnectionLimits;
use crate::admission::timeouts::Timeouts;
use crate::archive::{FOLDER, FileReports, Retention};
use crate::journal::Cluster;
use crate::metrics::DroppedLines;
use crate::net::internal::Internal;
use crate::net::proxies::Proxies;
use crate::net::tls::Certificate;
use crate::net::web::{DoorBeside, Page, Program};
use crate::ops::admin::Admin;
use crate::ops::door_fingerprint::DoorFingerprint;
use crate::os::entropy::Entropy;
use crate::tablebase::TableStore;

/// How long a lobby exists without anybody connected, in seconds, unless an operator sets another time.
const ABANDON_SECONDS: u64 = 600;
/// The most commands a second of one connection, unless an operator sets another limit.
const COMMANDS_PER_SECOND: NonZeroU32 = NonZeroU32::new(20).unwrap();
/// The most lobbies of a server that nobody has told how many; that of an operator asks how much memory there is.
const LOBBIES_MAX: usize = 1_000;
/// The options with which a server is started.
#[derive(Clone, Debug)]
pub struct Options {
    /// The folder of the journal; `None` keeps the lobbies in memory only (tests).
    pub data: Option<PathBuf>,
    /// Whether a new journal is begun where there are only traces of an earlier one.
    pub new_journal: bool,
    /// The cluster that keeps the journal; `None` keeps it in the folder.
    pub cluster: Option<Cluster>,
    /// The folder of the files of matches, for a server that keeps its journal in memory; otherwise they are beside the
    /// journal.
    pub match_files: Option<PathBuf>,
    /// The server's name, for people.
    pub name: String,
    /// Whether the server is announced on the LAN.
    pub lan: bool,
    /// The retention of the files of matches.
    pub retention: Retention,
    /// Where it is told which match files were written; to nobody unless somebody listens.
    pub file_reports: FileReports,
    /// How long a seated human may be gone before a bot holds the seat.
    pub grace: Duration,
    /// How long a lobby lives with no human connected.
    pub abandon_after: Duration,
    /// The number of threads that run bots; without any, a caller waits while its bot thinks (simulations).
    pub bot_threads: usize,
    /// Where bots find the table of animal shogi.
    pub tables: TableStore,
    /// The source of secrets.
    pub entropy: Entropy,
    /// The most commands a second of one connection, of which twice as many may come in a row; `None` removes this
    /// limit and those on chat and new lobbies.
    pub rate: Option<NonZeroU32>,
    /// How many lobbies can be made; those of the journal are opened whatever their number.
    pub lobbies: usize,
    /// The limits on the number of connections.
    pub connections: ConnectionLimits,
    /// How long the server waits for its peers.
    pub timeouts: Timeouts,
    /// The proxies that are believed what they say of the addresses of people.
    pub proxies: Proxies,
    /// The origins of pages that may open a websocket, besides the server's own address.
    pub allowed_origins: Vec<String>,
    /// The answer to browsers: the page, or a text.
    pub page: Page,
    /// The program that people can fetch from the server; `None` to give out nothing.
    pub program: Option<Arc<Program>>,
    /// The door for ssh beside the server, of which people are told.
    pub door: DoorBeside,
    /// The fingerprints of other doors for ssh, whose word about the keys of guests is taken.
    pub ssh_doors: Vec<DoorFingerprint>,
    /// The server's certificate; `None` if it speaks in plain text.
    pub certificate: Option<Certificate>,
    /// The operators' port; `None` for none.
    pub admin: Option<Admin>,
    /// Where and how the server listens to the other nodes of its cluster; `None` for a server that is alone. With
    /// a cluster the lobbies are shared with those nodes.
    pub internal: Option<Internal>,
    /// The counter of the lines that the program's log has dropped.
    pub dropped_lines: DroppedLines,
    /// Whether there is a websocket that sends back what it receives, for conformance suites.
    pub has_echo: bool,
}

/// Without the page nothing can show a match.
pub(super) fn page(no_page: Option<bool>, public_matches: Option<bool>) -> Page {
    match (no_page, public_matches) {
        (Some(true), _) => Page::Nothing,
        (_, Some(true)) => Page::PlayAndMatches,
        (_, _) => Page::Play,
    }
}

impl Options {
    /// Where the files of matches are put, if they are kept.
    pub(crate) fn match_folder(&self) -> Option<PathBuf> {
        let beside = self.data.as_ref().map(|it| it.join(FOLDER));
        beside.or_else(|| self.match_files.clone())
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            data: None,
            new_journal: false,
            cluster: None,
            match_files: None,
            retention: Retention::default(),
            file_reports: FileReports::default(),
            name: "Dicehall".to_owned(),
            lan: false,
            grace: Duration::from_secs(60),
            abandon_after: Duration::from_secs(ABANDON_SECONDS),
            bot_threads: 1,
            tables: TableStore::default(),
            entropy: Entropy::System,
            rate: Some(COMMANDS_PER_SECOND),
            lobbies: LOBBIES_MAX,
            connections: ConnectionLimits::default(),
            timeouts: Timeouts::default(),
            proxies: Proxies::default(),
            allowed_origins: Vec::new(),
            page: Page::Play,
            program: None,
            door: DoorBeside::default(),
            ssh_doors: Vec::new(),
            certificate: None,
            admin: None,
            internal: None,
            dropped_lines: DroppedLines::default(),
            has_echo: false,
        }
    }
}
