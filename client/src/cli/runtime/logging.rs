//! The log of the program and its embedded server, for operators: never on standard output, and never on a screen.
//!
//! `DICEHALL_LOG` sets the level, for example `debug` or `dicehall_server=debug`. Without it,
//! programs without a screen log warnings, and programs with one log nothing. Lines are written by a
//! thread of their own, so that the program never waits for whoever reads them; the last ones are
//! written when the returned [`Log`] is dropped.

use std::fs::{self, OpenOptions};
use std::io;

use crate::files::paths::Paths;
use crate::net::host::{Log, LogFormat};

/// The environment variable with the level.
const VARIABLE: &str = "DICEHALL_LOG";

/// Logs to standard error, for programs without a screen.
pub fn to_stderr(format: LogFormat) -> io::Result<Log> {
    let log = Log::to_stderr(false)?;
    begin(&log, &wanted().unwrap_or_else(|| "warn".to_owned()), format);
    Ok(log)
}

/// Logs to a file in the state directory, for programs with a screen; `None` unless the variable is
/// set.
pub(crate) fn to_file(paths: Option<&Paths>) -> io::Result<Option<Log>> {
    let (Some(filter), Some(paths)) = (wanted(), paths) else {
        return Ok(None);
    };
    fs::create_dir_all(&paths.state)?;
    let file = OpenOptions::new()
        .create(true)
        .append(true)
        .open(paths.log_file())?;
    let log = Log::to_file(file)?;
    begin(&log, &filter, LogFormat::Text);
    Ok(Some(log))
}

/// Begins a log; a filter that is none is like none.
fn begin(log: &Log, filter: &str, format: LogFormat) {
    if log.begin(filter, format).is_err() {
        // If the program logs already, it goes on as it does.
        log.begin("warn", format).ok();
    }
}

fn wanted() -> Option<String> {
    std::env::var(VARIABLE).ok().filter(|it| !it.is_empty())
}
