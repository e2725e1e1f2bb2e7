//! The copy of the results of all nodes of a cluster in the file of one of them, with how far it goes.
//!
//! Called by `shared_results`. Laws kept here: results and the number up to which they were copied are one transaction; of a result
//! that was replaced nothing is left in the file.

use dicehall_protocol::match_file::result::MatchResult;
use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};

use super::forgotten::with;
use super::{ResultStore, ResultsError, synchronized};

/// How far a bucket was copied into the file.
const TABLE: &str = "
    CREATE TABLE IF NOT EXISTS shared (
        bucket TEXT NOT NULL PRIMARY KEY,
        number INTEGER NOT NULL
    ) STRICT;
";

/// The changes that a copy has made in the file.
#[derive(Debug, Default)]
pub(in crate::archive) struct Copied {
    /// The results that were not there.
    pub(in crate::archive) new: Vec<MatchResult>,
    /// Whether some were there and have changed.
    pub(in crate::archive) has_replaced: bool,
}

impl ResultStore {
    /// How far a bucket was copied; `None` if it never was.
    pub(in crate::archive) fn place(&mut self, bucket: &str) -> Result<Option<u64>, ResultsError> {
        self.with(|connection| {
            connection.execute_batch(TABLE)?;
            let number = "SELECT number FROM shared WHERE bucket = ?1";
            let number = connection.query_row(number, [bucket], |row| row.get::<_, i64>(0));
            Ok(number.optional()?.map(i64::cast_unsigned))
        })
    }

    /// Copies results of a bucket, up to this number.
    pub(in crate::archive) fn copy(
        &mut self,
        results: Vec<MatchResult>,
        bucket: &str,
        number: u64,
    ) -> Result<Copied, ResultsError> {
        self.with(|connection| {
            // Of what is replaced nothing stays in free pages.
            connection.pragma_update(None, "secure_delete", "ON")?;
            let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let mut copied = Copied::default();
            for result in results {
                copy_one(&change, result, &mut copied)?;
            }
            // Of another bucket nothing is known any more.
            change.execute("DELETE FROM shared", [])?;
            let place = "INSERT INTO shared (bucket, number) VALUES (?1, ?2)";
            change.execute(place, params![bucket, number.cast_signed()])?;
            change.commit()?;
            if copied.has_replaced {
                // Nothing of it stays in the log either, unless somebody reads; then the next one takes it out.
                synchronized(connection, "TRUNCATE")?;
            }
            Ok(copied)
        })
    }

    /// The results with an account.
    pub(in crate::archive) fn of_account(
        &mut self,
        account: &str,
    ) -> Result<Vec<MatchResult>, ResultsError> {
        self.with(|connection| with(connection, &format!(r#""account":"{account}""#)))
    }
}

fn copy_one(change: &Connection, result: MatchResult, copied: &mut Copied) -> rusqlite::Result<()> {
    let (id, text) = (result.match_id.as_str(), result.to_json());
    let known = "SELECT result FROM results WHERE match_id = ?1";
    let known = change.query_row(known, [id], |row| row.get::<_, String>(0));
    match known.optional()? {
        Some(known) if known == text => {}
        Some(_) => {
            let replaced = "UPDATE results SET result = ?2 WHERE match_id = ?1";
            change.execute(replaced, params![id, text])?;
            copied.has_replaced = true;
        }
        None => {
            let begun_at = i64::try_from(result.begun_at).unwrap_or(i64::MAX);
            let new = "INSERT INTO results (match_id, begun_at, result) VALUES (?1, ?2, ?3)";
            change.execute(new, params![id, begun_at, text])?;
            copied.new.push(result);
        }
    }
    Ok(())
}
