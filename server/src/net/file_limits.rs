//! Makes a limit on the size of the process's files an error of the write, not the end of the process.
//!
//! Called by `server` where a journal is written. Law kept here: a write that fails freezes a lobby and ends nothing.

/// The signal that the system sends to a process whose file would grow beyond the limit; it ends a process that does
/// not handle it. The number is that of Linux on nearly every processor, of macOS and of the BSDs.
#[cfg(unix)]
const SIGXFSZ: i32 = 25;

/// Handles the signal from now on, so that the write fails like any other. It stays handled.
#[cfg(unix)]
pub(crate) fn outlive() {
    use tokio::signal::unix::{SignalKind, signal};

    if let Err(error) = signal(SignalKind::from_raw(SIGXFSZ)) {
        tracing::warn!(%error, "a limit on the size of files will end the server");
    }
}

/// Does nothing: no such limit is known on this system.
#[cfg(not(unix))]
pub(crate) fn outlive() {}
