//! Helpers of the tests of the whole program: a server in this process, the programs as processes, and scripted
//! players.
//!
//! Every wait is bounded and says what it waited for. A helper that fails stops its test.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a helper that fails stops its test"
)]

pub mod cheating;
pub mod hostile;
pub mod journal;
pub mod line_client;
pub mod match_file;
pub mod nats;
pub mod operators;
pub mod player;
pub mod ports;
pub mod programs;
pub mod proxy;
pub mod reference;
pub mod server;
pub mod shown;
pub mod simulation;
mod skipped;
#[cfg(target_os = "linux")]
pub mod small_disk;
pub mod table;
pub mod terminal;

use std::time::Duration;

pub use skipped::skipped;

/// The longest wait of a test for something that must happen; far longer than it takes on a busy machine.
pub const WAIT_MAX: Duration = Duration::from_secs(60);

/// Waits for a future, at most for [`WAIT_MAX`].
///
/// # Panics
/// If it takes longer; the message says what was waited for.
#[track_caller]
pub fn bounded<T>(what: &str, future: impl Future<Output = T>) -> impl Future<Output = T> {
    bounded_by(move || what.to_owned(), future)
}

/// Waits for a future, at most for [`WAIT_MAX`]; the text of what was waited for is built only if it did not come.
///
/// # Panics
/// If it takes longer.
#[track_caller]
pub fn bounded_by<T>(
    what: impl FnOnce() -> String,
    future: impl Future<Output = T>,
) -> impl Future<Output = T> {
    let caller = std::panic::Location::caller();
    async move {
        let Ok(done) = tokio::time::timeout(WAIT_MAX, future).await else {
            panic!("{caller}: waited in vain for {}", what());
        };
        done
    }
}
