//! A whole account as one text, as it is in the bucket that all nodes of a cluster share, and back.
//!
//! Called by `kept`, and by `offline` when accounts move between a file and a cluster. Laws kept here: the text has everything of an account that a decision needs, so a node that has read the
//! bucket knows what every other one knows; its form is a promise, with a number, and a text with a later number is not touched;
//! what is only tried is undone.

use dicehall_engine::lobby::{AccountId, Looks};
use dicehall_protocol::{AccountKey, Hex, KeyKind};
use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};
use tokio::time::Instant;

use super::{Changed, Store, StoreError, gone, links};
use crate::admission::accounts::kinds::{DeviceKey, kind_of};

/// The number of the form.
const ACCOUNT_FORMAT: u32 = 1;

/// The accounts of which people are being taken out of the results, with the number that stands for them there.
const LEAVING: &str = "
    CREATE TEMP TABLE leaving (
        account BLOB NOT NULL PRIMARY KEY,
        number INTEGER NOT NULL
    ) STRICT;
";

/// A moment by both clocks: codes grow old by the first, and nodes tell each other the second.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    /// By the clock of this process.
    pub(crate) at: Instant,
    /// In seconds since 1970.
    pub(crate) now: u64,
}

/// An account as a text; `None` if it is gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Whole {
    pub(crate) id: AccountId,
    pub(crate) text: Option<Vec<u8>>,
}

/// An account with everything that a decision needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct AccountRecord {
    dicehall_account: u32,
    name: String,
    /// The looks of the name, as the node that has written it saw it.
    pub(in crate::admission::accounts) looks: Looks,
    created_at: u64,
    pub(in crate::admission::accounts) keys: Vec<KeyRecord>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(in crate::admission::accounts) rescue_codes: Vec<Hex<32>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    link: Option<LinkRecord>,
    /// The number that stands for the person in results, while the person is being taken out of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    leaving: Option<u64>,
}

/// A key of an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct KeyRecord {
    pub(in crate::admission::accounts) key: AccountKey,
    kind: KeyKind,
    added_at: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    revoked_at: Option<u64>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct LinkRecord {
    hash: Hex<32>,
    /// In seconds since 1970.
    until: u64,
}

/// The first field, which tells whether the others can be read.
#[derive(Deserialize)]
struct Head {
    dicehall_account: u32,
}

/// Makes the table of those who are leaving, which is gone with the connection.
pub(super) fn set_up(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(LEAVING)
}

impl AccountRecord {
    /// The account in a text of the bucket.
    pub(in crate::admission::accounts) fn read(
        id: AccountId,
        text: &[u8],
    ) -> Result<Self, StoreError> {
        read(id, text)
    }

    /// Takes out what belongs to the place where the account is: the code of a link, which is good there alone and for minutes, and
    /// the number that stands for the person in the results there, which is returned.
    pub(in crate::admission::accounts) fn take_out_of_place(&mut self) -> Option<u64> {
        self.link = None;
        self.leaving.take()
    }

    /// The account as a text of the bucket.
    pub(in crate::admission::accounts) fn whole(&self, id: AccountId) -> Result<Whole, StoreError> {
        let text = serde_json::to_vec(self).map_err(|error| unread(id, &error))?;
        let text = Some(text);
        Ok(Whole { id, text })
    }
}

impl Store {
    /// Tries a decision whose outcome would be the write with this number in the bucket, and undoes it; returns what it has
    /// decided, and the account that it would change.
    pub(crate) fn try_out<T>(
        &mut self,
        next: u64,
        moment: Moment,
        decide: &mut dyn FnMut(&mut Self) -> Result<T, StoreError>,
    ) -> Result<(T, Option<Whole>), StoreError> {
        // After a panic in the middle of another one.
        if !self.connection.is_autocommit() {
            self.connection.execute_batch("ROLLBACK")?;
        }
        self.connection.execute_batch("BEGIN IMMEDIATE")?;
        self.next = Some(next);
        let tried = decide(self).and_then(|decided| {
            let changed = self.take_changed();
            let whole = changed.map(|it| self.whole(it.id, moment)).transpose()?;
            Ok((decided, whole))
        });
        self.next = None;
        self.changed = None;
        self.connection.execute_batch("ROLLBACK")?;
        tried
    }

    /// The number that will stand for a person in results; `None` with a file, where the results say which is free.
    pub(crate) fn begin_leaving(&mut self, id: AccountId) -> Result<Option<u64>, StoreError> {
        let Some(next) = self.next else {
            return Ok(None);
        };
        let change = self.change()?;
        if !is_there(&change, id)? {
            return Err(gone());
        }
        if let Some(number) = leaving(&change, id)? {
            return Ok(Some(number));
        }
        put_leaving(&change, id, next)?;
        change.commit()?;
        self.note(id);
        Ok(Some(next))
    }

    /// A whole account.
    pub(crate) fn whole(&self, id: AccountId, moment: Moment) -> Result<Whole, StoreError> {
        let connection = &self.connection;
        let account =
            "SELECT name, looks_written, looks_small, created_at FROM accounts WHERE id = ?1";
        let row = connection.query_row(account, [id.0], |row| {
            let created_at = row.get::<_, i64>(3)?.cast_unsigned();
            let (written, small) = (row.get(1)?, row.get(2)?);
            Ok((row.get(0)?, Looks { written, small }, created_at))
        });
        let Some((name, looks, created_at)) = row.optional()? else {
            return Ok(Whole { id, text: None });
        };
        let link = self.link(id, moment.at)?.map(|(hash, left_ms)| LinkRecord {
            hash: Hex(hash),
            until: moment.now + left_ms.cast_unsigned().div_ceil(1_000),
        });
        let record = AccountRecord {
            dicehall_account: ACCOUNT_FORMAT,
            name,
            looks,
            created_at,
            keys: keys(connection, id)?,
            rescue_codes: rescue_codes(connection, id)?,
            link,
            leaving: leaving(connection, id)?,
        };
        record.whole(id)
    }

    /// Takes over accounts as they are in the bucket, in the order of their writes and all at once; returns those that it has
    /// changed.
    pub(crate) fn take_over(
        &mut self,
        wholes: &[Whole],
        moment: Moment,
    ) -> Result<Vec<Changed>, StoreError> {
        let now_ms = self.ms(moment.at);
        let change = self.change()?;
        let mut changed = Vec::new();
        for Whole { id, text } in wholes {
            let before = remove(&change, *id)?;
            let record = text.as_ref().map(|it| read(*id, it)).transpose()?;
            let kept = record.iter().flat_map(|it| &it.keys);
            let kept: Vec<AccountKey> = kept.map(|it| it.key).collect();
            if let Some(record) = record {
                put(&change, *id, &record)?;
                if let Some(link) = &record.link {
                    let left_ms = link.until.saturating_sub(moment.now).saturating_mul(1_000);
                    let left_ms = left_ms.min(u64::from(links::LINK_CODE_SECONDS) * 1_000);
                    links::put(&change, *id, &link.hash.0, now_ms + left_ms.cast_signed())?;
                }
            }
            let gone = before.into_iter().filter(|it| !kept.contains(it)).collect();
            changed.push(Changed { id: *id, gone });
        }
        change.commit()?;
        Ok(changed)
    }

    /// The accounts that there are.
    pub(crate) fn ids(&self) -> Result<Vec<AccountId>, StoreError> {
        let mut rows = self.connection.prepare("SELECT id FROM accounts")?;
        let ids: rusqlite::Result<Vec<_>> = rows
            .query_map([], |row| row.get(0).map(AccountId))?
            .collect();
        Ok(ids?)
    }

    /// The keys that were taken away from an account.
    pub(crate) fn taken_from(&self, id: AccountId) -> Result<Vec<AccountKey>, StoreError> {
        let taken = keys(&self.connection, id)?.into_iter();
        let taken = taken.filter(|it| it.revoked_at.is_some());
        Ok(taken.map(|it| it.key).collect())
    }
}

/// Whether an account is there.
pub(super) fn is_there(connection: &Connection, id: AccountId) -> rusqlite::Result<bool> {
    let mut account = connection.prepare_cached("SELECT 1 FROM accounts WHERE id = ?1")?;
    account.exists([id.0])
}

/// Removes all that is kept of an account; returns the keys that it had.
pub(super) fn remove(change: &Connection, id: AccountId) -> rusqlite::Result<Vec<AccountKey>> {
    change.execute("DELETE FROM accounts WHERE id = ?1", [id.0])?;
    let keys: rusqlite::Result<Vec<AccountKey>> = change
        .prepare_cached("DELETE FROM keys WHERE account = ?1 RETURNING key")?
        .query_map([id.0], |row| row.get(0).map(Hex))?
        .collect();
    change.execute("DELETE FROM rescue_codes WHERE account = ?1", [id.0])?;
    change.execute("DELETE FROM leaving WHERE account = ?1", [id.0])?;
    links::end(change, id)?;
    keys
}

/// Puts an account that is not there. Of several writes only the last of each account may be left, so what stands in its way is an
/// account that a later one of them replaces.
fn put(change: &Connection, id: AccountId, record: &AccountRecord) -> rusqlite::Result<()> {
    let Looks { written, small } = &record.looks;
    change.execute(
        "INSERT OR REPLACE INTO accounts (id, name, looks_written, looks_small, created_at) VALUES (?1, ?2, ?3, ?4, ?5)",
        params![id.0, record.name, written, small, record.created_at.cast_signed()],
    )?;
    for it in &record.keys {
        let (key, kind) = (it.key, it.kind);
        let kind = DeviceKey { key, kind }.kind_number();
        let revoked_at = it.revoked_at.map(u64::cast_signed);
        change.execute(
            "INSERT OR REPLACE INTO keys (key, account, added_at, revoked_at, kind) VALUES (?1, ?2, ?3, ?4, ?5)",
            params![key.0, id.0, it.added_at.cast_signed(), revoked_at, kind],
        )?;
    }
    for hash in &record.rescue_codes {
        let code = "INSERT OR REPLACE INTO rescue_codes (hash, account) VALUES (?1, ?2)";
        change.execute(code, params![hash.0, id.0])?;
    }
    match record.leaving {
        Some(number) => put_leaving(change, id, number),
        None => Ok(()),
    }
}

fn put_leaving(change: &Connection, id: AccountId, number: u64) -> rusqlite::Result<()> {
    let leaving = "INSERT INTO leaving (account, number) VALUES (?1, ?2)";
    change.execute(leaving, params![id.0, number.cast_signed()])?;
    Ok(())
}

fn leaving(connection: &Connection, id: AccountId) -> rusqlite::Result<Option<u64>> {
    let number = "SELECT number FROM leaving WHERE account = ?1";
    let number = connection.query_row(number, [id.0], |row| row.get::<_, i64>(0));
    Ok(number.optional()?.map(i64::cast_unsigned))
}

/// All keys of an account, in the order in which they were added.
fn keys(connection: &Connection, id: AccountId) -> rusqlite::Result<Vec<KeyRecord>> {
    let keys = "SELECT key, kind, added_at, revoked_at FROM keys WHERE account = ?1 ORDER BY rowid";
    let mut rows = connection.prepare_cached(keys)?;
    let key = |row: &rusqlite::Row<'_>| {
        Ok(KeyRecord {
            key: Hex(row.get(0)?),
            kind: kind_of(row.get(1)?),
            added_at: row.get::<_, i64>(2)?.cast_unsigned(),
            revoked_at: row.get::<_, Option<i64>>(3)?.map(i64::cast_unsigned),
        })
    };
    rows.query_map([id.0], key)?.collect()
}

fn rescue_codes(connection: &Connection, id: AccountId) -> rusqlite::Result<Vec<Hex<32>>> {
    let codes = "SELECT hash FROM rescue_codes WHERE account = ?1 ORDER BY rowid";
    let mut rows = connection.prepare_cached(codes)?;
    rows.query_map([id.0], |row| row.get(0).map(Hex))?.collect()
}

/// Reads an account, unless a later release has written it in another form.
fn read(id: AccountId, text: &[u8]) -> Result<AccountRecord, StoreError> {
    let head: Head = serde_json::from_slice(text).map_err(|error| unread(id, &error))?;
    if head.dicehall_account != ACCOUNT_FORMAT {
        let format = head.dicehall_account;
        let why = format!("it has format {format}; this release knows {ACCOUNT_FORMAT}");
        return Err(StoreError::Record(id.to_string(), why));
    }
    serde_json::from_slice(text).map_err(|error| unread(id, &error))
}

fn unread(id: AccountId, error: &serde_json::Error) -> StoreError {
    StoreError::Record(id.to_string(), error.to_string())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use dicehall_protocol::AccountCode;

    use super::super::links::SaidLink;
    use super::super::tests::{KEY, OTHER, begun, signing};
    use super::*;

    /// The form of a release: it is a promise.
    const FIRST_FORM: &str = include_str!("account_1.json");

    fn moment() -> Moment {
        let (at, now) = (Instant::now(), 1_800_000_000);
        Moment { at, now }
    }

    fn text(whole: &Whole) -> &str {
        std::str::from_utf8(whole.text.as_ref().unwrap()).unwrap()
    }

    /// An account with everything that there can be.
    fn full(moment: Moment) -> (Store, AccountId) {
        let mut store = Store::in_memory().unwrap();
        let (id, _) = store.sign_in(signing(KEY), &begun("Aki")).unwrap();
        let guest = DeviceKey::of_guest(Hex([3; 32]));
        store.add_key(id, guest, 1_800_000_001).unwrap();
        store.add_key(id, signing(OTHER), 1_800_000_002).unwrap();
        store.revoke(id, OTHER, 1_800_000_003).unwrap();
        let codes = [4, 5, 6].map(|it| AccountCode::rescue(&[it; 28]).unwrap());
        store.keep_rescue_codes(id, KEY, &codes).unwrap();
        let (hash, now) = ([7; 32], moment.now);
        let said = SaidLink {
            hash,
            at: moment.at,
            now,
        };
        store.make_link(id, KEY, said).unwrap();
        put_leaving(&store.connection, id, 9).unwrap();
        (store, id)
    }

    #[test]
    fn an_account_is_the_same_at_another_node_and_has_the_form_that_was_promised() {
        let moment = moment();
        let (store, id) = full(moment);
        let whole = store.whole(id, moment).unwrap();
        assert_eq!(text(&whole), FIRST_FORM.trim_end());
        let mut other = Store::in_memory().unwrap();
        other
            .take_over(std::slice::from_ref(&whole), moment)
            .unwrap();
        assert_eq!(other.whole(id, moment).unwrap(), whole);
        assert_eq!(other.view(id, KEY).unwrap(), store.view(id, KEY).unwrap());
        assert_eq!(other.taken_away().unwrap(), [OTHER.account()]);
        // There the code grows old as well.
        let later = Moment {
            at: moment.at + Duration::from_secs(601),
            now: moment.now + 601,
        };
        assert!(!text(&other.whole(id, later).unwrap()).contains("link"));
    }

    #[test]
    fn what_is_tried_is_undone_and_tells_what_it_would_change() {
        let (mut store, moment) = (Store::in_memory().unwrap(), moment());
        let mut decide = |store: &mut Store| store.sign_in(signing(KEY), &begun("Aki"));
        let (_, first) = store.try_out(1, moment, &mut decide).unwrap();
        assert!(store.ids().unwrap().is_empty());
        let first = first.expect("an account begins");
        store
            .take_over(std::slice::from_ref(&first), moment)
            .unwrap();
        let (decided, none) = store.try_out(2, moment, &mut decide).unwrap();
        assert_eq!((decided, none), ((first.id, false), None));
        let mut forget = |store: &mut Store| store.forget(first.id);
        let (_, gone) = store.try_out(2, moment, &mut forget).unwrap();
        let (id, text) = (first.id, None);
        assert_eq!(gone, Some(Whole { id, text }));
        assert_eq!(store.ids().unwrap(), [first.id]);
    }

    #[test]
    fn of_writes_of_which_only_the_last_of_each_account_are_left_none_stands_in_the_way_of_another()
    {
        let (mut there, mut here) = (Store::in_memory().unwrap(), Store::in_memory().unwrap());
        let moment = moment();
        let (aki, _) = there.sign_in(signing(KEY), &begun("Aki")).unwrap();
        let before = there.whole(aki, moment).unwrap();
        here.take_over(&[before], moment).unwrap();
        // There Aki takes another name, and somebody else the one before. The first of these writes is not left.
        there.keep_name(aki, &begun("Zed").named).unwrap();
        let (bo, _) = there.sign_in(signing(OTHER), &begun("Aki")).unwrap();
        let left = [bo, aki].map(|it| there.whole(it, moment).unwrap());
        here.take_over(&left, moment).unwrap();
        for id in [aki, bo] {
            assert_eq!(
                here.whole(id, moment).unwrap(),
                there.whole(id, moment).unwrap()
            );
        }
    }

    #[test]
    fn a_form_of_a_later_release_is_not_touched() {
        let (mut store, moment) = (Store::in_memory().unwrap(), moment());
        let id = KEY.account();
        let text = Some(br#"{"dicehall_account":2,"names":["Aki"]}"#.to_vec());
        let refused = store.take_over(&[Whole { id, text }], moment);
        let told = refused.unwrap_err().to_string();
        assert!(
            told.ends_with("has format 2; this release knows 1"),
            "{told}"
        );
        assert!(store.ids().unwrap().is_empty());
    }
}
