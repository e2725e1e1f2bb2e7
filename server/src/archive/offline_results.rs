//! The results of a file or of a bucket while no server uses them, for the commands that move them.
//!
//! Called by `ops::moving`, on a thread that may wait. Laws kept here: what is read is changed in nothing, and what cannot be read
//! ends the move; nothing is written over what is there; luck comes after its result, and the disk has everything when it was put.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use dicehall_engine::fair::MatchId;
use serde::de::DeserializeOwned;

use super::results::moving::{KnownResults, MissingResults};
use super::results::{RESULTS_NAME, ResultStore, ResultsError, each_luck, each_result};
use super::shared_results::{LUCK, READS_MAX, create, no_answer, write_of, write_of_luck};
use crate::cluster::shared::{SharedBucket, Write, all_writes};

/// The most results that come into the file in one transaction.
const RESULTS_AT_ONCE_MAX: usize = 1_024;

/// The place of results that no server uses.
#[derive(Clone, Debug)]
pub(crate) enum ResultsPlace {
    /// The file in this data folder.
    Folder(PathBuf),
    /// The bucket that all nodes of a cluster share.
    Bucket(Arc<dyn SharedBucket>),
}

/// All results of a place; a folder without the file has none.
pub(crate) fn read_known(place: &ResultsPlace) -> Result<KnownResults, String> {
    let mut known = match place {
        ResultsPlace::Folder(data) => read_folder(data).map_err(|error| unread(&error))?,
        ResultsPlace::Bucket(bucket) => read_bucket(&**bucket)?,
    };
    let results = &known.results;
    // Luck without a result counts nowhere.
    known.luck.retain(|it, _| results.contains_key(it));
    Ok(known)
}

/// Puts results that are not there, and then luck.
pub(crate) fn put_results(place: &ResultsPlace, missing: &MissingResults) -> Result<(), String> {
    if missing.is_empty() {
        return Ok(());
    }
    match place {
        ResultsPlace::Folder(data) => {
            let mut store = ResultStore::new(data.join(RESULTS_NAME));
            put_into(&mut store, missing).map_err(|error| error.to_string())
        }
        ResultsPlace::Bucket(bucket) => {
            let mut results = missing.results.iter().map(write_of);
            results.try_for_each(|it| create(&**bucket, &it))?;
            let mut luck = missing.luck.iter().map(write_of_luck);
            luck.try_for_each(|it| create(&**bucket, &it))
        }
    }
}

fn put_into(store: &mut ResultStore, missing: &MissingResults) -> Result<(), ResultsError> {
    for some in missing.results.chunks(RESULTS_AT_ONCE_MAX) {
        store.add(some)?;
    }
    for luck in &missing.luck {
        store.add_luck(luck)?;
    }
    store.synchronize()
}

fn read_folder(data: &Path) -> Result<KnownResults, ResultsError> {
    let (mut known, path) = (KnownResults::default(), data.join(RESULTS_NAME));
    each_result(&path, |it| {
        known.results.insert(it.match_id.clone(), it);
    })?;
    each_luck(&path, |it| {
        known.luck.insert(it.match_id.clone(), it);
    })?;
    Ok(known)
}

fn read_bucket(bucket: &dyn SharedBucket) -> Result<KnownResults, String> {
    let (writes, _) = all_writes(bucket, READS_MAX).ok_or_else(no_answer)?;
    let mut known = KnownResults::default();
    for write in &writes {
        known.learn(write)?;
    }
    Ok(known)
}

impl KnownResults {
    fn learn(&mut self, write: &Write) -> Result<(), String> {
        let (is_luck, name) = match write.key.strip_prefix(LUCK) {
            Some(name) => (true, name),
            None => (false, &*write.key),
        };
        let id = MatchId::try_from(name.to_owned());
        let id = id.map_err(|error| format!("{}: {error}", write.key))?;
        match (&write.value, is_luck) {
            (None, true) => drop(self.luck.remove(&id)),
            (None, false) => drop(self.results.remove(&id)),
            (Some(value), true) => drop(self.luck.insert(id, read(&write.key, value)?)),
            (Some(value), false) => drop(self.results.insert(id, read(&write.key, value)?)),
        }
        Ok(())
    }
}

fn unread(error: &ResultsError) -> String {
    format!("{error}; if that stays so, put the file back from a back-up")
}

fn read<T: DeserializeOwned>(key: &str, value: &[u8]) -> Result<T, String> {
    serde_json::from_slice(value).map_err(|error| format!("{key} cannot be read: {error}"))
}
