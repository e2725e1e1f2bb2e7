//! The state machine of a connection: inputs go in, acts for the task come out.
//!
//! Pure: no socket, no clock, no random generator. The task in `connection` feeds it and carries
//! out its acts. Times are counted from the beginning of the link; luck is only for the pauses, so
//! that a thousand clients do not come back at the same instant.

mod acts;
mod attempts;
mod closing;
pub(crate) mod entering;
mod life;
mod membership;
mod signing;
mod unanswered;

use std::time::Duration;

use dicehall_engine::Dice;
use dicehall_engine::lobby::Request;
use dicehall_protocol::{
    ClientCommand, ClientMessage, Heard, Joined, Notice, Played, Renewed, Reply, Resume,
    ServerMessage, Shown, VERSION,
};

use crate::fair::audit::witness::Witness;
use crate::fair::sharer::Sharer;
use crate::net::link::{ClientCommandWithId, LinkEvent};
use crate::net::link_code::LinkCode;
use crate::net::loss::Loss;
use crate::net::trust::signer::Answer;
pub(crate) use acts::{Act, Input};
use attempts::Attempts;
use closing::Closing;
use entering::Entering;
use life::{Due, Life};
use membership::Membership;
use unanswered::Unanswered;

/// The longest time that connecting may take, including the websocket handshake, in milliseconds.
pub(crate) const CONNECT_MS_MAX: u64 = 5_000;
/// The longest time that the server may take to answer the hello, in milliseconds.
pub(crate) const WELCOME_MS_MAX: u64 = 5_000;

/// The state of a link.
#[derive(Debug)]
pub(crate) struct Machine {
    /// The addresses of the server, of which one is dialed after the other.
    addresses: Vec<String>,
    name: String,
    phase: Phase,
    attempts: Attempts,
    /// The time since 1970 at which the link began, by the clock of this machine.
    begun: Duration,
    /// The person's membership in a lobby; `None` outside of lobbies.
    membership: Option<Membership>,
    /// The last view that the server has shown, to which its short messages add.
    shown: Shown,
    /// The person's part in making the dice, which runs by itself.
    sharer: Sharer,
    /// The record of the match, for the check at its end.
    witness: Witness,
    unanswered: Unanswered,
    entering: Entering,
    /// The reason that the server gave before it closed the connection.
    closing: Option<Closing>,
    /// The answer to the challenge of the server that is about to greet.
    answer: Option<Answer>,
    /// The notice with which the server has greeted: whoever comes back to the same one need not see it again.
    notice: Option<Notice>,
}

/// The phase of the link; each wait has a limit.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    Dialing { until: Duration },
    Greeting { until: Duration, resuming: bool },
    Up(Life),
    Waiting { until: Duration },
    Closed,
}

impl Machine {
    /// A new link, which begins at a time since 1970; `resume` is the proof from an earlier run of the program, if there
    /// is one. The first of the addresses is dialed first.
    pub(crate) fn new(
        addresses: Vec<String>,
        name: String,
        resume: Option<Resume>,
        sharer: Sharer,
        begun: Duration,
    ) -> Self {
        Self {
            addresses,
            name,
            phase: Phase::Waiting {
                until: Duration::ZERO,
            },
            attempts: Attempts::default(),
            begun,
            membership: resume.map(Membership::resumed),
            shown: Shown::default(),
            sharer,
            witness: Witness::default(),
            unanswered: Unanswered::default(),
            entering: Entering::default(),
            closing: None,
            answer: None,
            notice: None,
        }
    }

    /// The moment for `Input::Due`; `None` when the link is over.
    pub(crate) fn deadline(&self) -> Option<Duration> {
        match self.phase {
            Phase::Dialing { until } | Phase::Greeting { until, .. } | Phase::Waiting { until } => {
                Some(until)
            }
            Phase::Up(life) => Some(life.deadline(self.unanswered.oldest())),
            Phase::Closed => None,
        }
    }

    /// Whether commands are accepted.
    pub(crate) fn takes_commands(&self) -> bool {
        !self.unanswered.is_full()
    }

    /// Takes in an input; returns the acts for the task, in order.
    pub(crate) fn handle(&mut self, now: Duration, input: Input, luck: &mut dyn Dice) -> Vec<Act> {
        let is_alive = matches!(input, Input::Heard(_) | Input::Alive | Input::Pong);
        if let Phase::Up(life) = &mut self.phase
            && is_alive
        {
            life.hear(now);
        }
        let mut acts = self.take_in(now, input, luck);
        acts.extend(self.made_up_for(now));
        acts
    }

    fn take_in(&mut self, now: Duration, input: Input, luck: &mut dyn Dice) -> Vec<Act> {
        match input {
            Input::Opened => self.opened(now),
            Input::Heard(message) => match self.shown.hear(*message) {
                Ok(Heard::Played(it)) if matches!(self.phase, Phase::Up(_)) => self.played(it),
                Ok(heard) => self.heard(now, heard.into(), luck),
                Err(error) => {
                    self.membership
                        .iter_mut()
                        .for_each(Membership::forget_revision);
                    self.lost(now, Loss::Other(error.to_string()), luck)
                }
            },
            Input::Alive => Vec::new(),
            Input::Pong => self.pong(now),
            Input::Lost(why) => self.lost(now, why, luck),
            Input::Stranger(fingerprint) => {
                self.phase = Phase::Closed;
                let address = self.address();
                vec![
                    Act::HangUp,
                    Act::Tell(LinkEvent::Stranger {
                        address,
                        fingerprint,
                    }),
                ]
            }
            Input::Refused { code, message } => vec![Act::HangUp, self.closed(code, message)],
            Input::Command(command) => self.command(now, command),
            Input::RetryNow => self.retry_now(now),
            Input::SignIn { has_key } => self.sign_in_again(now, has_key),
            Input::Due => self.due(now, luck),
        }
    }

    fn opened(&mut self, now: Duration) -> Vec<Act> {
        if !matches!(self.phase, Phase::Dialing { .. }) {
            return Vec::new();
        }
        let mut resume = self.membership.as_ref().map(|it| it.resume.clone());
        if let Some(resume) = &mut resume {
            let clock_ms = u64::try_from((self.begun + now).as_millis()).unwrap_or(u64::MAX);
            resume.attempt = Some(self.attempts.number_at(clock_ms));
        }
        self.phase = Phase::Greeting {
            until: now + ms(WELCOME_MS_MAX),
            resuming: resume.is_some(),
        };
        vec![Act::Send(ClientMessage::Hello {
            version: VERSION,
            name: self.name.clone(),
            resume,
        })]
    }

    fn heard(&mut self, now: Duration, message: ServerMessage, luck: &mut dyn Dice) -> Vec<Act> {
        match (self.phase, message) {
            (
                Phase::Greeting { resuming, .. },
                ServerMessage::Welcome {
                    resumed,
                    renewed,
                    notice: it,
                    ..
                },
            ) => {
                self.sharer.begin();
                let words = closing::new_words(&mut self.notice, it).map(Act::message);
                let acts = self.welcomed(now, resuming, renewed.filter(|_| resumed));
                acts.into_iter().chain(words).collect()
            }
            (Phase::Greeting { .. } | Phase::Up(_), ServerMessage::Closing { code, message }) => {
                self.closing = Some(Closing {
                    code: code.clone(),
                    message: message.clone(),
                });
                vec![Act::message(ServerMessage::Closing { code, message })]
            }
            (Phase::Up(_), message) => self.heard_up(now, message),
            (Phase::Greeting { .. }, ServerMessage::Error { code, message }) => {
                vec![Act::HangUp, self.closed(code.into(), message)]
            }
            (Phase::Greeting { .. }, _) => self.lost(now, Loss::NoServer, luck),
            (Phase::Dialing { .. } | Phase::Waiting { .. } | Phase::Closed, _) => Vec::new(),
        }
    }

    /// Passes a message of an established connection on to the screens, except answers to the
    /// link's own commands.
    fn heard_up(&mut self, now: Duration, mut message: ServerMessage) -> Vec<Act> {
        let answered = self.unanswered.answered(&mut message);
        if let Some(it) = answered.as_ref().filter(|it| it.id.is_none()) {
            return signing::told(&it.command, message).into_iter().collect();
        }
        let mut acts = self.remember(&message, answered.as_ref().map(|it| &it.command));
        if let (ServerMessage::Accepted { .. }, Some(answered)) = (&message, &answered) {
            self.witness.note_accepted(&answered.command);
        }
        let share = self.sharer.heard(&message);
        acts.extend(share.map(|it| Act::Send(self.unanswered.register(now, None, it.into()))));
        let verdict = self.witness.heard(&message, self.sharer.given());
        acts.push(Act::message(message));
        acts.extend(verdict.map(|it| Act::Tell(LinkEvent::Audited(it))));
        acts
    }

    /// Passes an action on to the screens. It asks nothing of the link, and the link asks nothing because of it.
    fn played(&mut self, played: Box<Played>) -> Vec<Act> {
        self.membership
            .iter_mut()
            .for_each(|it| it.reach(played.revision));
        self.witness.played(&played);
        vec![Act::Tell(LinkEvent::Played(played))]
    }

    fn welcomed(&mut self, now: Duration, resuming: bool, renewed: Option<Renewed>) -> Vec<Act> {
        self.phase = Phase::Up(Life::begun(now));
        self.attempts.succeed();
        let (mut acts, resumed) = (Vec::new(), renewed.is_some());
        if let Some(renewed) = renewed {
            acts.extend(self.renew(renewed));
        } else {
            self.unanswered.forget();
            if resuming {
                self.membership = None;
                acts.push(Act::Forget);
            }
        }
        let said_again = self.unanswered.said_again(now);
        acts.extend(self.signed_in(now));
        acts.extend([Act::Tell(LinkEvent::Connected { resumed }), Act::Ping]);
        acts.extend(said_again.into_iter().map(Act::Send));
        acts
    }

    /// Stores a new token. This comes before any message, because a message makes the old token
    /// invalid.
    fn renew(&mut self, renewed: Renewed) -> Option<Act> {
        let Renewed { token, last_id } = renewed;
        self.unanswered.use_up_to(last_id);
        let membership = self.membership.as_mut()?;
        membership.resume.token.clone_from(&token);
        Some(Act::Keep(membership.resume.lobby, token))
    }

    /// Notes the token and the revision that a resume needs.
    fn remember(&mut self, message: &ServerMessage, asked: Option<&ClientCommand>) -> Vec<Act> {
        if let ServerMessage::Accepted { reply, .. } = message {
            return match reply {
                Some(Reply::Joined(joined)) => self.joined(joined),
                _answer if asked == Some(&Request::Leave.into()) => self.left(),
                _answer => Vec::new(),
            };
        }
        let has_ended = self.membership.as_mut().is_some_and(|it| it.hear(message));
        if has_ended { self.left() } else { Vec::new() }
    }

    fn joined(&mut self, joined: &Joined) -> Vec<Act> {
        self.entering.granted();
        self.membership = Some(Membership::begun(joined));
        vec![Act::Keep(joined.lobby, joined.token.clone())]
    }

    fn left(&mut self) -> Vec<Act> {
        self.membership
            .take()
            .map(|_| Act::Forget)
            .into_iter()
            .collect()
    }

    fn pong(&mut self, now: Duration) -> Vec<Act> {
        let Phase::Up(life) = &mut self.phase else {
            return Vec::new();
        };
        let ms = life.pong(now);
        ms.map(|ms| Act::Tell(LinkEvent::Latency { ms }))
            .into_iter()
            .collect()
    }

    /// Tells the person that no answer is late any more.
    fn made_up_for(&mut self, now: Duration) -> Option<Act> {
        let oldest = self.unanswered.oldest();
        let Phase::Up(life) = &mut self.phase else {
            return None;
        };
        life.is_made_up_for(now, oldest)
            .then_some(Act::Tell(LinkEvent::Late { is_late: false }))
    }

    fn command(&mut self, now: Duration, command: ClientCommandWithId) -> Vec<Act> {
        // A command that comes without a connection was sent before the screens knew of its loss;
        // it is sent with the others after the resume.
        let ClientCommandWithId { id, command } = command;
        let command = self.entering.known_again(command);
        // A command that is sent again comes without it: the server asks for the commitment then.
        let commitment = self.sharer.commits(&command);
        let mut said = self.unanswered.register(now, Some(id), command);
        if let ClientMessage::Command { commits, .. } = &mut said {
            *commits = commitment;
        }
        if matches!(self.phase, Phase::Up(_)) {
            vec![Act::Send(said)]
        } else {
            Vec::new()
        }
    }

    fn retry_now(&mut self, now: Duration) -> Vec<Act> {
        if matches!(self.phase, Phase::Waiting { .. }) {
            self.dial(now)
        } else {
            Vec::new()
        }
    }

    fn due(&mut self, now: Duration, luck: &mut dyn Dice) -> Vec<Act> {
        let why = match self.phase {
            Phase::Waiting { until } if now >= until => return self.dial(now),
            Phase::Dialing { until } | Phase::Greeting { until, .. } if now >= until => {
                Loss::NoAnswer
            }
            Phase::Up(life) => match life.due(now, self.unanswered.oldest()) {
                Due::GiveUp => Loss::Silent,
                Due::Nothing => return Vec::new(),
                Due::Ask => {
                    self.live_on(|it| it.ask(now));
                    return vec![Act::Ping];
                }
                Due::TellLate => {
                    self.live_on(Life::tell_late);
                    return vec![Act::Tell(LinkEvent::Late { is_late: true })];
                }
            },
            Phase::Waiting { .. }
            | Phase::Dialing { .. }
            | Phase::Greeting { .. }
            | Phase::Closed => return Vec::new(),
        };
        self.lost(now, why, luck)
    }

    fn live_on(&mut self, note: impl FnOnce(&mut Life)) {
        if let Phase::Up(life) = &mut self.phase {
            note(life);
        }
    }

    /// The address that is dialed, or was dialed last.
    fn address(&self) -> String {
        let nth = self.attempts.lost() % self.addresses.len().max(1);
        self.addresses.get(nth).cloned().unwrap_or_default()
    }

    fn dial(&mut self, now: Duration) -> Vec<Act> {
        self.phase = Phase::Dialing {
            until: now + ms(CONNECT_MS_MAX),
        };
        let (address, attempt) = (self.address(), self.attempts.begin());
        vec![
            Act::Tell(LinkEvent::Connecting { address, attempt }),
            Act::Dial(self.attempts.lost()),
        ]
    }

    fn lost(&mut self, now: Duration, why: Loss, luck: &mut dyn Dice) -> Vec<Act> {
        let closing = self.closing.take();
        let mut acts = vec![Act::HangUp];
        match self.phase {
            Phase::Waiting { .. } | Phase::Closed => return Vec::new(),
            Phase::Up(life) => self.attempts.end(life.since, now),
            // A server that closes instead of answering a resume rejects it, unless it cannot tell
            // yet: the next hello does not resume.
            Phase::Greeting { resuming: true, .. }
                if closing.as_ref().is_some_and(|it| !it.code.is_transient()) =>
            {
                acts.extend(self.left());
            }
            Phase::Dialing { .. } | Phase::Greeting { .. } => {}
        }
        self.attempts.fail();
        match closing {
            Some(closing) if closing.is_final() => {
                if closing.is_kicked() {
                    acts.extend(self.left());
                }
                let Closing { code, message } = closing;
                acts.push(self.closed(code.into(), message));
            }
            None if self.attempts.is_given_up(self.addresses.len()) => {
                acts.push(self.unreachable(why));
            }
            _ if self.attempts.last_too_long(now) => acts.push(self.unreachable(why)),
            closing => {
                let retry_ms = self.attempts.pause_ms(luck);
                let until = now + ms(retry_ms);
                self.phase = Phase::Waiting { until };
                let why = closing.map_or(why, |it| Loss::Told {
                    code: it.code,
                    message: it.message,
                });
                acts.push(Act::Tell(LinkEvent::Waiting { retry_ms, why }));
            }
        }
        acts
    }

    fn unreachable(&mut self, why: Loss) -> Act {
        let message = format!("{} does not answer: {why}", self.addresses.join(", "));
        self.closed(LinkCode::Unreachable(why), message)
    }

    fn closed(&mut self, code: LinkCode, message: String) -> Act {
        self.phase = Phase::Closed;
        Act::Tell(LinkEvent::Closed { code, message })
    }
}

fn ms(count: u64) -> Duration {
    Duration::from_millis(count)
}

#[cfg(test)]
mod tests;
