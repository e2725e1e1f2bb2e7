//! Exports of matches: reads a journal's matches, and writes the files of a selection into any folder.
//!
//! Called by `dicehall export`, which may run beside a server, and by the archive itself.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use dicehall_engine::fair::MatchId;
use dicehall_protocol::LobbyCode;

use super::files::{self, FOLDER, FinishedMatch};
use super::retention::{self, KeptFile};
use super::segments;
use crate::journal::{AnyReader, Source, journal_file};

/// A selection of matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Selection {
    /// All matches that are over.
    All,
    /// The matches of a lobby.
    Lobby(LobbyCode),
    /// One match.
    Match(MatchId),
}

/// The result of an export: the files that exist now, and the faults.
#[derive(Debug, Default)]
pub struct ExportReport {
    /// The files, in the order in which the lobbies were created and the matches played.
    pub files: Vec<PathBuf>,
    /// The matches that could not be read or written, and why.
    pub faults: Vec<String>,
    /// Whether the folder has no journal, as that of a node, whose lobbies are in a cluster: then only the matches with
    /// files are there.
    pub is_without_journal: bool,
}

/// Why nothing could be exported.
#[derive(Debug, thiserror::Error)]
pub enum NoJournal {
    /// There is a journal.
    #[error("the journal cannot be read: {0}")]
    Unreadable(String),
    /// There is neither a journal nor a match.
    #[error("{}: there is no journal and no match; --data names the data folder of a server", .0.display())]
    Nothing(PathBuf),
}

/// Writes the files of finished matches into a folder, unless they exist; a server may be running. The files of lobbies
/// that are no longer in the journal are copied from the archive.
pub fn export(data: &Path, out: &Path, selection: &Selection) -> Result<ExportReport, NoJournal> {
    let mut report = ExportReport::default();
    let archive = data.join(FOLDER);
    let mut tried = BTreeSet::new();
    if journal_file(data).exists() {
        let reader = Source::Directory(data.to_owned()).open();
        let reader = reader.map_err(NoJournal::Unreadable)?;
        look_through(&reader, selection, &mut |_lobby, found| {
            report.note(found.and_then(|it| {
                let name = files::name(&it.file.header);
                let put = files::put(out, &name, &it.file.to_text());
                tried.insert(name);
                put.map_err(|fault| fault.to_string())
            }));
            ControlFlow::Continue(())
        })?;
    } else if archive.is_dir() {
        report.is_without_journal = true;
    } else {
        return Err(NoJournal::Nothing(data.to_owned()));
    }
    copy(&archive, out, &tried, selection, &mut report);
    Ok(report)
}

/// Copies the match files that are in the archive and were not in the journal, whose files were `tried`.
fn copy(
    archive: &Path,
    out: &Path,
    tried: &BTreeSet<String>,
    selection: &Selection,
    report: &mut ExportReport,
) {
    let kept = match retention::kept(archive) {
        Ok(kept) => kept,
        Err(error) => return report.note(Err(format!("{}: {error}", archive.display()))),
    };
    for (name, place) in kept {
        let path = out.join(&name);
        let is_wanted = retention::match_of(&name).is_some_and(|it| selection.has(&it));
        if !is_wanted || tried.contains(&name) {
            continue;
        }
        report.note(match place {
            _ if path.exists() => Ok(path),
            KeptFile::Alone => files::copy(archive, out, &name).map_err(|it| it.to_string()),
            KeptFile::InSegment(segment, place) => segments::read(archive, &segment, &name, place)
                .and_then(|text| files::put(out, &name, &text).map_err(|it| it.to_string())),
        });
    }
}

/// Calls `see` with every finished match of a selection, lobby by lobby, and with every fault, until it breaks.
pub(super) fn look_through(
    reader: &AnyReader,
    selection: &Selection,
    see: &mut dyn FnMut(LobbyCode, Result<FinishedMatch, String>) -> ControlFlow<()>,
) -> Result<(), NoJournal> {
    let mut look = |lobby| match reader.stream(lobby) {
        Ok(events) => {
            let mut files =
                files::of_stream(&events).filter(|it| selection.has(&it.file.header.match_id));
            files.try_for_each(|it| see(lobby, Ok(it)))
        }
        // A damaged stream must not hide the matches of the others.
        Err(error) => see(lobby, Err(error.to_string())),
    };
    if let Selection::Lobby(lobby) = selection {
        // Nothing comes after this lobby, so it does not matter whether `see` breaks.
        let (ControlFlow::Continue(()) | ControlFlow::Break(())) = look(*lobby);
        return Ok(());
    }
    for lobby in reader.lobbies() {
        if look(lobby.map_err(|error| NoJournal::Unreadable(error.to_string()))?).is_break() {
            break;
        }
    }
    Ok(())
}

impl ExportReport {
    fn note(&mut self, done: Result<PathBuf, String>) {
        match done {
            Ok(path) => self.files.push(path),
            Err(fault) => self.faults.push(fault),
        }
    }
}

impl Selection {
    fn has(&self, id: &MatchId) -> bool {
        match self {
            Self::All => true,
            Self::Lobby(lobby) => is_of(id, *lobby),
            Self::Match(wanted) => wanted == id,
        }
    }
}

/// Whether a match was played in a lobby: then its name begins with the lobby's code.
pub(crate) fn is_of(id: &MatchId, lobby: LobbyCode) -> bool {
    let rest = id.as_str().strip_prefix(lobby.as_str());
    rest.is_some_and(|it| it.starts_with('-'))
}
