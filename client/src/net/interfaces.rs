//! The addresses of this machine in its networks: which of them others can use, and the interface that the scope of an
//! address names.
//!
//! Called by `host` for what others are told, and by `dial` for addresses with a scope. Nothing is sent: the system lists
//! its interfaces. Which routes it has does not matter, because most tables are in a network without a way out.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use if_addrs::{Interface, get_if_addrs};

/// The most addresses that others are told.
const ADDRESSES_MAX: usize = 8;
/// How the names of interfaces begin that lead into a virtual private network, on the systems in use.
const TUNNELS: [&str; 9] = [
    "tun",
    "tap",
    "wg",
    "vpn",
    "ppp",
    "ipsec",
    "utun",
    "tailscale",
    "zt",
];
/// How the names of interfaces begin that lead to containers and virtual machines of this machine.
const BRIDGES: [&str; 13] = [
    "docker",
    "veth",
    "virbr",
    "vnet",
    "podman",
    "cni",
    "flannel",
    "cali",
    "lxc",
    "lxd",
    "vmnet",
    "vboxnet",
    "vEthernet",
];

/// An address of this machine, with the interface that it belongs to if it means nothing without.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Local {
    ip: IpAddr,
    /// `None` for an address that is the same on every interface.
    scope: Option<String>,
}

impl Local {
    /// An address that needs no scope.
    #[cfg(test)]
    pub(crate) const fn new(ip: IpAddr) -> Self {
        Self { ip, scope: None }
    }

    /// The address without its scope.
    pub(crate) const fn ip(&self) -> IpAddr {
        self.ip
    }

    /// The address with a port, as it can be typed.
    pub(crate) fn with_port(&self, port: u16) -> String {
        match self.ip {
            IpAddr::V4(_) => format!("{self}:{port}"),
            IpAddr::V6(_) => format!("[{self}]:{port}"),
        }
    }
}

impl fmt::Display for Local {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.scope {
            Some(scope) => write!(f, "{}%{scope}", self.ip),
            None => write!(f, "{}", self.ip),
        }
    }
}

/// How probably others can use an address, the most probable first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Network,
    NetworkV6,
    Tunnel,
    TunnelV6,
    /// An address that the machine gave itself because nobody else did.
    SelfGiven,
    SelfGivenV6,
    Bridge,
}

/// This machine's addresses that others may reach, the best first; none if the system does not tell.
pub(crate) fn local_addresses() -> Vec<Local> {
    match get_if_addrs() {
        Ok(found) => ordered(&found),
        Err(error) => {
            tracing::warn!(%error, "the addresses of this machine are unknown");
            Vec::new()
        }
    }
}

/// The number by which the system knows an interface: one that is written as a number, or the one with this name.
pub(crate) fn index_of(scope: &str) -> Option<u32> {
    if let Ok(index) = scope.parse() {
        return Some(index);
    }
    let found = get_if_addrs().ok()?;
    found.iter().find(|it| it.name == scope)?.index
}

/// Whether an address leads nobody but this machine to a server.
pub(crate) fn is_here_only(share: &str) -> bool {
    let address = share.parse::<SocketAddr>();
    address.is_ok_and(|it| it.ip().is_loopback())
}

/// The addresses of these interfaces that others may reach, the best first.
fn ordered(found: &[Interface]) -> Vec<Local> {
    let mut ranked: Vec<(Rank, Local)> = Vec::new();
    for interface in found {
        let Some(ranked_local) = ranked_local(interface) else {
            continue;
        };
        if !ranked.iter().any(|(_, it)| is_as_good(it, &ranked_local.1)) {
            ranked.push(ranked_local);
        }
    }
    // The order of the system is kept among equals.
    ranked.sort_by_key(|it| it.0);
    // Whoever types such an address has to put an interface of their own machine into it.
    let is_needed = ranked.first().is_some_and(|it| it.0 > Rank::NetworkV6);
    ranked.retain(|it| is_needed || it.0 != Rank::SelfGivenV6);
    let locals = ranked.into_iter().map(|it| it.1);
    locals.take(ADDRESSES_MAX).collect()
}

fn ranked_local(interface: &Interface) -> Option<(Rank, Local)> {
    let ip = interface.ip();
    if !interface.is_oper_up() || ip.is_loopback() || ip.is_unspecified() {
        return None;
    }
    let begins = |names: &[&str]| names.iter().any(|it| interface.name.starts_with(it));
    let is_tunnel = interface.is_p2p || begins(&TUNNELS);
    let is_v6 = ip.is_ipv6();
    let rank = match (interface.addr.is_link_local(), is_tunnel) {
        _ if begins(&BRIDGES) || is_bridge_of_docker(&interface.name) => Rank::Bridge,
        (true, _) if is_v6 => Rank::SelfGivenV6,
        (true, _) => Rank::SelfGiven,
        (false, true) if is_v6 => Rank::TunnelV6,
        (false, true) => Rank::Tunnel,
        (false, false) if is_v6 => Rank::NetworkV6,
        (false, false) => Rank::Network,
    };
    let has_scope = is_v6 && interface.addr.is_link_local();
    if has_scope && rank == Rank::Bridge {
        return None;
    }
    let scope = has_scope.then(|| interface.name.clone());
    Some((rank, Local { ip, scope }))
}

/// Whether an interface has a name such as `br-0a1b2c3d4e5f`; routers call theirs `br-lan`.
fn is_bridge_of_docker(name: &str) -> bool {
    let hash = name.strip_prefix("br-").unwrap_or_default();
    hash.len() == 12 && hash.bytes().all(|it| it.is_ascii_hexdigit())
}

/// Whether somebody who is told one address needs the other no more: a machine has several of IPv6 in one network, of
/// which some last for a day.
fn is_as_good(one: &Local, other: &Local) -> bool {
    match (one.ip, other.ip) {
        (IpAddr::V6(ip), IpAddr::V6(of)) => network(ip) == network(of) && one.scope == other.scope,
        (ip, of) => ip == of,
    }
}

fn network(ip: Ipv6Addr) -> [u16; 4] {
    let [a, b, c, d, ..] = ip.segments();
    [a, b, c, d]
}

#[cfg(test)]
mod tests {
    use if_addrs::{IfAddr, IfOperStatus, Ifv4Addr, Ifv6Addr};

    use super::*;

    /// An interface with an address, from `NAME IP`; with `down` behind it, one that leads nowhere.
    fn interface(text: &str) -> Interface {
        let mut words = text.split(' ');
        let (name, ip) = (words.next().unwrap(), words.next().unwrap());
        let addr = match ip.parse().unwrap() {
            IpAddr::V4(ip) => IfAddr::V4(Ifv4Addr {
                ip,
                netmask: [255, 255, 255, 0].into(),
                prefixlen: 24,
                broadcast: None,
            }),
            IpAddr::V6(ip) => IfAddr::V6(Ifv6Addr {
                ip,
                netmask: [0; 16].into(),
                prefixlen: 64,
                broadcast: None,
            }),
        };
        let how = words.next();
        Interface {
            name: name.to_owned(),
            addr,
            index: Some(7),
            oper_status: if how == Some("down") {
                IfOperStatus::Down
            } else {
                IfOperStatus::Up
            },
            is_p2p: how == Some("p2p"),
            #[cfg(windows)]
            adapter_name: String::new(),
        }
    }

    #[track_caller]
    fn check(interfaces: &[&str], expect: &[&str]) {
        let found: Vec<Interface> = interfaces.iter().map(|it| interface(it)).collect();
        let told = ordered(&found);
        let told: Vec<String> = told.iter().map(Local::to_string).collect();
        assert_eq!(told, expect, "{interfaces:?}");
    }

    #[test]
    fn a_network_comes_before_a_tunnel_and_the_bridges_of_containers_come_last() {
        check(
            &[
                "lo 127.0.0.1",
                "lo ::1",
                "docker0 172.17.0.1",
                "br-0a1b2c3d4e5f 172.18.0.1",
                "wg0 10.8.0.2",
                "corp 10.9.0.2 p2p",
                "eth0 192.168.1.5",
                "wlan0 192.168.2.5",
                "br-lan 192.168.3.1",
            ],
            &[
                "192.168.1.5",
                "192.168.2.5",
                "192.168.3.1",
                "10.8.0.2",
                "10.9.0.2",
                "172.17.0.1",
                "172.18.0.1",
            ],
        );
    }

    #[test]
    fn the_only_network_is_told_whatever_the_routes_are() {
        check(&["lo 127.0.0.1", "lan0 10.1.2.3"], &["10.1.2.3"]);
        check(&["lo 127.0.0.1", "eth0 169.254.7.9"], &["169.254.7.9"]);
        check(&["lo 127.0.0.1", "docker0 172.17.0.1"], &["172.17.0.1"]);
        check(&["lo 127.0.0.1", "lo ::1"], &[]);
        check(&["docker0 172.17.0.1 down", "eth0 192.0.2.7 down"], &[]);
    }

    #[test]
    fn of_the_addresses_in_one_network_of_ipv6_one_is_told() {
        check(
            &[
                "eth0 fe80::1",
                "eth0 2001:db8:0:1::5",
                "eth0 2001:db8:0:1:aaaa::7",
                "eth0 fd00::5",
                "eth0 192.0.2.7",
                "wlan0 fe80::1",
                "veth12 fe80::9",
            ],
            &["192.0.2.7", "2001:db8:0:1::5", "fd00::5"],
        );
    }

    #[test]
    fn an_address_of_one_link_is_told_with_its_interface_where_there_is_no_other() {
        check(
            &["eth0 fe80::1", "wlan0 fe80::1", "veth12 fe80::9"],
            &["fe80::1%eth0", "fe80::1%wlan0"],
        );
        check(
            &["eth0 fe80::1", "wg0 10.8.0.2"],
            &["10.8.0.2", "fe80::1%eth0"],
        );
        let found = ordered(&[interface("eth0 fe80::1"), interface("wg0 192.0.2.7")]);
        let told: Vec<String> = found.iter().map(|it| it.with_port(9)).collect();
        assert_eq!(told, ["192.0.2.7:9", "[fe80::1%eth0]:9"]);
    }

    #[test]
    fn no_more_addresses_are_told_than_anybody_reads() {
        let many: Vec<String> = (1..30).map(|it| format!("eth0 192.0.2.{it}")).collect();
        let many: Vec<Interface> = many.iter().map(|it| interface(it)).collect();
        assert_eq!(ordered(&many).len(), ADDRESSES_MAX);
    }

    #[test]
    fn an_interface_is_known_by_its_number() {
        assert_eq!(index_of("3"), Some(3));
        assert_eq!(index_of("no such interface"), None);
    }

    #[test]
    fn what_leads_to_this_machine_alone_is_known() {
        for (share, expect) in [
            ("127.0.0.1:4600", true),
            ("[::1]:4600", true),
            ("192.0.2.7:4600", false),
            ("[fe80::1%eth0]:4600", false),
        ] {
            assert_eq!(is_here_only(share), expect, "{share}");
        }
    }
}
