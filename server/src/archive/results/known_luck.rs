//! The luck of matches in the file of results: a table of its own, so that the results stay the bytes that they were.
//!
//! Called when luck is written and when the file is folded. Laws kept here: the name of a match is the key of its row, so its luck
//! is there once; a file of an earlier release has no such table, and then no luck is known.

use std::path::Path;

use dicehall_protocol::match_file::luck::MatchLuck;
use dicehall_protocol::match_file::result::MatchResult;
use rusqlite::{Connection, OpenFlags, OptionalExtension, TransactionBehavior, params};

use super::{ResultStore, ResultsError, fault, format, wrong};

impl ResultStore {
    /// Adds the luck of a match; returns its result. `None` if that is not there, or has its luck: then nothing changes.
    pub(in crate::archive) fn add_luck(
        &mut self,
        luck: &MatchLuck,
    ) -> Result<Option<MatchResult>, ResultsError> {
        let path = self.path.clone();
        let text = self.with(|connection| {
            let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let id = luck.match_id.as_str();
            let wanted = "SELECT result FROM results WHERE match_id = ?1";
            let result = change.query_row(wanted, [id], |row| row.get::<_, String>(0));
            let Some(text) = result.optional()? else {
                return Ok(None);
            };
            let add = "INSERT OR IGNORE INTO luck (match_id, luck) VALUES (?1, ?2)";
            let added = change.execute(add, params![id, luck.to_json()])?;
            change.commit()?;
            Ok((added > 0).then_some(text))
        })?;
        let result = text.map(|it| serde_json::from_str(&it)).transpose();
        result.map_err(|error| fault(&path, error.to_string()))
    }
}

/// Takes the luck of all matches in a file one after the other, in the order of their names. A file that is not there has none.
pub(in crate::archive) fn each_luck(
    path: &Path,
    mut take: impl FnMut(MatchLuck),
) -> Result<(), ResultsError> {
    if !path.exists() {
        return Ok(());
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE;
    let connection = Connection::open_with_flags(path, flags).map_err(wrong(path))?;
    format(&connection, path)?;
    let known = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'luck'";
    let is_known = connection.prepare(known).and_then(|mut it| it.exists([]));
    if !is_known.map_err(wrong(path))? {
        return Ok(());
    }
    let order = "SELECT luck FROM luck ORDER BY match_id";
    let mut statement = connection.prepare(order).map_err(wrong(path))?;
    let mut rows = statement.query([]).map_err(wrong(path))?;
    while let Some(row) = rows.next().map_err(wrong(path))? {
        let text: String = row.get(0).map_err(wrong(path))?;
        let luck = serde_json::from_str(&text);
        take(luck.map_err(|error| fault(path, error.to_string()))?);
    }
    Ok(())
}
