//! The nodes of a cluster as one of them sees them: who is there, where, who owns which shards, and who is dead.
//!
//! Called by [`owner`](super::owner) with every list of the store's entries and the result of every look at a node. Law
//! kept here: a node counts as dead only if two things are so at once: it has renewed nothing for [`SILENT_MS`], and it
//! did not answer two looks in a row. A node that has lost only its way to the store, or only its way to this node, is
//! left alone until its leases lapse.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;

use super::lease::{Holder, holder_of, is_of_leaving};
use super::routing::{Routes, Shard};
use super::store::Entry;

/// How long a node must have renewed none of its leases before others look at it, in milliseconds: a living one renews
/// each every 3 seconds.
const SILENT_MS: u64 = 4_000;
/// The time between two looks at a silent node, in milliseconds.
const LOOK_AGAIN_MS: u64 = 400;
/// The looks in a row that must fail before a node counts as dead: one may have met a lost packet.
const FAILED_LOOKS: u8 = 2;
/// How long a shard must be free before another node than its favorite takes it, in milliseconds; so much more for each
/// node that is to have it sooner.
const FREE_MS: u64 = 2_000;
/// How long a node must be there before others make room for it, in milliseconds.
const SETTLED_MS: u64 = 3_000;

/// The keys of the leases of shards.
const SHARDS: &str = "shards.";
/// The keys of the leases of names.
pub(crate) const NODES: &str = "nodes.";

/// A node's plan for a shard that it does not own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plan {
    /// To take the lease, by the rules of the store.
    Want,
    /// To take the lease of a dead node, whose last write this was.
    TakeFromDead(u64),
    /// To let it be.
    Leave,
    /// To go on as before: the list shows this process's own lease, which it may have given back since.
    Keep,
}

/// The nodes and the owners, as this node knows them.
#[derive(Debug)]
pub(crate) struct Others {
    holder: Holder,
    me: String,
    nodes: BTreeMap<String, Node>,
    owners: BTreeMap<Shard, (Holder, u64)>,
    /// The shards without an owner, and since when.
    free: BTreeMap<Shard, u64>,
    /// The nodes that are not dead and do not leave, and this one.
    alive: BTreeSet<String>,
    /// Whose turn it is with these nodes, for each shard.
    turns: BTreeMap<Shard, Turn>,
}

/// Whose turn it is to own a shard.
#[derive(Debug)]
struct Turn {
    /// How many nodes are to own it rather than this one.
    rank: usize,
    /// The first of all.
    favorite: String,
}

#[derive(Debug)]
struct Node {
    address: SocketAddr,
    /// When this node first heard of it.
    since_ms: u64,
    /// The highest revision of its leases, and when this node first saw it.
    revision: u64,
    renewed_ms: u64,
    failed_looks: u8,
    looks_at_ms: u64,
    is_looked_at: bool,
    /// Whether it gives everything away, and is to get nothing.
    is_leaving: bool,
}

/// The key of a shard's lease.
pub(crate) fn shard_key(shard: Shard) -> String {
    format!("{SHARDS}{}", shard.0)
}

/// The key of the lease of a node's name.
pub(crate) fn name_key(name: &str) -> String {
    format!("{NODES}{name}")
}

impl Others {
    /// A node that knows of no other.
    pub(crate) fn new(holder: Holder) -> Self {
        let mut others = Self {
            me: holder.node.clone(),
            holder,
            nodes: BTreeMap::new(),
            owners: BTreeMap::new(),
            free: BTreeMap::new(),
            alive: BTreeSet::new(),
            turns: BTreeMap::new(),
        };
        others.count_alive();
        others
    }

    /// Takes a list of all entries.
    pub(crate) fn update(&mut self, entries: &BTreeMap<String, Entry>, now_ms: u64) {
        self.owners.clear();
        let mut addresses = BTreeMap::new();
        let mut revisions: BTreeMap<String, u64> = BTreeMap::new();
        for (key, entry) in entries {
            let Some((holder, address)) = holder_of(&entry.value) else {
                continue;
            };
            let revision = revisions.entry(holder.node.clone()).or_default();
            *revision = entry.revision.max(*revision);
            let shard = key.strip_prefix(SHARDS).and_then(|it| it.parse().ok());
            if let Some(shard) = shard.map(Shard) {
                self.owners.insert(shard, (holder, entry.revision));
            } else if let (true, Some(address)) = (key.starts_with(NODES), address) {
                addresses.insert(holder.node, (address, is_of_leaving(&entry.value)));
            }
        }
        self.nodes.retain(|it, _| addresses.contains_key(it));
        for (name, (address, is_leaving)) in addresses {
            let revision = revisions.get(&name).copied().unwrap_or_default();
            let node = self.nodes.entry(name);
            let node = node.or_insert_with(|| Node::new(address, now_ms));
            node.note(address, revision, now_ms);
            node.is_leaving = is_leaving;
        }
        let owners = &self.owners;
        self.free.retain(|it, _| !owners.contains_key(it));
        for shard in Shard::all().filter(|it| !owners.contains_key(it)) {
            self.free.entry(shard).or_insert(now_ms);
        }
        self.count_alive();
    }

    /// The silent nodes that are to be looked at now; each until [`looked`](Self::looked) has its result.
    pub(crate) fn take_looks(&mut self, now_ms: u64) -> Vec<(String, SocketAddr)> {
        let me = &self.me;
        let silent = self.nodes.iter_mut().filter(|(name, it)| {
            *name != me && now_ms >= it.renewed_ms + SILENT_MS && now_ms >= it.looks_at_ms
        });
        let due = silent.filter(|(_, it)| !it.is_looked_at);
        due.map(|(name, it)| {
            it.is_looked_at = true;
            (name.clone(), it.address)
        })
        .collect()
    }

    /// Takes the result of a look at a node.
    pub(crate) fn looked(&mut self, node: &str, is_alive: bool, now_ms: u64) {
        if let Some(node) = self.nodes.get_mut(node) {
            node.is_looked_at = false;
            node.looks_at_ms = now_ms + LOOK_AGAIN_MS;
            node.failed_looks = if is_alive {
                0
            } else {
                node.failed_looks.saturating_add(1)
            };
        }
        self.count_alive();
    }

    /// The plan for a shard that this node does not own.
    pub(crate) fn plan(&self, shard: Shard, now_ms: u64) -> Plan {
        let rank = self.turns.get(&shard).map_or(0, |it| it.rank);
        match self.owners.get(&shard) {
            Some((holder, _)) if *holder == self.holder => Plan::Keep,
            // Its earlier process is no more.
            Some((holder, _)) if holder.node == self.me => Plan::Want,
            Some((holder, revision)) if self.is_dead(&holder.node) && rank == 0 => {
                Plan::TakeFromDead(*revision)
            }
            Some(_) => Plan::Leave,
            None => {
                let since_ms = self.free.get(&shard).copied();
                let wait_ms = FREE_MS * u64::try_from(rank).unwrap_or(u64::MAX / FREE_MS);
                match since_ms {
                    Some(since_ms) if now_ms >= since_ms.saturating_add(wait_ms) => Plan::Want,
                    Some(_) | None => Plan::Leave,
                }
            }
        }
    }

    /// Whether a shard of this node is to be given to its favorite, if nobody plays in it.
    pub(crate) fn is_for_another(&self, shard: Shard, now_ms: u64) -> bool {
        let favorite = self.turns.get(&shard).map(|it| &it.favorite);
        let node = favorite.filter(|it| **it != self.me);
        node.and_then(|it| self.nodes.get(it))
            .is_some_and(|it| now_ms >= it.since_ms + SETTLED_MS)
    }

    /// The routes, in which this node owns exactly these shards.
    pub(crate) fn routes<'a>(&self, owned: impl Iterator<Item = &'a Shard>) -> Routes {
        let addresses = self.nodes.iter();
        let addresses = addresses.map(|(name, it)| (name.clone(), it.address));
        let others = self.owners.iter().filter(|(_, it)| it.0.node != self.me);
        let others = others.map(|(shard, (holder, _))| (*shard, holder.node.clone()));
        let mut owners: BTreeMap<Shard, String> = others.collect();
        owners.extend(owned.map(|it| (*it, self.me.clone())));
        Routes::of(self.me.clone(), addresses.collect(), owners)
    }

    /// Finds out again whose turn it is, if a node has come, gone or died, or leaves.
    fn count_alive(&mut self) {
        let alive = self.nodes.iter();
        let alive = alive.filter(|(_, it)| !it.is_dead() && !it.is_leaving);
        let mut alive: BTreeSet<String> = alive.map(|(name, _)| name.clone()).collect();
        alive.insert(self.me.clone());
        if alive == self.alive {
            return;
        }
        let turns = Shard::all().filter_map(|shard| {
            let names = || alive.iter().map(String::as_str);
            let turn = Turn {
                rank: shard.rank(&self.me, names()),
                favorite: shard.favorite(names())?.to_owned(),
            };
            Some((shard, turn))
        });
        self.turns = turns.collect();
        self.alive = alive;
    }

    fn is_dead(&self, node: &str) -> bool {
        self.nodes.get(node).is_some_and(Node::is_dead)
    }
}

impl Node {
    fn new(address: SocketAddr, now_ms: u64) -> Self {
        Self {
            address,
            since_ms: now_ms,
            revision: 0,
            renewed_ms: now_ms,
            failed_looks: 0,
            looks_at_ms: now_ms,
            is_looked_at: false,
            is_leaving: false,
        }
    }

    fn note(&mut self, address: SocketAddr, revision: u64, now_ms: u64) {
        self.address = address;
        if revision > self.revision {
            (self.revision, self.renewed_ms, self.failed_looks) = (revision, now_ms, 0);
        }
    }

    fn is_dead(&self) -> bool {
        self.failed_looks >= FAILED_LOOKS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cluster::lease::Lease;
    use crate::cluster::store::StoreRequest;

    fn process(node: &str) -> Holder {
        Holder {
            node: node.to_owned(),
            start: 1,
        }
    }

    /// The entries of these nodes, in order, which own the shards with these numbers; revisions count from `first`.
    fn entries(nodes: &[(&str, &[u8])], first: u64) -> BTreeMap<String, Entry> {
        let mut entries = BTreeMap::new();
        let mut revision = first;
        for (name, shards) in nodes {
            let holder = process(name);
            let address = ([10, 0, 0, 1], 4_601).into();
            let keys = shards.iter().map(|it| shard_key(Shard(*it)));
            for key in std::iter::once(name_key(name)).chain(keys) {
                let mut lease = Lease::of_name(holder.clone(), address);
                lease.take_from_dead(0, 0);
                let Some(StoreRequest::Update { value, .. }) = lease.next(0).map(|it| it.request)
                else {
                    panic!("it asks for the lease");
                };
                entries.insert(key, Entry { value, revision });
                revision += 1;
            }
        }
        entries
    }

    /// A shard of which this node would be the owner if only these nodes were there.
    fn favored(me: &str, nodes: &[&str]) -> Shard {
        let mut all = Shard::all();
        all.find(|it| it.favorite(nodes.iter().copied()) == Some(me))
            .unwrap()
    }

    #[test]
    fn a_free_shard_is_for_its_favorite_and_later_for_the_next() {
        let mut others = Others::new(process("a"));
        let listed = entries(&[("a", &[]), ("b", &[])], 1);
        let (own, foreign) = (favored("a", &["a", "b"]), favored("b", &["a", "b"]));
        assert_eq!(others.plan(own, 0), Plan::Leave, "nothing was listed yet");
        others.update(&listed, 100);
        assert_eq!(others.plan(own, 100), Plan::Want);
        assert_eq!(others.plan(foreign, 100 + FREE_MS - 1), Plan::Leave);
        assert_eq!(others.plan(foreign, 100 + FREE_MS), Plan::Want);
        assert!(!others.is_for_another(foreign, 100 + SETTLED_MS - 1));
        assert!(others.is_for_another(foreign, 100 + SETTLED_MS));
        assert!(!others.is_for_another(own, 100 + SETTLED_MS));
        others.update(&entries(&[("a", &[]), ("b", &[own.0])], 9), 200);
        assert_eq!(others.plan(own, 99_999), Plan::Leave, "it is taken");
        let own_lease = entries(&[("a", &[foreign.0]), ("b", &[])], 9);
        others.update(&own_lease, 300);
        assert_eq!(others.plan(foreign, 300), Plan::Keep);
        let mut again = Others::new(Holder {
            start: 2,
            ..process("a")
        });
        again.update(&own_lease, 300);
        assert_eq!(again.plan(foreign, 300), Plan::Want, "it was its own");
    }

    #[test]
    fn only_a_node_that_is_silent_and_does_not_answer_is_dead() {
        let own = favored("a", &["a"]);
        let listed = |first| entries(&[("a", &[]), ("b", &[own.0])], first);
        let mut others = Others::new(process("a"));
        others.update(&listed(1), 0);
        assert!(others.take_looks(SILENT_MS - 1).is_empty());
        assert_eq!(others.take_looks(SILENT_MS).len(), 1, "b, and not a");
        assert!(others.take_looks(SILENT_MS).is_empty(), "one at a time");
        others.looked("b", false, SILENT_MS);
        assert!(others.take_looks(SILENT_MS + LOOK_AGAIN_MS - 1).is_empty());
        assert_eq!(others.plan(own, SILENT_MS), Plan::Leave);
        let again = SILENT_MS + LOOK_AGAIN_MS;
        assert_eq!(others.take_looks(again).len(), 1);
        others.looked("b", true, again);
        others.looked("b", false, again);
        assert_eq!(others.plan(own, again), Plan::Leave, "not in a row");
        others.looked("b", false, again);
        assert_eq!(others.plan(own, again), Plan::TakeFromDead(3));
        // It has renewed after all.
        others.update(&listed(5), again);
        assert_eq!(others.plan(own, again), Plan::Leave);
        assert!(others.take_looks(again + SILENT_MS - 1).is_empty());
        // Its name is gone, so nobody can look at it; its leases lapse by themselves.
        let mut nameless = listed(9);
        nameless.remove(&name_key("b"));
        others.update(&nameless, again);
        assert_eq!(others.plan(own, 99_999), Plan::Leave);
    }

    #[test]
    fn the_shards_of_a_node_that_leaves_need_not_wait_for_it() {
        let mut others = Others::new(process("a"));
        let shard = favored("b", &["a", "b"]);
        others.update(&entries(&[("a", &[]), ("b", &[])], 1), 0);
        assert_eq!(others.plan(shard, 0), Plan::Leave, "it is for b");
        let mut lease = Lease::of_name(process("b"), ([10, 0, 0, 1], 4_601).into());
        lease.note_leaving(0);
        lease.take_from_dead(0, 0);
        let Some(StoreRequest::Update { value, .. }) = lease.next(0).map(|it| it.request) else {
            panic!("it asks for the lease");
        };
        let mut listed = entries(&[("a", &[]), ("b", &[])], 5);
        listed.insert(name_key("b"), Entry { value, revision: 9 });
        others.update(&listed, 10);
        assert_eq!(others.plan(shard, 10), Plan::Want);
        assert!(!others.is_for_another(shard, 10 + SETTLED_MS));
        // Another process of that name has come.
        others.update(&entries(&[("a", &[]), ("b", &[])], 10), 20);
        assert_eq!(others.plan(shard, 20), Plan::Leave);
    }

    #[test]
    fn of_those_who_see_a_dead_node_only_the_next_in_rank_takes_its_shards() {
        let nodes: [&str; 3] = ["a", "b", "c"];
        let dead = favored("c", &nodes);
        let heir = dead.favorite(["a", "b"].into_iter()).unwrap();
        for me in ["a", "b"] {
            let mut others = Others::new(process(me));
            others.update(&entries(&[("a", &[]), ("b", &[]), ("c", &[dead.0])], 1), 0);
            for _ in 0..FAILED_LOOKS {
                others.looked("c", false, SILENT_MS);
            }
            let expected = if me == heir {
                Plan::TakeFromDead(4)
            } else {
                Plan::Leave
            };
            assert_eq!(others.plan(dead, SILENT_MS), expected, "{me}");
        }
    }
}
