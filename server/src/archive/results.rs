//! The results of the matches that are over: a file beside the journal, with one row for each match.
//!
//! Called by the store, on the archive's thread, once a match's file is safe; read by the commands of operators, also while
//! a server runs. Laws kept here: the name of a match is the key of its row, so whatever is killed, and whoever reports it
//! again, each match is there once; a result is never changed, but for the name of somebody who wants to be forgotten; a file of a
//! later format is left alone.
//!
//! A database, and not lines in a file, because a row with its key is there whole or not at all, and because somebody who
//! wants to be forgotten can be taken out of it. As with the files of matches, nobody waits for the disk: a lobby leaves
//! the journal only after [`ResultStore::synchronize`], and a start adds what is missing. `docs/ratings.md` has the form.

mod copying;
mod forgotten;
mod known_luck;
pub(super) mod moving;
mod of_match;

use std::path::{Path, PathBuf};
use std::time::Duration;

use dicehall_engine::fair::MatchId;
use dicehall_protocol::match_file::luck::MatchLuck;
use dicehall_protocol::match_file::result::MatchResult;
use rusqlite::{Connection, OpenFlags, TransactionBehavior, params};

use crate::os::private_files::open_private;
pub(super) use copying::Copied;
pub(super) use forgotten::{forget, gone_name, replace};
pub(super) use known_luck::each_luck;
pub(crate) use of_match::outlook;
pub(super) use of_match::{TableFacts, of_match};

/// The name of the file in a server's data folder.
pub const RESULTS_NAME: &str = "results.sqlite";
/// The format of the file.
const RESULTS_FORMAT: i64 = 1;
/// How long one connection waits for another, in milliseconds.
const BUSY_MS_MAX: u64 = 5_000;

const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS results (
        match_id TEXT NOT NULL PRIMARY KEY,
        begun_at INTEGER NOT NULL,
        result TEXT NOT NULL
    ) WITHOUT ROWID, STRICT;
    CREATE TABLE IF NOT EXISTS luck (
        match_id TEXT NOT NULL PRIMARY KEY,
        luck TEXT NOT NULL
    ) WITHOUT ROWID, STRICT;
    PRAGMA user_version = 1;
";

/// Why results cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum ResultsError {
    /// There is no file.
    #[error("{}: there are no results; --data names the data folder of a server", .0.display())]
    Nothing(PathBuf),
    /// The file cannot be used.
    #[error("{}: {why}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The fault.
        why: String,
    },
}

/// The file of results, as it is written.
#[derive(Debug)]
pub(super) struct ResultStore {
    path: PathBuf,
    /// The open file; `None` before it is needed, and after a fault.
    connection: Option<Connection>,
}

impl ResultStore {
    /// The file at this path, which is made when it is needed.
    pub(super) fn new(path: PathBuf) -> Self {
        Self {
            path,
            connection: None,
        }
    }

    /// Whether the match has a result.
    pub(super) fn has(&mut self, id: &MatchId) -> Result<bool, ResultsError> {
        self.with(|connection| {
            let mut known =
                connection.prepare_cached("SELECT 1 FROM results WHERE match_id = ?1")?;
            known.exists([id.as_str()])
        })
    }

    /// Adds results; those of matches that have one change nothing.
    pub(super) fn add(&mut self, results: &[MatchResult]) -> Result<(), ResultsError> {
        if results.is_empty() {
            return Ok(());
        }
        self.with(|connection| {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            for it in results {
                let mut add = transaction.prepare_cached(
                    "INSERT OR IGNORE INTO results (match_id, begun_at, result) VALUES (?1, ?2, ?3)",
                )?;
                let begun_at = i64::try_from(it.begun_at).unwrap_or(i64::MAX);
                add.execute(params![it.match_id.as_str(), begun_at, it.to_json()])?;
            }
            transaction.commit()
        })
    }

    /// Returns when the disk has everything that was added.
    pub(super) fn synchronize(&mut self) -> Result<(), ResultsError> {
        let is_blocked = self.with(|connection| synchronized(connection, "FULL"))?;
        check_blocked(&self.path, is_blocked)
    }

    fn with<T>(
        &mut self,
        work: impl FnOnce(&mut Connection) -> rusqlite::Result<T>,
    ) -> Result<T, ResultsError> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => open(&self.path)?,
        };
        // After a fault the file is opened again.
        let done = work(&mut connection).map_err(wrong(&self.path))?;
        self.connection = Some(connection);
        Ok(done)
    }
}

/// The luck of matches in a server's data folder, as far as it is known, in the order of their names; a server may be running.
pub fn read_luck(data: &Path) -> Result<Vec<MatchLuck>, ResultsError> {
    let mut all = Vec::new();
    each_luck(&data.join(RESULTS_NAME), |it| all.push(it))?;
    Ok(all)
}

/// The results in a server's data folder, in the order in which their matches were called; a server may be running.
pub fn read_results(data: &Path) -> Result<Vec<MatchResult>, ResultsError> {
    let path = data.join(RESULTS_NAME);
    if !path.exists() {
        return Err(ResultsError::Nothing(path));
    }
    let mut results = Vec::new();
    each_result(&path, |it| results.push(it))?;
    Ok(results)
}

/// Takes the results in a file one after the other, in the order in which their matches were called. A file that is not there
/// has none.
pub(super) fn each_result(
    path: &Path,
    mut take: impl FnMut(MatchResult),
) -> Result<(), ResultsError> {
    if !path.exists() {
        return Ok(());
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE;
    let connection = Connection::open_with_flags(path, flags).map_err(wrong(path))?;
    if format(&connection, path)? == 0 {
        // The server was killed before the file had its table.
        return Ok(());
    }
    // Of some damage one who reads the rows sees nothing, and only who writes the next one.
    let check = "PRAGMA quick_check(1)";
    let verdict = connection.query_row(check, [], |row| row.get::<_, String>(0));
    let verdict = verdict.map_err(wrong(path))?;
    if verdict != "ok" {
        return Err(fault(path, format!("the file is damaged: {verdict}")));
    }
    let order = "SELECT result FROM results ORDER BY begun_at, match_id";
    let mut statement = connection.prepare(order).map_err(wrong(path))?;
    let mut rows = statement.query([]).map_err(wrong(path))?;
    while let Some(row) = rows.next().map_err(wrong(path))? {
        let text: String = row.get(0).map_err(wrong(path))?;
        let result = serde_json::from_str(&text);
        take(result.map_err(|error| fault(path, error.to_string()))?);
    }
    Ok(())
}

/// Opens the file to write it, and makes its table if it is new.
fn open(path: &Path) -> Result<Connection, ResultsError> {
    // `SQLite` would make it readable by everybody, and its log with it. A file that is there is not touched: closing it would take
    // away the locks of all connections of this process, and a program that reads it would then remove the log under them.
    if !path.exists() {
        open_private(path).map_err(|error| fault(path, error.to_string()))?;
    }
    let connection = Connection::open(path).map_err(wrong(path))?;
    format(&connection, path)?;
    let set_up = || {
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        connection.execute_batch(TABLES)
    };
    set_up().map_err(wrong(path))?;
    Ok(connection)
}

/// Puts everything that was committed into the file itself; returns whether somebody who reads has blocked that.
fn synchronized(connection: &Connection, mode: &str) -> rusqlite::Result<bool> {
    let checkpoint = format!("PRAGMA wal_checkpoint({mode})");
    connection.query_row(&checkpoint, [], |row| row.get(0))
}

/// An error if a checkpoint was blocked.
fn check_blocked(path: &Path, is_blocked: bool) -> Result<(), ResultsError> {
    if is_blocked {
        let why = "somebody reads it for too long";
        return Err(fault(path, why.to_owned()));
    }
    Ok(())
}

/// The format of the file, 0 before it has its table; one of a later release is refused.
fn format(connection: &Connection, path: &Path) -> Result<i64, ResultsError> {
    let format = || {
        connection.busy_timeout(Duration::from_millis(BUSY_MS_MAX))?;
        connection.pragma_query_value(None, "user_version", |row| row.get::<_, i64>(0))
    };
    let found = format().map_err(wrong(path))?;
    if found > RESULTS_FORMAT {
        return Err(fault(
            path,
            format!("its format {found} is of a later release"),
        ));
    }
    Ok(found)
}

/// A fault of the database.
fn wrong(path: &Path) -> impl Fn(rusqlite::Error) -> ResultsError {
    move |error| fault(path, error.to_string())
}

fn fault(path: &Path, why: String) -> ResultsError {
    ResultsError::File {
        path: path.to_owned(),
        why,
    }
}
