//! The staged events of a batch, and the messages that follow from them, until the events are durable.
//!
//! The law of the task in one place. [`Staged::command`] stages what follows from one command: its answer first, then its
//! update to everybody, then who is sent away and what only some people are told. After the append [`Staged::deliver`]
//! sends all of it in order, and last the choices of the seat to move, the clocks and the dice of the next match. Nothing
//! leaves the task in another way; if the batch does not happen, [`Staged::call_off`] tells those who wait for an answer.

use dicehall_engine::lobby::{Event, PlayerId};
use tokio::sync::oneshot;

use super::announced::{Announced, Moment};
use super::mail::{Admitted, ConnectionId, Mail, OperatorMail, ReplyChannel};
use super::outboxes::Outboxes;
use crate::archive::MatchStart;
use crate::frame::Frame;
use crate::lobby::outbox::Outbound;
use crate::refusal::Refusal;

/// The events and messages that were decided and are not durable yet.
#[derive(Debug, Default)]
pub(super) struct Staged {
    /// The events, in order.
    events: Vec<Event>,
    /// The matches that the batch ends, for their files.
    finished: Vec<MatchStart>,
    effects: Vec<Effect>,
}

/// The answer to a command of a connection.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) to: ConnectionId,
    pub(super) id: u64,
    pub(super) frame: Frame,
}

/// A frame for one session.
#[derive(Debug)]
pub(super) struct Letter {
    pub(super) to: ConnectionId,
    pub(super) frame: Frame,
}

/// The messages that follow from a command that was carried out.
#[derive(Debug, Default)]
pub(super) struct Consequences {
    /// The update for everybody; `None` if nothing happened that is shown.
    pub(super) update: Option<Frame>,
    /// The person who is no longer in the lobby because of it.
    pub(super) dismissed: Option<PlayerId>,
    /// The messages that only some people are sent.
    pub(super) asides: Vec<Letter>,
}

/// A message or another effect, for when the batch is durable.
#[derive(Debug)]
enum Effect {
    /// Answers a command.
    Answer(Answer),
    /// Sends a frame to one session.
    Show(Letter),
    /// Sends a frame to everybody.
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
    /// Answers an order of whoever operates the server.
    OrderAnswer(oneshot::Sender<Result<(), Refusal>>),
    /// Does not let a session in.
    Refuse {
        refusal: Refusal,
        reply: ReplyChannel,
    },
}

impl Staged {
    /// The events, in order.
    pub(super) fn events(&self) -> &[Event] {
        &self.events
    }

    /// Adds the events of a command.
    pub(super) fn happen(&mut self, events: Vec<Event>) {
        self.events.extend(events);
    }

    /// A match has ended, of which a file is to be written.
    pub(super) fn finish(&mut self, start: Option<MatchStart>) {
        self.finished.extend(start);
    }

    /// A command was carried out: its consequences, in the order in which people are told.
    pub(super) fn command(&mut self, answer: Option<Answer>, follows: Consequences) {
        let Consequences {
            update,
            dismissed,
            asides,
        } = follows;
        self.effects.extend(answer.map(Effect::Answer));
        self.effects.extend(update.map(Effect::Publish));
        self.effects.extend(dismissed.map(Effect::Dismiss));
        self.effects.extend(asides.into_iter().map(Effect::Show));
    }

    /// A person leaves, who is dismissed before the others are told and learns no more.
    pub(super) fn departure(&mut self, answer: Answer, dismissed: PlayerId, update: Option<Frame>) {
        self.effects.push(Effect::Answer(answer));
        self.effects.push(Effect::Dismiss(dismissed));
        self.effects.extend(update.map(Effect::Publish));
    }

    /// An answer from which nothing follows.
    pub(super) fn answer(&mut self, answer: Answer) {
        self.effects.push(Effect::Answer(answer));
    }

    /// A frame for everybody that is no update.
    pub(super) fn publish(&mut self, frame: Frame) {
        self.effects.push(Effect::Publish(frame));
    }

    /// A frame for one session.
    pub(super) fn show(&mut self, letter: Letter) {
        self.effects.push(Effect::Show(letter));
    }

    /// A session is let in.
    pub(super) fn admit(&mut self, admitted: Admitted, catch_up: Vec<Frame>, reply: ReplyChannel) {
        self.effects.push(Effect::Admit {
            admitted,
            catch_up,
            reply,
        });
    }

    /// A session is not let in.
    pub(super) fn refuse(&mut self, reply: ReplyChannel, refusal: Refusal) {
        self.effects.push(Effect::Refuse { refusal, reply });
    }

    /// Reports when everything before it is in the session's outbox.
    pub(super) fn signal(&mut self, done: oneshot::Sender<()>) {
        self.effects.push(Effect::Signal(done));
    }

    /// Answers an order of whoever operates the server when everything before it is in the outboxes.
    pub(super) fn answer_order(&mut self, done: oneshot::Sender<Result<(), Refusal>>) {
        self.effects.push(Effect::OrderAnswer(done));
    }

    /// Whether this command of this person is answered with the batch.
    pub(super) fn answers(&self, player: PlayerId, command: u64) -> bool {
        self.effects.iter().any(|it| {
            matches!(it, Effect::Answer(Answer { to, id, .. }) if to.player == player && *id == command)
        })
    }

    /// The events are durable: from now on their messages may be sent. Returns the matches that have ended.
    pub(super) fn take_durable(&mut self) -> Vec<MatchStart> {
        self.events.clear();
        std::mem::take(&mut self.finished)
    }

    /// Sends what has become durable, and last what everybody waits for next.
    pub(super) fn deliver(
        &mut self,
        outboxes: &mut Outboxes,
        announced: &mut Announced,
        now: Moment<'_>,
    ) {
        for effect in std::mem::take(&mut self.effects) {
            effect.carry_out(outboxes);
        }
        announced.tell_choices(now.lobby, outboxes);
        announced.tell_clocks(now, outboxes);
        announced.tell_next_match(now.lobby, outboxes);
    }

    /// Forgets the messages of a batch of which nobody knows whether it has happened.
    pub(super) fn forget(&mut self) {
        self.effects.clear();
    }

    /// Tells those who wait for an answer that the batch did not happen.
    pub(super) fn call_off(&mut self, outboxes: &mut Outboxes) {
        for effect in std::mem::take(&mut self.effects) {
            effect.call_off(outboxes);
        }
    }
}

impl Effect {
    /// Carries the effect out. A session that no longer waits for an answer needs none.
    fn carry_out(self, outboxes: &mut Outboxes) {
        match self {
            Self::Answer(Answer { to, id, frame }) => outboxes.answer(to, id, &frame),
            Self::Show(Letter { to, frame }) => {
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
                    places: _,
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
            Self::OrderAnswer(done) => {
                done.send(Ok(())).ok();
            }
            Self::Refuse { refusal, reply } => reply.refuse(refusal),
        }
    }

    fn call_off(self, outboxes: &mut Outboxes) {
        match self {
            Self::Answer(Answer { to, id, frame: _ }) => {
                outboxes.reject(to, id, Refusal::NOT_SAVED);
            }
            Self::Show(_) | Self::Publish(_) | Self::Dismiss(_) | Self::Signal(_) => {}
            Self::OrderAnswer(done) => {
                done.send(Err(Refusal::NOT_SAVED)).ok();
            }
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
            Self::Operator(mail) => mail.refuse(refusal),
            Self::Disconnected { .. } => {}
        }
    }
}

impl OperatorMail {
    /// Refuses an order; a look gets no answer, which says the same, and a notice needs none.
    fn refuse(self, refusal: &Refusal) {
        match self {
            Self::Look { .. } | Self::Tell { .. } => {}
            Self::Order { done, .. } => {
                done.send(Err(refusal.clone())).ok();
            }
        }
    }
}
