//! The runtime on which a command runs that waits for a network; its log, and the signals that end it.

pub mod logging;
pub(crate) mod signals;

use std::future::Future;
use std::num::NonZero;
use std::thread;

use crate::Failure;
use crate::net::host;

/// The most threads for the links, the timers and an embedded server, of which there is one for each
/// core otherwise: more would not serve one machine's players any better. Bots have threads of their
/// own.
const WORKER_THREADS_MAX: usize = 16;
/// The threads besides: of bots, of an embedded server, and of those that wait for the disk.
const OTHER_THREADS: usize = 4;

/// The most threads for what takes long or waits for the disk, as the library has it.
const LONG_THREADS_MAX: usize = 512;

/// Runs a future on a runtime of its own, with a thread for each core on which this program may run: two threads on one
/// core would take turns of some milliseconds each.
pub fn run<T>(work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    run_with_bots(LONG_THREADS_MAX, work)
}

/// The same, where so many bots think at once.
pub(crate) fn run_with_bots<T>(
    bots: usize,
    work: impl Future<Output = Result<T, Failure>>,
) -> Result<T, Failure> {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let workers = cores.min(WORKER_THREADS_MAX);
    // A runtime that lacks threads would hang.
    host::try_out(workers + OTHER_THREADS).map_err(Failure::failed)?;
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    builder.worker_threads(workers).max_blocking_threads(bots);
    let runtime = builder.enable_all().build()?;
    let done = runtime.block_on(work);
    // A bot that still thinks blocks its thread, but nobody needs its answer.
    runtime.shutdown_background();
    done
}
