//! The folder of a server's files: one job at a time, on a thread that may wait for the disk.
//!
//! Called by the archive's task. Law kept here: what fails is told and counted, and nothing else stops for it.

use std::path::PathBuf;
use std::time::SystemTime;

use dicehall_protocol::LobbyCode;
use prometheus_client::metrics::counter::Counter;

use super::files::{self, Called};
use super::keep::{self, Keep};
use super::{Exported, FOLDER, Selection, export_kept};
use crate::journal::JournalReader;

/// What is to be done.
#[derive(Debug)]
pub(super) enum Job {
    /// Write every file that is missing, then remove what is not to be kept.
    Everything,
    /// Write the file of this match.
    One(LobbyCode, Called),
    /// Remove what is not to be kept.
    Look,
}

/// The folder, and what is needed to write in it.
#[derive(Debug)]
pub(super) struct Shelf {
    data: PathBuf,
    keep: Keep,
    /// Counts the files that could not be written.
    missing: Counter,
    /// Stays open from one match to the next.
    reader: Option<JournalReader>,
    /// How many files were written since the folder was looked through.
    written: usize,
}

impl Shelf {
    /// A folder that nothing was done in yet.
    pub(super) fn new(data: PathBuf, keep: Keep, missing: Counter) -> Self {
        Self { data, keep, missing, reader: None, written: 0 }
    }

    /// The same folder for somebody who knows nothing of it.
    pub(super) fn empty(&self) -> Self {
        Self::new(self.data.clone(), self.keep, self.missing.clone())
    }

    /// Does it; whether every file that had to be written is there.
    pub(super) fn carry_out(&mut self, job: Job) -> bool {
        let faults = match job {
            Job::Everything => self.write_everything(),
            Job::One(lobby, called) => self.write_one(lobby, called).err().into_iter().collect(),
            Job::Look => {
                self.look();
                return true;
            }
        };
        for fault in &faults {
            self.reader = None;
            self.missing.inc();
            tracing::error!(fault, "a file of a match is missing until it is tried again");
        }
        faults.is_empty()
    }

    fn write_everything(&mut self) -> Vec<String> {
        let (folder, now) = (self.data.join(FOLDER), SystemTime::now());
        let known = keep::names(&folder).unwrap_or_default();
        let keep = self.keep;
        let exported = self.reader().and_then(|reader| {
            let wants = |name: &str| keep.wants(name, &known, now);
            export_kept(reader, &folder, &Selection::All, &wants).map_err(|error| error.to_string())
        });
        self.look();
        exported.map_or_else(|fault| vec![fault], |Exported { faults, .. }| faults)
    }

    fn write_one(&mut self, lobby: LobbyCode, called: Called) -> Result<(), String> {
        let events = self.reader()?.stream_after(lobby, called.revision()).map_err(|it| it.to_string())?;
        let file = called.file(&events).ok_or_else(|| format!("lobby {lobby} has no match that is over"))?;
        files::put(&self.data.join(FOLDER), &files::name(&file.header), &file)?;
        self.written += 1;
        if self.written >= self.keep.writes_between_looks() {
            self.look();
        }
        Ok(())
    }

    fn look(&mut self) {
        self.written = 0;
        let folder = self.data.join(FOLDER);
        if let Err(error) = keep::prune(&folder, self.keep, SystemTime::now()) {
            tracing::error!(%error, folder = %folder.display(), "old files of matches are left");
        }
    }

    fn reader(&mut self) -> Result<&JournalReader, String> {
        match &mut self.reader {
            Some(reader) => Ok(reader),
            closed => {
                let reader = JournalReader::open(&self.data).map_err(|error| error.to_string())?;
                Ok(closed.insert(reader))
            }
        }
    }
}
