//! A value that one task changes and many look at or wait for: the status of a lobby, whether the server stops.
//!
//! Law kept here: tasks that wait are woken in the order in which their waits began. Tokio's own channel wakes them in
//! a random order, so no simulated history could be repeated.

use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// The error of a wait whose sender was dropped before the value was right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Gone;

/// The end that changes the value.
#[derive(Debug)]
pub(crate) struct Sender<T>(Arc<Shared<T>>);

/// An end that looks at the value.
#[derive(Debug)]
pub(crate) struct Receiver<T>(Arc<Shared<T>>);

#[derive(Debug)]
struct Shared<T> {
    state: Mutex<State<T>>,
    changed: Notify,
}

#[derive(Debug)]
struct State<T> {
    value: T,
    is_gone: bool,
}

/// A locked look at the value; not to be held for long.
#[derive(Debug)]
pub(crate) struct Look<'a, T>(MutexGuard<'a, State<T>>);

/// Both ends of a new value.
pub(crate) fn channel<T>(value: T) -> (Sender<T>, Receiver<T>) {
    let state = Mutex::new(State {
        value,
        is_gone: false,
    });
    let shared = Arc::new(Shared {
        state,
        changed: Notify::new(),
    });
    (Sender(Arc::clone(&shared)), Receiver(shared))
}

impl<T> Shared<T> {
    /// Locks the value. No thread panics in the middle of a change, so a poisoned lock is ignored.
    fn state(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Sender<T> {
    /// The value.
    pub(crate) fn borrow(&self) -> Look<'_, T> {
        Look(self.0.state())
    }

    /// Sets the value, and wakes all that wait.
    pub(crate) fn send(&self, value: T) {
        self.0.state().value = value;
        self.0.changed.notify_waiters();
    }
}

impl<T> Drop for Sender<T> {
    fn drop(&mut self) {
        self.0.state().is_gone = true;
        self.0.changed.notify_waiters();
    }
}

impl<T> Receiver<T> {
    /// The value.
    pub(crate) fn borrow(&self) -> Look<'_, T> {
        Look(self.0.state())
    }
}

impl<T: Clone> Receiver<T> {
    /// Waits until `is_right` holds for the value.
    pub(crate) async fn wait_for(&self, is_right: impl Fn(&T) -> bool) -> Result<T, Gone> {
        loop {
            let changed = self.0.changed.notified();
            tokio::pin!(changed);
            // A change after this look wakes the wait.
            changed.as_mut().enable();
            {
                let state = self.0.state();
                if is_right(&state.value) {
                    return Ok(state.value.clone());
                }
                if state.is_gone {
                    return Err(Gone);
                }
            }
            changed.await;
        }
    }
}

impl<T> Clone for Receiver<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> Deref for Look<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0.value
    }
}

#[cfg(test)]
mod tests {
    use tokio::task::JoinSet;

    use super::*;

    #[tokio::test]
    async fn whoever_waits_is_woken_in_the_order_of_the_waits() {
        let (sender, receiver) = channel(0);
        let (done, mut order) = tokio::sync::mpsc::channel(32);
        let mut waits = JoinSet::new();
        for number in 0..32 {
            let (receiver, done) = (receiver.clone(), done.clone());
            waits.spawn(async move {
                receiver.wait_for(|it| *it > 0).await.unwrap();
                done.send(number).await.unwrap();
            });
        }
        tokio::task::yield_now().await;
        sender.send(1);
        for number in 0..32 {
            assert_eq!(order.recv().await, Some(number));
        }
    }

    #[tokio::test]
    async fn a_value_that_is_right_is_not_waited_for_and_one_that_never_will_be_neither() {
        let (sender, receiver) = channel("shut");
        assert_eq!(receiver.wait_for(|it| *it == "shut").await, Ok("shut"));
        let mut waits = JoinSet::new();
        let waiting = receiver.clone();
        waits.spawn(async move { waiting.wait_for(|it| *it == "open").await });
        tokio::task::yield_now().await;
        drop(sender);
        assert_eq!(waits.join_next().await.unwrap().unwrap(), Err(Gone));
        assert_eq!(
            (
                receiver.wait_for(|it| *it == "open").await,
                *receiver.borrow()
            ),
            (Err(Gone), "shut")
        );
    }
}
