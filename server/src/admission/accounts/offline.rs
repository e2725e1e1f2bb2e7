//! The accounts of a file or of a bucket while no server uses them, for the commands that move them.
//!
//! Called by `ops::moving`, on a thread that may wait. Laws kept here: what is read is changed in nothing; into the file all accounts come in one
//! transaction, and into the bucket each after the write that was the last when the bucket was read, so that whoever writes
//! meanwhile ends the move.

use std::path::Path;

use dicehall_engine::lobby::AccountId;
use tokio::time::Instant;

use super::Keeping;
use super::kept::{READS_MAX, whole_of};
use super::moving::KnownAccounts;
use super::store::whole::{AccountRecord, Moment, Whole};
use super::store::{Store, StoreError};
use crate::cluster::shared::{SharedBucket, Write, Written, all_writes, publish};

/// The id of nobody: its writes use up numbers, and remove an account that never is.
const NOBODY: AccountId = AccountId([0; 8]);

/// All accounts of a place; a folder without the file has none.
pub(crate) fn read_accounts(place: &Keeping<'_>) -> Result<KnownAccounts, StoreError> {
    match place {
        Keeping::Folder(data) => read_folder(data),
        Keeping::Cluster(bucket) => read_bucket(&**bucket),
    }
}

/// Puts accounts that are not there, after what was read of the place; returns the number of the last write, if it is a bucket.
pub(crate) fn put_accounts(
    place: &Keeping<'_>,
    accounts: &[(AccountId, AccountRecord)],
    last: u64,
) -> Result<u64, StoreError> {
    if accounts.is_empty() {
        return Ok(last);
    }
    let wholes = accounts.iter().map(|(id, record)| record.whole(*id));
    let wholes: Vec<Whole> = wholes.collect::<Result<_, _>>()?;
    match place {
        Keeping::Folder(data) => {
            Store::open(data)?.take_over(&wholes, moment())?;
            Ok(last)
        }
        Keeping::Cluster(bucket) => wholes
            .into_iter()
            .try_fold(last, |last, it| put_next(&**bucket, it, last)),
    }
}

/// Uses up the numbers of a bucket up to this one, so that it gives none of them to anybody.
pub(crate) fn use_numbers(
    place: &Keeping<'_>,
    mut last: u64,
    until: u64,
) -> Result<(), StoreError> {
    let Keeping::Cluster(bucket) = place else {
        return Ok(());
    };
    while last < until {
        let (id, text) = (NOBODY, None);
        last = put_next(&**bucket, Whole { id, text }, last)?;
    }
    Ok(())
}

fn read_folder(data: &Path) -> Result<KnownAccounts, StoreError> {
    let mut known = KnownAccounts::default();
    if !Store::is_in(data) {
        return Ok(known);
    }
    let store = Store::open(data)?;
    for id in store.ids()? {
        known.learn(store.whole(id, moment())?)?;
    }
    Ok(known)
}

fn read_bucket(bucket: &dyn SharedBucket) -> Result<KnownAccounts, StoreError> {
    let (writes, last) = all_writes(bucket, READS_MAX).ok_or(StoreError::Away)?;
    let mut known = KnownAccounts {
        last,
        ..KnownAccounts::default()
    };
    for write in writes {
        known.learn(whole_of(write)?)?;
    }
    Ok(known)
}

/// Writes after the last write; returns the number of this one.
fn put_next(bucket: &dyn SharedBucket, whole: Whole, last: u64) -> Result<u64, StoreError> {
    let write = Write {
        key: whole.id.to_string(),
        value: whole.text,
    };
    match publish(bucket, &write, last) {
        Written::Stored(number) => Ok(number),
        Written::Refused => Err(StoreError::Elsewhere(
            "somebody else writes the accounts of the cluster".to_owned(),
        )),
        Written::Unknown => Err(StoreError::Away),
    }
}

impl KnownAccounts {
    fn learn(&mut self, whole: Whole) -> Result<(), StoreError> {
        let Whole { id, text } = whole;
        self.leaving.remove(&id);
        let Some(text) = text else {
            self.accounts.remove(&id);
            self.removed.insert(id);
            return Ok(());
        };
        let mut record = AccountRecord::read(id, &text)?;
        if let Some(number) = record.take_out_of_place() {
            self.leaving.insert(id, number);
        }
        self.removed.remove(&id);
        self.accounts.insert(id, record);
        Ok(())
    }
}

/// Now, by the clock by which codes grow old; no code moves.
fn moment() -> Moment {
    let (at, now) = (Instant::now(), 0);
    Moment { at, now }
}
