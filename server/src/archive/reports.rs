//! Reports of which match files were written, for the program in which the server is embedded.
//!
//! The store makes them, and the client tells its person where a match is kept, or why it is not. Law kept here: the
//! archive never waits for whoever hears its reports.

use dicehall_files::Why;
use tokio::sync::mpsc;

/// The most reports that wait to be heard; further ones are dropped, and then it is not told where a match is.
const REPORTS_MAX: usize = 64;

/// A report that the file of a match was written, or was not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileReport {
    /// The name of the match file.
    pub name: String,
    /// Why it was not written; `None` if it was.
    pub fault: Option<Why>,
}

/// The end of the queue that is told; without a listener nothing is told.
#[derive(Clone, Debug, Default)]
pub struct FileReports(Option<mpsc::Sender<FileReport>>);

impl FileReports {
    /// Reports, and the other end, where they are heard.
    pub fn channel() -> (Self, mpsc::Receiver<FileReport>) {
        let (told, heard) = mpsc::channel(REPORTS_MAX);
        (Self(Some(told)), heard)
    }

    /// Tells of a file.
    pub(super) fn tell(&self, name: &str, fault: Option<Why>) {
        if let Some(told) = &self.0 {
            let name = name.to_owned();
            // A full queue drops the report, and a listener that has gone needs none.
            told.try_send(FileReport { name, fault }).ok();
        }
    }
}
