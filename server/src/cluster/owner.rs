//! The task by which a node owns shards: it drives one lease for each of them and one for the node's name, reads the
//! lobbies of what it has won, and drops what it has lost.
//!
//! Started by the server of a node that listens to others. Laws kept here:
//! - A shard is served only between the reading of its lobbies and the end of its term; when a term ends, it is
//!   ended for the journal first, then the lobbies are dropped, and only then is the lease given back.
//! - A node wants no shard before it holds its name, so two processes of one name never serve at the same time.

mod showing;

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use dicehall_protocol::LobbyCode;
use tokio::task::{JoinError, JoinSet};
use tokio::time::{sleep, timeout};

use super::clock::Clock;
use super::lease::{ANSWER_MS_MAX, Holder, Lease};
use super::others::{Others, Plan, name_key, shard_key};
use super::ownership::{LeaseTerm, Ownership};
use super::routing::{Routes, Shard};
use super::store::{Entry, Store, StoreAnswer};
use crate::metrics::count;
use crate::watched;

/// The longest time between two rounds of the task, in milliseconds: so late does it act on what is due.
const ROUND_MS: u64 = 50;
/// The time between two lists of all entries, in milliseconds.
const LIST_MS: u64 = 1_000;
/// The least time between two lists, in milliseconds, however often other nodes tell of changes.
const LIST_MS_MIN: u64 = 100;
/// The longest wait for a list, in milliseconds.
const LIST_MS_MAX: u64 = 3_000;
/// The wait before lobbies that could not be read are read again, in milliseconds.
const READ_AGAIN_MS: u64 = 300;
/// The shards that a node gives to another at the same time: their people wait for less than a second.
const GIVEN_AT_ONCE: usize = 8;
/// The most requests to the store that wait for an answer: all leases of a node that has just started.
const REQUESTS_MAX: usize = 64;

/// The lobbies of shards in the journal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Holdings {
    /// Those that run.
    pub(crate) running: Vec<LobbyCode>,
    /// Those that have ended, and whose match files may be missing.
    pub(crate) ended: Vec<LobbyCode>,
}

/// The part of the server that has the lobbies.
pub(crate) trait Lobbies: Clone + Send + Sync + 'static {
    /// Reads which lobbies shards have; `None` if that cannot be read now.
    fn read(&self, shards: Vec<Shard>) -> impl Future<Output = Option<Holdings>> + Send;

    /// Serves the lobbies of shards from now on.
    fn gain(&self, shards: Vec<Shard>, holdings: Holdings) -> impl Future<Output = ()> + Send;

    /// Drops the lobbies of shards at once.
    fn lose(&self, shards: Vec<Shard>) -> impl Future<Output = ()> + Send;

    /// The shards in which there are lobbies.
    fn occupied(&self) -> impl Future<Output = BTreeSet<Shard>> + Send;

    /// Whether another node answers.
    fn look(&self, address: SocketAddr) -> impl Future<Output = bool> + Send;
}

/// A finished piece of work.
enum Done {
    /// The store has answered a request for a lease; of the name if there is no shard.
    Answered(Option<Shard>, u64, StoreAnswer),
    Listed(Option<BTreeMap<String, Entry>>, BTreeSet<Shard>),
    Looked(String, bool),
    /// The lobbies of shards won in these epochs were read.
    Read(Vec<(Shard, u64)>, Option<Holdings>),
    /// The other nodes were told of a change.
    Told,
}

/// The task's state.
#[derive(Debug)]
pub(crate) struct Owner<S, E> {
    store: S,
    lobbies: E,
    clock: Clock,
    ownership: Arc<Ownership>,
    routes: watched::Sender<Routes>,
    name_key: String,
    name: Lease,
    leases: BTreeMap<Shard, Lease>,
    /// The shards that are served, with their epochs.
    owned: BTreeMap<Shard, u64>,
    /// The shards whose lobbies are being read, with their epochs.
    reading: BTreeMap<Shard, u64>,
    others: Others,
    /// When the entries are listed next; `None` while they are being listed.
    list_ms: Option<u64>,
    listed_ms: u64,
    /// Whether another node has told of a change since the entries were listed last.
    is_outdated: bool,
    /// Whether the other nodes are to be told of a change.
    has_changed: bool,
    /// The requests to the store that wait for an answer.
    waiting: usize,
    work: JoinSet<Done>,
    /// Whether it gives everything back.
    is_leaving: bool,
    /// The moment at which the last renewal was sent that succeeded; before there was one, the beginning.
    renewed_ms: u64,
}

/// The node that owns shards.
pub(crate) struct OwnNode {
    /// Unlike the names of all other nodes.
    pub(crate) name: String,
    pub(crate) holder: Holder,
    /// Where it listens to other nodes.
    pub(crate) address: SocketAddr,
}

impl<S: Store, E: Lobbies> Owner<S, E> {
    /// A node that owns nothing yet.
    pub(crate) fn new(
        node: OwnNode,
        store: S,
        lobbies: E,
        ownership: Arc<Ownership>,
        routes: watched::Sender<Routes>,
    ) -> Self {
        let OwnNode {
            name,
            holder,
            address,
        } = node;
        let clock = ownership.clock();
        let lease = |shard| (shard, Lease::new(holder.clone()));
        Self {
            store,
            lobbies,
            clock,
            ownership,
            routes,
            name_key: name_key(&name),
            name: Lease::of_name(holder.clone(), address),
            leases: Shard::all().map(lease).collect(),
            owned: BTreeMap::new(),
            reading: BTreeMap::new(),
            others: Others::new(holder),
            list_ms: Some(0),
            listed_ms: 0,
            is_outdated: false,
            has_changed: false,
            waiting: 0,
            work: JoinSet::new(),
            is_leaving: false,
            renewed_ms: clock.now_ms(),
        }
    }

    /// Owns shards until it is told to leave, and then until everything is given back.
    pub(crate) async fn run(mut self, leave: watched::Receiver<bool>) {
        loop {
            let now_ms = self.clock.now_ms();
            self.is_leaving |= *leave.borrow();
            self.plan(now_ms);
            self.settle(now_ms).await;
            self.show_metrics(now_ms);
            self.ask(now_ms);
            if self.is_leaving && self.is_all_given_back() {
                self.store.tell_changed().await;
                return;
            }
            let store = self.store.clone();
            tokio::select! {
                biased;
                Some(done) = self.work.join_next() => self.handle_all(done).await,
                () = store.changed() => self.list_soon(),
                () = sleep(Duration::from_millis(ROUND_MS)) => {}
            }
        }
    }

    /// Decides which leases this node wants.
    fn plan(&mut self, now_ms: u64) {
        for shard in self.ownership.take_doubted() {
            tracing::warn!(
                shard = shard.0,
                "a later owner has written: serving no longer"
            );
            if let Some(lease) = self.leases.get_mut(&shard) {
                lease.distrust(now_ms);
            }
        }
        if self.is_leaving {
            return self.leave(now_ms);
        }
        let has_name = self.name.epoch(now_ms).is_some();
        for (shard, lease) in &mut self.leases {
            match self.others.plan(*shard, now_ms) {
                // A list may be out of date, so it takes away nothing that is held.
                Plan::Keep => {}
                _ if lease.is_held() => {}
                Plan::Want if has_name => lease.set_wanted(true, now_ms),
                Plan::TakeFromDead(revision) if has_name => lease.take_from_dead(revision, now_ms),
                Plan::Want | Plan::TakeFromDead(_) | Plan::Leave => lease.set_wanted(false, now_ms),
            }
        }
    }

    /// Gives some shards without lobbies to the nodes that are to have them. Those with lobbies are as of just now.
    fn make_room(&mut self, occupied: &BTreeSet<Shard>, now_ms: u64) {
        let empty = self.owned.keys().filter(|it| !occupied.contains(it));
        let given = empty.filter(|it| self.others.is_for_another(**it, now_ms));
        let given: Vec<Shard> = given.copied().take(GIVEN_AT_ONCE).collect();
        self.give(&given, now_ms);
    }

    /// Gives some shards back, after the ones before them.
    fn leave(&mut self, now_ms: u64) {
        self.name.note_leaving(now_ms);
        for lease in self.leases.values_mut().filter(|it| !it.is_held()) {
            lease.set_wanted(false, now_ms);
        }
        let under_way = self.leases.values();
        let under_way = under_way.filter(|it| it.is_held() && it.epoch(now_ms).is_none());
        let room = GIVEN_AT_ONCE.saturating_sub(under_way.count());
        let held = self
            .leases
            .iter()
            .filter(|(_, it)| it.epoch(now_ms).is_some());
        let given: Vec<Shard> = held.map(|(shard, _)| *shard).take(room).collect();
        self.give(&given, now_ms);
        if self.leases.values().all(Lease::is_given_back) {
            self.name.set_wanted(false, now_ms);
        }
    }

    fn give(&mut self, shards: &[Shard], now_ms: u64) {
        for shard in shards {
            if let Some(lease) = self.leases.get_mut(shard) {
                lease.set_wanted(false, now_ms);
                self.has_changed = true;
            }
        }
    }

    /// Ends the terms that are over, renews the others, and begins to read what was won.
    async fn settle(&mut self, now_ms: u64) {
        self.ownership.note_name(self.name.epoch(now_ms).is_some());
        let (mut lost, mut won) = (Vec::new(), Vec::new());
        for (shard, lease) in &self.leases {
            let epoch = lease.epoch(now_ms);
            match (self.owned.get(shard), epoch) {
                (Some(owned), Some(epoch)) if *owned == epoch => {
                    self.ownership.set(*shard, term(lease, epoch, now_ms));
                }
                (Some(_), _) => lost.push(*shard),
                (None, Some(epoch)) => won.push((*shard, epoch)),
                (None, None) => {}
            }
        }
        if !lost.is_empty() {
            for shard in &lost {
                self.ownership.set(*shard, None);
                self.owned.remove(shard);
            }
            self.show_routes();
            self.lobbies.lose(lost).await;
        }
        // One reading at a time: shards are won one by one, and each reading asks for the lobbies of all.
        if !won.is_empty() && self.reading.is_empty() {
            self.reading.extend(won.iter().copied());
            let lobbies = self.lobbies.clone();
            self.work.spawn(async move {
                let holdings = lobbies.read(won.iter().map(|it| it.0).collect()).await;
                if holdings.is_none() {
                    sleep(Duration::from_millis(READ_AGAIN_MS)).await;
                }
                Done::Read(won, holdings)
            });
        }
    }

    /// Sends what is due.
    fn ask(&mut self, now_ms: u64) {
        if let Some(numbered) = self.name.next(now_ms) {
            self.send(None, numbered);
        }
        for shard in Shard::all() {
            if self.waiting >= REQUESTS_MAX {
                break;
            }
            let lease = self.leases.get_mut(&shard);
            if let Some(numbered) = lease.and_then(|it| it.next(now_ms)) {
                self.send(Some(shard), numbered);
            }
        }
        if self.list_ms.is_some_and(|it| now_ms >= it) {
            self.list_ms = None;
            self.listed_ms = now_ms;
            self.is_outdated = false;
            let (store, lobbies) = (self.store.clone(), self.lobbies.clone());
            self.work.spawn(async move {
                let listed = timeout(Duration::from_millis(LIST_MS_MAX), store.list()).await;
                let occupied = lobbies.occupied().await;
                Done::Listed(listed.ok().flatten(), occupied)
            });
        }
        for (node, address) in self.others.take_looks(now_ms) {
            let lobbies = self.lobbies.clone();
            self.work
                .spawn(async move { Done::Looked(node, lobbies.look(address).await) });
        }
    }

    fn send(&mut self, shard: Option<Shard>, numbered: super::lease::Numbered) {
        let key = shard.map_or_else(|| self.name_key.clone(), shard_key);
        let store = self.store.clone();
        self.waiting += 1;
        self.work.spawn(async move {
            let limit = Duration::from_millis(ANSWER_MS_MAX);
            let answer = timeout(limit, store.ask(key, numbered.request)).await;
            let answer = answer.unwrap_or(StoreAnswer::Unknown);
            Done::Answered(shard, numbered.number, answer)
        });
    }

    /// Takes what is finished, and everything else that is by now: many answers come at once.
    async fn handle_all(&mut self, first: Result<Done, JoinError>) {
        let mut next = Some(first);
        while let Some(done) = next {
            match done {
                Ok(done) => self.handle(done).await,
                Err(error) => tracing::error!(%error, "a request of the node's leases failed"),
            }
            next = self.work.try_join_next();
        }
    }

    async fn handle(&mut self, done: Done) {
        let now_ms = self.clock.now_ms();
        match done {
            Done::Answered(shard, number, answer) => {
                self.waiting -= 1;
                let lease = match shard {
                    None => Some(&mut self.name),
                    Some(shard) => self.leases.get_mut(&shard),
                };
                if let Some(lease) = lease {
                    lease.answered(now_ms, number, &answer);
                    // Whoever is to have a shard that was given back need not wait for the next list.
                    self.has_changed |= !lease.is_held() && answer_is_write(&answer);
                }
                self.tell();
            }
            Done::Listed(listed, occupied) => {
                let pause_ms = if self.is_outdated {
                    LIST_MS_MIN
                } else {
                    LIST_MS
                };
                self.list_ms = Some(self.listed_ms + pause_ms);
                if let Some(entries) = listed {
                    self.others.update(&entries, now_ms);
                    self.show_routes();
                    self.make_room(&occupied, now_ms);
                }
            }
            Done::Looked(node, is_alive) => {
                tracing::info!(node, is_alive, "looked at a node that renews nothing");
                self.others.looked(&node, is_alive, now_ms);
            }
            Done::Read(won, holdings) => self.begin(&won, holdings, now_ms).await,
            Done::Told => {}
        }
    }

    /// Serves those of the shards that are still held in the same epoch.
    async fn begin(&mut self, won: &[(Shard, u64)], holdings: Option<Holdings>, now_ms: u64) {
        for (shard, epoch) in won {
            if self.reading.get(shard) == Some(epoch) {
                self.reading.remove(shard);
            }
        }
        let Some(Holdings { running, ended }) = holdings else {
            return tracing::warn!("the lobbies of new shards cannot be read yet");
        };
        let mut begun = BTreeSet::new();
        for (shard, epoch) in won {
            let lease = self.leases.get(shard);
            if let Some(lease) = lease.filter(|it| it.epoch(now_ms) == Some(*epoch)) {
                self.ownership.set(*shard, term(lease, *epoch, now_ms));
                self.owned.insert(*shard, *epoch);
                begun.insert(*shard);
            }
        }
        let is_begun = |it: &LobbyCode| begun.contains(&Shard::of(*it));
        let holdings = Holdings {
            running: running.into_iter().filter(is_begun).collect(),
            ended: ended.into_iter().filter(is_begun).collect(),
        };
        let lobbies = holdings.running.len();
        tracing::info!(shards = begun.len(), lobbies, "this node owns more shards");
        let metrics = self.ownership.metrics();
        metrics.takeovers.inc_by(count::to_u64(begun.len()));
        self.lobbies
            .gain(begun.iter().copied().collect(), holdings)
            .await;
        self.show_routes();
        self.has_changed = true;
        self.tell();
    }

    fn is_all_given_back(&self) -> bool {
        let mut leases = self.leases.values().chain([&self.name]);
        leases.all(Lease::is_given_back) && self.owned.is_empty()
    }
}

fn term(lease: &Lease, epoch: u64, now_ms: u64) -> Option<LeaseTerm> {
    let until_ms = lease.expires_ms(now_ms)?;
    Some(LeaseTerm { epoch, until_ms })
}

fn answer_is_write(answer: &StoreAnswer) -> bool {
    matches!(answer, StoreAnswer::Written(_))
}
