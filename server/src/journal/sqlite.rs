//! The durable journal: one `SQLite` file, written by one thread.
//!
//! Appends wait in a bounded queue; the thread takes all that wait, commits them together, and answers after that. The
//! file is in write-ahead mode with full synchronization, so that what was answered survives a crash of the machine. A
//! lock file keeps a second server out of the directory.

mod check;
mod delivery;
mod jobs;
mod offline;
mod places;
mod reader;
mod recent;
mod removal;
mod rows;
mod tables;
mod writer;

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use dicehall_engine::lobby::{Event, LobbyEvent, Revision};
use dicehall_protocol::LobbyCode;
use tokio::sync::{mpsc, oneshot};

use super::{Journal, JournalError, record};
use crate::metrics::Commits;
use crate::private_files::private_folder;
use jobs::{Append, Job};
pub(crate) use offline::OfflineFile;
use places::{Places, SharedPlaces};
pub(crate) use reader::JournalReader;
use recent::SharedRecent;
use removal::{HAS_ENDED, Removal};
use tables::{TABLES_FORMAT, connect};
use writer::Writer;

/// The most jobs that wait for the writer; later callers wait for room.
const JOBS_MAX: usize = 1_024;
/// The name of the journal's file in the data directory.
const FILE_NAME: &str = "journal.sqlite";
/// The name of the lock's file in the data directory.
const LOCK_NAME: &str = "lock";
/// Why the journal could not be opened.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OpenError {
    /// Another server uses the directory.
    #[error("another server is using {}", .0.display())]
    InUse(PathBuf),
    /// The directory or a file in it cannot be used.
    #[error("{}: {error}", path.display())]
    File {
        path: PathBuf,
        error: std::io::Error,
    },
    /// The file is not a journal, or it cannot be used.
    #[error("{}: {error}", path.display())]
    Database {
        path: PathBuf,
        error: rusqlite::Error,
    },
    /// The file was written by a later release.
    #[error("{} has format {found}; this release knows {TABLES_FORMAT}", path.display())]
    Format { path: PathBuf, found: i64 },
    /// No thread can be started.
    #[error("no thread can be started: {0}")]
    Thread(std::io::Error),
}

/// A handle to the writer's thread. The files are closed when the last handle is dropped, or by [`Journal::close`].
#[derive(Clone, Debug)]
pub(crate) struct SqliteJournal {
    jobs: mpsc::Sender<Job>,
    commits: Commits,
    path: PathBuf,
    places: SharedPlaces,
    /// The records that were written last.
    recent: SharedRecent,
    /// The lobbies that had ended when the file was opened and whose records are all there.
    ended: Arc<[LobbyCode]>,
}

impl SqliteJournal {
    /// Opens the journal in a directory, which is created if it does not exist. Only the owner may read it, because the
    /// journal holds the secrets from which the dice of running matches follow.
    pub(crate) fn open(data: &Path) -> Result<Self, OpenError> {
        let lock = claim(data)?;
        let path = data.join(FILE_NAME);
        let connection = connect(&path)?;
        let wrong = |error| OpenError::Database {
            path: path.clone(),
            error,
        };
        let places = SharedPlaces::new(Places::load(&connection).map_err(wrong)?);
        let removal = Removal::load(&connection, &places).map_err(wrong)?;
        let ended = rows::lobbies(&connection, HAS_ENDED).map_err(wrong)?;
        let (sender, jobs) = mpsc::channel(JOBS_MAX);
        let commits = Commits::of_disk();
        let recent = SharedRecent::default();
        let shared = (places.clone(), recent.clone());
        let writer = Writer::new(connection, shared, removal, lock, commits.clone());
        thread::Builder::new()
            .name("journal".to_owned())
            .spawn(move || writer.run(jobs))
            .map_err(OpenError::Thread)?;
        Ok(Self {
            jobs: sender,
            commits,
            path,
            places,
            recent,
            ended: ended.into(),
        })
    }

    /// Opens the file once more, for reading beside the writer.
    pub(crate) fn reader(&self) -> Result<JournalReader, OpenError> {
        JournalReader::beside(&self.path, self.places.clone(), self.recent.clone())
    }

    /// The lobbies that had ended when the journal was opened.
    pub(crate) fn ended(&self) -> &[LobbyCode] {
        &self.ended
    }

    /// Removes lobbies that have ended: they can no longer be read, and their records are deleted from the file bit by
    /// bit. Called by a thread that may wait.
    pub(crate) fn remove(&self, lobbies: Vec<LobbyCode>) -> Result<(), JournalError> {
        let (done, answer) = oneshot::channel();
        let gone = || JournalError::Io("its writer has stopped".to_owned());
        self.jobs
            .blocking_send(Job::Remove { lobbies, done })
            .map_err(|_stopped| gone())?;
        answer.blocking_recv().map_err(|_stopped| gone())?
    }

    /// Drops the records in memory, so that readers read the file.
    #[cfg(test)]
    pub(super) fn forget_recent(&self) {
        self.recent.lock().clear();
    }

    /// The counter of its commits.
    pub(crate) fn commits(&self) -> Commits {
        self.commits.clone()
    }

    /// Whether what is written now becomes durable.
    pub(crate) async fn check(&self) -> Result<(), JournalError> {
        self.ask(|done| Job::Check { done }).await?
    }

    /// Waits until the writer has ended.
    pub(crate) async fn stopped(&self) {
        self.jobs.closed().await;
    }

    /// Makes the writer panic, as a bug would.
    #[cfg(test)]
    pub(crate) async fn fail(&self) {
        self.jobs.send(Job::Panic).await.ok();
    }

    async fn ask<T>(&self, job: impl FnOnce(oneshot::Sender<T>) -> Job) -> Result<T, JournalError> {
        let (done, answer) = oneshot::channel();
        let gone = || JournalError::Io("its writer has stopped".to_owned());
        self.jobs.send(job(done)).await.map_err(|_stopped| gone())?;
        answer.await.map_err(|_stopped| gone())
    }
}

impl Journal for SqliteJournal {
    async fn append(
        &self,
        lobby: LobbyCode,
        expected: Revision,
        events: &[Event],
    ) -> Result<Revision, JournalError> {
        let ends = matches!(events.last(), Some(Event::Lobby(LobbyEvent::Ended { .. })));
        let (count, text) = (events.len(), record::write_short(events));
        let settled = self.ask(|done| {
            Job::Append(Append {
                lobby,
                expected: expected.0,
                count,
                text,
                ends,
                done,
            })
        });
        settled.await?.take()
    }

    async fn replay(&self, lobby: LobbyCode) -> Result<Vec<Event>, JournalError> {
        let records = self.ask(|done| Job::Read { lobby, done }).await??;
        record::read_stream(lobby, records)
    }

    async fn running(&self) -> Result<Vec<LobbyCode>, JournalError> {
        self.ask(|done| Job::Running { done }).await?
    }

    async fn close(&self) {
        // A writer that has stopped already has nothing left to write.
        self.ask(|done| Job::Close { done }).await.ok();
    }
}

/// Makes a data folder if it is not there, and keeps other servers out of it for as long as the file is open.
pub(crate) fn claim(data: &Path) -> Result<Arc<File>, OpenError> {
    private_folder(data).map_err(|error| OpenError::File {
        path: data.to_owned(),
        error,
    })?;
    lock(data)
}

fn lock(data: &Path) -> Result<Arc<File>, OpenError> {
    let path = data.join(LOCK_NAME);
    let wrong = |error| OpenError::File {
        path: path.clone(),
        error,
    };
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&path)
        .map_err(wrong)?;
    match file.try_lock() {
        Ok(()) => Ok(Arc::new(file)),
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse(data.to_owned())),
        Err(TryLockError::Error(error)) => Err(wrong(error)),
    }
}
