//! The streams of lobbies in a log with a fence: appends, replays and removals, whatever the log is.
//!
//! Called by [`JetStreamJournal`](super::JetStreamJournal), and by tests with a model of the log. Laws kept here: every
//! append names the message that it follows; a refused or unknown append is settled by the lobby's last message as the
//! leader has it; only a lobby that has ended is removed; and where nodes share the lobbies, a node that has read a message
//! of a later owner writes no more, and nothing is shown of an append that outlived its owner's term.
//!
//! Several machines are NATS's work, and one fence is ours. Each append names the last message of its lobby, and the
//! cluster refuses it if another is there. Who should write a lobby is never decided by a clock, and an append whose
//! acknowledgement was lost is found by reading the lobby's last message from the stream's leader. Messages have no
//! identity for the cluster to sort out doubled ones: the fence does that, and versions of NATS answer such a
//! repetition differently. Nodes that share the lobbies have leases, so that each lobby normally has one owner, but
//! a lease only says who should write: a new owner appends a message without events, which makes everything that an
//! earlier one has on its way follow a message that is no longer the last. So another node may take the lease of one
//! that seems dead, and if it was wrong, people are thrown out and come back, and the log is right. What the fence
//! needs of a cluster is one small trait, so that a model with every fault stands in for it in tests.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dicehall_engine::lobby::{Event, LobbyEvent, Revision};
use dicehall_protocol::LobbyCode;
use dicehall_protocol::limits::LOBBY_CODE_CHARS;

use super::super::record::{self, FORMAT, Head, Record};
use super::log::{Log, Published, Stored};
use super::message::Message;
use crate::cluster::owner::Holdings;
use crate::cluster::ownership::Ownership;
use crate::cluster::routing::Shard;
use crate::journal::JournalError;
use crate::journal::offline_journal::OfflineJournal;
use crate::metrics::cluster::{Appended, ClusterMetrics};

/// The most attempts to append a message, before the lobby freezes: about two seconds with a silent cluster, after which
/// people should be told.
pub(super) const ATTEMPTS_MAX: usize = 3;

/// The end of a lobby's stream, which the next message follows.
#[derive(Clone, Copy, Debug)]
pub(super) struct StreamEnd {
    /// The sequence of the last message; 0 if there is none.
    pub(super) sequence: u64,
    pub(super) head: Head,
}

/// The meaning of a lobby's last message for an append whose outcome is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It is the appended message: the append has succeeded, at this sequence.
    Ours(u64),
    /// The append has not happened, but it may still.
    Open,
    /// Another writer's message is there, and the stream has this revision.
    Fenced(u64),
}

/// The streams of all lobbies.
#[derive(Debug)]
pub(super) struct Streams<L> {
    log: L,
    writer: String,
    /// The shards that this node owns; `None` if it is the only server.
    ownership: Option<Arc<Ownership>>,
    /// The ends of those streams that this node has appended to and that have not ended.
    places: Mutex<BTreeMap<LobbyCode, StreamEnd>>,
    metrics: Arc<ClusterMetrics>,
}

impl<L: Log> Streams<L> {
    /// The streams of a log, for one run of one node.
    pub(super) fn new(log: L, writer: String) -> Self {
        Self {
            log,
            writer,
            ownership: None,
            places: Mutex::default(),
            metrics: Arc::default(),
        }
    }

    /// The same streams for a node that owns only some of the lobbies.
    pub(super) fn shared(self, ownership: Option<Arc<Ownership>>) -> Self {
        let metrics = ownership.as_ref().map(|it| Arc::clone(it.metrics()));
        Self {
            ownership,
            metrics: metrics.unwrap_or(self.metrics),
            ..self
        }
    }

    /// The counters of what becomes of appends.
    pub(super) fn metrics(&self) -> &Arc<ClusterMetrics> {
        &self.metrics
    }

    /// Appends events after a revision; see [`Journal::append`](crate::journal::Journal::append).
    pub(super) async fn append(
        &self,
        lobby: LobbyCode,
        expected: Revision,
        events: &[Event],
    ) -> Result<Revision, JournalError> {
        let epoch = self.epoch(lobby)?;
        let place = self.take_place(lobby, expected, epoch).await?;
        if place.head.seq > expected.0 {
            return Err(conflict(lobby, expected.0, place.head.seq));
        }
        if place.head.seq < expected.0 {
            // The caller has seen more: an old leader has answered.
            let fault = format!("the cluster does not know the end of the stream of {lobby}");
            return Err(JournalError::Io(fault));
        }
        if events.is_empty() {
            return Ok(expected);
        }
        let record = Record::after(place.head, FORMAT, events.len(), record::write(events));
        let message = Message {
            writer: self.writer.clone(),
            epoch,
            record,
        };
        let written = self.write(lobby, place, &message).await;
        if let Err(JournalError::Io(_)) = written {
            // The message may still arrive. If the caller repeats it, it must follow the same one to be known again.
            self.places().insert(lobby, place);
        }
        let sequence = written?;
        self.check_epoch(lobby, epoch)?;
        let head = Head::after_last(lobby, Some(&message.record))?;
        if !matches!(events.last(), Some(Event::Lobby(LobbyEvent::Ended { .. }))) {
            self.places().insert(lobby, StreamEnd { sequence, head });
        }
        Ok(Revision(head.seq))
    }

    /// Becomes the owner of a lobby, so that no earlier one can append to it, and reads its stream; empty if there is none.
    /// Without shards it only reads.
    pub(super) async fn open(&self, lobby: LobbyCode) -> Result<Vec<Event>, JournalError> {
        let epoch = self.epoch(lobby)?;
        let Some(last) = self.log.last(lobby).await? else {
            return Ok(Vec::new());
        };
        let events = self.read_until(lobby, last.sequence).await?;
        self.check_writer(lobby, &last, epoch)?;
        let is_own = (&last.message.writer, last.message.epoch) == (&self.writer, epoch);
        if self.ownership.is_none() || is_own || last.message.ends() {
            return Ok(events);
        }
        self.metrics.replays.inc();
        let place = StreamEnd {
            sequence: last.sequence,
            head: Head::after_last(lobby, Some(&last.message.record))?,
        };
        let message = Message::owner_changed(&self.writer, epoch, place.head);
        let sequence = self.write(lobby, place, &message).await?;
        self.check_epoch(lobby, epoch)?;
        self.places().insert(lobby, StreamEnd { sequence, ..place });
        Ok(events)
    }

    /// The epoch in which this node owns a lobby; 0 if it is the only server.
    fn epoch(&self, lobby: LobbyCode) -> Result<u64, JournalError> {
        match &self.ownership {
            None => Ok(0),
            Some(ownership) => ownership
                .epoch(lobby)
                .ok_or(JournalError::NotOwner { lobby }),
        }
    }

    /// Fails unless this node has owned a lobby since this epoch began. What was appended may be durable all the same.
    fn check_epoch(&self, lobby: LobbyCode, epoch: u64) -> Result<(), JournalError> {
        if self.epoch(lobby)? == epoch {
            return Ok(());
        }
        Err(JournalError::NotOwner { lobby })
    }

    /// Stops this node if a later owner has written.
    fn check_writer(
        &self,
        lobby: LobbyCode,
        last: &Stored,
        epoch: u64,
    ) -> Result<(), JournalError> {
        match &self.ownership {
            Some(ownership) if last.message.epoch > epoch => {
                ownership.step_down(lobby);
                Err(JournalError::NotOwner { lobby })
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Publishes a message, and counts what became of it.
    async fn write(
        &self,
        lobby: LobbyCode,
        place: StreamEnd,
        message: &Message,
    ) -> Result<u64, JournalError> {
        let written = self.publish(lobby, place, message).await;
        self.metrics.appended(match &written {
            Ok(_) => Appended::Stored,
            Err(JournalError::Conflict { .. }) => Appended::Fenced,
            Err(_) => Appended::Unknown,
        });
        written
    }

    /// Publishes a message until it is known what became of it; gives up after some attempts.
    async fn publish(
        &self,
        lobby: LobbyCode,
        place: StreamEnd,
        message: &Message,
    ) -> Result<u64, JournalError> {
        let mut fault = "the append was refused, though nothing was appended".to_owned();
        for attempt in 1..=ATTEMPTS_MAX {
            let is_last = attempt == ATTEMPTS_MAX;
            if attempt > 1 {
                self.metrics.append_retries.inc();
            }
            match self.log.publish(lobby, message, place.sequence).await {
                Published::Stored(sequence) => return Ok(sequence),
                Published::Unknown(why) => {
                    fault = why;
                    if !is_last {
                        self.log.pause().await;
                        continue;
                    }
                }
                Published::Refused => {}
            }
            // Boxed, as below: this is rare, and every append would have room for it.
            let last = Box::pin(self.log.last(lobby)).await?;
            match judge(place, message, last.as_ref()) {
                Verdict::Ours(sequence) => return Ok(sequence),
                Verdict::Fenced(found) => {
                    if let (Some(ownership), Some(last)) = (&self.ownership, last)
                        && last.message.epoch > message.epoch
                    {
                        ownership.step_down(lobby);
                    }
                    return Err(conflict(lobby, place.head.seq, found));
                }
                Verdict::Open if is_last => {}
                Verdict::Open => self.log.pause().await,
            }
        }
        Err(JournalError::Io(fault))
    }

    /// The end of the stream, taken out of the memory: an append that is dropped half-way leaves nothing stale there.
    async fn take_place(
        &self,
        lobby: LobbyCode,
        expected: Revision,
        epoch: u64,
    ) -> Result<StreamEnd, JournalError> {
        let known = self.places().remove(&lobby);
        if let Some(place) = known.filter(|it| it.head.seq == expected.0) {
            return Ok(place);
        }
        let last = Box::pin(self.log.last(lobby)).await?;
        if let Some(last) = &last {
            self.check_writer(lobby, last, epoch)?;
        }
        let record = last.as_ref().map(|it| &it.message.record);
        Ok(StreamEnd {
            sequence: last.as_ref().map_or(0, |it| it.sequence),
            head: Head::after_last(lobby, record)?,
        })
    }

    /// Whether the leader of the log answers; any lobby will do for the question.
    pub(super) async fn check(&self) -> Result<(), JournalError> {
        let any = LobbyCode::from_draws([0; LOBBY_CODE_CHARS]);
        self.log.last(any).await.map(|_last| ())
    }

    /// A lobby's whole stream, verified; empty if there is none.
    pub(super) async fn replay(&self, lobby: LobbyCode) -> Result<Vec<Event>, JournalError> {
        let Some(last) = self.log.last(lobby).await? else {
            return Ok(Vec::new());
        };
        self.read_until(lobby, last.sequence).await
    }

    async fn read_until(&self, lobby: LobbyCode, last: u64) -> Result<Vec<Event>, JournalError> {
        let records = self.records_until(lobby, last).await?;
        record::read_stream(lobby, records)
    }

    /// A lobby's records, up to this message; not verified.
    async fn records_until(
        &self,
        lobby: LobbyCode,
        last: u64,
    ) -> Result<Vec<Record>, JournalError> {
        let stored = self.log.until(lobby, last).await?;
        if stored.last().map(|it| it.sequence) != Some(last) {
            let fault = format!("a copy of the stream of {lobby} is behind the leader");
            return Err(JournalError::Io(fault));
        }
        let messages = stored.into_iter().map(|it| it.message);
        let with_events = messages.filter(|it| !it.is_owner_changed());
        Ok(with_events.map(|it| it.record).collect())
    }

    /// The lobbies in shards, as the leader of the log knows them, in order: those that run and those that have ended.
    /// One that has ended just now may be among those that run.
    pub(super) async fn within(&self, shards: &BTreeSet<Shard>) -> Result<Holdings, JournalError> {
        let lasts = self.log.lasts().await?.into_iter();
        let ended = lasts.filter(|(_, it)| it.message.ends());
        let ended: BTreeSet<LobbyCode> = ended.map(|(lobby, _)| lobby).collect();
        let lobbies = self.log.lobbies().await?.into_iter();
        let lobbies = lobbies.filter(|it| shards.contains(&Shard::of(*it)));
        let (ended, running) = lobbies.partition(|it| ended.contains(it));
        Ok(Holdings { running, ended })
    }

    /// The lobbies that have not ended, or those that have, in order.
    pub(super) async fn lobbies(&self, has_ended: bool) -> Result<Vec<LobbyCode>, JournalError> {
        let lasts = self.log.lasts().await?.into_iter();
        let lasts = lasts.filter(|(_, it)| it.message.ends() == has_ended);
        let mut lobbies: Vec<_> = lasts.map(|(lobby, _)| lobby).collect();
        lobbies.sort_unstable();
        Ok(lobbies)
    }

    /// Every lobby of this node that has a stream, in order.
    pub(super) async fn all(&self) -> Result<Vec<LobbyCode>, JournalError> {
        let lasts = self.log.lasts().await?.into_iter().map(|it| it.0);
        let mut lobbies: Vec<_> = lasts.filter(|it| self.epoch(*it).is_ok()).collect();
        lobbies.sort_unstable();
        Ok(lobbies)
    }

    /// Removes those of the lobbies that have ended. A lobby that another node owns by now is that node's to remove.
    pub(super) async fn remove(&self, lobbies: &[LobbyCode]) -> Result<(), JournalError> {
        for lobby in lobbies.iter().filter(|it| self.epoch(**it).is_ok()) {
            match self.log.last(*lobby).await? {
                Some(last) if last.message.ends() => self.log.purge(*lobby, last.sequence).await?,
                Some(_) => tracing::warn!(%lobby, "a lobby that runs is not removed"),
                None => {}
            }
        }
        Ok(())
    }

    /// Locks the places. No thread panics in the middle of a change, so a poisoned lock is ignored.
    fn places(&self) -> MutexGuard<'_, BTreeMap<LobbyCode, StreamEnd>> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// For commands that move lobbies while no server runs.
impl<L: Log> OfflineJournal for Streams<L> {
    async fn lobbies(&self) -> Result<BTreeSet<LobbyCode>, JournalError> {
        self.log.lobbies().await
    }

    async fn records(&self, lobby: LobbyCode) -> Result<Vec<Record>, JournalError> {
        match self.log.last(lobby).await? {
            Some(last) => self.records_until(lobby, last.sequence).await,
            None => Ok(Vec::new()),
        }
    }

    async fn put(
        &self,
        lobby: LobbyCode,
        head: Head,
        records: &[Record],
    ) -> Result<(), JournalError> {
        let last = self.log.last(lobby).await?;
        let last_record = last.as_ref().map(|it| &it.message.record);
        let mut place = StreamEnd {
            sequence: last.as_ref().map_or(0, |it| it.sequence),
            head: Head::after_last(lobby, last_record)?,
        };
        if place.head != head {
            return Err(conflict(lobby, head.seq, place.head.seq));
        }
        // The epochs of a lobby never fall.
        let epoch = last.map_or(0, |it| it.message.epoch);
        for record in records {
            let message = Message {
                writer: self.writer.clone(),
                epoch,
                record: record.clone(),
            };
            let sequence = self.write(lobby, place, &message).await?;
            let head = Head::after_last(lobby, Some(record))?;
            place = StreamEnd { sequence, head };
        }
        Ok(())
    }
}

/// Settles an append after `place` by the lobby's last message. A last message from before that place is an old leader's
/// answer, which proves nothing.
pub(super) fn judge(place: StreamEnd, own: &Message, last: Option<&Stored>) -> Verdict {
    match last {
        Some(last) if last.sequence > place.sequence => {
            if own.is(&last.message) {
                Verdict::Ours(last.sequence)
            } else {
                Verdict::Fenced(last.message.record.seq)
            }
        }
        Some(_) | None => Verdict::Open,
    }
}

fn conflict(lobby: LobbyCode, expected: u64, found: u64) -> JournalError {
    JournalError::Conflict {
        lobby,
        expected,
        found,
    }
}
