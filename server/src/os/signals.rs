//! The signals by which a person or a supervisor speaks to the program: to stop, and to read the certificate again.
//!
//! Called by `main` alone. Law kept here: which signals a system knows is decided in this file, so that the rest of the
//! server is the same on every system.

use std::future::Future;
use std::io;

#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};

/// Resolves at the first SIGTERM or Ctrl-C. Both are listened for from the call on.
#[cfg(unix)]
pub fn told_to_stop() -> io::Result<impl Future<Output = ()>> {
    let (mut terminate, mut interrupt) = (
        signal(SignalKind::terminate())?,
        signal(SignalKind::interrupt())?,
    );
    Ok(async move {
        tokio::select! { biased; _ = terminate.recv() => {}, _ = interrupt.recv() => {} }
    })
}

/// Resolves at the first Ctrl-C or Ctrl-Break, or when the console is closed. They are listened for from the call on.
#[cfg(windows)]
pub fn told_to_stop() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close};
    let (mut interrupt, mut stop, mut close) = (ctrl_c()?, ctrl_break()?, ctrl_close()?);
    Ok(async move {
        tokio::select! { biased; _ = interrupt.recv() => {}, _ = stop.recv() => {}, _ = close.recv() => {} }
    })
}

/// The signal that asks for the certificate to be read again: SIGHUP. A system without it never asks.
#[derive(Debug)]
pub struct ReloadSignal {
    #[cfg(unix)]
    hangups: Signal,
}

impl ReloadSignal {
    /// Listens from now on: a SIGHUP that comes later does not end the program.
    #[cfg(unix)]
    pub fn listen() -> io::Result<Self> {
        let hangups = signal(SignalKind::hangup())?;
        Ok(Self { hangups })
    }

    /// Listens for nothing.
    #[cfg(not(unix))]
    pub fn listen() -> io::Result<Self> {
        Ok(Self {})
    }

    /// Waits for the next signal; `None` if none can come any more.
    #[cfg(unix)]
    pub async fn next(&mut self) -> Option<()> {
        self.hangups.recv().await
    }

    /// Waits for ever.
    #[cfg(not(unix))]
    pub async fn next(&mut self) -> Option<()> {
        std::future::pending().await
    }
}
