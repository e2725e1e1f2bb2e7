//! A model of the log in a cluster, for tests: it has the fence, and it loses answers, delays messages, refuses what it
//! has stored, and answers questions from an old leader or a copy that is behind.
//!
//! The order of everything follows from a seed.

use std::collections::{BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};

use dicehall_engine::Dice;
use dicehall_engine::dice::SeededDice;
use dicehall_protocol::LobbyCode;

use super::log::{Log, Published, Stored};
use super::message::Message;
use crate::journal::JournalError;

/// Something that goes wrong with one request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// Nothing does.
    None,
    /// The request is lost.
    LostRequest,
    /// The answer is lost.
    LostAnswer,
    /// The request is carried out some time later, and is not answered.
    Delayed,
    /// The message arrives twice, and the second answer comes first.
    Doubled,
    /// The request waits in the cluster, which refuses it for now and carries it out later.
    UnderWay,
    /// The question is answered by an old leader, or by a copy that is behind.
    Stale,
}

/// A cluster.
#[derive(Clone, Debug)]
pub(super) struct Model(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    log: Vec<(LobbyCode, Stored)>,
    next: u64,
    /// Messages that are on their way, with the sequences that they expect.
    delayed: Vec<(LobbyCode, Message, u64)>,
    luck: SeededDice,
    /// The percentage of requests that go wrong.
    trouble: u64,
    /// Whether there may be old leaders.
    has_old_leaders: bool,
    /// The faults of the next requests, before luck decides.
    planned: VecDeque<Fault>,
}

impl Model {
    /// A cluster in which such a percentage of requests goes wrong.
    pub(super) fn new(seed: u64, trouble: u64) -> Self {
        Self(Arc::new(Mutex::new(State {
            log: Vec::new(),
            next: 1,
            delayed: Vec::new(),
            luck: SeededDice::new(seed),
            trouble,
            has_old_leaders: true,
            planned: VecDeque::new(),
        })))
    }

    /// No old leader answers from now on.
    pub(super) fn keep_leaders(&self) {
        self.state().has_old_leaders = false;
    }

    /// Plans what happens to the next requests.
    pub(super) fn plan(&self, faults: &[Fault]) {
        self.state().planned.extend(faults);
    }

    /// From now on nothing goes wrong; what is on its way arrives.
    pub(super) fn heal(&self) {
        let mut state = self.state();
        state.trouble = 0;
        while !state.delayed.is_empty() {
            state.deliver();
        }
    }

    /// A lobby's messages.
    pub(super) fn messages(&self, lobby: LobbyCode) -> Vec<Stored> {
        let state = self.state();
        let log = state.log.iter().filter(|it| it.0 == lobby);
        log.map(|it| it.1.clone()).collect()
    }

    /// Changes the messages of a lobby behind everybody's back.
    pub(super) fn damage(&self, lobby: LobbyCode, change: impl Fn(&mut Vec<(LobbyCode, Stored)>)) {
        let mut state = self.state();
        let (mut own, others) = std::mem::take(&mut state.log)
            .into_iter()
            .partition(|it| it.0 == lobby);
        change(&mut own);
        state.log = own.into_iter().chain(others).collect();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap()
    }

    /// Lets others go first, and says what goes wrong.
    async fn begin(&self) -> Fault {
        let turns = self.state().luck.below(3);
        for _ in 0..turns {
            tokio::task::yield_now().await;
        }
        let mut state = self.state();
        if state.luck.below(3) == 0 {
            state.deliver();
        }
        state.fault()
    }
}

impl State {
    fn fault(&mut self) -> Fault {
        if let Some(planned) = self.planned.pop_front() {
            return planned;
        }
        if self.luck.below(100) >= self.trouble {
            return Fault::None;
        }
        match self.luck.below(5 + u64::from(self.has_old_leaders)) {
            0 => Fault::LostRequest,
            1 => Fault::LostAnswer,
            2 => Fault::Delayed,
            3 => Fault::Doubled,
            4 => Fault::UnderWay,
            _ => Fault::Stale,
        }
    }

    /// Lets one of the delayed messages arrive.
    fn deliver(&mut self) {
        let Some(count) = u64::try_from(self.delayed.len()).ok().filter(|it| *it > 0) else {
            return;
        };
        let at = usize::try_from(self.luck.below(count)).unwrap();
        let (lobby, message, after) = self.delayed.remove(at);
        self.append(lobby, &message, after);
    }

    /// The fence: only the message that names the lobby's last one is appended.
    fn append(&mut self, lobby: LobbyCode, message: &Message, after: u64) -> Published {
        let last = self.log.iter().rev().find(|it| it.0 == lobby);
        if last.map_or(0, |it| it.1.sequence) != after {
            return Published::Refused;
        }
        let sequence = self.next;
        self.next += 1;
        let message = message.clone();
        self.log.push((lobby, Stored { sequence, message }));
        Published::Stored(sequence)
    }
}

impl Log for Model {
    async fn publish(&self, lobby: LobbyCode, message: &Message, after: u64) -> Published {
        let lost = Published::Unknown("no answer".to_owned());
        let fault = self.begin().await;
        let answer = {
            let mut state = self.state();
            match fault {
                Fault::None | Fault::Stale => state.append(lobby, message, after),
                Fault::LostRequest => lost,
                Fault::LostAnswer => {
                    state.append(lobby, message, after);
                    lost
                }
                Fault::Delayed => {
                    state.delayed.push((lobby, message.clone(), after));
                    lost
                }
                Fault::Doubled => {
                    state.append(lobby, message, after);
                    state.append(lobby, message, after)
                }
                Fault::UnderWay => {
                    state.delayed.push((lobby, message.clone(), after));
                    Published::Refused
                }
            }
        };
        self.pause().await;
        answer
    }

    async fn last(&self, lobby: LobbyCode) -> Result<Option<Stored>, JournalError> {
        let mut known = self.until(lobby, u64::MAX).await?;
        Ok(known.pop())
    }

    async fn until(&self, lobby: LobbyCode, last: u64) -> Result<Vec<Stored>, JournalError> {
        let fault = self.begin().await;
        let mut known = self.messages(lobby);
        known.retain(|it| it.sequence <= last);
        match fault {
            Fault::None | Fault::Doubled | Fault::UnderWay => Ok(known),
            Fault::Stale => {
                known.pop();
                Ok(known)
            }
            Fault::LostRequest | Fault::LostAnswer | Fault::Delayed => {
                Err(JournalError::Io("no answer".to_owned()))
            }
        }
    }

    async fn lasts(&self) -> Result<Vec<(LobbyCode, Stored)>, JournalError> {
        let state = self.state();
        let lasts: std::collections::BTreeMap<_, _> = state.log.iter().cloned().collect();
        Ok(lasts.into_iter().collect())
    }

    async fn lobbies(&self) -> Result<BTreeSet<LobbyCode>, JournalError> {
        Ok(self.state().log.iter().map(|it| it.0).collect())
    }

    async fn purge(&self, lobby: LobbyCode, until: u64) -> Result<(), JournalError> {
        let mut state = self.state();
        state
            .log
            .retain(|it| it.0 != lobby || it.1.sequence > until);
        Ok(())
    }

    async fn pause(&self) {
        let turns = self.state().luck.below(3);
        for _ in 0..turns {
            tokio::task::yield_now().await;
        }
    }
}
