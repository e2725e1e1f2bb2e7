//! The relay's end of multiplexes: one task for each reads what the owner says, and writes it to the clients who are to hear
//! it.
//!
//! Used by `net::relay`, which carries the connections. The way from the multiplex to a client is that from a lobby to a
//! session: directly to the socket while nothing is queued. Laws kept here: a client that takes nothing holds up nobody
//! else; and when a multiplex breaks, the clients on it are told so by their own carriers.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout};

use crate::cluster::link::{self, MULTIPLEX_TAKEN, MultiplexPlace, Preamble, Purpose};
use crate::cluster::multiplex::{
    FRAMES_UNTAKEN_MAX, Member, TAKEN_AT_ONCE, Word, read_word, write_taken,
};
use crate::frame::Frame;
use crate::lobby::outbox::{Inbox, OUTBOX_MAX, Outbound, Outbox, Socket, outbox};
use crate::session::ServerContext;
use crate::session::passing::{Onward, OtherNodes};

/// The longest wait until another node has taken a multiplex, in milliseconds; connections are passed on without one then.
const MULTIPLEX_OPEN_MS_MAX: u64 = 1_000;
/// The time until a node that took no multiplex is asked again, in milliseconds.
const MULTIPLEX_AGAIN_MS: u64 = 30_000;
/// The time between two questions for a sign of life, in milliseconds.
const MULTIPLEX_PING_MS: u64 = 1_500;
/// The longest time without a word from the owner, in milliseconds: two signs of life may be missing.
const OWNER_SILENT_MS_MAX: u64 = 4_500;
/// The most nodes to which there are multiplexes: as many as there are shards.
const MULTIPLEXS_MAX: usize = 256;

// Whoever keeps to the number of frames that may be untaken finds room for each.
const _: () = assert!(FRAMES_UNTAKEN_MAX < OUTBOX_MAX);

/// The multiplexes from other nodes, by the nodes' internal addresses.
#[derive(Debug, Default)]
pub(crate) struct Multiplexes {
    by_address: Mutex<BTreeMap<SocketAddr, Arc<tokio::sync::Mutex<State>>>>,
    tasks: Mutex<JoinSet<()>>,
}

/// The multiplex from a node, if there is one.
#[derive(Debug, Default)]
struct State {
    multiplex: Option<Arc<Multiplex>>,
    /// When a node that took no multiplex is asked again.
    again: Option<Instant>,
}

/// One multiplex.
#[derive(Debug)]
struct Multiplex {
    number: u64,
    clients: Mutex<Clients>,
    /// Wakes the task that writes.
    has_taken: Notify,
}

#[derive(Debug, Default)]
struct Clients {
    is_broken: bool,
    last: Member,
    hearing: BTreeMap<Member, Client>,
    /// The frames that clients have taken and of which the owner is to be told now.
    taken: BTreeMap<Member, u32>,
}

#[derive(Debug)]
struct Client {
    outbox: Outbox,
    last_word: Arc<OnceLock<OwnerWord>>,
    /// The frames taken of which the owner was not told.
    taken: u32,
}

/// A word that a client's carrier hears over the multiplex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum OwnerWord {
    /// A frame for the client.
    Frame(Frame),
    /// The owner has told the client why the connection is to be closed with this code.
    Closed(u16),
    /// Another node is to go on.
    Onward(Onward),
    /// The multiplex is broken, or the session is gone.
    Lost,
}

/// The place of a client on a multiplex.
#[derive(Debug)]
pub(crate) struct Seat {
    multiplex: Arc<Multiplex>,
    member: Member,
    inbox: Inbox,
    last_word: Arc<OnceLock<OwnerWord>>,
}

impl Multiplexes {
    /// A place for a client on the multiplex from a node, which is opened if there is none; `None` if the node takes none.
    pub(crate) async fn seat(
        &self,
        address: SocketAddr,
        context: &ServerContext,
        socket: Arc<dyn Socket>,
    ) -> Option<Seat> {
        let cluster = context.cluster.as_ref()?;
        let known = self.known(address);
        let mut state = known.lock().await;
        if let Some(seat) = state.multiplex.as_ref().and_then(|it| it.seat(&socket)) {
            return Some(seat);
        }
        if state.again.is_some_and(|it| Instant::now() < it) {
            return None;
        }
        let limit = Duration::from_millis(MULTIPLEX_OPEN_MS_MAX);
        let Ok(Ok(stream)) = timeout(limit, TcpStream::connect(address)).await else {
            return None;
        };
        let opening = Box::pin(open(stream, context, cluster));
        let Ok(Ok((multiplex, stream))) = timeout(limit, opening).await else {
            tracing::info!(node = %address, "a node takes no multiplex");
            let again = Instant::now() + Duration::from_millis(MULTIPLEX_AGAIN_MS);
            state.again = Some(again);
            return None;
        };
        let seat = multiplex.seat(&socket);
        self.tasks().spawn(Arc::clone(&multiplex).run(stream));
        *state = State {
            multiplex: Some(multiplex),
            again: None,
        };
        seat
    }

    fn known(&self, address: SocketAddr) -> Arc<tokio::sync::Mutex<State>> {
        let by_address = self.by_address.lock();
        let mut by_address = by_address.unwrap_or_else(PoisonError::into_inner);
        if by_address.len() >= MULTIPLEXS_MAX {
            by_address.retain(|_, it| it.try_lock().is_ok_and(|it| it.is_open()));
        }
        Arc::clone(by_address.entry(address).or_default())
    }

    /// The tasks of the multiplexes, without those that have ended.
    fn tasks(&self) -> MutexGuard<'_, JoinSet<()>> {
        let mut tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        while tasks.try_join_next().is_some() {}
        tasks
    }
}

impl State {
    fn is_open(&self) -> bool {
        self.multiplex
            .as_ref()
            .is_some_and(|it| !it.clients().is_broken)
    }
}

/// Opens a multiplex; an error if the other node knows no such thing.
async fn open(
    mut stream: TcpStream,
    context: &ServerContext,
    cluster: &OtherNodes,
) -> io::Result<(Arc<Multiplex>, TcpStream)> {
    stream.set_nodelay(true)?;
    let drawn = context.entropy.bytes().map_err(io::Error::other)?;
    let number = u64::from_be_bytes(drawn);
    let preamble = Preamble {
        client: None,
        person: None,
        purpose: Purpose::Multiplex,
        place: Some(MultiplexPlace {
            multiplex: number,
            member: 0,
        }),
        certificate: None,
    };
    link::open(&mut stream, &cluster.secret, &context.entropy, &preamble).await?;
    if stream.read_u8().await? != MULTIPLEX_TAKEN {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let multiplex = Multiplex {
        number,
        clients: Mutex::default(),
        has_taken: Notify::new(),
    };
    Ok((Arc::new(multiplex), stream))
}

impl Multiplex {
    /// A place for a client; `None` if the multiplex is broken.
    fn seat(self: &Arc<Self>, socket: &Arc<dyn Socket>) -> Option<Seat> {
        let mut clients = self.clients();
        if clients.is_broken {
            return None;
        }
        clients.last += 1;
        let member = clients.last;
        let (outbox, mut inbox) = outbox(Arc::clone(socket));
        inbox.open();
        let last_word = Arc::default();
        let client = Client {
            outbox,
            last_word: Arc::clone(&last_word),
            taken: 0,
        };
        clients.hearing.insert(member, client);
        Some(Seat {
            multiplex: Arc::clone(self),
            member,
            inbox,
            last_word,
        })
    }

    /// Carries the multiplex until it breaks.
    async fn run(self: Arc<Self>, stream: TcpStream) {
        let (from_owner, to_owner) = stream.into_split();
        let ended = tokio::select! {
            ended = self.read(from_owner) => ended,
            ended = self.write(to_owner) => ended,
        };
        if let Err(error) = ended {
            tracing::debug!(%error, "a multiplex is broken");
        }
        let mut clients = self.clients();
        clients.is_broken = true;
        clients.hearing.clear();
    }

    /// Reads what the owner says.
    async fn read(&self, mut from_owner: OwnedReadHalf) -> io::Result<()> {
        let mut bytes = Vec::new();
        let limit = Duration::from_millis(OWNER_SILENT_MS_MAX);
        loop {
            let mut begin = 0;
            let mut written = BTreeSet::new();
            while let Some(((members, word), size)) = read_word(&bytes[begin..])? {
                begin += size;
                self.tell(&members, &word);
                written.extend(members);
            }
            bytes.drain(..begin);
            self.write_out(&written);
            if timeout(limit, from_owner.read_buf(&mut bytes)).await?? == 0 {
                return Ok(());
            }
        }
    }

    /// Tells the owner what clients have taken, and asks for a sign of life.
    async fn write(&self, mut to_owner: OwnedWriteHalf) -> io::Result<()> {
        let ping = Duration::from_millis(MULTIPLEX_PING_MS);
        loop {
            let is_due = timeout(ping, self.has_taken.notified()).await.is_err();
            let taken = std::mem::take(&mut self.clients().taken);
            if is_due || !taken.is_empty() {
                to_owner.write_all(&write_taken(&taken)).await?;
            }
        }
    }

    /// Gives some clients a word, behind all that they were given before.
    fn tell(&self, members: &[Member], word: &Word<String>) {
        let mut clients = self.clients();
        let last_word = match word {
            Word::Alive => return,
            Word::Frame(text) => {
                let frame = Frame::new(text);
                for member in members {
                    clients.give(*member, &frame);
                }
                return;
            }
            Word::Closed(code) => OwnerWord::Closed(*code),
            Word::Onward(text) => {
                serde_json::from_str(text).map_or(OwnerWord::Lost, OwnerWord::Onward)
            }
            Word::Gone => OwnerWord::Lost,
        };
        for member in members {
            if let Some(client) = clients.hearing.remove(member) {
                client.last_word.set(last_word.clone()).ok();
            }
        }
    }

    /// Writes out what was put into sockets.
    fn write_out(&self, members: &BTreeSet<Member>) {
        let clients = self.clients();
        for member in members {
            if let Some(client) = clients.hearing.get(member) {
                client.outbox.write_out();
            }
        }
        if !clients.taken.is_empty() {
            self.has_taken.notify_one();
        }
    }

    /// Locks the clients. No thread panics in the middle of a change, so a poisoned lock is ignored.
    fn clients(&self) -> MutexGuard<'_, Clients> {
        self.clients.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Clients {
    /// Gives a client a frame: to its socket, or into its queue, which has room for all that an owner may send.
    fn give(&mut self, member: Member, frame: &Frame) {
        let Some(client) = self.hearing.get(&member) else {
            return;
        };
        if client.outbox.put(frame) {
            self.note_taken(member);
        } else if !client.outbox.queue(Outbound::Frame(frame.clone())) {
            self.hearing.remove(&member);
        }
    }

    fn note_taken(&mut self, member: Member) {
        if let Some(client) = self.hearing.get_mut(&member) {
            client.taken += 1;
            if client.taken >= TAKEN_AT_ONCE {
                *self.taken.entry(member).or_default() += std::mem::take(&mut client.taken);
            }
        }
    }
}

impl Seat {
    /// The place, for the owner.
    pub(crate) fn place(&self) -> MultiplexPlace {
        MultiplexPlace {
            multiplex: self.multiplex.number,
            member: self.member,
        }
    }

    /// Waits for what the client's carrier is to do. May be dropped and called again.
    pub(crate) async fn next(&mut self) -> OwnerWord {
        match self.inbox.next().await {
            Some(Outbound::Frame(frame)) => OwnerWord::Frame(frame),
            Some(Outbound::Dismissed | Outbound::Close(_)) => OwnerWord::Lost,
            None => self.last_word.get().cloned().unwrap_or(OwnerWord::Lost),
        }
    }

    /// Records that a frame was given to the client's socket.
    pub(crate) fn note_taken(&self) {
        self.inbox.note_passed_on();
        let mut clients = self.multiplex.clients();
        clients.note_taken(self.member);
        if !clients.taken.is_empty() {
            self.multiplex.has_taken.notify_one();
        }
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.multiplex.clients().hearing.remove(&self.member);
    }
}
