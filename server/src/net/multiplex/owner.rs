//! The owner's end of trunks: sessions and lobbies put frames in, one task for each trunk writes them.
//!
//! Made by `net::internal`, which runs the sessions. Laws kept here: nobody who puts a frame in waits; a client that takes
//! nothing holds up nobody else, because no more than [`FRAMES_UNTAKEN_MAX`] of its frames are on the way; and what waits
//! for a door is no more than [`TRUNK_SIZE_MAX`]: then its clients' sessions wait, and a door that takes nothing is cut off.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::Notify;
use tokio::time::timeout;

use crate::cluster::link::{TRUNK_TAKEN, TrunkPlace};
use crate::cluster::trunk::{
    FRAMES_UNTAKEN_MAX, Member, TRUNK_SIZE_MAX, Waiting, Word, read_taken,
};
use crate::frame::Frame;
use crate::lobby::outbox::Socket;
use crate::metrics::cluster::ClusterMetrics;
use crate::net::websocket::Websocket;
use crate::session::ServerContext;
use crate::session::passing::Onward;
use crate::session::transport::{Received, Transport, TransportError};

/// The longest time without a word from a door, in milliseconds: it asks for a sign of life every 1.5 seconds.
const DOOR_SILENT_MS_MAX: u64 = 10_000;

/// The trunks of a node, by their numbers.
#[derive(Debug, Default)]
pub(crate) struct Trunks(Mutex<BTreeMap<u64, Arc<Trunk>>>);

/// One trunk.
#[derive(Debug)]
pub(crate) struct Trunk {
    state: Mutex<State>,
    /// Wakes the task that writes.
    woken: Notify,
}

#[derive(Debug, Default)]
struct State {
    waiting: Waiting,
    clients: BTreeMap<Member, Client>,
    /// Whether somebody was refused because too much waits.
    is_full: bool,
    /// Whether nothing goes over it any more.
    is_cut: bool,
}

#[derive(Debug)]
struct Client {
    /// The number of frames that may still be sent.
    room: usize,
    /// Wakes the session, if it waits for room.
    has_room: Arc<Notify>,
    /// Whether no frame may follow.
    is_ended: bool,
}

/// The place of a client on a trunk, as long as its session lasts.
#[derive(Debug)]
pub(crate) struct Seat {
    trunk: Arc<Trunk>,
    member: Member,
    has_room: Arc<Notify>,
}

/// The transport of a session whose client is told everything over a trunk. What the client sends, and signs of life,
/// come over its own connection.
#[derive(Debug)]
pub(crate) struct Trunked {
    own: Websocket<TcpStream>,
    seat: Arc<Seat>,
    wait_max: Duration,
}

impl Trunks {
    /// A place on a trunk; `None` if there is no such trunk, or somebody has the place.
    pub(crate) fn seat(&self, place: TrunkPlace) -> Option<Seat> {
        let trunk = Arc::clone(self.all().get(&place.trunk)?);
        let has_room = Arc::new(Notify::new());
        let client = Client {
            room: FRAMES_UNTAKEN_MAX,
            has_room: Arc::clone(&has_room),
            is_ended: false,
        };
        let mut state = trunk.state();
        if state.is_cut || state.clients.contains_key(&place.member) {
            return None;
        }
        state.clients.insert(place.member, client);
        drop(state);
        Some(Seat {
            trunk,
            member: place.member,
            has_room,
        })
    }

    /// Carries a trunk until its door is gone, or until the server stops and nobody is left on it.
    pub(crate) async fn serve(&self, stream: TcpStream, number: u64, context: &ServerContext) {
        let Some(cluster) = &context.cluster else {
            return;
        };
        let trunk = Arc::new(Trunk {
            state: Mutex::default(),
            woken: Notify::new(),
        });
        if self.all().insert(number, Arc::clone(&trunk)).is_some() {
            tracing::warn!("a door has opened the same trunk again");
        }
        cluster.metrics.trunks.inc();
        let (mut from_door, to_door) = stream.into_split();
        let ended = tokio::select! {
            ended = trunk.read(&mut from_door) => ended,
            ended = trunk.write(to_door, context, &cluster.metrics) => ended,
        };
        if let Err(error) = ended {
            tracing::debug!(%error, "a trunk ended");
        }
        cluster.metrics.trunks.dec();
        trunk.cut();
        let mut all = self.all();
        if all.get(&number).is_some_and(|it| Arc::ptr_eq(it, &trunk)) {
            all.remove(&number);
        }
    }

    /// Cuts all trunks, as their tasks do when they end.
    #[cfg(test)]
    pub(super) fn cut_all(&self) {
        for trunk in self.all().values() {
            trunk.cut();
        }
    }

    /// Locks the list. No thread panics in the middle of a change, so a poisoned lock is ignored.
    fn all(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<Trunk>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Trunk {
    /// Reads what clients have taken.
    async fn read(&self, from_door: &mut OwnedReadHalf) -> io::Result<()> {
        let mut bytes = Vec::new();
        let limit = Duration::from_millis(DOOR_SILENT_MS_MAX);
        loop {
            let mut begin = 0;
            while let Some((taken, size)) = read_taken(&bytes[begin..])? {
                begin += size;
                self.note_taken(&taken);
            }
            bytes.drain(..begin);
            if timeout(limit, from_door.read_buf(&mut bytes)).await?? == 0 {
                return Ok(());
            }
        }
    }

    /// Writes what is put in.
    async fn write(
        &self,
        mut to_door: OwnedWriteHalf,
        context: &ServerContext,
        metrics: &ClusterMetrics,
    ) -> io::Result<()> {
        to_door.write_all(&[TRUNK_TAKEN]).await?;
        let is_stopping = context.is_stopping.clone();
        let stopping = is_stopping.wait_for(|it| *it);
        tokio::pin!(stopping);
        let mut is_over = false;
        loop {
            tokio::select! {
                () = self.woken.notified() => {}
                _ = &mut stopping, if !is_over => is_over = true,
            }
            while let Some(waiting) = self.take_waiting()? {
                let written = waiting.write();
                metrics.trunk_frames.inc_by(written.frames);
                metrics.trunk_copies.inc_by(written.copies);
                timeout(context.timeouts.write, to_door.write_all(&written.bytes)).await??;
            }
            if is_over && self.state().clients.is_empty() {
                return Ok(());
            }
        }
    }

    /// Everything that waits to be written; `None` if nothing does.
    fn take_waiting(&self) -> io::Result<Option<Waiting>> {
        let mut state = self.state();
        if state.is_cut {
            return Err(io::Error::other("the trunk is cut"));
        }
        let waiting = std::mem::take(&mut state.waiting);
        if std::mem::take(&mut state.is_full) {
            state.wake_sessions();
        }
        Ok((!waiting.is_empty()).then_some(waiting))
    }

    /// Makes room for clients that have taken frames; nobody in particular asks for a sign of life.
    fn note_taken(&self, taken: &[(Member, u32)]) {
        let mut state = self.state();
        if taken.is_empty() {
            state.waiting.push_alive();
            self.woken.notify_one();
        }
        for (member, count) in taken {
            if let Some(client) = state.clients.get_mut(member) {
                let count = usize::try_from(*count).unwrap_or(FRAMES_UNTAKEN_MAX);
                client.room = client.room.saturating_add(count).min(FRAMES_UNTAKEN_MAX);
                client.has_room.notify_one();
            }
        }
    }

    /// Lets nothing more go over it; sessions that wait for room end.
    fn cut(&self) {
        let mut state = self.state();
        state.is_cut = true;
        state.waiting = Waiting::default();
        state.wake_sessions();
        self.woken.notify_one();
    }

    /// Locks the state. No thread panics in the middle of a change, so a poisoned lock is ignored.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Wakes the sessions that wait for room.
    fn wake_sessions(&self) {
        for client in self.clients.values() {
            client.has_room.notify_one();
        }
    }
}

impl Seat {
    /// Says a last word to the door about the client, after everything that was said to it.
    pub(super) fn end(&self, word: Word<Frame>) {
        let mut state = self.trunk.state();
        let client = state.clients.get_mut(&self.member);
        if client.is_some_and(|it| !std::mem::replace(&mut it.is_ended, true)) {
            state.waiting.push(self.member, word);
            self.trunk.woken.notify_one();
        }
    }

    /// Puts a frame in if there is room; `None` if the way to the client is at its end.
    fn try_put(&self, frame: &Frame) -> Option<bool> {
        let mut state = self.trunk.state();
        let State {
            waiting,
            clients,
            is_full,
            is_cut,
        } = &mut *state;
        let client = clients.get_mut(&self.member);
        let client = client.filter(|it| !it.is_ended && !*is_cut)?;
        if client.room == 0 {
            return Some(false);
        }
        if waiting.size() + frame.text().len() > TRUNK_SIZE_MAX {
            *is_full = true;
            return Some(false);
        }
        client.room -= 1;
        waiting.push(self.member, Word::Frame(frame.clone()));
        Some(true)
    }

    /// Puts a frame in as soon as there is room.
    pub(super) async fn feed(&self, frame: &Frame) -> Result<(), TransportError> {
        loop {
            match self.try_put(frame) {
                Some(true) => return Ok(()),
                Some(false) => self.has_room.notified().await,
                None => return Err(TransportError::Gone("the trunk is cut".to_owned())),
            }
        }
    }
}

impl Socket for Seat {
    fn put(&self, frame: &Frame) -> bool {
        self.try_put(frame) == Some(true)
    }

    fn write_out(&self) {
        self.trunk.woken.notify_one();
    }
}

impl Drop for Trunked {
    fn drop(&mut self) {
        self.seat.end(Word::Gone);
        let trunk = &self.seat.trunk;
        trunk.state().clients.remove(&self.seat.member);
        trunk.woken.notify_one();
    }
}

impl Trunked {
    /// The transport of a client with this place, whose door learns that it is told everything over the trunk.
    pub(crate) async fn new(mut own: Websocket<TcpStream>, seat: Seat, wait_max: Duration) -> Self {
        own.say_empty().await;
        Self {
            own,
            seat: Arc::new(seat),
            wait_max,
        }
    }

    /// Tells the door where the connection goes next.
    pub(crate) async fn hand_back(&mut self, onward: &Onward) {
        if let Ok(text) = serde_json::to_string(onward) {
            self.seat.end(Word::Onward(text));
            self.own.close(None, 1000).await;
        }
    }
}

impl Transport for Trunked {
    async fn receive(&mut self) -> Result<Received, TransportError> {
        self.own.receive().await
    }

    async fn feed(&mut self, frame: Frame) -> Result<(), TransportError> {
        let fed = timeout(self.wait_max, self.seat.feed(&frame)).await;
        fed.unwrap_or(Err(TransportError::Stuck))
    }

    async fn ping(&mut self) -> Result<(), TransportError> {
        self.own.ping().await
    }

    async fn flush(&mut self) -> Result<(), TransportError> {
        self.seat.write_out();
        self.own.flush().await
    }

    fn socket(&self) -> Arc<dyn Socket> {
        Arc::<Seat>::clone(&self.seat)
    }

    /// The door closes the client's own connection when it has heard the last word.
    async fn close(&mut self, farewell: Option<Frame>, code: u16) {
        if let Some(farewell) = farewell
            && self.feed(farewell).await.is_err()
        {
            return;
        }
        self.seat.end(Word::Closed(code));
        self.own.close(None, code).await;
    }
}
