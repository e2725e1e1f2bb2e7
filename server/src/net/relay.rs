//! The relay: carries a connection to the node that owns its lobby, message by message, until one end is gone.
//!
//! Called for a connection that a session has passed on. The relay keeps the connection to its client as any node does:
//! limits of frames, time limits, pings. To the owner it speaks the same websocket protocol on a stream of
//! [`link`]; what the owner says comes over a [`multiplex`](super::multiplex), if the owner knows multiplexes, and on the same stream
//! otherwise. Law kept here: the client hears only from one node at a time, and if the owner is gone it is told with a
//! code on which clients connect again and resume.

use std::future::{pending, ready};
use std::io;
use std::sync::Arc;
use std::time::Duration;

use dicehall_protocol::Code;
use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio::time::{
    Instant, Interval, MissedTickBehavior, interval_at, sleep, sleep_until, timeout,
};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Bytes, Error, Message};

use crate::admission::accounts::Accounts;
use crate::admission::timeouts::{Due, Silence};
use crate::cluster::link::{self, Preamble, Purpose};
use crate::frame::Frame;
use crate::lobby::task::encode;
use crate::metrics::cluster::{ClusterMetrics, RelayFailure};
use crate::net::multiplex::relay::{Multiplexes, OwnerWord, Seat};
use crate::refusal::Refusal;
use crate::session::ServerContext;
use crate::session::passing::{Onward, PassedOn};
use crate::session::transport::{Received, Transport, TransportError};

/// The longest wait until another node has taken a connection, in milliseconds.
const LINK_OPEN_MS_MAX: u64 = 3_000;
/// The time between two pings to the owner, in milliseconds.
const LINK_PING_MS: u64 = 1_500;
/// The unanswered pings in a row after which the owner counts as gone: 4.5 seconds of silence.
const LINK_SILENCES_MAX: u8 = 3;
/// The longest wait for the owner's last word over the multiplex when it has closed a connection, in milliseconds.
const LAST_WORD_MS_MAX: u64 = 1_000;
/// The most nodes to which one connection is passed on; after that its client has to connect again.
const PASSES_MAX: u8 = 32;
/// The largest message between nodes, in bytes: twice the largest of a server, because a message that is passed on
/// is quoted within another.
const LINK_MESSAGE_SIZE_MAX: usize = 128 * 1024;

type Link = WebSocketStream<TcpStream>;

/// How carrying ends.
enum Carried {
    /// Another node is to go on.
    Onward(Onward),
    /// The owner has closed the connection with this close code, and has told the client why.
    Closed(u16),
    /// The client is gone.
    Gone,
    /// The client is told this.
    Refused(Refusal),
}

/// Why the relay woke up.
enum Woken {
    Stopping,
    LookForClient,
    PingOwner,
    FromOwner(Option<Result<Message, Error>>),
    OverMultiplex(OwnerWord),
    /// The owner has closed the connection, and no last word has come over the multiplex.
    NoLastWord,
    FromClient(Result<Received, TransportError>),
    Idle,
}

/// Carries a connection until its end.
pub(crate) async fn pass_on<T: Transport>(
    passed: PassedOn<T>,
    context: Arc<ServerContext>,
    multiplexes: Arc<Multiplexes>,
) {
    let PassedOn {
        transport,
        mut pass,
        mut onward,
    } = passed;
    let Some(cluster) = &context.cluster else {
        return;
    };
    let metrics = Arc::clone(&cluster.metrics);
    let _counted = Counted::new(&metrics);
    pass.greeted();
    let accounts = context.accounts.as_ref();
    let certificate = accounts.and_then(Accounts::certificate);
    let preamble = |onward: &Onward| Preamble {
        client: pass.network(),
        person: onward.person.clone(),
        purpose: Purpose::Connection,
        place: None,
        certificate,
    };
    let mut carrier = Carrier {
        transport,
        context,
        multiplexes,
        metrics,
        is_unsent: true,
        silence: Silence::new(),
    };
    for _ in 0..PASSES_MAX {
        let carried = match carrier.open(&onward, preamble(&onward)).await {
            Ok(owner) => Box::pin(carrier.carry(owner)).await,
            Err(error) => {
                tracing::debug!(%error, to = %onward.address, "a node cannot be reached");
                carrier.lost(RelayFailure::Unreachable)
            }
        };
        match carried {
            Carried::Onward(next) => onward = next,
            Carried::Closed(code) => return carrier.transport.close(None, code).await,
            Carried::Gone => return,
            Carried::Refused(refusal) => return carrier.refuse(refusal).await,
        }
    }
    carrier.metrics.relay_failed(RelayFailure::Circle);
    carrier.refuse(Refusal::LOBBY_GONE).await;
}

/// A connection that is passed on, counted as long as this exists.
struct Counted(Arc<ClusterMetrics>);

impl Counted {
    fn new(metrics: &Arc<ClusterMetrics>) -> Self {
        metrics.relays.inc();
        Self(Arc::clone(metrics))
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.relays.dec();
    }
}

/// A connection that is carried.
struct Carrier<T> {
    transport: T,
    context: Arc<ServerContext>,
    multiplexes: Arc<Multiplexes>,
    metrics: Arc<ClusterMetrics>,
    /// Whether something is in the transport's buffer.
    is_unsent: bool,
    /// The silence of the client.
    silence: Silence,
}

/// The ways to an owner and from it.
struct Owner {
    link: Link,
    /// The client's place on a multiplex; `None` if the owner knows no multiplexes.
    seat: Option<Seat>,
    /// Whether the owner has said that it says everything over the multiplex.
    is_multiplexed: bool,
    /// When the last word has to have come over the multiplex, because the owner has closed the connection.
    last_word_by: Option<Instant>,
    /// The pings to which it has not answered.
    silences: u8,
}

impl Owner {
    /// The next word over the multiplex; without one it waits for ever.
    async fn over_multiplex(seat: &mut Option<Seat>) -> OwnerWord {
        match seat {
            Some(seat) => seat.next().await,
            None => pending().await,
        }
    }

    /// Records that the owner has closed the connection: why comes over the multiplex.
    fn expect_last_word(&mut self) {
        let limit = Duration::from_millis(LAST_WORD_MS_MAX);
        self.last_word_by
            .get_or_insert_with(|| Instant::now() + limit);
    }

    /// Waits until the last word is too late.
    async fn no_last_word(by: Option<Instant>) {
        match by {
            Some(by) => sleep_until(by).await,
            None => pending().await,
        }
    }
}

impl<T: Transport> Carrier<T> {
    /// Opens a stream to the next node and gives it the message that it is to answer.
    async fn open(&self, onward: &Onward, mut preamble: Preamble) -> io::Result<Owner> {
        let cluster = self.context.cluster.as_ref();
        let cluster = cluster.ok_or_else(|| io::Error::other("there are no other nodes"))?;
        let opening = async {
            let socket = self.transport.socket();
            let seat = self.multiplexes.seat(onward.address, &self.context, socket);
            let seat = Box::pin(seat).await;
            preamble.place = seat.as_ref().map(Seat::place);
            let mut stream = TcpStream::connect(onward.address).await?;
            stream.set_nodelay(true)?;
            link::open(
                &mut stream,
                &cluster.secret,
                &self.context.entropy,
                &preamble,
            )
            .await?;
            let limits = WebSocketConfig::default()
                .max_message_size(Some(LINK_MESSAGE_SIZE_MAX))
                .max_frame_size(Some(LINK_MESSAGE_SIZE_MAX))
                .read_buffer_size(4 * 1024)
                .write_buffer_size(4 * 1024)
                .max_write_buffer_size(LINK_MESSAGE_SIZE_MAX);
            let mut link = Link::from_raw_socket(stream, Role::Client, Some(limits)).await;
            let first = Message::text(onward.first.as_str());
            link.send(first).await.map_err(io::Error::other)?;
            io::Result::Ok((link, seat))
        };
        let opened = timeout(Duration::from_millis(LINK_OPEN_MS_MAX), Box::pin(opening)).await;
        let (link, seat) =
            opened.map_err(|_elapsed| io::Error::from(io::ErrorKind::TimedOut))??;
        self.metrics.relays_opened.inc();
        Ok(Owner {
            link,
            seat,
            is_multiplexed: false,
            last_word_by: None,
            silences: 0,
        })
    }

    /// Carries messages both ways until one end is gone.
    async fn carry(&mut self, mut owner: Owner) -> Carried {
        let is_stopping = self.context.is_stopping.clone();
        let stopping = is_stopping.wait_for(|it| *it);
        let look = sleep(self.context.timeouts.ask);
        tokio::pin!(stopping, look);
        let mut owner_pings = every(Duration::from_millis(LINK_PING_MS));
        loop {
            let is_open = owner.last_word_by.is_none();
            let woken = tokio::select! {
                biased;
                _ = &mut stopping => Woken::Stopping,
                () = &mut look => Woken::LookForClient,
                // A multiplex has signs of life of its own.
                _ = owner_pings.tick(), if !owner.is_multiplexed => Woken::PingOwner,
                heard = Owner::over_multiplex(&mut owner.seat) => Woken::OverMultiplex(heard),
                message = owner.link.next(), if is_open => Woken::FromOwner(message),
                () = Owner::no_last_word(owner.last_word_by) => Woken::NoLastWord,
                received = self.transport.receive() => Woken::FromClient(received),
                () = ready(()), if self.is_unsent => Woken::Idle,
            };
            let carried = match woken {
                Woken::Stopping => Err(Carried::Refused(Refusal::SHUTTING_DOWN)),
                Woken::LookForClient => {
                    let next = self.look_for_life().await;
                    next.map(|it| look.as_mut().reset(it))
                }
                Woken::PingOwner => self.look_for_owner(&mut owner).await,
                Woken::FromOwner(message) => self.tell_client(&mut owner, message).await,
                Woken::OverMultiplex(heard) => self.pass_frame(&owner, heard).await,
                Woken::NoLastWord => Err(self.lost(RelayFailure::Broken)),
                Woken::FromClient(received) => self.tell_owner(&mut owner, received).await,
                Woken::Idle => self.flush().await,
            };
            if let Err(end) = carried {
                return end;
            }
        }
    }

    /// Counts that the owner is gone, which the client is told.
    fn lost(&self, failure: RelayFailure) -> Carried {
        self.metrics.relay_failed(failure);
        Carried::Refused(Refusal::LOBBY_GONE)
    }

    /// Sends a ping to the owner, or gives it up if too many stayed unanswered.
    async fn look_for_owner(&self, owner: &mut Owner) -> Result<(), Carried> {
        if owner.silences >= LINK_SILENCES_MAX {
            return Err(self.lost(RelayFailure::Silent));
        }
        owner.silences += 1;
        self.send(owner, Message::Ping(Bytes::new())).await
    }

    /// Does what the owner has said over the multiplex.
    async fn pass_frame(&mut self, owner: &Owner, heard: OwnerWord) -> Result<(), Carried> {
        match heard {
            OwnerWord::Frame(frame) => {
                self.is_unsent = true;
                let fed = self.transport.feed(frame).await;
                if let Some(seat) = &owner.seat {
                    seat.note_taken();
                }
                fed.map_err(|_error| Carried::Gone)
            }
            OwnerWord::Closed(code) => Err(Carried::Closed(code)),
            OwnerWord::Onward(onward) => Err(Carried::Onward(onward)),
            OwnerWord::Lost => Err(self.lost(RelayFailure::Broken)),
        }
    }

    async fn tell_client(
        &mut self,
        owner: &mut Owner,
        message: Option<Result<Message, Error>>,
    ) -> Result<(), Carried> {
        owner.silences = 0;
        match message {
            Some(Ok(Message::Binary(bytes))) if bytes.is_empty() => {
                owner.is_multiplexed = true;
                Ok(())
            }
            Some(Ok(Message::Close(_)) | Err(_)) | None if owner.is_multiplexed => {
                owner.expect_last_word();
                Ok(())
            }
            Some(Ok(Message::Text(text))) => {
                self.is_unsent = true;
                let fed = self.transport.feed(Frame::new(&text)).await;
                fed.map_err(|_error| Carried::Gone)
            }
            Some(Ok(Message::Binary(bytes))) => Err(serde_json::from_slice(&bytes).map_or_else(
                |_error| Carried::Refused(Refusal::LOBBY_GONE),
                Carried::Onward,
            )),
            Some(Ok(Message::Close(Some(frame)))) => Err(Carried::Closed(frame.code.into())),
            Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => Ok(()),
            Some(Ok(Message::Close(None)) | Err(_)) | None => Err(self.lost(RelayFailure::Broken)),
        }
    }

    async fn tell_owner(
        &mut self,
        owner: &mut Owner,
        received: Result<Received, TransportError>,
    ) -> Result<(), Carried> {
        self.silence.note_heard();
        match received {
            Ok(Received::Text(text)) => self.send(owner, Message::Text(text)).await,
            Ok(Received::Binary) => self.send(owner, Message::Binary(Bytes::new())).await,
            Ok(Received::Alive) => Ok(()),
            Ok(Received::Full) => self.flush().await,
            Ok(Received::Closed) => {
                self.flush().await?;
                Err(Carried::Gone)
            }
            Err(TransportError::TooLarge) => Err(Carried::Refused(Refusal::TOO_LARGE)),
            Err(TransportError::Flooding) => Err(Carried::Refused(Refusal::FLOODING)),
            Err(TransportError::Broken(what)) => Err(Carried::Refused(Refusal::not_a_message(
                Code::BrokenFrames,
                what,
            ))),
            Err(TransportError::Gone(_) | TransportError::Stuck) => Err(Carried::Gone),
        }
    }

    /// Sends a message to the owner; one that has closed the connection reads no more.
    async fn send(&self, owner: &mut Owner, message: Message) -> Result<(), Carried> {
        if owner.last_word_by.is_some() {
            return Ok(());
        }
        match timeout(self.context.timeouts.write, owner.link.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) if owner.is_multiplexed => {
                owner.expect_last_word();
                Ok(())
            }
            Ok(Err(_)) | Err(_) => Err(self.lost(RelayFailure::Broken)),
        }
    }

    /// Asks a silent client for a sign of life, or gives it up; returns when to look again.
    async fn look_for_life(&mut self) -> Result<Instant, Carried> {
        let (due, next) = self.silence.look(&self.context.timeouts);
        match due {
            Due::Nothing => {}
            Due::Ask => self
                .transport
                .ping()
                .await
                .map_err(|_error| Carried::Gone)?,
            Due::GiveUp => return Err(Carried::Refused(Refusal::SILENT)),
        }
        Ok(next)
    }

    async fn flush(&mut self) -> Result<(), Carried> {
        self.is_unsent = false;
        self.transport.flush().await.map_err(|_error| Carried::Gone)
    }

    async fn refuse(mut self, refusal: Refusal) {
        self.context.metrics.refused(&refusal.code);
        let code = refusal.code.close_code();
        let farewell = encode(&refusal.closing());
        self.transport.close(Some(farewell), code).await;
    }
}

/// Ticks that begin after one period; a late one does not make the next come sooner.
fn every(period: Duration) -> Interval {
    let mut ticks = interval_at(Instant::now() + period, period);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}
