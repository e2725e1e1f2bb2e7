//! The connections of devices, and the devices that were taken away: so that all of one can be closed at once, and none comes back.
//!
//! A device is named by the hash of its key, as an account is by that of its first one: that is what a lobby remembers of whoever sits
//! there. Whoever has signed in by a key has a place, and so has whoever returns to a seat that was taken by it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dicehall_engine::lobby::AccountId;
use tokio::sync::oneshot;

/// The places of all connections that a device has proved to be its own, and the devices that may have none.
#[derive(Debug, Default)]
pub(crate) struct Places(Mutex<Open>);

#[derive(Debug, Default)]
struct Open {
    next: u64,
    places: BTreeMap<(AccountId, u64), oneshot::Sender<()>>,
    /// The devices whose keys were taken away; the file of accounts has them.
    taken: BTreeSet<AccountId>,
}

/// The place of a connection; it is free again when this is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    device: AccountId,
    number: u64,
    places: Arc<Places>,
    cut: oneshot::Receiver<()>,
}

impl Places {
    /// Places of which none is taken, with the devices that may have none.
    pub(super) fn without(taken: impl IntoIterator<Item = AccountId>) -> Self {
        Self(Mutex::new(Open {
            taken: taken.into_iter().collect(),
            ..Open::default()
        }))
    }

    /// A place for a connection of a device; it is closed from the beginning if the device was taken away.
    pub(crate) fn enter(places: &Arc<Self>, device: AccountId) -> Place {
        let (keep, cut) = oneshot::channel();
        let mut open = places.lock();
        open.next += 1;
        let number = open.next;
        if !open.taken.contains(&device) {
            open.places.insert((device, number), keep);
        }
        drop(open);
        let places = Arc::clone(places);
        Place {
            device,
            number,
            places,
            cut,
        }
    }

    /// Whether the device was taken away from its account.
    pub(crate) fn is_taken_away(&self, device: AccountId) -> bool {
        self.lock().taken.contains(&device)
    }

    /// Closes all places of a device, which gets no other.
    pub(super) fn take_away(&self, device: AccountId) {
        let mut open = self.lock();
        open.taken.insert(device);
        open.close(device);
    }

    /// Closes all places of a device of which nothing is known any more.
    pub(super) fn forget(&self, device: AccountId) {
        let mut open = self.lock();
        open.taken.remove(&device);
        open.close(device);
    }

    /// Locks the places. Nobody panics in the middle of a change.
    fn lock(&self) -> MutexGuard<'_, Open> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    fn close(&mut self, device: AccountId) {
        // The ends are dropped, which is what each place waits for.
        self.places.retain(|(it, _), _| *it != device);
    }
}

impl Place {
    /// Waits until the place is closed; not to be called again after that.
    pub(crate) async fn closed(&mut self) {
        // Nobody sends anything: the other end is dropped.
        (&mut self.cut).await.ok();
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.places.lock();
        open.places.remove(&(self.device, self.number));
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    fn device(number: u8) -> AccountId {
        AccountId([number; 8])
    }

    fn is_closed(it: &mut Place) -> bool {
        it.closed().now_or_never().is_some()
    }

    #[test]
    fn all_places_of_a_device_are_closed_and_no_others() {
        let places = Arc::default();
        let mut open = [1, 1, 2].map(|it| Places::enter(&places, device(it)));
        drop(Places::enter(&places, device(1)));
        assert_eq!(places.lock().places.len(), 3);
        places.take_away(device(1));
        assert_eq!(open.each_mut().map(is_closed), [true, true, false]);
        drop(open);
        assert!(places.lock().places.is_empty());
    }

    #[test]
    fn a_device_that_was_taken_away_has_no_place_until_it_is_forgotten() {
        let places = Arc::new(Places::without([device(1)]));
        assert!(places.is_taken_away(device(1)) && !places.is_taken_away(device(2)));
        assert!(is_closed(&mut Places::enter(&places, device(1))));
        assert!(!is_closed(&mut Places::enter(&places, device(2))));
        places.forget(device(1));
        assert!(!is_closed(&mut Places::enter(&places, device(1))));
    }
}
