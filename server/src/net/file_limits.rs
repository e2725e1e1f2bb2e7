//! A limit on the size of the process's files is an error of whoever writes, and not the end of the process.
//!
//! `server` calls this where a journal is written. The law kept here: what nobody can write freezes a lobby and ends nothing.

/// What the system tells a process that would make a file longer than its limit: a signal, which ends whoever does not take
/// it. The number is that of Linux on nearly every processor, of macOS and of the BSDs.
#[cfg(unix)]
const SIGXFSZ: i32 = 25;

/// Takes the signal from now on, so that the write that was too long fails like any other. Once taken it stays so.
#[cfg(unix)]
pub(crate) fn outlive() {
    use tokio::signal::unix::{SignalKind, signal};

    if let Err(error) = signal(SignalKind::from_raw(SIGXFSZ)) {
        tracing::warn!(%error, "a limit on the size of files will end the server");
    }
}

/// No such limit is known here.
#[cfg(not(unix))]
pub(crate) fn outlive() {}
