//! The reviews of matches that are over, for the people at their tables: made when somebody asks, one at a time, from the file.
//!
//! Asked by sessions, which never wait: whoever asks is told how far a review has come, and asks again. The work is done by one thread,
//! which gets next to nothing of a processor that a lobby, a socket or a bot wants; while nobody asks, it makes the luck of rated
//! matches, and goes on with that when the reviews that were asked for meanwhile are made. Laws kept here: the reviews that wait, those that
//! are kept in memory, the size of a file and the nodes for a choice have limits; who asks second costs nothing.

#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::io;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use dicehall_engine::GameKind;
use dicehall_engine::advice::Expert;
use dicehall_engine::advice::review::whole::{WholeReview, nodes_for_choice};
use dicehall_protocol::match_file::name::file_name;
use dicehall_protocol::{Reply, ReviewProgress, ReviewView, WantedReview};

use super::Finder;
use super::luck::LuckMaker;
use crate::os::priority::Priority;
use crate::refusal::Refusal;
use crate::tablebase::TableStore;

/// The most matches that wait for their review.
const REVIEWS_WAITING_MAX: usize = 16;
/// The most matches of which a review, or how far it has come, is in memory; the oldest is forgotten, and made again if asked for.
const REVIEWS_KEPT_MAX: usize = 64;
/// How often a match may be asked for whose file is not there, before there is none: a file comes a moment after the end of its match.
const MISSES_MAX: u8 = 5;
/// How long nobody has asked before it is looked for rated matches whose luck is missing, in milliseconds: nobody waits for luck.
const LUCK_LOOK_MS: u64 = 1_000;
/// The nodes for all choices of a match, unless it is so long that each needs more: a few seconds.
const MATCH_NODES: u64 = 1_000_000;

/// The reviews of a server. Dropping them ends the work.
#[derive(Debug)]
pub(crate) struct Reviews {
    queue: Arc<Queue>,
    jobs: SyncSender<String>,
}

/// The matches that wait, the reviews that are there, and all that is needed to make more.
#[derive(Debug)]
struct Queue {
    finder: Finder,
    tables: TableStore,
    /// By the names of the files, the oldest first.
    known: Mutex<VecDeque<(String, Entry)>>,
    is_over: AtomicBool,
}

/// A match that was asked for.
#[derive(Clone, Debug)]
enum Entry {
    /// It waits or is being made; the file was missing so many times before.
    Coming {
        progress: ReviewProgress,
        misses: u8,
    },
    /// The file was not there, so many times.
    Missing(u8),
    Made(Arc<ReviewView>),
    /// The file cannot be reviewed.
    Failed,
}

impl Reviews {
    /// Starts the thread that reviews the files in a folder; it finds the table of animal shogi in a store. It makes the luck
    /// that is missing, too, if there is something to make it.
    pub(crate) fn start(
        folder: PathBuf,
        tables: TableStore,
        luck: Option<LuckMaker>,
    ) -> io::Result<Self> {
        let (reviews, jobs) = Self::asleep(folder, tables);
        let queue = Arc::clone(&reviews.queue);
        thread::Builder::new()
            .name("reviews".to_owned())
            .spawn(move || {
                Priority::Idle.take();
                queue.work(&jobs, luck);
            })?;
        Ok(reviews)
    }

    /// Reviews without a thread, and the jobs for one.
    pub(crate) fn asleep(folder: PathBuf, tables: TableStore) -> (Self, Receiver<String>) {
        let (jobs, receiver) = sync_channel(REVIEWS_WAITING_MAX);
        let queue = Arc::new(Queue {
            finder: Finder::new(folder),
            tables,
            known: Mutex::default(),
            is_over: AtomicBool::new(false),
        });
        (Self { queue, jobs }, receiver)
    }

    /// The review of a match, or how far it has come; begins it if nobody has asked before.
    pub(crate) fn ask(&self, wanted: &WantedReview) -> Result<Reply, Refusal> {
        let name = file_name(wanted.begun_at, &wanted.match_id);
        let mut known = self.queue.known();
        let found = known.iter().position(|it| it.0 == name);
        let misses = match found.and_then(|at| known.get(at)).map(|it| &it.1) {
            Some(Entry::Made(review)) => return Ok(Reply::Review(ReviewView::clone(review))),
            Some(Entry::Coming { progress, .. }) => return Ok(Reply::Reviewing(*progress)),
            Some(Entry::Failed) => return Err(Refusal::NO_REVIEW),
            Some(Entry::Missing(misses)) => *misses,
            None => 0,
        };
        if let Some(at) = found {
            known.remove(at);
        }
        if misses >= MISSES_MAX {
            return Err(Refusal::NO_MATCH_FILE);
        }
        if known.len() >= REVIEWS_KEPT_MAX {
            let old = |it: &(String, Entry)| !matches!(it.1, Entry::Coming { .. });
            let oldest = known.iter().position(old).ok_or(Refusal::REVIEWS_BUSY)?;
            known.remove(oldest);
        }
        let sent = self.jobs.try_send(name.clone());
        sent.map_err(|_full| Refusal::REVIEWS_BUSY)?;
        let progress = ReviewProgress { done: 0, steps: 0 };
        known.push_back((name, Entry::Coming { progress, misses }));
        Ok(Reply::Reviewing(progress))
    }
}

impl Drop for Reviews {
    fn drop(&mut self) {
        self.queue.is_over.store(true, Ordering::Relaxed);
    }
}

impl Queue {
    /// Makes the reviews that are asked for, until nobody can ask any more, and luck in between.
    fn work(&self, jobs: &Receiver<String>, mut luck: Option<LuckMaker>) {
        let pause = Duration::from_millis(LUCK_LOOK_MS);
        while !self.is_over() {
            match jobs.recv_timeout(pause) {
                Ok(name) => self.make(&name),
                Err(RecvTimeoutError::Timeout) => {
                    if let Some(luck) = &mut luck {
                        self.make_luck(jobs, luck);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// Makes the luck that is missing, and after each step all reviews that were asked for meanwhile.
    fn make_luck(&self, jobs: &Receiver<String>, luck: &mut LuckMaker) {
        let mut step = || self.make_waiting(jobs);
        while luck.make_next(&self.finder, &mut step) {
            if step().is_break() {
                return;
            }
        }
    }

    /// Makes the reviews that wait; breaks when the work is over.
    fn make_waiting(&self, jobs: &Receiver<String>) -> ControlFlow<()> {
        while !self.is_over()
            && let Ok(name) = jobs.try_recv()
        {
            self.make(&name);
        }
        self.go_on()
    }

    /// Breaks when the work is over.
    fn go_on(&self) -> ControlFlow<()> {
        if self.is_over() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Makes a review and notes what comes of it.
    fn make(&self, name: &str) {
        let made = catch_unwind(AssertUnwindSafe(|| self.reviewed(name)));
        let made = made.unwrap_or_else(|_panic| Err("the review panicked".to_owned()));
        self.change(name, |before| match made {
            Ok(Some(review)) => Entry::Made(Arc::new(review)),
            Ok(None) => Entry::Missing(before.misses() + 1),
            Err(why) => {
                tracing::error!(name, why, "a match cannot be reviewed");
                Entry::Failed
            }
        });
    }

    /// The review of a match; `None` if there is no file, or the work is over.
    fn reviewed(&self, name: &str) -> Result<Option<ReviewView>, String> {
        let Some(origin) = self.finder.course(name)? else {
            return Ok(None);
        };
        let is_shogi = origin.config.kind() == GameKind::AnimalShogi;
        let expert = Expert {
            nodes_max: nodes_for_choice(&origin.steps, MATCH_NODES),
            table: is_shogi.then(|| self.tables.ask()).flatten(),
        };
        let steps = short(origin.steps.len());
        let mut told = |done| {
            let done = short(done);
            let progress = ReviewProgress { done, steps };
            self.change(name, |before| Entry::Coming {
                progress,
                misses: before.misses(),
            });
            self.go_on()
        };
        let review = WholeReview::of(&origin.config, &origin.steps, expert, &mut told);
        let review = review.map_err(|error| error.to_string())?;
        Ok(review.as_ref().map(ReviewView::of))
    }

    /// Changes what is known of a match.
    fn change(&self, name: &str, change: impl FnOnce(&Entry) -> Entry) {
        if let Some((_, entry)) = self.known().iter_mut().find(|it| it.0 == name) {
            *entry = change(entry);
        }
    }

    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Locks what is known. A panic leaves it usable, so a poisoned lock is ignored.
    fn known(&self) -> MutexGuard<'_, VecDeque<(String, Entry)>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Entry {
    const fn misses(&self) -> u8 {
        match self {
            Self::Coming { misses, .. } | Self::Missing(misses) => *misses,
            Self::Made(_) | Self::Failed => 0,
        }
    }
}

fn short(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
