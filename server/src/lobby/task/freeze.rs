//! The freeze of a lobby whose journal cannot be written: it stands still, and nothing is lost or doubled.
//!
//! The batch that could not be written is kept, with everything that it will lead to. Everybody is told; whoever wants
//! something is refused, but told again what it was told before; no time passes for seats, bots and absences. Whether a
//! failed append has happened after all is not known, so the stream is read before it is tried again: if the batch is its
//! end, it has.

use std::time::Duration;

use dicehall_protocol::ServerMessage;
use tokio::time::{Instant, sleep_until};

use super::answers::Known;
use super::mail::{ConnectionId, Mail};
use super::{BATCH_MAX, LobbyTask, TaskEnd, encode};
use crate::count;
use crate::journal::{Journal, JournalError};
use crate::refusal::Refusal;

/// How long a lobby waits before it tries to write again; doubled with every failure in a row.
const RETRY_MS_MIN: u64 = 100;
/// The longest that a lobby waits before it tries to write again.
const RETRY_MS_MAX: u64 = 5_000;

impl LobbyTask {
    /// Stands still until the batch is durable; fails if it never can be.
    pub(super) async fn freeze(&mut self, error: JournalError) -> Result<(), TaskEnd> {
        let since = Instant::now();
        tracing::error!(lobby = %self.code, %error, "the journal cannot be written: the lobby is frozen");
        if self.durable().0 == 0 {
            return self.settle_creation().await;
        }
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
        tracing::info!(lobby = %self.code, "the journal can be written again");
        self.postpone(since.elapsed());
        self.outboxes
            .publish(&encode(&ServerMessage::Frozen { frozen: false }));
        Ok(())
    }

    /// Whoever makes a lobby waits for an answer and can try again, so nothing is tried twice.
    async fn settle_creation(&mut self) -> Result<(), TaskEnd> {
        match self.is_stored().await {
            Ok(true) => {
                self.note_durable();
                Ok(())
            }
            Ok(false) => Err(self.fail(JournalError::Io("the lobby could not be made".to_owned()))),
            Err(error) => {
                // Perhaps it was made: nobody is told that it was not.
                self.batch.effects.clear();
                Err(self.fail(error))
            }
        }
    }

    /// Writes the batch, unless it is there already.
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
            Some(beyond) if beyond == self.batch.events => Ok(true),
            Some(_) | None => Err(JournalError::Conflict {
                lobby,
                expected: before,
                found: count::to_u64(stored.len()),
            }),
        }
    }

    /// Refuses whatever is wanted; who goes is noted, and told when the lobby goes on.
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
                    | Mail::Leave { .. } => {
                        mail.refuse(&Refusal::FROZEN, &mut self.outboxes);
                    }
                }
            }
        }
    }

    /// Answers a command that was answered before the lobby came to stand still: what it was told is durable. What the batch
    /// decides is not, and is answered with it.
    fn answer_again(&mut self, from: ConnectionId, id: u64) -> bool {
        let is_of_batch = self
            .batch
            .effects
            .iter()
            .any(|it| it.answers(from.player, id));
        let Known::Answered(frame) = self.answers.known(from.player, id) else {
            return false;
        };
        let is_known = self.presence.is_current(from) && !is_of_batch;
        if is_known {
            self.outboxes.answer(from, id, &frame);
        }
        is_known
    }

    /// The time that the lobby stood still does not count.
    pub(super) fn postpone(&mut self, by: Duration) {
        self.presence.postpone(by);
        self.agenda.postpone(by);
        self.agreeing.postpone(by);
    }
}
