//! The owner's end of multiplexes: sessions and lobbies put frames in, one task for each multiplex writes them.
//!
//! Made by `net::internal`, which runs the sessions. Laws kept here: nobody who puts a frame in waits; a client that takes
//! nothing holds up nobody else, because no more than [`FRAMES_UNTAKEN_MAX`] of its frames are on the way; and what waits
//! for a relay is no more than [`MULTIPLEX_SIZE_MAX`]: then its clients' sessions wait, and a relay that takes nothing is cut off.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::Notify;
use tokio::time::timeout;

use crate::cluster::link::{MULTIPLEX_TAKEN, MultiplexPlace};
use crate::cluster::multiplex::{
    FRAMES_UNTAKEN_MAX, MULTIPLEX_SIZE_MAX, Member, Waiting, Word, read_taken,
};
use crate::frame::Frame;
use crate::lobby::outbox::Socket;
use crate::metrics::cluster::ClusterMetrics;
use crate::net::websocket::Websocket;
use crate::session::ServerContext;
use crate::session::passing::Onward;
use crate::session::transport::{Received, Transport, TransportError};

/// The longest time without a word from a relay, in milliseconds: it asks for a sign of life every 1.5 seconds.
const RELAY_SILENT_MS_MAX: u64 = 10_000;

/// The multiplexes of a node, by their numbers.
#[derive(Debug, Default)]
pub(crate) struct Multiplexes(Mutex<BTreeMap<u64, Arc<Multiplex>>>);

/// One multiplex.
#[derive(Debug)]
pub(crate) struct Multiplex {
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

/// The place of a client on a multiplex, as long as its session lasts.
#[derive(Debug)]
pub(crate) struct Seat {
    multiplex: Arc<Multiplex>,
    member: Member,
    has_room: Arc<Notify>,
}

/// The transport of a session whose client is told everything over a multiplex. What the client sends, and signs of life,
/// come over its own connection.
#[derive(Debug)]
pub(crate) struct Multiplexed {
    own: Websocket<TcpStream>,
    seat: Arc<Seat>,
    wait_max: Duration,
}

impl Multiplexes {
    /// A place on a multiplex; `None` if there is no such multiplex, or somebody has the place.
    pub(crate) fn seat(&self, place: MultiplexPlace) -> Option<Seat> {
        let multiplex = Arc::clone(self.all().get(&place.multiplex)?);
        let has_room = Arc::new(Notify::new());
        let client = Client {
            room: FRAMES_UNTAKEN_MAX,
            has_room: Arc::clone(&has_room),
            is_ended: false,
        };
        let mut state = multiplex.state();
        if state.is_cut || state.clients.contains_key(&place.member) {
            return None;
        }
        state.clients.insert(place.member, client);
        drop(state);
        Some(Seat {
            multiplex,
            member: place.member,
            has_room,
        })
    }

    /// Carries a multiplex until its relay is gone, or until the server stops and nobody is left on it.
    pub(crate) async fn serve(&self, stream: TcpStream, number: u64, context: &ServerContext) {
        let Some(cluster) = &context.cluster else {
            return;
        };
        let multiplex = Arc::new(Multiplex {
            state: Mutex::default(),
            woken: Notify::new(),
        });
        if self.all().insert(number, Arc::clone(&multiplex)).is_some() {
            tracing::warn!("a relay has opened the same multiplex again");
        }
        cluster.metrics.multiplexes.inc();
        let (mut from_relay, to_relay) = stream.into_split();
        let ended = tokio::select! {
            ended = multiplex.read(&mut from_relay) => ended,
            ended = multiplex.write(to_relay, context, &cluster.metrics) => ended,
        };
        if let Err(error) = ended {
            tracing::debug!(%error, "a multiplex ended");
        }
        cluster.metrics.multiplexes.dec();
        multiplex.cut();
        let mut all = self.all();
        if all
            .get(&number)
            .is_some_and(|it| Arc::ptr_eq(it, &multiplex))
        {
            all.remove(&number);
        }
    }

    /// Cuts all multiplexes, as their tasks do when they end.
    #[cfg(test)]
    pub(super) fn cut_all(&self) {
        for multiplex in self.all().values() {
            multiplex.cut();
        }
    }

    /// Locks the list. No thread panics in the middle of a change, so a poisoned lock is ignored.
    fn all(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<Multiplex>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Multiplex {
    /// Reads what clients have taken.
    async fn read(&self, from_relay: &mut OwnedReadHalf) -> io::Result<()> {
        let mut bytes = Vec::new();
        let limit = Duration::from_millis(RELAY_SILENT_MS_MAX);
        loop {
            let mut begin = 0;
            while let Some((taken, size)) = read_taken(&bytes[begin..])? {
                begin += size;
                self.note_taken(&taken);
            }
            bytes.drain(..begin);
            if timeout(limit, from_relay.read_buf(&mut bytes)).await?? == 0 {
                return Ok(());
            }
        }
    }

    /// Writes what is put in.
    async fn write(
        &self,
        mut to_relay: OwnedWriteHalf,
        context: &ServerContext,
        metrics: &ClusterMetrics,
    ) -> io::Result<()> {
        to_relay.write_all(&[MULTIPLEX_TAKEN]).await?;
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
                metrics.multiplex_frames.inc_by(written.frames);
                metrics.multiplex_copies.inc_by(written.copies);
                timeout(context.timeouts.write, to_relay.write_all(&written.bytes)).await??;
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
            return Err(io::Error::other("the multiplex is cut"));
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
    /// Says a last word to the relay about the client, after everything that was said to it.
    pub(super) fn end(&self, word: Word<Frame>) {
        let mut state = self.multiplex.state();
        let client = state.clients.get_mut(&self.member);
        if client.is_some_and(|it| !std::mem::replace(&mut it.is_ended, true)) {
            state.waiting.push(self.member, word);
            self.multiplex.woken.notify_one();
        }
    }

    /// Puts a frame in if there is room; `None` if the way to the client is at its end.
    fn try_put(&self, frame: &Frame) -> Option<bool> {
        let mut state = self.multiplex.state();
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
        if waiting.size() + frame.text().len() > MULTIPLEX_SIZE_MAX {
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
                None => return Err(TransportError::Gone("the multiplex is cut".to_owned())),
            }
        }
    }
}

impl Socket for Seat {
    fn put(&self, frame: &Frame) -> bool {
        self.try_put(frame) == Some(true)
    }

    fn write_out(&self) {
        self.multiplex.woken.notify_one();
    }
}

impl Drop for Multiplexed {
    fn drop(&mut self) {
        self.seat.end(Word::Gone);
        let multiplex = &self.seat.multiplex;
        multiplex.state().clients.remove(&self.seat.member);
        multiplex.woken.notify_one();
    }
}

impl Multiplexed {
    /// The transport of a client with this place, whose relay learns that it is told everything over the multiplex.
    pub(crate) async fn new(mut own: Websocket<TcpStream>, seat: Seat, wait_max: Duration) -> Self {
        own.say_empty().await;
        Self {
            own,
            seat: Arc::new(seat),
            wait_max,
        }
    }

    /// Tells the relay where the connection goes next.
    pub(crate) async fn hand_back(&mut self, onward: &Onward) {
        if let Ok(text) = serde_json::to_string(onward) {
            self.seat.end(Word::Onward(text));
            self.own.close(None, 1000).await;
        }
    }
}

impl Transport for Multiplexed {
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

    /// The relay closes the client's own connection when it has heard the last word.
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
