//! A connection as a state machine: what happened goes in, what is to be done comes out.
//!
//! Pure: no socket, no clock, no generator. The task in `connection` feeds it and does what it says. Time is the time
//! since the link began; luck is only for the pauses, so that a thousand clients do not come back in the same instant.

mod attempts;
mod closing;
pub(crate) mod entering;
mod stay;
mod unanswered;

use std::time::Duration;

use dicehall_engine::Dice;
use dicehall_engine::lobby::Request;
use dicehall_protocol::{
    ClientCommand, ClientMessage, Code, Joined, LobbyCode, Renewed, Reply, Resume, ServerMessage,
    VERSION,
};

use crate::fair::audit::witness::Witness;
use crate::fair::sharer::Sharer;
use crate::net::fingerprint::Fingerprint;
use crate::net::link::{ClientCommandWithId, LinkEvent};
use attempts::Attempts;
use closing::Closing;
use entering::Entering;
use stay::Stay;
use unanswered::Unanswered;

/// The longest that connecting may take, the websocket handshake included.
pub(crate) const CONNECT_MS_MAX: u64 = 5_000;
/// The longest that the server may take to answer the hello.
pub(crate) const WELCOME_MS_MAX: u64 = 5_000;
/// A connection on which nothing was heard for this long is lost.
pub(crate) const SILENCE_MS_MAX: u64 = 45_000;
/// How often the server is asked whether it is there, and how quickly it answers.
pub(crate) const PING_EVERY_MS: u64 = 15_000;

/// Something that happened to the link.
#[derive(Debug)]
pub(crate) enum Input {
    /// The websocket is open.
    Opened,
    /// The server said something.
    Heard(Box<ServerMessage>),
    /// A frame came that is no message: an answer to a ping, or one to us.
    Alive,
    /// The answer to our ping came.
    Pong,
    /// The socket could not be opened, or is gone.
    Lost(String),
    /// The server is new, and nobody vouches for it.
    Stranger(Fingerprint),
    /// The socket cannot be opened, now or later.
    Refused {
        /// Stable.
        code: &'static str,
        /// A sentence, for people.
        message: String,
    },
    /// The person wants something.
    Command(ClientCommandWithId),
    /// The person does not want to wait.
    RetryNow,
    /// The deadline has come.
    Due,
}

/// Something that the task is to do.
#[derive(Debug, PartialEq)]
pub(crate) enum Act {
    /// Open a socket.
    Dial,
    /// Drop the socket, or the attempt to open one.
    HangUp,
    /// Say something.
    Send(ClientMessage),
    /// Ask whether the server is there.
    Ping,
    /// Tell the screens.
    Tell(LinkEvent),
    /// Keep the proof of being in a lobby for a later start of the program.
    Keep(LobbyCode, String),
    /// Throw that proof away.
    Forget,
}

/// The state of a link.
#[derive(Debug)]
pub(crate) struct Machine {
    address: String,
    name: String,
    phase: Phase,
    attempts: Attempts,
    /// Where the person is, if anywhere.
    stay: Option<Stay>,
    /// The person's part in the dice, which needs no person.
    sharer: Sharer,
    /// The record of the match, for the check at its end.
    witness: Witness,
    unanswered: Unanswered,
    entering: Entering,
    /// The reason that the server gave before it closed.
    closing: Option<Closing>,
}

/// Where the link stands; each wait has an end.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    Dialing { until: Duration },
    Greeting { until: Duration, resuming: bool },
    Up(Up),
    Waiting { until: Duration },
    Closed,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Up {
    since: Duration,
    heard: Duration,
    ping_due: Duration,
    pinged: Option<Duration>,
}

impl Machine {
    /// A link to be; `resume` is the proof from an earlier run of the program, if there is one.
    pub(crate) fn new(
        address: String,
        name: String,
        resume: Option<Resume>,
        sharer: Sharer,
    ) -> Self {
        Self {
            address,
            name,
            phase: Phase::Waiting {
                until: Duration::ZERO,
            },
            attempts: Attempts::default(),
            stay: resume.map(Stay::resumed),
            sharer,
            witness: Witness::default(),
            unanswered: Unanswered::default(),
            entering: Entering::default(),
            closing: None,
        }
    }

    /// When `Input::Due` is wanted; `None` when it is over.
    pub(crate) fn deadline(&self) -> Option<Duration> {
        match self.phase {
            Phase::Dialing { until } | Phase::Greeting { until, .. } | Phase::Waiting { until } => {
                Some(until)
            }
            Phase::Up(Up {
                heard, ping_due, ..
            }) => Some(ping_due.min(heard + ms(SILENCE_MS_MAX))),
            Phase::Closed => None,
        }
    }

    /// Whether commands are taken.
    pub(crate) fn takes_commands(&self) -> bool {
        !self.unanswered.is_full()
    }

    /// Takes in what happened and says what is to be done, in order.
    pub(crate) fn handle(&mut self, now: Duration, input: Input, luck: &mut dyn Dice) -> Vec<Act> {
        let is_alive = matches!(input, Input::Heard(_) | Input::Alive | Input::Pong);
        if let Phase::Up(up) = &mut self.phase
            && is_alive
        {
            up.heard = now;
        }
        match input {
            Input::Opened => self.opened(now),
            Input::Heard(message) => self.heard(now, *message, luck),
            Input::Alive => Vec::new(),
            Input::Pong => self.pong(now),
            Input::Lost(why) => self.lost(now, why, luck),
            Input::Stranger(fingerprint) => {
                self.phase = Phase::Closed;
                let address = self.address.clone();
                vec![
                    Act::HangUp,
                    Act::Tell(LinkEvent::Stranger {
                        address,
                        fingerprint,
                    }),
                ]
            }
            Input::Refused { code, message } => {
                let code = Code::from(code);
                vec![Act::HangUp, self.closed(Closing { code, message })]
            }
            Input::Command(command) => self.command(command),
            Input::RetryNow => self.retry_now(now),
            Input::Due => self.due(now, luck),
        }
    }

    fn opened(&mut self, now: Duration) -> Vec<Act> {
        if !matches!(self.phase, Phase::Dialing { .. }) {
            return Vec::new();
        }
        let resume = self.stay.as_ref().map(|it| it.resume.clone());
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
                    resumed, renewed, ..
                },
            ) => {
                self.sharer.begin();
                self.welcomed(now, resuming, renewed.filter(|_| resumed))
            }
            (Phase::Greeting { .. } | Phase::Up(_), ServerMessage::Closing { code, message }) => {
                self.closing = Some(Closing {
                    code: code.clone(),
                    message: message.clone(),
                });
                vec![tell(ServerMessage::Closing { code, message })]
            }
            (Phase::Up(_), message) => self.heard_up(message),
            (Phase::Greeting { .. }, ServerMessage::Error { code, message }) => {
                vec![Act::HangUp, self.closed(Closing { code, message })]
            }
            (Phase::Greeting { .. }, _) => {
                self.lost(now, "the server did not welcome us".to_owned(), luck)
            }
            (Phase::Dialing { .. } | Phase::Waiting { .. } | Phase::Closed, _) => Vec::new(),
        }
    }

    /// Messages on a connection that is up go to the screens, except answers to commands of the link itself.
    fn heard_up(&mut self, mut message: ServerMessage) -> Vec<Act> {
        let answered = self.unanswered.answered(&mut message);
        if answered.as_ref().is_some_and(|it| it.id.is_none()) {
            return Vec::new();
        }
        let mut acts = self.remember(&message, answered.as_ref().map(|it| &it.command));
        if let (ServerMessage::Accepted { .. }, Some(answered)) = (&message, &answered) {
            self.witness.note_accepted(&answered.command);
        }
        let share = self.sharer.heard(&message);
        acts.extend(share.map(|it| Act::Send(self.unanswered.enlist(None, it.into()))));
        let verdict = self.witness.heard(&message, self.sharer.given());
        acts.push(tell(message));
        acts.extend(verdict.map(|it| Act::Tell(LinkEvent::Audited(it))));
        acts
    }

    fn welcomed(&mut self, now: Duration, resuming: bool, renewed: Option<Renewed>) -> Vec<Act> {
        self.phase = Phase::Up(Up {
            since: now,
            heard: now,
            ping_due: now + ms(PING_EVERY_MS),
            pinged: Some(now),
        });
        self.attempts.succeed();
        let (mut acts, resumed) = (Vec::new(), renewed.is_some());
        if let Some(renewed) = renewed {
            acts.extend(self.renew(renewed));
        } else {
            self.unanswered.forget();
            if resuming {
                self.stay = None;
                acts.push(Act::Forget);
            }
        }
        acts.extend([Act::Tell(LinkEvent::Connected { resumed }), Act::Ping]);
        acts.extend(self.unanswered.said_again().into_iter().map(Act::Send));
        acts
    }

    /// The new token is kept before anything is said, because what is said ends the old one.
    fn renew(&mut self, renewed: Renewed) -> Option<Act> {
        let Renewed { token, last_id } = renewed;
        self.unanswered.use_up_to(last_id);
        let stay = self.stay.as_mut()?;
        stay.resume.token.clone_from(&token);
        Some(Act::Keep(stay.resume.lobby, token))
    }

    /// Remembers the token and the revision that a resume needs.
    fn remember(&mut self, message: &ServerMessage, asked: Option<&ClientCommand>) -> Vec<Act> {
        if let ServerMessage::Accepted { reply, .. } = message {
            return match reply {
                Some(Reply::Joined(joined)) => self.joined(joined),
                Some(Reply::Lobbies(_) | Reply::History(_) | Reply::Listening(_)) | None
                    if asked == Some(&Request::Leave.into()) =>
                {
                    self.left()
                }
                Some(Reply::Lobbies(_) | Reply::History(_) | Reply::Listening(_)) | None => {
                    Vec::new()
                }
            };
        }
        let has_ended = self.stay.as_mut().is_some_and(|it| it.hear(message));
        if has_ended { self.left() } else { Vec::new() }
    }

    fn joined(&mut self, joined: &Joined) -> Vec<Act> {
        self.entering.granted();
        self.stay = Some(Stay::begun(joined));
        vec![Act::Keep(joined.lobby, joined.token.clone())]
    }

    fn left(&mut self) -> Vec<Act> {
        self.stay.take().map(|_| Act::Forget).into_iter().collect()
    }

    fn pong(&mut self, now: Duration) -> Vec<Act> {
        let Phase::Up(up) = &mut self.phase else {
            return Vec::new();
        };
        let Some(pinged) = up.pinged.take() else {
            return Vec::new();
        };
        let ms = u32::try_from(now.saturating_sub(pinged).as_millis()).unwrap_or(u32::MAX);
        vec![Act::Tell(LinkEvent::Latency { ms })]
    }

    fn command(&mut self, command: ClientCommandWithId) -> Vec<Act> {
        // A command that comes while there is no connection was sent before its loss was known: it is said after the
        // resume with the others.
        let ClientCommandWithId { id, command } = command;
        let command = self.entering.known_again(command);
        let said = self.unanswered.enlist(Some(id), command);
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
            Phase::Dialing { until } if now >= until => {
                format!("no connection within {} s", CONNECT_MS_MAX / 1000)
            }
            Phase::Greeting { until, .. } if now >= until => {
                format!("no welcome within {} s", WELCOME_MS_MAX / 1000)
            }
            Phase::Up(up) if now >= up.heard + ms(SILENCE_MS_MAX) => {
                format!("nothing heard for {} s", SILENCE_MS_MAX / 1000)
            }
            Phase::Up(up) if now >= up.ping_due => return self.ping(now, up),
            Phase::Waiting { .. }
            | Phase::Dialing { .. }
            | Phase::Greeting { .. }
            | Phase::Up(_)
            | Phase::Closed => return Vec::new(),
        };
        self.lost(now, why, luck)
    }

    fn ping(&mut self, now: Duration, up: Up) -> Vec<Act> {
        self.phase = Phase::Up(Up {
            ping_due: now + ms(PING_EVERY_MS),
            pinged: up.pinged.or(Some(now)),
            ..up
        });
        vec![Act::Ping]
    }

    fn dial(&mut self, now: Duration) -> Vec<Act> {
        self.phase = Phase::Dialing {
            until: now + ms(CONNECT_MS_MAX),
        };
        let (address, attempt) = (self.address.clone(), self.attempts.begin());
        vec![
            Act::Tell(LinkEvent::Connecting { address, attempt }),
            Act::Dial,
        ]
    }

    fn lost(&mut self, now: Duration, why: String, luck: &mut dyn Dice) -> Vec<Act> {
        let closing = self.closing.take();
        let mut acts = vec![Act::HangUp];
        match self.phase {
            Phase::Waiting { .. } | Phase::Closed => return Vec::new(),
            Phase::Up(Up { since, .. }) => self.attempts.end(since, now),
            // A server that closes in the face of a resume does not want it, unless it cannot tell yet: the next hello asks
            // for none.
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
                acts.push(self.closed(closing));
            }
            None if self.attempts.are_in_vain() => acts.push(self.unreachable(&why)),
            _ if self.attempts.last_too_long(now) => acts.push(self.unreachable(&why)),
            closing => {
                let retry_ms = self.attempts.pause_ms(luck);
                let until = now + ms(retry_ms);
                self.phase = Phase::Waiting { until };
                let why = closing.map_or(why, |it| it.message);
                acts.push(Act::Tell(LinkEvent::Waiting { retry_ms, why }));
            }
        }
        acts
    }

    fn unreachable(&mut self, why: &str) -> Act {
        self.closed(Closing {
            code: Code::from("unreachable"),
            message: format!("{} does not answer: {why}", self.address),
        })
    }

    fn closed(&mut self, Closing { code, message }: Closing) -> Act {
        self.phase = Phase::Closed;
        let code = code.to_string();
        Act::Tell(LinkEvent::Closed { code, message })
    }
}

fn tell(message: ServerMessage) -> Act {
    Act::Tell(LinkEvent::Message(Box::new(message)))
}

fn ms(count: u64) -> Duration {
    Duration::from_millis(count)
}

#[cfg(test)]
mod tests;
