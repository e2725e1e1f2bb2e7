//! The door's end of trunks: one task for each reads what the owner says, and writes it to the clients who are to hear
//! it.
//!
//! Used by `net::door`, which carries the connections. The way from the trunk to a client is that from a lobby to a
//! session: directly to the socket while nothing is queued. Laws kept here: a client that takes nothing holds up nobody
//! else; and when a trunk breaks, the clients on it are told so by their own carriers.

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

use crate::cluster::link::{self, Preamble, Purpose, TRUNK_TAKEN, TrunkPlace};
use crate::cluster::trunk::{
    FRAMES_UNTAKEN_MAX, Member, TAKEN_AT_ONCE, Word, read_word, write_taken,
};
use crate::frame::Frame;
use crate::lobby::outbox::{Inbox, OUTBOX_MAX, Outbound, Outbox, Socket, outbox};
use crate::session::ServerContext;
use crate::session::passing::{Onward, OtherNodes};

/// The longest wait until another node has taken a trunk, in milliseconds; connections are passed on without one then.
const TRUNK_OPEN_MS_MAX: u64 = 1_000;
/// The time until a node that took no trunk is asked again, in milliseconds.
const TRUNK_AGAIN_MS: u64 = 30_000;
/// The time between two questions for a sign of life, in milliseconds.
const TRUNK_PING_MS: u64 = 1_500;
/// The longest time without a word from the owner, in milliseconds: two signs of life may be missing.
const OWNER_SILENT_MS_MAX: u64 = 4_500;
/// The most nodes to which there are trunks: as many as there are shards.
const TRUNKS_MAX: usize = 256;

// Whoever keeps to the number of frames that may be untaken finds room for each.
const _: () = assert!(FRAMES_UNTAKEN_MAX < OUTBOX_MAX);

/// The trunks from other nodes, by the nodes' internal addresses.
#[derive(Debug, Default)]
pub(crate) struct Trunks {
    by_address: Mutex<BTreeMap<SocketAddr, Arc<tokio::sync::Mutex<State>>>>,
    tasks: Mutex<JoinSet<()>>,
}

/// The trunk from a node, if there is one.
#[derive(Debug, Default)]
struct State {
    trunk: Option<Arc<Trunk>>,
    /// When a node that took no trunk is asked again.
    again: Option<Instant>,
}

/// One trunk.
#[derive(Debug)]
struct Trunk {
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

/// A word that a client's carrier hears over the trunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum OwnerWord {
    /// A frame for the client.
    Frame(Frame),
    /// The owner has told the client why the connection is to be closed with this code.
    Closed(u16),
    /// Another node is to go on.
    Onward(Onward),
    /// The trunk is broken, or the session is gone.
    Lost,
}

/// The place of a client on a trunk.
#[derive(Debug)]
pub(crate) struct Seat {
    trunk: Arc<Trunk>,
    member: Member,
    inbox: Inbox,
    last_word: Arc<OnceLock<OwnerWord>>,
}

impl Trunks {
    /// A place for a client on the trunk from a node, which is opened if there is none; `None` if the node takes none.
    pub(crate) async fn seat(
        &self,
        address: SocketAddr,
        context: &ServerContext,
        socket: Arc<dyn Socket>,
    ) -> Option<Seat> {
        let cluster = context.cluster.as_ref()?;
        let known = self.known(address);
        let mut state = known.lock().await;
        if let Some(seat) = state.trunk.as_ref().and_then(|it| it.seat(&socket)) {
            return Some(seat);
        }
        if state.again.is_some_and(|it| Instant::now() < it) {
            return None;
        }
        let limit = Duration::from_millis(TRUNK_OPEN_MS_MAX);
        let Ok(Ok(stream)) = timeout(limit, TcpStream::connect(address)).await else {
            return None;
        };
        let opening = Box::pin(open(stream, context, cluster));
        let Ok(Ok((trunk, stream))) = timeout(limit, opening).await else {
            tracing::info!(node = %address, "a node takes no trunk");
            let again = Instant::now() + Duration::from_millis(TRUNK_AGAIN_MS);
            state.again = Some(again);
            return None;
        };
        let seat = trunk.seat(&socket);
        self.tasks().spawn(Arc::clone(&trunk).run(stream));
        *state = State {
            trunk: Some(trunk),
            again: None,
        };
        seat
    }

    fn known(&self, address: SocketAddr) -> Arc<tokio::sync::Mutex<State>> {
        let by_address = self.by_address.lock();
        let mut by_address = by_address.unwrap_or_else(PoisonError::into_inner);
        if by_address.len() >= TRUNKS_MAX {
            by_address.retain(|_, it| it.try_lock().is_ok_and(|it| it.is_open()));
        }
        Arc::clone(by_address.entry(address).or_default())
    }

    /// The tasks of the trunks, without those that have ended.
    fn tasks(&self) -> MutexGuard<'_, JoinSet<()>> {
        let mut tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        while tasks.try_join_next().is_some() {}
        tasks
    }
}

impl State {
    fn is_open(&self) -> bool {
        self.trunk
            .as_ref()
            .is_some_and(|it| !it.clients().is_broken)
    }
}

/// Opens a trunk; an error if the other node knows no such thing.
async fn open(
    mut stream: TcpStream,
    context: &ServerContext,
    cluster: &OtherNodes,
) -> io::Result<(Arc<Trunk>, TcpStream)> {
    stream.set_nodelay(true)?;
    let drawn = context.entropy.bytes().map_err(io::Error::other)?;
    let number = u64::from_be_bytes(drawn);
    let preamble = Preamble {
        client: None,
        person: None,
        purpose: Purpose::Trunk,
        place: Some(TrunkPlace {
            trunk: number,
            member: 0,
        }),
    };
    link::open(&mut stream, &cluster.secret, &context.entropy, &preamble).await?;
    if stream.read_u8().await? != TRUNK_TAKEN {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let trunk = Trunk {
        number,
        clients: Mutex::default(),
        has_taken: Notify::new(),
    };
    Ok((Arc::new(trunk), stream))
}

impl Trunk {
    /// A place for a client; `None` if the trunk is broken.
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
            trunk: Arc::clone(self),
            member,
            inbox,
            last_word,
        })
    }

    /// Carries the trunk until it breaks.
    async fn run(self: Arc<Self>, stream: TcpStream) {
        let (from_owner, to_owner) = stream.into_split();
        let ended = tokio::select! {
            ended = self.read(from_owner) => ended,
            ended = self.write(to_owner) => ended,
        };
        if let Err(error) = ended {
            tracing::debug!(%error, "a trunk is broken");
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
        let ping = Duration::from_millis(TRUNK_PING_MS);
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
    pub(crate) fn place(&self) -> TrunkPlace {
        TrunkPlace {
            trunk: self.trunk.number,
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
        let mut clients = self.trunk.clients();
        clients.note_taken(self.member);
        if !clients.taken.is_empty() {
            self.trunk.has_taken.notify_one();
        }
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.trunk.clients().hearing.remove(&self.member);
    }
}
