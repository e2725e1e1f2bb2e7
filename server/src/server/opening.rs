//! The parts that a server opens one after the other: its metrics, the archive, the lobbies and its key.
//!
//! Called by [`Server`](super::Server) at its start.

use std::sync::Arc;

use dicehall_engine::lobby::AccountId;
use dicehall_protocol::Hex;
use tokio::net::TcpListener;
use tokio::task::JoinSet;

use super::ServerError;
use super::shared::SharedBuckets;
use crate::admission::accounts::{Accounts, Keeping, Means};
use crate::admission::server_key::ServerKey;
use crate::archive::reviews::Reviews;
use crate::archive::standings::Standings;
use crate::archive::{
    ArchiveSettings, ArchiveWriter, FOLDER, LuckMaker, RESULTS_NAME, SharedResults,
};
use crate::journal::{AnyJournal, NatsShared, Source};
use crate::lobby::bot_pool::BotPool;
use crate::lobby::directory::{Directory, DirectoryHandle};
use crate::lobby::task::LobbyServices;
use crate::lobby::task::presence::GracePeriods;
use crate::metrics::Metrics;
use crate::metrics::cluster::ClusterMetrics;
use crate::net::listener::listen;
use crate::net::tls::Identity;
use crate::ops::options::Options;

/// The server's metrics, with those of its journal; and those of a server whose journal is in a cluster, or that passes
/// connections on to other nodes.
pub(super) fn metrics(
    journal: &AnyJournal,
    options: &Options,
) -> (Arc<Metrics>, Option<Arc<ClusterMetrics>>) {
    let metrics = Metrics::new();
    if let Some(commits) = journal.commits().counter() {
        metrics.register_commits(commits);
    }
    metrics.register_dropped_lines(&options.dropped_lines);
    for setback in journal.setbacks() {
        metrics.set_back(setback.kind());
    }
    let of_nodes = || options.internal.as_ref().map(|_| Arc::default());
    let of_cluster = journal.cluster_metrics().or_else(of_nodes);
    if let Some(of_cluster) = &of_cluster {
        metrics.register_cluster(of_cluster);
    }
    (Arc::new(metrics), of_cluster)
}

/// The listener of a server that shares its lobbies with other nodes; `None` for others.
pub(super) fn listen_to_nodes(options: &Options) -> Result<Option<TcpListener>, ServerError> {
    let listening = options.internal.as_ref();
    let listening = listening.map(|it| listen(it.listen)).transpose();
    listening.map_err(ServerError::Internal)
}

/// The results of matches, as a server has them.
pub(super) struct Results {
    /// The standings with the file of results; `None` without a data folder, because what is lost with the process has no results
    /// that last.
    standings: Option<Standings>,
    /// The same for a server that keeps accounts: others rate nobody.
    pub(super) rated: Option<Standings>,
    /// The results of all nodes of a cluster.
    pub(super) shared: Option<SharedResults>,
    /// The buckets that its nodes share.
    pub(super) buckets: Option<SharedBuckets>,
}

impl Results {
    /// The results of a server, of which nothing is read yet.
    pub(super) async fn open(journal: &AnyJournal, options: &Options) -> Result<Self, ServerError> {
        let buckets = SharedBuckets::open(journal, options).await?;
        let data = options.data.as_ref();
        let standings = data.map(|it| Standings::new(it.join(RESULTS_NAME)));
        let rated = standings
            .clone()
            .filter(|_| keeps_accounts(journal, options));
        let both = buckets.as_ref().zip(standings.clone());
        let shared = both.map(|(buckets, standings)| {
            let bucket = Arc::clone(&buckets.results);
            SharedResults::new(bucket, standings)
        });
        Ok(Self {
            standings,
            rated,
            shared,
            buckets,
        })
    }
}

/// Starts the thread that writes the files of matches, if there is a folder for them.
pub(super) fn start_archive(
    journal: &AnyJournal,
    options: &Options,
    metrics: &Metrics,
    results: &Results,
) -> Result<(ArchiveWriter, JoinSet<()>), ServerError> {
    let mut tasks = JoinSet::new();
    let place = match (&options.data, &options.match_files, journal) {
        (Some(data), _, AnyJournal::Sqlite(journal)) => {
            Some((Source::Open(journal.clone()), data.join(FOLDER)))
        }
        (Some(data), _, AnyJournal::Cluster(journal)) => {
            Some((Source::Cluster(journal.clone()), data.join(FOLDER)))
        }
        (Some(data), ..) => Some((Source::Directory(data.clone()), data.join(FOLDER))),
        (None, Some(folder), AnyJournal::Memory(journal)) => {
            Some((Source::Memory(journal.clone()), folder.clone()))
        }
        (None, ..) => None,
    };
    let archive = match place {
        Some((source, folder)) => {
            let settings = ArchiveSettings {
                source,
                folder,
                standings: results.standings.clone(),
                shared: results.shared.clone(),
                retention: options.retention,
                reports: options.file_reports.clone(),
            };
            ArchiveWriter::start(settings, metrics, &mut tasks).map_err(ServerError::Archive)?
        }
        None => ArchiveWriter::default(),
    };
    Ok((archive, tasks))
}

/// Opens every lobby of the journal, and the directory that owns them.
pub(super) async fn open_lobbies(
    journal: &AnyJournal,
    archive: ArchiveWriter,
    options: &Options,
    metrics: &Arc<Metrics>,
    standings: Option<Standings>,
) -> Result<(DirectoryHandle, JoinSet<()>), ServerError> {
    let entropy = options.entropy.clone();
    let pool = BotPool::start(options.bot_threads, entropy.clone(), metrics)
        .map_err(ServerError::BotThreads)?
        .with_tables(options.tables.clone());
    let services = LobbyServices {
        journal: journal.clone(),
        pool,
        entropy,
        grace_periods: GracePeriods {
            grace: options.grace,
            abandon_after: options.abandon_after,
        },
        spectator_timeout: options.timeouts.spectator,
        metrics: Arc::clone(metrics),
        archive,
        standings,
    };
    let (directory, handle) = Directory::open(Arc::new(services), options.lobbies)
        .await
        .map_err(|error| ServerError::Journal(error.to_string()))?;
    let mut tasks = JoinSet::new();
    tasks.spawn(directory.run());
    Ok((handle, tasks))
}

/// The reviews of a server's matches, and the luck of those that are rated; `None` without a folder for their files, and in simulations, which have no threads.
pub(super) fn reviews(
    options: &Options,
    results: &Results,
) -> Result<Option<Reviews>, ServerError> {
    let folder = options.match_folder().filter(|_| options.bot_threads > 0);
    let rated = results.rated.clone();
    let luck = rated.map(|it| LuckMaker::new(it, results.shared.clone()));
    let started = folder.map(|it| Reviews::start(it, options.tables.clone(), luck));
    started.transpose().map_err(ServerError::Reviews)
}

/// The certificate of a server that speaks TLS, and its key; `None` if it speaks in plain text.
pub(super) fn identity(options: &Options) -> Result<Option<Arc<Identity>>, ServerError> {
    let certificate = options.certificate.as_ref();
    let opened = certificate.map(|it| Identity::open(it, options.data.as_deref()));
    Ok(opened.transpose()?.map(Arc::new))
}

/// The accounts of a server: in its data folder, or for a node in the bucket of its cluster. Other servers keep none: what they
/// would know is forgotten with them.
pub(super) fn accounts(
    options: &Options,
    server_key: &ServerKey,
    identity: Option<&Arc<Identity>>,
    results: &Results,
) -> Result<Option<Accounts>, ServerError> {
    let (Some(data), Some(standings)) = (&options.data, &results.rated) else {
        return Ok(None);
    };
    let keeping = match &results.buckets {
        Some(buckets) => Keeping::Cluster(Arc::<NatsShared>::clone(&buckets.accounts)),
        None => Keeping::Folder(data),
    };
    let mut means = means(options, identity, standings);
    if let Some(shared) = results.shared.clone() {
        means.forgetting = Arc::new(move |id: AccountId, number| {
            let number = number.ok_or("a person in a cluster has no number")?;
            shared.forget(&id.to_string(), number)
        });
    }
    let opened = Accounts::open(keeping, server_key, means);
    opened
        .map(Some)
        .map_err(|error| ServerError::Accounts(error.into()))
}

/// The means by which accounts know what is around them.
fn means(options: &Options, identity: Option<&Arc<Identity>>, standings: &Standings) -> Means {
    let identity = identity.map(Arc::clone);
    let certificate = move || {
        identity
            .as_ref()
            .and_then(|it| Hex::try_from(it.fingerprint()).ok())
    };
    let standings = standings.clone();
    let forgetting = move |id: AccountId, _number| {
        let forgotten = standings.forget(&id.to_string());
        forgotten.map_err(|error| error.to_string())
    };
    let (named, beside) = (options.ssh_doors.clone(), options.door.clone());
    let knows_door = move |door: &str| {
        let is_named = named.iter().any(|it| it.as_str() == door);
        is_named || beside.has_fingerprint(door)
    };
    Means {
        certificate: Box::new(certificate),
        forgetting: Arc::new(forgetting),
        knows_door: Box::new(knows_door),
        entropy: options.entropy.clone(),
    }
}

/// Whether a server keeps accounts, and so rates matches.
fn keeps_accounts(journal: &AnyJournal, options: &Options) -> bool {
    let has_place = match journal {
        AnyJournal::Sqlite(_) => options.internal.is_none(),
        AnyJournal::Cluster(_) => true,
        AnyJournal::Memory(_) => false,
        #[cfg(any(test, feature = "simulation"))]
        AnyJournal::Faulty(_) => false,
    };
    has_place && options.data.is_some()
}

/// The key of a server: that of its cluster, or its own, which is kept as long as its journal.
pub(super) fn server_key(
    journal: &AnyJournal,
    options: &Options,
) -> Result<ServerKey, ServerError> {
    if let Some(internal) = &options.internal {
        return Ok(ServerKey::shared(internal.secret.proof("server key", &[])));
    }
    match journal {
        #[cfg(any(test, feature = "simulation"))]
        AnyJournal::Faulty(journal) => Ok(ServerKey::simulated(journal.seed())),
        AnyJournal::Memory(_) | AnyJournal::Sqlite(_) | AnyJournal::Cluster(_) => {
            ServerKey::open(options.data.as_deref(), &options.entropy)
                .map_err(ServerError::ServerKey)
        }
    }
}
