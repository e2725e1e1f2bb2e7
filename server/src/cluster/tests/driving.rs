//! The task for ownership on several nodes with one model of the store, in the runtime's time.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use dicehall_engine::Dice;
use dicehall_protocol::LobbyCode;
use serde_json::json;
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};

use super::bucket::Bucket;
use crate::cluster::clock::Clock;
use crate::cluster::lease::{Holder, SERVING_MS};
use crate::cluster::others::name_key;
use crate::cluster::owner::{Holdings, Lobbies, OwnNode, Owner};
use crate::cluster::ownership::Ownership;
use crate::cluster::routing::{Route, Routes, SHARDS, Shard};
use crate::cluster::store::{Entry, Store, StoreAnswer, StoreRequest};
use crate::metrics::cluster::{check_text, text_of};
use crate::watched;

/// How long the store takes to answer, in milliseconds.
const ANSWER_MS: u64 = 20;
/// How long a list is on its way, in milliseconds.
const LIST_MS: u64 = 40;

/// The world of all nodes: the store, and which of them have what and which answer.
#[derive(Debug)]
struct World {
    clock: Clock,
    state: Mutex<State>,
    changed: Notify,
}

#[derive(Debug)]
struct State {
    bucket: Bucket,
    keys: Vec<String>,
    /// The nodes that cannot reach the store.
    cut_off: BTreeSet<usize>,
    /// The nodes that do not answer others.
    silent: BTreeSet<usize>,
    /// The shards that each node serves.
    served: BTreeMap<usize, BTreeSet<Shard>>,
    occupied: BTreeSet<Shard>,
    /// The lists that were read and have not come.
    lists_under_way: usize,
}

/// The world as one node sees it.
#[derive(Clone, Debug)]
struct Place {
    world: Arc<World>,
    node: usize,
}

/// A running node.
struct Node {
    task: JoinSet<()>,
    leave: watched::Sender<bool>,
    routes: watched::Receiver<Routes>,
    ownership: Arc<Ownership>,
}

impl Store for Place {
    async fn ask(&self, key: String, request: StoreRequest) -> StoreAnswer {
        sleep(Duration::from_millis(ANSWER_MS)).await;
        let now_ms = self.world.clock.now_ms();
        let mut state = self.world.state.lock().unwrap();
        if state.cut_off.contains(&self.node) {
            return StoreAnswer::Unknown;
        }
        if !state.keys.contains(&key) {
            state.keys.push(key.clone());
        }
        let number = state.keys.iter().position(|it| *it == key).unwrap();
        state.bucket.carry_out(now_ms, number, &request)
    }

    /// Comes a little after it was read.
    async fn list(&self) -> Option<BTreeMap<String, Entry>> {
        let now_ms = self.world.clock.now_ms();
        let listed = {
            let state = self.world.state.lock().unwrap();
            let keys = state.keys.iter().enumerate();
            let entries =
                keys.filter_map(|(at, key)| Some((key.clone(), state.bucket.read(now_ms, at)?)));
            (!state.cut_off.contains(&self.node)).then(|| entries.collect())
        };
        self.world.state.lock().unwrap().lists_under_way += 1;
        sleep(Duration::from_millis(LIST_MS)).await;
        self.world.state.lock().unwrap().lists_under_way -= 1;
        listed
    }

    async fn tell_changed(&self) {
        self.world.changed.notify_waiters();
    }

    async fn changed(&self) {
        self.world.changed.notified().await;
    }
}

impl Lobbies for Place {
    async fn read(&self, shards: Vec<Shard>) -> Option<Holdings> {
        assert!(!shards.is_empty());
        Some(Holdings::default())
    }

    async fn gain(&self, shards: Vec<Shard>, _holdings: Holdings) {
        let mut state = self.world.state.lock().unwrap();
        for (node, served) in &state.served {
            let is_free = shards.iter().all(|it| !served.contains(it));
            assert!(is_free, "{node} serves what {} gains", self.node);
        }
        state.served.entry(self.node).or_default().extend(shards);
    }

    async fn lose(&self, shards: Vec<Shard>) {
        let mut state = self.world.state.lock().unwrap();
        let served = state.served.entry(self.node).or_default();
        served.retain(|it| !shards.contains(it));
    }

    async fn occupied(&self) -> BTreeSet<Shard> {
        self.world.state.lock().unwrap().occupied.clone()
    }

    async fn look(&self, address: SocketAddr) -> bool {
        let node = usize::from(address.port());
        !self.world.state.lock().unwrap().silent.contains(&node)
    }
}

impl World {
    fn new() -> Arc<Self> {
        Arc::new(Self {
            clock: Clock::Runtime(Instant::now()),
            state: Mutex::new(State {
                bucket: Bucket::new(0),
                keys: Vec::new(),
                cut_off: BTreeSet::new(),
                silent: BTreeSet::new(),
                served: BTreeMap::new(),
                occupied: BTreeSet::new(),
                lists_under_way: 0,
            }),
            changed: Notify::new(),
        })
    }

    fn node(self: &Arc<Self>, node: usize, start: u64) -> Node {
        let place = Place {
            world: Arc::clone(self),
            node,
        };
        let holder = Holder {
            node: format!("n{node}/id"),
            start,
        };
        let address = ([127, 0, 0, 1], u16::try_from(node).unwrap()).into();
        let ownership = Arc::new(Ownership::new(self.clock));
        let (sender, routes) = watched::channel(Routes::default());
        let name = format!("n{node}");
        let own = OwnNode {
            name,
            holder,
            address,
        };
        let owner = Owner::new(own, place.clone(), place, Arc::clone(&ownership), sender);
        let (leave, is_leaving) = watched::channel(false);
        let mut task = JoinSet::new();
        task.spawn(owner.run(is_leaving));
        Node {
            task,
            leave,
            routes,
            ownership,
        }
    }

    /// The numbers of shards that the nodes serve.
    fn counts(&self) -> Vec<usize> {
        let state = self.state.lock().unwrap();
        state.served.values().map(BTreeSet::len).collect()
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state.lock().unwrap());
    }
}

/// The age of a node's last good renewal, in seconds, as operators read it.
fn renewal_age(node: &Node) -> f64 {
    let text = text_of(node.ownership.metrics());
    let line = text
        .lines()
        .find_map(|it| it.strip_prefix("dicehall_cluster_renewal_age_seconds "));
    line.unwrap().parse().unwrap()
}

async fn seconds(count: u64) {
    sleep(Duration::from_secs(count)).await;
}

fn lobbies() -> Vec<LobbyCode> {
    let mut luck = dicehall_engine::dice::SeededDice::new(1);
    let mut code = || {
        LobbyCode::from_draws(std::array::from_fn(|_| {
            u8::try_from(luck.below(31)).unwrap()
        }))
    };
    (0..200).map(|_| code()).collect()
}

#[tokio::test(start_paused = true)]
async fn three_nodes_share_all_shards_and_every_one_knows_the_way() {
    let world = World::new();
    let first = world.node(1, 1);
    seconds(3).await;
    assert_eq!(world.counts(), [SHARDS], "a node alone has everything");
    let counted = ["leases 256", "takeovers_total 256"];
    check_text(first.ownership.metrics(), &counted);
    let others = [world.node(2, 1), world.node(3, 1)];
    seconds(20).await;
    let counts = world.counts();
    assert_eq!(counts.iter().sum::<usize>(), SHARDS);
    assert!(counts.iter().all(|it| (60..110).contains(it)), "{counts:?}");
    for lobby in lobbies() {
        let nodes = || std::iter::once(&first).chain(&others);
        let here = nodes().filter(|it| it.routes.borrow().route(lobby) == Route::Here);
        let serving = nodes().filter(|it| it.ownership.epoch(lobby).is_some());
        assert_eq!((here.count(), serving.count()), (1, 1), "{lobby}");
        let lost = nodes().filter(|it| it.routes.borrow().route(lobby) == Route::Nowhere);
        assert_eq!(lost.count(), 0, "{lobby}");
    }
}

#[tokio::test(start_paused = true)]
async fn shards_in_which_somebody_is_stay_where_they_are() {
    let world = World::new();
    world.change(|it| it.occupied = Shard::all().collect());
    let _nodes = [world.node(1, 1)];
    seconds(3).await;
    let _late = world.node(2, 1);
    seconds(20).await;
    assert_eq!(world.counts(), [SHARDS]);
}

#[tokio::test(start_paused = true)]
async fn the_shards_of_a_dead_node_are_taken_long_before_their_leases_lapse() {
    let world = World::new();
    let (one, mut two) = (world.node(1, 1), world.node(2, 1));
    seconds(20).await;
    two.task.shutdown().await;
    world.change(|it| {
        it.silent.insert(2);
        it.served.remove(&2);
    });
    seconds(4).await;
    assert!(world.counts()[0] < SHARDS, "nobody can know that yet");
    seconds(3).await;
    assert_eq!(world.counts(), [SHARDS]);
    // It comes back with its data, and gets empty shards again.
    world.change(|it| it.silent.clear());
    let _two = world.node(2, 2);
    seconds(20).await;
    assert_eq!(world.counts().iter().sum::<usize>(), SHARDS);
    assert!(world.counts()[1] > 60);
    drop(one);
}

#[tokio::test(start_paused = true)]
async fn a_node_that_starts_again_has_its_shards_at_once() {
    let world = World::new();
    world.change(|it| it.occupied = Shard::all().collect());
    let mut one = world.node(1, 1);
    seconds(3).await;
    let _two = world.node(2, 1);
    seconds(3).await;
    one.task.shutdown().await;
    world.change(|it| it.served.clear());
    let _one = world.node(1, 2);
    seconds(2).await;
    assert_eq!(world.counts(), [SHARDS]);
}

#[tokio::test(start_paused = true)]
async fn a_node_without_the_store_serves_until_its_term_ends_and_another_goes_on_after_that() {
    let world = World::new();
    let one = world.node(1, 1);
    seconds(3).await;
    world.change(|it| it.occupied = Shard::all().collect());
    let _two = world.node(2, 1);
    seconds(10).await;
    world.change(|it| {
        it.cut_off.insert(1);
    });
    seconds(SERVING_MS / 1_000 - 4).await;
    assert_eq!(
        world.counts()[0],
        SHARDS,
        "an outage of six seconds is nothing"
    );
    seconds(5).await;
    assert_eq!(world.counts()[0], 0);
    check_text(one.ownership.metrics(), &["leases 0"]);
    assert!(
        lobbies()
            .iter()
            .all(|it| one.ownership.epoch(*it).is_none())
    );
    // It answers, so nobody takes what may still be its own before the store has dropped it.
    seconds(10).await;
    assert_eq!(world.counts(), [0, SHARDS]);
}

#[tokio::test(start_paused = true)]
async fn the_age_of_the_last_good_renewal_grows_while_the_store_is_away() {
    let world = World::new();
    let node = world.node(1, 1);
    for (is_away, expect) in [(false, 0.0..4.0), (true, 20.0..24.0), (false, 0.0..4.0)] {
        world.change(|it| it.cut_off = is_away.then_some(1).into_iter().collect());
        seconds(20).await;
        let age = renewal_age(&node);
        assert!(expect.contains(&age), "{age} when {is_away}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_node_that_leaves_has_given_everything_away() {
    let world = World::new();
    let mut one = world.node(1, 1);
    seconds(3).await;
    world.change(|it| it.occupied = Shard::all().collect());
    let two = world.node(2, 1);
    seconds(5).await;
    one.leave.send(true);
    let begun = Instant::now();
    // Which shards nobody serves, and since when.
    let (mut unserved, mut longest) = (BTreeMap::new(), Duration::ZERO);
    while !one.task.is_empty() || !unserved.is_empty() {
        one.task.try_join_next();
        sleep(Duration::from_millis(5)).await;
        let served = world.state.lock().unwrap().served.clone();
        for shard in Shard::all() {
            if !served.values().any(|it| it.contains(&shard)) {
                unserved.entry(shard).or_insert_with(Instant::now);
            } else if let Some(since) = unserved.remove(&shard) {
                longest = longest.max(since.elapsed());
            }
        }
        assert!(begun.elapsed() < Duration::from_secs(8));
    }
    assert!(
        longest > Duration::ZERO && longest < Duration::from_millis(300),
        "a shard was without an owner for {longest:?}"
    );
    assert_eq!(world.counts(), [0, SHARDS]);
    assert!(two.routes.borrow().is_whole());
}

#[tokio::test(start_paused = true)]
async fn a_change_while_the_entries_are_listed_is_seen_soon() {
    let world = World::new();
    let one = world.node(1, 1);
    seconds(3).await;
    while world.state.lock().unwrap().lists_under_way == 0 {
        sleep(Duration::from_millis(1)).await;
    }
    let place = Place {
        world: Arc::clone(&world),
        node: 2,
    };
    let claim = json!({
        "holder": { "node": "n2/id", "start": 1 }, "sent_ms": 0, "address": "127.0.0.1:2",
    });
    let value = claim.to_string().into_bytes();
    place
        .ask(name_key("n2"), StoreRequest::Create { value })
        .await;
    assert_eq!(world.state.lock().unwrap().lists_under_way, 1);
    place.tell_changed().await;
    let seen = one.routes.wait_for(|it| !it.others().is_empty());
    let seen = timeout(Duration::from_millis(250), seen).await;
    assert!(seen.is_ok(), "it was not listed again");
}

#[tokio::test(start_paused = true)]
async fn of_two_nodes_with_one_name_the_second_owns_nothing() {
    let world = World::new();
    let place = Place {
        world: Arc::clone(&world),
        node: 2,
    };
    let first = json!({
        "holder": { "node": "n1/id", "start": 1 }, "sent_ms": 0, "address": "127.0.0.1:1",
    });
    let value = first.to_string().into_bytes();
    let written = place
        .ask(name_key("n1"), StoreRequest::Create { value })
        .await;
    assert!(matches!(written, StoreAnswer::Written(_)), "{written:?}");
    let holder = Holder {
        node: "n1/other".to_owned(),
        start: 9,
    };
    let (sender, _routes) = watched::channel(Routes::default());
    let own = OwnNode {
        name: "n1".to_owned(),
        holder,
        address: ([127, 0, 0, 1], 2).into(),
    };
    let ownership = Arc::new(Ownership::new(world.clock));
    let owner = Owner::new(own, place.clone(), place, ownership, sender);
    let (_leave, is_leaving) = watched::channel(false);
    let mut tasks = JoinSet::new();
    tasks.spawn(owner.run(is_leaving));
    // Every shard is free, but the name is not.
    seconds(13).await;
    assert!(world.counts().is_empty());
    seconds(7).await;
    assert_eq!(world.counts(), [SHARDS], "the name has lapsed");
}
