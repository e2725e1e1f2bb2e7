//! The codes on paper by which a person comes back who has lost every device.
//!
//! Called by `accounts`. Laws kept here: the file has the hashes alone, and a plain hash is enough, because a code has more than 128 bits;
//! using a code and adding the key is one transaction.

use dicehall_engine::lobby::AccountId;
use dicehall_protocol::{AccountCode, AccountKey};
use rusqlite::{OptionalExtension, params};

use super::{Store, StoreError, gone, insert_key, owner};
use crate::admission::accounts::kinds::DeviceKey;
use crate::refusal::Refusal;

/// The number of codes that an account has at first.
pub(crate) const RESCUE_CODES: usize = 3;

impl Store {
    /// Makes these the codes of an account, in place of those before, for whoever has signed in by one of its keys.
    pub(crate) fn keep_rescue_codes(
        &mut self,
        id: AccountId,
        key: AccountKey,
        codes: &[AccountCode; RESCUE_CODES],
    ) -> Result<(), StoreError> {
        let transaction = self.change()?;
        if owner(&transaction, key)? != Some((id, false)) {
            return Err(gone());
        }
        transaction.execute("DELETE FROM rescue_codes WHERE account = ?1", [id.0])?;
        for code in codes {
            let kept = "INSERT INTO rescue_codes (hash, account) VALUES (?1, ?2)";
            transaction.execute(kept, params![code.hash(), id.0])?;
        }
        transaction.commit()?;
        self.note(id);
        Ok(())
    }

    /// Adds a key that nobody has to the account of a code, which is good no more.
    pub(crate) fn use_rescue_code(
        &mut self,
        code: &AccountCode,
        key: DeviceKey,
        now: u64,
    ) -> Result<AccountId, StoreError> {
        let transaction = self.change()?;
        let used = "DELETE FROM rescue_codes WHERE hash = ?1 RETURNING account";
        let id = transaction.query_row(used, [code.hash()], |row| row.get(0).map(AccountId));
        let id = id
            .optional()?
            .ok_or(StoreError::Refused(Refusal::BAD_CODE))?;
        insert_key(&transaction, id, key, now)?;
        transaction.commit()?;
        self.note(id);
        Ok(id)
    }

    /// The number of codes that an account has left.
    pub(super) fn rescue_codes_left(&self, id: AccountId) -> rusqlite::Result<u32> {
        let left = "SELECT count(*) FROM rescue_codes WHERE account = ?1";
        self.connection.query_row(left, [id.0], |row| row.get(0))
    }
}

#[cfg(test)]
mod tests {
    use dicehall_protocol::Hex;

    use super::super::tests::{KEY, OTHER, begun, bytes, has, signing};
    use super::*;

    const NEXT: AccountKey = Hex([3; 32]);

    fn codes(first: u8) -> [AccountCode; RESCUE_CODES] {
        [first, first + 1, first + 2].map(|it| AccountCode::rescue(&[it; 28]).unwrap())
    }

    fn is_bad(result: Result<AccountId, StoreError>) -> bool {
        matches!(result, Err(StoreError::Refused(it)) if it == Refusal::BAD_CODE)
    }

    #[test]
    fn each_code_is_used_once_also_after_a_kill_and_new_ones_end_the_old() {
        let (data, copy) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let mut store = Store::open(data.path()).unwrap();
        let (id, _) = store.sign_in(signing(KEY), &begun("Aki")).unwrap();
        let [first, second, _] = codes(1);
        store.keep_rescue_codes(id, KEY, &codes(1)).unwrap();
        assert_eq!(
            store.use_rescue_code(&first, signing(OTHER), 7).unwrap(),
            id
        );
        assert_eq!(store.view(id, OTHER).unwrap().rescue_codes, 2);
        // As after a kill: nothing was closed.
        for file in std::fs::read_dir(data.path()).unwrap() {
            let file = file.unwrap();
            std::fs::copy(file.path(), copy.path().join(file.file_name())).unwrap();
        }
        let mut after = Store::open(copy.path()).unwrap();
        assert!(is_bad(after.use_rescue_code(&first, signing(NEXT), 8)));
        assert_eq!(
            after.view(id, OTHER).unwrap(),
            store.view(id, OTHER).unwrap()
        );
        after.keep_rescue_codes(id, OTHER, &codes(11)).unwrap();
        assert!(is_bad(after.use_rescue_code(&second, signing(NEXT), 8)));
        assert_eq!(
            after
                .use_rescue_code(&codes(11)[2], signing(NEXT), 8)
                .unwrap(),
            id
        );
    }

    #[test]
    fn the_file_has_no_code_and_of_a_forgotten_account_no_hash() {
        let data = tempfile::tempdir().unwrap();
        let mut store = Store::open(data.path()).unwrap();
        let (id, _) = store.sign_in(signing(KEY), &begun("Aki")).unwrap();
        let [first, ..] = codes(1);
        store.keep_rescue_codes(id, KEY, &codes(1)).unwrap();
        let file = bytes(data.path());
        let text = first.to_string().replace('-', "");
        assert!(has(&file, &first.hash()) && !has(&file, text.as_bytes()));
        store.forget(id).unwrap();
        assert!(!has(&bytes(data.path()), &first.hash()));
        assert!(is_bad(store.use_rescue_code(&first, signing(OTHER), 7)));
    }

    #[test]
    fn a_key_that_was_taken_away_makes_no_codes_and_a_code_that_adds_none_stays() {
        let mut store = Store::in_memory().unwrap();
        let (id, _) = store.sign_in(signing(KEY), &begun("Aki")).unwrap();
        store.add_key(id, signing(OTHER), 7).unwrap();
        store.revoke(id, OTHER, 8).unwrap();
        assert!(store.keep_rescue_codes(id, OTHER, &codes(1)).is_err());
        store.keep_rescue_codes(id, KEY, &codes(1)).unwrap();
        let [first, ..] = codes(1);
        assert!(
            store.use_rescue_code(&first, signing(KEY), 9).is_err(),
            "it has the account"
        );
        assert_eq!(store.use_rescue_code(&first, signing(NEXT), 9).unwrap(), id);
    }
}
