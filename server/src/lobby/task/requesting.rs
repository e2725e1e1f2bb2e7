//! Commands of the people in the lobby: each is answered once, and its answer stands before everything that follows from
//! it. A command that comes again is answered again and not carried out again.

pub(super) mod answers;
pub(super) mod asides;

use dicehall_engine::lobby::{
    Command, EarlyCommitment, Holder, PlayerId, Request, Revision, Stamp,
};
use dicehall_engine::{Seat, SeatSet};
use dicehall_protocol::{Code, Listening, Reply, ServerMessage};
use tokio::sync::oneshot;

use super::deciding::Decided;
use super::mail::ConnectionId;
use super::staged::{Answer, Consequences};
use super::{LobbyTask, encode};
use crate::frame::Frame;
use crate::refusal::Refusal;
use crate::refusal::translate;
use answers::Known;

/// A command of a person.
pub(super) struct ClientRequest {
    pub(super) from: ConnectionId,
    /// The person's own number for it.
    pub(super) id: u64,
    pub(super) request: Request,
    /// The commitment that came with it.
    pub(super) commits: Option<EarlyCommitment>,
}

impl LobbyTask {
    /// Decides a request of a person. A request that was answered before is not carried out again.
    pub(super) fn stage_request(&mut self, asked: ClientRequest) {
        let ClientRequest { from, id, .. } = asked;
        if !self.presence.is_current(from) {
            // The connection was replaced or dismissed; its session has been told.
            return;
        }
        match self.answers.known(from.player, id) {
            Known::New => self.stage_new_request(asked),
            Known::Answered(frame) => self.answer(from, id, frame),
            Known::TooOld => {
                let frame = self.rejection(id, Refusal::TOO_OLD);
                self.answer(from, id, frame);
            }
        }
    }

    fn stage_new_request(&mut self, asked: ClientRequest) {
        let ClientRequest { from, id, .. } = asked;
        let request = &asked.request;
        let dismissed = if let Request::Kick { player } | Request::Ban { player } = request {
            Some(*player)
        } else {
            None
        };
        let may = self.check_hears(from.player, request);
        match may.and_then(|()| self.decide_request(asked)) {
            Ok(Decided { follows, .. }) => {
                self.answers.accept(from.player, id, self.lobby.shown());
                let answer = self.acceptance(from, id);
                let follows = Consequences {
                    dismissed,
                    ..follows
                };
                self.staged.command(Some(answer), follows);
            }
            Err(refusal) => {
                tracing::debug!(lobby = %self.code, player = from.player.0, code = %refusal.code, "refused");
                let is_stale = refusal.code == Code::Stale;
                let frame = self.rejection(id, refusal);
                self.answers.say(from.player, id, frame.clone());
                self.answer(from, id, frame);
                if is_stale {
                    self.show_anew(from);
                }
            }
        }
    }

    /// Lets a person leave: the person gets the answer and is dismissed, the update goes to those who stay.
    pub(super) fn stage_leave(&mut self, from: ConnectionId, id: u64, done: oneshot::Sender<()>) {
        if !self.presence.is_current(from) {
            return;
        }
        let leaves = ClientRequest {
            from,
            id,
            request: Request::Leave,
            commits: None,
        };
        match self.decide_request(leaves) {
            Ok(Decided { follows, .. }) => {
                let answer = self.acceptance(from, id);
                self.staged.departure(answer, from.player, follows.update);
            }
            Err(refusal) => {
                let frame = self.rejection(id, refusal);
                self.answer(from, id, frame);
            }
        }
        self.staged.signal(done);
    }

    /// Answers a request for history. The answer is not remembered, because asking again changes nothing.
    pub(super) fn stage_history(&mut self, from: ConnectionId, id: u64, before: Option<Revision>) {
        if self.presence.is_current(from) {
            let history = self.updates.before(self.code, before);
            self.reply(from, id, Reply::History(history));
        }
    }

    /// Answers a request to listen with the whispers so far; from now on this connection is told. The answer is not
    /// remembered, because asking again changes nothing.
    pub(super) fn stage_listening(&mut self, from: ConnectionId, id: u64, after: Option<u64>) {
        if self.presence.is_current(from) {
            let listening = Listening {
                whispers: self.asides.listen(from, after.unwrap_or(0)),
                hints: self.lobby.are_hints_allowed(),
            };
            self.reply(from, id, Reply::Listening(listening));
        }
    }

    fn decide_request(&mut self, asked: ClientRequest) -> Result<Decided, Refusal> {
        let ClientRequest {
            from,
            id,
            request,
            commits,
        } = asked;
        let stamp = Stamp {
            id: Some(id),
            spent_ms: self.agenda.spent_ms(&self.lobby),
            gone: self.gone_seats(),
        };
        Ok(self.decide(Command::Ask {
            player: from.player,
            stamp,
            request,
            commits,
        })?)
    }

    /// The seats whose humans are not connected.
    fn gone_seats(&self) -> SeatSet {
        let is_gone = |seat: &Seat| match self.lobby.seats()[seat.idx()] {
            Holder::Human { player, .. } => !self.presence.is_connected(player),
            Holder::Open | Holder::Closed | Holder::Bot(_) => false,
        };
        Seat::ALL.into_iter().filter(is_gone).collect()
    }

    /// Refuses a whisper to a person who is connected and does not listen; a person who is away may ask for it later.
    /// Refusals by the rules come first.
    fn check_hears(&self, from: PlayerId, request: &Request) -> Result<(), Refusal> {
        let Request::Whisper { player: to, .. } = request else {
            return Ok(());
        };
        let may = *to != from && !self.lobby.is_silenced(from);
        let is_deaf = || self.asides.listener(*to, &self.presence).is_none();
        if may && self.presence.is_connected(*to) && is_deaf() {
            return Err(Refusal::CANNOT_HEAR);
        }
        Ok(())
    }

    fn reply(&mut self, to: ConnectionId, id: u64, reply: Reply) {
        let answer = ServerMessage::Accepted {
            id,
            revision: Some(self.lobby.shown()),
            reply: Some(reply),
        };
        self.answer(to, id, encode(&answer));
    }

    /// Answers a command when the batch is durable.
    fn answer(&mut self, to: ConnectionId, id: u64, frame: Frame) {
        self.staged.answer(Answer { to, id, frame });
    }

    /// The answer to a command that was carried out.
    fn acceptance(&self, to: ConnectionId, id: u64) -> Answer {
        let frame = encode(&translate::accepted(id, self.lobby.shown()));
        Answer { to, id, frame }
    }

    /// The answer to a command that is refused; the refusal is counted.
    fn rejection(&self, id: u64, refusal: Refusal) -> Frame {
        self.services.metrics.refused(&refusal.code);
        encode(&refusal.rejected(id))
    }
}
