//! The files of matches that are over: written from the journal, beside it or wherever somebody wants them.
//!
//! The journal is the truth; a file can be written again at any time. A server writes the file of each match when its dice
//! have been opened, on a thread of its own and never in a lobby's way: it reads that match from the journal and no other.
//! When it cannot follow it looks for the files of those lobbies later, and at every start for all that are missing. Laws
//! kept here: a file is there whole or not at all; nothing but files of matches is ever removed; what is read from the
//! journal is held for one lobby at a time.

mod desk;
pub(crate) mod files;
mod keep;
mod shelf;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use dicehall_engine::fair::MatchId;
use dicehall_protocol::LobbyCode;
use dicehall_protocol::match_file::MatchFile;
use tokio::task::{JoinSet, spawn_blocking};

use crate::journal::JournalReader;
use crate::metrics::Metrics;
use desk::{Desk, Work};
pub(crate) use files::Called;
pub use keep::Keep;
use shelf::{Job, Shelf};

/// The folder of the files in a server's data directory.
pub const FOLDER: &str = "matches";

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
    let mut exported = Exported::default();
    look_through(&reader, selection, &mut |found| match found
        .and_then(|file| files::put(out, &files::name(&file.header), &file))
    {
        Ok(path) => exported.files.push(path),
        Err(fault) => exported.faults.push(fault),
    })?;
    Ok(exported)
}

/// How lobbies ask for the files of their matches.
#[derive(Clone, Debug, Default)]
pub(crate) struct Archivist {
    /// `None` where nothing is kept.
    desk: Option<Desk>,
}

impl Archivist {
    /// Starts to write files in a data directory; the task ends when every archivist is gone and what they have asked for is
    /// written.
    pub(crate) fn start(data: PathBuf, keep: Keep, metrics: &Metrics, tasks: &mut JoinSet<()>) -> Self {
        let (desk, work) = desk::open(metrics.match_files_waiting.clone());
        tasks.spawn(run(Shelf::new(data, keep, metrics.match_files_missed.clone()), work));
        Self { desk: Some(desk) }
    }

    /// Whether files are written at all.
    pub(crate) fn is_kept(&self) -> bool {
        self.desk.is_some()
    }

    /// A match of the lobby is over, and durable.
    pub(crate) fn file(&self, lobby: LobbyCode, called: Called) {
        if let Some(desk) = &self.desk {
            desk.put(lobby, called);
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

/// Shows every match of a selection that is over, one lobby after the other, and what cannot be read.
fn look_through(
    reader: &JournalReader,
    selection: &Selection,
    see: &mut dyn FnMut(Result<MatchFile, String>),
) -> Result<(), NoJournal> {
    let mut look = |lobby| match reader.stream(lobby) {
        Ok(events) => {
            files::of_stream(&events)
                .filter(|it| selection.has(&it.header.match_id))
                .for_each(|it| see(Ok(it)));
        }
        // One damaged stream must not keep the matches of the others from anybody.
        Err(error) => see(Err(error.to_string())),
    };
    match selection {
        Selection::Lobby(lobby) => look(*lobby),
        Selection::All | Selection::Match(_) => {
            for lobby in reader.lobbies() {
                look(lobby.map_err(|error| NoJournal(error.to_string()))?);
            }
        }
    }
    Ok(())
}

impl Selection {
    fn has(&self, id: &MatchId) -> bool {
        match self {
            Self::All | Self::Lobby(_) => true,
            Self::Match(wanted) => wanted == id,
        }
    }
}
