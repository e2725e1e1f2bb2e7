//! The knowledge of the things that are kept for the person: the last match file that the embedded server has written,
//! and what was told not to be kept.
//!
//! Changed by `update`; the result of a match is drawn from it. Law kept here: a match is said to be kept only after the
//! server has said that its file is written.

use std::collections::BTreeSet;
use std::path::PathBuf;

use dicehall_files::Why;

use super::Model;
use crate::files::keep::{KeptItem, NotKept};

/// The knowledge of the things that are kept for the person.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// The folder of match files, if the server is embedded and keeps any.
    pub match_folder: Option<PathBuf>,
    /// The match file that the server reported last, and why it was not written.
    pub reported: Option<(String, Option<Why>)>,
    /// The match that is not in the record, by the name of its file, and the report of that.
    pub unrecorded: Option<(String, NotKept)>,
    /// The kinds of things whose loss was told; it is told once.
    pub told: BTreeSet<KeptItem>,
}

impl Kept {
    /// Forgets the server, when the person leaves it.
    pub fn leave_server(&mut self) {
        self.match_folder = None;
        self.reported = None;
    }
}

impl Model {
    /// The file of the lobby's match; `None` unless the embedded server has written it.
    pub fn kept_file(&self) -> Option<PathBuf> {
        let (path, fault) = self.reported_file()?;
        fault.is_none().then_some(path)
    }

    /// The file of the match that is over; `None` unless it is written.
    pub fn match_file(&self) -> Option<PathBuf> {
        self.game_match()?.outcome?;
        self.kept_file()
    }

    /// Whether the match that is over has a file, or should have one.
    pub fn keeps_match(&self) -> bool {
        let is_over = self.game_match().is_some_and(|it| it.outcome.is_some());
        let is_named = self.lobby.as_ref().is_some_and(|it| it.file_name.is_some());
        is_over && is_named && self.kept.match_folder.is_some()
    }

    /// The reports that the match that is over is not kept in a file, and that it is not in the record.
    pub fn not_kept(&self) -> Vec<NotKept> {
        let unwritten = self.reported_file().and_then(|(path, fault)| {
            Some(NotKept {
                what: KeptItem::Match,
                why: fault?,
                path: Some(path),
            })
        });
        let name = self.lobby.as_ref().and_then(|it| it.file_name.as_ref());
        let unrecorded = self.kept.unrecorded.as_ref();
        let unrecorded = unrecorded.filter(|it| Some(&it.0) == name);
        let unrecorded = unrecorded.map(|it| it.1.clone());
        unwritten.into_iter().chain(unrecorded).collect()
    }

    /// The path of the lobby's match file, and why it was not written, once the server has reported that.
    fn reported_file(&self) -> Option<(PathBuf, Option<Why>)> {
        let wanted = self.lobby.as_ref()?.file_name.as_ref()?;
        let (name, fault) = self.kept.reported.as_ref()?;
        let path = self.kept.match_folder.as_ref()?.join(name);
        (name == wanted).then(|| (path, fault.clone()))
    }
}
