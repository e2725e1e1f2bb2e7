//! One batch of a lobby's task: the events that are appended together, and the messages that are sent once they are durable.
//!
//! Law kept here: nothing leaves the task before [`Effect::carry_out`], which is called after the append.

use dicehall_engine::lobby::{Event, PlayerId};
use tokio::sync::oneshot;

use super::mail::{Admitted, ConnectionId, Mail, ReplyChannel};
use super::outboxes::Outboxes;
use crate::archive::MatchStart;
use crate::frame::Frame;
use crate::lobby::outbox::Outbound;
use crate::refusal::Refusal;

/// The events and effects that were decided and are not durable yet.
#[derive(Debug, Default)]
pub(super) struct Batch {
    /// The events, in order.
    pub(super) events: Vec<Event>,
    /// The effects, in order.
    pub(super) effects: Vec<Effect>,
    /// The matches that the batch ends, for their files.
    pub(super) finished: Vec<MatchStart>,
}

/// A message that is sent once the batch is durable.
#[derive(Debug)]
pub(super) enum Effect {
    /// The answer to a command.
    Answer {
        to: ConnectionId,
        id: u64,
        frame: Frame,
    },
    /// A frame for one session.
    Show { to: ConnectionId, frame: Frame },
    /// A frame for everybody.
    Publish(Frame),
    /// Lets a session in and sends it what it missed.
    Admit {
        admitted: Admitted,
        catch_up: Vec<Frame>,
        reply: ReplyChannel,
    },
    /// Tells a person that they are no longer in the lobby.
    Dismiss(PlayerId),
    /// Reports that everything before it is in the session's outbox.
    Signal(oneshot::Sender<()>),
    /// Does not let a session in.
    Refuse {
        refusal: Refusal,
        reply: ReplyChannel,
    },
}

impl Effect {
    /// Whether it answers this command of this person.
    pub(super) fn answers(&self, player: PlayerId, command: u64) -> bool {
        matches!(self, Self::Answer { to, id, .. } if to.player == player && *id == command)
    }

    /// Carries the effect out. A session that no longer waits for an answer needs none.
    pub(super) fn carry_out(self, outboxes: &mut Outboxes) {
        match self {
            Self::Answer { to, id, frame } => outboxes.answer(to, id, &frame),
            Self::Show { to, frame } => {
                outboxes.send(to, &frame);
            }
            Self::Publish(frame) => outboxes.publish(&frame),
            Self::Admit {
                admitted,
                catch_up,
                reply,
            } => {
                let ReplyChannel {
                    arrival: _,
                    outbox,
                    done,
                } = reply;
                for frame in catch_up {
                    outbox.queue(Outbound::Frame(frame));
                }
                outboxes.put(admitted.connection, outbox);
                done.send(Ok(admitted)).ok();
            }
            Self::Dismiss(player) => outboxes.dismiss(player),
            Self::Signal(done) => {
                done.send(()).ok();
            }
            Self::Refuse { refusal, reply } => reply.refuse(refusal),
        }
    }

    /// Tells the receivers that the batch did not happen.
    pub(super) fn call_off(self, outboxes: &mut Outboxes) {
        match self {
            Self::Answer { to, id, frame: _ } => outboxes.reject(to, id, Refusal::NOT_SAVED),
            Self::Show { .. } | Self::Publish(_) | Self::Dismiss(_) | Self::Signal(_) => {}
            Self::Admit { reply, .. } => reply.refuse(Refusal::NOT_SAVED),
            Self::Refuse { refusal, reply } => reply.refuse(refusal),
        }
    }
}

impl ReplyChannel {
    /// Refuses to let a session in; one that no longer waits needs no answer.
    fn refuse(self, refusal: Refusal) {
        self.done.send(Err(refusal)).ok();
    }
}

impl Mail {
    /// Refuses mail that will not be read.
    pub(super) fn refuse(self, refusal: &Refusal, outboxes: &mut Outboxes) {
        match self {
            Self::Create(new_lobby) => new_lobby.entry.reply.refuse(refusal.clone()),
            Self::Enter(entry) => entry.reply.refuse(refusal.clone()),
            Self::Return(returning) => returning.reply.refuse(refusal.clone()),
            Self::Ask { from, id, .. }
            | Self::History { from, id, .. }
            | Self::Listen { from, id, .. }
            | Self::Leave { from, id, .. } => {
                outboxes.reject(from, id, refusal.clone());
            }
            Self::Disconnected { .. } => {}
        }
    }
}
