//! The directory of lobbies: code to mailbox. Knows every lobby of the journal, opens those that people come to, makes new
//! ones, lists them, and reopens one whose task has failed.
//!
//! One task owns the directory; sessions hold a [`DirectoryHandle`]. Law kept here: a lobby has at most one task. A
//! task that panics ends only its own lobby, which is reopened by replay; if it panics again at the same revision, or
//! its stream is damaged, the lobby is quarantined and the others run on. A node of a cluster knows only the lobbies of
//! its shards.

mod counts;
mod creation_order;
mod handle;
mod lists;
mod networks;
mod shards;
mod sleepers;

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use dicehall_engine::lobby::Revision;
use dicehall_protocol::LobbyCode;
use tokio::sync::mpsc;
use tokio::task::{AbortHandle, Id, JoinError, JoinSet};
use tokio::time::Instant;

use crate::admission::share::{Capacity, may_take};
use crate::journal::{Journal, JournalError};
use crate::lobby::task::mail::{LobbyHandle, MAIL_MAX, Mail, NewLobby};
use crate::lobby::task::{self, LobbyServices, Status, TaskEnd, TaskSetup};
use crate::refusal::Refusal;
use crate::watched;
use creation_order::CreationOrder;
pub(crate) use handle::DirectoryHandle;
use handle::Request;
use networks::Networks;
use shards::Shards;
use sleepers::Sleepers;

/// The lobbies that an address may always have, even if its share of the free places is smaller.
pub(crate) const LOBBIES_PER_ADDRESS_MIN: usize = 4;
/// The most requests that wait for the directory; later ones wait for room.
const REQUESTS_MAX: usize = 256;
/// The time before a lobby is reopened for the first time, in milliseconds; doubled with every failure in a row.
const REOPEN_MS_MIN: u64 = 100;
/// The longest time before a lobby is reopened, in milliseconds.
const REOPEN_MS_MAX: u64 = 30_000;

/// The directory of lobbies.
#[derive(Debug)]
pub(crate) struct Directory {
    services: Arc<LobbyServices>,
    requests: mpsc::Receiver<Request>,
    entries: BTreeMap<LobbyCode, Entry>,
    /// The most of them that can be made; those of the journal are opened whatever their number.
    entries_max: usize,
    networks: Networks,
    creation_order: CreationOrder,
    sleepers: Sleepers,
    tasks: JoinSet<TaskEnd>,
    /// The lobby of each task.
    codes: HashMap<Id, LobbyCode>,
    /// The shards that it serves, if it shares the lobbies with other nodes.
    shards: Shards,
}

#[derive(Debug)]
enum Entry {
    Open(Open),
    /// The lobby has no task; with its status once it was read.
    Asleep(Option<Box<Status>>),
    Quarantined,
}

#[derive(Debug)]
struct Open {
    task: AbortHandle,
    mailbox: mpsc::Sender<Mail>,
    status: watched::Receiver<Status>,
    history: History,
}

/// The directory's record of a lobby's earlier runs: failures, and the newest connection.
#[derive(Debug, Default)]
struct History {
    /// The network from which the lobby was created; `None` for this machine, and if it was created before the server's
    /// last start.
    network: Option<IpAddr>,
    /// The highest number of a connection that was let in.
    latest: Arc<AtomicU64>,
    /// The time since which nobody is in it, if that is longer than it has a task.
    empty_since: Option<Instant>,
    /// Whether the journal has its stream, so that it can be reopened.
    is_durable: bool,
    /// The revision at which its task panicked, if it did.
    panicked_at: Option<Revision>,
    /// The revision at which the journal failed, and how often in a row.
    failed_at: Option<(Revision, u32)>,
}

impl Directory {
    /// Opens a directory of every lobby that the journal knows and that has not ended; so many can be made.
    pub(crate) async fn open(
        services: Arc<LobbyServices>,
        entries_max: usize,
    ) -> Result<(Self, DirectoryHandle), JournalError> {
        let running = services.journal.running().await?;
        let (sender, requests) = mpsc::channel(REQUESTS_MAX);
        let asleep = running.iter().map(|it| (*it, Entry::Asleep(None)));
        let mut directory = Self {
            sleepers: Sleepers::new(&running, &services),
            shards: Shards::of(&services.journal),
            services,
            requests,
            entries: asleep.collect(),
            entries_max,
            networks: Networks::default(),
            creation_order: CreationOrder::default(),
            tasks: JoinSet::new(),
            codes: HashMap::new(),
        };
        tracing::info!(
            lobbies = running.len(),
            most = entries_max,
            "the lobbies of the journal are known"
        );
        directory.look_on();
        Ok((directory, DirectoryHandle::new(sender)))
    }

    /// Runs until no session is left to ask; then every lobby finishes its present work.
    pub(crate) async fn run(mut self) {
        loop {
            tokio::select! {
                biased;
                Some(ended) = self.tasks.join_next_with_id() => self.reap(ended),
                event = self.sleepers.next() => self.handle_sleepers(event),
                request = self.requests.recv() => match request {
                    Some(request) => self.answer(request),
                    None => break,
                },
            }
        }
        self.sleepers.stop().await;
        self.entries.clear();
        while let Some(ended) = self.tasks.join_next_with_id().await {
            if let Err(error) = ended {
                tracing::error!(%error, "a lobby failed while the server stopped");
            }
        }
    }

    /// Answers a request. A session that has stopped waiting needs no answer.
    fn answer(&mut self, request: Request) {
        match request {
            Request::Find { code, done } => {
                done.send(self.find(code)).ok();
            }
            Request::Found {
                code,
                network,
                new_lobby,
                done,
            } => {
                done.send(self.create(code, network, new_lobby)).ok();
            }
            Request::Line { code, done } => {
                let line = self.entries.get(&code).and_then(Entry::line);
                done.send(line).ok();
            }
            Request::List { done } => {
                done.send(self.list()).ok();
            }
            Request::Search { wanted, done } => {
                done.send(self.search(&wanted)).ok();
            }
            Request::All { done } => {
                done.send(self.all()).ok();
            }
            Request::DirectoryCounts { done } => {
                done.send(self.counts()).ok();
            }
            Request::ShardRequest(shard_request) => self.serve_shard_request(shard_request),
        }
    }

    fn find(&mut self, code: LobbyCode) -> Result<LobbyHandle, Refusal> {
        match self.entries.get(&code) {
            Some(Entry::Open(open)) if open.has_ended() => Err(Refusal::NO_SUCH_LOBBY),
            Some(Entry::Open(open)) => Ok(LobbyHandle {
                code,
                mailbox: open.mailbox.clone(),
                status: open.status.clone(),
            }),
            Some(Entry::Asleep(_)) => Ok(self.wake(code)),
            Some(Entry::Quarantined) => Err(Refusal::QUARANTINED),
            None if !self.shards.have(code) => Err(Refusal::LOBBY_GONE),
            None => Err(Refusal::NO_SUCH_LOBBY),
        }
    }

    fn create(
        &mut self,
        code: LobbyCode,
        network: Option<IpAddr>,
        new_lobby: Box<NewLobby>,
    ) -> Result<LobbyHandle, Refusal> {
        let lobby = match self.entries.get(&code) {
            Some(Entry::Quarantined) => return Err(Refusal::CODE_TAKEN),
            Some(Entry::Open(_) | Entry::Asleep(_)) => self.find(code)?,
            None if !self.shards.have(code) => return Err(Refusal::LOBBY_GONE),
            None if self.entries.len() >= self.entries_max => return Err(Refusal::SERVER_FULL),
            None if !self.has_room_for(network) => return Err(Refusal::ADDRESS_FULL),
            None => {
                self.creation_order
                    .note(code, |it| self.entries.contains_key(it));
                self.open_lobby(code, History::of(network), Duration::ZERO)
            }
        };
        lobby
            .mailbox
            .try_send(Mail::Create(new_lobby))
            .map_err(|_full| Refusal::LOBBY_GONE)?;
        Ok(lobby)
    }

    /// Whether a network may have one more lobby.
    fn has_room_for(&self, network: Option<IpAddr>) -> bool {
        let Some(network) = network else {
            return true;
        };
        let all = self.entries_max;
        let free = all.saturating_sub(self.entries.len());
        let taken = self.networks.count(network);
        may_take(taken, Capacity { all, free }, LOBBIES_PER_ADDRESS_MIN)
    }

    fn open_lobby(
        &mut self,
        code: LobbyCode,
        mut history: History,
        delay: Duration,
    ) -> LobbyHandle {
        let (sender, mailbox) = mpsc::channel(MAIL_MAX);
        let (status, shown) = watched::channel(Status::default());
        let services = Arc::clone(&self.services);
        let latest = Arc::clone(&history.latest);
        let setup = TaskSetup {
            code,
            mailbox,
            status,
            services,
            latest,
            empty_since: history.empty_since.take(),
            delay,
        };
        let task = self.tasks.spawn(task::run(setup));
        self.codes.insert(task.id(), code);
        self.networks.add(history.network);
        let open = Open {
            task,
            mailbox: sender.clone(),
            status: shown.clone(),
            history,
        };
        self.entries.insert(code, Entry::Open(open));
        LobbyHandle {
            code,
            mailbox: sender,
            status: shown,
        }
    }

    /// Handles the end of a lobby's task: drops the lobby, reopens it, or quarantines it.
    fn reap(&mut self, ended: Result<(Id, TaskEnd), JoinError>) {
        let id = ended.as_ref().map_or_else(JoinError::id, |(id, _)| *id);
        let Some(code) = self.codes.remove(&id) else {
            return;
        };
        if let Some(is_back) = self.shards.left(code) {
            if is_back {
                self.put_to_sleep(code);
            }
            return;
        }
        let Some(Entry::Open(open)) = self.entries.remove(&code) else {
            return;
        };
        self.networks.remove(open.history.network);
        let Status {
            line,
            revision,
            password: _,
        } = open.status.borrow().clone();
        let history = History {
            is_durable: open.history.is_durable || line.is_some(),
            ..open.history
        };
        match ended.map(|(_, exit)| exit) {
            Ok(TaskEnd::Ended | TaskEnd::Stopped) => {
                tracing::info!(lobby = %code, "a lobby is gone");
            }
            Ok(TaskEnd::Failed(error @ JournalError::Corrupt { .. })) => {
                tracing::error!(lobby = %code, %error, "a lobby's record is damaged: quarantined");
                self.entries.insert(code, Entry::Quarantined);
            }
            Ok(TaskEnd::Failed(
                error @ (JournalError::Io(_)
                | JournalError::Conflict { .. }
                | JournalError::NotOwner { .. }),
            )) => {
                tracing::error!(lobby = %code, %error, "a lobby's journal failed");
                let (history, delay) = history.after_failure(revision);
                self.reopen(code, history, delay);
            }
            Err(error) if history.panicked_at == Some(revision) => {
                tracing::error!(lobby = %code, %error, "a lobby panicked where it did before: quarantined");
                self.entries.insert(code, Entry::Quarantined);
            }
            Err(error) => {
                tracing::error!(lobby = %code, %error, "a lobby panicked");
                self.reopen(
                    code,
                    History {
                        panicked_at: Some(revision),
                        ..history
                    },
                    Duration::ZERO,
                );
            }
        }
    }

    /// Opens a lobby again, unless nothing of it was ever durable.
    fn reopen(&mut self, code: LobbyCode, history: History, delay: Duration) {
        if history.is_durable {
            self.open_lobby(code, history, delay);
        }
    }
}

impl Open {
    /// Whether the lobby has ended, and its task is about to.
    fn has_ended(&self) -> bool {
        self.mailbox.is_closed() && self.status.borrow().line.is_none()
    }
}

impl History {
    /// The history of a new lobby that was created from a network.
    fn of(network: Option<IpAddr>) -> Self {
        Self {
            network,
            ..Self::default()
        }
    }

    /// The history with one more failure of the journal at `revision`, and how long to wait.
    fn after_failure(self, revision: Revision) -> (Self, Duration) {
        let before = self
            .failed_at
            .filter(|(at, _)| *at == revision)
            .map_or(0, |(_, count)| count);
        let wait = REOPEN_MS_MIN
            .saturating_mul(1 << before.min(16))
            .min(REOPEN_MS_MAX);
        (
            Self {
                failed_at: Some((revision, before + 1)),
                ..self
            },
            Duration::from_millis(wait),
        )
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use dicehall_engine::GameKind;
    use dicehall_engine::lobby::{Clock, Event, Key, Newcomer, PeopleEvent, Settings};
    use dicehall_protocol::Wanted;
    use dicehall_protocol::limits::LOBBY_LIST_MAX;
    use tokio::sync::oneshot;
    use tokio::time::{sleep, timeout};

    use super::*;
    use crate::archive::ArchiveWriter;
    use crate::journal::AnyJournal;
    use crate::journal::faulty::{Fault, FaultyJournal};
    use crate::lobby::bot_pool::BotPool;
    use crate::lobby::outbox::tests::NoRoom;
    use crate::lobby::outbox::{Inbox, outbox};
    use crate::lobby::task::mail::{Admitted, Entry, ReplyChannel};
    use crate::lobby::task::presence::GracePeriods;
    use crate::lobby::task::presence::arrival::Arrival;
    use crate::metrics::Metrics;
    use crate::os::entropy::Entropy;

    /// The most lobbies of the servers here.
    const LOBBIES_MAX: usize = 1_000;

    pub(super) type Answer = oneshot::Receiver<Result<Admitted, Refusal>>;

    pub(super) fn new_lobby() -> (NewLobby, Answer, Inbox) {
        let settings = Settings {
            rules: GameKind::DiceOfDoom.default_rules(),
            bot_pace_ms: 0,
            clock: Clock::Off,
        };
        let (done, answer) = oneshot::channel();
        let (outbox, inbox) = outbox(Arc::new(NoRoom));
        let next = Key([2; 32]);
        let entry = Entry {
            next,
            newcomer: Newcomer::plain("Aki", Key([1; 32])),
            reply: ReplyChannel {
                arrival: Arrival::numbered(1),
                places: None,
                outbox,
                done,
            },
        };
        (
            NewLobby {
                title: "T".to_owned(),
                settings,
                password: None,
                entry,
            },
            answer,
            inbox,
        )
    }

    /// A code that no other call returns.
    pub(super) fn next_code() -> LobbyCode {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let digit = |place: u32| u8::try_from(count / 31_usize.pow(place) % 31).unwrap();
        LobbyCode::from_draws([4, 3, 2, 1, 0].map(digit))
    }

    pub(super) async fn open(journal: &FaultyJournal) -> (JoinSet<()>, DirectoryHandle) {
        let (directory, handle) = opened(journal).await;
        let mut task = JoinSet::new();
        task.spawn(directory.run());
        (task, handle)
    }

    /// A directory that does nothing by itself.
    pub(super) async fn opened(journal: &FaultyJournal) -> (Directory, DirectoryHandle) {
        let grace_periods = GracePeriods {
            grace: Duration::from_secs(60),
            abandon_after: Duration::from_secs(600),
        };
        let metrics = Arc::new(Metrics::new());
        let (entropy, spectator_timeout) = (Entropy::System, Duration::from_secs(20));
        let pool = BotPool::start(1, entropy.clone(), &metrics).unwrap();
        let journal = AnyJournal::Faulty(journal.clone());
        let services = LobbyServices {
            journal,
            pool,
            entropy,
            grace_periods,
            spectator_timeout,
            metrics,
            archive: ArchiveWriter::default(),
            standings: None,
        };
        let opened = Directory::open(Arc::new(services), LOBBIES_MAX).await;
        opened.unwrap()
    }

    pub(super) async fn close(mut task: JoinSet<()>, handle: DirectoryHandle) {
        drop(handle);
        timeout(Duration::from_secs(5), task.join_next())
            .await
            .expect("the directory ends")
            .unwrap()
            .unwrap();
    }

    /// Waits, in the runtime's time, until `holds` returns true.
    pub(super) async fn until(holds: impl AsyncFn() -> bool) {
        for _ in 0..1_000 {
            if holds().await {
                return;
            }
            sleep(Duration::from_millis(1)).await;
        }
        panic!("it never holds");
    }

    #[tokio::test(start_paused = true)]
    async fn no_more_lobbies_are_made_than_there_may_be() {
        let (task, handle) = open(&FaultyJournal::new()).await;
        let mut inside = Vec::new();
        while inside.len() < LOBBIES_MAX {
            let (new_lobby, answer, outbox) = new_lobby();
            let lobby = handle.create(next_code(), None, new_lobby).await.unwrap();
            answer.await.unwrap().unwrap();
            inside.push((lobby.code, outbox));
        }
        let (one_more, answer, _outbox) = new_lobby();
        assert_eq!(
            handle.create(next_code(), None, one_more).await.err(),
            Some(Refusal::SERVER_FULL)
        );
        assert!(answer.await.is_err());
        let lines = handle.list().await.unwrap();
        let first: Vec<LobbyCode> = inside
            .iter()
            .map(|it| it.0)
            .collect::<BTreeSet<_>>()
            .into_iter()
            .take(LOBBY_LIST_MAX)
            .collect();
        assert_eq!(lines.iter().map(|it| it.lobby).collect::<Vec<_>>(), first);
        close(task, handle).await;
    }

    #[tokio::test(start_paused = true)]
    async fn the_newest_lobbies_are_found_first_and_further_ones_by_skipping() {
        let (task, handle) = open(&FaultyJournal::new()).await;
        let mut made = Vec::new();
        for _ in 0..LOBBY_LIST_MAX + 5 {
            let (new_lobby, answer, outbox) = new_lobby();
            let code = next_code();
            handle.create(code, None, new_lobby).await.unwrap();
            made.push((code, answer.await.unwrap().unwrap(), outbox));
        }
        let newest: Vec<LobbyCode> = made.iter().rev().map(|it| it.0).collect();
        let wanted = |skip| Wanted {
            skip,
            ..Wanted::default()
        };
        let found = handle.search(wanted(None)).await.unwrap();
        let codes: Vec<LobbyCode> = found.lobbies.iter().map(|it| it.lobby).collect();
        assert_eq!(
            (codes.as_slice(), found.total),
            (&newest[..LOBBY_LIST_MAX], 105)
        );
        let rest = handle.search(wanted(Some(100))).await.unwrap();
        let codes: Vec<LobbyCode> = rest.lobbies.iter().map(|it| it.lobby).collect();
        assert_eq!(
            (codes.as_slice(), rest.total),
            (&newest[LOBBY_LIST_MAX..], 105)
        );
        close(task, handle).await;
    }

    #[tokio::test(start_paused = true)]
    async fn an_address_has_a_share_of_the_lobbies_that_are_free() {
        let (task, handle) = open(&FaultyJournal::new()).await;
        let mut inside = Vec::new();
        for (last, expect) in [(1, 55), (2, 50), (1, 0)] {
            let network = Some([192, 0, 2, last].into());
            let mut made = 0;
            let refusal = loop {
                let (new_lobby, answer, outbox) = new_lobby();
                if let Err(refusal) = handle.create(next_code(), network, new_lobby).await {
                    break refusal;
                }
                answer.await.unwrap().unwrap();
                inside.push(outbox);
                made += 1;
            };
            assert_eq!((made, refusal), (expect, Refusal::ADDRESS_FULL));
        }
        let (from_here, answer, _outbox) = new_lobby();
        let made = handle.create(next_code(), None, from_here).await;
        assert!(made.is_ok() && answer.await.unwrap().is_ok());
        drop(made);
        close(task, handle).await;
    }

    #[tokio::test(start_paused = true)]
    async fn lobbies_of_which_nothing_was_saved_take_no_room() {
        let journal = FaultyJournal::new();
        let (task, handle) = open(&journal).await;
        let network = Some([192, 0, 2, 1].into());
        journal.set(Fault::Io);
        for _ in 0..=LOBBIES_MAX {
            let (new_lobby, answer, _outbox) = new_lobby();
            handle
                .create(next_code(), network, new_lobby)
                .await
                .unwrap();
            assert_eq!(answer.await.unwrap().err(), Some(Refusal::NOT_SAVED));
        }
        journal.set(Fault::None);
        let (new_lobby, answer, _outbox) = new_lobby();
        handle
            .create(next_code(), network, new_lobby)
            .await
            .unwrap();
        answer.await.unwrap().unwrap();
        close(task, handle).await;
    }

    #[tokio::test(start_paused = true)]
    async fn lobbies_are_there_again_after_a_restart() {
        let journal = FaultyJournal::new();
        let (task, handle) = open(&journal).await;
        let (one, answer, _outbox) = new_lobby();
        let code = handle.create(next_code(), None, one).await.unwrap().code;
        answer.await.unwrap().unwrap();
        close(task, handle).await;
        let (task, handle) = open(&journal).await;
        assert!(handle.find(code).await.is_ok());
        // The lobby is listed as soon as its stream has been replayed, for which its task must run.
        until(async || !handle.list().await.unwrap().is_empty()).await;
        close(task, handle).await;
    }

    #[tokio::test(start_paused = true)]
    async fn a_damaged_lobby_is_quarantined_and_the_others_run_on() {
        let journal = FaultyJournal::new();
        let (task, handle) = open(&journal).await;
        let (one, answer, _outbox) = new_lobby();
        let good = handle.create(next_code(), None, one).await.unwrap().code;
        answer.await.unwrap().unwrap();
        close(task, handle).await;
        let bad: LobbyCode = "ZZZZZ".parse().unwrap();
        let impossible = [Event::People(PeopleEvent::Left {
            player: dicehall_engine::lobby::PlayerId(3),
        })];
        journal.append(bad, Revision(0), &impossible).await.unwrap();
        let (task, handle) = open(&journal).await;
        until(async || handle.find(bad).await.is_err()).await;
        assert_eq!(handle.find(bad).await.err(), Some(Refusal::QUARANTINED));
        assert!(handle.find(good).await.is_ok());
        assert_eq!(
            handle.find("YYYYY".parse().unwrap()).await.err(),
            Some(Refusal::NO_SUCH_LOBBY)
        );
        close(task, handle).await;
    }

    #[test]
    fn the_waits_before_reopening_grow_and_begin_again_after_progress() {
        let waits = |revisions: &[u64]| {
            let mut history = History::default();
            let mut waits = Vec::new();
            for revision in revisions {
                let (after, wait) = history.after_failure(Revision(*revision));
                history = after;
                waits.push(wait.as_millis());
            }
            waits
        };
        assert_eq!(waits(&[5, 5, 5, 5]), [100, 200, 400, 800]);
        assert_eq!(waits(&[5, 5, 6, 6]), [100, 200, 100, 200]);
        assert_eq!(waits(&[5; 40]).last(), Some(&30_000));
    }
}
