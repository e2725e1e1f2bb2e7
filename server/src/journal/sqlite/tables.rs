//! The journal's file: its tables, its modes, and the conversion of files of earlier formats.
//!
//! Called when the writer opens the file. Law kept here: the file of every release can be used; after the conversion it
//! has the same records, or it is as it was.
//!
//! A journal of an earlier format is converted once, when a server opens it: one transaction copies all its records
//! into the new table, unchanged, damaged ones too. Reading the old layout in place would be quicker that one time,
//! but then two layouts would have to be read, tested and maintained for ever. Programs that only read convert
//! nothing.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::OpenError;
use crate::os::private_files::open_private;

/// The format of the file. In the first format a record held one event, since the second it may hold those of an
/// append; since the third the rows are in the order of appends, while before the rows of a lobby were together; since the
/// fourth the text of a record may be in the short form.
pub(super) const TABLES_FORMAT: i64 = 4;
/// The format whose tables are those of the present one.
const TABLES_FORMAT_BEFORE: i64 = 3;
/// The application's number in the file's header: "dice".
const APPLICATION_ID: i64 = 0x6469_6365;
/// The size of a page of a new file in bytes. A commit writes the last page again, so that pages of 4,096 bytes write half
/// as much again for an action; pages of 1,024 bytes write as much as these, with half as many calls again. A file that
/// exists keeps its size.
pub(super) const PAGE_BYTES: i64 = 2_048;
/// The mode in which free pages are given back bit by bit: `INCREMENTAL`.
const GIVES_BACK: i64 = 2;
/// How long one connection waits for another, in milliseconds.
const BUSY_MS_MAX: u64 = 5_000;
/// The most bytes of the log that stay on the disk after it has been moved into the file.
const LOG_KEPT_BYTES_MAX: i64 = 4 * 1_024 * 1_024;

/// The tables. They have no index: it would cost a page for each record that is written. A record is found by its row
/// number.
const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS lobbies (
        lobby TEXT NOT NULL PRIMARY KEY,
        ended INTEGER NOT NULL
    ) WITHOUT ROWID, STRICT;
    CREATE TABLE events (
        lobby TEXT NOT NULL,
        seq INTEGER NOT NULL,
        format INTEGER NOT NULL,
        hash BLOB NOT NULL,
        event TEXT NOT NULL
    ) STRICT;
";

/// Opens the file for the writer, and converts it to this release's format. A file without tables gets them if
/// `may_begin` allows it.
pub(super) fn connect(
    path: &Path,
    may_begin: impl FnOnce() -> Result<(), OpenError>,
) -> Result<Connection, OpenError> {
    let wrong = |error| OpenError::Database {
        path: path.to_owned(),
        error,
    };
    // `SQLite` would make it readable by everybody, and its log with it.
    let made = open_private(path);
    made.map_err(|error| OpenError::File {
        path: path.to_owned(),
        error,
    })?;
    let mut connection = Connection::open(path).map_err(wrong)?;
    match format(&connection).map_err(wrong)? {
        0 => may_begin()?,
        1..=TABLES_FORMAT => {}
        found => {
            return Err(OpenError::Format {
                path: path.to_owned(),
                found,
            });
        }
    }
    set_up(&mut connection).map_err(wrong)?;
    Ok(connection)
}

/// The format of the file; 0 if it has no tables yet.
fn format(connection: &Connection) -> rusqlite::Result<i64> {
    connection.busy_timeout(Duration::from_millis(BUSY_MS_MAX))?;
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Sets the modes, and creates the tables if they are missing, or converts them.
fn set_up(connection: &mut Connection) -> rusqlite::Result<()> {
    let format = format(connection)?;
    shape(connection)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "journal_size_limit", LOG_KEPT_BYTES_MAX)?;
    // The writer moves the log itself, after it has answered.
    connection.pragma_update(None, "wal_autocheckpoint", 0)?;
    match format {
        0 => make(connection)?,
        TABLES_FORMAT => {}
        TABLES_FORMAT_BEFORE => connection.pragma_update(None, "user_version", TABLES_FORMAT)?,
        _ => raise(connection)?,
    }
    if let Err(error) = migrate(connection) {
        tracing::warn!(%error, "the journal's file stays as large as it is");
    }
    connection.pragma_update(None, "journal_mode", "WAL")
}

/// Sets the shape of a new file's pages; a file that has pages keeps them until it is rewritten.
fn shape(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "page_size", PAGE_BYTES)?;
    connection.pragma_update(None, "auto_vacuum", GIVES_BACK)
}

fn make(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    transaction.execute_batch(TABLES)?;
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", TABLES_FORMAT)?;
    transaction.commit()
}

/// Copies all records of an earlier format, readable or not, in one transaction: after a kill the file is as it was.
fn raise(connection: &mut Connection) -> rusqlite::Result<()> {
    tracing::info!("the journal's file is raised to format {TABLES_FORMAT}");
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    copy(&transaction)?;
    transaction.commit()
}

fn copy(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    transaction.execute_batch("ALTER TABLE events RENAME TO events_before")?;
    transaction.execute_batch(TABLES)?;
    transaction.execute_batch(
        "INSERT INTO events SELECT lobby, seq, format, hash, event FROM events_before ORDER BY lobby, seq;
        DROP TABLE events_before;",
    )?;
    transaction.pragma_update(None, "user_version", TABLES_FORMAT)
}

/// Rewrites a file of an earlier release, so that it can give pages back. It is done completely or not at all, and
/// tried again at the next start.
fn migrate(connection: &Connection) -> rusqlite::Result<()> {
    let found: i64 = connection.pragma_query_value(None, "auto_vacuum", |row| row.get(0))?;
    if found == GIVES_BACK {
        return Ok(());
    }
    // The page size can change only where there is no log.
    connection.pragma_update(None, "journal_mode", "DELETE")?;
    shape(connection)?;
    connection.execute_batch("VACUUM")
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A copy of the files that a process killed at this moment would leave.
    pub(in crate::journal::sqlite) fn left_behind(data: &Path) -> tempfile::TempDir {
        let left = tempfile::tempdir().unwrap();
        for file in std::fs::read_dir(data).unwrap() {
            let file = file.unwrap();
            std::fs::copy(file.path(), left.path().join(file.file_name())).unwrap();
        }
        left
    }

    #[test]
    fn a_new_file_is_synchronized_at_each_commit_and_can_give_pages_back() {
        let data = tempfile::tempdir().unwrap();
        let connection = connect(&data.path().join("journal.sqlite"), || Ok(())).unwrap();
        // 2 is FULL.
        for (pragma, expect) in [
            ("synchronous", 2),
            ("auto_vacuum", GIVES_BACK),
            ("page_size", PAGE_BYTES),
            ("application_id", APPLICATION_ID),
        ] {
            let found: i64 = connection
                .pragma_query_value(None, pragma, |row| row.get(0))
                .unwrap();
            assert_eq!(found, expect, "{pragma}");
        }
        let mode: String = connection
            .pragma_query_value(None, "journal_mode", |row| row.get(0))
            .unwrap();
        assert_eq!(mode, "wal");
    }

    #[test]
    fn whoever_is_killed_while_a_file_is_raised_leaves_it_as_it_was_or_raised() {
        let data = tempfile::tempdir().unwrap();
        let path = |it: &tempfile::TempDir| it.path().join("journal.sqlite");
        let mut connection = Connection::open(path(&data)).unwrap();
        connection
            .execute_batch(
                "PRAGMA journal_mode = WAL;
                CREATE TABLE lobbies (lobby TEXT NOT NULL PRIMARY KEY, ended INTEGER NOT NULL) WITHOUT ROWID, STRICT;
                CREATE TABLE events (lobby TEXT NOT NULL, seq INTEGER NOT NULL, format INTEGER NOT NULL, hash BLOB NOT NULL,
                    event TEXT NOT NULL, PRIMARY KEY (lobby, seq)) WITHOUT ROWID, STRICT;
                WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 5000)
                INSERT INTO events SELECT 'AAAAA', n, 2, randomblob(32), hex(randomblob(300)) FROM number;
                PRAGMA user_version = 2;
                PRAGMA cache_size = 10;",
            )
            .unwrap();
        let sum = |connection: &Connection| -> String {
            let select = "SELECT group_concat(hex(hash) || event || seq || format || lobby) FROM
                (SELECT * FROM events ORDER BY seq)";
            connection.query_row(select, [], |row| row.get(0)).unwrap()
        };
        let before = sum(&connection);
        let transaction = connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .unwrap();
        copy(&transaction).unwrap();
        let killed_before = left_behind(data.path());
        transaction.commit().unwrap();
        let killed_after = left_behind(data.path());
        for (left, format) in [(killed_before, 2), (killed_after, 4)] {
            let found = Connection::open(path(&left)).unwrap();
            let version: i64 = found
                .pragma_query_value(None, "user_version", |row| row.get(0))
                .unwrap();
            assert_eq!(version, format);
            assert!(sum(&found) == before, "the records of format {format}");
            drop(found);
            let raised = connect(&path(&left), || Ok(())).unwrap();
            assert!(sum(&raised) == before, "raised from format {format}");
        }
    }
}
