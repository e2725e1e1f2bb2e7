//! One history: people, a storm, a calm in which everything must go on, and an end.

mod troubles;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::time::Duration;

use dicehall_client::fair::audit::file::check;
use dicehall_engine::Dice;
use dicehall_engine::dice::{SeededDice, pick};
use dicehall_engine::lobby::Phase;
use dicehall_protocol::LobbyCode;
use dicehall_server::{Entropy, FaultyJournal, Options, Server, ServerError, archive};
use tokio::sync::oneshot;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};

use super::idle_peer::watch;
use super::network::Port;
use super::oracle::Standing;
use super::person::Person;
use super::plan::Plan;

use super::steps::Who;
use super::world::{Report, Season, World};

/// The longest time that a match may stand still when nothing is broken any more, in milliseconds.
const STUCK_MS_MAX: u64 = 90_000;
/// The longest time that the end of everything may take, in milliseconds.
const ENDING_MS_MAX: u64 = 60_000;
/// The least number of plies that a running match must go on in the calm.
const PLIES_OF_CALM: u32 = 4;
/// The number of steps that a failing history prints.
const TOLD_STEPS: usize = 30;

/// Runs the history that follows from a seed, with a crowd of this size or a few people; a failure prints its last
/// steps.
///
/// # Panics
/// If anything is wrong.
#[expect(clippy::print_stdout, reason = "the test that fails shows it")]
pub fn run(seed: u64, crowd: Option<usize>, told: Option<usize>) -> Report {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build();
    let mut world = None;
    let ran = catch_unwind(AssertUnwindSafe(|| {
        runtime.unwrap().block_on(async {
            // From here on every moment is a whole number of milliseconds after this one.
            sleep(Duration::from_millis(2)).await;
            let history = History::new(seed, crowd);
            world = Some(Arc::clone(&history.world));
            Box::pin(history.run()).await
        })
    }));
    ran.unwrap_or_else(|panic| {
        let steps = world
            .map(|it| it.last_steps(told.unwrap_or(TOLD_STEPS)))
            .unwrap_or_default();
        println!("The last steps of the history with the seed {seed}:\n{steps}");
        resume_unwind(panic)
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
    /// The damaged lobbies, with their records after the damage.
    damaged: BTreeMap<LobbyCode, Vec<String>>,
}

/// A running server.
struct Process {
    task: JoinSet<Result<(), ServerError>>,
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
        Self {
            task,
            stop,
            journal: lent,
        }
    }

    /// Ends the server at once; everything that was not durable is lost.
    async fn kill(mut self) {
        self.task.shutdown().await;
        vanish(&self.journal).await;
    }

    /// Ends the server as an operator would.
    async fn end(self) {
        let Self {
            mut task,
            stop,
            journal,
        } = self;
        stop.send(()).unwrap();
        let ended = timeout(Duration::from_millis(ENDING_MS_MAX), task.join_next()).await;
        ended
            .expect("the server ends")
            .expect("there is one task")
            .expect("the server does not panic")
            .expect("the server does not fail");
        vanish(&journal).await;
    }
}

/// Waits until nobody else holds the journal: then every task of the server has ended.
async fn vanish(journal: &FaultyJournal) {
    for _ in 0..1_000 {
        if journal.holders() == 1 {
            return;
        }
        tokio::task::yield_now().await;
    }
    panic!(
        "{} tasks are left of a server that has ended",
        journal.holders() - 1
    );
}

impl History {
    fn new(seed: u64, crowd: Option<usize>) -> Self {
        let mut luck = SeededDice::new(seed);
        let plan = Plan::draw(&mut luck, crowd);
        let journal = FaultyJournal::seeded(luck.below(u64::MAX));
        let world = World::new(plan, journal.clone(), &mut luck);
        let entropy = Entropy::seeded(luck.below(u64::MAX));
        let (server, people, damaged) = (None, JoinSet::new(), BTreeMap::new());
        Self {
            world: Arc::new(world),
            journal,
            luck,
            entropy,
            server,
            people,
            damaged,
        }
    }

    async fn run(mut self) -> Report {
        self.journal
            .delay(pick(&[0, 3, 30], &mut self.luck).unwrap());
        self.start_server().await;
        for number in 0..self.world.plan.people {
            let table = number % self.world.plan.tables;
            let person = Person::new(
                Arc::clone(&self.world),
                number,
                table,
                number < self.world.plan.tables,
            );
            self.people.spawn(person.live());
        }
        if self.world.plan.has_idle_peer {
            self.people.spawn(watch(Arc::clone(&self.world)));
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
        self.fate("the server starts");
        self.server = Some(Process::start(self.journal.clone(), port, self.entropy.clone()).await);
    }

    /// Checks that every match that runs when the storm is over goes on or ends, unless everybody has left it, and that
    /// every table has a lobby.
    async fn check_progress(&mut self) {
        let before = self.world.oracle().standings();
        let goal = |it: &Standing| it.phase == Phase::Playing;
        let mut waiting: Vec<Standing> = before.into_iter().filter(goal).collect();
        let end = Instant::now() + Duration::from_millis(STUCK_MS_MAX);
        while !waiting.is_empty() || !self.world.has_every_lobby() {
            self.wait(200).await;
            let now = self.world.oracle().standings();
            waiting.retain(|then| {
                let now = now.iter().find(|it| it.lobby == then.lobby);
                now.is_some_and(|it| {
                    it.phase == Phase::Playing
                        && it.ply.0 < then.ply.0 + PLIES_OF_CALM
                        && !self.world.is_deserted(it.lobby)
                })
            });
            assert!(
                Instant::now() < end,
                "no lobby at a table, or matches stand still: {waiting:?}"
            );
        }
    }

    /// Lets everybody get the last answers, then asks the server to end.
    async fn end(mut self) -> Report {
        self.world.turn(Season::Over);
        let end = Instant::now() + Duration::from_millis(STUCK_MS_MAX);
        while self.world.settled() < self.world.plan.people {
            self.wait(200).await;
            assert!(
                Instant::now() < end,
                "somebody waits for an answer or a connection"
            );
        }
        self.stop().await;
        let gone = async {
            while let Some(person) = self.people.join_next().await {
                person.expect("nobody finds anything wrong");
            }
        };
        timeout(Duration::from_millis(ENDING_MS_MAX), gone)
            .await
            .expect("everybody goes");
        for (lobby, stored) in &self.damaged {
            assert_eq!(
                self.journal.stored(*lobby),
                *stored,
                "{lobby} was damaged, and somebody has written it"
            );
        }
        self.check_files();
        self.world.report()
    }

    /// Checks that the file of every match that is over verifies, as with `dicehall verify`, and has the rolls that
    /// people saw.
    fn check_files(&self) {
        let mut verified = self.world.verified();
        for file in archive::match_files(&self.journal) {
            let match_id = &file.header.match_id;
            let checked = check(&file.to_text());
            let (_, found) =
                checked.unwrap_or_else(|fault| panic!("the file of {match_id:?}: {fault}"));
            let seen = verified.remove(match_id).unwrap_or(found.rolls);
            assert_eq!(
                found.rolls, seen,
                "{match_id:?}: people saw other rolls than the file has"
            );
            self.world.count(|it| it.files += 1);
        }
        assert!(verified.is_empty(), "there are no files of {verified:?}");
    }
}
