//! The queue of finished matches that wait for the archive, and the order in which it takes them.
//!
//! Called by archive writers, which add matches without waiting, and by the archive's thread. Laws kept here: the queue
//! is bounded, and a match that finds no room is not lost, because the archive looks for the missing files of its lobby
//! later.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use dicehall_protocol::LobbyCode;
use prometheus_client::metrics::gauge::Gauge;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, timeout_at};

use super::files::MatchStart;
use crate::metrics::count;

/// The most matches that wait, each with its copy of the lobby.
const MATCHES_MAX: usize = 64;
/// The most lobbies whose missing files are to be looked for; when there are more, the whole journal is read.
const LOBBIES_MAX: usize = 16_384;
/// How long the archive waits for further matches after one is over, in milliseconds, so that several are read and
/// written together: as long as nobody misses a file.
const GATHER_MS: u64 = 50;
/// The time between two searches for files that are too old, in milliseconds.
const PRUNE_EVERY_MS: u64 = 24 * 60 * 60 * 1_000;
/// How long after its end a lobby is removed from the journal, in milliseconds, unless many lobbies have ended: so that
/// several share one synchronization.
const REMOVE_MS: u64 = 10 * 1_000;
/// The time after a failure until all missing files are tried again, in milliseconds; doubled with every failure in a
/// row.
const RETRY_MS: u64 = 60 * 1_000;

/// A job of the archive.
#[derive(Debug)]
pub(super) enum Job {
    /// Write every missing file, then remove the lobbies that have ended from the journal.
    Everything,
    /// Write the missing files of one lobby, which may then be removed from the journal if it has ended.
    Lobby { lobby: LobbyCode, has_ended: bool },
    /// Write the files of matches, and note the ends of lobbies.
    Reported(Reports),
    /// Remove the lobbies that have ended from the journal.
    Remove,
    /// Remove the files that are no longer to be kept.
    Look,
}

/// The reports of lobbies that came within a moment.
#[derive(Debug, Default)]
pub(super) struct Reports {
    /// The matches that are over.
    pub(super) finished: Vec<(LobbyCode, MatchStart)>,
    /// Where it is told that their results are there.
    pub(super) recorded: Vec<Recorded>,
    /// The lobbies that another node had before, which may not have told of all matches.
    pub(super) gained: Vec<LobbyCode>,
    /// The lobbies that have ended, after all of their matches; `true` if the lobby's task has reported all of these.
    pub(super) ended: Vec<(LobbyCode, bool)>,
}

/// Where a lobby is told that the result of its match is there; it is told nothing if that takes until the next start.
pub(crate) type Recorded = oneshot::Sender<()>;

/// The lobbies' end of the queue.
#[derive(Clone, Debug)]
pub(super) struct QueueSender {
    items: mpsc::Sender<Item>,
    behind: Arc<Mutex<Behind>>,
    waiting: Gauge,
}

/// A durable fact that a lobby reports.
#[derive(Debug)]
enum Item {
    /// A match is over.
    Finished(LobbyCode, MatchStart, Option<Recorded>),
    /// The lobby was another node's before.
    Gained(LobbyCode),
    /// The lobby has ended.
    Ended { lobby: LobbyCode, is_young: bool },
}

/// The lobbies with a report that found no room.
#[derive(Debug, Default)]
struct Behind {
    /// Those lobbies, each with whether it has ended.
    lobbies: BTreeMap<LobbyCode, bool>,
    /// Whether there were too many to be remembered.
    is_everything: bool,
}

/// The archive's end of the queue.
#[derive(Debug)]
pub(super) struct QueueReceiver {
    items: mpsc::Receiver<Item>,
    behind: Arc<Mutex<Behind>>,
    waiting: Gauge,
    /// The next attempt to write everything, after a failure.
    retry: Option<Retry>,
    /// When the lobbies that have ended are removed from the journal.
    removal: Option<Instant>,
}

/// An attempt after a failure: the next one waits twice as long.
#[derive(Debug)]
struct Retry {
    at: Instant,
    pause: Duration,
}

/// An empty queue; the gauge shows the number of matches and lobbies that wait.
pub(super) fn open(waiting: Gauge) -> (QueueSender, QueueReceiver) {
    with_room(MATCHES_MAX, waiting)
}

fn with_room(matches_max: usize, waiting: Gauge) -> (QueueSender, QueueReceiver) {
    let (sender, receiver) = mpsc::channel(matches_max);
    let behind = Arc::new(Mutex::new(Behind::default()));
    let work = QueueReceiver {
        items: receiver,
        behind: Arc::clone(&behind),
        waiting: waiting.clone(),
        retry: None,
        removal: None,
    };
    (
        QueueSender {
            items: sender,
            behind,
            waiting,
        },
        work,
    )
}

impl QueueSender {
    /// Adds a match of the lobby that is over.
    pub(super) fn put(&self, lobby: LobbyCode, start: MatchStart, recorded: Option<Recorded>) {
        // The archive checks both under this lock, so that it cannot go to sleep in between.
        let mut behind = lock(&self.behind);
        let is_new = match self.items.try_send(Item::Finished(lobby, start, recorded)) {
            Ok(()) => true,
            Err(_full) => behind.note(lobby, false),
        };
        if is_new {
            self.waiting.inc();
        }
    }

    /// Adds a lobby that another node had before: its missing files are looked for.
    pub(super) fn put_gained(&self, lobby: LobbyCode) {
        let mut behind = lock(&self.behind);
        if self.items.try_send(Item::Gained(lobby)).is_err() && behind.note(lobby, false) {
            self.waiting.inc();
        }
    }

    /// Adds the end of a lobby; it is handled after everything that the lobby added before.
    pub(super) fn put_end(&self, lobby: LobbyCode, is_young: bool) {
        let mut behind = lock(&self.behind);
        // The files of a lobby in `behind` are looked for after everything in the queue.
        let is_behind = behind.is_everything || behind.lobbies.contains_key(&lobby);
        let item = Item::Ended { lobby, is_young };
        if (is_behind || self.items.try_send(item).is_err()) && behind.note(lobby, true) {
            self.waiting.inc();
        }
    }
}

impl Behind {
    /// Adds a lobby; returns whether it was not there before. If there are too many, those that have ended are removed
    /// from the journal after the next start.
    fn note(&mut self, lobby: LobbyCode, has_ended: bool) -> bool {
        self.is_everything |= self.lobbies.len() >= LOBBIES_MAX;
        !self.is_everything && self.lobbies.insert(lobby, has_ended).is_none()
    }

    fn take(&mut self, waiting: &Gauge) -> Option<Job> {
        let count = if self.is_everything {
            self.lobbies.len()
        } else {
            self.lobbies.len().min(1)
        };
        waiting.dec_by(count::to_i64(count));
        if std::mem::take(&mut self.is_everything) {
            self.lobbies.clear();
            return Some(Job::Everything);
        }
        let (lobby, has_ended) = self.lobbies.pop_first()?;
        Some(Job::Lobby { lobby, has_ended })
    }
}

impl QueueReceiver {
    /// Records how the last job went: whether it was the writing of everything, and whether all of it succeeded.
    pub(super) fn note(&mut self, is_everything: bool, is_whole: bool) {
        if is_whole {
            self.retry.take_if(|_| is_everything);
            return;
        }
        let pause = match &self.retry {
            None => Duration::from_millis(RETRY_MS),
            Some(it) if is_everything => Duration::from_millis(PRUNE_EVERY_MS).min(it.pause * 2),
            Some(_) => return,
        };
        self.retry = Some(Retry {
            at: Instant::now() + pause,
            pause,
        });
    }

    /// Whether all senders are dropped.
    pub(super) fn is_over(&self) -> bool {
        self.items.is_closed()
    }

    /// The next job; `None` when all senders are dropped. Lobbies that are still behind then are left to the next
    /// start, so that a server stops quickly.
    pub(super) async fn next(&mut self) -> Option<Job> {
        let job = match self.overdue() {
            Some(job) => Some(job),
            None => self.wait().await,
        };
        let ends = match &job {
            Some(Job::Reported(reports)) => !reports.ended.is_empty(),
            Some(Job::Lobby { has_ended, .. }) => *has_ended,
            _ => false,
        };
        if ends {
            let soon = Instant::now() + Duration::from_millis(REMOVE_MS);
            self.removal.get_or_insert(soon);
        }
        job
    }

    async fn wait(&mut self) -> Option<Job> {
        let daily = Instant::now() + Duration::from_millis(PRUNE_EVERY_MS);
        let later = self.retry.as_ref().map_or(daily, |it| it.at);
        let next = self.removal.map_or(later, |it| it.min(later));
        match timeout_at(next, self.items.recv()).await {
            Ok(Some(item)) => Some(Job::Reported(self.gather(item).await)),
            Ok(None) => None,
            Err(_elapsed) if self.removal.take_if(|it| *it <= next).is_some() => Some(Job::Remove),
            Err(_elapsed) if self.retry.is_some() => Some(Job::Everything),
            Err(_elapsed) => Some(Job::Look),
        }
    }

    /// Takes a report, and those that come within a moment after the end of a match.
    async fn gather(&mut self, first: Item) -> Reports {
        let mut reports = Reports::default();
        let until = Instant::now() + Duration::from_millis(GATHER_MS);
        let mut next = Some(first);
        while let Some(item) = next {
            match item {
                Item::Finished(lobby, start, recorded) => {
                    self.waiting.dec();
                    reports.finished.push((lobby, start));
                    reports.recorded.extend(recorded);
                }
                Item::Gained(lobby) => reports.gained.push(lobby),
                Item::Ended { lobby, is_young } => reports.ended.push((lobby, is_young)),
            }
            let is_full = reports.finished.len() + reports.ended.len() >= MATCHES_MAX;
            if reports.finished.is_empty() || is_full {
                break;
            }
            next = timeout_at(until, self.items.recv()).await.ok().flatten();
        }
        reports
    }

    /// The job for lobbies that found no room in the queue, once everything else is done.
    fn overdue(&self) -> Option<Job> {
        let mut behind = lock(&self.behind);
        let is_its_turn = self.items.is_empty() && !self.is_over();
        if is_its_turn {
            behind.take(&self.waiting)
        } else {
            None
        }
    }
}

/// Locks the lobbies that are behind. A panic leaves them usable, so a poisoned lock is ignored.
fn lock(behind: &Mutex<Behind>) -> MutexGuard<'_, Behind> {
    behind.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use dicehall_engine::lobby::Lobby;

    use super::*;

    /// A queue with room for two matches.
    fn queue() -> (QueueSender, QueueReceiver, Gauge) {
        let waiting = Gauge::default();
        let (queue, work) = with_room(2, waiting.clone());
        (queue, work, waiting)
    }

    fn put(queue: &QueueSender, lobbies: &str) {
        for lobby in lobbies.split(' ') {
            queue.put(
                lobby.parse().unwrap(),
                MatchStart::new(&Lobby::default()),
                None,
            );
        }
    }

    /// The next job of the archive, as text.
    async fn next(work: &mut QueueReceiver) -> String {
        match work.next().await {
            Some(Job::Everything) => "everything".to_owned(),
            Some(Job::Lobby { lobby, has_ended }) => {
                let end = if has_ended { ", which has ended" } else { "" };
                format!("files of {lobby}{end}")
            }
            Some(Job::Reported(Reports {
                finished,
                gained,
                ended,
                ..
            })) => {
                let finished = finished
                    .iter()
                    .map(|(lobby, _)| format!("match of {lobby}"));
                let ended = ended.iter().map(|(lobby, is_young)| {
                    format!("end of {} {lobby}", if *is_young { "young" } else { "old" })
                });
                let gained = gained.iter().map(|it| format!("gain of {it}"));
                let all = finished.chain(gained).chain(ended);
                all.collect::<Vec<_>>().join(", ")
            }
            Some(Job::Remove) => "remove".to_owned(),
            Some(Job::Look) => "look".to_owned(),
            None => "end".to_owned(),
        }
    }

    #[tokio::test(start_paused = true)]
    async fn lobbies_whose_matches_found_no_room_are_looked_through_once_each_when_the_others_are_written()
     {
        let (queue, mut work, waiting) = queue();
        put(&queue, "AAAAA BBBBB CCCCC CCCCC AAAAA");
        for (left, expect) in [
            (4, "match of AAAAA, match of BBBBB"),
            (2, "files of AAAAA"),
            (1, "files of CCCCC"),
        ] {
            assert_eq!(
                (waiting.get(), next(&mut work).await.as_str()),
                (left, expect)
            );
        }
        assert_eq!((waiting.get(), next(&mut work).await.as_str()), (0, "look"));
        put(&queue, "BBBBB");
        assert_eq!(next(&mut work).await, "match of BBBBB");
    }

    fn put_end(queue: &QueueSender, lobby: &str, is_young: bool) {
        queue.put_end(lobby.parse().unwrap(), is_young);
    }

    #[tokio::test(start_paused = true)]
    async fn the_end_of_a_lobby_comes_after_its_matches_and_what_has_ended_goes_soon() {
        let (queue, mut work, waiting) = queue();
        let begun = Instant::now();
        put(&queue, "AAAAA");
        put_end(&queue, "AAAAA", true);
        let both = "match of AAAAA, end of young AAAAA";
        assert_eq!(next(&mut work).await, both);
        let begun = begun + Duration::from_millis(50);
        assert_eq!(begun, Instant::now());
        tokio::time::advance(Duration::from_secs(6)).await;
        put_end(&queue, "BBBBB", false);
        assert_eq!(next(&mut work).await, "end of old BBBBB");
        assert_eq!(next(&mut work).await, "remove");
        assert_eq!(begun.elapsed(), Duration::from_secs(10));
        put(&queue, "CCCCC");
        assert_eq!(next(&mut work).await, "match of CCCCC");
        assert_eq!((next(&mut work).await.as_str(), waiting.get()), ("look", 0));
    }

    #[tokio::test(start_paused = true)]
    async fn a_lobby_whose_matches_found_no_room_ends_when_they_were_looked_for() {
        let (queue, mut work, waiting) = queue();
        put(&queue, "AAAAA BBBBB AAAAA");
        let both = "match of AAAAA, match of BBBBB";
        assert_eq!(next(&mut work).await, both);
        // Now there is room.
        put_end(&queue, "AAAAA", true);
        put(&queue, "CCCCC");
        put_end(&queue, "DDDDD", true);
        for (left, expect) in [
            (2, "match of CCCCC, end of young DDDDD"),
            (1, "files of AAAAA, which has ended"),
            (0, "remove"),
        ] {
            assert_eq!(
                (waiting.get(), next(&mut work).await.as_str()),
                (left, expect)
            );
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_lobby_that_was_another_nodes_is_looked_at_whether_there_is_room_or_not() {
        let (queue, mut work, _) = queue();
        for code in ["AAAAA", "BBBBB", "CCCCC"] {
            queue.put_gained(code.parse().unwrap());
        }
        for expect in ["gain of AAAAA", "gain of BBBBB", "files of CCCCC", "look"] {
            assert_eq!(next(&mut work).await, expect);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn when_nobody_is_left_to_ask_what_found_room_is_written_and_the_rest_is_left() {
        let (queue, mut work, _) = queue();
        put(&queue, "AAAAA BBBBB CCCCC");
        assert!(!work.is_over());
        drop(queue);
        assert!(work.is_over());
        for expect in ["match of AAAAA, match of BBBBB", "end"] {
            assert_eq!(next(&mut work).await, expect);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn when_too_many_lobbies_wait_the_whole_journal_is_looked_through_instead() {
        let (queue, mut work, waiting) = queue();
        put(&queue, "AAAAA AAAAA");
        let letters = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
        let codes = letters
            .chars()
            .flat_map(|a| letters.chars().map(move |b| format!("{a}{b}")));
        let codes = codes.flat_map(|ab| letters.chars().map(move |c| format!("{ab}{c}AA")));
        for code in codes.take(LOBBIES_MAX) {
            put(&queue, &code);
        }
        assert_eq!(next(&mut work).await, "match of AAAAA, match of AAAAA");
        assert_eq!(waiting.get(), i64::try_from(LOBBIES_MAX).unwrap());
        put(&queue, "ZZZZZ ZZZZZ ZZZZZ");
        assert_eq!(next(&mut work).await, "match of ZZZZZ, match of ZZZZZ");
        assert_eq!(
            (next(&mut work).await.as_str(), waiting.get()),
            ("everything", 0)
        );
        put(&queue, "AAAAA AAAAA BBBBB");
        for expect in ["match of AAAAA, match of AAAAA", "files of BBBBB", "look"] {
            assert_eq!(next(&mut work).await, expect);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn what_failed_is_tried_again_after_twice_as_long_each_time() {
        let (queue, mut work, _) = queue();
        let minute = Duration::from_secs(60);
        let begun = Instant::now();
        work.note(false, false);
        put(&queue, "AAAAA");
        assert_eq!(next(&mut work).await, "match of AAAAA");
        work.note(false, true);
        assert_eq!(
            (next(&mut work).await.as_str(), begun.elapsed()),
            ("everything", minute)
        );
        work.note(true, false);
        assert_eq!(
            (next(&mut work).await.as_str(), begun.elapsed()),
            ("everything", minute * 3)
        );
        work.note(true, true);
        assert_eq!(
            (next(&mut work).await.as_str(), begun.elapsed()),
            ("look", minute * (3 + 24 * 60))
        );
    }
}
