//! How many may be at the door: in all, before they have introduced themselves, and from one address; and how many may come
//! from one address in a row, because the first messages of ssh cost the door a hundred times what they cost a stranger.
//!
//! Asked for each connection before anything is read from it. Law kept here: a place is given back exactly once, whatever
//! becomes of the connection.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::net::host::Allowance;

/// The most connections in all.
pub(super) const SESSIONS_MAX: usize = 256;
/// The most connections that have not introduced themselves: whose first messages of ssh have not come.
pub(super) const STRANGERS_MAX: usize = 32;
/// The most connections from one address of another machine: a family behind one router.
pub(super) const SESSIONS_PER_ADDRESS_MAX: usize = 16;

/// The most connections in a row from one address of another machine, and as many more in each `ARRIVALS_MS`.
pub(super) const ARRIVALS_MAX: u32 = 16;
/// The time after which an address that has used up its arrivals has all of them again.
const ARRIVALS_MS: u64 = 16_000;

/// Counts connections. Clones count the same ones.
#[derive(Clone, Debug)]
pub(super) struct Gate {
    counts: Arc<Mutex<Counts>>,
    arrivals: Arc<Allowance<IpAddr>>,
}

#[derive(Debug, Default)]
struct Counts {
    all: usize,
    strangers: usize,
    by_address: BTreeMap<IpAddr, usize>,
}

/// The place of one connection; given back when dropped.
#[derive(Debug)]
pub(super) struct Pass {
    gate: Gate,
    /// Where it comes from; `None` for this machine.
    address: Option<IpAddr>,
    is_stranger: bool,
}

impl Default for Gate {
    fn default() -> Self {
        let arrivals = Allowance::new(ARRIVALS_MAX, Duration::from_millis(ARRIVALS_MS));
        Self {
            counts: Arc::default(),
            arrivals: Arc::new(arrivals),
        }
    }
}

impl Gate {
    /// The place for a connection; `None` if there is no room.
    pub(super) fn admit(&self, ip: IpAddr) -> Option<Pass> {
        let address = counted(ip);
        let mut counts = self.lock();
        let here = address.and_then(|it| counts.by_address.get(&it).copied());
        let is_full = counts.all >= SESSIONS_MAX
            || counts.strangers >= STRANGERS_MAX
            || here.is_some_and(|it| it >= SESSIONS_PER_ADDRESS_MAX);
        if is_full || address.is_some_and(|it| !self.arrivals.take(it)) {
            return None;
        }
        counts.all += 1;
        counts.strangers += 1;
        if let Some(address) = address {
            *counts.by_address.entry(address).or_default() += 1;
        }
        Some(Pass {
            gate: self.clone(),
            address,
            is_stranger: true,
        })
    }

    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pass {
    /// The connection has introduced itself.
    pub(super) fn introduce(&mut self) {
        if std::mem::take(&mut self.is_stranger) {
            self.gate.lock().strangers -= 1;
        }
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        self.introduce();
        let mut counts = self.gate.lock();
        counts.all -= 1;
        let Some(address) = self.address else { return };
        if let Some(here) = counts.by_address.get_mut(&address) {
            *here -= 1;
            if *here == 0 {
                counts.by_address.remove(&address);
            }
        }
    }
}

/// The address that counts: of IPv6 the network, because a machine has as many addresses as it likes; none for this
/// machine.
fn counted(ip: IpAddr) -> Option<IpAddr> {
    match ip.to_canonical() {
        ip if ip.is_loopback() => None,
        IpAddr::V4(ip) => Some(ip.into()),
        IpAddr::V6(ip) => {
            let [a, b, c, d, ..] = ip.segments();
            Some(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn admit(gate: &Gate, ip: &str) -> Option<Pass> {
        gate.admit(ip.parse().unwrap())
    }

    #[test]
    fn strangers_are_few_until_they_introduce_themselves() {
        let gate = Gate::default();
        let mut all: Vec<Pass> = Vec::new();
        while let Some(pass) = admit(&gate, "127.0.0.1") {
            all.push(pass);
        }
        assert_eq!(all.len(), STRANGERS_MAX);
        all[0].introduce();
        all[0].introduce();
        all.extend(admit(&gate, "::1"));
        assert_eq!(all.len(), STRANGERS_MAX + 1);
        assert!(admit(&gate, "::1").is_none());
        all.clear();
        assert!(admit(&gate, "::1").is_some(), "no place was given back");
    }

    #[test]
    fn an_address_has_a_share_and_the_door_has_an_end() {
        let gate = Gate::default();
        let mut all = Vec::new();
        let mut fill = |ip: String| {
            let before = all.len();
            while let Some(mut pass) = admit(&gate, &ip) {
                pass.introduce();
                all.push(pass);
            }
            all.len() - before
        };
        assert_eq!(fill("192.0.2.7".to_owned()), SESSIONS_PER_ADDRESS_MAX);
        assert_eq!(fill("::ffff:192.0.2.7".to_owned()), 0, "the same machine");
        assert_eq!(fill("2001:db8::1".to_owned()), SESSIONS_PER_ADDRESS_MAX);
        assert_eq!(fill("2001:db8::2".to_owned()), 0, "the same network");
        let more: usize = (8..250).map(|it| fill(format!("192.0.2.{it}"))).sum();
        assert_eq!(more + 2 * SESSIONS_PER_ADDRESS_MAX, SESSIONS_MAX);
        drop(all);
        assert!(admit(&gate, "192.0.2.251").is_some());
        assert!(gate.lock().by_address.is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_comes_again_and_again_waits_and_others_do_not() {
        let gate = Gate::default();
        let arrive = |ip: &str| admit(&gate, ip).is_some();
        let arrived = (0..1_000).filter(|_| arrive("192.0.2.7")).count();
        assert_eq!(arrived, 16, "each left before the next came");
        assert!(arrive("192.0.2.8"));
        assert!((0..1_000).all(|_| arrive("127.0.0.1")));
        tokio::time::advance(Duration::from_millis(999)).await;
        assert!(!arrive("192.0.2.7"));
        tokio::time::advance(Duration::from_millis(1)).await;
        assert!(arrive("192.0.2.7"), "one a second");
        assert!(!arrive("192.0.2.7"));
    }
}
