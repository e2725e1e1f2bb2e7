//! A journal that outlives its server and fails on command: for tests and simulations, not for production.
//!
//! It holds what a disk would hold: if a server is dropped in the middle of an append, all of the append is there or
//! none. A clone sees everything that has become durable, in order.

mod damage;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use dicehall_engine::Dice;
use dicehall_engine::dice::SeededDice;
use dicehall_engine::lobby::{Event, Revision};
use dicehall_protocol::LobbyCode;
use tokio::time::Instant;

use super::{Journal, JournalError, MemoryJournal};

/// The behavior of a [`FaultyJournal`] that is asked to append.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It appends.
    None,
    /// It appends nothing, and reports a failure.
    Io,
    /// It appends, but reports a failure.
    Unknown,
    /// It panics.
    Panic,
    /// At random: the percentages of appends that fail with nothing written, and with everything written.
    Sometimes {
        /// The percentage that fails with nothing written.
        io: u64,
        /// The percentage that fails with everything written.
        unknown: u64,
    },
}

/// One append that has become durable.
#[derive(Clone, Debug)]
pub struct Written {
    /// The lobby whose stream it is.
    pub lobby: LobbyCode,
    /// The revision before the first event.
    pub before: Revision,
    /// The events.
    pub events: Vec<Event>,
    /// The moment when it became durable.
    pub at: Instant,
    /// The moment of the first failure, if earlier attempts failed.
    pub failed_at: Option<Instant>,
}

/// A journal in memory that fails when told to. Clones are the same journal.
#[derive(Clone, Debug)]
pub struct FaultyJournal {
    inner: MemoryJournal,
    seed: u64,
    state: Arc<Mutex<FaultyState>>,
    lease: Arc<()>,
}

#[derive(Debug)]
struct FaultyState {
    fault: Fault,
    /// The longest delay, in milliseconds, before a replay, and before and after an append is written.
    delay_ms_max: u64,
    /// The time until which nothing is read or written.
    hangs_until: Option<Instant>,
    /// The number of streams that are being read.
    reading: usize,
    luck: SeededDice,
    written: Vec<Written>,
    /// For each lobby whose appends fail, since when.
    failing: BTreeMap<LobbyCode, Instant>,
}

impl Default for FaultyJournal {
    fn default() -> Self {
        Self::new()
    }
}

impl FaultyJournal {
    /// An empty journal without faults.
    pub fn new() -> Self {
        Self::seeded(0)
    }

    /// An empty journal without faults, whose later random faults follow from a seed.
    pub fn seeded(seed: u64) -> Self {
        let luck = SeededDice::new(seed);
        let state = FaultyState {
            fault: Fault::None,
            delay_ms_max: 0,
            hangs_until: None,
            reading: 0,
            luck,
            written: Vec::new(),
            failing: BTreeMap::new(),
        };
        Self {
            inner: MemoryJournal::default(),
            seed,
            state: Arc::new(Mutex::new(state)),
            lease: Arc::default(),
        }
    }

    /// Sets what it does from now on.
    pub fn set(&self, fault: Fault) {
        self.state().fault = fault;
    }

    /// Whether it would append.
    pub(crate) fn check(&self) -> Result<(), JournalError> {
        match self.state().fault {
            Fault::None => Ok(()),
            Fault::Io | Fault::Unknown | Fault::Panic | Fault::Sometimes { .. } => {
                Err(JournalError::Io("the disk is full".to_owned()))
            }
        }
    }

    /// Sets the longest delay, in milliseconds, before it reads, and before and after it writes; returns the one set
    /// before.
    pub fn delay(&self, delay_ms_max: u64) -> u64 {
        std::mem::replace(&mut self.state().delay_ms_max, delay_ms_max)
    }

    /// Makes it do nothing for so long; then it goes on where it was, and nothing fails.
    pub fn hang(&self, milliseconds: u64) {
        self.state().hangs_until = Some(Instant::now() + Duration::from_millis(milliseconds));
    }

    /// The seed of its random choices.
    pub(crate) fn seed(&self) -> u64 {
        self.seed
    }

    /// The number of streams that are being read.
    pub fn reading(&self) -> usize {
        self.state().reading
    }

    /// Everything that has become durable: each lobby's whole stream.
    pub fn streams(&self) -> BTreeMap<LobbyCode, Vec<Event>> {
        let mut streams: BTreeMap<LobbyCode, Vec<Event>> = BTreeMap::new();
        for written in &self.state().written {
            streams
                .entry(written.lobby)
                .or_default()
                .extend(written.events.iter().cloned());
        }
        streams
    }

    /// The number of appends that have become durable.
    pub fn count(&self) -> usize {
        self.state().written.len()
    }

    /// Every append after the first `count`.
    pub fn since(&self, count: usize) -> Vec<Written> {
        self.state()
            .written
            .get(count..)
            .unwrap_or_default()
            .to_vec()
    }

    /// The same journal for another server, with the record of failing appends cleared and the count of its clones
    /// separate.
    #[must_use]
    pub fn lend(&self) -> Self {
        self.state().failing.clear();
        Self {
            lease: Arc::default(),
            ..self.clone()
        }
    }

    /// The number of clones, not counting those of other leases.
    pub fn holders(&self) -> usize {
        Arc::strong_count(&self.lease)
    }

    /// Locks the state. A thread panics while it holds the lock only where a test wants it.
    fn state(&self) -> MutexGuard<'_, FaultyState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn pause(&self) {
        let delay_ms = {
            let mut state = self.state();
            let bound = state.delay_ms_max + 1;
            state.luck.below(bound)
        };
        if delay_ms > 0 {
            tokio::time::sleep(Duration::from_millis(delay_ms)).await;
        }
        let hangs_until = self.state().hangs_until;
        if let Some(until) = hangs_until.filter(|it| *it > Instant::now()) {
            tokio::time::sleep_until(until).await;
        }
    }
}

impl FaultyState {
    fn note(&mut self, lobby: LobbyCode, before: Revision, events: &[Event]) {
        let failed_at = self.failing.remove(&lobby);
        self.written.push(Written {
            lobby,
            before,
            events: events.to_vec(),
            at: Instant::now(),
            failed_at,
        });
    }

    /// The fault of the next append; a random one is drawn here.
    fn draw(&mut self) -> Fault {
        let Fault::Sometimes { io, unknown } = self.fault else {
            return self.fault;
        };
        match self.luck.below(100) {
            draw if draw < io => Fault::Io,
            draw if draw < io + unknown => Fault::Unknown,
            _ => Fault::None,
        }
    }
}

/// Counts a stream that is being read; a reading that is dropped counts no more.
struct Reading<'a>(&'a FaultyJournal);

impl<'a> Reading<'a> {
    fn begin(journal: &'a FaultyJournal) -> Self {
        journal.state().reading += 1;
        Self(journal)
    }
}

impl Drop for Reading<'_> {
    fn drop(&mut self) {
        self.0.state().reading -= 1;
    }
}

impl Journal for FaultyJournal {
    async fn append(
        &self,
        lobby: LobbyCode,
        expected: Revision,
        events: &[Event],
    ) -> Result<Revision, JournalError> {
        self.pause().await;
        let fault = self.state().draw();
        let failed = Err(JournalError::Io("the disk is full".to_owned()));
        match fault {
            Fault::Io => {
                self.state()
                    .failing
                    .entry(lobby)
                    .or_insert_with(Instant::now);
                return failed;
            }
            #[expect(clippy::panic, reason = "stands for a bug, as the test wants it")]
            Fault::Panic => panic!("a bug, as the test wants it"),
            Fault::None | Fault::Unknown | Fault::Sometimes { .. } => {}
        }
        let written = self.inner.append(lobby, expected, events).await?;
        self.state().note(lobby, expected, events);
        self.pause().await;
        if fault == Fault::Unknown {
            failed
        } else {
            Ok(written)
        }
    }

    /// Returns ended streams as well, as a disk would.
    async fn replay(&self, lobby: LobbyCode) -> Result<Vec<Event>, JournalError> {
        let _reading = Reading::begin(self);
        self.pause().await;
        if self.inner.running().await?.contains(&lobby) {
            return self.inner.replay(lobby).await;
        }
        let state = self.state();
        Ok(state
            .written
            .iter()
            .filter(|it| it.lobby == lobby)
            .flat_map(|it| it.events.clone())
            .collect())
    }

    async fn running(&self) -> Result<Vec<LobbyCode>, JournalError> {
        self.inner.running().await
    }

    async fn close(&self) {}
}
