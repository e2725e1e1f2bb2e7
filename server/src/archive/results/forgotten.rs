//! Takes a person who wants to be forgotten out of the results: name and account become `gone-1`, `gone-2` and so on.
//!
//! Called before the account is removed, on a thread that may wait for the disk. Laws kept here: the results of one person
//! stay those of one person, so that nobody else's rating changes; of the name and the account nothing is left in the file.

use std::path::Path;

use dicehall_protocol::match_file::result::{MatchResult, ResultHolder};
use rusqlite::{Connection, TransactionBehavior, params};

use super::{ResultsError, check_blocked, open, synchronized, wrong};

/// The beginning of the name and account of whoever was forgotten; a number follows.
const GONE: &str = "gone-";

/// Takes an account out of the results in a file. Results that are not there yet name nobody.
pub(in crate::archive) fn forget(path: &Path, account: &str) -> Result<(), ResultsError> {
    if !path.exists() {
        return Ok(());
    }
    let mut connection = open(path)?;
    let mut work = || {
        // Of what was replaced nothing stays in free pages.
        connection.pragma_update(None, "secure_delete", "ON")?;
        let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let gone = gone_name(last_gone(&change)? + 1);
        for mut result in with(&change, &format!(r#""account":"{account}""#))? {
            replace(&mut result, account, &gone);
            change.execute(
                "UPDATE results SET result = ?2 WHERE match_id = ?1",
                params![result.match_id.as_str(), result.to_json()],
            )?;
        }
        change.commit()?;
        // Nothing of it stays in the log either.
        synchronized(&connection, "TRUNCATE")
    };
    let is_blocked = work().map_err(wrong(path))?;
    check_blocked(path, is_blocked)
}

/// The name and account of whoever was forgotten, with this number.
pub(in crate::archive) fn gone_name(number: u64) -> String {
    format!("{GONE}{number}")
}

/// The results with these words in them.
pub(super) fn with(change: &Connection, words: &str) -> rusqlite::Result<Vec<MatchResult>> {
    let mut rows = change.prepare("SELECT result FROM results WHERE instr(result, ?1) > 0")?;
    let texts = rows.query_map([words], |row| row.get::<_, String>(0))?;
    let result = |text: rusqlite::Result<String>| {
        serde_json::from_str(&text?)
            .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))
    };
    texts.map(result).collect()
}

/// The number of the last person who was forgotten; 0 if nobody was.
fn last_gone(change: &Connection) -> rusqlite::Result<u64> {
    let results = with(change, &format!(r#""account":"{GONE}"#))?;
    let seats = results.iter().flat_map(|it| &it.seats);
    let numbers = seats.filter_map(|seat| gone_number(&seat.holder));
    Ok(numbers.max().unwrap_or(0))
}

/// The number that stands for somebody who was forgotten; `None` for others.
pub(super) fn gone_number(holder: &ResultHolder) -> Option<u64> {
    match holder {
        ResultHolder::Person { account, .. } => account.as_ref()?.strip_prefix(GONE)?.parse().ok(),
        ResultHolder::Bot { .. } => None,
    }
}

/// Gives everybody in a result who was forgotten another number, if there is one.
pub(super) fn renumber(result: &mut MatchResult, other: impl Fn(u64) -> Option<u64>) {
    for seat in &mut result.seats {
        if let Some(number) = gone_number(&seat.holder).and_then(&other) {
            seat.holder = ResultHolder::Person {
                name: gone_name(number),
                account: Some(gone_name(number)),
            };
        }
    }
}

/// Replaces the name and the account of a person; returns whether there was one.
pub(in crate::archive) fn replace(result: &mut MatchResult, account: &str, gone: &str) -> bool {
    let mut has_replaced = false;
    for seat in &mut result.seats {
        let forgotten = ResultHolder::Person {
            name: gone.to_owned(),
            account: Some(gone.to_owned()),
        };
        match &seat.holder {
            ResultHolder::Person {
                account: Some(it), ..
            } if it == account => {
                seat.holder = forgotten;
                has_replaced = true;
            }
            ResultHolder::Person { .. } | ResultHolder::Bot { .. } => {}
        }
    }
    has_replaced
}
