//! The people in a lobby, and which of them is host. One part of the lobby's state: `evolve` changes it, everybody asks it.

use std::collections::BTreeMap;

use super::{AccountId, Entered, Looks, PeopleEvent, Player, PlayerId, PrivateEvent};

/// The people in a lobby, in the order in which they entered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct People {
    all: BTreeMap<PlayerId, Player>,
    next: u32,
    host: Option<PlayerId>,
}

impl People {
    /// Everybody.
    pub(super) fn all(&self) -> &BTreeMap<PlayerId, Player> {
        &self.all
    }

    /// The person who may change settings, start and kick.
    pub(super) fn host(&self) -> Option<PlayerId> {
        self.host
    }

    /// The number that the next person gets.
    pub(super) fn next(&self) -> PlayerId {
        PlayerId(self.next)
    }

    /// Whether the person is in the lobby.
    pub(super) fn has(&self, player: PlayerId) -> bool {
        self.all.contains_key(&player)
    }

    /// The person, if in the lobby.
    pub(super) fn get(&self, player: PlayerId) -> Option<&Player> {
        self.all.get(&player)
    }

    /// A person whose name looks the same.
    pub(super) fn namesake(&self, looks: &Looks) -> Option<&Player> {
        self.all.values().find(|it| it.looks.is_like(looks))
    }

    /// The person with this account.
    pub(super) fn holder(&self, account: Option<AccountId>) -> Option<&Player> {
        let account = account?;
        self.all.values().find(|it| it.account == Some(account))
    }

    /// Whether people have come and all of them have gone.
    pub(super) fn are_gone(&self) -> bool {
        self.all.is_empty() && self.next > 0
    }

    /// Applies an event of people.
    pub(super) fn evolve(&mut self, event: PeopleEvent) {
        if let Some(player) = event.departed() {
            self.remove(player);
        }
        match event {
            PeopleEvent::Entered(it) => self.admit(it),
            PeopleEvent::HostChanged { player } => self.host = Some(player),
            PeopleEvent::Left { .. }
            | PeopleEvent::Kicked { .. }
            | PeopleEvent::Banned { .. }
            | PeopleEvent::BanLifted { .. }
            | PeopleEvent::SilenceChanged { .. } => {}
        }
    }

    /// Applies an event of a person's keys.
    pub(super) fn evolve_keys(&mut self, event: PrivateEvent) {
        match event {
            PrivateEvent::KeyOffered { player, key } => {
                self.update(player, |it| it.offered = Some(key));
            }
            PrivateEvent::KeyConfirmed { player } => {
                self.update(player, |it| it.key = it.offered.take().unwrap_or(it.key));
            }
            PrivateEvent::Answered { .. } => {}
        }
    }

    fn admit(&mut self, entered: Entered) {
        let Entered {
            player,
            name,
            key,
            looks,
            address,
            account,
            device,
        } = entered;
        self.next = player.0.saturating_add(1);
        let looks = looks.unwrap_or_else(|| Looks::plain(&name));
        let person = Player {
            name,
            looks,
            key,
            address,
            account,
            device,
            offered: None,
        };
        self.all.insert(player, person);
        self.host.get_or_insert(player);
    }

    fn remove(&mut self, player: PlayerId) {
        self.all.remove(&player);
        if self.host == Some(player) {
            self.host = None;
        }
    }

    fn update(&mut self, player: PlayerId, update: impl FnOnce(&mut Player)) {
        if let Some(player) = self.all.get_mut(&player) {
            update(player);
        }
    }
}
