//! The names that are kept, by what they look like: asked whenever somebody enters a lobby. The file has the same.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use dicehall_engine::lobby::{AccountId, Looks};

/// The kept names; an account keeps one.
#[derive(Debug, Default)]
pub(crate) struct Names(Mutex<Index>);

#[derive(Debug, Default)]
struct Index {
    accounts: BTreeMap<AccountId, Looks>,
    written: BTreeMap<String, AccountId>,
    small: BTreeMap<String, AccountId>,
}

impl Names {
    /// These names.
    pub(crate) fn new(kept: Vec<(AccountId, Looks)>) -> Self {
        let names = Self::default();
        for (id, looks) in kept {
            names.keep(id, looks);
        }
        names
    }

    /// The account for which a name that looks like this is kept.
    pub(crate) fn holder(&self, looks: &Looks) -> Option<AccountId> {
        let index = self.lock();
        let written = index.written.get(&looks.written);
        written.or_else(|| index.small.get(&looks.small)).copied()
    }

    /// Keeps this name for an account, and no other any more.
    pub(crate) fn keep(&self, id: AccountId, looks: Looks) {
        let mut index = self.lock();
        index.free(id);
        index.written.insert(looks.written.clone(), id);
        index.small.insert(looks.small.clone(), id);
        index.accounts.insert(id, looks);
    }

    /// Keeps no name for an account any more.
    pub(crate) fn free(&self, id: AccountId) {
        self.lock().free(id);
    }

    /// Locks the index. Nobody panics in the middle of a change.
    fn lock(&self) -> MutexGuard<'_, Index> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Index {
    fn free(&mut self, id: AccountId) {
        if let Some(looks) = self.accounts.remove(&id) {
            // Of changes that came together the later one may be known first: then the name is somebody else's already.
            free(&mut self.written, &looks.written, id);
            free(&mut self.small, &looks.small, id);
        }
    }
}

/// Frees one look of a name, if it is this account's.
fn free(names: &mut BTreeMap<String, AccountId>, look: &str, id: AccountId) {
    if names.get(look) == Some(&id) {
        names.remove(look);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AKI: AccountId = AccountId([1; 8]);

    #[test]
    fn a_name_that_looks_alike_is_kept_too_until_another_is() {
        let names = Names::new(vec![(AKI, Looks::plain("Aki"))]);
        let holder = |name| names.holder(&Looks::plain(name));
        assert_eq!(
            (holder("Aki"), holder("aKI"), holder("Ben")),
            (Some(AKI), Some(AKI), None)
        );
        names.keep(AKI, Looks::plain("Ben"));
        assert_eq!((holder("Aki"), holder("BEN")), (None, Some(AKI)));
        names.free(AKI);
        assert_eq!(holder("Ben"), None);
    }

    #[test]
    fn a_name_that_somebody_else_has_got_stays_theirs_when_the_one_before_takes_another() {
        let names = Names::new(vec![(AKI, Looks::plain("Aki"))]);
        let bo = AccountId([2; 8]);
        names.keep(bo, Looks::plain("Aki"));
        names.keep(AKI, Looks::plain("Zed"));
        let holder = |name| names.holder(&Looks::plain(name));
        assert_eq!((holder("Aki"), holder("Zed")), (Some(bo), Some(AKI)));
    }
}
