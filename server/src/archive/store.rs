//! The folder of a server's files: one job at a time, on a thread that may wait for the disk.
//!
//! Called by the archive's thread. Law kept here: what fails is told and counted, and nothing else stops for it.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::SystemTime;

use dicehall_protocol::LobbyCode;
use dicehall_protocol::match_file::MatchFile;
use prometheus_client::metrics::counter::Counter;

use super::export::{Selection, look_through};
use super::files::{self, Durability, MatchStart};
use super::queue::Job;
use super::retention::{self, Retention};
use crate::journal::{AnyReader, Source};

/// The folder, and what is needed to write in it.
#[derive(Debug)]
pub(super) struct MatchStore {
    /// The journal in which the matches are.
    source: Source,
    /// The folder of their files.
    folder: PathBuf,
    retention: Retention,
    /// Counts the files that could not be written.
    missing: Counter,
    /// Stays open from one match to the next.
    reader: Option<AnyReader>,
    /// How many files were written since the folder was looked through.
    written: usize,
}

impl MatchStore {
    /// A folder that nothing was done in yet.
    pub(super) fn new(
        source: Source,
        folder: PathBuf,
        retention: Retention,
        missing: Counter,
    ) -> Self {
        Self {
            source,
            folder,
            retention,
            missing,
            reader: None,
            written: 0,
        }
    }

    /// The same folder for somebody who knows nothing of it.
    pub(super) fn empty(&self) -> Self {
        let (source, folder) = (self.source.clone(), self.folder.clone());
        Self::new(source, folder, self.retention, self.missing.clone())
    }

    /// Does it, or leaves the rest when the time is over; whether nothing failed.
    pub(super) fn carry_out(&mut self, job: Job, is_over: &dyn Fn() -> bool) -> bool {
        let is_whole = match job {
            Job::Everything => self.write_missing(&Selection::All, is_over),
            Job::Lobby(lobby) => self.write_missing(&Selection::Lobby(lobby), is_over),
            Job::One(lobby, start) => {
                let written = self.write_one(lobby, start);
                note(&self.missing, written)
            }
            Job::Look => {
                self.look();
                true
            }
        };
        if !is_whole {
            self.reader = None;
        }
        is_whole
    }

    fn write_missing(&mut self, selection: &Selection, is_over: &dyn Fn() -> bool) -> bool {
        let (folder, missing) = (self.folder.clone(), self.missing.clone());
        let durability = self.durability();
        let wanted = match self.retention.wanted(&folder, SystemTime::now()) {
            Ok(wanted) => wanted,
            Err(error) => return note(&missing, Err(format!("{}: {error}", folder.display()))),
        };
        let mut is_whole = true;
        let mut put = |file: MatchFile| {
            let name = files::name(&file.header);
            if wanted.has(&name) {
                files::put(&folder, &name, &file, durability).map(drop)
            } else {
                Ok(())
            }
        };
        let looked = self.reader().and_then(|reader| {
            let mut see = |found: Result<_, _>| {
                is_whole &= note(&missing, found.and_then(&mut put));
                if is_over() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            look_through(reader, selection, &mut see).map_err(|error| error.to_string())
        });
        is_whole &= note(&missing, looked);
        self.look();
        is_whole
    }

    fn write_one(&mut self, lobby: LobbyCode, start: MatchStart) -> Result<(), String> {
        let events = self
            .reader()?
            .stream_after(lobby, start.revision())
            .map_err(|it| it.to_string())?;
        let file = start
            .file(&events)
            .ok_or_else(|| format!("lobby {lobby} has no match that is over"))?;
        let name = files::name(&file.header);
        files::put(&self.folder, &name, &file, self.durability())?;
        self.written += 1;
        if self.written >= self.retention.writes_between_looks() {
            self.look();
        }
        Ok(())
    }

    /// A journal on the disk can tell a file again, one in memory is gone when the machine is.
    fn durability(&self) -> Durability {
        match self.source {
            Source::Memory(_) => Durability::AtOnce,
            Source::Directory(_) | Source::Open(_) => Durability::Later,
        }
    }

    fn look(&mut self) {
        self.written = 0;
        let folder = &self.folder;
        if let Err(error) = retention::prune(folder, self.retention, SystemTime::now()) {
            tracing::error!(%error, folder = %folder.display(), "old files of matches are left");
        }
    }

    fn reader(&mut self) -> Result<&AnyReader, String> {
        match &mut self.reader {
            Some(reader) => Ok(reader),
            closed => {
                let reader = self.source.open()?;
                Ok(closed.insert(reader))
            }
        }
    }
}

/// Tells and counts what failed; whether nothing did.
fn note(missing: &Counter, done: Result<(), String>) -> bool {
    done.inspect_err(|fault| {
        missing.inc();
        tracing::error!(
            fault,
            "a file of a match is missing until it is tried again"
        );
    })
    .is_ok()
}
