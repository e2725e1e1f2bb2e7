//! Who may come in and who may speak: passwords, bans, silence, and the lock.
//!
//! Called by `decide`, `possible` and `evolve`. The shell makes what is compared here: hashes of passwords and of
//! addresses, and the looks of names. Nothing here shows any of them to people.

use std::collections::BTreeMap;

use super::{
    AddressKey, AsideEvent, BANS_MAX, Event, Key, Lobby, LobbyEvent, Looks, Newcomer, PasswordHash,
    PeopleEvent, Player, PlayerId, Reject, SILENCED_MAX, TalkEvent,
};

/// The conditions on which a lobby lets people in and lets them speak.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Access {
    pub(crate) password: Option<PasswordHash>,
    pub(crate) is_locked: bool,
    /// The banned people as they were when they were banned, by the numbers that they had.
    pub(crate) banned: BTreeMap<PlayerId, Player>,
    /// The silenced people as they were when they were silenced: a person who leaves and comes again is still silent.
    pub(crate) silenced: BTreeMap<PlayerId, Player>,
}

impl Lobby {
    /// The hash of the password that a newcomer must have shown; `None` if there is no password.
    pub fn password(&self) -> Option<&PasswordHash> {
        self.access.password.as_ref()
    }

    /// Whether the lobby is locked: nobody new may come in.
    pub fn is_locked(&self) -> bool {
        self.access.is_locked
    }

    /// The banned people, by the numbers that they had.
    pub fn banned(&self) -> &BTreeMap<PlayerId, Player> {
        &self.access.banned
    }

    /// Whether a banned person had this key.
    pub fn is_banned(&self, key: Key) -> bool {
        self.access
            .banned
            .values()
            .any(|it| it.key == key || it.offered == Some(key))
    }

    /// Whether a person in the lobby may not speak.
    pub fn is_silenced(&self, player: PlayerId) -> bool {
        let Some(person) = self.players.get(&player) else {
            return false;
        };
        self.access
            .silenced
            .values()
            .any(|it| it.looks.is_like(&person.looks))
    }

    /// Checks the bans, the lock and the password for a newcomer. The names of the people in the lobby are compared
    /// elsewhere.
    pub(super) fn check_door(&self, newcomer: &Newcomer) -> Result<(), Reject> {
        if self.keeps_out(&newcomer.looks, newcomer.address) {
            return Err(Reject::Banned);
        }
        if self.access.is_locked {
            return Err(Reject::Locked);
        }
        if self.access.password.is_some() && self.access.password != newcomer.password {
            return Err(Reject::WrongPassword);
        }
        Ok(())
    }

    /// Whether a banned person had a name that looks like this, or came from this address.
    pub(super) fn keeps_out(&self, looks: &Looks, address: Option<AddressKey>) -> bool {
        let from_there = |it: &Player| it.address.is_some() && it.address == address;
        self.access
            .banned
            .values()
            .any(|it| it.looks.is_like(looks) || from_there(it))
    }

    pub(super) fn ban(&self, host: PlayerId, whom: PlayerId) -> Result<Vec<Event>, Reject> {
        self.check_somebody_else(host, whom)?;
        if self.access.banned.len() >= BANS_MAX {
            return Err(Reject::BansFull);
        }
        Ok(vec![Event::People(PeopleEvent::Banned { player: whom })])
    }

    pub(super) fn lift_ban(&self, host: PlayerId, whom: PlayerId) -> Result<Vec<Event>, Reject> {
        self.check_host(host)?;
        if !self.access.banned.contains_key(&whom) {
            return Err(Reject::NoSuchBan);
        }
        Ok(vec![Event::People(PeopleEvent::BanLifted { player: whom })])
    }

    pub(super) fn silence(
        &self,
        host: PlayerId,
        whom: PlayerId,
        silenced: bool,
    ) -> Result<Vec<Event>, Reject> {
        self.check_somebody_else(host, whom)?;
        if self.is_silenced(whom) == silenced {
            return Ok(Vec::new());
        }
        if silenced && self.access.silenced.len() >= SILENCED_MAX {
            return Err(Reject::SilencedFull);
        }
        Ok(vec![Event::People(PeopleEvent::SilenceChanged {
            player: whom,
            silenced,
        })])
    }

    pub(super) fn set_password(
        &self,
        host: PlayerId,
        password: Option<PasswordHash>,
    ) -> Result<Vec<Event>, Reject> {
        self.check_host(host)?;
        if self.access.password == password {
            return Ok(Vec::new());
        }
        Ok(vec![Event::Lobby(LobbyEvent::PasswordChanged { password })])
    }

    pub(super) fn lock(&self, host: PlayerId, locked: bool) -> Result<Vec<Event>, Reject> {
        self.check_host(host)?;
        if self.access.is_locked == locked {
            return Ok(Vec::new());
        }
        Ok(vec![Event::Lobby(LobbyEvent::LockChanged { locked })])
    }

    pub(super) fn say(&self, player: PlayerId, text: String) -> Result<Vec<Event>, Reject> {
        if self.is_silenced(player) {
            Err(Reject::Silenced)
        } else {
            Ok(vec![Event::Talk(TalkEvent::Said { player, text })])
        }
    }

    /// Says something to one person alone. A silenced person may not whisper either.
    pub(super) fn whisper(
        &self,
        player: PlayerId,
        to: PlayerId,
        text: String,
    ) -> Result<Vec<Event>, Reject> {
        if to == player {
            return Err(Reject::Yourself);
        }
        self.check_known(to)?;
        if self.is_silenced(player) {
            return Err(Reject::Silenced);
        }
        Ok(vec![Event::Aside(AsideEvent::Whispered {
            player,
            to,
            text,
        })])
    }

    /// Records the ban of a person, who leaves.
    pub(super) fn keep_out(&mut self, player: PlayerId) {
        if let Some(person) = self.players.get(&player) {
            self.access.banned.insert(player, person.clone());
        }
    }

    /// Records that the person is silent, or removes the record of everybody whose name looks the same.
    pub(super) fn set_silenced(&mut self, player: PlayerId, silenced: bool) {
        let Some(person) = self.players.get(&player).cloned() else {
            return;
        };
        if silenced {
            self.access.silenced.insert(player, person);
        } else {
            self.access
                .silenced
                .retain(|_, it| !it.looks.is_like(&person.looks));
        }
    }
}
