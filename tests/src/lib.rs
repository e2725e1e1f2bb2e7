//! What the tests of the whole program share: a server in this process, the programs as processes, and scripted players.
//!
//! Every wait is bounded and says what it waited for. A helper that fails stops the test that called it.

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
pub mod player;
pub mod programs;
pub mod reference;
pub mod server;
pub mod shown;
pub mod simulation;
pub mod table;
pub mod terminal;

use std::time::Duration;

/// How long a test waits for something that must happen. Far beyond what it takes on a busy machine.
pub const WAIT_MAX: Duration = Duration::from_secs(60);

/// Waits for a future, but not for ever.
///
/// # Panics
/// If it takes longer than [`WAIT_MAX`]; the message says what was waited for.
#[track_caller]
pub fn bounded<T>(what: &str, future: impl Future<Output = T>) -> impl Future<Output = T> {
    bounded_by(move || what.to_owned(), future)
}

/// Waits for a future, but not for ever; what was waited for is written down only if it did not come.
///
/// # Panics
/// If it takes longer than [`WAIT_MAX`].
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
