//! The results of all nodes of a cluster: a bucket that they share has each once, and every node copies it into its own file.
//!
//! The archive puts results into the bucket; a task of the server asks for what other nodes have put. Laws kept here: the name of a
//! match is the key, and nothing is written over it, so whoever reports a match again, it is there once; the file and the standings
//! follow from the bucket, with the number of the last write in the same transaction; of somebody who wants to be forgotten the
//! name leaves the bucket, and with that every file.

#[cfg(test)]
mod tests;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dicehall_protocol::match_file::result::MatchResult;

use super::results::{ResultStore, ResultsError, each_result, gone_name, replace};
use super::standings::Standings;
use crate::cluster::shared::{Fence, Found, SENDS_MAX, SharedBucket, Write, Written};

/// The most parts in which the bucket is read at once.
const READS_MAX: usize = 65_536;
/// The most times that a result is read and written again because another node has changed it.
const REPLACES_MAX: usize = 8;

/// The results of all nodes; a handle, of which all copies are one.
#[derive(Clone, Debug)]
pub(crate) struct SharedResults {
    bucket: Arc<dyn SharedBucket>,
    standings: Standings,
    /// The file, for this alone.
    store: Arc<Mutex<ResultStore>>,
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
        results.iter().try_for_each(|it| self.create(it))?;
        self.catch_up()
    }

    fn create(&self, result: &MatchResult) -> Result<(), String> {
        let write = write_of(result);
        for attempt in 1..=SENDS_MAX {
            let written = self.bucket.write(&write, Fence::Key(0));
            // If it was refused, it should be there already.
            if let Written::Stored(_) = written {
                return Ok(());
            }
            match self.bucket.last(&write.key) {
                Found::Entry(..) => return Ok(()),
                Found::Nothing | Found::Unknown => {}
            }
            if attempt < SENDS_MAX {
                self.bucket.pause();
            }
        }
        Err(no_answer())
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
            let results = changes.writes.iter().filter_map(|(_, it)| result_of(it));
            let results: Vec<MatchResult> = results.collect();
            number = changes.last;
            let copy = || store.copy(results, &bucket, number);
            self.standings.take(copy).map_err(|it| text(&it))?;
            if !changes.has_more {
                break;
            }
        }
        Ok(())
    }

    /// Puts the results of the file into the bucket, unless they are there.
    fn put_own(&self) -> Result<(), String> {
        let mut put = Ok(());
        each_result(self.standings.path(), |it| {
            if put.is_ok() {
                put = self.create(&it);
            }
        })
        .map_err(|it| text(&it))?;
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

fn write_of(result: &MatchResult) -> Write {
    Write {
        key: result.match_id.as_str().to_owned(),
        value: Some(result.to_json().into_bytes()),
    }
}

/// The result that was written; `None` for one that cannot be read, which is told and holds nothing up.
fn result_of(write: &Write) -> Option<MatchResult> {
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

fn no_answer() -> String {
    "the cluster does not take the results of matches: it does not answer".to_owned()
}
