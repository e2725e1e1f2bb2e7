//! The shards that this node owns at this moment, and until when: written by [`owner`](super::owner), looked at before
//! every append and every answer.
//!
//! Law kept here: the end of a term is found by a look at the clock, so a process that was stopped learns of it at its
//! first look, before any task has run to end the term.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dicehall_protocol::LobbyCode;

use super::clock::Clock;
use super::routing::Shard;
use crate::metrics::cluster::ClusterMetrics;
use crate::watched;

/// The time in which this node may serve a shard without a break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LeaseTerm {
    /// Higher than those of all earlier terms of the shard, whichever node had them.
    pub(crate) epoch: u64,
    /// The moment at which it ends, unless it is renewed before, in milliseconds of the node's clock.
    pub(crate) until_ms: u64,
}

/// The terms of a node.
#[derive(Debug)]
pub(crate) struct Ownership {
    clock: Clock,
    state: Mutex<State>,
    /// Whether this node has its name, without which it gets no shards.
    has_name: (watched::Sender<bool>, watched::Receiver<bool>),
    metrics: Arc<ClusterMetrics>,
}

#[derive(Debug, Default)]
struct State {
    terms: BTreeMap<Shard, LeaseTerm>,
    /// The shards of which the journal has shown that a later owner has them.
    doubted: BTreeSet<Shard>,
}

impl Ownership {
    /// A node that owns nothing yet.
    pub(crate) fn new(clock: Clock) -> Self {
        Self {
            clock,
            state: Mutex::default(),
            has_name: watched::channel(false),
            metrics: Arc::default(),
        }
    }

    /// The node's clock.
    pub(crate) fn clock(&self) -> Clock {
        self.clock
    }

    /// The node's metrics.
    pub(crate) fn metrics(&self) -> &Arc<ClusterMetrics> {
        &self.metrics
    }

    /// Notes whether this node has its name.
    pub(crate) fn note_name(&self, has_name: bool) {
        if *self.has_name.0.borrow() != has_name {
            self.has_name.0.send(has_name);
        }
    }

    /// Whether this node has its name.
    pub(crate) fn has_name(&self) -> bool {
        *self.has_name.1.borrow()
    }

    /// Waits until this node has its name.
    pub(crate) async fn named(&self) {
        // Whoever waits has the sender as well.
        self.has_name.1.wait_for(|it| *it).await.ok();
    }

    /// The epoch in which this node may serve a lobby at this moment; `None` if it may not.
    pub(crate) fn epoch(&self, lobby: LobbyCode) -> Option<u64> {
        let term = self.state().terms.get(&Shard::of(lobby)).copied()?;
        (self.clock.now_ms() < term.until_ms).then_some(term.epoch)
    }

    /// Begins, renews or ends the term of a shard.
    pub(crate) fn set(&self, shard: Shard, term: Option<LeaseTerm>) {
        let mut state = self.state();
        match term {
            Some(term) => state.terms.insert(shard, term),
            None => state.terms.remove(&shard),
        };
    }

    /// Ends the term of a lobby's shard, because a record of a later owner was read.
    pub(crate) fn step_down(&self, lobby: LobbyCode) {
        let mut state = self.state();
        let shard = Shard::of(lobby);
        state.terms.remove(&shard);
        state.doubted.insert(shard);
    }

    /// The shards whose terms were ended in that way since the last call.
    pub(crate) fn take_doubted(&self) -> BTreeSet<Shard> {
        std::mem::take(&mut self.state().doubted)
    }

    /// Locks the terms. No thread panics in the middle of a change, so a poisoned lock is ignored.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::{Instant, advance};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_term_ends_by_the_clock_and_by_the_journal() {
        let owned = Ownership::new(Clock::Runtime(Instant::now()));
        let lobby: LobbyCode = "ABCDE".parse().unwrap();
        let term = |epoch, until_ms| Some(LeaseTerm { epoch, until_ms });
        assert_eq!(owned.epoch(lobby), None);
        owned.set(Shard::of(lobby), term(7, 10_000));
        assert_eq!(owned.epoch(lobby), Some(7));
        assert_eq!(owned.epoch("ABCDF".parse().unwrap()), None);
        advance(Duration::from_millis(9_999)).await;
        assert_eq!(owned.epoch(lobby), Some(7));
        advance(Duration::from_millis(1)).await;
        assert_eq!(
            owned.epoch(lobby),
            None,
            "nobody has ended it, the time has"
        );
        owned.set(Shard::of(lobby), term(9, 20_000));
        assert_eq!(owned.epoch(lobby), Some(9));
        owned.step_down(lobby);
        assert_eq!(owned.epoch(lobby), None);
        assert_eq!(owned.take_doubted(), [Shard::of(lobby)].into());
        assert!(owned.take_doubted().is_empty());
    }
}
