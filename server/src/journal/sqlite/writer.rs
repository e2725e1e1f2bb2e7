//! The thread that writes the journal's file: takes the jobs that wait, commits them in one transaction, and answers.
//!
//! A commit goes to `SQLite`'s write-ahead log, which has to be moved into the file from time to time. That is done
//! when no jobs are waiting, so that no commit waits for it; only a log that grows without any pause is moved between
//! two commits.
//!
//! `SQLite` with full synchronization, one writer. Group commit makes it cheap: all events that wait are one
//! transaction, and where lobbies share commits, the writer briefly lets those work that are about to append. The
//! answers of a commit go to one lobby, which passes the others on: so the writer's thread wakes the server once,
//! and is not interrupted by each lobby that continues. Between two commits the
//! write-ahead log is moved once it has 1 MiB: one or two milliseconds for which these commits wait.

mod gathering;

use std::collections::HashMap;
use std::fs::File;
use std::sync::Arc;
use std::time::Duration;

use dicehall_engine::lobby::Revision;
use dicehall_protocol::LobbyCode;
use rusqlite::{Connection, Transaction, TransactionBehavior};
use tokio::runtime::Runtime;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use super::check::{self, LastWrite};
use super::delivery::deliver;
use super::jobs::{Append, Job, answer};
use super::mark::Mark;
use super::places::{RecordPlace, SharedPlaces};
use super::recent::{RecentRecord, SharedRecent};
use super::removal::{HAS_ENDED, RUNS, Removal};
use super::rows;
use crate::journal::JournalError;
use crate::journal::record::{FORMAT_SHORT, Head, Record};
use crate::metrics::Commits;
use gathering::gather;

/// The most events in one commit, however few records hold them, unless a single append has more.
const EVENTS_PER_COMMIT_MAX: usize = 256;
/// How long no job must have come before the log is moved into the file, in milliseconds.
const IDLE_MS: u64 = 200;
/// How long no job must have come before a pass of the removal is made, in milliseconds: less than the gap between two
/// actions, and far longer than the gap between two jobs of one batch.
const IDLE_TO_REMOVE_MS: u64 = 5;
/// The fewest events for which moving the log is worth its two synchronizations.
const EVENTS_TO_MOVE_MIN: usize = 64;
/// The most passes of the removal when the file is closed: some ten milliseconds. The rest is done after the next
/// start.
const PASSES_AT_CLOSE_MAX: usize = 16;
/// The size of the log, in bytes, at which it is moved although jobs are waiting: large enough that the pages which
/// every commit writes again are moved seldom, small enough that a move takes one or two milliseconds.
const LOG_BYTES_MAX: usize = 1_024 * 1_024;
/// About how many bytes a record takes in the log besides its text.
const ROW_BYTES: usize = 64;
/// About how many bytes a commit takes in the log besides its records: pages that it fills in part.
const COMMIT_BYTES: usize = 4_096;

/// The owner of the journal's file.
pub(super) struct Writer {
    connection: Connection,
    /// The places of the records that are durable.
    places: SharedPlaces,
    /// The records that became durable last.
    recent: SharedRecent,
    /// The heads of the streams that were written since the start; emptied by a failed commit.
    heads: HashMap<LobbyCode, Head>,
    /// The number of events in the log since it was last moved into the file.
    events_in_log: usize,
    /// About how many bytes were added to the log since then.
    bytes_in_log: usize,
    /// The number of appends in the last commit.
    shared_by: usize,
    /// Whether a commit has failed, and the file has not been read since to see what it holds.
    is_unsure: bool,
    last_write: LastWrite,
    /// The lobbies that are being removed.
    removal: Removal,
    commits: Commits,
    /// The number of the last record, for the next start.
    mark: Mark,
    /// The row of the last record that was written since the mark was.
    unmarked: Option<i64>,
    /// The lock that keeps other servers out of the directory while the writer lives.
    lock: Arc<File>,
}

/// The parts of an opened journal from which its writer is made; each is explained at [`Writer`].
pub(super) struct WriterParts {
    pub(super) connection: Connection,
    pub(super) places: SharedPlaces,
    pub(super) recent: SharedRecent,
    pub(super) removal: Removal,
    pub(super) commits: Commits,
    pub(super) mark: Mark,
    pub(super) lock: Arc<File>,
}

impl Writer {
    pub(super) fn new(parts: WriterParts) -> Self {
        Self {
            connection: parts.connection,
            places: parts.places,
            recent: parts.recent,
            heads: HashMap::new(),
            events_in_log: 0,
            bytes_in_log: 0,
            shared_by: 0,
            is_unsure: false,
            last_write: LastWrite::default(),
            removal: parts.removal,
            commits: parts.commits,
            mark: parts.mark,
            unmarked: None,
            lock: parts.lock,
        }
    }

    /// Works until it is told to close, or until all handles are dropped.
    pub(super) fn run(mut self, mut jobs: mpsc::Receiver<Job>) {
        let clock = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build();
        // Without a clock the log is moved between commits only.
        let clock = clock
            .inspect_err(|error| tracing::warn!(%error, "the journal has no clock"))
            .ok();
        let mut waiting = Vec::new();
        let mut closing = None;
        while closing.is_none() && self.wait(clock.as_ref(), &mut jobs, &mut waiting) {
            gather(self.shared_by, &mut jobs, &mut waiting);
            closing = self.carry_out(&mut waiting);
            if self.bytes_in_log >= LOG_BYTES_MAX {
                self.move_log();
            }
        }
        jobs.close();
        for _ in 0..PASSES_AT_CLOSE_MAX {
            if self.removal.has_work() {
                self.remove_some();
            }
        }
        if let Err((_connection, error)) = self.connection.close() {
            tracing::warn!(%error, "the journal was not closed cleanly");
        }
        drop(self.lock);
        if let Some(done) = closing {
            // The caller may have stopped waiting.
            done.send(()).ok();
        }
    }

    /// Waits for jobs. If none come for a while, a pass of the removal is made or the log is moved. `false` if all
    /// handles are dropped.
    fn wait(
        &mut self,
        clock: Option<&Runtime>,
        jobs: &mut mpsc::Receiver<Job>,
        waiting: &mut Vec<Job>,
    ) -> bool {
        let removes = self.removal.has_work();
        let has_work = removes || self.events_in_log >= EVENTS_TO_MOVE_MIN;
        let Some(clock) = clock.filter(|_| has_work) else {
            return jobs.blocking_recv_many(waiting, EVENTS_PER_COMMIT_MAX) > 0;
        };
        let idle = Duration::from_millis(if removes { IDLE_TO_REMOVE_MS } else { IDLE_MS });
        let next = async { timeout(idle, jobs.recv_many(waiting, EVENTS_PER_COMMIT_MAX)).await };
        if let Ok(count) = clock.block_on(next) {
            return count > 0;
        }
        if removes {
            self.remove_some();
        } else {
            self.move_log();
        }
        true
    }

    /// Makes one pass of the removal.
    fn remove_some(&mut self) {
        // A kill must not leave a mark of records that were removed.
        self.mark.put(0);
        let bytes = self.removal.pass(&mut self.connection);
        self.mark
            .put(rows::last(&self.connection).unwrap_or_default());
        self.bytes_in_log += bytes;
        if bytes > 0 {
            // So that the log is moved when there is nothing else to do.
            self.events_in_log += EVENTS_TO_MOVE_MIN;
        }
    }

    fn begin_removal(&mut self, lobbies: &[LobbyCode]) -> Result<(), JournalError> {
        self.make_sure()?;
        for lobby in lobbies {
            self.recent.lock().forget(*lobby);
        }
        Ok(self
            .removal
            .mark(&mut self.connection, lobbies, &self.places)?)
    }

    /// Moves the log into the file. If that fails nothing is lost, and it is tried again after as many further events.
    fn move_log(&mut self) {
        (self.events_in_log, self.bytes_in_log) = (0, 0);
        let moved = self
            .connection
            .query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_counts| Ok(()));
        if let Err(error) = moved {
            tracing::warn!(%error, "the journal's log was not moved into its file");
        }
    }

    /// Carries out jobs in order; the appends between two other jobs share commits.
    fn carry_out(&mut self, waiting: &mut Vec<Job>) -> Option<oneshot::Sender<()>> {
        let mut closing = None;
        let mut appends = Vec::new();
        let mut count = 0;
        for job in waiting.drain(..) {
            match job {
                Job::Append(append) => {
                    if count + append.count > EVENTS_PER_COMMIT_MAX {
                        self.commit(&mut appends);
                        count = 0;
                    }
                    count += append.count;
                    appends.push(append);
                    continue;
                }
                Job::Read { lobby, done } => {
                    self.commit(&mut appends);
                    answer(done, self.read(lobby));
                }
                Job::Running { done } => {
                    self.commit(&mut appends);
                    answer(
                        done,
                        rows::lobbies(&self.connection, RUNS).map_err(Into::into),
                    );
                }
                Job::Remove { lobbies, done } => {
                    self.commit(&mut appends);
                    answer(done, self.begin_removal(&lobbies));
                }
                Job::Check { done } => {
                    self.commit(&mut appends);
                    answer(done, self.check());
                }
                Job::Close { done } => closing = Some(done),
                #[cfg(test)]
                Job::Panic => panic!("a bug, as the test wants it"),
            }
            count = 0;
        }
        self.commit(&mut appends);
        if self.removal.is_due() {
            self.remove_some();
        }
        closing
    }

    fn commit(&mut self, appends: &mut Vec<Append>) {
        if appends.is_empty() {
            return;
        }
        let results = self.write(appends).unwrap_or_else(|error| {
            tracing::error!(%error, appends = appends.len(), "a commit failed");
            self.heads.clear();
            self.recent.lock().clear();
            self.is_unsure = true;
            self.last_write.note(Err(error.clone()));
            vec![Err(error); appends.len()]
        });
        self.shared_by = appends.len();
        let answers = appends.drain(..).map(|it| it.done).zip(results);
        deliver(answers.collect());
        if let Some(row) = self.unmarked.take() {
            self.mark.put(row);
        }
    }

    /// Writes every append whose stream is where its caller expects; returns one result for each.
    fn write(
        &mut self,
        appends: &mut [Append],
    ) -> Result<Vec<Result<Revision, JournalError>>, JournalError> {
        self.make_sure()?;
        for append in &*appends {
            self.free_code(append.lobby)?;
        }
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut results = Vec::with_capacity(appends.len());
        let mut written = Vec::with_capacity(appends.len());
        let mut row = self.places.lock().next_row();
        for (idx, append) in appends.iter().enumerate() {
            let lobby = append.lobby;
            let known = self.heads.get(&lobby).copied().map_or_else(
                || rows::head(&transaction, lobby, self.places.lock().last(lobby)),
                Ok,
            );
            let head = match known {
                Ok(head) => head,
                Err(damage @ JournalError::Corrupt { .. }) => {
                    results.push(Err(damage));
                    continue;
                }
                Err(error) => return Err(error),
            };
            if let Some(settled) = append.settled(head) {
                results.push(settled);
                continue;
            }
            let head = insert(&transaction, append, head, row)?;
            written.push((idx, RecordPlace { row, seq: head.seq }));
            row += 1;
            self.heads.insert(lobby, head);
            results.push(Ok(Revision(head.seq)));
        }
        transaction.commit()?;
        self.commits.note();
        if !written.is_empty() {
            self.last_write.note(Ok(()));
        }
        self.note_durable(appends, written);
        Ok(results)
    }

    /// Records the places of a commit's records and keeps the records, and drops the heads of streams that have ended.
    fn note_durable(&mut self, appends: &mut [Append], written: Vec<(usize, RecordPlace)>) {
        self.removal.note_written(written.len());
        let mut places = self.places.lock();
        let mut recent = self.recent.lock();
        for (idx, place) in written {
            let append = &mut appends[idx];
            self.unmarked = Some(place.row);
            places.push(append.lobby, place);
            self.events_in_log += append.count;
            self.bytes_in_log += append.text.len() + ROW_BYTES;
            let record = RecentRecord {
                before: append.expected,
                seq: place.seq,
                format: FORMAT_SHORT,
                text: std::mem::take(&mut append.text),
            };
            recent.push(append.lobby, record);
            if append.ends {
                self.heads.remove(&append.lobby);
            }
        }
        self.bytes_in_log += COMMIT_BYTES;
    }

    /// Deletes what is left of a lobby that is being removed, because its code is wanted.
    fn free_code(&mut self, lobby: LobbyCode) -> Result<(), JournalError> {
        if self.removal.is_leaving(lobby) {
            self.mark.put(0);
            self.removal.finish(&mut self.connection, lobby)?;
        }
        Ok(())
    }

    /// Whether the file can be written: as the last write has shown, or another one that is made for it.
    fn check(&mut self) -> Result<(), JournalError> {
        if let Some(outcome) = self.last_write.recent() {
            return outcome;
        }
        let outcome = check::write(&self.connection);
        self.last_write.note(outcome.clone());
        // It is in the log like a commit.
        (self.events_in_log, self.bytes_in_log) =
            (self.events_in_log + 1, self.bytes_in_log + COMMIT_BYTES);
        outcome
    }

    /// After a failed commit, reads from the file whether its records are there.
    fn make_sure(&mut self) -> Result<(), JournalError> {
        if self.is_unsure {
            self.places.lock().catch_up(&self.connection)?;
            self.is_unsure = false;
        }
        Ok(())
    }

    fn read(&mut self, lobby: LobbyCode) -> Result<Vec<Record>, JournalError> {
        self.make_sure()?;
        self.free_code(lobby)?;
        let places = self.places.lock().all(lobby);
        rows::records(&self.connection, lobby, &places)
    }
}

fn insert(
    transaction: &Transaction<'_>,
    append: &Append,
    head: Head,
    row: i64,
) -> rusqlite::Result<Head> {
    let lobby = append.lobby;
    if head.seq == 0 || append.ends {
        rows::mark(
            transaction,
            lobby,
            if append.ends { HAS_ENDED } else { RUNS },
        )?;
    }
    let head = head.after(append.count, FORMAT_SHORT, &append.text);
    let row = rows::NewRow {
        lobby,
        place: RecordPlace { row, seq: head.seq },
        hash: &head.hash,
        format: FORMAT_SHORT,
        text: &append.text,
    };
    rows::insert(transaction, &row)?;
    Ok(head)
}

#[cfg(test)]
mod tests {
    use super::super::delivery::Settled;
    use super::*;

    /// The number of records in the file without its log; `None` if it has no table yet.
    fn moved(data: &std::path::Path) -> Option<i64> {
        let copy = tempfile::tempdir().unwrap();
        let alone = copy.path().join("journal.sqlite");
        std::fs::copy(data.join("journal.sqlite"), &alone).unwrap();
        let connection = Connection::open(alone).unwrap();
        connection
            .query_row("SELECT count(*) FROM events", [], |row| row.get(0))
            .ok()
    }

    /// The writer of a new file.
    fn writer(data: &std::path::Path) -> Writer {
        let file = data.join(super::super::FILE_NAME);
        Writer::new(WriterParts {
            connection: super::super::connect(&file, || Ok(())).unwrap(),
            places: SharedPlaces::default(),
            recent: SharedRecent::default(),
            removal: Removal::default(),
            commits: Commits::of_disk(),
            mark: Mark::open(data),
            lock: super::super::lock(data).unwrap(),
        })
    }

    fn append((lobby, expected, text): (&str, u64, &str)) -> (Append, oneshot::Receiver<Settled>) {
        let (done, answer) = oneshot::channel();
        let append = Append {
            lobby: lobby.parse().unwrap(),
            expected,
            count: 1,
            text: text.to_owned(),
            ends: false,
            done,
        };
        (append, answer)
    }

    /// Appends in one commit; returns the answers.
    fn commit(
        writer: &mut Writer,
        appends: &[(&str, u64, &str)],
    ) -> Vec<Result<Revision, JournalError>> {
        let (mut appends, answers): (Vec<_>, Vec<_>) = appends.iter().map(|it| append(*it)).unzip();
        writer.commit(&mut appends);
        let taken = answers.into_iter().map(|mut it| it.try_recv().unwrap());
        taken.map(Settled::take).collect()
    }

    #[test]
    fn a_commit_that_fails_leaves_nothing_of_it_and_the_next_goes_on_where_the_last_good_one_was() {
        let data = tempfile::tempdir().unwrap();
        let mut writer = writer(data.path());
        let first = [("AAAAA", 0, "a"), ("BBBBB", 0, "b")];
        assert_eq!(commit(&mut writer, &first), vec![Ok(Revision(1)); 2]);
        let limit = |writer: &Writer, pages: i64| {
            let pragma = format!("PRAGMA max_page_count = {pages}");
            let set = writer.connection.query_row(&pragma, [], |row| row.get(0));
            set.unwrap()
        };
        let large = "x".repeat(100_000);
        let before: i64 = limit(&writer, 1);
        let failed = commit(&mut writer, &[("AAAAA", 1, "a"), ("BBBBB", 1, &large)]);
        let is_full = |it: &Result<_, _>| matches!(it, Err(JournalError::Io(_)));
        assert!(failed.iter().all(is_full), "{failed:?} at {before} pages");
        assert!(writer.is_unsure);
        limit(&writer, 1_000_000);
        let texts = |writer: &mut Writer, lobby: &str| -> Vec<String> {
            let records = writer.read(lobby.parse().unwrap()).unwrap();
            records.into_iter().map(|it| it.text).collect()
        };
        let kept = |writer: &Writer| {
            let kept = writer.recent.lock().after("AAAAA".parse().unwrap(), 0);
            kept.map(|it| it.len())
        };
        assert_eq!(kept(&writer), None, "only the file knows what is durable");
        assert_eq!(texts(&mut writer, "AAAAA"), ["a"]);
        let next = [("AAAAA", 2, "z"), ("AAAAA", 1, "c"), ("BBBBB", 1, "d")];
        let settled = commit(&mut writer, &next);
        assert!(matches!(
            settled[0],
            Err(JournalError::Conflict { found: 1, .. })
        ));
        assert_eq!(settled[1..], vec![Ok(Revision(2)); 2]);
        assert_eq!(texts(&mut writer, "AAAAA"), ["a", "c"]);
        assert_eq!(texts(&mut writer, "BBBBB"), ["b", "d"]);
        assert_eq!(kept(&writer), None);
        assert_eq!(commit(&mut writer, &[("CCCCC", 0, "e")]).len(), 1);
        let kept = writer.recent.lock().after("CCCCC".parse().unwrap(), 0);
        assert_eq!(kept.unwrap()[0].text, "e");
    }

    #[test]
    fn what_waits_shares_one_commit_and_its_answers_go_to_one_caller() {
        let data = tempfile::tempdir().unwrap();
        let mut writer = writer(data.path());
        let codes = "ABCDEFGHJKMNPQRSTUVWXYZ"
            .chars()
            .map(|it| format!("{it}2222"));
        let jobs = codes.map(|code| append((&code, 0, "a")));
        let (jobs, mut answers): (Vec<_>, Vec<_>) = jobs.unzip();
        writer.carry_out(&mut jobs.into_iter().map(Job::Append).collect());
        let commits = writer.commits.counter().unwrap();
        assert_eq!((commits.get(), count(&writer)), (1, 23));
        let mut waiting = answers.split_off(1);
        assert!(
            waiting.iter_mut().all(|it| it.try_recv().is_err()),
            "nobody else is woken"
        );
        let first = answers[0].try_recv().unwrap();
        assert_eq!(first.take(), Ok(Revision(1)));
        let taken = waiting.iter_mut().map(|it| it.try_recv().unwrap().take());
        assert!(taken.into_iter().all(|it| it == Ok(Revision(1))));
    }

    fn clock() -> Runtime {
        let clock = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .start_paused(true)
            .build();
        clock.unwrap()
    }

    /// A writer where lobby `AAAAA`, which has ended, is being removed and has more records than a pass deletes;
    /// `BBBBB` is running.
    fn with_a_lobby_that_leaves(data: &std::path::Path) -> Writer {
        let mut writer = writer(data);
        commit(&mut writer, &[("AAAAA", 0, "a"), ("BBBBB", 0, "b")]);
        for expected in 1..=600 {
            commit(&mut writer, &[("AAAAA", expected, "a")]);
        }
        let mark = "UPDATE lobbies SET ended = 1 WHERE lobby = 'AAAAA'";
        writer.connection.execute_batch(mark).unwrap();
        writer.heads.clear();
        let lobbies = ["AAAAA", "BBBBB"].map(|it| it.parse().unwrap());
        writer.begin_removal(&lobbies).unwrap();
        writer
    }

    fn count(writer: &Writer) -> i64 {
        let select = "SELECT count(*) FROM events";
        let count = writer.connection.query_row(select, [], |row| row.get(0));
        count.unwrap()
    }

    #[test]
    fn a_code_that_leaves_is_free_at_once_and_its_next_lobby_stays() {
        let data = tempfile::tempdir().unwrap();
        let mut writer = with_a_lobby_that_leaves(data.path());
        let lobby = "AAAAA".parse().unwrap();
        writer.remove_some();
        assert!(count(&writer) > 300, "a part of it is there");
        let made = [("AAAAA", 0, "new"), ("BBBBB", 1, "b")];
        assert_eq!(
            commit(&mut writer, &made),
            [Ok(Revision(1)), Ok(Revision(2))]
        );
        let found = super::super::places::Places::load(&writer.connection).unwrap();
        assert_eq!(found.all(lobby).len(), 1, "whoever is killed now");
        while writer.removal.has_work() {
            writer.remove_some();
        }
        assert_eq!(writer.read(lobby).unwrap().len(), 1);
        assert_eq!(count(&writer), 3);
        let running = rows::lobbies(&writer.connection, RUNS).unwrap();
        assert_eq!(running, ["AAAAA", "BBBBB"].map(|it| it.parse().unwrap()));
    }

    #[test]
    fn nothing_is_read_of_a_lobby_that_leaves() {
        let data = tempfile::tempdir().unwrap();
        let mut writer = with_a_lobby_that_leaves(data.path());
        writer.remove_some();
        assert!(writer.read("AAAAA".parse().unwrap()).unwrap().is_empty());
        assert_eq!(writer.read("BBBBB".parse().unwrap()).unwrap().len(), 1);
    }

    #[test]
    fn what_leaves_goes_when_nothing_is_asked_for() {
        let data = tempfile::tempdir().unwrap();
        let mut writer = with_a_lobby_that_leaves(data.path());
        let (clock, mut waiting) = (clock(), Vec::new());
        let (_sender, mut jobs) = mpsc::channel(8);
        let mut left = vec![count(&writer)];
        while writer.removal.has_work() {
            assert!(writer.wait(Some(&clock), &mut jobs, &mut waiting));
            assert!(waiting.is_empty());
            left.push(count(&writer));
        }
        assert_eq!(left[0], 602);
        assert!(left.windows(2).all(|it| it[0] - it[1] <= 256), "{left:?}");
        assert_eq!(left.last(), Some(&1));
    }

    #[test]
    fn what_leaves_goes_also_while_something_is_always_asked_for() {
        let data = tempfile::tempdir().unwrap();
        let mut writer = with_a_lobby_that_leaves(data.path());
        for expected in 1..=400 {
            let (append, _answer) = append(("BBBBB", expected, "b"));
            writer.carry_out(&mut vec![Job::Append(append)]);
        }
        assert_eq!(count(&writer), 401, "what runs");
    }

    #[test]
    fn records_that_a_failed_commit_has_written_after_all_are_found() {
        let data = tempfile::tempdir().unwrap();
        let mut writer = writer(data.path());
        commit(&mut writer, &[("AAAAA", 0, "a")]);
        // As if the commit of "b" had been reported as failed.
        commit(&mut writer, &[("AAAAA", 1, "b")]);
        let mut before = super::super::places::Places::default();
        let lobby = "AAAAA".parse().unwrap();
        before.push(lobby, RecordPlace { row: 1, seq: 1 });
        *writer.places.lock() = before;
        writer.heads.clear();
        writer.is_unsure = true;
        let next = [("AAAAA", 1, "b"), ("AAAAA", 2, "c")];
        let settled = commit(&mut writer, &next);
        assert!(matches!(
            settled[..],
            [
                Err(JournalError::Conflict { found: 2, .. }),
                Ok(Revision(3))
            ]
        ));
        assert_eq!(writer.read(lobby).unwrap().len(), 3);
    }

    #[test]
    fn the_log_is_moved_into_the_file_when_nothing_is_asked_for() {
        let data = tempfile::tempdir().unwrap();
        let mut writer = writer(data.path());
        let clock = clock();
        let (sender, mut jobs) = mpsc::channel(8);
        let mut waiting = Vec::new();
        let half = EVENTS_TO_MOVE_MIN / 2;
        for expected in [0, half] {
            let (done, _answer) = oneshot::channel();
            let (lobby, text) = ("AAAAA".parse().unwrap(), format!("{:?}", vec![0; half]));
            let (expected, count) = (u64::try_from(expected).unwrap(), half);
            sender
                .try_send(Job::Append(Append {
                    lobby,
                    expected,
                    count,
                    text,
                    ends: false,
                    done,
                }))
                .unwrap();
            assert!(writer.wait(Some(&clock), &mut jobs, &mut waiting));
            assert_eq!(waiting.len(), 1);
            writer.carry_out(&mut waiting);
        }
        assert_eq!(
            moved(data.path()),
            None,
            "a commit does not wait for the file"
        );
        assert!(writer.wait(Some(&clock), &mut jobs, &mut waiting));
        assert!(waiting.is_empty());
        assert_eq!(moved(data.path()), Some(2));
        drop(sender);
        assert!(
            !writer.wait(Some(&clock), &mut jobs, &mut waiting),
            "nobody is left to ask"
        );
    }
}
