//! The thread that owns the journal's file: takes what waits, commits it in one transaction, answers.
//!
//! A commit goes to `SQLite`'s log, which has to be moved into the file from time to time. That is done when nothing is asked
//! for, so that no commit waits for it; only a log that grows without any pause is moved by the commit that finds it long.

use std::collections::HashMap;
use std::fs::File;
use std::sync::Arc;
use std::time::Duration;

use dicehall_engine::lobby::Revision;
use dicehall_protocol::LobbyCode;
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};
use tokio::runtime::Runtime;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use crate::journal::JournalError;
use crate::journal::record::{FORMAT, Head, Record};
use crate::metrics::Commits;

/// The most events in one commit, however few records hold them, unless a single append has more.
const EVENTS_PER_COMMIT_MAX: usize = 256;
/// How long nothing must have been asked for before the log is moved into the file.
const IDLE_MS: u64 = 200;
/// The fewest events for which moving the log is worth its two synchronizations.
const EVENTS_TO_MOVE_MIN: usize = 64;

type Answer<T> = oneshot::Sender<Result<T, JournalError>>;

/// A job for the writer.
#[derive(Debug)]
pub(super) enum Job {
    Append(Append),
    Read {
        lobby: LobbyCode,
        done: Answer<Vec<Record>>,
    },
    Running {
        done: Answer<Vec<LobbyCode>>,
    },
    Close {
        done: oneshot::Sender<()>,
    },
}

/// Events that follow each other.
#[derive(Debug)]
pub(super) struct Append {
    pub(super) lobby: LobbyCode,
    /// The number of events that the caller believes are there.
    pub(super) expected: u64,
    /// How many events follow; without any nothing is written.
    pub(super) count: usize,
    /// As a record keeps them.
    pub(super) text: String,
    /// Whether the last of them ends the lobby.
    pub(super) ends: bool,
    pub(super) done: Answer<Revision>,
}

/// The owner of the journal's file.
pub(super) struct Writer {
    connection: Connection,
    /// The ends of the streams that were written since the start; a failed commit empties it.
    heads: HashMap<LobbyCode, Head>,
    /// How many events the log has got since it was moved into the file.
    events_in_log: usize,
    commits: Commits,
    /// Keeps other servers off the directory for as long as the writer lives.
    lock: Arc<File>,
}

impl Writer {
    pub(super) fn new(connection: Connection, lock: Arc<File>, commits: Commits) -> Self {
        Self {
            connection,
            heads: HashMap::new(),
            events_in_log: 0,
            commits,
            lock,
        }
    }

    /// Works until it is told to close, or nobody is left to ask.
    pub(super) fn run(mut self, mut jobs: mpsc::Receiver<Job>) {
        let clock = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build();
        // Without a clock the log is moved by commits alone.
        let clock = clock
            .inspect_err(|error| tracing::warn!(%error, "the journal has no clock"))
            .ok();
        let mut waiting = Vec::new();
        let mut closing = None;
        while closing.is_none() && self.wait(clock.as_ref(), &mut jobs, &mut waiting) {
            closing = self.carry_out(&mut waiting);
        }
        jobs.close();
        if let Err((_connection, error)) = self.connection.close() {
            tracing::warn!(%error, "the journal was not closed cleanly");
        }
        drop(self.lock);
        if let Some(done) = closing {
            // Whoever asked may have stopped waiting.
            done.send(()).ok();
        }
    }

    /// Waits for jobs; if none come for a while there are none, and the log is moved. `false` if nobody is left to ask.
    fn wait(
        &mut self,
        clock: Option<&Runtime>,
        jobs: &mut mpsc::Receiver<Job>,
        waiting: &mut Vec<Job>,
    ) -> bool {
        let Some(clock) = clock.filter(|_| self.events_in_log >= EVENTS_TO_MOVE_MIN) else {
            return jobs.blocking_recv_many(waiting, EVENTS_PER_COMMIT_MAX) > 0;
        };
        let idle = Duration::from_millis(IDLE_MS);
        let next = async { timeout(idle, jobs.recv_many(waiting, EVENTS_PER_COMMIT_MAX)).await };
        if let Ok(count) = clock.block_on(next) {
            return count > 0;
        }
        self.move_log();
        true
    }

    /// Moves the log into the file. If that fails nothing is lost, and it is tried again after as many events.
    fn move_log(&mut self) {
        self.events_in_log = 0;
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
                    answer(done, read(&self.connection, lobby, 0));
                }
                Job::Running { done } => {
                    self.commit(&mut appends);
                    answer(done, running(&self.connection));
                }
                Job::Close { done } => closing = Some(done),
            }
            count = 0;
        }
        self.commit(&mut appends);
        closing
    }

    fn commit(&mut self, appends: &mut Vec<Append>) {
        if appends.is_empty() {
            return;
        }
        let results = self.write(appends).unwrap_or_else(|error| {
            tracing::error!(%error, appends = appends.len(), "a commit failed");
            self.heads.clear();
            vec![Err(error); appends.len()]
        });
        for (append, result) in appends.drain(..).zip(results) {
            answer(append.done, result);
        }
    }

    /// Writes every append whose stream is where its caller believes it to be; one result for each.
    fn write(
        &mut self,
        appends: &[Append],
    ) -> Result<Vec<Result<Revision, JournalError>>, JournalError> {
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut results = Vec::with_capacity(appends.len());
        for append in appends {
            let head = match self.heads.get(&append.lobby) {
                Some(head) => *head,
                None => match read_head(&transaction, append.lobby, u64::MAX) {
                    Ok(head) => head,
                    Err(damage @ JournalError::Corrupt { .. }) => {
                        results.push(Err(damage));
                        continue;
                    }
                    Err(error) => return Err(error),
                },
            };
            if head.seq != append.expected {
                let (lobby, expected, found) = (append.lobby, append.expected, head.seq);
                results.push(Err(JournalError::Conflict {
                    lobby,
                    expected,
                    found,
                }));
                continue;
            }
            if append.count == 0 {
                results.push(Ok(Revision(head.seq)));
                continue;
            }
            let head = insert(&transaction, append, head)?;
            if append.ends {
                self.heads.remove(&append.lobby);
            } else {
                self.heads.insert(append.lobby, head);
            }
            results.push(Ok(Revision(head.seq)));
        }
        transaction.commit()?;
        self.commits.note();
        self.events_in_log += appends.iter().map(|it| it.count).sum::<usize>();
        Ok(results)
    }
}

fn insert(transaction: &Transaction<'_>, append: &Append, head: Head) -> rusqlite::Result<Head> {
    let lobby = append.lobby.as_str();
    if head.seq == 0 || append.ends {
        transaction
            .prepare_cached("INSERT OR REPLACE INTO lobbies (lobby, ended) VALUES (?1, ?2)")?
            .execute(params![lobby, append.ends])?;
    }
    let head = head.after(append.count, FORMAT, &append.text);
    transaction
        .prepare_cached(
            "INSERT INTO events (lobby, seq, format, hash, event) VALUES (?1, ?2, ?3, ?4, ?5)",
        )?
        .execute(params![
            lobby,
            signed(head.seq),
            FORMAT,
            head.hash,
            append.text
        ])?;
    Ok(head)
}

/// The head after the last record that leads no further than to a revision; not verified.
pub(super) fn read_head(
    connection: &Connection,
    lobby: LobbyCode,
    until: u64,
) -> Result<Head, JournalError> {
    let found = connection
        .prepare_cached(
            "SELECT seq, hash FROM events WHERE lobby = ?1 AND seq BETWEEN 0 AND ?2 ORDER BY seq DESC LIMIT 1",
        )?
        .query_row(params![lobby.as_str(), signed(until)], |row| {
            Ok((unsigned(row.get(0)?), row.get::<_, Vec<u8>>(1)?))
        })
        .optional()?;
    let Some((seq, hash)) = found else {
        return Ok(Head::of_empty(lobby));
    };
    Head::stored(lobby, seq, &hash)
}

/// A stream, from a number on.
pub(super) fn read(
    connection: &Connection,
    lobby: LobbyCode,
    from: u64,
) -> Result<Vec<Record>, JournalError> {
    let records = connection
        .prepare_cached(
            "SELECT seq, format, hash, event FROM events WHERE lobby = ?1 AND seq >= ?2 ORDER BY seq",
        )?
        .query_map(params![lobby.as_str(), signed(from)], |row| {
            Ok(Record {
                seq: unsigned(row.get(0)?),
                format: row.get(1)?,
                hash: row.get(2)?,
                text: String::from_utf8_lossy(row.get_ref(3)?.as_bytes()?).into_owned(),
            })
        })?
        .collect::<rusqlite::Result<_>>()?;
    Ok(records)
}

fn running(connection: &Connection) -> Result<Vec<LobbyCode>, JournalError> {
    let mut select =
        connection.prepare_cached("SELECT lobby FROM lobbies WHERE ended = 0 ORDER BY lobby")?;
    let names = select.query_map([], |row| row.get::<_, String>(0))?;
    names
        .filter_map(|name| name.map(|it| code(&it)).map_err(Into::into).transpose())
        .collect()
}

/// A name that is no code can only have been written by somebody else; it is reported and left alone.
pub(super) fn code(name: &str) -> Option<LobbyCode> {
    name.parse()
        .inspect_err(
            |error| tracing::error!(%error, name, "the journal names a lobby that cannot exist"),
        )
        .ok()
}

fn answer<T>(done: Answer<T>, result: Result<T, JournalError>) {
    // Whoever asked may have stopped waiting; the journal is right either way.
    done.send(result).ok();
}

impl From<rusqlite::Error> for JournalError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Io(error.to_string())
    }
}

/// The number as `SQLite` keeps it, or the highest that it can keep: a reader may ask for any, and no record has a higher.
fn signed(seq: u64) -> i64 {
    seq.try_into().unwrap_or(i64::MAX)
}

/// The number of a record.
#[expect(
    clippy::expect_used,
    reason = "only records whose number is not negative are selected"
)]
fn unsigned(seq: i64) -> u64 {
    seq.try_into().expect("the number is not negative")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many records the file holds without its log; `None` if it holds no table yet.
    fn moved(data: &std::path::Path) -> Option<i64> {
        let copy = tempfile::tempdir().unwrap();
        let alone = copy.path().join("journal.sqlite");
        std::fs::copy(data.join("journal.sqlite"), &alone).unwrap();
        let connection = Connection::open(alone).unwrap();
        connection
            .query_row("SELECT count(*) FROM events", [], |row| row.get(0))
            .ok()
    }

    #[test]
    fn the_log_is_moved_into_the_file_when_nothing_is_asked_for() {
        let data = tempfile::tempdir().unwrap();
        let connection = super::super::connect(&data.path().join("journal.sqlite")).unwrap();
        let mut writer = Writer::new(
            connection,
            super::super::lock(data.path()).unwrap(),
            Commits::of_disk(),
        );
        let clock = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .start_paused(true)
            .build();
        let clock = clock.unwrap();
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
