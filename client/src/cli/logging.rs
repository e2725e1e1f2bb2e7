//! The log of the program and its embedded server, for operators: never on standard output, and never on a screen.
//!
//! `DICEHALL_LOG` sets the level, for example `debug` or `dicehall_server=debug`. Without it,
//! programs without a screen log warnings, and programs with one log nothing. Messages that
//! libraries write through the `log` crate are left out: at the level `trace` the websocket library
//! writes every frame there, including tokens.

use std::fs::{self, OpenOptions};
use std::io;

use tracing_subscriber::EnvFilter;

use crate::files::paths::Paths;

/// The environment variable with the level.
const VARIABLE: &str = "DICEHALL_LOG";

/// Logs to standard error, for programs without a screen.
pub(crate) fn to_stderr() {
    let filter = wanted().unwrap_or_else(|| EnvFilter::new("warn"));
    let told = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr)
        .with_ansi(false);
    // If a subscriber has been set already, it stays.
    tracing::subscriber::set_global_default(told.finish()).ok();
}

/// Logs to a file in the state directory, for programs with a screen; logs nothing unless the
/// variable is set.
pub(crate) fn to_file(paths: Option<&Paths>) -> io::Result<()> {
    let (Some(filter), Some(paths)) = (wanted(), paths) else {
        return Ok(());
    };
    fs::create_dir_all(&paths.state)?;
    let file = OpenOptions::new()
        .create(true)
        .append(true)
        .open(paths.log_file())?;
    let told = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(file)
        .with_ansi(false);
    // If a subscriber has been set already, it stays.
    tracing::subscriber::set_global_default(told.finish()).ok();
    Ok(())
}

fn wanted() -> Option<EnvFilter> {
    let text = std::env::var(VARIABLE).ok().filter(|it| !it.is_empty())?;
    EnvFilter::try_new(text).ok()
}
