//! The durable journal: one `SQLite` file, written by one thread.
//!
//! Appends wait in a bounded queue; the thread takes all that wait, commits them together, and answers after that. The
//! file is in write-ahead mode with full synchronization, so that what was answered survives a crash of the machine. A
//! lock file keeps a second server out of the directory.

mod beginning;
mod check;
mod delivery;
mod jobs;
mod log;
mod mark;
mod offline;
mod places;
mod reader;
mod recent;
mod removal;
mod rows;
mod setback;
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
use crate::os::private_files::{close_to_strangers, open_private, private_folder};
use jobs::{Append, Job};
use mark::Mark;
pub(crate) use offline::OfflineFile;
use places::{Places, SharedPlaces};
pub(crate) use reader::JournalReader;
use recent::SharedRecent;
use removal::{HAS_ENDED, Removal};
pub(crate) use setback::Setback;
use tables::{TABLES_FORMAT, connect};
use writer::{Writer, WriterParts};

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
    /// The file is missing or empty, although there was a journal in the folder.
    #[error(
        "{} is missing or empty, although {trace} is there: put the journal back (from a backup if need be), or begin a \
         new one without its lobbies by --new-journal (or in another folder)",
        path.display()
    )]
    Missing { path: PathBuf, trace: String },
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
    /// The signs of a loss that were found when the journal was opened.
    setbacks: Arc<[Setback]>,
}

impl SqliteJournal {
    /// Opens the journal in a directory, unless one is missing that was there before.
    #[cfg(test)]
    pub(crate) fn open(data: &Path) -> Result<Self, OpenError> {
        Self::open_or_begin(data, false)
    }

    /// Opens the journal in a directory, which is created if it does not exist. Only the owner may read it, because the
    /// journal holds the secrets from which the dice of running matches follow. `begins` says that it may be a new one
    /// although there was one before.
    pub(crate) fn open_or_begin(data: &Path, begins: bool) -> Result<Self, OpenError> {
        let lock = claim(data)?;
        let path = data.join(FILE_NAME);
        if !begins {
            beginning::check(data, &path)?;
        }
        let mut setbacks: Vec<Setback> = setback::of_log(&path).into_iter().collect();
        let may_begin = || {
            if begins {
                return Ok(());
            }
            beginning::check_traces(data, &path)
        };
        let connection = connect(&path, may_begin)?;
        let wrong = |error| OpenError::Database {
            path: path.clone(),
            error,
        };
        let places = Places::load(&connection).map_err(wrong)?;
        let mut mark = Mark::open(data);
        let names = rows::names(&connection).map_err(wrong)?;
        setbacks.extend(setback::of_places(&places, mark.last(), &names));
        setbacks.extend(setback::of_endings(&connection, &places).map_err(wrong)?);
        mark.put(places.last_row());
        for setback in &setbacks {
            tracing::error!("{setback}");
        }
        let places = SharedPlaces::new(places);
        let removal = Removal::load(&connection, &places).map_err(wrong)?;
        let ended = rows::lobbies(&connection, HAS_ENDED).map_err(wrong)?;
        let commits = Commits::of_disk();
        let recent = SharedRecent::default();
        let writer = Writer::new(WriterParts {
            connection,
            places: places.clone(),
            recent: recent.clone(),
            removal,
            commits: commits.clone(),
            mark,
            lock,
        });
        Ok(Self {
            jobs: start(writer)?,
            commits,
            path,
            places,
            recent,
            ended: ended.into(),
            setbacks: setbacks.into(),
        })
    }

    /// The signs of a loss that were found when the journal was opened.
    pub(crate) fn setbacks(&self) -> &[Setback] {
        &self.setbacks
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

/// The path of the journal in a data folder.
pub(crate) fn journal_file(data: &Path) -> PathBuf {
    data.join(FILE_NAME)
}

/// Starts the writer's thread; returns the way to it.
fn start(writer: Writer) -> Result<mpsc::Sender<Job>, OpenError> {
    let (sender, jobs) = mpsc::channel(JOBS_MAX);
    thread::Builder::new()
        .name("journal".to_owned())
        .spawn(move || writer.run(jobs))
        .map_err(OpenError::Thread)?;
    Ok(sender)
}

/// Makes a data folder if it is not there, and keeps other servers out of it for as long as the file is open. What is in
/// it strangers can no longer read.
pub(crate) fn claim(data: &Path) -> Result<Arc<File>, OpenError> {
    let wrong = |error| OpenError::File {
        path: data.to_owned(),
        error,
    };
    private_folder(data).map_err(wrong)?;
    let lock = lock(data)?;
    let closed = close_to_strangers(data).map_err(wrong)?;
    if !closed.is_empty() {
        let files = closed.join(", ");
        tracing::warn!(
            files,
            "everybody could read these files of the data folder; now only their owner can"
        );
    }
    Ok(lock)
}

fn lock(data: &Path) -> Result<Arc<File>, OpenError> {
    let path = data.join(LOCK_NAME);
    let wrong = |error| OpenError::File {
        path: path.clone(),
        error,
    };
    let file = open_private(&path).map_err(wrong)?;
    match file.try_lock() {
        Ok(()) => Ok(Arc::new(file)),
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse(data.to_owned())),
        Err(TryLockError::Error(error)) => Err(wrong(error)),
    }
}
