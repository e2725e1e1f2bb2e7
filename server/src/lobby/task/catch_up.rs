//! The first frames for a session that enters a lobby: a snapshot, or the updates that its person has missed; and the
//! history.

use dicehall_engine::lobby::{PlayerId, Revision};
use dicehall_protocol::{Reply, ServerMessage};
use tokio::time::Instant;

use super::batch::Effect;
use super::mail::{Admitted, ConnectionId, ReplyChannel};
use super::{LobbyTask, encode, presence_frame};
use crate::frame::Frame;
use crate::refusal::Refusal;

impl LobbyTask {
    /// The frames of a snapshot, for a person who enters or has missed too much.
    pub(super) fn snapshot(&self, you: PlayerId) -> Vec<Frame> {
        let snapshot = self
            .context(&|player| self.presence.is_connected(player))
            .snapshot(you);
        snapshot
            .iter()
            .chain(&self.clocks_now())
            .map(encode)
            .collect()
    }

    /// The updates after `seen`, and who is connected, which no update tells; `None` if the feed does not reach back
    /// that far, or not in this version.
    pub(super) fn missed(&self, you: PlayerId, seen: Revision, version: u32) -> Option<Vec<Frame>> {
        let others = self.lobby.players().keys().filter(|it| **it != you);
        let presences = others.map(|it| presence_frame(*it, self.presence.is_connected(*it)));
        let clocks = self.clocks_now().map(|it| encode(&it));
        Some(
            self.feed
                .after(seen, version)?
                .into_iter()
                .chain(presences)
                .chain(clocks)
                .collect(),
        )
    }

    /// Counts a person who has seen more than there is: unless the client is wrong, the journal has lost what was shown. It is
    /// logged once, since a client may ask as often as it likes.
    pub(super) fn look_ahead(&mut self, seen: Option<Revision>) {
        let shown = self.lobby.shown();
        let Some(seen) = seen.filter(|seen| *seen > shown) else {
            return;
        };
        self.services.metrics.set_back("resume");
        if self.presence.is_first_ahead() {
            tracing::warn!(
                lobby = %self.code,
                shown = shown.0,
                seen = seen.0,
                "somebody returns who has seen more of this lobby than the journal has: it may have been set back"
            );
        }
    }

    /// Answers a request for history. The answer is not remembered, because asking again changes nothing.
    pub(super) fn stage_history(&mut self, from: ConnectionId, id: u64, before: Option<Revision>) {
        if !self.presence.is_current(from) {
            return;
        }
        let answer = ServerMessage::Accepted {
            id,
            revision: Some(self.lobby.shown()),
            reply: Some(Reply::History(self.past.before(before))),
        };
        self.answer(from, id, encode(&answer));
    }

    /// Sends a snapshot and the choices again, to a person who acted on an earlier position.
    pub(super) fn show_anew(&mut self, to: ConnectionId) {
        let frames = self.snapshot(to.player);
        self.batch
            .effects
            .extend(frames.into_iter().map(|frame| Effect::Show { to, frame }));
        self.announced.choices = self
            .announced
            .choices
            .filter(|(connection, _)| *connection != to);
    }

    /// Lets a session in once the batch is durable.
    pub(super) fn admit(
        &mut self,
        connection: ConnectionId,
        catch_up: Vec<Frame>,
        reply: ReplyChannel,
    ) {
        self.presence
            .note_arrival(connection.player, reply.arrival, Instant::now());
        self.teller.note_version(reply.outbox.version());
        let admitted = Admitted {
            connection,
            revision: self.lobby.shown(),
            last_id: self.answers.last_id(connection.player),
        };
        self.batch.effects.push(Effect::Admit {
            admitted,
            catch_up,
            reply,
        });
    }

    /// Refuses to let a session in.
    pub(super) fn refuse_entry(&mut self, reply: ReplyChannel, refusal: Refusal) {
        tracing::debug!(lobby = %self.code, code = %refusal.code, "not let in");
        self.batch.effects.push(Effect::Refuse { refusal, reply });
    }
}
