//! A connection as a state machine: what happened goes in, what is to be done comes out.
//!
//! Pure: no socket, no clock, no generator. The task in `connection` feeds it and does what it says. Time is the time
//! since the link began; luck is only for the pauses, so that a thousand clients do not come back in the same instant.

pub(crate) mod entering;
mod numbers;
mod stay;

mod closing;

use std::collections::BTreeMap;
use std::time::Duration;

use dicehall_engine::Dice;
use dicehall_engine::lobby::PlayerId;
use dicehall_protocol::{
    ClientCommand, ClientMessage, Code, Joined, LobbyCode, Renewed, Reply, Resume, ServerMessage,
    VERSION,
};

use crate::fair::audit::witness::Witness;
use crate::net::fingerprint::Fingerprint;
use numbers::{Waiting, say};
use stay::ends_stay_of;

use crate::fair::sharer::Sharer;
use crate::net::link::{ClientCommandWithId, LinkEvent};
use closing::{is_final, is_kicked};

/// The longest that connecting may take, the websocket handshake included.
pub(crate) const CONNECT_MS_MAX: u64 = 5_000;
/// The longest that the server may take to answer the hello.
pub(crate) const WELCOME_MS_MAX: u64 = 5_000;
/// A connection on which nothing was heard for this long is lost.
pub(crate) const SILENCE_MS_MAX: u64 = 45_000;
/// How often the server is asked whether it is there, and how quickly it answers.
pub(crate) const PING_EVERY_MS: u64 = 15_000;
/// The longest pause before the second attempt; it doubles with every failure.
pub(crate) const PAUSE_MS_FIRST: u64 = 250;
/// The longest pause before any attempt.
pub(crate) const PAUSE_MS_MAX: u64 = 15_000;
/// A connection that lasted this long was a good one: the pauses begin anew.
pub(crate) const STABLE_MS: u64 = 10_000;
/// How often an address that never answered is tried.
pub(crate) const FIRST_ATTEMPTS_MAX: u32 = 3;
/// After this long without a server the link gives up.
pub(crate) const GIVE_UP_MS: u64 = 30 * 60_000;
/// The most commands that wait for an answer; more stay in the outbox.
pub(crate) const UNANSWERED_MAX: usize = 32;

/// What happened.
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

/// What is to be done.
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
    /// Where the person is, if anywhere.
    place: Option<Place>,
    /// The person's part in the dice, which needs no person.
    sharer: Sharer,
    /// What was seen of the match, for the check at its end.
    witness: Witness,
    /// What waits for an answer, by the numbers under which the server knows it.
    unanswered: BTreeMap<u64, Waiting>,
    /// The last request to come into a lobby, until it is granted.
    entering: Option<ClientCommand>,
    /// The lowest number that no command has had, in this run of the program or in an earlier one.
    next_id: u64,
    /// Attempts since the last success, for people.
    attempt: u32,
    /// Failures since the last connection that lasted, for the pauses.
    failures: u32,
    /// Since when there has been no server.
    alone_since: Duration,
    /// Whether the server has ever answered.
    was_connected: bool,
    /// What the server said before it closed.
    closing: Option<(Code, String)>,
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

/// The proof of being in a lobby.
#[derive(Clone, Debug)]
struct Place {
    resume: Resume,
    /// `None` when the proof comes from an earlier run of the program.
    me: Option<PlayerId>,
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
            place: resume.map(|resume| Place { resume, me: None }),
            sharer,
            witness: Witness::default(),
            unanswered: BTreeMap::new(),
            entering: None,
            next_id: 0,
            attempt: 0,
            failures: 0,
            alone_since: Duration::ZERO,
            was_connected: false,
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
        self.unanswered.len() < UNANSWERED_MAX
    }

    /// Takes in what happened and says what is to be done, in order.
    pub(crate) fn handle(&mut self, now: Duration, input: Input, luck: &mut dyn Dice) -> Vec<Act> {
        if let Phase::Up(up) = &mut self.phase {
            match input {
                Input::Heard(_) | Input::Alive | Input::Pong => up.heard = now,
                Input::Opened
                | Input::Lost(_)
                | Input::Stranger(_)
                | Input::Refused { .. }
                | Input::Command(_)
                | Input::RetryNow
                | Input::Due => {}
            }
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
                vec![Act::HangUp, self.closed(code.to_owned(), message)]
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
        let resume = self.place.as_ref().map(|it| it.resume.clone());
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
                self.closing = Some((code.clone(), message.clone()));
                vec![tell(ServerMessage::Closing { code, message })]
            }
            (Phase::Up(_), mut message) => {
                let answered = self.answered(&mut message);
                if answered.as_ref().is_some_and(|it| it.id.is_none()) {
                    return Vec::new();
                }
                let mut acts = self.remember(&message, answered.as_ref().map(|it| &it.command));
                acts.extend(self.share(&message));
                let verdict = self.witness.heard(&message, self.sharer.given());
                acts.push(tell(message));
                acts.extend(verdict.map(|it| Act::Tell(LinkEvent::Audited(it))));
                acts
            }
            (Phase::Greeting { .. }, ServerMessage::Error { code, message }) => {
                vec![Act::HangUp, self.closed(code.to_string(), message)]
            }
            (Phase::Greeting { .. }, _) => {
                self.lost(now, "the server did not welcome us".to_owned(), luck)
            }
            (Phase::Dialing { .. } | Phase::Waiting { .. } | Phase::Closed, _) => Vec::new(),
        }
    }

    fn welcomed(&mut self, now: Duration, resuming: bool, renewed: Option<Renewed>) -> Vec<Act> {
        let up = Up {
            since: now,
            heard: now,
            ping_due: now + ms(PING_EVERY_MS),
            pinged: Some(now),
        };
        self.phase = Phase::Up(up);
        self.was_connected = true;
        self.attempt = 0;
        let (mut acts, resumed) = (Vec::new(), renewed.is_some());
        if let Some(renewed) = renewed {
            acts.extend(self.renew(renewed));
        } else {
            self.unanswered.clear();
            if resuming {
                self.place = None;
                acts.push(Act::Forget);
            }
        }
        acts.extend([Act::Tell(LinkEvent::Connected { resumed }), Act::Ping]);
        // The person's part in the dice is said anew, if it is still waited for.
        self.unanswered.retain(|_, it| it.id.is_some());
        acts.extend(
            self.unanswered
                .iter()
                .map(|(id, it)| say(*id, it.command.clone())),
        );
        acts
    }

    /// The new token is kept before anything is said, because what is said ends the old one.
    fn renew(&mut self, renewed: Renewed) -> Option<Act> {
        let Renewed { token, last_id } = renewed;
        self.next_id = self.next_id.max(last_id.saturating_add(1));
        let place = self.place.as_mut()?;
        place.resume.token.clone_from(&token);
        Some(Act::Keep(place.resume.lobby, token))
    }

    /// What the person's part in the dice is after a message.
    fn share(&mut self, message: &ServerMessage) -> Option<Act> {
        let command = self.sharer.heard(message)?;
        Some(self.enlist(None, command))
    }

    /// What must be known for a resume passes by here.
    fn remember(&mut self, message: &ServerMessage, asked: Option<&ClientCommand>) -> Vec<Act> {
        match message {
            ServerMessage::Accepted { reply, .. } => match reply {
                Some(Reply::Joined(joined)) => self.joined(joined),
                Some(Reply::Lobbies(_)) | None if asked == Some(&ClientCommand::Leave) => {
                    self.left()
                }
                Some(Reply::Lobbies(_)) | None => Vec::new(),
            },
            ServerMessage::Snapshot { revision, you, .. } => {
                if let Some(place) = &mut self.place {
                    place.resume.revision = Some(*revision);
                    place.me = Some(*you);
                }
                Vec::new()
            }
            ServerMessage::Update {
                revision, events, ..
            } => {
                if let Some(place) = &mut self.place {
                    place.resume.revision = Some(*revision);
                }
                let me = self.place.as_ref().and_then(|it| it.me);
                if events.iter().any(|it| ends_stay_of(me, it)) {
                    self.left()
                } else {
                    Vec::new()
                }
            }
            ServerMessage::Welcome { .. }
            | ServerMessage::Rejected { .. }
            | ServerMessage::Choices { .. }
            | ServerMessage::Clocks { .. }
            | ServerMessage::Presence { .. }
            | ServerMessage::Frozen { .. }
            | ServerMessage::Error { .. }
            | ServerMessage::Closing { .. } => Vec::new(),
        }
    }

    fn joined(&mut self, joined: &Joined) -> Vec<Act> {
        let Joined {
            lobby,
            player,
            token,
        } = joined;
        let resume = Resume {
            lobby: *lobby,
            token: token.clone(),
            revision: None,
        };
        self.entering = None;
        self.place = Some(Place {
            resume,
            me: Some(*player),
        });
        vec![Act::Keep(*lobby, token.clone())]
    }

    fn left(&mut self) -> Vec<Act> {
        self.place.take().map(|_| Act::Forget).into_iter().collect()
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
        let command = self.known_again(command);
        let said = self.enlist(Some(id), command);
        if matches!(self.phase, Phase::Up(_)) {
            vec![said]
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
        match self.phase {
            Phase::Waiting { until } if now >= until => self.dial(now),
            Phase::Dialing { until } if now >= until => self.lost(
                now,
                format!("no connection within {} s", CONNECT_MS_MAX / 1000),
                luck,
            ),
            Phase::Greeting { until, .. } if now >= until => self.lost(
                now,
                format!("no welcome within {} s", WELCOME_MS_MAX / 1000),
                luck,
            ),
            Phase::Up(up) if now >= up.heard + ms(SILENCE_MS_MAX) => self.lost(
                now,
                format!("nothing heard for {} s", SILENCE_MS_MAX / 1000),
                luck,
            ),
            Phase::Up(up) if now >= up.ping_due => {
                let pinged = up.pinged.or(Some(now));
                self.phase = Phase::Up(Up {
                    ping_due: now + ms(PING_EVERY_MS),
                    pinged,
                    ..up
                });
                vec![Act::Ping]
            }
            Phase::Waiting { .. }
            | Phase::Dialing { .. }
            | Phase::Greeting { .. }
            | Phase::Up(_)
            | Phase::Closed => Vec::new(),
        }
    }

    fn dial(&mut self, now: Duration) -> Vec<Act> {
        self.attempt += 1;
        self.phase = Phase::Dialing {
            until: now + ms(CONNECT_MS_MAX),
        };
        let address = self.address.clone();
        vec![
            Act::Tell(LinkEvent::Connecting {
                address,
                attempt: self.attempt,
            }),
            Act::Dial,
        ]
    }

    fn lost(&mut self, now: Duration, why: String, luck: &mut dyn Dice) -> Vec<Act> {
        let mut acts = vec![Act::HangUp];
        match self.phase {
            Phase::Waiting { .. } | Phase::Closed => return Vec::new(),
            Phase::Up(Up { since, .. }) => {
                self.alone_since = now;
                if now >= since + ms(STABLE_MS) {
                    self.failures = 0;
                }
            }
            // A server that closes in the face of a resume does not want it, unless it cannot tell yet: the next hello asks
            // for none.
            Phase::Greeting { resuming: true, .. }
                if self
                    .closing
                    .as_ref()
                    .is_some_and(|(code, _)| !code.is_transient()) =>
            {
                acts.extend(self.left());
            }
            Phase::Dialing { .. } | Phase::Greeting { .. } => {}
        }
        self.failures += 1;
        match self.closing.take() {
            Some((code, message)) if is_final(&code) => {
                if is_kicked(&code) {
                    acts.extend(self.left());
                }
                acts.push(self.closed(code.to_string(), message));
            }
            None if !self.was_connected && self.failures >= FIRST_ATTEMPTS_MAX => {
                acts.push(self.unreachable(&why));
            }
            _ if now >= self.alone_since + ms(GIVE_UP_MS) => {
                acts.push(self.unreachable(&why));
            }
            closing => {
                let pause = self.pause(luck);
                self.phase = Phase::Waiting { until: now + pause };
                let retry_ms = u64::try_from(pause.as_millis()).unwrap_or(PAUSE_MS_MAX);
                let why = closing.map_or(why, |(_, message)| message);
                acts.push(Act::Tell(LinkEvent::Waiting { retry_ms, why }));
            }
        }
        acts
    }

    fn unreachable(&mut self, why: &str) -> Act {
        let message = format!("{} does not answer: {why}", self.address);
        self.closed("unreachable".to_owned(), message)
    }

    fn closed(&mut self, code: String, message: String) -> Act {
        self.phase = Phase::Closed;
        Act::Tell(LinkEvent::Closed { code, message })
    }

    /// Between half of the longest pause and the whole: it doubles with every failure.
    fn pause(&self, luck: &mut dyn Dice) -> Duration {
        let doublings = self.failures.saturating_sub(1).min(16);
        let longest = (PAUSE_MS_FIRST << doublings).min(PAUSE_MS_MAX);
        ms(longest / 2 + luck.below(longest / 2 + 1))
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
