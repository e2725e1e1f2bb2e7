//! The files of matches that are over: written from the journal, beside it or wherever somebody wants them.
//!
//! The journal is the truth; a file can be written again at any time. A server writes the file of each match when its dice
//! have been opened, on a thread of its own and never in a lobby's way, and at every start those that are missing. Laws kept
//! here: a file is there whole or not at all; nothing but files of matches is ever removed.

mod files;
mod keep;

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use dicehall_engine::fair::MatchId;
use dicehall_protocol::LobbyCode;
use tokio::sync::mpsc;
use tokio::task::{JoinSet, spawn_blocking};
use tokio::time::timeout;

use crate::journal::JournalReader;
pub use keep::Keep;

/// The folder of the files in a server's data directory.
pub const FOLDER: &str = "matches";
/// The most lobbies that wait for a match to be written; what finds no room is written at the next start.
const ARCHIVE_REQUESTS_MAX: usize = 256;
/// How often files that are too old are looked for.
const PRUNE_EVERY_MS: u64 = 24 * 60 * 60 * 1_000;

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
    export_kept(data, out, selection, &|_| true)
}

/// How lobbies ask for the files of their matches.
#[derive(Clone, Debug, Default)]
pub(crate) struct Archivist {
    /// `None` where nothing is kept.
    requests: Option<mpsc::Sender<LobbyCode>>,
}

impl Archivist {
    /// Starts to write files in a data directory; the task ends when every archivist is gone and everything is written.
    pub(crate) fn start(data: PathBuf, keep: Keep, tasks: &mut JoinSet<()>) -> Self {
        let (sender, requests) = mpsc::channel(ARCHIVE_REQUESTS_MAX);
        tasks.spawn(run(data, keep, requests));
        Self { requests: Some(sender) }
    }

    /// A match of the lobby is over, and durable.
    pub(crate) fn file(&self, lobby: LobbyCode) {
        let full = self.requests.as_ref().is_some_and(|it| it.try_send(lobby).is_err());
        if full {
            tracing::warn!(%lobby, "the file of a match is not written before the next start");
        }
    }
}

/// Keeps the folder of a server's files up to date until nobody is left to ask.
async fn run(data: PathBuf, keep: Keep, mut requests: mpsc::Receiver<LobbyCode>) {
    let mut selection = Some(Selection::All);
    loop {
        let data = data.clone();
        if let Err(error) = spawn_blocking(move || update(&data, keep, selection.as_ref())).await {
            tracing::error!(%error, "writing files of matches failed");
        }
        selection = match timeout(Duration::from_millis(PRUNE_EVERY_MS), requests.recv()).await {
            Ok(Some(lobby)) => Some(Selection::Lobby(lobby)),
            Ok(None) => return,
            Err(_elapsed) => None,
        };
    }
}

/// Writes what is missing of a selection, then removes what is not to be kept.
fn update(data: &Path, keep: Keep, selection: Option<&Selection>) {
    let (folder, now) = (data.join(FOLDER), SystemTime::now());
    if let Some(selection) = selection {
        let known = keep::names(&folder).unwrap_or_default();
        let exported = export_kept(data, &folder, selection, &|name| keep.wants(name, &known, now));
        let faults = exported.map_or_else(|error| vec![error.to_string()], |it| it.faults);
        for fault in faults {
            tracing::error!(fault, "a file of a match is missing until the next start");
        }
    }
    if let Err(error) = keep::prune(&folder, keep, now) {
        tracing::error!(%error, folder = %folder.display(), "old files of matches are left");
    }
}

/// What is wanted of a selection, by the names of the files.
fn export_kept(
    data: &Path,
    out: &Path,
    selection: &Selection,
    wants: &dyn Fn(&str) -> bool,
) -> Result<Exported, NoJournal> {
    let reader = JournalReader::open(data).map_err(|error| NoJournal(error.to_string()))?;
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
                for file in files::of_stream(events) {
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
