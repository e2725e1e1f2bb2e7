//! Sleeping lobbies: those of the journal to which nobody has come since the start. Each has an entry with its status, and no
//! task, mailbox or state in memory.
//!
//! The directory owns them. After the start it reads them one after another, so that they can be listed. Somebody who comes to
//! one does not wait for that, because it is opened at once. Laws kept here: a lobby sleeps or has a task, never both; a lobby
//! that has something to do without people is woken; and all are woken when they have been without people for so long that
//! they end.

use std::collections::{BTreeSet, VecDeque};
use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use dicehall_protocol::LobbyCode;
use tokio::task::{JoinError, JoinSet};
use tokio::time::{Instant, sleep_until};

use super::{Directory, Entry, History};
use crate::journal::JournalError;
use crate::lobby::task::mail::LobbyHandle;
use crate::lobby::task::{self, LobbyServices, Look};

/// The lobbies that are read at the same time; somebody who comes waits for no more than these.
const LOOKS_AT_ONCE: usize = 2;
/// The lobbies of a group that is woken to end.
const WAKES_AT_ONCE: usize = 32;
/// The milliseconds between such groups, which leaves the journal's thread time for those who play.
const WAKE_EVERY_MS: u64 = 100;

/// A lobby that was looked at.
type Looked = (LobbyCode, Result<Look, JournalError>);

/// The reason why lobbies that sleep concern the directory.
pub(super) enum SleeperEvent {
    /// One was looked at.
    Looked(Result<Looked, JoinError>),
    /// It is time to wake some.
    Due,
}

/// The sleeping lobbies.
#[derive(Debug)]
pub(super) struct Sleepers {
    /// The time since which nobody is in them.
    since: Instant,
    asleep: BTreeSet<LobbyCode>,
    /// The lobbies that have not been read yet; some may be awake by now.
    unseen: VecDeque<LobbyCode>,
    looks: JoinSet<Looked>,
    /// The time at which the lobbies that still sleep are to end.
    wake_at: Instant,
}

impl Sleepers {
    /// All these lobbies sleep from now on.
    pub(super) fn new(codes: &[LobbyCode], services: &LobbyServices) -> Self {
        let since = Instant::now();
        Self {
            since,
            asleep: codes.iter().copied().collect(),
            unseen: codes.iter().copied().collect(),
            looks: JoinSet::new(),
            wake_at: since + services.grace_periods.abandon_after,
        }
    }

    /// Adds a lobby that this node has won. Nobody knows how long it has been empty, so the time in which the sleepers are
    /// to end begins anew for all of them.
    pub(super) fn add(&mut self, code: LobbyCode, abandon_after: Duration) {
        self.since = Instant::now();
        self.wake_at = self.since + abandon_after;
        self.asleep.insert(code);
        self.unseen.push_back(code);
    }

    /// Removes a lobby, which gets a task, or which another node owns by now.
    pub(super) fn remove(&mut self, code: LobbyCode) {
        self.asleep.remove(&code);
    }

    /// Waits until a lobby has been read or some are to be woken; for ever if neither happens. Safe to cancel.
    pub(super) async fn next(&mut self) -> SleeperEvent {
        tokio::select! {
            biased;
            Some(looked) = self.looks.join_next() => SleeperEvent::Looked(looked),
            () = sleep_until(self.wake_at), if !self.asleep.is_empty() => SleeperEvent::Due,
            else => pending().await,
        }
    }

    /// Ends all reading.
    pub(super) async fn stop(&mut self) {
        self.looks.shutdown().await;
    }

    /// The lobbies that are to be woken now.
    fn take_due(&mut self) -> Vec<LobbyCode> {
        self.wake_at += Duration::from_millis(WAKE_EVERY_MS);
        self.asleep.iter().copied().take(WAKES_AT_ONCE).collect()
    }
}

impl Directory {
    /// Reads the next lobbies, as many at the same time as the limit allows.
    pub(super) fn look_on(&mut self) {
        let Self {
            sleepers, services, ..
        } = self;
        while sleepers.looks.len() < LOOKS_AT_ONCE
            && let Some(code) = sleepers.unseen.pop_front()
        {
            if sleepers.asleep.contains(&code) {
                let services = Arc::clone(services);
                let look = async move { (code, task::look(&services.journal, code).await) };
                sleepers.looks.spawn(look);
            }
        }
    }

    /// Notes a lobby that was read, or wakes those that are to end.
    pub(super) fn handle_sleepers(&mut self, event: SleeperEvent) {
        match event {
            SleeperEvent::Looked(looked) => self.note_look(looked),
            SleeperEvent::Due => {
                for code in self.sleepers.take_due() {
                    self.wake(code);
                }
            }
        }
    }

    /// Notes the status of a sleeping lobby. A lobby that cannot be read, or has something to do, is woken: its task handles that.
    fn note_look(&mut self, looked: Result<Looked, JoinError>) {
        match looked {
            Ok((code, look)) if self.sleepers.asleep.contains(&code) => match look {
                Ok(look) if !look.is_busy => {
                    let status = Some(Box::new(look.status));
                    self.entries.insert(code, Entry::Asleep(status));
                }
                Ok(_) | Err(_) => {
                    self.wake(code);
                }
            },
            Ok(_) => {}
            // The lobby sleeps on, unlisted, until somebody comes; if its task panics as well, the lobby is quarantined.
            Err(error) => tracing::error!(%error, "looking at a lobby failed"),
        }
        self.look_on();
    }

    /// Gives a lobby its task; the people in it have been away since the start.
    pub(super) fn wake(&mut self, code: LobbyCode) -> LobbyHandle {
        let history = History {
            is_durable: true,
            empty_since: Some(self.sleepers.since),
            ..History::default()
        };
        self.sleepers.remove(code);
        self.open_lobby(code, history, Duration::ZERO)
    }
}

#[cfg(test)]
mod tests {
    use dicehall_engine::lobby::{
        Clock, Command, Event, Key, Lobby, Newcomer, PlayerId, Request, Revision, Settings, Stamp,
    };
    use dicehall_engine::{GameKind, Seat};
    use tokio::time::{sleep, timeout};

    use super::super::tests::{close, next_code, open, opened, until};
    use super::*;
    use crate::journal::Journal;
    use crate::journal::faulty::FaultyJournal;
    use crate::lobby::dice::LobbyDice;
    use crate::os::entropy::Entropy;

    /// The events of a lobby after the first of the usual steps, as many as told: made, entered, two seats taken, started.
    fn stream(steps: usize) -> Vec<Event> {
        let settings = Settings {
            rules: GameKind::TicTacToe.default_rules(),
            bot_pace_ms: 0,
            clock: Clock::Off,
        };
        let create = Command::Create {
            title: "T".to_owned(),
            settings,
            password: None,
        };
        let bot = Request::SeatBot {
            seat: Seat::ALL[1],
            bot: "random".parse().unwrap(),
        };
        let asked = [
            Request::TakeSeat { seat: None },
            bot,
            Request::Start { force: true },
        ];
        let asked = asked.map(|request| Command::Ask {
            player: PlayerId(0),
            stamp: Stamp::default(),
            request,
            commits: None,
        });
        let enter = Command::Enter(Newcomer::plain("Aki", Key([1; 32])));
        let mut lobby = Lobby::default();
        let mut dice = LobbyDice::draw(&Entropy::System).unwrap();
        let mut stream = Vec::new();
        for command in [create, enter].into_iter().chain(asked).take(steps) {
            dice.follow(&lobby);
            let events = lobby.decide(command, &mut dice).unwrap();
            for event in &events {
                lobby.evolve(event.clone());
            }
            stream.extend(events);
        }
        stream
    }

    /// A journal of lobbies after so many steps each.
    async fn journal(steps: &[usize]) -> (FaultyJournal, Vec<LobbyCode>) {
        let journal = FaultyJournal::new();
        let mut codes = Vec::new();
        for steps in steps {
            let code = next_code();
            let events = stream(*steps);
            journal.append(code, Revision(0), &events).await.unwrap();
            codes.push(code);
        }
        (journal, codes)
    }

    /// Looks at all that sleep; time stands still, or comes to the end of their sleep.
    async fn look_at_all(directory: &mut Directory) {
        let soon = Duration::from_secs(1);
        while let Ok(event) = timeout(soon, directory.sleepers.next()).await {
            directory.handle_sleepers(event);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_lobby_is_listed_without_a_task_and_gets_one_when_somebody_comes() {
        let (journal, codes) = journal(&[2, 3, 4, 2]).await;
        let (mut directory, _handle) = opened(&journal).await;
        assert_eq!(directory.sleepers.looks.len(), LOOKS_AT_ONCE);
        let early = directory.find(codes[3]).unwrap();
        assert_eq!((directory.tasks.len(), early.code), (1, codes[3]));
        look_at_all(&mut directory).await;
        assert_eq!(directory.tasks.len(), 1, "nobody came to the others");
        let listed: BTreeSet<LobbyCode> = directory.list().iter().map(|it| it.lobby).collect();
        assert_eq!(listed, codes.iter().copied().collect());
        let counts = directory.counts();
        assert_eq!((counts.waiting, counts.opening, counts.entries), (4, 0, 4));
        let found = directory.find(codes[0]).unwrap();
        let is_open = found.status.wait_for(|it| it.line.is_some());
        let shown = is_open.await.unwrap().line.unwrap();
        assert_eq!((directory.tasks.len(), shown.lobby), (2, codes[0]));
        assert!(directory.find(codes[0]).is_ok());
        assert_eq!(directory.tasks.len(), 2, "it has one task");
    }

    /// A match is about to begin: its dice are agreed on, or it is called off, whether or not somebody comes.
    #[tokio::test(start_paused = true)]
    async fn a_lobby_that_has_something_to_do_is_woken() {
        let (journal, codes) = journal(&[4, 5]).await;
        let (mut directory, _handle) = opened(&journal).await;
        look_at_all(&mut directory).await;
        let is_asleep = |it: &LobbyCode| matches!(directory.entries[it], Entry::Asleep(Some(_)));
        assert_eq!((is_asleep(&codes[0]), is_asleep(&codes[1])), (true, false));
        assert_eq!(directory.tasks.len(), 1);
    }

    /// Lobbies end after ten minutes without anybody, those that were woken late as well; a crowd of them in groups.
    #[tokio::test(start_paused = true)]
    async fn lobbies_to_which_nobody_comes_back_end_in_time() {
        let (journal, codes) = journal(&[2; 2 * WAKES_AT_ONCE + 1]).await;
        let (task, handle) = open(&journal).await;
        sleep(Duration::from_secs(590)).await;
        assert!(handle.find(codes[0]).await.is_ok());
        sleep(Duration::from_millis(9_900)).await;
        assert_eq!(journal.running().await.unwrap().len(), codes.len());
        sleep(Duration::from_millis(150)).await;
        let left = codes.len() - 1 - WAKES_AT_ONCE;
        assert_eq!(journal.running().await.unwrap().len(), left);
        until(async || journal.running().await.unwrap().is_empty()).await;
        assert!(handle.list().await.unwrap().is_empty());
        assert!(handle.find(codes[1]).await.is_err());
        close(task, handle).await;
    }

    #[tokio::test(start_paused = true)]
    async fn a_server_stops_while_it_looks_at_its_lobbies() {
        let (journal, codes) = journal(&[2; 9]).await;
        let (task, handle) = open(&journal).await;
        close(task, handle).await;
        assert_eq!(journal.running().await.unwrap().len(), codes.len());
    }
}
