//! The accounts where they are kept: in the file of this server, or in a bucket that all nodes of a cluster share, which each node
//! has in memory as well.
//!
//! Called by `accounts`, on threads that may wait. Laws kept here: in a cluster a change is decided on what this node knows, and
//! written only if no node has written since; then, and not before, it is known here. So names and keys are unique among all
//! nodes, and what a person is told is in the bucket. Whatever is read of the bucket is known at once in all parts that keep it in memory.

#[cfg(test)]
mod tests;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dicehall_engine::lobby::AccountId;
use tokio::time::Instant;

use super::names::Names;
use super::places::Places;
use super::store::whole::{Moment, Whole};
use super::store::{Changed, Store, StoreError};
use crate::cluster::shared::{SharedBucket, Write, Written, publish};
use crate::os::entropy::Entropy;
use crate::refusal::Refusal;

/// The most times that a change is decided anew because another node has written meanwhile.
pub(crate) const DECISIONS_MAX: usize = 16;
/// The most parts in which the whole bucket is read: more than all accounts are.
pub(super) const READS_MAX: usize = 4_096;

/// The accounts, and what of them is in memory.
pub(super) struct Kept {
    store: Mutex<Store>,
    shared: Option<Shared>,
    names: Arc<Names>,
    places: Arc<Places>,
    /// The source of the time.
    entropy: Entropy,
}

/// The bucket that all nodes share.
struct Shared {
    bucket: Arc<dyn SharedBucket>,
    /// Held by whoever writes or reads the bucket.
    known: Mutex<Known>,
}

/// The part of the bucket that is known here.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    /// The number of the last write.
    last: u64,
    /// Whether the bucket did not answer when it was asked last: then nobody waits for it.
    is_away: bool,
}

impl Kept {
    /// Accounts in a file, or in memory alone for tests.
    pub(super) fn in_store(store: Store, entropy: Entropy) -> Result<Self, StoreError> {
        Self::new(store, None, entropy)
    }

    /// Accounts in a bucket, which is not read yet.
    pub(super) fn in_bucket(
        bucket: Arc<dyn SharedBucket>,
        entropy: Entropy,
    ) -> Result<Self, StoreError> {
        let known = Mutex::default();
        let shared = Shared { bucket, known };
        Self::new(Store::in_memory()?, Some(shared), entropy)
    }

    fn new(store: Store, shared: Option<Shared>, entropy: Entropy) -> Result<Self, StoreError> {
        Ok(Self {
            names: Arc::new(Names::new(store.names()?)),
            places: Arc::new(Places::without(store.taken_away()?)),
            store: Mutex::new(store),
            shared,
            entropy,
        })
    }

    /// The names that are kept.
    pub(super) fn names(&self) -> &Arc<Names> {
        &self.names
    }

    /// The places of devices.
    pub(super) fn places(&self) -> &Arc<Places> {
        &self.places
    }

    /// Asks something of the accounts as they are known here.
    pub(super) fn ask<T>(
        &self,
        question: impl FnOnce(&mut Store) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        question(&mut self.store())
    }

    /// Decides something, and makes the change that follows from it.
    pub(super) fn change<T>(
        &self,
        mut decide: impl FnMut(&mut Store) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        if let Some(shared) = &self.shared {
            return self.change_shared(shared, &mut decide);
        }
        let mut store = self.store();
        let decided = decide(&mut store);
        let changed = store.take_changed();
        self.show(&store, changed.as_slice())?;
        decided
    }

    fn change_shared<T>(
        &self,
        shared: &Shared,
        decide: &mut dyn FnMut(&mut Store) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        // Most people are known and change nothing: they need not wait for whoever writes.
        if let Ok((decided, None)) = self.try_out(0, decide) {
            return Ok(decided);
        }
        let mut known = shared.known();
        for _ in 0..DECISIONS_MAX {
            let before = known.last;
            match self.try_out(before + 1, decide) {
                Ok((decided, None)) => return Ok(decided),
                Ok((decided, Some(whole))) => {
                    if self.write(shared, &mut known, whole)? {
                        return Ok(decided);
                    }
                }
                // Perhaps another node has just made what is missed here, or removed what stands in the way.
                Err(refused @ StoreError::Refused(_)) => {
                    if known.is_away
                        || self.read(shared, &mut known).is_err()
                        || known.last == before
                    {
                        return Err(refused);
                    }
                }
                Err(error) => return Err(error),
            }
        }
        Err(StoreError::Refused(Refusal::ACCOUNTS_BUSY))
    }

    /// Writes an account, and knows it from then on; returns false if another node has written before, whose changes are known
    /// now.
    fn write(&self, shared: &Shared, known: &mut Known, whole: Whole) -> Result<bool, StoreError> {
        if known.is_away {
            return Err(StoreError::Away);
        }
        let write = Write {
            key: whole.id.to_string(),
            value: whole.text.clone(),
        };
        match publish(&*shared.bucket, &write, known.last) {
            Written::Stored(number) => {
                self.take_over(&[whole])?;
                known.last = number;
                Ok(true)
            }
            Written::Refused => self.read(shared, known).map(|()| false),
            Written::Unknown => {
                known.is_away = true;
                tracing::warn!("the cluster does not answer: accounts do not change until it does");
                Err(StoreError::Away)
            }
        }
    }

    /// Reads what other nodes have written; with a file there is nothing to read.
    pub(super) fn catch_up(&self) -> Result<(), StoreError> {
        match &self.shared {
            Some(shared) => self.read(shared, &mut shared.known()),
            None => Ok(()),
        }
    }

    fn read(&self, shared: &Shared, known: &mut Known) -> Result<(), StoreError> {
        let read = self.read_all(shared, known);
        known.is_away = read.is_err();
        read
    }

    fn read_all(&self, shared: &Shared, known: &mut Known) -> Result<(), StoreError> {
        for _ in 0..READS_MAX {
            let changes = shared.bucket.after(known.last).ok_or(StoreError::Away)?;
            let wholes = changes.writes.into_iter().map(|(_, it)| whole_of(it));
            let wholes: Vec<Whole> = wholes.collect::<Result<_, _>>()?;
            self.take_over(&wholes)?;
            known.last = changes.last.max(known.last);
            if !changes.has_more {
                break;
            }
        }
        Ok(())
    }

    /// Knows accounts as they are in the bucket.
    fn take_over(&self, wholes: &[Whole]) -> Result<(), StoreError> {
        if wholes.is_empty() {
            return Ok(());
        }
        let mut store = self.store();
        let changed = store.take_over(wholes, self.moment())?;
        self.show(&store, &changed)
    }

    /// Brings what is in memory besides the store up to date: who keeps which name, and which connections are closed.
    fn show(&self, store: &Store, changed: &[Changed]) -> Result<(), StoreError> {
        for Changed { id, gone } in changed {
            match store.looks(*id)? {
                Some(looks) => self.names.keep(*id, looks),
                None => self.names.free(*id),
            }
            for key in store.taken_from(*id)? {
                self.places.take_away(key.account());
            }
            for key in gone {
                self.places.forget(key.account());
            }
        }
        Ok(())
    }

    fn try_out<T>(
        &self,
        next: u64,
        decide: &mut dyn FnMut(&mut Store) -> Result<T, StoreError>,
    ) -> Result<(T, Option<Whole>), StoreError> {
        self.store().try_out(next, self.moment(), decide)
    }

    fn moment(&self) -> Moment {
        Moment {
            at: Instant::now(),
            now: self.entropy.unix_seconds(),
        }
    }

    /// A panic in the middle of a change has changed nothing: its transaction was dropped.
    fn store(&self) -> MutexGuard<'_, Store> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shared {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The account that a write is about.
pub(super) fn whole_of(write: Write) -> Result<Whole, StoreError> {
    let Write { key, value } = write;
    let id = AccountId::try_from(key.clone());
    let id = id.map_err(|error| StoreError::Record(key, error.to_string()))?;
    Ok(Whole { id, text: value })
}
