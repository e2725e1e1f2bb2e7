//! The threads that run bots, a fixed number of them, so that thinking never delays a socket, a lobby or the journal. A
//! simulation has no such threads and lets bots think in the lobby's task.
//!
//! A lobby's task submits a position and gets a [`PendingAction`]; dropping it cancels the job. A bot has a budget in
//! nodes, a deadline, and dice of its own, which are never those of a match. A bot that panics, is too late or finds no
//! room gives no answer, and the lobby plays [`BotPool::any_action`].

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{io, thread};

use dicehall_engine::bots::{Budget, Nodes};
use dicehall_engine::dice::{SeededDice, pick};
use dicehall_engine::lobby::LatestChoices;
use dicehall_engine::roster::SeatBot;
use dicehall_engine::{AnyAction, AnyState, BotSpec, State};
use tokio::sync::oneshot;

use crate::metrics::Metrics;
use crate::os::entropy::Entropy;
use crate::tablebase::TableStore;

/// The most positions that wait for a thread; more than there can be lobbies.
const BOT_JOBS_MAX: usize = 1_024;
/// The longest that a bot may think about one action, in milliseconds.
const BOT_THINKS_MS_MAX: u64 = 5_000;
/// The number of nodes that a bot visits between two looks at the clock.
const NODES_PER_LOOK: u32 = 4_096;

/// A handle to the threads, which end when the last handle is dropped.
#[derive(Clone, Debug)]
pub(crate) struct BotPool {
    /// `None` if there are no threads.
    jobs: Option<SyncSender<Job>>,
    entropy: Entropy,
    metrics: Arc<Metrics>,
    tables: TableStore,
}

/// A bot's action in the making; dropping it cancels the job.
#[derive(Debug)]
pub(crate) struct PendingAction {
    cancelled: Arc<AtomicBool>,
    answer: oneshot::Receiver<AnyAction>,
}

#[derive(Debug)]
struct Job {
    bot: BotSpec,
    state: AnyState,
    /// The latest choices of the match, which the bot is shown before it thinks.
    choices: LatestChoices,
    tables: TableStore,
    cancelled: Arc<AtomicBool>,
    answer: oneshot::Sender<AnyAction>,
    /// Luck for the bot; never that of a match.
    dice: SeededDice,
    /// Whether the deadline holds; in simulations it does not.
    is_timed: bool,
    /// Makes the bot panic, as a bug in it would.
    #[cfg(test)]
    panics: bool,
}

impl BotPool {
    /// Starts `threads` threads. If there are none, a position is searched while its submitter waits.
    pub(crate) fn start(
        threads: usize,
        entropy: Entropy,
        metrics: &Arc<Metrics>,
    ) -> io::Result<Self> {
        let mut pool = Self {
            jobs: None,
            entropy,
            metrics: Arc::clone(metrics),
            tables: TableStore::default(),
        };
        if threads == 0 {
            return Ok(pool);
        }
        let (sender, jobs) = sync_channel(BOT_JOBS_MAX);
        let jobs = Arc::new(Mutex::new(jobs));
        for number in 0..threads {
            let (jobs, metrics) = (Arc::clone(&jobs), Arc::clone(metrics));
            thread::Builder::new()
                .name(format!("bot-{number}"))
                .spawn(move || work(&jobs, &metrics))?;
        }
        pool.jobs = Some(sender);
        Ok(pool)
    }

    /// The pool whose bots find their tables here.
    pub(crate) fn with_tables(self, tables: TableStore) -> Self {
        Self { tables, ..self }
    }

    /// A pool without running threads: positions wait until the second value is dropped.
    #[cfg(test)]
    pub(crate) fn asleep(entropy: Entropy, metrics: &Arc<Metrics>) -> (Self, impl Sized + use<>) {
        let (sender, jobs) = sync_channel::<Job>(BOT_JOBS_MAX);
        (
            Self {
                jobs: Some(sender),
                entropy,
                metrics: Arc::clone(metrics),
                tables: TableStore::default(),
            },
            jobs,
        )
    }

    /// Lets a bot think about a position, after these choices. If there is no room, the pending action has no answer.
    pub(crate) fn submit(
        &self,
        bot: BotSpec,
        state: AnyState,
        choices: LatestChoices,
    ) -> PendingAction {
        let (sender, answer) = oneshot::channel();
        let cancelled = Arc::new(AtomicBool::new(false));
        let job = Job {
            bot,
            state,
            choices,
            tables: self.tables.clone(),
            cancelled: Arc::clone(&cancelled),
            answer: sender,
            dice: self.dice_of_bots(),
            is_timed: self.jobs.is_some(),
            #[cfg(test)]
            panics: false,
        };
        let Some(jobs) = &self.jobs else {
            job.run();
            return PendingAction { cancelled, answer };
        };
        if jobs.try_send(job).is_err() {
            tracing::warn!("no room for another bot to think");
        } else {
            self.metrics.bots_waiting.inc();
        }
        PendingAction { cancelled, answer }
    }

    /// Any legal action, for a seat whose bot gave no answer; `None` if there is no action.
    pub(crate) fn any_action(&self, state: &AnyState) -> Option<AnyAction> {
        pick(&state.actions(), &mut self.dice_of_bots())
    }

    /// Dice for bots. Without entropy they are the same each time, which is logged; that costs a bot some strength and
    /// harms no match.
    fn dice_of_bots(&self) -> SeededDice {
        let seed = self.entropy.bytes().unwrap_or_else(|error| {
            tracing::error!(%error, "bots have poor dice");
            [0; size_of::<u64>()]
        });
        SeededDice::new(u64::from_be_bytes(seed))
    }
}

impl PendingAction {
    /// The bot's action; `None` if it has no answer. May be called again until it has returned, and not after that.
    pub(crate) async fn answer(&mut self) -> Option<AnyAction> {
        (&mut self.answer).await.ok()
    }
}

impl Drop for PendingAction {
    fn drop(&mut self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }
}

/// Takes positions, one at a time, until all handles are dropped.
fn work(jobs: &Mutex<Receiver<Job>>, metrics: &Metrics) {
    loop {
        // No thread panics while it holds the lock, and a receiver cannot be half changed.
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = job else { return };
        metrics.bots_waiting.dec();
        if !job.cancelled.load(Ordering::Relaxed) {
            let begun = Instant::now();
            job.run();
            metrics.thought(begun.elapsed());
        }
    }
}

impl Job {
    /// Lets the bot think, and sends its answer.
    fn run(mut self) {
        match catch_unwind(AssertUnwindSafe(|| self.think())) {
            Ok(Some(action)) => {
                // The lobby may have stopped waiting.
                self.answer.send(action).ok();
            }
            Ok(None) => tracing::debug!(bot = %self.bot, "the bot has no answer"),
            Err(_panic) => tracing::error!(bot = %self.bot, "the bot panicked"),
        }
    }

    fn think(&mut self) -> Option<AnyAction> {
        #[cfg(test)]
        assert!(!self.panics, "a bug, as the test wants it");
        let game = self.state.kind();
        let table = { self.bot.asks_table(game) }.then(|| self.tables.ask());
        let mut bot = SeatBot::with_table(self.bot, game, table.flatten()).ok()?;
        for (state, action) in self.choices.iter() {
            bot.watch(state, *action);
        }
        let deadline = self
            .is_timed
            .then(|| Instant::now() + Duration::from_millis(BOT_THINKS_MS_MAX));
        let mut budget = Metered {
            nodes: bot.nodes(),
            cancelled: &self.cancelled,
            deadline,
            since_look: 0,
        };
        bot.choose(&self.state, &mut budget, &mut self.dice)
    }
}

/// A budget in nodes that also breaks at a deadline, and when the job is cancelled.
struct Metered<'a> {
    nodes: Nodes,
    cancelled: &'a AtomicBool,
    deadline: Option<Instant>,
    since_look: u32,
}

impl Budget for Metered<'_> {
    fn spend(&mut self, nodes: u32) -> ControlFlow<()> {
        self.nodes.spend(nodes)?;
        self.since_look = self.since_look.saturating_add(nodes);
        if self.since_look < NODES_PER_LOOK {
            return ControlFlow::Continue(());
        }
        self.since_look = 0;
        if self.cancelled.load(Ordering::Relaxed)
            || self.deadline.is_some_and(|it| Instant::now() >= it)
        {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn spent(&self) -> u64 {
        self.nodes.spent()
    }

    fn left(&self) -> u64 {
        self.nodes.left()
    }
}

#[cfg(test)]
mod tests {
    use dicehall_engine::games::dice_of_doom::Rules;
    use dicehall_engine::{AnyRules, GameKind, Node, Seat};

    use super::*;

    fn start_of_match() -> AnyState {
        let config = GameKind::DiceOfDoom
            .default_rules()
            .generate(2, &mut SeededDice::new(1))
            .unwrap();
        config.start().unwrap()
    }

    fn pool() -> BotPool {
        BotPool::start(1, Entropy::System, &Arc::new(Metrics::new())).unwrap()
    }

    fn job(answer: oneshot::Sender<AnyAction>) -> Job {
        Job {
            bot: "random".parse().unwrap(),
            state: start_of_match(),
            choices: LatestChoices::default(),
            tables: TableStore::default(),
            cancelled: Arc::default(),
            answer,
            dice: SeededDice::new(1),
            is_timed: true,
            panics: false,
        }
    }

    fn submit(pool: &BotPool, job: Job) {
        pool.jobs.as_ref().unwrap().send(job).unwrap();
    }

    async fn ask(pool: &BotPool, bot: &str) -> Option<AnyAction> {
        let choices = LatestChoices::default();
        pool.submit(bot.parse().unwrap(), start_of_match(), choices)
            .answer()
            .await
    }

    #[tokio::test]
    async fn every_bot_chooses_something_legal() {
        let pool = pool();
        for bot in [
            "random",
            "paranoid:1",
            "paranoid:2:nodes=1000",
            "paranoid:6:nodes=1",
        ] {
            let action = ask(&pool, bot).await.unwrap();
            assert!(start_of_match().is_legal(action), "{bot} chose {action:?}");
        }
        assert!(start_of_match().is_legal(pool.any_action(&start_of_match()).unwrap()));
    }

    #[tokio::test]
    async fn without_threads_a_bot_thinks_at_once_and_a_panic_stays_its_own() {
        let pool = BotPool::start(0, Entropy::System, &Arc::new(Metrics::new())).unwrap();
        let mut pending = pool.submit(
            "paranoid:1".parse().unwrap(),
            start_of_match(),
            LatestChoices::default(),
        );
        assert!(start_of_match().is_legal(pending.answer.try_recv().unwrap()));
        let (answer, mut lost) = oneshot::channel();
        Job {
            panics: true,
            ..job(answer)
        }
        .run();
        assert!(lost.try_recv().is_err());
    }

    #[test]
    fn a_dropped_thought_is_cancelled() {
        let (bot, choices) = ("random".parse().unwrap(), LatestChoices::default());
        let pending = pool().submit(bot, start_of_match(), choices);
        let cancelled = Arc::clone(&pending.cancelled);
        assert!(!cancelled.load(Ordering::Relaxed));
        drop(pending);
        assert!(cancelled.load(Ordering::Relaxed));
    }

    /// The position after the first turn of a match by the book's rules, which a `paranoid:2` plays, and the choices in it.
    fn after_a_turn(dice: &mut SeededDice) -> (AnyState, LatestChoices) {
        let rules = AnyRules::DiceOfDoom(Rules::BOOK);
        let mut state = rules.generate(4, dice).unwrap().start().unwrap();
        let mut choices = LatestChoices::default();
        let mut bot = SeatBot::new("paranoid:2".parse().unwrap(), state.kind()).unwrap();
        loop {
            match state.node() {
                Node::Chance => state.resolve(state.roll(dice).unwrap()),
                Node::Decision(seat) if seat == Seat::ALL[0] => {
                    let action = bot.choose(&state, &mut bot.nodes(), dice).unwrap();
                    choices.push(state.clone(), action);
                    state.act(action);
                }
                Node::Decision(_) | Node::Terminal(_) => return (state, choices),
            }
        }
    }

    /// A bot that heeds how others play is shown their choices: it then chooses as one that has watched the match.
    #[test]
    fn a_bot_is_shown_the_latest_choices() {
        let spec: BotSpec = "value:nodes=300".parse().unwrap();
        let mut differs = false;
        for seed in 0..6 {
            let (state, choices) = after_a_turn(&mut SeededDice::new(seed));
            let chosen = |choices: LatestChoices| {
                let (answer, mut found) = oneshot::channel();
                Job {
                    bot: spec,
                    state: state.clone(),
                    choices,
                    ..job(answer)
                }
                .run();
                found.try_recv().unwrap()
            };
            let mut bot = SeatBot::new(spec, state.kind()).unwrap();
            for (state, action) in choices.iter() {
                bot.watch(state, *action);
            }
            let expect = bot.choose(&state, &mut bot.nodes(), &mut SeededDice::new(1));
            assert_eq!(Some(chosen(choices)), expect, "seed {seed}");
            differs |= expect != Some(chosen(LatestChoices::default()));
        }
        assert!(differs, "what was watched changed nothing");
    }

    #[tokio::test]
    async fn a_cancelled_position_is_not_thought_about() {
        let pool = pool();
        let (answer, lost) = oneshot::channel();
        let cancelled = Arc::new(AtomicBool::new(true));
        submit(
            &pool,
            Job {
                cancelled,
                ..job(answer)
            },
        );
        assert!(lost.await.is_err());
    }

    #[test]
    fn a_budget_breaks_when_cancelled_and_at_its_deadline() {
        let (never, always) = (AtomicBool::new(false), AtomicBool::new(true));
        let later = Instant::now() + Duration::from_secs(3_600);
        let spend = |cancelled, deadline, nodes| {
            let deadline = Some(deadline);
            let mut budget = Metered {
                nodes: Nodes::at_most(1_000_000),
                cancelled,
                deadline,
                since_look: 0,
            };
            budget.spend(nodes).is_continue()
        };
        assert!(spend(&never, later, NODES_PER_LOOK));
        assert!(!spend(&always, later, NODES_PER_LOOK));
        assert!(!spend(&never, Instant::now(), NODES_PER_LOOK));
        assert!(spend(&always, later, NODES_PER_LOOK - 1));
        assert!(!spend(&never, later, 1_000_001));
    }

    #[tokio::test]
    async fn a_bot_that_panics_gives_no_answer_and_harms_no_other() {
        let pool = pool();
        let (answer, lost) = oneshot::channel();
        submit(
            &pool,
            Job {
                panics: true,
                ..job(answer)
            },
        );
        assert!(lost.await.is_err());
        assert!(ask(&pool, "random").await.is_some());
    }
}
