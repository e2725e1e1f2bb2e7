//! A file that a command writes where the person says: a picture, a recording, a table.
//!
//! Called by `replay` and `solve`. Laws kept here: nothing that exists is written over unless the person says `--force`,
//! and a command never writes over what it reads, by whatever path that is named.

use std::path::Path;

use dicehall_files::{Readers, Why, place, write};

use crate::Failure;

/// Refuses a place before the work, if nothing could be written there after it.
pub fn check(path: &Path, input: Option<&Path>, force: bool) -> Result<(), Failure> {
    if input.is_some_and(|it| place::is_same(it, path)) {
        let why = "that is the file that is read; write to another one";
        return Err(Failure::Usage(format!("{}: {why}", path.display())));
    }
    match write::try_over(path, force) {
        Ok(()) => Ok(()),
        Err(error) => Err(not_written(path, &Why::of(&error))),
    }
}

/// Writes the file.
pub fn write(path: &Path, bytes: &[u8], force: bool) -> Result<(), Failure> {
    let written = if force {
        write::replace(path, bytes, Readers::Usual)
    } else {
        write::create(path, bytes, Readers::Usual)
    };
    written.map_err(|error| not_written(path, &Why::of(&error)))
}

fn not_written(path: &Path, why: &Why) -> Failure {
    let advice = if *why == Why::Exists {
        "; --force writes over it"
    } else {
        ""
    };
    Failure::Failed(format!("{}: not written: {why}{advice}", path.display()))
}
