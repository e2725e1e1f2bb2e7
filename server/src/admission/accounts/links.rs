//! The codes by which people may add another device to their accounts: each account has at most one, for minutes, and once.
//!
//! Called by `accounts`, in the work on the file. Laws kept here: the codes themselves are kept nowhere, and their hashes in
//! memory alone, so that a restart ends them all; a code that is used, old, taken back or made up is the same to whoever tries it.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use dicehall_engine::lobby::AccountId;
use dicehall_protocol::AccountCode;
use tokio::time::Instant;

use crate::refusal::Refusal;

/// The time for which a link code is good, in seconds: enough to go to another room and to type it.
pub(crate) const LINK_CODE_SECONDS: u32 = 600;
/// The most link codes that are good at the same time.
pub(crate) const LINK_CODES_MAX: usize = 1_024;

/// The link codes that are good, by account.
#[derive(Debug, Default)]
pub(crate) struct Links(Mutex<BTreeMap<AccountId, Link>>);

#[derive(Debug)]
struct Link {
    hash: [u8; 32],
    until: Instant,
}

impl Links {
    /// Makes this the code of an account, in place of the one before.
    pub(crate) fn make(
        &self,
        id: AccountId,
        code: &AccountCode,
        now: Instant,
    ) -> Result<(), Refusal> {
        let mut links = self.lock();
        links.retain(|_, it| now < it.until);
        links.remove(&id);
        if links.len() >= LINK_CODES_MAX {
            return Err(Refusal::ACCOUNTS_BUSY);
        }
        let (hash, life) = (code.hash(), Duration::from_secs(LINK_CODE_SECONDS.into()));
        let until = now + life;
        links.insert(id, Link { hash, until });
        Ok(())
    }

    /// The account that a code was made for, if the code is good.
    pub(crate) fn account(&self, code: &AccountCode, now: Instant) -> Option<AccountId> {
        let (links, hash) = (self.lock(), code.hash());
        let mut good = links.iter().filter(|(_, it)| now < it.until);
        let (id, _) = good.find(|(_, it)| it.hash == hash)?;
        Some(*id)
    }

    /// Ends the code of an account: it was used, or the account has lost a key, perhaps that of who made the code.
    pub(crate) fn end(&self, id: AccountId) {
        self.lock().remove(&id);
    }

    /// Locks the codes. Nobody panics in the middle of a change.
    fn lock(&self) -> MutexGuard<'_, BTreeMap<AccountId, Link>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AKI: AccountId = AccountId([1; 8]);
    const BO: AccountId = AccountId([2; 8]);

    fn code(draw: u8) -> AccountCode {
        AccountCode::link(&[draw; 8]).unwrap()
    }

    #[test]
    fn a_code_is_good_for_ten_minutes_and_until_another_is_made_or_it_is_ended() {
        let (links, now) = (Links::default(), Instant::now());
        let later = |seconds| now + Duration::from_secs(seconds);
        links.make(AKI, &code(1), now).unwrap();
        assert_eq!(links.account(&code(1), later(599)), Some(AKI));
        assert_eq!(links.account(&code(1), later(600)), None);
        assert_eq!(links.account(&code(2), now), None);
        links.make(AKI, &code(2), now).unwrap();
        links.make(BO, &code(3), now).unwrap();
        let found = [1, 2, 3].map(|it| links.account(&code(it), now));
        assert_eq!(found, [None, Some(AKI), Some(BO)]);
        links.end(AKI);
        let found = [2, 3].map(|it| links.account(&code(it), now));
        assert_eq!(found, [None, Some(BO)]);
        assert!(!format!("{links:?} {:?}", code(1)).contains(&code(1).to_string()));
    }

    #[test]
    fn there_is_room_for_so_many_codes_and_old_ones_take_none() {
        let (links, now) = (Links::default(), Instant::now());
        for number in 0..LINK_CODES_MAX {
            let id = AccountId(number.to_be_bytes());
            links.make(id, &code(1), now).unwrap();
        }
        let late = AccountId([0xff; 8]);
        assert!(links.make(late, &code(2), now).is_err());
        let again = links.make(AccountId(0_usize.to_be_bytes()), &code(2), now);
        assert!(again.is_ok(), "it takes the place of the one before");
        let later = now + Duration::from_secs(LINK_CODE_SECONDS.into());
        links.make(late, &code(2), later).unwrap();
        assert_eq!(links.lock().len(), 1);
    }
}
