//! A model of the store: writes are in one order, entries disappear by age, and a reader may be shown the past.

use std::collections::BTreeMap;

use crate::cluster::store::{AGE_MS_MAX, Entry, StoreAnswer, StoreRequest};

/// The longest time from which a server that has lost its leader goes on answering readers, in milliseconds.
pub(super) const STALE_MS_MAX: u64 = 10_000;

/// A bucket, by the store's own clock in milliseconds.
#[derive(Debug)]
pub(super) struct Bucket {
    last_revision: u64,
    /// For each key all that ever happened to it: when, and the entry from then on.
    changes: BTreeMap<usize, Vec<(u64, Option<Entry>)>>,
    /// How much later than it should the store removes entries, in milliseconds.
    expiry_lag_ms: u64,
}

impl Bucket {
    pub(super) fn new(expiry_lag_ms: u64) -> Self {
        Self {
            last_revision: 0,
            changes: BTreeMap::new(),
            expiry_lag_ms,
        }
    }

    /// Carries out a request about a key.
    pub(super) fn carry_out(
        &mut self,
        now_ms: u64,
        key: usize,
        request: &StoreRequest,
    ) -> StoreAnswer {
        let found = self.read(now_ms, key);
        let last = found.as_ref().map(|it| it.revision);
        let write = match request {
            StoreRequest::Get => return StoreAnswer::Found(found),
            StoreRequest::Create { value } => last.is_none().then_some(Some(value)),
            StoreRequest::Update { value, revision } => {
                (last == Some(*revision)).then_some(Some(value))
            }
            StoreRequest::Delete { revision } => (last == Some(*revision)).then_some(None),
        };
        let Some(value) = write else {
            return StoreAnswer::Refused;
        };
        self.last_revision += 1;
        let revision = self.last_revision;
        let entry = value.map(|it| Entry {
            value: it.clone(),
            revision,
        });
        self.changes.entry(key).or_default().push((now_ms, entry));
        StoreAnswer::Written(revision)
    }

    /// The entry of a key at a moment, which may be in the past.
    pub(super) fn read(&self, at_ms: u64, key: usize) -> Option<Entry> {
        let changes = self.changes.get(&key)?;
        let (written_ms, entry) = changes.iter().rev().find(|it| it.0 <= at_ms)?;
        let age_ms = at_ms - written_ms;
        entry
            .clone()
            .filter(|_| age_ms < AGE_MS_MAX + self.expiry_lag_ms)
    }
}
