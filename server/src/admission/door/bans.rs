//! The people whom the whole server keeps out: by the looks of a name, by the hash of an address, or by both.
//!
//! The door owns them and keeps them in its file. Laws kept here: a ban whose time is over holds no more; no number is
//! given twice.

use std::collections::BTreeMap;
use std::io;

use dicehall_engine::lobby::{AddressKey, Looks};
use dicehall_protocol::match_file::name::moment;
use serde::{Deserialize, Serialize};

/// The most bans of a server.
pub(crate) const SERVER_BANS_MAX: usize = 1_024;

/// Somebody whom the server keeps out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ServerBan {
    /// The name, for operators; `None` if only an address is kept out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
    /// The looks of the name: nobody is let in whose name looks like it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) looks: Option<Looks>,
    /// The hash of the address: nobody is let in who comes from there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) address: Option<AddressKey>,
    /// Why, as the person is told.
    pub(crate) why: String,
    /// The time from which on it holds no more, in seconds since 1970; `None` if it holds until it is lifted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) until: Option<u64>,
}

/// Why nobody can be banned.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BanError {
    /// There are too many bans.
    #[error("there are {SERVER_BANS_MAX} bans already; lift some")]
    Full,
    /// The ban cannot be kept.
    #[error("the ban cannot be kept: {0}")]
    Write(#[from] io::Error),
}

/// All bans of a server.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ServerBans {
    /// The number that was given last.
    last: u32,
    by_number: BTreeMap<u32, ServerBan>,
}

impl ServerBans {
    /// The ban of somebody with a name of these looks, or from this address.
    pub(super) fn of(
        &self,
        looks: &Looks,
        address: Option<AddressKey>,
        now: u64,
    ) -> Option<&ServerBan> {
        let mut bans = self.by_number.values().filter(|it| it.holds(now));
        bans.find(|it| it.is_about(looks, address))
    }

    /// Adds a ban, and returns its number.
    pub(super) fn add(&mut self, ban: ServerBan, now: u64) -> u32 {
        self.forget_past(now);
        self.last = self.last.saturating_add(1);
        self.by_number.insert(self.last, ban);
        self.last
    }

    /// Removes a ban.
    pub(super) fn lift(&mut self, number: u32, now: u64) -> Option<ServerBan> {
        self.forget_past(now);
        self.by_number.remove(&number)
    }

    /// The bans that hold.
    pub(super) fn all(&self, now: u64) -> Vec<(u32, ServerBan)> {
        let bans = self.by_number.iter().filter(|it| it.1.holds(now));
        bans.map(|(number, it)| (*number, it.clone())).collect()
    }

    fn forget_past(&mut self, now: u64) {
        self.by_number.retain(|_, it| it.holds(now));
    }
}

impl ServerBan {
    /// Whether it keeps out somebody with a name of these looks, or from this address.
    pub(crate) fn is_about(&self, looks: &Looks, address: Option<AddressKey>) -> bool {
        let has_name = self.looks.as_ref().is_some_and(|it| it.is_like(looks));
        has_name || (address.is_some() && address == self.address)
    }

    fn holds(&self, now: u64) -> bool {
        self.until.is_none_or(|it| now < it)
    }

    /// The sentence for the person: until when, why, and what can be done.
    pub(super) fn told(&self) -> String {
        let until = self
            .until
            .map_or_else(String::new, |it| format!(" (until {})", told_time(it)));
        format!(
            "{}{until}. If you think that this is a mistake, ask whoever runs the server",
            self.why
        )
    }
}

/// A short mark of an address that nobody can read, by which operators know it again.
pub(crate) fn mark(address: &AddressKey) -> String {
    let [first, second, third, fourth, ..] = address.0;
    format!("{first:02x}{second:02x}{third:02x}{fourth:02x}")
}

/// A time as `2027-01-15T08:00:00Z`.
pub(crate) fn told_time(unix_seconds: u64) -> String {
    let mut told = String::new();
    for (idx, character) in moment(unix_seconds).chars().enumerate() {
        match idx {
            4 | 6 => told.push('-'),
            11 | 13 => told.push(':'),
            _ => {}
        }
        told.push(character);
    }
    told + "Z"
}
