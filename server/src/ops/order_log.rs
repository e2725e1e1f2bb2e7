//! The log of orders: what operators have changed, one line of JSON for each, in a file beside the journal.
//!
//! `operating` writes it. Law kept here: an order is on the disk before anything happens; what cannot be written down does
//! not happen. Lines are only added; the server never reads or shortens the file.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::Serialize;

use super::orders::{ServerOrder, SignedOrder};
use crate::admission::door::told_time;
use crate::os::private_files::private_options;

/// The name of the file in the data folder.
const FILE: &str = "moderation.jsonl";

/// The log of the orders of one server.
#[derive(Debug)]
pub(crate) struct OrderLog {
    /// The file; `None` without a data folder.
    path: Option<PathBuf>,
    /// Held while a line is written, so that no two are mixed.
    writes: Mutex<()>,
}

/// A line of the log.
#[derive(Serialize)]
struct Line<'a> {
    /// When, in UTC.
    at: String,
    by: &'a str,
    /// What, in a word.
    what: &'static str,
    /// The order as it came.
    order: &'a ServerOrder,
    /// Why it was not carried out after all.
    #[serde(skip_serializing_if = "Option::is_none")]
    failed: Option<&'a str>,
}

impl OrderLog {
    /// The log of a data folder.
    pub(crate) fn of(data: Option<&Path>) -> Self {
        Self {
            path: data.map(|it| it.join(FILE)),
            writes: Mutex::new(()),
        }
    }

    /// Writes an order down before it is carried out, or again with the reason if it then failed. One that changes nothing
    /// is not written.
    pub(crate) fn write(
        &self,
        signed: &SignedOrder,
        unix_seconds: u64,
        failed: Option<&str>,
    ) -> io::Result<()> {
        let Some(what) = signed.order.what() else {
            return Ok(());
        };
        let line = serde_json::to_string(&Line {
            at: told_time(unix_seconds),
            by: &signed.by,
            what,
            order: &signed.order,
            failed,
        })?;
        self.append(&format!("{line}\n"))
    }

    fn append(&self, line: &str) -> io::Result<()> {
        let Some(path) = &self.path else {
            return Err(io::Error::other("there is no data folder for it"));
        };
        let _writing = self.writes.lock().unwrap_or_else(PoisonError::into_inner);
        let mut file = private_options().append(true).create(true).open(path)?;
        file.write_all(line.as_bytes())?;
        file.sync_data()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn order(text: &str) -> SignedOrder {
        SignedOrder {
            by: "anna".to_owned(),
            order: ServerOrder::Words {
                text: Some(text.to_owned()),
            },
        }
    }

    #[test]
    fn every_order_is_one_line_and_none_is_lost() {
        let data = tempfile::tempdir().unwrap();
        for (text, failed) in [("one\ntwo", None), ("three", Some("the disk is full"))] {
            let log = OrderLog::of(Some(data.path()));
            log.write(&order(text), 1_800_000_000, failed).unwrap();
        }
        let log = fs::read_to_string(data.path().join(FILE)).unwrap();
        assert_eq!(
            log.lines().collect::<Vec<_>>(),
            [
                r#"{"at":"2027-01-15T08:00:00Z","by":"anna","what":"motd","order":{"words":{"text":"one\ntwo"}}}"#,
                r#"{"at":"2027-01-15T08:00:00Z","by":"anna","what":"motd","order":{"words":{"text":"three"}},"failed":"the disk is full"}"#,
            ]
        );
    }

    #[test]
    fn what_cannot_be_written_down_is_an_error() {
        assert!(OrderLog::of(None).write(&order("x"), 0, None).is_err());
        let data = tempfile::tempdir().unwrap();
        fs::create_dir(data.path().join(FILE)).unwrap();
        let log = OrderLog::of(Some(data.path()));
        assert!(log.write(&order("x"), 0, None).is_err());
        let look = SignedOrder {
            order: ServerOrder::Lobbies,
            ..order("")
        };
        assert!(log.write(&look, 0, None).is_ok(), "a look changes nothing");
    }
}
