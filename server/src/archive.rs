//! The archive: the files of matches that are over, written from the journal into a folder beside it, or exported
//! elsewhere.
//!
//! While a lobby is in the journal, the journal is the authority and a file can be written again at any time. When a
//! lobby has ended and the files of all its matches are on the disk, it is removed from the journal, and the files are
//! all that is left of it. The server writes the file of each match when its dice have been opened, on a thread of its
//! own so that lobbies never wait for it, and reads only that match from the journal. Files of matches that end within
//! a moment are written by one append to the segment of their day; only a server without a journal on the disk writes
//! each as a file of its own. If the thread falls behind, it looks for missing files later, by lobby; and at every start
//! for all that are missing. Laws kept here: a file counts only if all of it is there; what a crash of the machine has
//! left is written again; only files of matches are ever removed; at most one lobby's events and one batch of files
//! are in memory at a time. With the file of a match goes its result, which stays when the file is removed.
//!
//! The match file is made from the journal, from the point where the match's dice were sealed. A lobby keeps no
//! second record, so a long lobby costs no more than a short one. The server does not wait until the file is on the
//! disk, which cost more than all other work of a short match: the journal has the match, and a start compares the
//! two.

mod export;
mod files;
mod finder;
mod luck;
mod offline_results;
mod queue;
mod reports;
mod result_writer;
mod results;
mod retention;
pub(crate) mod reviews;
mod segments;
mod shared_results;
pub(crate) mod standings;
mod store;
#[cfg(test)]
mod tests;

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::thread;

use dicehall_protocol::LobbyCode;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;
use tokio::task::JoinSet;

use crate::metrics::Metrics;
use crate::os::priority::Priority;
pub(crate) use export::is_of;
pub use export::{ExportReport, NoJournal, Selection, export};
pub use files::FOLDER;
pub(crate) use files::MatchStart;
pub(crate) use finder::{Finder, Found};
pub(crate) use luck::LuckMaker;
pub(crate) use offline_results::{ResultsPlace, put_results, read_known};
pub(crate) use queue::Recorded;
use queue::{Job, QueueReceiver, QueueSender};
pub use reports::{FileReport, FileReports};
pub(crate) use results::moving::{
    KnownResults, MissingResults, Numbers, ResultConflict, missing_results,
};
pub(crate) use results::outlook;
pub use results::{RESULTS_NAME, ResultsError, read_luck, read_results};
pub use retention::Retention;
pub(crate) use shared_results::SharedResults;
pub(crate) use store::ArchiveSettings;
use store::MatchStore;

/// The handle by which lobbies hand over their finished matches.
#[derive(Clone, Debug, Default)]
pub(crate) struct ArchiveWriter {
    /// `None` if no files are kept.
    queue: Option<QueueSender>,
}

impl ArchiveWriter {
    /// Starts the thread that writes the files of a journal's matches into a folder. The task ends when every archive
    /// writer is dropped and all their requests are done.
    pub(crate) fn start(
        settings: ArchiveSettings,
        metrics: &Metrics,
        tasks: &mut JoinSet<()>,
    ) -> io::Result<Self> {
        let (queue, work) = queue::open(metrics.match_files_waiting.clone());
        let missing = metrics.match_files_missed.clone();
        let store = MatchStore::new(settings, missing, metrics.setbacks("match"));
        let clock = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()?;
        let (done, ended) = oneshot::channel();
        thread::Builder::new()
            .name("archive".to_owned())
            .spawn(move || {
                Priority::Background.take();
                run(&clock, store, work);
                // The receiver may have stopped waiting.
                done.send(()).ok();
            })?;
        tasks.spawn(async move { ended.await.unwrap_or_default() });
        Ok(Self { queue: Some(queue) })
    }

    /// Whether files are written.
    pub(crate) fn is_kept(&self) -> bool {
        self.queue.is_some()
    }

    /// Reports that a match of the lobby is over, durably; `recorded` is told when its result is there.
    pub(crate) fn file(&self, lobby: LobbyCode, start: MatchStart, recorded: Option<Recorded>) {
        if let Some(queue) = &self.queue {
            queue.put(lobby, start, recorded);
        }
    }

    /// Reports that another node had the lobby before, which may have been killed before it told of a match.
    pub(crate) fn gain(&self, lobby: LobbyCode) {
        if let Some(queue) = &self.queue {
            queue.put_gained(lobby);
        }
    }

    /// Reports that the lobby has ended, durably. `is_young` says that it was created by its present task since the
    /// server's start, so that all its finished matches have been reported.
    pub(crate) fn end(&self, lobby: LobbyCode, is_young: bool) {
        if let Some(queue) = &self.queue {
            queue.put_end(lobby, is_young);
        }
    }
}

/// Keeps the folder up to date until all handles are dropped.
fn run(clock: &Runtime, mut store: MatchStore, mut work: QueueReceiver) {
    // A panic in it leaves a server without ratings.
    if catch_unwind(AssertUnwindSafe(|| store.fold_results())).is_err() {
        tracing::error!("folding the results failed");
    }
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
    // Removing the lobbies that have ended takes little time compared with the rest of a shutdown.
    store.carry_out(Job::Remove, &|| true);
}

/// The names of the match files in a server's data directory, the oldest first, whether they are alone or in segments.
pub fn file_names(data: &Path) -> io::Result<Vec<String>> {
    retention::names(&data.join(FOLDER))
}

/// The files of all matches that are over, as the archive would write them.
#[cfg(any(test, feature = "simulation"))]
pub fn match_files(
    journal: &crate::journal::faulty::FaultyJournal,
) -> Vec<dicehall_protocol::match_file::MatchFile> {
    let streams = journal.streams();
    streams
        .values()
        .flat_map(|it| files::of_stream(it).map(|it| it.file))
        .collect()
}
