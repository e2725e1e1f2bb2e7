//! Who may come in and who may speak: password, lock, bans and silence. One part of the lobby's state: `evolve` changes it,
//! everybody asks it.
//!
//! The shell makes what is compared here: hashes of passwords and of addresses, and the looks of names. Nothing here
//! shows any of them to people.

use std::collections::BTreeMap;

use super::people::People;
use super::{
    AccountId, AddressKey, Key, Looks, Newcomer, PasswordHash, PeopleEvent, Player, PlayerId,
    Reject,
};

/// The conditions on which a lobby lets people in and lets them speak.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Access {
    /// The hash of the password that a newcomer must have shown, if there is one.
    pub(super) password: Option<PasswordHash>,
    /// Whether nobody new may come in.
    pub(super) is_locked: bool,
    /// The banned people as they were when they were banned, by the numbers that they had.
    banned: BTreeMap<PlayerId, Player>,
    /// The silenced people as they were when they were silenced: a person who leaves and comes again is still silent.
    silenced: BTreeMap<PlayerId, Player>,
}

impl Access {
    /// The banned people, by the numbers that they had.
    pub(super) fn banned(&self) -> &BTreeMap<PlayerId, Player> {
        &self.banned
    }

    /// The number of silenced people.
    pub(super) fn silenced(&self) -> usize {
        self.silenced.len()
    }

    /// Whether a banned person had this key.
    pub(super) fn is_banned(&self, key: Key) -> bool {
        let mut banned = self.banned.values();
        banned.any(|it| it.key == key || it.offered == Some(key))
    }

    /// Whether this person may not speak.
    pub(super) fn is_silenced(&self, person: &Player) -> bool {
        let mut silenced = self.silenced.values();
        silenced
            .any(|it| it.looks.is_like(&person.looks) || same_account(it.account, person.account))
    }

    /// Whether a banned person had a name that looks like this, came from this address, or had this account.
    pub(super) fn keeps_out(
        &self,
        looks: &Looks,
        address: Option<AddressKey>,
        account: Option<AccountId>,
    ) -> bool {
        let from_there = |it: &Player| it.address.is_some() && it.address == address;
        let is_same = |it: &Player| from_there(it) || same_account(it.account, account);
        let mut banned = self.banned.values();
        banned.any(|it| it.looks.is_like(looks) || is_same(it))
    }

    /// Checks the bans, the lock and the password for a newcomer. The names of the people in the lobby are compared
    /// elsewhere.
    pub(super) fn check(&self, newcomer: &Newcomer) -> Result<(), Reject> {
        if self.keeps_out(&newcomer.looks, newcomer.address, newcomer.account) {
            return Err(Reject::Banned);
        }
        if self.is_locked {
            return Err(Reject::Locked);
        }
        if self.password.is_some() && self.password != newcomer.password {
            return Err(Reject::WrongPassword);
        }
        Ok(())
    }

    /// Applies an event of these people, before they change.
    pub(super) fn evolve(&mut self, event: &PeopleEvent, people: &People) {
        match event {
            PeopleEvent::Banned { player } => {
                let banned = people.get(*player).map(|it| (*player, it.clone()));
                self.banned.extend(banned);
            }
            PeopleEvent::BanLifted { player } => drop(self.banned.remove(player)),
            PeopleEvent::SilenceChanged { player, silenced } => {
                if let Some(person) = people.get(*player) {
                    self.set_silenced(*player, person, *silenced);
                }
            }
            PeopleEvent::Entered(_)
            | PeopleEvent::Left { .. }
            | PeopleEvent::Kicked { .. }
            | PeopleEvent::HostChanged { .. } => {}
        }
    }

    /// Records that the person is silent, or removes the record of everybody whose name looks the same, or who has the same
    /// account.
    fn set_silenced(&mut self, player: PlayerId, person: &Player, silenced: bool) {
        if silenced {
            self.silenced.insert(player, person.clone());
        } else {
            self.silenced.retain(|_, it| {
                !it.looks.is_like(&person.looks) && !same_account(it.account, person.account)
            });
        }
    }
}

/// Whether both are the same account; guests have none.
fn same_account(one: Option<AccountId>, other: Option<AccountId>) -> bool {
    one.is_some() && one == other
}
