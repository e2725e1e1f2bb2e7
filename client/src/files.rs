//! The person's files on this machine: their folders, the configuration and last choices, maps, and
//! the record of matches.
//!
//! This layer lies below the command line, the network and the screens, which all use it.

pub(crate) mod choices;
pub(crate) mod config;
pub(crate) mod map_file;
pub(crate) mod matches;
pub(crate) mod password;
pub(crate) mod paths;
pub mod record;

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The text of a file; `None` if it has more bytes than this.
pub(crate) fn read_at_most(path: &Path, bytes_max: u64) -> io::Result<Option<String>> {
    let mut text = String::new();
    File::open(path)?
        .take(bytes_max + 1)
        .read_to_string(&mut text)?;
    let is_short = u64::try_from(text.len()).is_ok_and(|it| it <= bytes_max);
    Ok(is_short.then_some(text))
}
