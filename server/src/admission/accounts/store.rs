//! The accounts in tables: in the file `accounts.sqlite` beside the journal, or for a node of a cluster in memory, where they are
//! what the bucket says that all nodes share.
//!
//! Called by `kept`, and by `offline` while no server runs. It is a file of its own, because a person may want to be forgotten: nothing is ever taken out of
//! the middle of the journal. Laws kept here: what a call returns is on the disk if there is a file, and each call is one
//! transaction, which says whose account has changed; a key that was taken away is remembered as such, so that it never begins
//! another account; a file of a later format is not touched.

mod format;
pub(crate) mod links;
pub(crate) mod rescue;
pub(super) mod whole;

use std::path::{Path, PathBuf};

use dicehall_engine::lobby::{AccountId, Looks};
use dicehall_protocol::{AccountKey, AccountKeyView, AccountView, Hex};
use rusqlite::{Connection, OptionalExtension, Savepoint, params};
use tokio::time::Instant;

use super::Named;
use super::kinds::{DeviceKey, kind_of};
use crate::os::private_files::open_private;
use crate::refusal::Refusal;
use format::FORMAT;

/// The name of the file in the data folder.
const FILE_NAME: &str = "accounts.sqlite";
/// The most accounts of one server: their names are kept in memory.
pub(crate) const ACCOUNTS_MAX: i64 = 50_000;

/// The most keys of one account at a time.
pub(crate) const KEYS_MAX: i64 = 16;
/// The most keys that one account has ever had: those that were taken away stay in the file.
pub(crate) const KEYS_EVER_MAX: i64 = 100;

/// The accounts in tables.
#[derive(Debug)]
pub(crate) struct Store {
    connection: Connection,
    /// The moment from which the times of link codes are counted.
    begun: Instant,
    /// The account that the last call has changed.
    changed: Option<Changed>,
    /// The number that a change gets in the bucket; `None` with a file.
    next: Option<u64>,
}

/// An account that was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Changed {
    /// The account.
    pub(crate) id: AccountId,
    /// The keys of which nothing is known any more.
    pub(crate) gone: Vec<AccountKey>,
}

/// Why a call has changed nothing.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StoreError {
    /// The person may not do that.
    #[error("refused")]
    Refused(Refusal),
    /// The file cannot be made.
    #[error("{}: {error}", path.display())]
    File {
        path: PathBuf,
        error: std::io::Error,
    },
    /// The file cannot be read or written.
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
    /// The person could not be taken out of what else is kept.
    #[error("{0}")]
    Elsewhere(String),
    /// The file was written by a later release.
    #[error("{FILE_NAME} has format {0}; this release knows {FORMAT}")]
    Format(i64),
    /// The bucket of all nodes cannot be read or written now. Whatever was to be written may be written all the same.
    #[error("the cluster does not answer")]
    Away,
    /// The bucket has an account that this release cannot read.
    #[error("the account {0} in the cluster cannot be read: {1}")]
    Record(String, String),
}

/// How an account begins, if the key has none.
#[derive(Clone, Debug)]
pub(crate) struct Begun {
    /// The name to keep.
    pub(crate) named: Named,
    /// Whether the person wants one to begin.
    pub(crate) is_wanted: bool,
    /// Whether an account may begin.
    pub(crate) may: bool,
    /// Now, in seconds since 1970.
    pub(crate) now: u64,
}

impl Store {
    /// Whether a data folder has the file.
    pub(crate) fn is_in(data: &Path) -> bool {
        data.join(FILE_NAME).exists()
    }

    /// The file in a data folder, which is made if it is not there.
    pub(crate) fn open(data: &Path) -> Result<Self, StoreError> {
        let path = data.join(FILE_NAME);
        // `SQLite` would make it readable by everybody, and its log with it.
        let made = open_private(&path);
        made.map_err(|error| StoreError::File {
            path: path.clone(),
            error,
        })?;
        Self::set_up(Connection::open(path)?)
    }

    /// No file at all.
    pub(crate) fn in_memory() -> Result<Self, StoreError> {
        Self::set_up(Connection::open_in_memory()?)
    }

    fn set_up(mut connection: Connection) -> Result<Self, StoreError> {
        let format = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
        if !(0..=FORMAT).contains(&format) {
            return Err(StoreError::Format(format));
        }
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        // Of what was removed nothing stays in free pages.
        connection.pragma_update(None, "secure_delete", "ON")?;
        format::upgrade(&mut connection, format)?;
        links::set_up(&connection)?;
        whole::set_up(&connection)?;
        Ok(Self {
            connection,
            begun: Instant::now(),
            changed: None,
            next: None,
        })
    }

    /// The account that was changed since this was asked last.
    pub(crate) fn take_changed(&mut self) -> Option<Changed> {
        self.changed.take()
    }

    /// Notes that an account was changed.
    fn note(&mut self, id: AccountId) {
        let gone = Vec::new();
        self.changed = Some(Changed { id, gone });
    }

    /// Every kept name.
    pub(crate) fn names(&self) -> Result<Vec<(AccountId, Looks)>, StoreError> {
        let mut rows = self
            .connection
            .prepare("SELECT id, looks_written, looks_small FROM accounts")?;
        let name = |row: &rusqlite::Row<'_>| {
            let looks = Looks {
                written: row.get(1)?,
                small: row.get(2)?,
            };
            Ok((AccountId(row.get(0)?), looks))
        };
        let names: rusqlite::Result<Vec<_>> = rows.query_map([], name)?.collect();
        Ok(names?)
    }

    /// The looks of the name that an account keeps; `None` if there is no such account.
    pub(crate) fn looks(&self, id: AccountId) -> Result<Option<Looks>, StoreError> {
        let looks = "SELECT looks_written, looks_small FROM accounts WHERE id = ?1";
        let looks = self.connection.query_row(looks, [id.0], |row| {
            let (written, small) = (row.get(0)?, row.get(1)?);
            Ok(Looks { written, small })
        });
        Ok(looks.optional()?)
    }

    /// Every device that was taken away.
    pub(crate) fn taken_away(&self) -> Result<Vec<AccountId>, StoreError> {
        let keys = "SELECT key FROM keys WHERE revoked_at IS NOT NULL";
        let mut rows = self.connection.prepare(keys)?;
        let devices: rusqlite::Result<Vec<_>> = rows
            .query_map([], |row| row.get(0).map(|it| AccountKey::account(&Hex(it))))?
            .collect();
        Ok(devices?)
    }

    /// The account of a key, and whether it has begun with this; then it keeps this name.
    pub(crate) fn sign_in(
        &mut self,
        key: DeviceKey,
        begun: &Begun,
    ) -> Result<(AccountId, bool), StoreError> {
        let transaction = self.change()?;
        let (id, is_new) = match owner_of_kind(&transaction, key)? {
            Some((_, true)) => return Err(StoreError::Refused(Refusal::KEY_REVOKED)),
            Some((id, false)) => (id, false),
            None if !begun.is_wanted => return Err(StoreError::Refused(Refusal::NO_SUCH_KEY)),
            None => (key.key.account(), true),
        };
        if is_new {
            begin(&transaction, key, begun)?;
            transaction.commit()?;
            self.note(id);
        }
        Ok((id, is_new))
    }

    /// Keeps this name for an account, in place of the one before.
    pub(crate) fn keep_name(&mut self, id: AccountId, named: &Named) -> Result<(), StoreError> {
        let transaction = self.change()?;
        let Named { name, looks } = named;
        check_name(&transaction, id, looks)?;
        let kept =
            "UPDATE accounts SET name = ?2, looks_written = ?3, looks_small = ?4 WHERE id = ?1";
        let changed = transaction.execute(kept, params![id.0, name, looks.written, looks.small])?;
        if changed == 0 {
            return Err(gone());
        }
        transaction.commit()?;
        self.note(id);
        Ok(())
    }

    /// All that is kept of an account, for whoever has signed in by one of its keys.
    pub(crate) fn view(&self, id: AccountId, yours: AccountKey) -> Result<AccountView, StoreError> {
        let account = "SELECT name, created_at FROM accounts WHERE id = ?1";
        let row = self.connection.query_row(account, [id.0], |row| {
            Ok((row.get(0)?, row.get::<_, i64>(1)?))
        });
        let (name, created_at): (String, i64) = row.optional()?.ok_or_else(gone)?;
        let keys = "SELECT key, added_at, kind FROM keys WHERE account = ?1 AND revoked_at IS NULL ORDER BY added_at, rowid";
        let mut rows = self.connection.prepare(keys)?;
        let key = |row: &rusqlite::Row<'_>| {
            let (key, added_at) = (Hex(row.get(0)?), row.get::<_, i64>(1)?);
            Ok(AccountKeyView {
                key,
                added_at: added_at.cast_unsigned(),
                yours: key == yours,
                kind: kind_of(row.get(2)?),
            })
        };
        let keys: rusqlite::Result<Vec<_>> = rows.query_map([id.0], key)?.collect();
        Ok(AccountView {
            account: id,
            name,
            created_at: created_at.cast_unsigned(),
            keys: keys?,
            rescue_codes: self.rescue_codes_left(id)?,
        })
    }

    /// Refuses a key that belongs to an account, or did.
    pub(crate) fn check_free(&self, key: AccountKey) -> Result<(), StoreError> {
        match owner(&self.connection, key)? {
            Some((_, true)) => Err(StoreError::Refused(Refusal::KEY_REVOKED)),
            Some((_, false)) => Err(StoreError::Refused(Refusal::HAS_ACCOUNT)),
            None => Ok(()),
        }
    }

    /// Whether a key belongs to an account, or did.
    pub(crate) fn is_of(&self, id: AccountId, key: AccountKey) -> Result<bool, StoreError> {
        let owner = owner(&self.connection, key)?;
        Ok(owner.is_some_and(|it| it.0 == id))
    }

    /// Adds a key that nobody has to an account.
    #[cfg(test)]
    pub(crate) fn add_key(
        &mut self,
        id: AccountId,
        key: DeviceKey,
        now: u64,
    ) -> Result<(), StoreError> {
        let transaction = self.change()?;
        insert_key(&transaction, id, key, now)?;
        transaction.commit()?;
        self.note(id);
        Ok(())
    }

    /// Takes a key away from an account; the last one stays.
    pub(crate) fn revoke(
        &mut self,
        id: AccountId,
        key: AccountKey,
        now: u64,
    ) -> Result<(), StoreError> {
        let transaction = self.change()?;
        if owner(&transaction, key)? != Some((id, false)) {
            return Err(StoreError::Refused(Refusal::NO_SUCH_KEY));
        }
        let left = "SELECT count(*) FROM keys WHERE account = ?1 AND revoked_at IS NULL";
        let left: i64 = transaction.query_row(left, [id.0], |row| row.get(0))?;
        if left == 1 {
            return Err(StoreError::Refused(Refusal::LAST_KEY));
        }
        let revoked = "UPDATE keys SET revoked_at = ?2 WHERE key = ?1";
        transaction.execute(revoked, params![key.0, now.cast_signed()])?;
        // Perhaps whoever had the key has made the code.
        links::end(&transaction, id)?;
        transaction.commit()?;
        self.note(id);
        Ok(())
    }

    /// Removes all that is kept of an account; returns the keys that it had.
    pub(crate) fn forget(&mut self, id: AccountId) -> Result<Vec<AccountKey>, StoreError> {
        let transaction = self.change()?;
        if !whole::is_there(&transaction, id)? {
            return Err(gone());
        }
        let keys = whole::remove(&transaction, id)?;
        transaction.commit()?;
        // Nothing of it stays in the log either. What is only tried has no log.
        if self.connection.is_autocommit() {
            self.connection
                .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_row| Ok(()))?;
        }
        let gone = keys.clone();
        self.changed = Some(Changed { id, gone });
        Ok(keys)
    }

    /// Begins a change, which is made by its commit; within a trial it is undone with that.
    fn change(&mut self) -> rusqlite::Result<Savepoint<'_>> {
        self.connection.savepoint()
    }
}

/// The account of a key, and whether the key was taken away from it.
fn owner(transaction: &Connection, key: AccountKey) -> rusqlite::Result<Option<(AccountId, bool)>> {
    let owner = "SELECT account, revoked_at IS NOT NULL FROM keys WHERE key = ?1";
    transaction
        .query_row(owner, [key.0], |row| {
            Ok((AccountId(row.get(0)?), row.get(1)?))
        })
        .optional()
}

/// The same for a key of this kind alone.
fn owner_of_kind(
    transaction: &Connection,
    key: DeviceKey,
) -> rusqlite::Result<Option<(AccountId, bool)>> {
    let kind = "SELECT kind = ?2 FROM keys WHERE key = ?1";
    let kind = transaction.query_row(kind, params![key.key.0, key.kind_number()], |row| {
        row.get(0)
    });
    if kind.optional()? == Some(false) {
        return Ok(None);
    }
    owner(transaction, key.key)
}

/// Gives a key that nobody has to an account, if it may have another.
fn insert_key(
    transaction: &Connection,
    id: AccountId,
    key: DeviceKey,
    now: u64,
) -> Result<(), StoreError> {
    if owner(transaction, key.key)?.is_some() {
        return Err(StoreError::Refused(Refusal::HAS_ACCOUNT));
    }
    let (all, good): (i64, i64) = transaction.query_row(
        "SELECT count(*), count(*) - count(revoked_at) FROM keys WHERE account = ?1",
        [id.0],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    if good >= KEYS_MAX || all >= KEYS_EVER_MAX {
        return Err(StoreError::Refused(Refusal::KEYS_FULL));
    }
    write_key(transaction, id, key, now)?;
    Ok(())
}

/// Refuses a name that looks like the one that is kept for another account.
fn check_name(transaction: &Connection, id: AccountId, looks: &Looks) -> Result<(), StoreError> {
    let taken =
        "SELECT 1 FROM accounts WHERE (looks_written = ?1 OR looks_small = ?2) AND id <> ?3";
    let taken = transaction
        .query_row(taken, params![looks.written, looks.small, id.0], |_row| {
            Ok(())
        })
        .optional()?;
    match taken {
        Some(()) => Err(StoreError::Refused(Refusal::NAME_KEPT)),
        None => Ok(()),
    }
}

fn write_key(
    transaction: &Connection,
    id: AccountId,
    key: DeviceKey,
    now: u64,
) -> rusqlite::Result<()> {
    let added = "INSERT INTO keys (key, account, added_at, kind) VALUES (?1, ?2, ?3, ?4)";
    let row = params![key.key.0, id.0, now.cast_signed(), key.kind_number()];
    transaction.execute(added, row)?;
    Ok(())
}

fn begin(transaction: &Connection, key: DeviceKey, begun: &Begun) -> Result<(), StoreError> {
    let count: i64 =
        transaction.query_row("SELECT count(*) FROM accounts", [], |row| row.get(0))?;
    if !begun.may || count >= ACCOUNTS_MAX {
        return Err(StoreError::Refused(Refusal::ACCOUNTS_FULL));
    }
    let (id, now) = (key.key.account(), begun.now.cast_signed());
    let Named { name, looks } = &begun.named;
    check_name(transaction, id, looks)?;
    transaction.execute(
        "INSERT INTO accounts (id, name, looks_written, looks_small, created_at) VALUES (?1, ?2, ?3, ?4, ?5)",
        params![id.0, name, looks.written, looks.small, now],
    )?;
    write_key(transaction, id, key, begun.now)?;
    Ok(())
}

/// The account was removed meanwhile, through another connection.
fn gone() -> StoreError {
    StoreError::Refused(Refusal::NOT_SIGNED_IN)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use dicehall_protocol::looks::looks;
    use dicehall_protocol::{DeviceSecret, KeyKind};

    use super::*;

    pub(super) const KEY: AccountKey = Hex([1; 32]);
    pub(super) const OTHER: AccountKey = Hex([2; 32]);

    pub(super) fn begun(name: &str) -> Begun {
        let (name, looks) = (name.to_owned(), looks(name));
        Begun {
            named: Named { name, looks },
            is_wanted: true,
            may: true,
            now: 1_800_000_000,
        }
    }

    pub(super) fn signing(key: AccountKey) -> DeviceKey {
        DeviceKey::signing(key)
    }

    /// Every byte of the files of a folder.
    pub(super) fn bytes(data: &Path) -> Vec<u8> {
        let files = fs::read_dir(data).unwrap();
        files
            .flat_map(|it| fs::read(it.unwrap().path()).unwrap())
            .collect()
    }

    pub(super) fn has(bytes: &[u8], wanted: &[u8]) -> bool {
        bytes.windows(wanted.len()).any(|it| it == wanted)
    }

    #[test]
    fn what_was_answered_is_in_the_files_at_that_moment() {
        let (data, copy) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let mut store = Store::open(data.path()).unwrap();
        let (id, is_new) = store.sign_in(signing(KEY), &begun("Aki")).unwrap();
        assert!(is_new);
        store.add_key(id, signing(OTHER), 7).unwrap();
        store.revoke(id, KEY, 8).unwrap();
        // As after a kill: nothing was closed.
        for file in fs::read_dir(data.path()).unwrap() {
            let file = file.unwrap();
            fs::copy(file.path(), copy.path().join(file.file_name())).unwrap();
        }
        let mut after = Store::open(copy.path()).unwrap();
        assert_eq!(
            after.view(id, OTHER).unwrap(),
            store.view(id, OTHER).unwrap()
        );
        assert_eq!(
            after.sign_in(signing(OTHER), &begun("Aki")).unwrap(),
            (id, false)
        );
        assert!(
            after.sign_in(signing(KEY), &begun("Aki")).is_err(),
            "it was taken away"
        );
    }

    #[test]
    fn a_key_of_one_kind_is_none_of_another() {
        let mut store = Store::in_memory().unwrap();
        let secret = DeviceSecret(Hex([7; 32]));
        let (page, shown) = (DeviceKey::of_secret(&secret), secret.key());
        let (id, _) = store.sign_in(page, &begun("Aki")).unwrap();
        assert_eq!(store.view(id, shown).unwrap().keys[0].kind, KeyKind::Secret);
        assert!(store.sign_in(signing(shown), &begun("Bo")).is_err());
        // What is shown of the key is no secret either.
        let shown_as_secret = DeviceKey::of_secret(&DeviceSecret(shown));
        let (other, is_new) = store.sign_in(shown_as_secret, &begun("Cy")).unwrap();
        assert!(is_new && other != id);
        assert_eq!(store.sign_in(page, &begun("Dee")).unwrap(), (id, false));
        // It is taken away like any other.
        store.add_key(id, signing(OTHER), 7).unwrap();
        store.revoke(id, shown, 8).unwrap();
        assert_eq!(store.taken_away().unwrap(), [shown.account()]);
        let taken = store.sign_in(page, &begun("Aki"));
        assert!(matches!(taken, Err(StoreError::Refused(it)) if it == Refusal::KEY_REVOKED));
    }

    #[test]
    fn a_key_of_ssh_is_none_of_another_kind_though_it_has_the_same_bytes() {
        let mut store = Store::in_memory().unwrap();
        let (id, _) = store
            .sign_in(DeviceKey::of_guest(KEY), &begun("Aki"))
            .unwrap();
        assert_eq!(store.view(id, KEY).unwrap().keys[0].kind, KeyKind::Ssh);
        assert!(store.sign_in(signing(KEY), &begun("Bo")).is_err());
        store.sign_in(signing(OTHER), &begun("Bo")).unwrap();
        let known = Begun {
            is_wanted: false,
            ..begun("Aki")
        };
        let as_guest = store.sign_in(DeviceKey::of_guest(OTHER), &known);
        assert!(matches!(as_guest, Err(StoreError::Refused(it)) if it == Refusal::NO_SUCH_KEY));
        let again = store.sign_in(DeviceKey::of_guest(KEY), &known);
        assert_eq!(again.unwrap(), (id, false));
    }

    #[test]
    fn keys_that_were_taken_away_count_as_well() {
        let mut store = Store::in_memory().unwrap();
        let (id, _) = store.sign_in(signing(KEY), &begun("Aki")).unwrap();
        for number in 1..u64::try_from(KEYS_EVER_MAX).unwrap() {
            let mut key = Hex([9; 32]);
            key.0[..8].copy_from_slice(&number.to_be_bytes());
            store.add_key(id, signing(key), number).unwrap();
            store.revoke(id, key, number).unwrap();
        }
        let full = store.add_key(id, signing(OTHER), 1);
        assert!(matches!(full, Err(StoreError::Refused(it)) if it == Refusal::KEYS_FULL));
        assert!(store.sign_in(signing(KEY), &begun("Aki")).is_ok());
    }

    #[test]
    fn of_somebody_who_is_forgotten_no_byte_is_left() {
        let data = tempfile::tempdir().unwrap();
        let mut store = Store::open(data.path()).unwrap();
        let (id, _) = store
            .sign_in(signing(Hex([0xA5; 32])), &begun("Rumpelstilz"))
            .unwrap();
        assert!(has(&bytes(data.path()), b"Rumpelstilz") && has(&bytes(data.path()), &[0xA5; 32]));
        assert_eq!(store.forget(id).unwrap(), [Hex([0xA5; 32])]);
        let left = bytes(data.path());
        assert!(!has(&left, b"umpelstilz") && !has(&left, &[0xA5; 8]) && !has(&left, &id.0));
        assert!(store.names().unwrap().is_empty());
        assert!(store.forget(id).is_err() && store.view(id, KEY).is_err());
    }

    #[test]
    #[cfg(unix)]
    fn nobody_else_may_read_the_files() {
        use std::os::unix::fs::PermissionsExt;
        let data = tempfile::tempdir().unwrap();
        let mut store = Store::open(data.path()).unwrap();
        store.sign_in(signing(KEY), &begun("Aki")).unwrap();
        for file in fs::read_dir(data.path()).unwrap() {
            let mode = file.unwrap().metadata().unwrap().permissions().mode();
            assert_eq!(mode & 0o077, 0);
        }
    }

    /// The file was written by the release before, with `dicehall account data` of two people.
    #[test]
    fn a_file_of_the_first_format_is_brought_up_and_has_the_same_people() {
        let data = tempfile::tempdir().unwrap();
        let old = include_bytes!("store/format_1.sqlite");
        fs::write(data.path().join(FILE_NAME), old).unwrap();
        let key = "04b1faecb5c6f78dbaeb8a3adf81c81a42bb6fdc5bb7e3c7db1e5590eb7dc72e";
        let key = AccountKey::try_from(key.to_owned()).unwrap();
        let mut store = Store::open(data.path()).unwrap();
        let (id, is_new) = store.sign_in(signing(key), &begun("Cy")).unwrap();
        assert_eq!(
            (id.to_string().as_str(), is_new),
            ("eb9c9f9810413661", false)
        );
        store.add_key(id, signing(OTHER), 1_795_894_900).unwrap();
        drop(store);
        // Once more, now that it has the present format.
        let store = Store::open(data.path()).unwrap();
        let view = store.view(id, key).unwrap();
        assert_eq!(
            (view.name.as_str(), view.created_at),
            ("Aki", 1_795_894_852)
        );
        let keys: Vec<_> = view.keys.iter().map(|it| it.added_at).collect();
        assert_eq!(keys, [1_795_894_852, 1_795_894_900]);
        let mut names: Vec<_> = store.names().unwrap();
        names.sort_by_key(|(_, looks)| looks.written.clone());
        let names: Vec<_> = names
            .iter()
            .map(|(_, looks)| looks.small.as_str())
            .collect();
        assert_eq!(names, [looks("Aki").small, looks("Bo").small]);
    }

    /// The file was written by the release before there were keys of ssh: with a key of each kind, one that was taken away, and codes.
    #[test]
    fn a_file_of_the_third_format_keeps_its_keys_and_takes_one_of_ssh() {
        let data = tempfile::tempdir().unwrap();
        let old = include_bytes!("store/format_3.sqlite");
        fs::write(data.path().join(FILE_NAME), old).unwrap();
        let mut store = Store::open(data.path()).unwrap();
        let (id, is_new) = store.sign_in(signing(KEY), &begun("Cy")).unwrap();
        let page = DeviceKey::of_secret(&DeviceSecret(Hex([7; 32])));
        assert_eq!(
            (store.sign_in(page, &begun("Cy")).unwrap(), is_new),
            ((id, false), false)
        );
        let taken = store.sign_in(signing(OTHER), &begun("Cy"));
        assert!(matches!(taken, Err(StoreError::Refused(it)) if it == Refusal::KEY_REVOKED));
        let guest = DeviceKey::of_guest(Hex([0x66; 32]));
        store.add_key(id, guest, 1_800_000_010).unwrap();
        drop(store);
        let store = Store::open(data.path()).unwrap();
        let view = store.view(id, KEY).unwrap();
        let kinds: Vec<KeyKind> = view.keys.iter().map(|it| it.kind).collect();
        assert_eq!(kinds, [KeyKind::Signature, KeyKind::Secret, KeyKind::Ssh]);
        assert_eq!((view.name.as_str(), view.rescue_codes), ("Aki", 3));
        assert_eq!(store.taken_away().unwrap(), [OTHER.account()]);
        let format = store
            .connection
            .pragma_query_value(None, "user_version", |row| row.get(0));
        assert_eq!(format, Ok(FORMAT));
    }

    #[test]
    fn a_file_of_a_later_format_is_not_touched() {
        let data = tempfile::tempdir().unwrap();
        drop(Store::open(data.path()).unwrap());
        let path = data.path().join(FILE_NAME);
        let connection = Connection::open(&path).unwrap();
        connection
            .pragma_update(None, "user_version", FORMAT + 1)
            .unwrap();
        drop(connection);
        let before = fs::read(&path).unwrap();
        let refused = Store::open(data.path()).unwrap_err();
        let told = format!("format {}", FORMAT + 1);
        assert!(refused.to_string().contains(&told), "{refused}");
        assert_eq!(fs::read(&path).unwrap(), before);
    }
}
