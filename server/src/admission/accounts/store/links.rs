//! The codes by which people may add another device to their accounts: each account has at most one, for minutes, and once.
//!
//! Called by `accounts`. Laws kept here: the codes themselves are kept nowhere, and their hashes in memory alone, never in the
//! file, so that a restart ends them all; with a bucket that all nodes share they are a part of the account there. A code that
//! is used, old, taken back or made up is the same to whoever tries it; using it and adding the key is one transaction.

use dicehall_engine::lobby::AccountId;
use dicehall_protocol::AccountKey;
use rusqlite::{Connection, OptionalExtension, params};
use tokio::time::Instant;

use super::{Store, StoreError, gone, insert_key, owner};
use crate::admission::accounts::kinds::DeviceKey;
use crate::refusal::Refusal;

/// The time for which a link code is good, in seconds: enough to go to another room and to type it.
pub(crate) const LINK_CODE_SECONDS: u32 = 600;
/// The most link codes that are good at the same time.
pub(crate) const LINK_CODES_MAX: i64 = 1_024;

/// The codes that are good, until so many milliseconds after the store was opened.
const TABLE: &str = "
    PRAGMA temp_store = MEMORY;
    CREATE TEMP TABLE links (
        account BLOB NOT NULL PRIMARY KEY,
        hash BLOB NOT NULL,
        until_ms INTEGER NOT NULL
    ) STRICT;
";

/// The hash of a code, which nobody can compute without the key of the server, and the moment when it was said.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SaidLink {
    /// The hash.
    pub(crate) hash: [u8; 32],
    /// The moment, by the clock that codes grow old by.
    pub(crate) at: Instant,
    /// The same moment, in seconds since 1970.
    pub(crate) now: u64,
}

/// Makes the table of codes, which is gone with the connection.
pub(super) fn set_up(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(TABLE)
}

/// Ends the code of an account.
pub(super) fn end(change: &Connection, id: AccountId) -> rusqlite::Result<()> {
    let ended = "DELETE FROM links WHERE account = ?1";
    change.execute(ended, [id.0]).map(|_rows| ())
}

impl Store {
    /// Makes a code that of an account, in place of the one before, for whoever has signed in by one of its keys.
    pub(crate) fn make_link(
        &mut self,
        id: AccountId,
        key: AccountKey,
        said: SaidLink,
    ) -> Result<(), StoreError> {
        let now_ms = self.ms(said.at);
        let change = self.change()?;
        if owner(&change, key)? != Some((id, false)) {
            return Err(gone());
        }
        change.execute("DELETE FROM links WHERE until_ms <= ?1", [now_ms])?;
        end(&change, id)?;
        let count: i64 = change.query_row("SELECT count(*) FROM links", [], |row| row.get(0))?;
        if count >= LINK_CODES_MAX {
            return Err(StoreError::Refused(Refusal::ACCOUNTS_BUSY));
        }
        let until_ms = now_ms + i64::from(LINK_CODE_SECONDS) * 1_000;
        put(&change, id, &said.hash, until_ms)?;
        change.commit()?;
        self.note(id);
        Ok(())
    }

    /// Adds a key that nobody has to the account of a code, which is good no more.
    pub(crate) fn use_link(
        &mut self,
        key: DeviceKey,
        said: SaidLink,
    ) -> Result<AccountId, StoreError> {
        let now_ms = self.ms(said.at);
        let change = self.change()?;
        let good = "SELECT account FROM links WHERE hash = ?1 AND until_ms > ?2";
        let id = change.query_row(good, params![said.hash, now_ms], |row| {
            row.get(0).map(AccountId)
        });
        let id = id
            .optional()?
            .ok_or(StoreError::Refused(Refusal::BAD_CODE))?;
        insert_key(&change, id, key, said.now)?;
        end(&change, id)?;
        change.commit()?;
        self.note(id);
        Ok(id)
    }

    /// The code of an account and for how many milliseconds it is still good; `None` if there is none, or it is old.
    pub(super) fn link(
        &self,
        id: AccountId,
        at: Instant,
    ) -> rusqlite::Result<Option<([u8; 32], i64)>> {
        let link = "SELECT hash, until_ms - ?2 FROM links WHERE account = ?1 AND until_ms > ?2";
        let row = self
            .connection
            .query_row(link, params![id.0, self.ms(at)], |row| {
                Ok((row.get(0)?, row.get(1)?))
            });
        row.optional()
    }

    /// The milliseconds from when the store was opened to a moment.
    pub(super) fn ms(&self, at: Instant) -> i64 {
        let since = at.saturating_duration_since(self.begun).as_millis();
        i64::try_from(since).unwrap_or(i64::MAX)
    }
}

/// Puts a code into the table, in place of the one before.
pub(super) fn put(
    change: &Connection,
    id: AccountId,
    hash: &[u8; 32],
    until_ms: i64,
) -> rusqlite::Result<()> {
    let put = "INSERT OR REPLACE INTO links (account, hash, until_ms) VALUES (?1, ?2, ?3)";
    change.execute(put, params![id.0, hash, until_ms])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use dicehall_protocol::Hex;

    use super::super::tests::{KEY, OTHER, begun, bytes, has, signing};
    use super::*;

    fn said(draw: u8, at: Instant) -> SaidLink {
        let (hash, now) = ([draw; 32], 1_800_000_000);
        SaidLink { hash, at, now }
    }

    /// A key with a number.
    fn key(number: u64) -> AccountKey {
        let mut key = Hex([9; 32]);
        key.0[..8].copy_from_slice(&number.to_be_bytes());
        key
    }

    /// The account to which a new key comes by a code; `None` if the code is not good.
    fn used(store: &mut Store, number: u64, said: SaidLink) -> Option<AccountId> {
        match store.use_link(signing(key(number)), said) {
            Ok(id) => Some(id),
            Err(StoreError::Refused(it)) if it == Refusal::BAD_CODE => None,
            Err(error) => panic!("{error}"),
        }
    }

    #[test]
    fn a_code_is_good_for_ten_minutes_and_until_another_is_made_or_it_is_used_or_ended() {
        let (mut store, now) = (Store::in_memory().unwrap(), Instant::now());
        let later = |seconds| now + Duration::from_secs(seconds);
        let (aki, _) = store.sign_in(signing(KEY), &begun("Aki")).unwrap();
        let (bo, _) = store.sign_in(signing(OTHER), &begun("Bo")).unwrap();
        store.make_link(aki, KEY, said(1, now)).unwrap();
        assert_eq!(used(&mut store, 1, said(1, later(600))), None);
        assert_eq!(used(&mut store, 1, said(1, later(599))), Some(aki));
        assert_eq!(used(&mut store, 2, said(1, now)), None, "it was used");
        store.make_link(aki, KEY, said(2, now)).unwrap();
        store.make_link(aki, KEY, said(3, now)).unwrap();
        store.make_link(bo, OTHER, said(4, now)).unwrap();
        assert_eq!(used(&mut store, 2, said(2, now)), None, "it was replaced");
        // Whatever is taken away from an account, its code ends.
        store.revoke(aki, key(1), 7).unwrap();
        assert_eq!(used(&mut store, 2, said(3, now)), None);
        assert_eq!(used(&mut store, 2, said(4, now)), Some(bo));
        assert!(store.make_link(aki, key(1), said(5, now)).is_err());
    }

    #[test]
    fn there_is_room_for_so_many_codes_and_old_ones_take_none() {
        let (mut store, now) = (Store::in_memory().unwrap(), Instant::now());
        let count = u64::try_from(LINK_CODES_MAX).unwrap();
        let mut make = |number: u64, at| {
            let begun = begun(&format!("Number {number}"));
            let (id, _) = store.sign_in(signing(key(number)), &begun).unwrap();
            store.make_link(id, key(number), said(1, at)).is_ok()
        };
        for number in 0..count {
            assert!(make(number, now));
        }
        assert!(!make(count, now));
        assert!(make(0, now), "it takes the place of the one before");
        let later = now + Duration::from_secs(LINK_CODE_SECONDS.into());
        assert!(make(count, later));
    }

    #[test]
    fn the_file_has_no_hash_of_a_code() {
        let data = tempfile::tempdir().unwrap();
        let mut store = Store::open(data.path()).unwrap();
        let (id, _) = store.sign_in(signing(KEY), &begun("Aki")).unwrap();
        let now = Instant::now();
        store.make_link(id, KEY, said(0xA7, now)).unwrap();
        assert!(!has(&bytes(data.path()), &[0xA7; 32]));
        drop(store);
        let mut after = Store::open(data.path()).unwrap();
        assert_eq!(used(&mut after, 1, said(0xA7, now)), None);
    }
}
