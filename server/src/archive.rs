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

use std::io;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::thread;

use dicehall_engine::fair::MatchId;
use dicehall_protocol::LobbyCode;
use dicehall_protocol::match_file::MatchFile;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;
use tokio::task::JoinSet;

use crate::journal::JournalReader;
use crate::ops::metrics::Metrics;
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
    look_through(&reader, selection, &mut |found| {
        match found.and_then(|file| files::put(out, &files::name(&file.header), &file)) {
            Ok(path) => exported.files.push(path),
            Err(fault) => exported.faults.push(fault),
        }
        ControlFlow::Continue(())
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
    /// Starts to write files in a data directory, on a thread that may wait for the disk. The task ends when every archivist
    /// is gone and what they have asked for is written.
    pub(crate) fn start(
        data: PathBuf,
        keep: Keep,
        metrics: &Metrics,
        tasks: &mut JoinSet<()>,
    ) -> io::Result<Self> {
        let (desk, work) = desk::open(metrics.match_files_waiting.clone());
        let shelf = Shelf::new(data, keep, metrics.match_files_missed.clone());
        let clock = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()?;
        let (done, ended) = oneshot::channel();
        thread::Builder::new()
            .name("archive".to_owned())
            .spawn(move || {
                run(&clock, shelf, work);
                // Whoever started it may have stopped waiting.
                done.send(()).ok();
            })?;
        tasks.spawn(async move { ended.await.unwrap_or_default() });
        Ok(Self { desk: Some(desk) })
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
fn run(clock: &Runtime, mut shelf: Shelf, mut work: Work) {
    let mut job = Some(Job::Everything);
    while let Some(now) = job {
        let is_everything = matches!(now, Job::Everything);
        let done = catch_unwind(AssertUnwindSafe(|| {
            shelf.carry_out(now, &|| work.is_over())
        }));
        let is_whole = done.unwrap_or_else(|_panic| {
            tracing::error!("writing files of matches failed");
            shelf = shelf.empty();
            false
        });
        work.note(is_everything, is_whole);
        job = clock.block_on(work.next());
    }
}

/// Shows every match of a selection that is over, one lobby after the other, and what cannot be read, until it is enough.
fn look_through(
    reader: &JournalReader,
    selection: &Selection,
    see: &mut dyn FnMut(Result<MatchFile, String>) -> ControlFlow<()>,
) -> Result<(), NoJournal> {
    let mut look = |lobby| match reader.stream(lobby) {
        Ok(events) => {
            let mut files =
                files::of_stream(&events).filter(|it| selection.has(&it.header.match_id));
            files.try_for_each(|it| see(Ok(it)))
        }
        // One damaged stream must not keep the matches of the others from anybody.
        Err(error) => see(Err(error.to_string())),
    };
    if let Selection::Lobby(lobby) = selection {
        // Whether it was enough does not matter: nothing comes after it.
        let (ControlFlow::Continue(()) | ControlFlow::Break(())) = look(*lobby);
        return Ok(());
    }
    for lobby in reader.lobbies() {
        if look(lobby.map_err(|error| NoJournal(error.to_string()))?).is_break() {
            break;
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
