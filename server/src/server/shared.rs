//! The accounts and results that all nodes of a cluster share, as a server opens them and follows them.
//!
//! Called by [`Server`](super::Server) at its start. Law kept here: nobody is let in before every account of the cluster is known;
//! what another node writes is known here when that node tells it, and if nobody tells it, at the next look.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::{JoinSet, spawn_blocking};
use tokio::time::{Instant, sleep, timeout};

use super::ServerError;
use crate::archive::SharedResults;
use crate::journal::{AnyJournal, BucketKind, NatsShared};
use crate::ops::options::Options;
use crate::session::ServerContext;

/// The time between two looks at a bucket of which no node tells anything, in milliseconds: a node that was killed after it had
/// written tells nothing.
const LOOK_MS: u64 = 2_000;
/// How long a node that starts waits for all accounts, in milliseconds: longer than NATS elects a leader.
const ACCOUNTS_MS_MAX: u64 = 30_000;
/// The wait before it asks for them again, in milliseconds.
const AGAIN_MS: u64 = 500;

/// The buckets that all nodes share.
#[derive(Clone, Debug)]
pub(super) struct SharedBuckets {
    pub(super) accounts: Arc<NatsShared>,
    pub(super) results: Arc<NatsShared>,
}

impl SharedBuckets {
    /// Opens the buckets of a server whose journal is in a cluster; `None` for others, and without a data folder.
    pub(super) async fn open(
        journal: &AnyJournal,
        options: &Options,
    ) -> Result<Option<Self>, ServerError> {
        let (AnyJournal::Cluster(_), Some(cluster), Some(_)) =
            (journal, &options.cluster, &options.data)
        else {
            return Ok(None);
        };
        let open = async |kind| {
            let opened = NatsShared::open(cluster, kind).await;
            opened.map(Arc::new).map_err(ServerError::Journal)
        };
        Ok(Some(Self {
            accounts: open(BucketKind::Accounts).await?,
            results: open(BucketKind::Results).await?,
        }))
    }
}

/// Reads all accounts, and follows both buckets from then on, if there are any.
pub(super) async fn follow(
    buckets: Option<SharedBuckets>,
    results: Option<SharedResults>,
    context: &Arc<ServerContext>,
) -> Result<JoinSet<()>, ServerError> {
    let mut tasks = JoinSet::new();
    let (Some(buckets), Some(results)) = (buckets, results) else {
        return Ok(tasks);
    };
    let known = Arc::clone(context);
    let read = move || match &known.accounts {
        Some(accounts) => accounts.catch_up().map_err(|error| error.to_string()),
        None => Ok(()),
    };
    read_first(read.clone()).await?;
    tasks.spawn(follow_one(buckets.accounts, read));
    tasks.spawn(follow_one(buckets.results, move || results.catch_up()));
    Ok(tasks)
}

/// Reads for the first time; gives up after a while.
async fn read_first(
    read: impl Fn() -> Result<(), String> + Clone + Send + 'static,
) -> Result<(), ServerError> {
    let deadline = Instant::now() + Duration::from_millis(ACCOUNTS_MS_MAX);
    loop {
        let why = match spawn_blocking(read.clone()).await {
            Ok(Ok(())) => return Ok(()),
            Ok(Err(why)) => why,
            Err(error) => error.to_string(),
        };
        if Instant::now() >= deadline {
            return Err(ServerError::Accounts(why.into()));
        }
        sleep(Duration::from_millis(AGAIN_MS)).await;
    }
}

/// Reads what is new in a bucket, whenever a node tells of it and from time to time.
async fn follow_one(
    bucket: Arc<NatsShared>,
    read: impl Fn() -> Result<(), String> + Clone + Send + 'static,
) {
    let mut was_read = true;
    loop {
        let done = match spawn_blocking(read.clone()).await {
            Ok(done) => done,
            Err(error) => Err(error.to_string()),
        };
        if done.is_ok() != was_read {
            let why = done.as_ref().err();
            tracing::warn!(why, is_read = done.is_ok(), ?bucket, "what all nodes share");
        }
        was_read = done.is_ok();
        let look = Duration::from_millis(LOOK_MS);
        timeout(look, bucket.changed()).await.ok();
    }
}
