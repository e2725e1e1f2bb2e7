//! The moment at which a connection is cut off that has not become a websocket.
//!
//! Made by `web` for each connection; `download` moves it on with every piece that the reader has taken. Law kept here: a
//! reader who takes nothing, or is too slow for too long, is cut off.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, sleep_until};

/// The longest time in which a reader of a download takes the next piece, in milliseconds.
const PIECE_MS_MAX: u64 = 10_000;
/// The longest time of a download, in seconds: the program in half an hour is less than 20 KiB a second.
const DOWNLOAD_SECONDS_MAX: u64 = 1_800;

/// The deadline of a connection, which its requests share.
#[derive(Clone, Debug)]
pub(super) struct Deadline(Arc<Mutex<Moments>>);

#[derive(Clone, Copy, Debug)]
struct Moments {
    due: Instant,
    /// No piece moves it beyond this one.
    last: Instant,
}

impl Deadline {
    /// At this moment, unless a download moves it on.
    pub(super) fn new(due: Instant) -> Self {
        let last = Instant::now() + Duration::from_secs(DOWNLOAD_SECONDS_MAX);
        Self(Arc::new(Mutex::new(Moments { due, last })))
    }

    /// Gives a reader who has taken a piece the time for the next.
    pub(super) fn move_on(&self) {
        let next = Instant::now() + Duration::from_millis(PIECE_MS_MAX);
        let mut moments = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        moments.due = moments.due.max(next.min(moments.last));
    }

    /// Waits until it has passed.
    pub(super) async fn passed(&self) {
        loop {
            let due = self.moments().due;
            sleep_until(due).await;
            if self.moments().due <= due {
                return;
            }
        }
    }

    fn moments(&self) -> Moments {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_download_moves_it_on_until_it_has_taken_too_long() {
        let start = Instant::now();
        let deadline = Deadline::new(start + Duration::from_secs(5));
        let reading = async {
            loop {
                deadline.move_on();
                tokio::time::sleep(Duration::from_secs(4)).await;
            }
        };
        tokio::select! {
            () = reading => {}
            () = deadline.passed() => {}
        }
        assert_eq!(start.elapsed().as_secs(), DOWNLOAD_SECONDS_MAX);
        let due = Instant::now() + Duration::from_secs(60);
        let deadline = Deadline::new(due);
        deadline.move_on();
        deadline.passed().await;
        assert_eq!(Instant::now(), due, "it never comes sooner");
    }
}
