//! The results of all nodes of a cluster, and the luck of rated matches: a bucket that they share has each once, and every node copies it
//! into its own file.
//!
//! The archive puts results into the bucket; a task of the server asks for what other nodes have put. Laws kept here: the name of a
//! match is the key, and nothing is written over it, so whoever reports a match again, it is there once; the file and the standings
//! follow from the bucket, with the number of the last write after everything before it; luck comes after its result, in bucket and file; of somebody who wants to be forgotten the
//! name leaves the bucket, and with that every file.

#[cfg(test)]
mod tests;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dicehall_protocol::match_file::luck::MatchLuck;
use dicehall_protocol::match_file::result::MatchResult;
use serde::de::DeserializeOwned;

use super::results::{ResultStore, ResultsError, each_luck, each_result, gone_name, replace};
use super::standings::Standings;
use crate::cluster::shared::{Changes, Fence, Found, SENDS_MAX, SharedBucket, Write, Written};

/// The most parts in which the bucket is read at once.
pub(super) const READS_MAX: usize = 65_536;
/// The most times that a result is read and written again because another node has changed it.
const REPLACES_MAX: usize = 8;

/// How the key of a match's luck begins; its result has the name of the match alone.
pub(super) const LUCK: &str = "luck.";

/// The results of all nodes; a handle, of which all copies are one.
#[derive(Clone, Debug)]
pub(crate) struct SharedResults {
    bucket: Arc<dyn SharedBucket>,
    standings: Standings,
    /// The file, for this alone.
    store: Arc<Mutex<ResultStore>>,
}

/// How far a bucket was copied.
#[derive(Clone, Copy, Debug)]
struct Place<'a> {
    bucket: &'a str,
    /// The last write.
    number: u64,
}

impl SharedResults {
    /// The results of a bucket, which are copied into the file of these standings.
    pub(crate) fn new(bucket: Arc<dyn SharedBucket>, standings: Standings) -> Self {
        let store = ResultStore::new(standings.path().to_owned());
        Self {
            bucket,
            standings,
            store: Arc::new(Mutex::new(store)),
        }
    }

    /// Gives all nodes these results, unless they have them, and copies them.
    pub(super) fn put(&self, results: &[MatchResult]) -> Result<(), String> {
        let mut writes = results.iter().map(write_of);
        writes.try_for_each(|it| create(&*self.bucket, &it))?;
        self.catch_up()
    }

    /// Gives all nodes the luck of a match whose result they have, unless they have it, and copies it.
    pub(super) fn put_luck(&self, luck: &MatchLuck) -> Result<(), String> {
        create(&*self.bucket, &write_of_luck(luck))?;
        self.catch_up()
    }

    /// Copies what is new in the bucket. What is in the file alone, because it is older than the bucket, is put there first.
    pub(crate) fn catch_up(&self) -> Result<(), String> {
        let mut store = self.store();
        let bucket = self.bucket.identity();
        let place = store.place(&bucket).map_err(|it| text(&it))?;
        let mut number = place.unwrap_or(0);
        for part in 0..READS_MAX {
            let mut changes = self.bucket.after(number).ok_or_else(no_answer)?;
            let was_set_back = changes.last < number;
            if part == 0 && (place.is_none() || was_set_back) {
                self.put_own()?;
                changes = self.bucket.after(0).ok_or_else(no_answer)?;
            }
            let from = Place {
                bucket: &bucket,
                number,
            };
            self.copy(&mut store, &changes, from)?;
            number = changes.last;
            if !changes.has_more {
                break;
            }
        }
        Ok(())
    }

    /// Copies what was read after a write of the bucket. The file has come on when everything is there.
    fn copy(
        &self,
        store: &mut ResultStore,
        changes: &Changes,
        from: Place<'_>,
    ) -> Result<(), String> {
        let Place { bucket, number } = from;
        let writes = changes.writes.iter().map(|it| &it.1);
        let (luck, results): (Vec<_>, Vec<_>) = writes.partition(|it| it.key.starts_with(LUCK));
        let results: Vec<MatchResult> = results.into_iter().filter_map(read).collect();
        let reached = if luck.is_empty() {
            changes.last
        } else {
            number
        };
        let taken = self.standings.take(|| store.copy(results, bucket, reached));
        taken.map_err(|it| text(&it))?;
        if luck.is_empty() {
            return Ok(());
        }
        for luck in luck.into_iter().filter_map(read::<MatchLuck>) {
            let added = self.standings.add_luck(&luck, || store.add_luck(&luck));
            added.map_err(|it| text(&it))?;
        }
        let come_on = store.copy(Vec::new(), bucket, changes.last);
        come_on.map(|_nothing| ()).map_err(|it| text(&it))
    }

    /// Puts the results of the file into the bucket, and then their luck, unless they are there.
    fn put_own(&self) -> Result<(), String> {
        let (path, mut put) = (self.standings.path(), Ok(()));
        let mut add = |write: Write| {
            if put.is_ok() {
                put = create(&*self.bucket, &write);
            }
        };
        each_result(path, |it| add(write_of(&it))).map_err(|it| text(&it))?;
        each_luck(path, |it| add(write_of_luck(&it))).map_err(|it| text(&it))?;
        put
    }

    /// Takes a person out of the results of all nodes; a number stands for the person from then on.
    pub(crate) fn forget(&self, account: &str, number: u64) -> Result<(), String> {
        self.catch_up()?;
        let gone = gone_name(number);
        let theirs = self.store().of_account(account).map_err(|it| text(&it))?;
        for result in theirs {
            self.replace_in(result.match_id.as_str(), account, &gone)?;
        }
        self.catch_up()
    }

    /// Replaces a person in one result.
    fn replace_in(&self, key: &str, account: &str, gone: &str) -> Result<(), String> {
        for _ in 0..REPLACES_MAX {
            let (number, value) = match self.bucket.last(key) {
                Found::Entry(number, value) => (number, value),
                Found::Nothing => return Ok(()),
                Found::Unknown => return Err(no_answer()),
            };
            let result = serde_json::from_slice::<MatchResult>(&value);
            let mut result = result.map_err(|error| format!("{key}: {error}"))?;
            if !replace(&mut result, account, gone) {
                return Ok(());
            }
            // If it was refused or not answered, it is looked at again.
            match self.bucket.write(&write_of(&result), Fence::Key(number)) {
                Written::Stored(_) => return Ok(()),
                Written::Refused | Written::Unknown => self.bucket.pause(),
            }
        }
        Err(no_answer())
    }

    /// A panic in the middle of a change has changed nothing: its transaction was dropped.
    fn store(&self) -> MutexGuard<'_, ResultStore> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Writes an entry, unless its key has one.
pub(super) fn create(bucket: &dyn SharedBucket, write: &Write) -> Result<(), String> {
    for attempt in 1..=SENDS_MAX {
        let written = bucket.write(write, Fence::Key(0));
        // If it was refused, it should be there already.
        if let Written::Stored(_) = written {
            return Ok(());
        }
        match bucket.last(&write.key) {
            Found::Entry(..) => return Ok(()),
            Found::Nothing | Found::Unknown => {}
        }
        if attempt < SENDS_MAX {
            bucket.pause();
        }
    }
    Err(no_answer())
}

/// The entry of a result.
pub(super) fn write_of(result: &MatchResult) -> Write {
    Write {
        key: result.match_id.as_str().to_owned(),
        value: Some(result.to_json().into_bytes()),
    }
}

/// The entry of the luck of a match.
pub(super) fn write_of_luck(luck: &MatchLuck) -> Write {
    Write {
        key: format!("{LUCK}{}", luck.match_id.as_str()),
        value: Some(luck.to_json().into_bytes()),
    }
}

/// The result or luck that was written; `None` for what cannot be read, which is told and holds nothing up.
fn read<T: DeserializeOwned>(write: &Write) -> Option<T> {
    let value = write.value.as_ref()?;
    let result = serde_json::from_slice(value);
    let told = result.inspect_err(|error| {
        tracing::warn!(%error, key = write.key, "a result of the cluster cannot be read");
    });
    told.ok()
}

fn text(error: &ResultsError) -> String {
    error.to_string()
}

pub(super) fn no_answer() -> String {
    "the cluster does not take the results of matches: it does not answer".to_owned()
}
