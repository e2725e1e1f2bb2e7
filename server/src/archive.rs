//! The files of matches that are over: written from the journal, beside it or wherever somebody wants them.
//!
//! While a lobby is in the journal that is the truth, and a file can be written again at any time; when a lobby has ended and the disk has
//! the files of all its matches, it leaves the journal, and they are what is left. A server writes the file of each match when its dice
//! have been opened, on a thread of its own and never in a lobby's way: it reads that match from the journal and no other.
//! When it cannot follow it looks for the files of those lobbies later, and at every start for all that are missing. Laws
//! kept here: a file is there whole or not at all, but for a crash of the machine, after which it is written again; nothing but
//! files of matches is ever removed; what is read from the journal is held for one lobby at a time.

mod export;
mod files;
mod queue;
mod retention;
mod store;
#[cfg(test)]
mod tests;

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::thread;

use dicehall_protocol::LobbyCode;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;
use tokio::task::JoinSet;

use crate::journal::Source;
use crate::metrics::Metrics;
pub use export::{ExportReport, NoJournal, Selection, export};
pub use files::FOLDER;
pub(crate) use files::MatchStart;
use queue::{Job, QueueReceiver, QueueSender};
pub use retention::Retention;
use store::MatchStore;

/// The handle by which lobbies ask for the files of their matches.
#[derive(Clone, Debug, Default)]
pub(crate) struct ArchiveWriter {
    /// `None` where nothing is kept.
    queue: Option<QueueSender>,
}

impl ArchiveWriter {
    /// Starts to write the files of a journal's matches into a folder, on a thread that may wait for the disk. The task ends when every archive writer
    /// is gone and what they have asked for is written.
    pub(crate) fn start(
        source: Source,
        folder: PathBuf,
        retention: Retention,
        metrics: &Metrics,
        tasks: &mut JoinSet<()>,
    ) -> io::Result<Self> {
        let (queue, work) = queue::open(metrics.match_files_waiting.clone());
        let store = MatchStore::new(
            source,
            folder,
            retention,
            metrics.match_files_missed.clone(),
        );
        let clock = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()?;
        let (done, ended) = oneshot::channel();
        thread::Builder::new()
            .name("archive".to_owned())
            .spawn(move || {
                run(&clock, store, work);
                // Whoever started it may have stopped waiting.
                done.send(()).ok();
            })?;
        tasks.spawn(async move { ended.await.unwrap_or_default() });
        Ok(Self { queue: Some(queue) })
    }

    /// Whether files are written at all.
    pub(crate) fn is_kept(&self) -> bool {
        self.queue.is_some()
    }

    /// A match of the lobby is over, and durable.
    pub(crate) fn file(&self, lobby: LobbyCode, start: MatchStart) {
        if let Some(queue) = &self.queue {
            queue.put(lobby, start);
        }
    }

    /// The lobby has ended, durably, and has told of its matches; of all that were ever over in it if it is young, made since the
    /// server's start by the task that ends it.
    pub(crate) fn end(&self, lobby: LobbyCode, is_young: bool) {
        if let Some(queue) = &self.queue {
            queue.put_end(lobby, is_young);
        }
    }
}

/// Keeps the folder of a server's files up to date until nobody is left to ask.
fn run(clock: &Runtime, mut store: MatchStore, mut work: QueueReceiver) {
    let mut job = Some(Job::Everything);
    while let Some(now) = job {
        let is_everything = matches!(now, Job::Everything);
        let done = catch_unwind(AssertUnwindSafe(|| {
            store.carry_out(now, &|| work.is_over())
        }));
        let is_whole = done.unwrap_or_else(|_panic| {
            tracing::error!("writing files of matches failed");
            store = store.empty();
            false
        });
        work.note(is_everything, is_whole);
        job = clock.block_on(work.next());
    }
    // What has ended is small beside what a stop writes anyway.
    store.carry_out(Job::Remove, &|| true);
}

/// The files of all matches that are over, as the archive would write them.
#[cfg(any(test, feature = "simulation"))]
pub fn match_files(
    journal: &crate::journal::faulty::FaultyJournal,
) -> Vec<dicehall_protocol::match_file::MatchFile> {
    let streams = journal.streams();
    streams
        .values()
        .flat_map(|it| files::of_stream(it))
        .collect()
}
