//! The parts of a running server that it cannot do without, and the end of any of them before the server's own.
//!
//! Called by `server` while it serves and when it ends. Law kept here: a server that has lost a part does not go on
//! without it; it ends as a failure, within a bounded time, so that whatever has started it starts it again.

use std::future::pending;
use std::time::Duration;

use tokio::task::{JoinError, JoinSet};
use tokio::time::timeout;

use super::node::RunningNode;
use crate::journal::{AnyJournal, Journal};

/// The longest time that the other parts may take to end when one has failed, in milliseconds.
const FAILED_END_MS_MAX: u64 = 5_000;

/// The tasks and threads of a running server, besides its listener and its sessions.
pub(super) struct Parts {
    /// The task of the directory, which owns every lobby.
    pub(super) directory: JoinSet<()>,
    /// The task that waits for the thread which writes the files of matches.
    pub(super) archive: JoinSet<()>,
    /// The tasks that read what all nodes of a cluster share.
    pub(super) followers: JoinSet<()>,
    /// The operators' port.
    pub(super) operators: JoinSet<()>,
    /// The tasks for other nodes.
    pub(super) nodes: JoinSet<()>,
    /// The task for ownership, if this node shares the lobbies with others.
    pub(super) ownership: Option<RunningNode>,
    pub(super) journal: AnyJournal,
}

impl Parts {
    /// Waits until one of them ends by itself; returns its name.
    pub(super) async fn first_end(&mut self) -> &'static str {
        let Self {
            directory,
            archive,
            followers,
            operators,
            nodes,
            ownership,
            journal,
        } = self;
        let owner = async {
            match ownership {
                Some(node) => node.ended().await,
                None => pending().await,
            }
        };
        let (part, ended) = tokio::select! {
            biased;
            Some(ended) = directory.join_next() => ("the directory of lobbies", ended),
            () = journal.stopped() => ("the writer of the journal", Ok(())),
            Some(ended) = archive.join_next() => ("the writer of match files", ended),
            Some(ended) = followers.join_next() => ("the reader of what nodes share", ended),
            Some(ended) = operators.join_next() => ("the operators' port", ended),
            Some(ended) = nodes.join_next() => ("a task for other nodes", ended),
            ended = owner => ("the task for ownership", ended),
        };
        let error = ended.err().map(|it| it.to_string());
        tracing::error!(
            part,
            error,
            "a part of the server has ended: the server ends as well"
        );
        part
    }

    /// Gives all lobbies to other nodes, if there are any.
    pub(super) async fn leave(&mut self) {
        if let Some(node) = self.ownership.take() {
            node.leave().await;
        }
    }

    /// Ends all parts in the order in which they need each other; not for longer than a while, if one has failed.
    pub(super) async fn finish(self, has_failed: bool) {
        if !has_failed {
            return self.finish_all().await;
        }
        let limit = Duration::from_millis(FAILED_END_MS_MAX);
        if timeout(limit, self.finish_all()).await.is_err() {
            tracing::error!("the rest of the server does not end: it is left behind");
        }
    }

    async fn finish_all(mut self) {
        self.operators.shutdown().await;
        self.followers.shutdown().await;
        finish(self.nodes, "a task for other nodes failed").await;
        finish(self.directory, "the directory failed").await;
        // All handles of the archive are dropped, so it finishes the requests it has.
        finish(self.archive, "the archive failed").await;
        self.journal.close().await;
    }
}

/// Waits for the end of a task whose handles are all dropped.
async fn finish(mut tasks: JoinSet<()>, failed: &str) {
    while let Some(ended) = tasks.join_next().await {
        report(ended, failed);
    }
}

fn report(ended: Result<(), JoinError>, failed: &str) {
    if let Err(error) = ended {
        tracing::error!(%error, "{failed}");
    }
}
