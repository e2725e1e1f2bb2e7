//! One connection's life: greeting, lounge, lobby. One task each, generic over the transport.
//!
//! Law kept here: bytes become a message, a message becomes mail to a lobby, and the messages in the outbox become
//! bytes. Every command is answered exactly once, here or by the lobby. A frame that is not a message harms only its
//! sender. There is one timer: first for the hello, then for signs of life.
//!
//! A session writes to the socket when no more input waits. It makes one write for all that it has to send, not one
//! for each message; so a client that floods costs a fraction.

mod accounts;
mod greeting;
mod limits;
mod lobbying;
pub(crate) mod passing;
mod proofs;
mod reading;
mod refusing;
mod reviewing;
mod standing;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod transport;

use std::convert::Infallible;
use std::future::ready;
use std::num::NonZeroU32;
use std::sync::Arc;

use dicehall_engine::lobby::Request;
use dicehall_protocol::{Challenge, Reply, ServerMessage, SessionCommand};
use tokio::time::{Instant, sleep};

use crate::admission::accounts::places::Place;
use crate::admission::accounts::{Account, Accounts};
use crate::admission::door::Door;
use crate::admission::gate::Pass;
use crate::admission::passwords::Passwords;
use crate::admission::server_key::ServerKey;
use crate::admission::timeouts::{Due, Silence, Timeouts};
use crate::archive::reviews::Reviews;
use crate::archive::standings::Standings;
use crate::frame::Frame;
use crate::lobby::directory::DirectoryHandle;
use crate::lobby::outbox::Outbound;
use crate::lobby::task::encode;
use crate::metrics::health::Health;
use crate::metrics::{Metrics, count};
use crate::os::entropy::Entropy;
use crate::refusal::Refusal;
use crate::session::transport::{Received, Transport, TransportError};
use crate::watched;
pub(crate) use limits::AddressLimits;
use limits::Limits;
use lobbying::{EntryRequest, Membership};
use passing::{Onward, OtherNodes, PassedOn, Relayed};
use reading::{Allowed, Misread};
use standing::answer;

/// The most frames that are not messages from one connection.
const MALFORMED_MAX: u8 = 10;

/// The parts of a server that all its sessions share.
#[derive(Debug)]
pub(crate) struct ServerContext {
    /// The directory of lobbies.
    pub(crate) directory: DirectoryHandle,
    /// The source of tokens.
    pub(crate) entropy: Entropy,
    /// The key with which addresses are hashed.
    pub(crate) server_key: ServerKey,
    /// The workers that hash passwords.
    pub(crate) passwords: Passwords,
    /// The accounts of people; `None` for a server that keeps none.
    pub(crate) accounts: Option<Accounts>,
    /// Who is how good at which game; `None` for a server that keeps no accounts.
    pub(crate) standings: Option<Standings>,
    /// The reviews of matches; `None` for a server that keeps no files of matches.
    pub(crate) reviews: Option<Reviews>,
    /// The door, as whoever operates the server has set it.
    pub(crate) door: Door,
    /// The server's name and release, for people.
    pub(crate) server: String,
    /// The most commands a second of one connection; `None` removes this limit and every other limit of rate.
    pub(crate) rate: Option<NonZeroU32>,
    /// How long sessions wait for their peers.
    pub(crate) timeouts: Timeouts,
    /// The limits on how often an address may create lobbies and try wrong codes.
    pub(crate) address_limits: AddressLimits,
    /// The other nodes; `None` for a server that is alone.
    pub(crate) cluster: Option<OtherNodes>,
    /// The server's metrics.
    pub(crate) metrics: Arc<Metrics>,
    /// The server's health.
    pub(crate) health: Arc<Health>,
    /// Becomes true when the server stops.
    pub(crate) is_stopping: watched::Receiver<bool>,
}

/// One connection.
#[derive(Debug)]
pub(crate) struct Session<T> {
    transport: T,
    context: Arc<ServerContext>,
    pass: Pass,
    /// Boxed, so that an idle session does not carry memory for all of them.
    limits: Option<Box<Limits>>,
    /// The person's name; `None` before the hello.
    name: Option<String>,
    /// The challenge that the person may still answer.
    challenge: Option<Box<Challenge>>,
    /// The account that the person has proved to have; `None` for a guest.
    account: Option<Box<Account>>,
    /// The place of the device by which the person came into the lobby; `None` for a guest.
    place: Option<Box<Place>>,
    /// The facts that only the relay knows; `None` if the peer came to this one.
    relayed: Option<Box<Relayed>>,
    membership: Option<Membership>,
    malformed: u8,
    silence: Silence,
    /// Whether something is in the transport's buffer.
    is_unsent: bool,
}

/// Why a session ends.
#[derive(Debug)]
pub(crate) enum SessionEnd {
    /// The peer is gone.
    Gone,
    /// The peer is told this refusal.
    Closing(Refusal),
    /// Another node is to serve the peer.
    PassOn(Box<Onward>),
}

/// Why a session woke up.
enum Woken {
    Stopping,
    /// The key by which the person has signed in was taken away.
    CutOff,
    Tick,
    /// A message of the lobby; `None` if the lobby has failed.
    Outbound(Option<Outbound>),
    Frame(Result<Received, TransportError>),
    /// Nothing is waiting.
    Idle,
}

/// Runs a session until its end, or until another node is to serve the connection.
pub(crate) async fn run<T: Transport>(
    transport: T,
    context: Arc<ServerContext>,
    pass: Pass,
) -> Option<PassedOn<T>> {
    let mut session = Session::new(transport, context, pass);
    let end = match session.live().await {
        Ok(never) => match never {},
        Err(end) => end,
    };
    Box::pin(session.end(end)).await
}

impl<T: Transport> Session<T> {
    fn new(transport: T, context: Arc<ServerContext>, pass: Pass) -> Self {
        let limits = context.rate.map(|it| Box::new(Limits::new(it)));
        Self {
            transport,
            context,
            pass,
            limits,
            name: None,
            challenge: None,
            account: None,
            place: None,
            relayed: None,
            membership: None,
            malformed: 0,
            silence: Silence::new(),
            is_unsent: false,
        }
    }

    async fn live(&mut self) -> Result<Infallible, SessionEnd> {
        let is_stopping = self.context.is_stopping.clone();
        let stopping = is_stopping.wait_for(|it| *it);
        let first_wait = match self.name {
            Some(_) => self.context.timeouts.ask,
            None => self.context.timeouts.hello,
        };
        let tick = sleep(first_wait);
        tokio::pin!(stopping, tick);
        loop {
            // The end of the session comes first; messages that were given before come before the next command.
            let woken = tokio::select! {
                biased;
                _ = &mut stopping => Woken::Stopping,
                () = accounts::cut_off(&mut self.account, &mut self.place) => Woken::CutOff,
                () = &mut tick => Woken::Tick,
                outbound = lobbying::next_outbound(&mut self.membership) => Woken::Outbound(outbound),
                received = self.transport.receive() => Woken::Frame(received),
                () = ready(()), if self.is_unsent => Woken::Idle,
            };
            let was_greeted = self.name.is_some();
            match woken {
                Woken::Stopping => return Err(SessionEnd::Closing(Refusal::SHUTTING_DOWN)),
                Woken::CutOff => {
                    Box::pin(self.leave_for_good()).await;
                    return Err(SessionEnd::Closing(Refusal::KEY_REVOKED));
                }
                Woken::Tick => {
                    let next = Box::pin(self.look_for_life()).await?;
                    tick.as_mut().reset(next);
                }
                Woken::Outbound(outbound) => Box::pin(self.deliver(outbound)).await?,
                // Boxed, so that an idle session does not carry the memory for handling a command. So are in it the futures
                // for what is rare: the allocator serves small boxes quickly, and large ones slowly.
                Woken::Frame(received) => Box::pin(self.hear(received?)).await?,
                Woken::Idle => self.send_off().await?,
            }
            if !was_greeted && self.name.is_some() {
                tick.as_mut()
                    .reset(Instant::now() + self.context.timeouts.ask);
            }
        }
    }

    async fn hear(&mut self, received: Received) -> Result<(), SessionEnd> {
        if received == Received::Full {
            return Box::pin(self.send_off()).await;
        }
        self.silence.note_heard();
        if let Received::Text(frame) = &received {
            self.context.metrics.frames_in.inc();
            self.context
                .metrics
                .bytes_in
                .inc_by(count::to_u64(frame.len()));
        }
        match received {
            Received::Text(frame) if self.name.is_none() => Box::pin(self.greet(&frame)).await,
            Received::Text(frame) => self.read(&frame).await,
            Received::Binary => self.refuse_frame(Refusal::BINARY_FRAME).await,
            Received::Alive | Received::Full => Ok(()),
            Received::Closed => {
                Box::pin(self.send_off()).await?;
                Err(SessionEnd::Gone)
            }
        }
    }

    async fn read(&mut self, frame: &str) -> Result<(), SessionEnd> {
        match self.understand(frame) {
            Ok((id, command)) => {
                if let Ok(Allowed::Own(command)) = &command {
                    Box::pin(self.check_command_route(command, frame)).await?;
                }
                self.execute(id, command).await
            }
            Err(Misread::Frame(refusal)) => self.refuse_frame(refusal).await,
            Err(Misread::Command(id, refusal)) => self.reject_malformed(id, refusal).await,
        }
    }

    /// Carries out a command and answers it; the lobby's answers come through the outbox.
    async fn execute(
        &mut self,
        id: u64,
        command: Result<Allowed, Refusal>,
    ) -> Result<(), SessionEnd> {
        let done = match command {
            Ok(Allowed::Own(command)) => Box::pin(self.carry_out(id, *command)).await,
            Ok(Allowed::Account(command)) => {
                let answer = Box::pin(self.handle_account(id, *command)).await;
                answer.map(|it| Some(encode(&it)))
            }
            Ok(Allowed::Ask(request, commits)) => {
                self.ask(id, request, commits).await.map(|()| None)
            }
            Err(refusal) => Err(refusal),
        };
        match done {
            Ok(Some(answer)) => {
                self.feed(answer).await?;
                self.open_inbox();
                Ok(())
            }
            Ok(None) => Ok(()),
            Err(refusal) if refusal.is_of_connection() => Err(SessionEnd::Closing(refusal)),
            Err(refusal) => {
                tracing::debug!(code = %refusal.code, "refused");
                self.context.metrics.refused(&refusal.code);
                let is_flood = refusal == Refusal::RATE_LIMITED && self.is_flood();
                let answer = encode(&refusal.rejected(id));
                self.feed(answer).await?;
                if is_flood {
                    Err(SessionEnd::Closing(Refusal::FLOODING))
                } else {
                    Ok(())
                }
            }
        }
    }

    /// Counts a refusal for exceeding a rate; returns whether there were so many that it cannot be a mistake.
    fn is_flood(&self) -> bool {
        self.limits
            .as_ref()
            .is_some_and(|it| it.check_refusal().is_err())
    }

    /// Carries out a command that the session handles itself; returns the answer, if the lobby does not give it.
    async fn carry_out(
        &mut self,
        id: u64,
        command: SessionCommand,
    ) -> Result<Option<Frame>, Refusal> {
        let answer = self.carry_out_own(id, command).await?;
        Ok(answer.as_ref().map(encode))
    }

    async fn carry_out_own(
        &mut self,
        id: u64,
        command: SessionCommand,
    ) -> Result<Option<ServerMessage>, Refusal> {
        match command {
            SessionCommand::ListLobbies => {
                let lines = self.context.list().await?;
                Ok(Some(answer(id, Reply::Lobbies(lines))))
            }
            SessionCommand::CreateLobby {
                title,
                settings,
                password,
                key,
            } => {
                self.context.door.check_beginning()?;
                self.check_creation()?;
                let password = self.hashed(password).await?;
                self.create(EntryRequest { id, key }, &title, &settings, password)
                    .await
                    .map(Some)
            }
            SessionCommand::JoinLobby {
                lobby,
                password,
                key,
            } => self
                .join(EntryRequest { id, key }, lobby, password)
                .await
                .map(Some),
            SessionCommand::SetPassword { password } => {
                let password = self.hashed(password).await?;
                let request = Box::new(Request::SetPassword { password });
                self.ask(id, request, None).await.map(|()| None)
            }
            SessionCommand::History { before } => self.ask_history(id, before).await.map(|()| None),
            SessionCommand::Listen { after } => self.ask_to_listen(id, after).await.map(|()| None),
            SessionCommand::FindLobbies(wanted) => {
                let found = self.context.search(wanted).await?;
                Ok(Some(answer(id, Reply::Found(found))))
            }
            SessionCommand::Leaders(wanted) => Ok(Some(self.tell_leaders(id, &wanted)?)),
            SessionCommand::Profile(wanted) => Ok(Some(self.tell_profile(id, &wanted)?)),
            SessionCommand::Review(wanted) => Ok(Some(self.tell_review(id, &wanted)?)),
            SessionCommand::Ping => Ok(Some(ServerMessage::Accepted {
                id,
                revision: None,
                reply: None,
            })),
        }
    }

    /// Sends the messages that the lobby has put into the outbox.
    async fn deliver(&mut self, first: Option<Outbound>) -> Result<(), SessionEnd> {
        let mut next = Some(first.ok_or(SessionEnd::Closing(Refusal::LOBBY_FAILED))?);
        while let Some(outbound) = next {
            match outbound {
                Outbound::Frame(frame) => {
                    self.feed(frame).await?;
                    self.note_passed_on();
                }
                // Boxed, so that this future, which is allocated for every delivery, stays small.
                Outbound::Dismissed => Box::pin(self.leave_lobby()).await?,
                Outbound::Close(refusal) => return Err(SessionEnd::Closing(*refusal)),
            }
            next = self.membership.as_mut().and_then(Membership::next_waiting);
        }
        Ok(())
    }

    /// Sends a ping, or ends the session if too many stayed unanswered.
    async fn look_for_life(&mut self) -> Result<Instant, SessionEnd> {
        if self.name.is_none() {
            return Err(SessionEnd::Closing(Refusal::HELLO_LATE));
        }
        let (due, next) = self.silence.look(&self.context.timeouts);
        match due {
            Due::Nothing => {}
            Due::Ask => self.transport.ping().await?,
            Due::GiveUp => return Err(SessionEnd::Closing(Refusal::SILENT)),
        }
        Ok(next)
    }

    /// Sends what is in the transport's buffer. That is done when nothing else is waiting, so that many messages at
    /// once cost little.
    async fn send_off(&mut self) -> Result<(), SessionEnd> {
        self.is_unsent = false;
        Ok(self.transport.flush().await?)
    }

    async fn feed(&mut self, frame: Frame) -> Result<(), SessionEnd> {
        self.is_unsent = true;
        self.count_out(&frame);
        Ok(self.transport.feed(frame).await?)
    }

    fn count_out(&self, frame: &Frame) {
        let metrics = &self.context.metrics;
        metrics.frames_out.inc();
        metrics.bytes_out.inc_by(count::to_u64(frame.text().len()));
    }
}
