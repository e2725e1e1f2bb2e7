//! The beginning of a journal: whether a folder that has none may get a new one.
//!
//! Called when the journal is opened. Law kept here: a folder with the traces of lobbies gets a new journal only if
//! somebody has said so, because a server that begins anew there has lost all of its lobbies.

use std::fs;
use std::path::Path;

use super::setback::{LOG_SUFFIX, beside};
use super::{OpenError, mark};

/// The files that a server makes after its journal, and the folder of the files of matches.
const TRACES: [&str; 4] = [mark::FILE_NAME, "address.key", "node.json", "matches"];

/// Refuses a journal that is missing or empty where there are traces of an earlier one.
pub(super) fn check(data: &Path, journal: &Path) -> Result<(), OpenError> {
    let size = fs::metadata(journal).map_or(0, |it| it.len());
    if size > 0 {
        return Ok(());
    }
    let log = beside(journal, LOG_SUFFIX);
    if fs::metadata(&log).is_ok_and(|it| it.len() > 0) {
        return Err(missing(journal, "its log"));
    }
    check_traces(data, journal)
}

/// Refuses a journal without tables where there are traces of an earlier one.
pub(super) fn check_traces(data: &Path, journal: &Path) -> Result<(), OpenError> {
    let is_trace = |name: &&str| is_trace(&data.join(name));
    match TRACES.into_iter().find(is_trace) {
        Some(name) => Err(missing(journal, name)),
        None => Ok(()),
    }
}

/// Whether something is there: a file with content, or a folder with a file.
fn is_trace(path: &Path) -> bool {
    let Ok(found) = fs::metadata(path) else {
        return false;
    };
    if found.is_dir() {
        return fs::read_dir(path).is_ok_and(|mut it| it.next().is_some());
    }
    found.len() > 0
}

fn missing(journal: &Path, trace: &str) -> OpenError {
    OpenError::Missing {
        path: journal.to_owned(),
        trace: trace.to_owned(),
    }
}
