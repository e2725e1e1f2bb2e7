//! The limits on the number of connections: in all, from one address, and from one address without a hello.
//!
//! The listener asks before it serves a connection; a session reports that its hello has come. Laws kept here: a place
//! is given back exactly once, whatever happens to the connection; no two connections have the same number, and a later
//! one has a higher number.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::admission::share::{Capacity, may_take};

/// The most connections, unless an operator sets another limit.
pub(crate) const CONNECTIONS_MAX: usize = 4_096;
/// The connections that an address may always have, even if its share of the free places is smaller: enough for a
/// school class.
pub(crate) const CONNECTIONS_PER_ADDRESS_MIN: usize = 32;
/// The most connections of one address that have sent no hello, unless an operator sets another limit: a class that
/// starts at once.
pub(crate) const STRANGERS_PER_ADDRESS_MAX: usize = 32;

/// The limits on the number of connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// The most connections in all.
    pub all: usize,
    /// The most connections from one address of another machine; `None` for a share of the free places.
    pub per_address: Option<usize>,
    /// The most connections from one address of another machine that have sent no hello.
    pub strangers_per_address: usize,
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self {
            all: CONNECTIONS_MAX,
            per_address: None,
            strangers_per_address: STRANGERS_PER_ADDRESS_MAX,
        }
    }
}

/// Why a connection was not let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AdmitError {
    /// There are too many connections in all.
    Server,
    /// There are too many connections from this address.
    Address,
    /// Too many connections from this address have sent no hello.
    Strangers,
}

impl AdmitError {
    /// The reason, as metrics count it.
    pub(crate) fn kind(self) -> &'static str {
        match self {
            Self::Server => "full",
            Self::Address => "address",
            Self::Strangers => "strangers",
        }
    }
}

/// Counts connections.
#[derive(Debug)]
pub(crate) struct Gate(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    counts: Mutex<Counts>,
    room: ConnectionLimits,
}

/// The place of one connection; given back when dropped.
#[derive(Debug)]
pub(crate) struct Pass {
    shared: Arc<Shared>,
    /// The network that the connection comes from; changed by a proxy that says for whom it speaks.
    network: Mutex<Option<IpAddr>>,
    is_stranger: bool,
    number: AtomicU64,
}

#[derive(Debug, Default)]
struct Counts {
    all: usize,
    /// The number that was given last.
    last_number: u64,
    by_network: BTreeMap<IpAddr, Connections>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Connections {
    all: usize,
    strangers: usize,
}

impl Gate {
    /// A gate with these limits.
    pub(crate) fn new(room: ConnectionLimits) -> Self {
        Self(Arc::new(Shared {
            counts: Mutex::default(),
            room,
        }))
    }

    /// Lets a connection in, or refuses it at once.
    pub(crate) fn admit(&self, ip: IpAddr) -> Result<Pass, AdmitError> {
        self.admit_network(network(ip))
    }

    /// Lets a proxy's connection in, which counts for no address until the proxy has said for whom it speaks.
    pub(crate) fn admit_proxy(&self) -> Result<Pass, AdmitError> {
        self.admit_network(None)
    }

    fn admit_network(&self, network: Option<IpAddr>) -> Result<Pass, AdmitError> {
        let mut counts = lock(&self.0.counts);
        if counts.all >= self.0.room.all {
            return Err(AdmitError::Server);
        }
        if let Some(network) = network {
            self.0.add(&mut counts, network, true)?;
        }
        counts.all += 1;
        let number = counts.draw_number().into();
        Ok(Pass {
            shared: Arc::clone(&self.0),
            network: Mutex::new(network),
            is_stranger: true,
            number,
        })
    }

    /// The number of connections, and the number of addresses that they come from.
    pub(crate) fn counts(&self) -> (usize, usize) {
        let counts = lock(&self.0.counts);
        (counts.all, counts.by_network.len())
    }
}

impl Shared {
    /// Counts one more connection for a network, if it may have one.
    fn add(
        &self,
        counts: &mut Counts,
        network: IpAddr,
        is_stranger: bool,
    ) -> Result<(), AdmitError> {
        let crowd = counts.by_network.get(&network).copied().unwrap_or_default();
        if !self.has_room_for(crowd, counts.all) {
            return Err(AdmitError::Address);
        }
        if is_stranger && crowd.strangers >= self.room.strangers_per_address {
            return Err(AdmitError::Strangers);
        }
        let crowd = Connections {
            all: crowd.all + 1,
            strangers: crowd.strangers + usize::from(is_stranger),
        };
        counts.by_network.insert(network, crowd);
        Ok(())
    }

    /// Whether an address with these connections may have one more, when there are `all` connections in all.
    fn has_room_for(&self, crowd: Connections, all: usize) -> bool {
        if let Some(most) = self.room.per_address {
            return crowd.all < most;
        }
        let (all, free) = (self.room.all, self.room.all.saturating_sub(all));
        may_take(
            crowd.all,
            Capacity { all, free },
            CONNECTIONS_PER_ADDRESS_MIN,
        )
    }
}

impl Pass {
    /// The network that the connection comes from; `None` for this machine.
    pub(crate) fn network(&self) -> Option<IpAddr> {
        *lock(&self.network)
    }

    /// Counts the connection for another address from now on, because its proxy speaks for somebody there. If that address
    /// may have no more connections, it counts for none.
    pub(crate) fn count_for(&self, ip: IpAddr) -> Result<(), AdmitError> {
        let (mut own, next) = (lock(&self.network), network(ip));
        if *own == next {
            return Ok(());
        }
        let mut counts = lock(&self.shared.counts);
        if let Some(before) = own.take() {
            counts.remove(before, self.is_stranger);
        }
        if let Some(next) = next {
            self.shared.add(&mut counts, next, self.is_stranger)?;
        }
        *own = next;
        Ok(())
    }

    /// The connection's number, in the order of admission.
    pub(crate) fn number(&self) -> u64 {
        self.number.load(Ordering::Relaxed)
    }

    /// Gives the connection a new number, because it has sent an HTTP request: a proxy keeps connections for later use,
    /// and a request on an old connection is as late as one on a new connection.
    pub(crate) fn renumber(&self) {
        self.number
            .store(lock(&self.shared.counts).draw_number(), Ordering::Relaxed);
    }

    /// The hello has come: the connection no longer counts as a stranger.
    pub(crate) fn greeted(&mut self) {
        if std::mem::take(&mut self.is_stranger)
            && let Some(network) = self.network()
            && let Some(crowd) = lock(&self.shared.counts).by_network.get_mut(&network)
        {
            crowd.strangers -= 1;
        }
    }
}

impl Counts {
    fn draw_number(&mut self) -> u64 {
        self.last_number += 1;
        self.last_number
    }

    /// Counts one connection less for a network.
    fn remove(&mut self, network: IpAddr, is_stranger: bool) {
        if let Some(crowd) = self.by_network.get_mut(&network) {
            crowd.all -= 1;
            crowd.strangers -= usize::from(is_stranger);
            if crowd.all == 0 {
                self.by_network.remove(&network);
            }
        }
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        let network = self.network();
        let mut counts = lock(&self.shared.counts);
        counts.all -= 1;
        if let Some(network) = network {
            counts.remove(network, self.is_stranger);
        }
    }
}

/// The network that counts as one address: the address itself in version 4, the first 64 bits of it in version 6, which
/// a household has. `None` for this machine, which is not counted: people on it need no connections to harm it, and a
/// proxy on it speaks for many.
pub(crate) fn network(ip: IpAddr) -> Option<IpAddr> {
    let ip = ip.to_canonical();
    if ip.is_loopback() {
        return None;
    }
    match ip {
        IpAddr::V4(ip) => Some(ip.into()),
        IpAddr::V6(ip) => {
            let [a, b, c, d, ..] = ip.segments();
            Some(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into())
        }
    }
}

/// Locks the counts, or a network. No thread panics while it holds the lock.
fn lock<T>(locked: &Mutex<T>) -> MutexGuard<'_, T> {
    locked.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks what happens to connections from these addresses, in order, when none of them ends: let in, or refused
    /// and why. An exclamation mark after an address stands for the hello.
    #[track_caller]
    fn check(
        (all, per_address, strangers_per_address): (usize, usize, usize),
        addresses: &str,
        expect: &str,
    ) {
        let gate = Gate::new(ConnectionLimits {
            all,
            per_address: Some(per_address),
            strangers_per_address,
        });
        let mut passes = Vec::new();
        let mut shown = String::new();
        for word in addresses.split(' ') {
            let pass = gate.admit(word.trim_end_matches('!').parse().unwrap());
            shown.push(match &pass {
                Ok(_) => '+',
                Err(AdmitError::Server) => 'f',
                Err(AdmitError::Address) => 'c',
                Err(AdmitError::Strangers) => 's',
            });
            passes.extend(pass.ok().map(|mut pass| {
                if word.ends_with('!') {
                    pass.greeted();
                    pass.greeted();
                }
                pass
            }));
        }
        assert_eq!(shown, expect, "{addresses}");
        assert_eq!(gate.counts().0, passes.len());
        drop(passes);
        assert_eq!(gate.counts(), (0, 0), "every place is given back");
    }

    #[test]
    fn connections_are_counted_in_all_and_by_address() {
        check(
            (3, 2, 9),
            "10.0.0.1 10.0.0.1 10.0.0.1 10.0.0.2 10.0.0.3",
            "++c+f",
        );
        check((9, 1, 9), "::ffff:10.0.0.1 10.0.0.1", "+c");
        check(
            (9, 1, 9),
            "2001:db8:0:1::1 2001:db8:0:1:ffff::2 2001:db8:0:2::1",
            "+c+",
        );
        check((3, 1, 1), "127.0.0.1 ::1 127.0.0.1 127.0.0.1", "+++f");
    }

    #[test]
    fn a_school_has_a_share_of_what_is_free_and_never_less_than_a_class() {
        let gate = Gate::new(ConnectionLimits {
            all: 2_000,
            per_address: None,
            strangers_per_address: 2_000,
        });
        let passes = |last: u8| {
            let admit = || gate.admit(IpAddr::from([192, 0, 2, last]));
            std::iter::from_fn(|| admit().ok()).collect::<Vec<_>>()
        };
        let school = passes(1);
        // With 1,889 places free the share is 1889 * 1889 / (16 * 2000), which is less than 112.
        assert_eq!(school.len(), 111);
        let mut others = Vec::new();
        for last in 10..40 {
            others.extend(passes(last));
        }
        let class = passes(2);
        assert_eq!(class.len(), 32);
        assert_eq!(
            gate.admit([192, 0, 2, 1].into()).err(),
            Some(AdmitError::Address)
        );
        drop(class);
    }

    #[test]
    fn a_connection_has_a_higher_number_than_all_that_came_or_asked_before() {
        let gate = Gate::new(ConnectionLimits {
            all: 2,
            per_address: Some(2),
            strangers_per_address: 2,
        });
        let ip = IpAddr::from([10, 0, 0, 1]);
        let (mut one, two) = (gate.admit(ip).unwrap(), gate.admit(ip).unwrap());
        assert!(one.number() < two.number());
        assert_eq!(gate.admit(ip).err(), Some(AdmitError::Server));
        one.greeted();
        assert!(one.number() < two.number(), "a hello changes nothing");
        one.renumber();
        assert!(two.number() < one.number());
        drop(one);
        assert!(
            two.number() < gate.admit(ip).unwrap().number(),
            "numbers are not given again"
        );
    }

    #[test]
    fn a_proxys_connection_counts_for_whom_it_speaks() {
        let gate = Gate::new(ConnectionLimits {
            all: 9,
            per_address: Some(2),
            strangers_per_address: 1,
        });
        let person = |last: u8| IpAddr::from([192, 0, 2, last]);
        let (mut one, two) = (gate.admit_proxy().unwrap(), gate.admit_proxy().unwrap());
        assert_eq!(gate.counts(), (2, 0));
        one.count_for(person(1)).unwrap();
        assert_eq!(two.count_for(person(1)), Err(AdmitError::Strangers));
        assert_eq!(two.network(), None);
        one.greeted();
        two.count_for(person(1)).unwrap();
        let three = gate.admit_proxy().unwrap();
        assert_eq!(three.count_for(person(1)), Err(AdmitError::Address));
        two.count_for(person(2)).unwrap();
        three.count_for(person(1)).unwrap();
        assert_eq!((three.network(), gate.counts()), (Some(person(1)), (3, 2)));
        drop((one, two, three));
        assert_eq!(gate.counts(), (0, 0), "every place is given back");
    }

    #[test]
    fn whoever_has_not_said_hello_takes_the_place_of_a_stranger() {
        check((9, 9, 2), "10.0.0.1 10.0.0.1 10.0.0.1 10.0.0.2", "++s+");
        check((9, 3, 2), "10.0.0.1! 10.0.0.1! 10.0.0.1 10.0.0.1", "+++c");
        check((9, 9, 1), "10.0.0.1! 10.0.0.1! 10.0.0.1 10.0.0.1!", "+++s");
    }
}
