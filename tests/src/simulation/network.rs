//! Connections in memory: they take time, hold few bytes, and can be held up or cut at any byte.
//!
//! Bytes arrive in order or not at all, as with TCP: a lost segment is one that comes late, and a connection that is
//! cut loses everything on the way, even in the middle of a frame.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, Weak};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use dicehall_engine::Dice;
use dicehall_engine::dice::SeededDice;
use dicehall_server::{Accept, FaultyJournal};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::mpsc;
use tokio::time::{Instant, Sleep, sleep_until};

/// The most connections that wait to be accepted.
const BACKLOG_MAX: usize = 1_024;

/// The connections of all people.
#[derive(Debug)]
pub(super) struct Network {
    journal: FaultyJournal,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    seed: u64,
    /// The luck of each person, so that it does not matter who connects first in the same moment.
    luck: BTreeMap<usize, SeededDice>,
    delay_ms_max: u64,
    /// Where the server accepts connections; `None` while it does not run.
    door: Option<mpsc::Sender<End>>,
    lines: Vec<(usize, Weak<Mutex<Line>>)>,
}

impl Network {
    /// A network without a server.
    pub(super) fn new(seed: u64, journal: FaultyJournal) -> Self {
        let state = State {
            seed,
            luck: BTreeMap::new(),
            delay_ms_max: 5,
            door: None,
            lines: Vec::new(),
        };
        Self {
            journal,
            state: Mutex::new(state),
        }
    }

    /// A port at which a server accepts; the one before is closed.
    pub(super) fn listen(&self) -> Port {
        let (door, arrivals) = mpsc::channel(BACKLOG_MAX);
        self.state().door = Some(door);
        Port {
            arrivals: tokio::sync::Mutex::new(arrivals),
        }
    }

    /// Sets the longest delay of bytes on the way, in milliseconds.
    pub(super) fn delay(&self, delay_ms_max: u64) {
        self.state().delay_ms_max = delay_ms_max;
    }

    /// A connection to the server; `room` is the number of bytes that may be on the way in each direction.
    pub(super) fn connect(&self, whose: usize, room: usize) -> io::Result<End> {
        let mut state = self.state();
        let refused = || io::Error::from(io::ErrorKind::ConnectionRefused);
        let door = state.door.clone().ok_or_else(refused)?;
        let seed = state
            .seed
            .wrapping_add(u64::try_from(whose).unwrap_or(u64::MAX));
        let luck = state
            .luck
            .entry(whose)
            .or_insert_with(|| SeededDice::new(seed));
        let luck = SeededDice::new(luck.below(u64::MAX));
        let line = Line {
            lanes: [Lane::default(), Lane::default()],
            room,
            delay_ms_max: state.delay_ms_max,
            luck,
            is_cut: false,
            is_held: false,
        };
        let line = Arc::new(Mutex::new(line));
        state.lines.retain(|(_, line)| line.strong_count() > 0);
        state.lines.push((whose, Arc::downgrade(&line)));
        let end = |side| End {
            line: Arc::clone(&line),
            side,
            timer: None,
            stamp: 0,
            journal: self.journal.clone(),
        };
        door.try_send(end(1)).map_err(|_full| refused())?;
        Ok(end(0))
    }

    /// Cuts the connections of one person, or everybody's; bytes on the way are lost.
    pub(super) fn cut(&self, whose: Option<usize>) {
        self.each(whose, |line| line.is_cut = true);
    }

    /// Holds up all bytes on the way from and to one person or everybody, or lets them go on.
    pub(super) fn hold(&self, whose: Option<usize>, is_held: bool) {
        self.each(whose, |line| line.is_held = is_held);
    }

    /// Whether a connection of a person is held up.
    pub(super) fn is_held(&self, whose: usize) -> bool {
        let lines = &self.state().lines;
        let mut own = lines
            .iter()
            .filter(|(owner, _)| *owner == whose)
            .filter_map(|(_, it)| it.upgrade());
        own.any(|it| it.lock().unwrap().is_held)
    }

    /// Closes the port: no new connections reach the server that listened last.
    pub(super) fn close(&self) {
        self.state().door = None;
    }

    fn each(&self, whose: Option<usize>, change: impl Fn(&mut Line)) {
        for (owner, line) in &self.state().lines {
            let Some(line) = line.upgrade() else { continue };
            if whose.is_none_or(|it| it == *owner) {
                let mut line = line.lock().unwrap();
                change(&mut line);
                line.lanes.iter_mut().for_each(Lane::wake);
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }
}

/// A port at which a server accepts.
#[derive(Debug)]
pub(super) struct Port {
    arrivals: tokio::sync::Mutex<mpsc::Receiver<End>>,
}

impl Accept for Port {
    type Stream = End;

    async fn accept(&self) -> io::Result<(End, IpAddr)> {
        match self.arrivals.lock().await.recv().await {
            Some(end) => Ok((end, Ipv4Addr::LOCALHOST.into())),
            None => std::future::pending().await,
        }
    }

    fn address(&self) -> Option<SocketAddr> {
        None
    }
}

/// A connection.
#[derive(Debug)]
struct Line {
    /// The two directions: from the client, and from the server.
    lanes: [Lane; 2],
    room: usize,
    delay_ms_max: u64,
    luck: SeededDice,
    is_cut: bool,
    is_held: bool,
}

/// One direction of a connection.
#[derive(Debug, Default)]
struct Lane {
    chunks: VecDeque<Chunk>,
    bytes: usize,
    /// Whether nothing more is written.
    is_ended: bool,
    /// Whether nobody reads any more.
    is_deaf: bool,
    reader: Option<Waker>,
    writer: Option<Waker>,
}

#[derive(Debug)]
struct Chunk {
    due: Instant,
    bytes: Vec<u8>,
    read: usize,
    /// The number of durable appends when it was written.
    stamp: usize,
}

impl Lane {
    fn wake(&mut self) {
        for waker in [self.reader.take(), self.writer.take()]
            .into_iter()
            .flatten()
        {
            waker.wake();
        }
    }
}

/// One end of a connection.
#[derive(Debug)]
pub(super) struct End {
    line: Arc<Mutex<Line>>,
    side: usize,
    timer: Option<Pin<Box<Sleep>>>,
    stamp: usize,
    journal: FaultyJournal,
}

impl End {
    /// The number of durable appends when the peer wrote the bytes that were read last.
    pub(super) fn stamp(&self) -> usize {
        self.stamp
    }

    /// Whether the peer has gone, which is known here without reading.
    pub(super) fn is_left(&self) -> bool {
        let line = self.line.lock().unwrap();
        line.is_cut || line.lanes[1 - self.side].is_ended
    }

    /// Whether the peer has no room to write more.
    pub(super) fn is_stuffed(&self) -> bool {
        let line = self.line.lock().unwrap();
        line.lanes[1 - self.side].bytes >= line.room
    }

    /// Cuts the connection at once.
    pub(super) fn cut(&self) {
        let mut line = self.line.lock().unwrap();
        line.is_cut = true;
        line.lanes.iter_mut().for_each(Lane::wake);
    }
}

impl Drop for End {
    fn drop(&mut self) {
        // If another thread has panicked, the test reports that.
        let Ok(mut line) = self.line.lock() else {
            return;
        };
        line.lanes[self.side].is_ended = true;
        line.lanes[1 - self.side].is_deaf = true;
        line.lanes.iter_mut().for_each(Lane::wake);
    }
}

impl AsyncRead for End {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        let mut line = this.line.lock().unwrap();
        if line.is_cut {
            return Poll::Ready(Err(io::ErrorKind::ConnectionReset.into()));
        }
        let is_held = line.is_held;
        let lane = &mut line.lanes[1 - this.side];
        lane.reader = Some(context.waker().clone());
        let Some(chunk) = lane.chunks.front_mut() else {
            return if lane.is_ended {
                Poll::Ready(Ok(()))
            } else {
                Poll::Pending
            };
        };
        if is_held {
            return Poll::Pending;
        }
        if chunk.due > Instant::now() {
            let timer = this
                .timer
                .get_or_insert_with(|| Box::pin(sleep_until(chunk.due)));
            timer.as_mut().reset(chunk.due);
            if timer.as_mut().poll(context).is_pending() {
                return Poll::Pending;
            }
        }
        let count = (chunk.bytes.len() - chunk.read).min(buffer.remaining());
        buffer.put_slice(&chunk.bytes[chunk.read..chunk.read + count]);
        chunk.read += count;
        this.stamp = chunk.stamp;
        if chunk.read == chunk.bytes.len() {
            lane.chunks.pop_front();
        }
        lane.bytes -= count;
        if let Some(writer) = lane.writer.take() {
            writer.wake();
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for End {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let mut line = self.line.lock().unwrap();
        if line.is_cut || line.lanes[self.side].is_deaf {
            return Poll::Ready(Err(io::ErrorKind::BrokenPipe.into()));
        }
        let room = line.room.saturating_sub(line.lanes[self.side].bytes);
        if room == 0 {
            line.lanes[self.side].writer = Some(context.waker().clone());
            return Poll::Pending;
        }
        let bound = line.delay_ms_max + 1;
        let delay = Duration::from_millis(line.luck.below(bound));
        let lane = &mut line.lanes[self.side];
        let before = lane.chunks.back().map(|it| it.due);
        let due = (Instant::now() + delay).max(before.unwrap_or_else(Instant::now));
        let count = room.min(bytes.len());
        let stamp = self.journal.count();
        lane.chunks.push_back(Chunk {
            due,
            bytes: bytes[..count].to_vec(),
            read: 0,
            stamp,
        });
        lane.bytes += count;
        if let Some(reader) = lane.reader.take() {
            reader.wake();
        }
        Poll::Ready(Ok(count))
    }

    fn poll_flush(self: Pin<&mut Self>, _context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let mut line = self.line.lock().unwrap();
        let lane = &mut line.lanes[self.side];
        lane.is_ended = true;
        lane.wake();
        Poll::Ready(Ok(()))
    }
}
