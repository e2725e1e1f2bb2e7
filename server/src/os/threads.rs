//! The threads of a server: whether the system will give as many as it needs.
//!
//! Called by both programs before anything is opened. A runtime that cannot start a thread later neither fails nor works.

use std::io;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use tokio::runtime::{Builder, Runtime};

/// The threads besides those of the runtime and the bots: journal, archive, reviews, log, announcements, and those that wait
/// for the disk.
const OTHERS: usize = 9;

/// The latch that keeps threads waiting.
type Latch = (Mutex<bool>, Condvar);

/// A runtime, if the system gives the threads for it, for so many bots, and for the rest of the server.
pub fn runtime(bots: usize) -> io::Result<Runtime> {
    let workers = thread::available_parallelism().map_or(1, usize::from);
    try_out(workers + bots + OTHERS)?;
    Builder::new_multi_thread()
        .worker_threads(workers)
        .enable_all()
        .build()
}

/// Starts as many threads at once, and ends them; an error if the system does not give so many.
pub fn try_out(count: usize) -> io::Result<()> {
    let latch: Arc<Latch> = Arc::default();
    let started: io::Result<Vec<JoinHandle<()>>> = (0..count).map(|_| waiter(&latch)).collect();
    *latch.0.lock().unwrap_or_else(PoisonError::into_inner) = true;
    latch.1.notify_all();
    let threads = started.map_err(|error| {
        let what = format!("the system does not give {count} threads (ulimit -u): {error}");
        io::Error::new(error.kind(), what)
    })?;
    for thread in threads {
        // A thread that does nothing does not panic.
        thread.join().ok();
    }
    Ok(())
}

/// A thread that waits until the latch is open.
fn waiter(latch: &Arc<Latch>) -> io::Result<JoinHandle<()>> {
    let latch = Arc::clone(latch);
    thread::Builder::new().spawn(move || {
        let mut is_open = latch.0.lock().unwrap_or_else(PoisonError::into_inner);
        while !*is_open {
            is_open = latch
                .1
                .wait(is_open)
                .unwrap_or_else(PoisonError::into_inner);
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_that_the_system_gives_are_tried_out_and_gone() {
        try_out(40).unwrap();
        drop(runtime(2).unwrap());
    }
}
