//! The log of the program and its embedded server, for operators: never on standard output, and never on a screen.
//!
//! `DICEHALL_LOG` says how much, for example `debug` or `dicehall_server=debug`. Without it the programs without a screen tell
//! warnings, and those with one keep silent. What libraries write through the `log` crate is not told: at the level `trace`
//! the websockets write every frame there, tokens and all.

use std::fs::{self, OpenOptions};
use std::io;

use tracing_subscriber::EnvFilter;

use crate::files::paths::Paths;

/// The variable that says how much is told.
const VARIABLE: &str = "DICEHALL_LOG";

/// To standard error, for programs without a screen.
pub(crate) fn to_stderr() {
    let filter = wanted().unwrap_or_else(|| EnvFilter::new("warn"));
    let told = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr)
        .with_ansi(false);
    // Whoever has set a subscriber already keeps it.
    tracing::subscriber::set_global_default(told.finish()).ok();
}

/// To a file in the state directory, for programs with a screen; nothing unless it is asked for.
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
    // Whoever has set a subscriber already keeps it.
    tracing::subscriber::set_global_default(told.finish()).ok();
    Ok(())
}

fn wanted() -> Option<EnvFilter> {
    let text = std::env::var(VARIABLE).ok().filter(|it| !it.is_empty())?;
    EnvFilter::try_new(text).ok()
}
