//! The link to a server: a task that keeps a connection alive, and the state machine that tells it how.
//!
//! Called by `network`. The machine decides; the task owns the socket, the clock and the luck, and does what it is told.
//! One websocket at a time; every wait has an end; the queues to and from the screens are bounded. Whatever the server says
//! is cleaned here, where it comes in: nothing behind this file can be made to show what moves a cursor or hides.

pub(crate) mod machine;

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use dicehall_engine::dice::SeededDice;
use dicehall_protocol::text::clean;
use dicehall_protocol::{LobbyCode, RequestKey, Resume, decode_server, encode_client};
use futures_util::{SinkExt, StreamExt};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite::{self, Message};

use crate::fair::sharer::Sharer;
use crate::net::address::Address;
use crate::net::dial::{DialError, Socket, open, reason};
use crate::net::link::{
    CONTROL_MAX, ClientCommandWithId, INCOMING_MAX, Link, LinkControl, LinkEvent, OUTGOING_MAX,
};
use crate::net::trust::Trust;
use machine::entering::key_of;
use machine::{Act, Input, Machine};

/// The longest that a frame may take to be handed to the system.
const SEND_MS_MAX: u64 = 10_000;
/// The longest that saying goodbye may take.
const GOODBYE_MS_MAX: u64 = 500;

/// Where the proof of being in a lobby is kept for a later start of the program.
pub(crate) trait Keep: Send {
    /// Keeps it, in place of what was kept before.
    fn keep(&mut self, lobby: LobbyCode, token: &str);
    /// Throws it away.
    fn forget(&mut self);
}

/// The task's side of a link.
pub(crate) struct Connection {
    address: Address,
    trust: Trust,
    machine: Machine,
    keep: Box<dyn Keep>,
    ends: Ends,
    wire: Wire,
    begun: Instant,
    luck: SeededDice,
}

/// How far a connection has come.
enum Wire {
    None,
    Dialing(Pin<Box<dyn Future<Output = Result<Socket, DialError>> + Send>>),
    Open(Box<Socket>),
}

/// The link is over: the other side has gone, or there is nothing left to do.
struct Over;

/// The task's ends of a link's queues.
#[derive(Debug)]
pub(crate) struct Ends {
    pub(crate) outgoing: mpsc::Receiver<ClientCommandWithId>,
    pub(crate) control: mpsc::Receiver<LinkControl>,
    pub(crate) incoming: mpsc::Sender<LinkEvent>,
}

/// The server to connect to, the person, and the seat from an earlier run.
pub(crate) struct Errand {
    pub(crate) address: Address,
    pub(crate) trust: Trust,
    pub(crate) name: String,
    pub(crate) resume: Option<Resume>,
    pub(crate) keep: Box<dyn Keep>,
    /// The seed of the pauses between attempts.
    pub(crate) luck_seed: u64,
}

/// A link without a task yet.
pub(crate) fn link() -> (Link, Ends) {
    let (outgoing, commands) = mpsc::channel(OUTGOING_MAX);
    let (control, requests) = mpsc::channel(CONTROL_MAX);
    let (events, incoming) = mpsc::channel(INCOMING_MAX);
    let link = Link {
        outgoing,
        control,
        incoming,
    };
    let ends = Ends {
        outgoing: commands,
        control: requests,
        incoming: events,
    };
    (link, ends)
}

impl Connection {
    /// The task's side of a link.
    pub(crate) fn new(ends: Ends, errand: Errand) -> Self {
        let address = errand.address.to_string();
        let sharer = Sharer::from_system();
        Self {
            address: errand.address,
            trust: errand.trust,
            machine: Machine::new(address, errand.name, errand.resume, sharer),
            keep: errand.keep,
            ends,
            wire: Wire::None,
            begun: Instant::now(),
            luck: SeededDice::new(errand.luck_seed),
        }
    }

    /// Keeps the connection alive until the link is dropped or the machine has closed.
    pub(crate) async fn run(mut self) {
        while let Some(deadline) = self.machine.deadline() {
            let input = self.next(deadline).await;
            let Some(input) = input else { break };
            if let Err(Over) = self.take_in(input).await {
                break;
            }
        }
        self.say_goodbye().await;
    }

    /// Waits for the next input of the machine; `None` when the link has been dropped.
    async fn next(&mut self, deadline: Duration) -> Option<Input> {
        let due = self.begun + deadline;
        let takes_commands = self.machine.takes_commands();
        tokio::select! {
            // The person first, then the clock, then the server: neither a flood of frames nor one of commands can keep
            // the others waiting for ever, because the outbox is refilled only by the person.
            biased;
            request = self.ends.control.recv() => {
                request.map(|LinkControl::RetryNow| Input::RetryNow)
            }
            command = self.ends.outgoing.recv(), if takes_commands => command.map(|it| Input::Command(keyed(it))),
            () = sleep_until(due) => Some(Input::Due),
            input = self.wire.next() => Some(input),
        }
    }

    /// Lets the machine decide and does what it says; a failure to do it is the next thing that happens.
    async fn take_in(&mut self, input: Input) -> Result<(), Over> {
        let mut next = Some(input);
        while let Some(input) = next.take() {
            let now = self.begun.elapsed();
            for act in self.machine.handle(now, input, &mut self.luck) {
                if let Err(why) = self.perform(act).await? {
                    next = Some(Input::Lost(why));
                    break;
                }
            }
        }
        Ok(())
    }

    async fn perform(&mut self, act: Act) -> Result<Result<(), String>, Over> {
        match act {
            Act::Dial => {
                self.wire = Wire::Dialing(Box::pin(open(self.address.clone(), self.trust.clone())));
            }
            Act::HangUp => self.wire = Wire::None,
            Act::Send(message) => {
                let frame = Message::text(encode_client(&message));
                return Ok(self.wire.send(frame).await);
            }
            Act::Ping => {
                let frame = Message::Ping(tungstenite::Bytes::new());
                return Ok(self.wire.send(frame).await);
            }
            Act::Tell(event) => self.ends.incoming.send(event).await.map_err(|_gone| Over)?,
            Act::Keep(lobby, token) => self.keep.keep(lobby, &token),
            Act::Forget => self.keep.forget(),
        }
        Ok(Ok(()))
    }

    /// Closes in good order, so that the server need not wait to find out.
    async fn say_goodbye(&mut self) {
        if let Wire::Open(socket) = &mut self.wire {
            // The server finds out in any case; this only spares it the waiting.
            timeout(Duration::from_millis(GOODBYE_MS_MAX), socket.close())
                .await
                .ok();
        }
    }
}

impl Wire {
    /// Waits for the next input from the wire, for ever while there is none. Nothing is lost when the future is dropped.
    async fn next(&mut self) -> Input {
        match self {
            Self::None => std::future::pending().await,
            Self::Dialing(dialing) => match dialing.as_mut().await {
                Ok(socket) => {
                    *self = Self::Open(Box::new(socket));
                    Input::Opened
                }
                Err(error) => {
                    *self = Self::None;
                    match error {
                        DialError::Failed(why) => Input::Lost(why),
                        DialError::Stranger(fingerprint) => Input::Stranger(fingerprint),
                        DialError::Refused { code, message } => Input::Refused { code, message },
                    }
                }
            },
            Self::Open(socket) => match socket.next().await {
                Some(Ok(frame)) => read(&frame),
                Some(Err(error)) => Input::Lost(reason(&error)),
                None => Input::Lost("the server closed the connection".to_owned()),
            },
        }
    }

    async fn send(&mut self, frame: Message) -> Result<(), String> {
        let Self::Open(socket) = self else {
            return Ok(());
        };
        match timeout(Duration::from_millis(SEND_MS_MAX), socket.send(frame)).await {
            Ok(sent) => sent.map_err(|error| reason(&error)),
            Err(_elapsed) => Err(format!(
                "nothing could be sent for {} s",
                SEND_MS_MAX / 1000
            )),
        }
    }
}

fn read(frame: &Message) -> Input {
    match frame {
        Message::Text(text) => match decode_server(text) {
            Ok(message) => Input::Heard(Box::new(message.cleaned())),
            Err(error) => Input::Lost(clean(&format!(
                "the server said something else than a message: {error}"
            ))),
        },
        Message::Pong(_) => Input::Pong,
        Message::Close(_) => Input::Lost("the server closed the connection".to_owned()),
        Message::Binary(_) => Input::Lost("the server sent something else than text".to_owned()),
        Message::Ping(_) | Message::Frame(_) => Input::Alive,
    }
}

/// A request to come into a lobby gets a key that nobody can guess.
fn keyed(mut command: ClientCommandWithId) -> ClientCommandWithId {
    if let Some(key @ None) = key_of(&mut command.command) {
        *key = Some(RequestKey(rand::random()));
    }
    command
}

#[cfg(test)]
mod tests;
