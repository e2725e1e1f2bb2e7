//! The freeze of a lobby whose journal cannot be written, for example because the disk is full: the lobby stands still, and
//! nothing is lost or doubled.
//!
//! The batch that could not be written is kept, with all its effects. Everybody is told. New commands are refused,
//! while repeated ones get their former answers; no time passes for seats, bots and absences. It is not known whether a
//! failed append has been written after all, so the stream is read before the next attempt: if the batch is its end, it
//! was.

use std::time::Duration;

use dicehall_protocol::ServerMessage;
use prometheus_client::metrics::gauge::Gauge;
use tokio::time::{Instant, sleep_until};

use super::mail::{ConnectionId, Mail};
use super::requesting::answers::Known;
use super::{BATCH_MAX, LobbyTask, TaskEnd, encode};
use crate::journal::{Journal, JournalError};
use crate::metrics::count;
use crate::refusal::Refusal;

/// The time before the first new attempt to write, in milliseconds; doubled with every failure in a row.
const RETRY_MS_MIN: u64 = 100;
/// The longest time before a new attempt to write, in milliseconds.
const RETRY_MS_MAX: u64 = 5_000;

/// Counts a lobby that stands still, until it goes on or its task ends.
struct Frozen(Gauge);

impl Frozen {
    fn begin(gauge: &Gauge) -> Self {
        gauge.inc();
        Self(gauge.clone())
    }
}

impl Drop for Frozen {
    fn drop(&mut self) {
        self.0.dec();
    }
}

impl LobbyTask {
    /// Stands still until the batch is durable; fails if it can never be.
    pub(super) async fn freeze(&mut self, error: JournalError) -> Result<(), TaskEnd> {
        let since = Instant::now();
        tracing::error!(lobby = %self.code, %error, "the journal cannot be written: the lobby is frozen");
        if self.durable().0 == 0 {
            return self.settle_creation().await;
        }
        let frozen = Frozen::begin(&self.services.metrics.lobbies_frozen);
        self.outboxes
            .publish(&encode(&ServerMessage::Frozen { frozen: true }));
        self.outboxes.tell_gathered();
        let mut wait = Duration::from_millis(RETRY_MS_MIN);
        loop {
            self.refuse_until(Instant::now() + wait).await?;
            match self.settle().await {
                Ok(()) => break,
                Err(JournalError::Io(_)) => {
                    wait = (wait * 2).min(Duration::from_millis(RETRY_MS_MAX));
                }
                Err(error) => return Err(self.fail(error)),
            }
        }
        drop(frozen);
        tracing::info!(lobby = %self.code, "the journal can be written again");
        self.postpone(since.elapsed());
        self.outboxes
            .publish(&encode(&ServerMessage::Frozen { frozen: false }));
        Ok(())
    }

    /// Ends the attempt to create a lobby: its creator waits for an answer and can try again, so the append is not
    /// repeated.
    async fn settle_creation(&mut self) -> Result<(), TaskEnd> {
        match self.is_stored().await {
            Ok(true) => {
                self.note_durable();
                Ok(())
            }
            Ok(false) => Err(self.fail(JournalError::Io("the lobby could not be made".to_owned()))),
            Err(error) => {
                // The lobby may have been created, so the creator is not told that it was not.
                self.staged.forget();
                Err(self.fail(error))
            }
        }
    }

    /// Writes the batch, unless it has been written already.
    async fn settle(&mut self) -> Result<(), JournalError> {
        if !self.is_stored().await? {
            self.append().await?;
        }
        self.note_durable();
        Ok(())
    }

    /// Whether the batch is the end of the stream; `false` if the stream ends where the batch begins.
    async fn is_stored(&self) -> Result<bool, JournalError> {
        let (lobby, before) = (self.code, self.durable().0);
        let stored = self.services.journal.replay(lobby).await?;
        let beyond = usize::try_from(before)
            .ok()
            .and_then(|before| stored.get(before..));
        match beyond {
            Some([]) => Ok(false),
            Some(beyond) if beyond == self.staged.events() => Ok(true),
            Some(_) | None => Err(JournalError::Conflict {
                lobby,
                expected: before,
                found: count::to_u64(stored.len()),
            }),
        }
    }

    /// Refuses mail until `end`. Ends of connections are staged, to be announced when the lobby goes on; repeated
    /// commands get their former answers.
    async fn refuse_until(&mut self, end: Instant) -> Result<(), TaskEnd> {
        let mut batch = Vec::new();
        loop {
            self.outboxes.write_out();
            let count = tokio::select! {
                biased;
                () = sleep_until(end) => return Ok(()),
                count = self.mailbox.recv_many(&mut batch, BATCH_MAX) => count,
            };
            if count == 0 {
                tracing::error!(lobby = %self.code, "the server stops before the journal can be written");
                return Err(TaskEnd::Stopped);
            }
            for mail in batch.drain(..) {
                match mail {
                    Mail::Disconnected { .. } => self.stage_mail(mail),
                    Mail::Ask { from, id, .. } if self.answer_again(from, id) => {}
                    Mail::Create(_)
                    | Mail::Enter(_)
                    | Mail::Return(_)
                    | Mail::Ask { .. }
                    | Mail::History { .. }
                    | Mail::Listen { .. }
                    | Mail::Leave { .. }
                    | Mail::Operator(_) => {
                        mail.refuse(&Refusal::FROZEN, &mut self.outboxes);
                    }
                }
            }
        }
    }

    /// Answers a command that was answered before the freeze: that answer is durable. Commands of the batch are not
    /// durable, and are answered with it.
    fn answer_again(&mut self, from: ConnectionId, id: u64) -> bool {
        let is_of_batch = self.staged.answers(from.player, id);
        let Known::Answered(frame) = self.answers.known(from.player, id) else {
            return false;
        };
        let is_known = self.presence.is_current(from) && !is_of_batch;
        if is_known {
            self.outboxes.answer(from, id, &frame);
        }
        is_known
    }

    /// Moves everything that is due by the time of the freeze, which does not count.
    pub(super) fn postpone(&mut self, by: Duration) {
        self.presence.postpone(by);
        self.agenda.postpone(by);
        self.agreeing.postpone(by);
    }
}
