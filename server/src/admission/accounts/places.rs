//! The connections that have signed in, by key: so that all of a key can be closed at once when it is taken away.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dicehall_protocol::AccountKey;
use tokio::sync::oneshot;

/// The places of all connections that have signed in, at most one for each.
#[derive(Debug, Default)]
pub(crate) struct Places(Mutex<Open>);

#[derive(Debug, Default)]
struct Open {
    next: u64,
    places: BTreeMap<(AccountKey, u64), oneshot::Sender<()>>,
}

/// The place of a connection; it is free again when this is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    key: AccountKey,
    number: u64,
    places: Arc<Places>,
    cut: oneshot::Receiver<()>,
}

impl Places {
    /// A place for a connection that has proved to have a key.
    pub(crate) fn enter(places: &Arc<Self>, key: AccountKey) -> Place {
        let (keep, cut) = oneshot::channel();
        let mut open = places.lock();
        open.next += 1;
        let number = open.next;
        open.places.insert((key, number), keep);
        drop(open);
        let places = Arc::clone(places);
        Place {
            key,
            number,
            places,
            cut,
        }
    }

    /// Closes all places of a key.
    pub(crate) fn cut(&self, key: AccountKey) {
        // The ends are dropped, which is what each place waits for.
        let mut open = self.lock();
        open.places.retain(|(it, _), _| *it != key);
    }

    /// Locks the places. Nobody panics in the middle of a change.
    fn lock(&self) -> MutexGuard<'_, Open> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Place {
    /// The key.
    pub(crate) fn key(&self) -> AccountKey {
        self.key
    }

    /// Waits until the place is closed; not to be called again after that.
    pub(crate) async fn closed(&mut self) {
        // Nobody sends anything: the other end is dropped.
        (&mut self.cut).await.ok();
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.places.lock().places.remove(&(self.key, self.number));
    }
}

#[cfg(test)]
mod tests {
    use dicehall_protocol::Hex;
    use futures_util::FutureExt;

    use super::*;

    #[test]
    fn all_places_of_a_key_are_closed_and_no_others() {
        let places = Arc::default();
        let mut open = [1, 1, 2].map(|it| Places::enter(&places, Hex([it; 32])));
        drop(Places::enter(&places, Hex([1; 32])));
        assert_eq!(places.lock().places.len(), 3);
        places.cut(Hex([1; 32]));
        let closed = open
            .each_mut()
            .map(|it| it.closed().now_or_never().is_some());
        assert_eq!(closed, [true, true, false]);
        drop(open);
        assert!(places.lock().places.is_empty());
    }
}
