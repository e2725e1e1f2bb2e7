//! The orders about the server's door: bans, and the end of the server.
//!
//! Called by `operating` alone. Law kept here: an address is hashed before it is written down or kept.

use std::net::IpAddr;
use std::time::Duration;

use dicehall_engine::lobby::{AddressKey, Looks, Order};
use dicehall_protocol::LobbyCode;
use dicehall_protocol::looks::looks;
use dicehall_protocol::text::clean_name;

use super::{Answered, RunningOrder, look, person, visible};
use crate::admission::door::{DRAIN_MINUTES_MAX, ServerBan, mark, told_time};
use crate::admission::gate::network;
use crate::ops::orders::{ListedBan, OrderAnswer, ServerOrder, SignedOrder, in_words};

/// The longest ban that has an end, in days: beyond ten years it has none.
const BAN_DAYS_MAX: u64 = 3_650;

/// Whom a ban is for.
#[derive(Clone, Copy)]
pub(super) struct BanTarget<'a> {
    pub(super) name: Option<&'a str>,
    pub(super) lobby: Option<LobbyCode>,
    pub(super) address: Option<&'a str>,
}

impl RunningOrder<'_> {
    /// Keeps somebody out, and sends them away from every lobby.
    pub(super) async fn ban(&self, whom: BanTarget<'_>, why: &str, for_s: Option<u64>) -> Answered {
        let why = visible(why)?;
        if for_s.is_some_and(|it| it == 0 || it > BAN_DAYS_MAX * 86_400) {
            return Err(format!(
                "a ban lasts at most {BAN_DAYS_MAX} days, or has no end"
            ));
        }
        let until = for_s.map(|it| self.now().saturating_add(it));
        let ban = self.found(whom, why.clone(), until).await?;
        self.write_down_ban(&ban)?;
        let number = self.context.door.ban(ban.clone(), self.now());
        let number = number.map_err(|error| self.failed(error.to_string()))?;
        let sent = self.send_away(&ban, &why).await?;
        let until = until.map_or_else(
            || "until it is lifted".to_owned(),
            |it| format!("until {}", told_time(it)),
        );
        Ok(OrderAnswer::Done(format!(
            "ban {number} holds {until}; people sent away from lobbies: {sent}"
        )))
    }

    /// The ban of whoever is meant.
    async fn found(
        &self,
        whom: BanTarget<'_>,
        why: String,
        until: Option<u64>,
    ) -> Result<ServerBan, String> {
        let mut ban = ServerBan {
            name: None,
            looks: None,
            address: None,
            why,
            until,
        };
        if let Some(typed) = whom.address {
            ban.address = Some(self.address(typed)?);
        }
        if let (Some(name), Some(code)) = (whom.name, whom.lobby) {
            let lobby = self.find(code).await?;
            let there = person(&look(&lobby).await?, code, name)?;
            (ban.name, ban.looks) = (Some(there.name), Some(there.looks));
            ban.address = there.address.or(ban.address);
        } else if let Some(name) = whom.name {
            let name = clean_name(name).ok_or("nothing visible is left of the name")?;
            (ban.looks, ban.name) = (Some(looks(&name)), Some(name));
        }
        if ban.looks.is_none() && ban.address.is_none() {
            return Err("a ban is about a name or an address".to_owned());
        }
        Ok(ban)
    }

    /// The hash that stands for an address or its network.
    fn address(&self, typed: &str) -> Result<AddressKey, String> {
        let ip: IpAddr = typed
            .parse()
            .map_err(|_none| format!("{typed} is no address"))?;
        let network = network(ip).ok_or("this machine itself cannot be banned")?;
        Ok(self.context.server_key.key(network))
    }

    /// Writes a ban down, with the mark of an address in place of the address itself.
    fn write_down_ban(&self, ban: &ServerBan) -> Result<(), String> {
        let mut signed: SignedOrder = self.signed.clone();
        if let ServerOrder::Ban { address, .. } = &mut signed.order {
            *address = ban.address.as_ref().map(mark);
        }
        let operating = RunningOrder {
            signed: &signed,
            ..*self
        };
        operating.write_down()
    }

    /// Sends everybody away whom a ban is about; returns how many.
    async fn send_away(&self, ban: &ServerBan, why: &str) -> Result<usize, String> {
        let mut sent = 0;
        for lobby in self.open_lobbies().await? {
            let Ok(there) = look(&lobby).await else {
                continue;
            };
            let is_meant = |it: &(&Looks, Option<AddressKey>)| ban.is_about(it.0, it.1);
            for person in &there.people {
                if !is_meant(&(&person.looks, person.address)) {
                    continue;
                }
                let order = Order::Kick {
                    player: person.player,
                    why: Some(why.to_owned()),
                };
                sent += usize::from(self.order(&lobby, order).await.is_ok());
            }
        }
        Ok(sent)
    }

    pub(super) fn lift(&self, number: u32) -> Answered {
        let bans = self.context.door.bans(self.now());
        if !bans.iter().any(|it| it.0 == number) {
            return Err(format!("there is no ban {number}"));
        }
        self.write_down()?;
        let lifted = self.context.door.lift(number, self.now());
        lifted.map_err(|error| self.failed(format!("the ban cannot be lifted: {error}")))?;
        Ok(OrderAnswer::Done(format!("ban {number} is lifted")))
    }

    pub(super) fn bans(&self) -> OrderAnswer {
        let bans = self.context.door.bans(self.now()).into_iter();
        let listed = bans.map(|(ban, it)| ListedBan {
            ban,
            name: it.name,
            address: it.address.as_ref().map(mark),
            why: it.why,
            until: it.until.map(told_time),
        });
        OrderAnswer::Bans(listed.collect())
    }

    pub(super) fn drain(&self, for_s: u64) -> Answered {
        if for_s > DRAIN_MINUTES_MAX * 60 {
            return Err(format!(
                "a server drains for at most {DRAIN_MINUTES_MAX} minutes"
            ));
        }
        self.write_down()?;
        let time = Duration::from_secs(for_s);
        self.context.door.drain_for(time);
        let left = in_words(time);
        Ok(OrderAnswer::Done(format!(
            "nothing new begins; the server ends when nobody plays, and in {left} in any case"
        )))
    }

    pub(super) fn go_on(&self) -> Answered {
        self.write_down()?;
        if self.context.door.go_on() {
            Ok(OrderAnswer::Done("the server goes on".to_owned()))
        } else {
            Err(self.failed("the server does not drain".to_owned()))
        }
    }
}
