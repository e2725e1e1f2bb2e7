//! The formats of the file of accounts: its tables as they are now, and how those of earlier releases become them.
//!
//! Called when the file is opened. Laws kept here: a file is brought to the present format in one transaction, so that a kill leaves
//! the old one or the new one; no step is ever changed once a release has it.

use rusqlite::Connection;

/// The steps that lead from no tables to the present ones; the number of those that were made is the format of a file.
const STEPS: [&str; 4] = [ACCOUNTS, RESCUE_CODES, KINDS, KEYS_OF_SSH];
/// The format of the file.
#[expect(clippy::cast_possible_wrap, reason = "there are few steps")]
#[expect(
    clippy::as_conversions,
    reason = "a constant is not converted otherwise"
)]
pub(super) const FORMAT: i64 = STEPS.len() as i64;

/// An account keeps one name, and has keys, of which some may have been taken away.
const ACCOUNTS: &str = "
    CREATE TABLE accounts (
        id BLOB NOT NULL PRIMARY KEY,
        name TEXT NOT NULL,
        looks_written TEXT NOT NULL UNIQUE,
        looks_small TEXT NOT NULL UNIQUE,
        created_at INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE keys (
        key BLOB NOT NULL PRIMARY KEY,
        account BLOB NOT NULL,
        added_at INTEGER NOT NULL,
        revoked_at INTEGER
    ) STRICT;
    CREATE INDEX keys_of_account ON keys (account);
";
/// The codes on paper that were not used.
const RESCUE_CODES: &str = "
    CREATE TABLE rescue_codes (
        hash BLOB NOT NULL PRIMARY KEY,
        account BLOB NOT NULL
    ) STRICT;
    CREATE INDEX rescue_codes_of_account ON rescue_codes (account);
";

/// The kinds of keys, by their numbers in `kinds.rs`: all that there were before are of the first.
const KINDS: &str = "ALTER TABLE keys ADD COLUMN kind INTEGER NOT NULL DEFAULT 0;";
/// The kind of keys of ssh came. The tables stay as they are: the step is there so that a release that would take such a key for one of
/// another kind leaves the file alone.
const KEYS_OF_SSH: &str = "";

/// Brings a file of this format to the present one.
pub(super) fn upgrade(connection: &mut Connection, format: i64) -> rusqlite::Result<()> {
    let made = usize::try_from(format).unwrap_or(STEPS.len());
    if made >= STEPS.len() {
        return Ok(());
    }
    let transaction = connection.transaction()?;
    for step in STEPS.iter().skip(made) {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "user_version", FORMAT)?;
    transaction.commit()
}
