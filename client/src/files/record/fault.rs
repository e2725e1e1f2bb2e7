//! The errors of the database of the record, as reasons that can be told in any language.
//!
//! Called by `record` alone.

use std::fs::OpenOptions;
use std::path::Path;

use dicehall_files::{Why, write};
use rusqlite::{Error, ErrorCode};

/// The reason for an error of the database in this file.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the database has many more errors, and may get others"
)]
pub(super) fn why(error: &Error, path: &Path) -> Why {
    let Some(code) = error.sqlite_error_code() else {
        return Why::Other(error.to_string());
    };
    match code {
        // The last one: a table or column that this form has is missing.
        ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt | ErrorCode::Unknown => Why::Damaged,
        ErrorCode::DiskFull => Why::Full,
        ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => Why::Busy,
        ErrorCode::CannotOpen
        | ErrorCode::ReadOnly
        | ErrorCode::PermissionDenied
        | ErrorCode::SystemIoFailure => {
            of_system(path).unwrap_or_else(|| Why::Other(error.to_string()))
        }
        _ => Why::Other(error.to_string()),
    }
}

/// The reason that the system gives for a file that cannot be written; `None` if it could be.
fn of_system(path: &Path) -> Option<Why> {
    if path.exists()
        && let Err(error) = OpenOptions::new().append(true).open(path)
    {
        return Some(Why::of(&error));
    }
    write::try_beside(path).err().map(|it| Why::of(&it))
}
