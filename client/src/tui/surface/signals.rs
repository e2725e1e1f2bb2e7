//! The signals that end the screens.
//!
//! Waited for by `surface`. Law kept here: each of them ends the program in the same way.

#[cfg(not(unix))]
use std::future::pending;
use std::io;

/// The signals that end a program.
#[cfg(unix)]
pub(super) struct Signals([(tokio::signal::unix::Signal, &'static str); 3]);

#[cfg(unix)]
impl Signals {
    pub(super) fn new() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self([
            (signal(SignalKind::terminate())?, "SIGTERM"),
            (signal(SignalKind::hangup())?, "SIGHUP"),
            (signal(SignalKind::interrupt())?, "SIGINT"),
        ]))
    }

    pub(super) async fn next(&mut self) -> &'static str {
        let [(terminate, first), (hangup, second), (interrupt, third)] = &mut self.0;
        tokio::select! {
            biased;
            _ = terminate.recv() => first,
            _ = hangup.recv() => second,
            _ = interrupt.recv() => third,
        }
    }
}

/// The signals that end a program.
#[cfg(not(unix))]
pub(super) struct Signals;

#[cfg(not(unix))]
impl Signals {
    pub(super) fn new() -> io::Result<Self> {
        Ok(Self)
    }

    pub(super) async fn next(&mut self) -> &'static str {
        match tokio::signal::ctrl_c().await {
            Ok(()) => "Ctrl-C",
            Err(_) => pending().await,
        }
    }
}
