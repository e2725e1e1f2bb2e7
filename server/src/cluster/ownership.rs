//! The shards that this node owns at this moment, and until when: written by [`owner`](super::owner), looked at before
//! every append and every answer.
//!
//! Law kept here: the end of a tenure is found by a look at the clock, so a process that was stopped learns of it at its
//! first look, before any task has run to end the tenure.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dicehall_protocol::LobbyCode;

use super::clock::Clock;
use super::routing::Shard;
use crate::metrics::cluster::ClusterMetrics;
use crate::watched;

/// The time in which this node may serve a shard without a break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tenure {
    /// Higher than those of all earlier tenures of the shard, whichever node had them.
    pub(crate) epoch: u64,
    /// The moment at which it ends, unless it is renewed before, in milliseconds of the node's clock.
    pub(crate) until_ms: u64,
}

/// The tenures of a node.
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
    tenures: BTreeMap<Shard, Tenure>,
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
        let tenure = self.state().tenures.get(&Shard::of(lobby)).copied()?;
        (self.clock.now_ms() < tenure.until_ms).then_some(tenure.epoch)
    }

    /// Begins, renews or ends the tenure of a shard.
    pub(crate) fn set(&self, shard: Shard, tenure: Option<Tenure>) {
        let mut state = self.state();
        match tenure {
            Some(tenure) => state.tenures.insert(shard, tenure),
            None => state.tenures.remove(&shard),
        };
    }

    /// Ends the tenure of a lobby's shard, because a record of a later owner was read.
    pub(crate) fn step_down(&self, lobby: LobbyCode) {
        let mut state = self.state();
        let shard = Shard::of(lobby);
        state.tenures.remove(&shard);
        state.doubted.insert(shard);
    }

    /// The shards whose tenures were ended in that way since the last call.
    pub(crate) fn take_doubted(&self) -> BTreeSet<Shard> {
        std::mem::take(&mut self.state().doubted)
    }

    /// Locks the tenures. No thread panics in the middle of a change, so a poisoned lock is ignored.
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
    async fn a_tenure_ends_by_the_clock_and_by_the_journal() {
        let owned = Ownership::new(Clock::Runtime(Instant::now()));
        let lobby: LobbyCode = "ABCDE".parse().unwrap();
        let tenure = |epoch, until_ms| Some(Tenure { epoch, until_ms });
        assert_eq!(owned.epoch(lobby), None);
        owned.set(Shard::of(lobby), tenure(7, 10_000));
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
        owned.set(Shard::of(lobby), tenure(9, 20_000));
        assert_eq!(owned.epoch(lobby), Some(9));
        owned.step_down(lobby);
        assert_eq!(owned.epoch(lobby), None);
        assert_eq!(owned.take_doubted(), [Shard::of(lobby)].into());
        assert!(owned.take_doubted().is_empty());
    }
}
