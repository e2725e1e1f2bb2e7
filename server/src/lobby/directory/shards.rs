//! The shards of a node that shares the lobbies of a cluster with others: gained and lost while the directory runs.
//!
//! A server without a cluster has all lobbies, and nothing here is ever called. Laws kept here: when a shard is lost, the
//! tasks of its lobbies are ended wherever they wait, and the connections in them closed; a lobby that comes back has no
//! new task before the old one is gone.

use std::collections::{BTreeMap, BTreeSet};

use dicehall_protocol::LobbyCode;
use tokio::sync::oneshot;

use super::{Directory, Entry};
use crate::cluster::owner::Holdings;
use crate::cluster::routing::Shard;
use crate::journal::AnyJournal;

/// A request of the node's task for ownership.
#[derive(Debug)]
pub(super) enum ShardRequest {
    /// Serves these shards.
    Gain(Vec<Shard>, Holdings),
    /// Drops these shards; answered when all of their tasks were told to end.
    Lose(Vec<Shard>, oneshot::Sender<()>),
    /// Asks in which shards there are lobbies.
    Occupied(oneshot::Sender<BTreeSet<Shard>>),
}

/// The shards that a directory serves.
#[derive(Debug)]
pub(super) struct Shards {
    /// `None` for all of them.
    owned: Option<BTreeSet<Shard>>,
    /// The lobbies that were lost and whose tasks are not gone yet, each with whether it has come back since.
    leaving: BTreeMap<LobbyCode, bool>,
}

impl Shards {
    /// Those of a server with this journal, at its start: all, or none yet.
    pub(super) fn of(journal: &AnyJournal) -> Self {
        Self {
            owned: journal.is_shared().then(BTreeSet::new),
            leaving: BTreeMap::new(),
        }
    }

    /// Whether a lobby is in one of them.
    pub(super) fn have(&self, code: LobbyCode) -> bool {
        let owned = self.owned.as_ref();
        owned.is_none_or(|it| it.contains(&Shard::of(code))) && !self.leaving.contains_key(&code)
    }

    /// Notes that the task of a lobby is gone: whether the lobby has come back, if it was lost.
    pub(super) fn left(&mut self, code: LobbyCode) -> Option<bool> {
        self.leaving.remove(&code)
    }
}

impl Directory {
    pub(super) fn serve_shard_request(&mut self, shard_request: ShardRequest) {
        match shard_request {
            ShardRequest::Gain(shards, holdings) => self.gain(&shards, &holdings),
            ShardRequest::Lose(shards, done) => {
                self.lose(&shards);
                done.send(()).ok();
            }
            ShardRequest::Occupied(done) => {
                let codes = self.entries.keys().chain(self.shards.leaving.keys());
                done.send(codes.map(|it| Shard::of(*it)).collect()).ok();
            }
        }
    }

    fn gain(&mut self, shards: &[Shard], holdings: &Holdings) {
        if let Some(owned) = &mut self.shards.owned {
            owned.extend(shards);
        }
        for code in &holdings.running {
            self.services.archive.gain(*code);
            match self.shards.leaving.get_mut(code) {
                Some(is_back) => *is_back = true,
                None => self.put_to_sleep(*code),
            }
        }
        for code in &holdings.ended {
            self.services.archive.end(*code, false);
        }
        self.look_on();
    }

    fn lose(&mut self, shards: &[Shard]) {
        if let Some(owned) = &mut self.shards.owned {
            owned.retain(|it| !shards.contains(it));
        }
        for (code, is_back) in &mut self.shards.leaving {
            *is_back &= !shards.contains(&Shard::of(*code));
        }
        let lost = self.entries.keys();
        let lost = lost.filter(|it| shards.contains(&Shard::of(**it)));
        let lost: Vec<LobbyCode> = lost.copied().collect();
        for code in lost {
            match self.entries.remove(&code) {
                Some(Entry::Open(open)) => {
                    self.networks.remove(open.history.network);
                    open.task.abort();
                    self.shards.leaving.insert(code, false);
                    tracing::info!(lobby = %code, "another node serves this lobby");
                }
                Some(Entry::Asleep(_)) => self.sleepers.remove(code),
                Some(Entry::Quarantined) | None => {}
            }
        }
    }

    /// Adds a lobby of the journal that has no task.
    pub(super) fn put_to_sleep(&mut self, code: LobbyCode) {
        let abandon_after = self.services.grace_periods.abandon_after;
        self.sleepers.add(code, abandon_after);
        self.entries.insert(code, Entry::Asleep(None));
    }
}

#[cfg(test)]
mod tests {
    use dicehall_engine::lobby::{Event, LobbyEvent};
    use tokio::time::{Duration, timeout};

    use super::super::tests::{new_lobby, next_code, opened, until};
    use super::*;
    use crate::journal::Journal;
    use crate::journal::faulty::FaultyJournal;
    use crate::refusal::Refusal;

    /// A directory that serves no shard yet, and whose journal has one lobby.
    async fn shared() -> (Directory, LobbyCode, FaultyJournal) {
        let journal = FaultyJournal::new();
        let (mut directory, _handle) = opened(&journal).await;
        directory.shards.owned = Some(BTreeSet::new());
        let code = next_code();
        gain(&mut directory, code, &[]);
        let (one, answer, _outbox) = new_lobby();
        directory.create(code, None, Box::new(one)).unwrap();
        answer.await.unwrap().unwrap();
        (directory, code, journal)
    }

    fn gain(directory: &mut Directory, code: LobbyCode, running: &[LobbyCode]) {
        let holdings = Holdings {
            running: running.to_vec(),
            ended: Vec::new(),
        };
        directory.serve_shard_request(ShardRequest::Gain(vec![Shard::of(code)], holdings));
    }

    fn lose(directory: &mut Directory, code: LobbyCode) {
        let (done, _) = oneshot::channel();
        directory.serve_shard_request(ShardRequest::Lose(vec![Shard::of(code)], done));
    }

    async fn reap(directory: &mut Directory) {
        let ended = directory.tasks.join_next_with_id();
        let ended = timeout(Duration::from_secs(5), ended).await;
        directory.reap(ended.expect("its task ends").unwrap());
    }

    #[tokio::test(start_paused = true)]
    async fn a_lobby_that_is_lost_is_dropped_and_the_people_in_it_are_told() {
        let (mut directory, code, _journal) = shared().await;
        let lobby = directory.find(code).unwrap();
        lose(&mut directory, code);
        assert_eq!(directory.find(code).err(), Some(Refusal::LOBBY_GONE));
        assert!(directory.list().is_empty());
        reap(&mut directory).await;
        assert!(lobby.mailbox.is_closed(), "its task is gone");
        assert!(directory.tasks.is_empty(), "and there is no new one");
        let (one, ..) = new_lobby();
        let made = directory.create(code, None, Box::new(one));
        assert_eq!(made.err(), Some(Refusal::LOBBY_GONE));
        assert_eq!(directory.networks.count("192.0.2.1".parse().unwrap()), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn a_lobby_that_comes_back_has_one_task_at_a_time() {
        let (mut directory, code, _journal) = shared().await;
        lose(&mut directory, code);
        gain(&mut directory, code, &[code]);
        assert_eq!(
            directory.find(code).err(),
            Some(Refusal::LOBBY_GONE),
            "its old task is not gone"
        );
        assert_eq!(directory.tasks.len(), 1);
        reap(&mut directory).await;
        assert!(directory.tasks.is_empty());
        let found = directory.find(code).unwrap();
        found.status.wait_for(|it| it.line.is_some()).await.unwrap();
        // Lost again, and won while its task goes, and lost once more.
        lose(&mut directory, code);
        gain(&mut directory, code, &[code]);
        lose(&mut directory, code);
        reap(&mut directory).await;
        assert_eq!(directory.find(code).err(), Some(Refusal::LOBBY_GONE));
        assert!(!directory.entries.contains_key(&code));
    }

    /// The time in which an empty lobby is to end begins when this node has won it, not with the node's start.
    #[tokio::test(start_paused = true)]
    async fn a_lobby_that_is_won_late_does_not_end_at_once() {
        let (mut directory, code, journal) = shared().await;
        lose(&mut directory, code);
        reap(&mut directory).await;
        tokio::time::sleep(Duration::from_secs(3_000)).await;
        gain(&mut directory, code, &[code]);
        let found = directory.find(code).unwrap();
        found.status.wait_for(|it| it.line.is_some()).await.unwrap();
        tokio::time::sleep(Duration::from_secs(500)).await;
        assert_eq!(journal.running().await.unwrap(), [code]);
        until(async || {
            journal.running().await.unwrap().is_empty() || {
                tokio::time::sleep(Duration::from_secs(10)).await;
                false
            }
        })
        .await;
        let last = journal.replay(code).await.unwrap().pop();
        assert!(matches!(last, Some(Event::Lobby(LobbyEvent::Ended { .. }))));
    }
}
