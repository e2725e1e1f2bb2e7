//! The way to a lobby: its shard, the node that owns the shard, and where that node is.
//!
//! A lobby's shard follows from its code alone. Which node is to own a shard follows from the names of the nodes by
//! rendezvous hashing (D. G. Thaler, C. V. Ravishankar, "A Name-Based Mapping Scheme for Rendezvous", 1996,
//! <https://www.eecs.umich.edu/techreports/cse/96/CSE-TR-316-96.pdf>): every node computes the same, and when a node
//! comes or goes, no shard changes hands between two others.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use dicehall_protocol::LobbyCode;
use sha2::{Digest, Sha256};

/// The number of shards: enough that a hundred nodes have two or three each, few enough that all leases are renewed by
/// 85 writes a second.
pub(crate) const SHARDS: usize = 256;

/// The number of a shard, which is one byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Shard(pub(crate) u8);

impl Shard {
    /// The shard of a lobby.
    pub(crate) fn of(code: LobbyCode) -> Self {
        let [first, ..] = <[u8; 32]>::from(Sha256::digest(code.as_str()));
        Self(first)
    }

    /// All shards, in order.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        (0..SHARDS).filter_map(|it| u8::try_from(it).ok().map(Self))
    }

    /// The node that is to own the shard while exactly these nodes are there; `None` if there are none.
    pub(crate) fn favorite<'a>(self, nodes: impl Iterator<Item = &'a str>) -> Option<&'a str> {
        nodes.max_by_key(|node| self.weight(node))
    }

    /// How many of these nodes are to own the shard rather than the node with this name.
    pub(crate) fn rank<'a>(self, node: &str, nodes: impl Iterator<Item = &'a str>) -> usize {
        let own = self.weight(node);
        nodes.filter(|it| self.weight(it) > own).count()
    }

    fn weight(self, node: &str) -> [u8; 32] {
        let digest = Sha256::new().chain_update([self.0]).chain_update(node);
        digest.finalize().into()
    }
}

/// The decision about a connection that asks for a lobby.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Route {
    /// This node owns the lobby.
    Here,
    /// The node at this internal address owns it.
    There(SocketAddr),
    /// Nobody owns it at this moment, or its owner's address is not known: to be tried again.
    Nowhere,
}

/// Which node owns which shard, and where the nodes are, as far as this node knows. It may be out of date: a node that
/// gets a connection by mistake decides again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Routes {
    node: String,
    /// The internal addresses of all nodes.
    addresses: BTreeMap<String, SocketAddr>,
    /// The owner of each shard that has one.
    owners: BTreeMap<Shard, String>,
}

impl Routes {
    /// The routes of the node with this name, when each of these nodes owns the shards that it is to own and that never
    /// changes.
    pub fn fixed(node: &str, addresses: BTreeMap<String, SocketAddr>) -> Self {
        let nodes = || addresses.keys().map(String::as_str);
        let owners = Shard::all()
            .filter_map(|shard| Some((shard, shard.favorite(nodes())?.to_owned())))
            .collect();
        Self {
            node: node.to_owned(),
            addresses,
            owners,
        }
    }

    /// The routes of the node with this name, as the leases and addresses of all nodes have them.
    pub(crate) fn of(
        node: String,
        addresses: BTreeMap<String, SocketAddr>,
        owners: BTreeMap<Shard, String>,
    ) -> Self {
        Self {
            node,
            addresses,
            owners,
        }
    }

    /// Whether every shard has an owner.
    pub(crate) fn is_whole(&self) -> bool {
        self.owners.len() == SHARDS
    }

    /// Whether this node owns any shard.
    pub(crate) fn owns_some(&self) -> bool {
        self.owners.values().any(|it| *it == self.node)
    }

    /// The internal addresses of the other nodes, in the order of their names.
    pub(crate) fn others(&self) -> Vec<SocketAddr> {
        let others = self.addresses.iter().filter(|it| *it.0 != self.node);
        others.map(|it| *it.1).collect()
    }

    /// Where a lobby is.
    pub(crate) fn route(&self, code: LobbyCode) -> Route {
        let Some(owner) = self.owners.get(&Shard::of(code)) else {
            return Route::Nowhere;
        };
        if *owner == self.node {
            return Route::Here;
        }
        let address = self.addresses.get(owner).copied();
        address.map_or(Route::Nowhere, Route::There)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn addresses(names: &[&str]) -> BTreeMap<String, SocketAddr> {
        let address = |it: usize| ([10, 0, 0, u8::try_from(it).unwrap()], 4601).into();
        let numbered = names.iter().enumerate();
        numbered
            .map(|(number, name)| ((*name).to_owned(), address(number)))
            .collect()
    }

    #[test]
    fn every_code_has_its_shard_for_ever() {
        let shard = |code: &str| Shard::of(code.parse().unwrap()).0;
        assert_eq!([shard("ABCDE"), shard("ABCDF")], [240, 43]);
        let mut counts = [0; SHARDS];
        for number in 0..25_600_u32 {
            let draws = <[u8; 32]>::from(Sha256::digest(number.to_be_bytes()));
            let code = LobbyCode::from_draws(*draws.first_chunk().unwrap());
            counts[usize::from(Shard::of(code).0)] += 1;
        }
        assert!(
            counts.iter().all(|it| (50..=150).contains(it)),
            "{counts:?}"
        );
    }

    #[test]
    fn nodes_have_about_the_same_and_only_what_a_node_had_moves_when_it_goes() {
        let three = Routes::fixed("a", addresses(&["a", "b", "c"]));
        let two = Routes::fixed("a", addresses(&["a", "b"]));
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for (shard, owner) in &three.owners {
            *counts.entry(owner).or_default() += 1;
            if owner != "c" {
                assert_eq!(two.owners[shard], *owner);
            }
        }
        assert_eq!(counts.values().sum::<usize>(), SHARDS);
        assert!(
            counts.values().all(|it| (65..=105).contains(it)),
            "{counts:?}"
        );
    }

    #[test]
    fn a_lobby_is_here_or_there_or_nowhere() {
        let code: LobbyCode = "ABCDE".parse().unwrap();
        let mut routes = Routes::fixed("a", addresses(&["a", "b"]));
        let mut route = |owner: Option<&str>| {
            routes.owners.clear();
            let owned = owner.map(|it| (Shard::of(code), it.to_owned()));
            routes.owners.extend(owned);
            routes.route(code)
        };
        assert_eq!(route(Some("a")), Route::Here);
        assert_eq!(route(Some("b")), Route::There(([10, 0, 0, 1], 4601).into()));
        assert_eq!(route(Some("c")), Route::Nowhere);
        assert_eq!(route(None), Route::Nowhere);
        assert_eq!(routes.others(), [([10, 0, 0, 1], 4601).into()]);
        let nobody = Routes::fixed("a", BTreeMap::new());
        assert_eq!(nobody.route(code), Route::Nowhere);
        assert!(nobody.others().is_empty());
        assert!(!nobody.owns_some() && !Routes::fixed("b", addresses(&["a"])).owns_some());
        assert!(Routes::fixed("a", addresses(&["a"])).owns_some());
    }
}
