//! Makes a limit on the size of files (`ulimit -f`) an error of the write, not the end of the program.
//!
//! Called once, by every program at its start. Law kept here: a write that fails ends nothing.

/// Handles the signal that the system sends with the failed write, which would end the program.
#[cfg(unix)]
pub fn outlive() -> std::io::Result<()> {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use signal_hook::consts::SIGXFSZ;

    // Nobody asks the flag: it is enough that the signal is handled, because then the write returns an error.
    let has_come = Arc::new(AtomicBool::new(false));
    signal_hook::flag::register(SIGXFSZ, has_come).map(drop)
}

/// Does nothing: no such limit is known on this system.
#[cfg(not(unix))]
pub fn outlive() -> std::io::Result<()> {
    Ok(())
}
