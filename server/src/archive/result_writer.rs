//! The writer of results: gives each match that is over its result, whether the match is reported, found in the journal, or only
//! its file is left.
//!
//! Called by the store, after the file of a match was written. Law kept here: a match that has a result is not looked at
//! again, so a start costs one question for each match.

use std::fs;
use std::path::Path;

use dicehall_protocol::match_file::MatchFile;
use dicehall_protocol::match_file::result::MatchResult;

use super::files::FinishedMatch;
use super::results::{ResultStore, TableFacts, of_match};
use super::retention::{self, KeptFile};
use super::segments;
use super::shared_results::SharedResults;
use super::standings::Standings;

/// The results of a server, as they are written.
#[derive(Debug)]
pub(super) struct ResultWriter {
    /// The standings that follow from the results; `None` where none are written.
    standings: Option<Standings>,
    /// The file; `None` where no results are written.
    store: Option<ResultStore>,
    /// The results of all nodes of a cluster, of which the file is a copy; `None` where the file is all that there is.
    shared: Option<SharedResults>,
}

impl ResultWriter {
    /// For the file of some standings, or for none.
    pub(super) fn new(standings: Option<Standings>, shared: Option<SharedResults>) -> Self {
        let path = standings.as_ref().map(|it| it.path().to_owned());
        Self {
            store: path.map(ResultStore::new),
            standings,
            shared,
        }
    }

    /// Folds the results that the file has into the standings. A file that cannot be read is told, and nobody has a rating.
    pub(super) fn fold(&self) {
        let folded = self.standings.as_ref().map(Standings::read);
        if let Some(Err(error)) = folded {
            tracing::error!(%error, "there are no ratings");
        }
    }

    /// Another one for the same file, which assumes nothing about it.
    pub(super) fn again(&self) -> Self {
        Self::new(self.standings.clone(), self.shared.clone())
    }

    /// The result of a match, if results are written.
    pub(super) fn result(&self, finished: &FinishedMatch) -> Result<Option<MatchResult>, String> {
        let FinishedMatch { file, facts } = finished;
        let result = self.store.as_ref().map(|_| of_match(file, facts));
        result.transpose()
    }

    /// Adds results to the file and then to the standings; those of matches that have one change nothing.
    /// In a cluster all nodes get them, and the file has them when this node has read what all have.
    pub(super) fn add(&mut self, results: &[MatchResult]) -> Result<(), String> {
        if let Some(shared) = &self.shared {
            return shared.put(results);
        }
        let (Some(store), Some(standings)) = (&mut self.store, &self.standings) else {
            return Ok(());
        };
        let added = standings.add(results, || store.add(results));
        added.map_err(|it| it.to_string())
    }

    /// Adds the result of a match, unless it is there.
    pub(super) fn record(&mut self, finished: &FinishedMatch) -> Result<(), String> {
        let Some(store) = &mut self.store else {
            return Ok(());
        };
        let id = &finished.file.header.match_id;
        if store.has(id).map_err(|it| it.to_string())? {
            return Ok(());
        }
        let result = of_match(&finished.file, &finished.facts)?;
        self.add(&[result])
    }

    /// Adds the results of matches of which only the file is left in a folder, because an earlier release has written it. A
    /// file that is damaged is told, and holds up nothing.
    pub(super) fn record_kept(&mut self, folder: &Path, is_over: &dyn Fn() -> bool) {
        if self.store.is_none() {
            return;
        }
        // Whoever cannot read the folder has failed before.
        for (name, kept) in retention::kept(folder).unwrap_or_default() {
            if is_over() {
                break;
            }
            if let Err(fault) = self.record_file(folder, &name, &kept) {
                tracing::warn!(fault, name, "the result of a match is missing");
            }
        }
    }

    fn record_file(&mut self, folder: &Path, name: &str, kept: &KeptFile) -> Result<(), String> {
        let (Some(store), Some(id)) = (&mut self.store, retention::match_of(name)) else {
            return Ok(());
        };
        if store.has(&id).map_err(|it| it.to_string())? {
            return Ok(());
        }
        let text = match kept {
            KeptFile::Alone => {
                fs::read_to_string(folder.join(name)).map_err(|error| error.to_string())?
            }
            KeptFile::InSegment(segment, place) => segments::read(folder, segment, name, *place)?,
        };
        let file = MatchFile::from_text(&text).map_err(|it| it.to_string())?;
        let facts = TableFacts::default();
        self.record(&FinishedMatch { file, facts })
    }

    /// Returns when the disk has all results that were added.
    pub(super) fn synchronize(&mut self) -> Result<(), String> {
        let store = self.store.as_mut();
        let done = store.map_or(Ok(()), ResultStore::synchronize);
        done.map_err(|it| it.to_string())
    }
}
