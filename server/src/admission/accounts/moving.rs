//! The decision what a move of accounts would have to copy, and whether it fits: a function of what both sides know.
//!
//! Called when accounts move between the file of a server and the bucket of a cluster, before anything is written and again
//! after everything was. Laws kept here: an account is copied whole or not at all, keys that were taken away with it; nothing that is
//! there is ever changed; after the move a name is kept for one account, and a key and a code belong to one, as before.

use std::collections::{BTreeMap, BTreeSet};

use dicehall_engine::lobby::AccountId;

use super::store::ACCOUNTS_MAX;
use super::store::whole::AccountRecord;

/// All accounts of one side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct KnownAccounts {
    /// The accounts, without what belongs to the place where they are.
    pub(crate) accounts: BTreeMap<AccountId, AccountRecord>,
    /// The numbers that stand in the results there for people who are being forgotten.
    pub(crate) leaving: BTreeMap<AccountId, u64>,
    /// The accounts of which it is to be seen that they were removed.
    pub(crate) removed: BTreeSet<AccountId>,
    /// The number of the last write, if the side is a bucket.
    pub(crate) last: u64,
}

/// Why accounts do not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum AccountConflict {
    /// The target has an account that is not in the source.
    Stranger(AccountId),
    /// The target has another account with the same id.
    Different(AccountId),
    /// The account was removed from the target.
    Removed(AccountId),
    /// The target keeps the name of the first account for the second.
    Name(AccountId, AccountId),
    /// A key of the first account belongs to the second, or did.
    Key(AccountId, AccountId),
    /// A code on paper of the first account belongs to the second.
    Code(AccountId, AccountId),
    /// The target would have this many accounts, which is too many.
    Many(usize),
}

/// The accounts that the target lacks, in order; it may have others only if that is said.
pub(crate) fn missing_accounts(
    from: &KnownAccounts,
    to: &KnownAccounts,
    may_have_others: bool,
) -> Result<Vec<AccountId>, AccountConflict> {
    let mut strangers = to.accounts.keys();
    let stranger = strangers.find(|it| !from.accounts.contains_key(*it));
    if let Some(stranger) = stranger.filter(|_| !may_have_others) {
        return Err(AccountConflict::Stranger(*stranger));
    }
    let mut missing = Vec::new();
    for (id, record) in &from.accounts {
        match to.accounts.get(id) {
            Some(there) if there == record => {}
            Some(_) => return Err(AccountConflict::Different(*id)),
            None if to.removed.contains(id) => return Err(AccountConflict::Removed(*id)),
            None => missing.push(*id),
        }
    }
    let mut owners = Owners::default();
    for (id, record) in to.accounts.iter().chain(&from.accounts) {
        owners.add(*id, record)?;
    }
    let count = to.accounts.len() + missing.len();
    if missing.is_empty() || i64::try_from(count).is_ok_and(|it| it <= ACCOUNTS_MAX) {
        Ok(missing)
    } else {
        Err(AccountConflict::Many(count))
    }
}

/// The accounts by what belongs to one alone.
#[derive(Default)]
struct Owners<'a> {
    written: BTreeMap<&'a str, AccountId>,
    small: BTreeMap<&'a str, AccountId>,
    keys: BTreeMap<[u8; 32], AccountId>,
    codes: BTreeMap<[u8; 32], AccountId>,
}

impl<'a> Owners<'a> {
    fn add(&mut self, id: AccountId, record: &'a AccountRecord) -> Result<(), AccountConflict> {
        let written = *self.written.entry(&record.looks.written).or_insert(id);
        let small = *self.small.entry(&record.looks.small).or_insert(id);
        for owner in [written, small] {
            if owner != id {
                return Err(AccountConflict::Name(id, owner));
            }
        }
        for it in &record.keys {
            let owner = *self.keys.entry(it.key.0).or_insert(id);
            if owner != id {
                return Err(AccountConflict::Key(id, owner));
            }
        }
        for code in &record.rescue_codes {
            let owner = *self.codes.entry(code.0).or_insert(id);
            if owner != id {
                return Err(AccountConflict::Code(id, owner));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AKI: AccountId = AccountId([1; 8]);
    const BO: AccountId = AccountId([2; 8]);

    /// An account with a name, a key and a code by their numbers.
    fn account(name: &str, key: u8, code: u8) -> AccountRecord {
        let (key, code) = (
            format!("{key:02x}").repeat(32),
            format!("{code:02x}").repeat(32),
        );
        let small = name.to_lowercase();
        let text = format!(
            r#"{{"dicehall_account":1,"name":"{name}","looks":{{"written":"{name}","small":"{small}"}},"created_at":7,
            "keys":[{{"key":"{key}","kind":"signature","added_at":7,"revoked_at":8}}],"rescue_codes":["{code}"]}}"#
        );
        AccountRecord::read(AKI, text.as_bytes()).unwrap()
    }

    fn side(accounts: &[(AccountId, AccountRecord)]) -> KnownAccounts {
        KnownAccounts {
            accounts: accounts.iter().cloned().collect(),
            ..KnownAccounts::default()
        }
    }

    /// Checks what is missing of two accounts at a side that has these.
    #[track_caller]
    fn check(
        there: &[(AccountId, AccountRecord)],
        expect: &Result<Vec<AccountId>, AccountConflict>,
    ) {
        let from = side(&[(AKI, account("Aki", 1, 1)), (BO, account("Bo", 2, 2))]);
        let missing = missing_accounts(&from, &side(there), true);
        assert_eq!(missing, *expect);
    }

    #[test]
    fn what_is_not_there_is_missing_and_what_is_the_same_is_not() {
        let aki = (AKI, account("Aki", 1, 1));
        let stranger = (AccountId([3; 8]), account("Zed", 3, 3));
        check(&[], &Ok(vec![AKI, BO]));
        check(&[aki.clone(), stranger.clone()], &Ok(vec![BO]));
        check(&[aki.clone(), (BO, account("Bo", 2, 2))], &Ok(vec![]));
        let from = side(std::slice::from_ref(&aki));
        let refused = missing_accounts(&from, &side(&[aki, stranger]), false);
        assert_eq!(refused, Err(AccountConflict::Stranger(AccountId([3; 8]))));
    }

    #[test]
    fn another_account_with_the_same_id_or_anything_of_another_one_does_not_fit() {
        let other = AccountId([3; 8]);
        check(
            &[(BO, account("Bo", 2, 9))],
            &Err(AccountConflict::Different(BO)),
        );
        check(
            &[(other, account("aKI", 3, 3))],
            &Err(AccountConflict::Name(AKI, other)),
        );
        check(
            &[(other, account("Zed", 2, 3))],
            &Err(AccountConflict::Key(BO, other)),
        );
        check(
            &[(other, account("Zed", 3, 2))],
            &Err(AccountConflict::Code(BO, other)),
        );
        let mut gone = side(&[]);
        gone.removed.insert(BO);
        let from = side(&[(BO, account("Bo", 2, 2))]);
        let refused = missing_accounts(&from, &gone, true);
        assert_eq!(refused, Err(AccountConflict::Removed(BO)));
    }

    #[test]
    fn more_accounts_than_a_server_keeps_do_not_fit() {
        let mut full = KnownAccounts::default();
        for number in 0..u32::try_from(ACCOUNTS_MAX).unwrap() {
            let mut record = account(&format!("N {number}"), 3, 3);
            record.keys.clear();
            record.rescue_codes.clear();
            let mut id = AccountId([9; 8]);
            id.0[..4].copy_from_slice(&number.to_be_bytes());
            full.accounts.insert(id, record);
        }
        let from = side(&[(AKI, account("Aki", 1, 1))]);
        let refused = missing_accounts(&from, &full, true);
        assert_eq!(refused, Err(AccountConflict::Many(full.accounts.len() + 1)));
    }
}
