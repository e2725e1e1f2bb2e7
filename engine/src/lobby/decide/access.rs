//! The commands by which a host says who may come in and who may speak. Called by `decide` alone.

use crate::lobby::{
    BANS_MAX, Event, Lobby, LobbyEvent, PasswordHash, PeopleEvent, PlayerId, Reject, SILENCED_MAX,
};

impl Lobby {
    pub(super) fn ban(&self, host: PlayerId, whom: PlayerId) -> Result<Vec<Event>, Reject> {
        self.check_somebody_else(host, whom)?;
        if self.banned().len() >= BANS_MAX {
            return Err(Reject::BansFull);
        }
        Ok(vec![Event::People(PeopleEvent::Banned { player: whom })])
    }

    pub(super) fn lift_ban(&self, host: PlayerId, whom: PlayerId) -> Result<Vec<Event>, Reject> {
        self.check_host(host)?;
        if !self.banned().contains_key(&whom) {
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
        if silenced && self.access.silenced() >= SILENCED_MAX {
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
        if self.is_locked() == locked {
            return Ok(Vec::new());
        }
        Ok(vec![Event::Lobby(LobbyEvent::LockChanged { locked })])
    }
}
