//! One history: people, a storm, a calm in which everything must go on, and an end.

use std::collections::BTreeMap;
use std::mem;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use dicehall_engine::Dice;
use dicehall_engine::dice::{SeededDice, pick};
use dicehall_engine::lobby::Phase;
use dicehall_protocol::LobbyCode;
use dicehall_server::{Entropy, Fault, FaultyJournal, Options, Server, Written};
use tokio::sync::oneshot;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};

use super::network::{Network, Port};
use super::oracle::{Oracle, Standing};
use super::person::Person;
use super::plan::Plan;

/// How long a match may stand still when nothing is broken any more.
const STUCK_MS_MAX: u64 = 90_000;
/// How long everything may take to end when asked.
const ENDING_MS_MAX: u64 = 60_000;
/// How many plies a running match must come forward in the calm.
const PLIES_OF_CALM: u32 = 4;

/// What a history was.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Every frame that anybody got, and every append that became durable, with the time of each.
    pub trace: Vec<Line>,
    /// How many frames.
    pub frames: u64,
    /// How many actions of people were accepted.
    pub acts: u64,
    /// How often the server was killed.
    pub kills: u64,
    /// What was refused, and how often.
    pub refusals: BTreeMap<String, u64>,
    /// How many appends became durable.
    pub appends: usize,
    /// How many lobbies were damaged while the server was down.
    pub damages: u64,
    /// How many commands came again because their answers were lost.
    pub repeats: u64,
    /// How often somebody came with a token that must not be good any more.
    pub thefts: u64,
}

/// What came when to whom: to a person, or to the journal, which stands behind all people.
pub type Line = (Duration, usize, String);

impl Report {
    /// Counts a refusal.
    pub(super) fn refused(&mut self, code: &str) {
        *self.refusals.entry(code.to_owned()).or_default() += 1;
    }
}

/// What is over and what is to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Season {
    /// Things break, people do as they like.
    Storm,
    /// Nothing breaks any more, people play on.
    Calm,
    /// Nobody asks for anything more.
    Over,
}

/// Everything that the people of a history share.
#[derive(Debug)]
pub(super) struct World {
    pub(super) network: Network,
    pub(super) plan: Plan,
    oracle: Mutex<Oracle>,
    luck: Mutex<SeededDice>,
    season: Mutex<Season>,
    codes: Mutex<Vec<Option<LobbyCode>>>,
    settled: AtomicUsize,
    start: Instant,
    report: Mutex<Report>,
}

impl World {
    /// Luck for somebody.
    pub(super) fn luck(&self) -> SeededDice {
        SeededDice::new(lock(&self.luck).below(u64::MAX))
    }

    pub(super) fn season(&self) -> Season {
        *lock(&self.season)
    }

    pub(super) fn oracle(&self) -> MutexGuard<'_, Oracle> {
        lock(&self.oracle)
    }

    /// The lobby of a table.
    pub(super) fn code(&self, table: usize) -> Option<LobbyCode> {
        lock(&self.codes)[table]
    }

    /// A table has a lobby.
    pub(super) fn found(&self, table: usize, lobby: LobbyCode) {
        lock(&self.codes)[table].get_or_insert(lobby);
    }

    /// The lobby of a table is no more.
    pub(super) fn lose(&self, table: usize, lobby: LobbyCode) {
        lock(&self.codes)[table].take_if(|it| *it == lobby);
    }

    /// Somebody has an answer to everything.
    pub(super) fn settle(&self) {
        self.settled.fetch_add(1, Ordering::Relaxed);
    }

    /// Somebody got a frame.
    pub(super) fn trace(&self, number: usize, frame: &str) {
        let line = (self.start.elapsed(), number, frame.to_owned());
        self.count(|it| {
            it.frames += 1;
            it.trace.push(line);
        });
    }

    pub(super) fn count(&self, change: impl FnOnce(&mut Report)) {
        change(&mut lock(&self.report));
    }
}

/// Runs the history that follows from a seed, with a crowd of so many people or a few.
///
/// # Panics
/// If anything is not as it must be.
pub fn run(seed: u64, crowd: Option<usize>) -> Report {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
    runtime.unwrap().block_on(async {
        // From here on every moment is a whole number of milliseconds after this one.
        sleep(Duration::from_millis(2)).await;
        Box::pin(History::new(seed, crowd).run()).await
    })
}

/// A history in the making.
struct History {
    world: Arc<World>,
    journal: FaultyJournal,
    luck: SeededDice,
    entropy: Entropy,
    server: Option<Process>,
    people: JoinSet<()>,
    /// The lobbies that were damaged, as they are stored since.
    damaged: BTreeMap<LobbyCode, Vec<String>>,
}

/// A running server.
struct Process {
    task: JoinSet<()>,
    stop: oneshot::Sender<()>,
    journal: FaultyJournal,
}

impl Process {
    async fn start(journal: FaultyJournal, port: Port, entropy: Entropy) -> Self {
        let options = Options {
            bot_threads: 0,
            entropy,
            rate: None,
            grace: Duration::from_secs(3),
            abandon_after: Duration::from_secs(600),
            ..Options::default()
        };
        let lent = journal.lend();
        let server = Server::simulate(lent.clone(), port, options).await.unwrap();
        let (stop, stopped) = oneshot::channel();
        let mut task = JoinSet::new();
        task.spawn(server.serve(async { stopped.await.unwrap_or_default() }));
        Self { task, stop, journal: lent }
    }

    /// Ends at once; whatever was not durable is lost.
    async fn kill(mut self) {
        self.task.shutdown().await;
        vanish(&self.journal).await;
    }

    /// Ends when asked.
    async fn end(self) {
        let Self { mut task, stop, journal } = self;
        stop.send(()).unwrap();
        let ended = timeout(Duration::from_millis(ENDING_MS_MAX), task.join_next()).await;
        ended.expect("the server ends").expect("there is one task").unwrap();
        vanish(&journal).await;
    }
}

/// Waits until nobody else holds the journal: then every task of the server is gone.
async fn vanish(journal: &FaultyJournal) {
    for _ in 0..1_000 {
        if journal.holders() == 1 {
            return;
        }
        tokio::task::yield_now().await;
    }
    panic!("{} tasks are left of a server that has ended", journal.holders() - 1);
}

impl History {
    fn new(seed: u64, crowd: Option<usize>) -> Self {
        let mut luck = SeededDice::new(seed);
        let plan = Plan::draw(&mut luck, crowd);
        let journal = FaultyJournal::seeded(luck.below(u64::MAX));
        let world = World {
            network: Network::new(luck.below(u64::MAX), journal.clone()),
            oracle: Mutex::new(Oracle::new(journal.clone())),
            luck: Mutex::new(SeededDice::new(luck.below(u64::MAX))),
            season: Mutex::new(Season::Storm),
            codes: Mutex::new(vec![None; plan.tables]),
            settled: AtomicUsize::new(0),
            start: Instant::now(),
            report: Mutex::default(),
            plan,
        };
        let entropy = Entropy::seeded(luck.below(u64::MAX));
        let (server, people, damaged) = (None, JoinSet::new(), BTreeMap::new());
        Self { world: Arc::new(world), journal, luck, entropy, server, people, damaged }
    }

    async fn run(mut self) -> Report {
        self.journal.delay(pick(&[0, 3, 30], &mut self.luck).unwrap());
        self.start_server().await;
        for number in 0..self.world.plan.people {
            let table = number % self.world.plan.tables;
            let person = Person::new(Arc::clone(&self.world), number, table, number < self.world.plan.tables);
            self.people.spawn(person.live());
        }
        for _ in 0..self.world.plan.troubles {
            self.wait(1_500).await;
            self.trouble().await;
        }
        self.wait(500).await;
        self.heal();
        self.check_progress().await;
        self.end().await
    }

    /// Waits, and fails at once if a person does.
    async fn wait(&mut self, milliseconds_max: u64) {
        let pause = sleep(Duration::from_millis(self.luck.below(milliseconds_max) + 1));
        tokio::pin!(pause);
        loop {
            tokio::select! {
                biased;
                Some(person) = self.people.join_next() => person.expect("nobody finds anything wrong"),
                () = &mut pause => return,
            }
        }
    }

    async fn start_server(&mut self) {
        let port = self.world.network.listen();
        self.world.oracle().restart();
        self.server = Some(Process::start(self.journal.clone(), port, self.entropy.clone()).await);
    }

    async fn trouble(&mut self) {
        let whose = usize::try_from(self.luck.below(8)).unwrap() % self.world.plan.people;
        match self.luck.below(13) {
            0..=2 => {
                self.kill().await;
                self.wait(1_000).await;
                self.start_server().await;
            }
            3 => {
                self.stop().await;
                self.start_server().await;
            }
            4 => self.world.network.cut(Some(whose)),
            5 => self.world.network.cut(None),
            6 => self.partition(Some(whose)).await,
            7 => self.partition(None).await,
            8 | 9 => self.fail(Fault::Sometimes { io: 30, unknown: 30 }).await,
            10 => self.fail(Fault::Io).await,
            11 => self.damage(whose).await,
            _ => self.world.network.delay(pick(&[0, 20, 400], &mut self.luck).unwrap()),
        }
    }

    async fn kill(&mut self) {
        self.world.count(|it| it.kills += 1);
        self.world.network.close();
        self.world.network.cut(None);
        if let Some(server) = self.server.take() {
            server.kill().await;
        }
    }

    /// The lobby of somebody's table is damaged while the server is down.
    async fn damage(&mut self, whose: usize) {
        self.kill().await;
        let lobby = self.world.code(whose % self.world.plan.tables);
        if let Some(lobby) = lobby.filter(|it| self.journal.damage(*it)) {
            self.world.count(|it| it.damages += 1);
            self.world.oracle().damage(lobby);
            self.damaged.insert(lobby, self.journal.stored(lobby));
        }
        self.wait(1_000).await;
        self.start_server().await;
    }

    async fn stop(&mut self) {
        self.world.network.close();
        if let Some(server) = self.server.take() {
            server.end().await;
        }
    }

    async fn partition(&mut self, whose: Option<usize>) {
        self.world.network.hold(whose, true);
        self.wait(4_000).await;
        if self.luck.below(2) == 0 {
            self.world.network.cut(whose);
        }
        self.world.network.hold(whose, false);
    }

    async fn fail(&mut self, fault: Fault) {
        self.journal.set(fault);
        self.wait(3_000).await;
        if self.luck.below(4) == 0 {
            self.kill().await;
            self.start_server().await;
        }
        self.journal.set(Fault::None);
    }

    fn heal(&mut self) {
        self.journal.set(Fault::None);
        self.world.network.hold(None, false);
        self.world.network.delay(5);
        *lock(&self.world.season) = Season::Calm;
    }

    /// Every match that runs when the storm is over comes forward or ends.
    async fn check_progress(&mut self) {
        let before = self.world.oracle().standings();
        let goal = |it: &Standing| it.phase == Phase::Playing;
        let mut waiting: Vec<Standing> = before.into_iter().filter(goal).collect();
        let end = Instant::now() + Duration::from_millis(STUCK_MS_MAX);
        while !waiting.is_empty() {
            self.wait(200).await;
            let now = self.world.oracle().standings();
            waiting.retain(|then| {
                let now = now.iter().find(|it| it.lobby == then.lobby);
                now.is_some_and(|it| it.phase == Phase::Playing && it.ply.0 < then.ply.0 + PLIES_OF_CALM)
            });
            assert!(Instant::now() < end, "matches stand still: {waiting:?}");
        }
    }

    /// Everybody gets the last answers, then the server is asked to end.
    async fn end(mut self) -> Report {
        *lock(&self.world.season) = Season::Over;
        let end = Instant::now() + Duration::from_millis(STUCK_MS_MAX);
        while self.world.settled.load(Ordering::Relaxed) < self.world.plan.people {
            self.wait(200).await;
            assert!(Instant::now() < end, "somebody waits for an answer or a connection");
        }
        self.stop().await;
        let gone = async {
            while let Some(person) = self.people.join_next().await {
                person.expect("nobody finds anything wrong");
            }
        };
        timeout(Duration::from_millis(ENDING_MS_MAX), gone).await.expect("everybody goes");
        for (lobby, stored) in &self.damaged {
            assert_eq!(
                self.journal.stored(*lobby),
                *stored,
                "{lobby} was damaged, and somebody has written it"
            );
        }
        let mut report = mem::take(&mut *lock(&self.world.report));
        for Written { lobby, before, events, at, .. } in self.journal.since(0) {
            let row = format!("{lobby} has after {before:?} {events:?}");
            report.trace.push((at - self.world.start, self.world.plan.people, row));
        }
        report.appends = self.journal.count();
        report
    }
}

/// A person who finds something wrong panics; the history ends with that.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap()
}
