//! Work on several threads whose result does not depend on their number.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use dicehall_engine::dice::{Dice, SeededDice};

/// The results of `work` for the numbers 0 to `count`, in their order.
pub(crate) fn in_order<T: Send>(
    count: u64,
    threads: NonZeroUsize,
    work: impl Fn(u64) -> T + Sync,
) -> Vec<T> {
    let next = AtomicU64::new(0);
    let take = || {
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return done;
            }
            done.push((number, work(number)));
        }
    };
    let mut done = thread::scope(|scope| {
        let helpers: Vec<_> = (0..threads.get()).map(|_| scope.spawn(take)).collect();
        let joined = helpers.into_iter().map(|it| match it.join() {
            Ok(done) => done,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        joined.flatten().collect::<Vec<_>>()
    });
    done.sort_by_key(|it| it.0);
    done.into_iter().map(|it| it.1).collect()
}

/// The results of `work` for `count` sources of luck, each of which depends on the seed and its number alone.
pub(crate) fn with_luck<T: Send>(
    count: u64,
    threads: NonZeroUsize,
    seed: u64,
    work: impl Fn(SeededDice) -> T + Sync,
) -> Vec<T> {
    let luck = |number| SeededDice::new(SeededDice::new(seed ^ number).below(u64::MAX));
    in_order(count, threads, |number| work(luck(number)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Barrier;

    #[test]
    fn the_results_come_in_order_for_any_number_of_threads() {
        let expected: Vec<u64> = (0..60).map(|it| it * it).collect();
        for threads in [1, 2, 5] {
            // All threads meet at each number, so that each does a part of the work.
            let meeting = Barrier::new(threads);
            let threads = NonZeroUsize::new(threads).unwrap();
            let found = in_order(60, threads, |it| {
                meeting.wait();
                it * it
            });
            assert_eq!(found, expected);
        }
    }
}
