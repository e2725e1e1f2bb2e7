//! The files of matches that are over: written from the journal, beside it or wherever somebody wants them.
//!
//! The journal is the truth; a file can be written again at any time. A server writes the file of each match when its dice
//! have been opened, on a thread of its own and never in a lobby's way: it reads that match from the journal and no other.
//! At every start, and when it could not follow, it looks for all that are missing. Laws kept here: a file is there whole or
//! not at all; nothing but files of matches is ever removed.

mod files;
mod keep;
mod shelf;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use dicehall_engine::fair::MatchId;
use dicehall_protocol::LobbyCode;
use prometheus_client::metrics::counter::Counter;
use tokio::sync::mpsc;
use tokio::task::{JoinSet, spawn_blocking};
use tokio::time::{Instant, timeout_at};

use crate::journal::JournalReader;
pub(crate) use files::{Called, of_stream};
pub use keep::Keep;
use shelf::{Job, Shelf};

/// The folder of the files in a server's data directory.
pub const FOLDER: &str = "matches";
/// The most matches that wait to be written; when one has found no room, the whole journal is looked through for it.
const ARCHIVE_REQUESTS_MAX: usize = 256;
/// How often files that are too old are looked for.
const PRUNE_EVERY_MS: u64 = 24 * 60 * 60 * 1_000;
/// How long after a failure all files that are missing are tried again.
const RETRY_MS: u64 = 60 * 1_000;

/// Which matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Selection {
    /// Every match that is over.
    All,
    /// Those of a lobby.
    Lobby(LobbyCode),
    /// One.
    Match(MatchId),
}

/// What there is of a selection now.
#[derive(Debug, Default)]
pub struct Exported {
    /// The files, in the order in which lobbies and their matches were made.
    pub files: Vec<PathBuf>,
    /// What could not be read or written, and why.
    pub faults: Vec<String>,
}

/// Why nothing could be exported.
#[derive(Debug, thiserror::Error)]
#[error("the journal cannot be read: {0}")]
pub struct NoJournal(String);

/// Writes the files of matches that are over into a folder, unless they are there; the server may run.
pub fn export(data: &Path, out: &Path, selection: &Selection) -> Result<Exported, NoJournal> {
    let reader = JournalReader::open(data).map_err(|error| NoJournal(error.to_string()))?;
    export_kept(&reader, out, selection, &|_| true)
}

/// How lobbies ask for the files of their matches.
#[derive(Clone, Debug, Default)]
pub(crate) struct Archivist {
    /// `None` where nothing is kept.
    desk: Option<Desk>,
}

/// Where matches wait to be written.
#[derive(Clone, Debug)]
struct Desk {
    requests: mpsc::Sender<Finished>,
    /// Whether a match has found no room.
    is_behind: Arc<AtomicBool>,
}

/// A match that is over, durably.
#[derive(Debug)]
struct Finished {
    lobby: LobbyCode,
    called: Called,
}

impl Archivist {
    /// Starts to write files in a data directory; the task ends when every archivist is gone and everything is written.
    /// Files that could not be written are counted.
    pub(crate) fn start(data: PathBuf, keep: Keep, missing: Counter, tasks: &mut JoinSet<()>) -> Self {
        let (sender, requests) = mpsc::channel(ARCHIVE_REQUESTS_MAX);
        let is_behind = Arc::new(AtomicBool::new(false));
        let work = Work { requests, is_behind: Arc::clone(&is_behind), retry: None };
        tasks.spawn(run(Shelf::new(data, keep, missing), work));
        Self { desk: Some(Desk { requests: sender, is_behind }) }
    }

    /// Whether files are written at all.
    pub(crate) fn is_kept(&self) -> bool {
        self.desk.is_some()
    }

    /// A match of the lobby is over, and durable.
    pub(crate) fn file(&self, lobby: LobbyCode, called: Called) {
        let Some(Desk { requests, is_behind }) = &self.desk else { return };
        if requests.try_send(Finished { lobby, called }).is_err() {
            is_behind.store(true, Ordering::Release);
        }
    }
}

/// Keeps the folder of a server's files up to date until nobody is left to ask.
async fn run(mut shelf: Shelf, mut work: Work) {
    let mut job = Some(Job::Everything);
    while let Some(now) = job {
        let (is_everything, again) = (matches!(now, Job::Everything), shelf.empty());
        let done = spawn_blocking(move || {
            let is_whole = shelf.carry_out(now);
            (shelf, is_whole)
        });
        let is_whole;
        (shelf, is_whole) = done.await.unwrap_or_else(|error| {
            tracing::error!(%error, "writing files of matches failed");
            (again, false)
        });
        work.note(is_everything, is_whole);
        job = work.next().await;
    }
}

/// What there is to do.
struct Work {
    requests: mpsc::Receiver<Finished>,
    is_behind: Arc<AtomicBool>,
    /// When everything is tried again, after a failure.
    retry: Option<Retry>,
}

/// Another try: the next one after a failure waits twice as long.
struct Retry {
    at: Instant,
    pause: Duration,
}

impl Work {
    /// How the last job went.
    fn note(&mut self, is_everything: bool, is_whole: bool) {
        if is_whole {
            self.retry.take_if(|_| is_everything);
            return;
        }
        let pause = match &self.retry {
            None => Duration::from_millis(RETRY_MS),
            Some(it) if is_everything => Duration::from_millis(PRUNE_EVERY_MS).min(it.pause * 2),
            Some(_) => return,
        };
        self.retry = Some(Retry { at: Instant::now() + pause, pause });
    }

    /// What is next; `None` when nobody is left to ask.
    async fn next(&mut self) -> Option<Job> {
        if self.requests.is_empty() && self.is_behind.swap(false, Ordering::Acquire) {
            return Some(Job::Everything);
        }
        let daily = Instant::now() + Duration::from_millis(PRUNE_EVERY_MS);
        match timeout_at(self.retry.as_ref().map_or(daily, |it| it.at), self.requests.recv()).await {
            Ok(Some(Finished { lobby, called })) => Some(Job::One(lobby, called)),
            Ok(None) => None,
            Err(_elapsed) if self.retry.is_some() => Some(Job::Everything),
            Err(_elapsed) => Some(Job::Look),
        }
    }
}

/// What is wanted of a selection, by the names of the files.
fn export_kept(
    reader: &JournalReader,
    out: &Path,
    selection: &Selection,
    wants: &dyn Fn(&str) -> bool,
) -> Result<Exported, NoJournal> {
    let lobbies = match selection {
        Selection::Lobby(lobby) => vec![*lobby],
        Selection::All | Selection::Match(_) => {
            reader.lobbies().map_err(|error| NoJournal(error.to_string()))?
        }
    };
    let mut exported = Exported::default();
    for lobby in lobbies {
        match reader.stream(lobby) {
            Ok(events) => {
                for file in of_stream(&events) {
                    let name = files::name(&file.header);
                    if selection.has(&file.header.match_id) && wants(&name) {
                        exported.note(files::put(out, &name, &file));
                    }
                }
            }
            // One damaged stream must not keep the matches of the others from anybody.
            Err(error) => exported.faults.push(error.to_string()),
        }
    }
    Ok(exported)
}

impl Selection {
    fn has(&self, id: &MatchId) -> bool {
        match self {
            Self::All | Self::Lobby(_) => true,
            Self::Match(wanted) => wanted == id,
        }
    }
}

impl Exported {
    fn note(&mut self, put: Result<PathBuf, String>) {
        match put {
            Ok(path) => self.files.push(path),
            Err(fault) => self.faults.push(fault),
        }
    }
}
