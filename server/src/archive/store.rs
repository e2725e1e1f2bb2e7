//! The folder of match files: does one job at a time, on a thread that may wait for the disk.
//!
//! Called by the archive's thread. Laws kept here: a failure is logged and counted, and the work goes on; a lobby is
//! removed from the journal when it has ended and the files and results of all its matches are on the disk, not before.
//!
//! A lobby that has ended leaves the journal when the disk has the files of its matches. So the journal is as large
//! as the lobbies that live, and a start reads no more than that. The archive's own thread, of lower priority,
//! synchronizes many matches at once and later, when the system has written most of them anyway. The journal first
//! marks a lobby, and then removes its records in small parts, when nothing else is asked for or at twice the rate
//! at which new records come (`server/src/journal/sqlite/removal.rs`), so that no commit waits for a long lobby and
//! the file does not grow under load. A megabyte of free pages is kept, because each page that is given back and
//! needed again in the next minute costs a write. A lobby that goes on keeps all of its records: its state is
//! computed from its whole stream, and is never serialized.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::thread;
use std::time::SystemTime;

use dicehall_engine::fair::MatchId;
use dicehall_protocol::LobbyCode;
use dicehall_protocol::match_file::result::MatchResult;
use prometheus_client::metrics::counter::Counter;

use super::export::{Selection, look_through};
use super::files::{self, FileFault, FinishedMatch, MatchStart};
use super::queue::{Job, Reports};
use super::reports::FileReports;
use super::result_writer::ResultWriter;
use super::retention::{self, Retention};
use super::segments::{Named, Segments};
use super::shared_results::SharedResults;
use super::standings::Standings;
use crate::journal::{AnyReader, Source};

/// The number of ended lobbies that makes it worth while to remove them from the journal at once.
const LOBBIES_TO_REMOVE_MIN: usize = 16;
/// The most ended lobbies that wait to be removed, while files cannot be written; more are left to the next start.
const LOBBIES_ENDED_MAX: usize = 16_384;
/// The most lobbies that one request removes: the journal marks them in one transaction.
const LOBBIES_PER_REMOVAL_MAX: usize = 64;

/// The folder, and what is needed to write in it.
#[derive(Debug)]
pub(super) struct MatchStore {
    /// The journal from which matches are read.
    source: Source,
    /// The folder of the files.
    folder: PathBuf,
    retention: Retention,
    /// The counter of files that could not be written.
    missing: Counter,
    /// The counter of matches that have a file and that the journal has lost.
    lost: Counter,
    /// Where it is told which files were written.
    reports: FileReports,
    /// The open journal, kept from one match to the next.
    reader: Option<AnyReader>,
    /// The number of files written since the folder was pruned.
    written: usize,
    /// The segments of the folder.
    segments: Segments,
    /// The results of the matches.
    results: ResultWriter,
    /// The lobbies that have ended and are still in the journal.
    ended: BTreeSet<LobbyCode>,
    /// The lobbies with a match that may have no file.
    doubtful: BTreeSet<LobbyCode>,
    /// Whether all other lobbies have all their files: the journal has been read to its end.
    is_sure: bool,
}

/// The places and rules of an archive.
pub(crate) struct ArchiveSettings {
    /// Where the matches are read.
    pub(crate) source: Source,
    /// Where their files are written.
    pub(crate) folder: PathBuf,
    /// The standings, into whose file results are written; `None` to write none.
    pub(crate) standings: Option<Standings>,
    /// The results of all nodes of a cluster.
    pub(crate) shared: Option<SharedResults>,
    pub(crate) retention: Retention,
    pub(crate) reports: FileReports,
}

impl MatchStore {
    /// A store for a folder, before its first job.
    pub(super) fn new(settings: ArchiveSettings, missing: Counter, lost: Counter) -> Self {
        let ArchiveSettings {
            source,
            folder,
            standings,
            shared,
            retention,
            reports,
        } = settings;
        let ended = source.ended().iter().copied().collect();
        Self {
            source,
            segments: Segments::new(folder.clone()),
            folder,
            retention,
            missing,
            lost,
            reports,
            reader: None,
            written: 0,
            results: ResultWriter::new(standings, shared),
            ended,
            doubtful: BTreeSet::new(),
            is_sure: false,
        }
    }

    /// A new store for the same folder, which assumes nothing about its files.
    pub(super) fn empty(&self) -> Self {
        let settings = ArchiveSettings {
            source: self.source.clone(),
            folder: self.folder.clone(),
            standings: None,
            shared: None,
            retention: self.retention,
            reports: self.reports.clone(),
        };
        Self {
            // A code may belong to another lobby by now.
            ended: BTreeSet::new(),
            results: self.results.again(),
            ..Self::new(settings, self.missing.clone(), self.lost.clone())
        }
    }

    /// Folds the results that are there.
    pub(super) fn fold_results(&self) {
        self.results.fold();
    }

    /// Does a job, or leaves the rest of it when `is_over` says that time is up; returns whether nothing failed.
    pub(super) fn carry_out(&mut self, job: Job, is_over: &dyn Fn() -> bool) -> bool {
        let is_whole = match job {
            Job::Everything => self.write_everything(is_over),
            Job::Lobby { lobby, has_ended } => {
                let is_whole = self.write_missing(&Selection::Lobby(lobby), is_over);
                // If it was stopped in between, not all files are written.
                let ends = has_ended && !is_over();
                is_whole & (!ends || self.note_ended(lobby))
            }
            Job::Reported(Reports {
                finished,
                recorded,
                gained,
                ended,
            }) => {
                let mut is_whole = self.write_finished(finished);
                for lobby in gained {
                    is_whole &= self.write_missing(&Selection::Lobby(lobby), is_over);
                }
                for it in recorded {
                    // A lobby that has ended needs to know nothing.
                    it.send(()).ok();
                }
                for (lobby, is_young) in ended {
                    // A lobby that is older than its task may have a finished match that nobody has reported.
                    is_whole &= is_young || self.write_missing(&Selection::Lobby(lobby), &|| false);
                    is_whole &= self.note_ended(lobby);
                }
                is_whole
            }
            Job::Remove => self.remove_ended(),
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

    /// Writes all missing files, and removes the lobbies that have ended from the journal.
    fn write_everything(&mut self, is_over: &dyn Fn() -> bool) -> bool {
        self.doubtful.clear();
        self.is_sure = true;
        let is_whole = self.write_missing(&Selection::All, is_over);
        self.results.record_kept(&self.folder, is_over);
        self.is_sure &= !is_over();
        self.remove_ended() && is_whole
    }

    fn write_missing(&mut self, selection: &Selection, is_over: &dyn Fn() -> bool) -> bool {
        let wanted = match self.retention.wanted(&self.folder, SystemTime::now()) {
            Ok(wanted) => wanted,
            Err(error) => {
                let fault = format!("{}: {error}", self.folder.display());
                return self.note(None, Err(fault));
            }
        };
        let (mut is_whole, mut newest) = (true, BTreeMap::new());
        // Reading the whole journal takes the reader out of `self` until it is done.
        let looked = self.take_reader().and_then(|reader| {
            let mut see = |lobby, found: Result<FinishedMatch, String>| {
                let put = found.and_then(|finished| {
                    let named = Named::of(&finished.file);
                    let last: &mut String = newest.entry(lobby).or_default();
                    if *last < named.name {
                        last.clone_from(&named.name);
                    }
                    if wanted.has(&named.name) {
                        self.keep(vec![named])?;
                    }
                    self.results.record(&finished)
                });
                is_whole &= self.note(Some(lobby), put);
                if is_over() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            let looked = look_through(&reader, selection, &mut see);
            self.reader = Some(reader);
            looked.map_err(|error| error.to_string())
        });
        is_whole &= self.note(None, looked);
        if *selection == Selection::All {
            self.note_later(&newest);
        }
        self.look();
        is_whole
    }

    /// Counts and logs the matches that have a file and are later than the newest one of their lobby in the journal: the
    /// journal has lost them.
    fn note_later(&self, newest: &BTreeMap<LobbyCode, String>) {
        // Whoever cannot read the folder has failed before.
        for name in retention::names(&self.folder).unwrap_or_default() {
            let lobby = retention::match_of(&name).and_then(|it| lobby_of(&it));
            let known = lobby.and_then(|it| newest.get(&it));
            if known.is_some_and(|known| *known < name) {
                self.lost.inc();
                tracing::error!(
                    name,
                    "this match is over and has a file, and the journal of its lobby ends before it: it was set back"
                );
            }
        }
    }

    /// Writes the files of matches that are over; returns whether nothing failed.
    fn write_finished(&mut self, finished: Vec<(LobbyCode, MatchStart)>) -> bool {
        if finished.is_empty() {
            return true;
        }
        let (mut lobbies, mut files, mut is_whole) = (Vec::new(), Vec::new(), true);
        let mut results = Vec::new();
        for (lobby, start) in finished {
            match self.read_finished(lobby, start) {
                Ok((named, result)) => {
                    lobbies.push(lobby);
                    files.push(named);
                    match result {
                        Ok(result) => results.extend(result),
                        Err(fault) => is_whole &= self.note(Some(lobby), Err(fault)),
                    }
                }
                Err(fault) => is_whole &= self.note(Some(lobby), Err(fault)),
            }
            // The system lets a thread that does not stop by itself run for milliseconds, and people would wait.
            thread::yield_now();
        }
        let count = files.len();
        if let Err(fault) = self.keep(files).and_then(|()| self.results.add(&results)) {
            for lobby in lobbies {
                is_whole &= self.note(Some(lobby), Err(fault.clone()));
            }
        }
        self.written += count;
        if self.written >= self.retention.writes_between_looks() {
            self.look();
        }
        is_whole
    }

    /// Reads a match that is over from the journal, with its result if results are written.
    fn read_finished(
        &mut self,
        lobby: LobbyCode,
        start: MatchStart,
    ) -> Result<(Named, Result<Option<MatchResult>, String>), String> {
        let reader = self.take_reader()?;
        let events = reader.stream_after(lobby, start.revision());
        self.reader = Some(reader);
        let finished = start.finish(&events.map_err(|it| it.to_string())?);
        let finished =
            finished.ok_or_else(|| format!("lobby {lobby} has no match that is over"))?;
        let result = self.results.result(&finished);
        Ok((Named::of(&finished.file), result))
    }

    /// Puts match files into the folder: with a journal on the disk into segments, which may be on the disk later than
    /// this; otherwise each into a file of its own, at once, because a journal in memory is lost with the machine.
    fn keep(&mut self, mut files: Vec<Named>) -> Result<(), String> {
        let mut done = Ok(());
        if let Source::Memory(_) = self.source {
            for Named { name, file } in &files {
                let put = files::put(&self.folder, name, &file.text).map(drop);
                done = done.and(self.tell(name, put));
            }
            return done;
        }
        // An earlier release wrote each into a file of its own.
        let is_alone = |it: &mut Named| self.folder.join(&it.name).exists();
        let alone: Vec<Named> = files.extract_if(.., is_alone).collect();
        for Named { name, file } in alone {
            let renewed = files::renew(&self.folder, &name, &file.text);
            done = done.and(self.tell(&name, renewed));
        }
        let put = self.segments.put(&files);
        for Named { name, .. } in &files {
            done = done.and(self.tell(name, put.clone()));
        }
        done
    }

    /// Reports whether the file of a match was written, and passes that on.
    fn tell(&self, name: &str, written: Result<(), FileFault>) -> Result<(), String> {
        let fault = written.as_ref().err().map(|it| it.why.clone());
        self.reports.tell(name, fault);
        written.map_err(|it| it.to_string())
    }

    /// Synchronizes the files and results written so far. If that fails, it is unknown which lobbies have all of their files.
    fn synchronize(&mut self) -> Result<(), String> {
        let done = self.segments.synchronize().map_err(|it| it.to_string());
        let done = done.and_then(|()| self.results.synchronize());
        self.is_sure &= done.is_ok();
        done
    }

    /// Records that a lobby has ended. Its matches have their files unless something failed before. Returns whether
    /// nothing failed now.
    fn note_ended(&mut self, lobby: LobbyCode) -> bool {
        let removes_itself = matches!(self.source, Source::Memory(_));
        if !removes_itself && self.ended.len() < LOBBIES_ENDED_MAX {
            self.ended.insert(lobby);
        }
        self.ended.len() < LOBBIES_TO_REMOVE_MIN || self.remove_ended()
    }

    /// Removes the ended lobbies from the journal, once the files of their matches are on the disk; returns whether
    /// nothing failed.
    fn remove_ended(&mut self) -> bool {
        let ready: Vec<LobbyCode> = self.ended.difference(&self.doubtful).copied().collect();
        if !self.is_sure || ready.is_empty() {
            return true;
        }
        let removed = self.synchronize().and_then(|()| {
            for lobbies in ready.chunks(LOBBIES_PER_REMOVAL_MAX) {
                self.source
                    .remove(lobbies.to_vec())
                    .map_err(|error| error.to_string())?;
                for lobby in lobbies {
                    self.ended.remove(lobby);
                }
            }
            Ok(())
        });
        self.note(None, removed)
    }

    fn look(&mut self) {
        self.written = 0;
        let (folder, segments) = (&self.folder, &mut self.segments);
        if let Err(error) = retention::prune(folder, segments, self.retention, SystemTime::now()) {
            tracing::error!(%error, folder = %folder.display(), "old files of matches are left");
        }
    }

    fn take_reader(&mut self) -> Result<AnyReader, String> {
        self.reader.take().map_or_else(|| self.source.open(), Ok)
    }

    /// Logs and counts a failure that concerns one lobby or all of them; returns whether there was none.
    fn note(&mut self, lobby: Option<LobbyCode>, done: Result<(), String>) -> bool {
        let Err(fault) = done else {
            return true;
        };
        self.missing.inc();
        tracing::error!(
            fault,
            "a file of a match is missing until it is tried again"
        );
        match lobby {
            Some(lobby) => {
                self.doubtful.insert(lobby);
            }
            None => self.is_sure = false,
        }
        false
    }
}

/// The lobby in which a match was played: its code begins the match's name.
fn lobby_of(id: &MatchId) -> Option<LobbyCode> {
    id.as_str().split('-').next()?.parse().ok()
}
