//! A fixed number of threads that run bots: thinking never holds up a socket, a lobby or the journal.
//!
//! A lobby's task submits a position and gets a [`Thought`]; dropping the thought cancels it. A bot has a budget in nodes,
//! a deadline, and dice of its own, which are never those of a match. A bot that panics, comes too late or finds no room
//! gives no answer, and the lobby plays [`any_action`].

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{io, thread};

use dicehall_engine::bots::{Budget, Nodes};
use dicehall_engine::dice::{SeededDice, pick};
use dicehall_engine::roster::SeatBot;
use dicehall_engine::{AnyAction, AnyState, BotSpec, State};
use prometheus_client::metrics::gauge::Gauge;
use tokio::sync::oneshot;

use crate::entropy::os_bytes;
use crate::metrics::Metrics;

/// The most positions that wait for a thread; more than there can be lobbies.
const BOT_JOBS_MAX: usize = 1_024;
/// The longest that a bot may think about one action.
const BOT_THINKS_MS_MAX: u64 = 5_000;
/// How many nodes a bot visits between two looks at the clock.
const NODES_PER_LOOK: u32 = 4_096;

/// A handle to the threads. They end when the last one is gone.
#[derive(Clone, Debug)]
pub(crate) struct BotPool {
    jobs: SyncSender<Job>,
    waiting: Gauge,
}

/// A bot's choice in the making; dropping it cancels it.
#[derive(Debug)]
pub(crate) struct Thought {
    cancelled: Arc<AtomicBool>,
    answer: oneshot::Receiver<AnyAction>,
}

#[derive(Debug)]
struct Job {
    bot: BotSpec,
    state: AnyState,
    cancelled: Arc<AtomicBool>,
    answer: oneshot::Sender<AnyAction>,
    /// Stands for a bug in a bot.
    #[cfg(test)]
    panics: bool,
}

impl BotPool {
    /// Starts the threads.
    pub(crate) fn start(threads: NonZeroUsize, metrics: &Arc<Metrics>) -> io::Result<Self> {
        let (sender, jobs) = sync_channel(BOT_JOBS_MAX);
        let jobs = Arc::new(Mutex::new(jobs));
        for number in 0..threads.get() {
            let (jobs, metrics) = (Arc::clone(&jobs), Arc::clone(metrics));
            thread::Builder::new().name(format!("bot-{number}")).spawn(move || work(&jobs, &metrics))?;
        }
        Ok(Self { jobs: sender, waiting: metrics.bots_waiting.clone() })
    }

    /// Lets a bot think about a position. If there is no room the thought answers at once that it has no answer.
    pub(crate) fn submit(&self, bot: BotSpec, state: AnyState) -> Thought {
        let (sender, answer) = oneshot::channel();
        let cancelled = Arc::new(AtomicBool::new(false));
        let job = Job {
            bot,
            state,
            cancelled: Arc::clone(&cancelled),
            answer: sender,
            #[cfg(test)]
            panics: false,
        };
        if self.jobs.try_send(job).is_err() {
            tracing::warn!("no room for another bot to think");
        } else {
            self.waiting.inc();
        }
        Thought { cancelled, answer }
    }
}

impl Thought {
    /// What the bot chose; `None` if it has no answer. To be called until it has answered, and not again.
    pub(crate) async fn answer(&mut self) -> Option<AnyAction> {
        (&mut self.answer).await.ok()
    }
}

impl Drop for Thought {
    fn drop(&mut self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }
}

/// Any legal action, for a seat whose bot has no answer; `None` if there is nothing to choose.
pub(crate) fn any_action(state: &AnyState) -> Option<AnyAction> {
    pick(&state.actions(), &mut dice_of_bots())
}

/// Takes positions, one at a time, until nobody is left to submit any.
fn work(jobs: &Mutex<Receiver<Job>>, metrics: &Metrics) {
    loop {
        // Nobody panics while holding the lock, and a receiver cannot be half changed.
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = job else { return };
        metrics.bots_waiting.dec();
        if job.cancelled.load(Ordering::Relaxed) {
            continue;
        }
        let begun = Instant::now();
        let thought = catch_unwind(AssertUnwindSafe(|| think(&job)));
        metrics.thought(begun.elapsed());
        match thought {
            Ok(Some(action)) => {
                // The lobby may have stopped waiting.
                job.answer.send(action).ok();
            }
            Ok(None) => tracing::debug!(bot = %job.bot, "the bot has no answer"),
            Err(_panic) => tracing::error!(bot = %job.bot, "the bot panicked"),
        }
    }
}

fn think(job: &Job) -> Option<AnyAction> {
    #[cfg(test)]
    assert!(!job.panics, "a bug, as the test wants it");
    let mut bot = SeatBot::new(job.bot, job.state.kind()).ok()?;
    let deadline = Instant::now() + Duration::from_millis(BOT_THINKS_MS_MAX);
    let mut budget = Metered { nodes: bot.nodes(), cancelled: &job.cancelled, deadline, since_look: 0 };
    bot.choose(&job.state, &mut budget, &mut dice_of_bots())
}

/// Dice for bots. Without entropy they are poor, which costs a bot some strength and nobody a match.
fn dice_of_bots() -> SeededDice {
    SeededDice::new(os_bytes().map_or(0, u64::from_be_bytes))
}

/// A budget in nodes that also breaks at a deadline, and when nobody waits any more.
struct Metered<'a> {
    nodes: Nodes,
    cancelled: &'a AtomicBool,
    deadline: Instant,
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
        if self.cancelled.load(Ordering::Relaxed) || Instant::now() >= self.deadline {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn spent(&self) -> u64 {
        self.nodes.spent()
    }
}

#[cfg(test)]
mod tests {
    use dicehall_engine::GameKind;

    use super::*;

    fn start_of_match() -> AnyState {
        let config = GameKind::DiceOfDoom.default_rules().generate(2, &mut SeededDice::new(1)).unwrap();
        config.start().unwrap()
    }

    fn pool() -> BotPool {
        BotPool::start(NonZeroUsize::MIN, &Arc::new(Metrics::new())).unwrap()
    }

    async fn ask(pool: &BotPool, bot: &str) -> Option<AnyAction> {
        pool.submit(bot.parse().unwrap(), start_of_match()).answer().await
    }

    #[tokio::test]
    async fn every_bot_chooses_something_legal() {
        let pool = pool();
        for bot in ["random", "paranoid:1", "paranoid:2:nodes=1000", "paranoid:6:nodes=1"] {
            let action = ask(&pool, bot).await.unwrap();
            assert!(start_of_match().is_legal(action), "{bot} chose {action:?}");
        }
        assert!(start_of_match().is_legal(any_action(&start_of_match()).unwrap()));
    }

    #[test]
    fn a_dropped_thought_is_cancelled() {
        let thought = pool().submit("random".parse().unwrap(), start_of_match());
        let cancelled = Arc::clone(&thought.cancelled);
        assert!(!cancelled.load(Ordering::Relaxed));
        drop(thought);
        assert!(cancelled.load(Ordering::Relaxed));
    }

    #[tokio::test]
    async fn a_cancelled_position_is_not_thought_about() {
        let pool = pool();
        let (answer, lost) = oneshot::channel();
        let cancelled = Arc::new(AtomicBool::new(true));
        let bot = "random".parse().unwrap();
        pool.jobs.send(Job { bot, state: start_of_match(), cancelled, answer, panics: false }).unwrap();
        assert!(lost.await.is_err());
    }

    #[test]
    fn a_budget_breaks_when_cancelled_and_at_its_deadline() {
        let (never, always) = (AtomicBool::new(false), AtomicBool::new(true));
        let later = Instant::now() + Duration::from_secs(3_600);
        let spend = |cancelled, deadline, nodes| {
            let mut budget = Metered { nodes: Nodes::at_most(1_000_000), cancelled, deadline, since_look: 0 };
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
        let cancelled = Arc::new(AtomicBool::new(false));
        let bot = "random".parse().unwrap();
        pool.jobs.send(Job { bot, state: start_of_match(), cancelled, answer, panics: true }).unwrap();
        assert!(lost.await.is_err());
        assert!(ask(&pool, "random").await.is_some());
    }
}
