//! Keeps a file for the person, or says why it is not kept.
//!
//! Called for everything that this program writes for somebody. Laws kept here: a file is replaced whole or not at all;
//! what cannot be kept is told where it is said to be kept, with the reason before the path, so that a short line cuts off
//! the path.

use std::fs;
use std::path::{Path, PathBuf};

use dicehall_files::{Readers, Why, write};

use crate::lang::Language;

/// A thing that is kept for the person from one run of the program to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum KeptItem {
    /// The person's name.
    Name,
    /// A choice on the home screen.
    Choice,
    /// The list of servers at whose tables the person has been.
    Server,
    /// A match in the person's record.
    Record,
    /// The proof of a seat.
    Seat,
    /// The certificate of a server.
    Trust,
    /// The file of a match.
    Match,
    /// The picture of a result.
    Card,
}

/// The report that something is not kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotKept {
    /// The thing that is not kept.
    pub what: KeptItem,
    /// The reason.
    pub why: Why,
    /// Where it would be; `None` if there is no place for it.
    pub path: Option<PathBuf>,
}

impl NotKept {
    /// The report in a sentence.
    pub fn told(&self, language: Language) -> String {
        let why = language.why(&self.why);
        let told = match self.what {
            KeptItem::Name => language.not_kept_name(&why),
            KeptItem::Choice => language.not_kept_choice(&why),
            KeptItem::Server => language.not_kept_server(&why),
            KeptItem::Record => language.not_kept_record(&why),
            KeptItem::Seat => language.not_kept_seat(&why),
            KeptItem::Trust => language.not_kept_trust(&why),
            KeptItem::Match => language.not_kept_match(&why),
            KeptItem::Card => language.not_kept_card(&why),
        };
        at(language, told, self.path.as_deref())
    }
}

/// A sentence about a file, with its path behind it.
pub(crate) fn at(language: Language, told: String, path: Option<&Path>) -> String {
    match path {
        Some(path) => language.at_path(told, path.display().to_string()),
        None => told,
    }
}

/// Writes a file in one of the person's folders, which is made if it is missing.
pub(crate) fn keep(path: &Path, bytes: &[u8], readers: Readers) -> Result<(), Why> {
    make_folder_of(path)?;
    write::replace(path, bytes, readers).map_err(Why::from)
}

/// Makes the folder of a file, unless it is there.
pub fn make_folder_of(path: &Path) -> Result<(), Why> {
    match path.parent() {
        Some(folder) => fs::create_dir_all(folder).map_err(Why::from),
        None => Ok(()),
    }
}
