//! How often passwords may be tried: by one address, and at one lobby.
//!
//! Shared by all sessions of a server. Attempts are counted before the password is looked at, whether or not it is right.

use std::hash::Hash;
use std::num::NonZeroU32;

use dicehall_engine::lobby::AddressKey;
use dicehall_protocol::LobbyCode;
use governor::middleware::NoOpMiddleware;
use governor::nanos::Nanos;
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};

use super::limits::TokioClock;
use crate::refusal::Refusal;

/// Attempts in a row by one address, and as many more each minute; the same at one lobby.
const ATTEMPTS_PER_MINUTE: NonZeroU32 = NonZeroU32::new(5).unwrap();
/// The most addresses, and the most lobbies, of which attempts are remembered; when there are more, those that have waited
/// long enough are forgotten.
const REMEMBERED_MAX: usize = 1_000;

type Keyed<K> = RateLimiter<K, HashMapStateStore<K>, TokioClock, NoOpMiddleware<Nanos>>;

/// The attempts of a server.
#[derive(Debug)]
pub(crate) struct Attempts {
    by_address: Keyed<[u8; 32]>,
    at_lobby: Keyed<LobbyCode>,
}

impl Attempts {
    pub(crate) fn new() -> Self {
        let (quota, clock) = (Quota::per_minute(ATTEMPTS_PER_MINUTE), TokioClock::begin());
        Self {
            by_address: RateLimiter::hashmap_with_clock(quota, clock),
            at_lobby: RateLimiter::hashmap_with_clock(quota, clock),
        }
    }

    /// Counts an attempt. This machine itself counts as one address.
    pub(super) fn check(&self, from: Option<AddressKey>, lobby: LobbyCode) -> Result<(), Refusal> {
        let address = from.map_or([0; 32], |AddressKey(it)| it);
        count(&self.by_address, &address)?;
        count(&self.at_lobby, &lobby)
    }
}

fn count<K: Hash + Eq + Clone>(limiter: &Keyed<K>, key: &K) -> Result<(), Refusal> {
    if limiter.len() >= REMEMBERED_MAX {
        limiter.retain_recent();
        limiter.shrink_to_fit();
    }
    limiter.check_key(key).map_err(|_too_soon| Refusal::TOO_MANY_ATTEMPTS)
}
