//! The connection of a link: a task that keeps it alive, and the state machine that directs the
//! task.
//!
//! Called by `network`. The machine decides; the task owns the socket, the clock and the luck, and
//! carries out the machine's decisions. There is one websocket at a time, every wait has a limit,
//! and the queues to and from the screens are bounded. All texts of the server are cleaned here,
//! where they come in, so that no later code can show control or invisible characters.

pub(crate) mod machine;

use std::future::Future;
use std::net::IpAddr;
use std::pin::Pin;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use dicehall_engine::dice::SeededDice;
use dicehall_protocol::text::clean;
use dicehall_protocol::{
    LobbyCode, RequestKey, Resume, ServerMessage, decode_server, encode_client,
};
use futures_util::{SinkExt, StreamExt};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite::{self, Message};

use crate::fair::sharer::Sharer;
use crate::files::keep::NotKept;
use crate::lang::Language;
use crate::net::addresses::Addresses;
use crate::net::dial::{DialError, Opened, open_at};
use crate::net::link::{
    CONTROL_MAX, ClientCommandWithId, INCOMING_MAX, Link, LinkControl, LinkEvent, OUTGOING_MAX,
};
use crate::net::loss::Loss;
use crate::net::trust::Trust;
use crate::net::trust::signer::Signer;
use machine::entering::key_of;
use machine::{Act, Input, Machine};

/// The longest time that a frame may take to be handed to the system, in milliseconds: a server that takes nothing for so
/// long is as good as silent.
const SEND_MS_MAX: u64 = 5_000;
/// The longest time that closing the websocket may take, in milliseconds.
const GOODBYE_MS_MAX: u64 = 500;

/// The storage for the proof of being in a lobby (a token), for a later run of the program.
pub(crate) trait Keep: Send {
    /// Stores the proof, replacing the former one.
    fn keep(&mut self, lobby: LobbyCode, token: &str) -> Result<(), NotKept>;
    /// Deletes the proof.
    fn forget(&mut self);
}

/// The task's side of a link.
pub(crate) struct Connection {
    addresses: Addresses,
    trust: Trust,
    /// The key by which the person signs in; `None` for a guest.
    signer: Option<Signer>,
    /// The address of the person for whom this program, a door, connects; `None` for the person's own.
    speaks_for: Option<IpAddr>,
    /// The address that was dialed last.
    dialed: String,
    machine: Machine,
    keep: Box<dyn Keep>,
    ends: Ends,
    wire: Wire,
    begun: Instant,
    luck: SeededDice,
}

/// The stage of the socket.
enum Wire {
    None,
    Dialing(Pin<Box<dyn Future<Output = Result<Opened, DialError>> + Send>>),
    Open(Box<Opened>),
}

/// The end of the link: the other side has gone, or there is nothing left to do.
struct Over;

/// The task's ends of a link's queues.
#[derive(Debug)]
pub(crate) struct Ends {
    pub(crate) outgoing: mpsc::Receiver<ClientCommandWithId>,
    pub(crate) control: mpsc::Receiver<LinkControl>,
    pub(crate) incoming: mpsc::Sender<LinkEvent>,
}

/// The assignment of a link: the server, the person, and the seat from an earlier run.
pub(crate) struct ConnectOptions {
    pub(crate) addresses: Addresses,
    pub(crate) trust: Trust,
    pub(crate) name: String,
    /// The key by which the person signs in; `None` for a guest.
    pub(crate) signer: Option<Signer>,
    /// The address of the person for whom this program, a door, connects; `None` for the person's own.
    pub(crate) speaks_for: Option<IpAddr>,
    pub(crate) resume: Option<Resume>,
    pub(crate) keep: Box<dyn Keep>,
    /// The seed for the random pauses between attempts.
    pub(crate) luck_seed: u64,
}

/// Makes the two sides of a link, before its task runs.
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

/// The time since 1970 by the clock of this machine.
fn clock() -> Duration {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    // A clock before 1970 is wrong, and only delays a return.
    now.unwrap_or_default()
}

impl Connection {
    /// The task's side of a link.
    pub(crate) fn new(ends: Ends, options: ConnectOptions) -> Self {
        let addresses = options.addresses.all().map(ToString::to_string).collect();
        let sharer = Sharer::from_system();
        Self {
            addresses: options.addresses,
            trust: options.trust,
            signer: options.signer,
            speaks_for: options.speaks_for,
            dialed: String::new(),
            machine: Machine::new(addresses, options.name, options.resume, sharer, clock()),
            keep: options.keep,
            ends,
            wire: Wire::None,
            begun: Instant::now(),
            luck: SeededDice::new(options.luck_seed),
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
            // The order is the person, the clock, the server: neither a flood of frames nor one of
            // commands can block the others for ever, because the outbox is refilled only by the
            // person.
            biased;
            request = self.ends.control.recv() => {
                request.map(|it| self.asked(it))
            }
            command = self.ends.outgoing.recv(), if takes_commands => command.map(|it| Input::Command(keyed(it))),
            () = sleep_until(due) => Some(Input::Due),
            input = self.wire.next() => Some(input),
        }
    }

    /// The input that a request to the link itself is.
    fn asked(&mut self, request: LinkControl) -> Input {
        match request {
            LinkControl::RetryNow => Input::RetryNow,
            LinkControl::SignIn(wish) => {
                if let Some(signer) = &mut self.signer {
                    signer.want(wish);
                }
                let has_key = self.signer.is_some();
                Input::SignIn { has_key }
            }
        }
    }

    /// Lets the machine decide and carries out its acts; a failure is the machine's next input.
    async fn take_in(&mut self, input: Input) -> Result<(), Over> {
        self.tell_not_kept(self.trust.known.take_fault()).await?;
        self.prepare_answer(&input);
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

    /// Answers the challenge of a server that greets, if the person has a key.
    fn prepare_answer(&mut self, input: &Input) {
        let (Some(signer), Wire::Open(opened), Input::Heard(message)) =
            (&mut self.signer, &self.wire, input)
        else {
            return;
        };
        if let ServerMessage::Welcome {
            challenge: Some(challenge),
            ..
        } = &**message
        {
            let answer = signer.answer(&self.dialed, opened.certificate, challenge);
            signer.has_said();
            self.machine.prepare_answer(answer);
        }
    }

    /// Tells that something was not kept for the person.
    async fn tell_not_kept(&mut self, not_kept: Option<NotKept>) -> Result<(), Over> {
        let Some(not_kept) = not_kept else {
            return Ok(());
        };
        tracing::warn!("{}", not_kept.told(Language::English));
        let told = self.ends.incoming.send(LinkEvent::NotKept(not_kept));
        told.await.map_err(|_gone| Over)
    }

    async fn perform(&mut self, act: Act) -> Result<Result<(), Loss>, Over> {
        match act {
            Act::Dial(failures) => {
                let (address, turn) = self.addresses.after(failures);
                self.dialed = address.to_string();
                let opening = open_at(address.clone(), turn, self.trust.clone(), self.speaks_for);
                self.wire = Wire::Dialing(Box::pin(opening));
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
            Act::Keep(lobby, token) => {
                let kept = self.keep.keep(lobby, &token);
                self.tell_not_kept(kept.err()).await?;
            }
            Act::Forget => self.keep.forget(),
        }
        Ok(Ok(()))
    }

    /// Closes the websocket in an orderly way, so that the server learns of it at once.
    async fn say_goodbye(&mut self) {
        if let Wire::Open(opened) = &mut self.wire {
            let socket = &mut opened.socket;
            // The server would learn of it anyway; this only spares it the waiting.
            timeout(
                Duration::from_millis(GOODBYE_MS_MAX),
                SinkExt::close(socket),
            )
            .await
            .ok();
        }
    }
}

impl Wire {
    /// Waits for the next input from the socket; for ever if there is no socket. Dropping the
    /// future loses nothing.
    async fn next(&mut self) -> Input {
        match self {
            Self::None => std::future::pending().await,
            Self::Dialing(dialing) => match dialing.as_mut().await {
                Ok(opened) => {
                    *self = Self::Open(Box::new(opened));
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
            Self::Open(opened) => match opened.socket.next().await {
                Some(Ok(frame)) => read(&frame),
                Some(Err(error)) => Input::Lost((&error).into()),
                None => Input::Lost(Loss::Cut),
            },
        }
    }

    async fn send(&mut self, frame: Message) -> Result<(), Loss> {
        let Self::Open(opened) = self else {
            return Ok(());
        };
        match timeout(
            Duration::from_millis(SEND_MS_MAX),
            opened.socket.send(frame),
        )
        .await
        {
            Ok(sent) => sent.map_err(|error| (&error).into()),
            Err(_elapsed) => Err(Loss::Silent),
        }
    }
}

fn read(frame: &Message) -> Input {
    match frame {
        Message::Text(text) => match decode_server(text) {
            Ok(message) => Input::Heard(Box::new(message.cleaned())),
            Err(error) => Input::Lost(Loss::Other(clean(&format!(
                "the server said something else than a message: {error}"
            )))),
        },
        Message::Pong(_) => Input::Pong,
        Message::Close(_) => Input::Lost(Loss::Cut),
        Message::Binary(_) => Input::Lost(Loss::Other(
            "the server sent something else than text".to_owned(),
        )),
        Message::Ping(_) | Message::Frame(_) => Input::Alive,
    }
}

/// Adds a random key to a command that enters a lobby.
fn keyed(mut command: ClientCommandWithId) -> ClientCommandWithId {
    if let Some(key @ None) = key_of(&mut command.command) {
        *key = Some(RequestKey(rand::random()));
    }
    command
}

#[cfg(test)]
mod tests;
