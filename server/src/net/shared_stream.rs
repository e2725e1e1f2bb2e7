//! The stream of a websocket, shared by two tasks: the session's, which reads and writes, and its lobby's, which writes
//! frames for everybody without waking the session.
//!
//! Everything is written through one list of whole frames, including the library's. Laws kept here: no frame is split
//! by another; while a peer has no room only the session's task writes, waits for room, and gives up after a time.
//!
//! A lobby writes to sockets itself, as long as they take its bytes. An update is encoded and framed once for all
//! receivers (a server's frames are not masked), and no session wakes only to pass bytes on. When a socket is full,
//! the session's task writes the rest, because it can wait, and give up in time; until then the lobby's frames queue
//! up behind, within the same limits as always. One list of whole frames in front of each socket, behind one lock,
//! keeps the order, also of pongs and of the session's own messages.

use std::collections::VecDeque;
use std::fmt;
use std::io;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::task::coop::unconstrained;

use crate::frame::Frame;
use crate::lobby::outbox::Socket;

/// The most bytes that wait to be written; more are accepted only when the peer has taken some.
pub(crate) const UNWRITTEN_SIZE_MAX: usize = 16 * 1024;
/// The most bytes of several frames that are written by one system call.
const JOINED_SIZE_MAX: usize = 4 * 1024;
/// The number of frames for which the list of an idle connection keeps its memory.
const ROOM_KEPT: usize = 4;

/// A stream, with the frames that are to be written to it.
pub(crate) struct SharedStream<S>(Mutex<State<S>>);

struct State<S> {
    /// `None` when the session is over, even if its lobby does not know that yet.
    stream: Option<S>,
    /// The frames of which not every byte is written.
    unwritten: VecDeque<Frame>,
    /// The bytes of the first of them that are written.
    written: usize,
    /// The number of bytes that wait to be written.
    size: usize,
    /// Whether the last write was incomplete: the peer has no room, or is gone. The session's task goes on writing.
    is_stuck: bool,
    /// Whether no text frame may follow, because the closing frame is on its way.
    is_ended: bool,
    /// The session's task, while it waits for input.
    reader: Option<Waker>,
}

/// The stream as the websocket library reads and writes it, in the session's task.
#[derive(Debug)]
pub(crate) struct Half<S>(pub(crate) Arc<SharedStream<S>>);

impl<S> SharedStream<S> {
    pub(crate) fn new(stream: S) -> Self {
        Self(Mutex::new(State {
            stream: Some(stream),
            unwritten: VecDeque::new(),
            written: 0,
            size: 0,
            is_stuck: false,
            is_ended: false,
            reader: None,
        }))
    }

    /// Whether the session's task has to write because the peer had no room. If not, it is woken when that changes.
    pub(crate) fn is_stuck(&self, reader: &Waker) -> bool {
        let mut state = self.state();
        if !state.is_stuck && !state.reader.as_ref().is_some_and(|it| it.will_wake(reader)) {
            state.reader = Some(reader.clone());
        }
        state.is_stuck
    }

    /// The number of bytes that wait to be written.
    pub(crate) fn unwritten_size(&self) -> usize {
        self.state().size
    }

    /// Adds a frame of the session's own.
    pub(crate) fn feed(&self, frame: &Frame) {
        self.state().add(frame.clone());
    }

    /// Lets no further text frame follow.
    pub(crate) fn end_text(&self) {
        self.state().is_ended = true;
    }

    /// Closes the stream for all its holders.
    pub(crate) fn close(&self) {
        let mut state = self.state();
        state.is_ended = true;
        state.unwritten = VecDeque::new();
        state.written = 0;
        state.size = 0;
        state.stream = None;
        state.reader = None;
    }

    /// Locks the list. No thread panics in the middle of a change, so a poisoned lock is ignored.
    fn state(&self) -> MutexGuard<'_, State<S>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<S: AsyncWrite + Unpin> SharedStream<S> {
    /// Writes everything; called in the session's task.
    pub(crate) fn poll_write_out(&self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.state().poll_write_out(context)
    }
}

impl<S: AsyncWrite + Unpin + Send> Socket for SharedStream<S> {
    fn put(&self, frame: &Frame) -> bool {
        let mut state = self.state();
        let may = !state.is_stuck && !state.is_ended && state.size < UNWRITTEN_SIZE_MAX;
        if may {
            state.add(frame.clone());
        }
        may
    }

    fn write_out(&self) {
        let mut state = self.state();
        if state.is_stuck || state.unwritten.is_empty() {
            return;
        }
        // The task that waits for room is the session's, which is woken here and asks again. The lobby's task does not
        // wait, and must not be delayed because it has written much.
        let mut context = Context::from_waker(Waker::noop());
        let written = {
            let writing = std::future::poll_fn(|context| state.poll_write_out(context));
            pin!(unconstrained(writing)).poll(&mut context)
        };
        if !matches!(written, Poll::Ready(Ok(())))
            && let Some(reader) = state.reader.take()
        {
            reader.wake();
        }
    }
}

impl<S: Unpin> State<S> {
    fn stream(&mut self) -> io::Result<Pin<&mut S>> {
        let stream = self.stream.as_mut().map(Pin::new);
        stream.ok_or_else(|| io::ErrorKind::NotConnected.into())
    }
}

impl<S> State<S> {
    fn add(&mut self, frame: Frame) {
        self.size += frame.bytes().len();
        self.unwritten.push_back(frame);
    }

    /// Removes frames of which every byte is written; `count` is the number of bytes that were written now.
    fn forget(&mut self, count: usize) {
        self.size -= count;
        self.written += count;
        while let Some(first) = self.unwritten.front()
            && first.bytes().len() <= self.written
        {
            self.written -= first.bytes().len();
            self.unwritten.pop_front();
        }
        if self.unwritten.is_empty() && self.unwritten.capacity() > ROOM_KEPT {
            // An idle connection keeps no memory for all that it once had to send.
            self.unwritten = VecDeque::new();
        }
    }
}

impl<S: AsyncWrite + Unpin> State<S> {
    /// Writes everything.
    fn poll_write_out(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.is_stuck = true;
        while !self.unwritten.is_empty() {
            let written = ready!(self.poll_write_some(context))?;
            if written == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            self.forget(written);
        }
        ready!(self.stream()?.poll_flush(context))?;
        self.is_stuck = false;
        Poll::Ready(Ok(()))
    }

    /// The number of frames that are written together, and of their bytes that are not written yet.
    fn joinable(&self) -> (usize, usize) {
        let (mut count, mut size) = (0, 0);
        for frame in &self.unwritten {
            size += frame.bytes().len();
            if count > 0 && size - self.written > JOINED_SIZE_MAX {
                size -= frame.bytes().len();
                break;
            }
            count += 1;
        }
        (count, size - self.written.min(size))
    }

    /// Writes the first frame, or several small ones by one system call: copying them costs less than another call, and
    /// less than a vectored write.
    fn poll_write_some(&mut self, context: &mut Context<'_>) -> Poll<io::Result<usize>> {
        let (count, size) = self.joinable();
        let mut frames = self.unwritten.iter().map(Frame::bytes);
        let first = frames.next().unwrap_or_default();
        let first = first.get(self.written..).unwrap_or_default();
        let mut joined = Vec::new();
        if count > 1 {
            // No more room than is needed: the allocator serves small buffers quickly, and large ones slowly.
            joined.reserve(size);
            joined.extend_from_slice(first);
            frames
                .take(count - 1)
                .for_each(|it| joined.extend_from_slice(it));
        }
        let bytes = if joined.is_empty() { first } else { &joined };
        let Some(stream) = self.stream.as_mut() else {
            return Poll::Ready(Err(io::ErrorKind::NotConnected.into()));
        };
        Pin::new(stream).poll_write(context, bytes)
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Half<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.0.state().stream()?.poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Half<S> {
    /// Takes a write of the library, which is a whole frame: completely or, if too much is waiting, not at all.
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let mut state = self.0.state();
        if state.size >= UNWRITTEN_SIZE_MAX {
            ready!(state.poll_write_out(context))?;
        }
        state.add(Frame::built(bytes));
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.0.poll_write_out(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.0.state().stream()?.poll_shutdown(context)
    }
}

impl<S> fmt::Debug for SharedStream<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SharedStream").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::time::Duration;

    use tokio::io::{AsyncReadExt, AsyncWriteExt, BufWriter, DuplexStream, duplex};
    use tokio::task::JoinSet;
    use tokio::time::timeout;

    use super::*;

    /// The most bytes that are on the way to the peer.
    const ROOM: usize = 100;
    /// The limit on what a peer reads in these tests: more than any is sent, unless the same bytes are sent again and
    /// again.
    const HEARD_MAX: u64 = 1_000;

    /// A stream with room for few bytes, and the peer's end of it.
    fn shared() -> (
        Arc<SharedStream<DuplexStream>>,
        Half<DuplexStream>,
        DuplexStream,
    ) {
        let (peer, stream) = duplex(ROOM);
        let shared = Arc::new(SharedStream::new(stream));
        let half = Half(Arc::clone(&shared));
        (shared, half, peer)
    }

    fn frame(letter: char, length: usize) -> Frame {
        Frame::new(&letter.to_string().repeat(length))
    }

    fn bytes(frames: &[Frame]) -> Vec<u8> {
        frames.iter().flat_map(|it| it.bytes().to_vec()).collect()
    }

    /// Waits for a future that must become ready by itself: time stands still until all tasks wait, so one that does
    /// not fails here.
    async fn soon<T>(what: impl Future<Output = T>) -> T {
        let limit = Duration::from_secs(1);
        timeout(limit, what).await.expect("it comes to an end")
    }

    /// The bytes that a peer reads until the end.
    async fn heard(peer: DuplexStream) -> Vec<u8> {
        let mut heard = Vec::new();
        let reading = peer.take(HEARD_MAX);
        tokio::pin!(reading);
        soon(reading.read_to_end(&mut heard)).await.unwrap();
        heard
    }

    /// Lets the session write everything and close, while the peer reads.
    async fn flush_and_close<S>(
        shared: &SharedStream<S>,
        half: &mut Half<S>,
        peer: DuplexStream,
    ) -> Vec<u8>
    where
        S: AsyncWrite + Unpin,
    {
        let writing = async {
            soon(half.flush()).await.unwrap();
            shared.close();
        };
        tokio::join!(writing, heard(peer)).1
    }

    async fn is_stuck<S>(shared: &SharedStream<S>) -> bool {
        poll_fn(|context| Poll::Ready(shared.is_stuck(context.waker()))).await
    }

    #[tokio::test(start_paused = true)]
    async fn what_the_lobby_writes_is_there_at_once() {
        let (shared, _half, mut peer) = shared();
        let frames = [frame('a', 20), frame('b', 30)];
        assert!(shared.put(&frames[0]) && shared.put(&frames[1]));
        shared.write_out();
        assert!(!is_stuck(&shared).await);
        let all = bytes(&frames);
        let mut heard = vec![0; all.len()];
        soon(peer.read_exact(&mut heard)).await.unwrap();
        assert_eq!((heard, shared.unwritten_size()), (all, 0));
    }

    /// The peer takes a part of what the lobby writes; the session is woken and writes the rest, and then its own
    /// frame.
    #[tokio::test(start_paused = true)]
    async fn what_the_peer_has_no_room_for_is_written_by_the_session() {
        let (shared, mut half, peer) = shared();
        let frames = ['a', 'b', 'c', 'd'].map(|it| frame(it, 70));
        // It is a task of its own, so that only the lobby wakes it.
        let mut session = JoinSet::new();
        let waits = Arc::clone(&shared);
        session.spawn(poll_fn(move |context| {
            if waits.is_stuck(context.waker()) {
                Poll::Ready(())
            } else {
                Poll::Pending
            }
        }));
        tokio::task::yield_now().await;
        assert!(frames[..3].iter().all(|it| shared.put(it)));
        shared.write_out();
        soon(session.join_next()).await.unwrap().unwrap();
        assert!(
            !shared.put(&frames[3]),
            "nothing is taken while the peer has no room"
        );
        shared.feed(&frames[3]);
        shared.write_out();
        assert_eq!(
            flush_and_close(&shared, &mut half, peer).await,
            bytes(&frames)
        );
    }

    #[tokio::test(start_paused = true)]
    async fn the_lobby_writes_again_once_the_session_has_written_everything() {
        let (shared, mut half, mut peer) = shared();
        let frames = ['a', 'b'].map(|it| frame(it, 70));
        assert!(frames.iter().all(|it| shared.put(it)));
        shared.write_out();
        let mut heard = bytes(&frames);
        let hears = peer.read_exact(&mut heard);
        let (flushed, read) = soon(async { tokio::join!(half.flush(), hears) }).await;
        flushed.unwrap();
        read.unwrap();
        assert_eq!(heard, bytes(&frames));
        assert!(!is_stuck(&shared).await && shared.put(&frames[0]));
        shared.write_out();
        soon(peer.read_exact(&mut heard[..72])).await.unwrap();
        assert_eq!(heard[..72], *frames[0].bytes());
    }

    /// With encryption the stream takes the bytes, and writes them later.
    #[tokio::test(start_paused = true)]
    async fn what_the_stream_has_taken_but_not_written_is_for_the_session_too() {
        let (peer, stream) = duplex(ROOM);
        let shared = Arc::new(SharedStream::new(BufWriter::new(stream)));
        let mut half = Half(Arc::clone(&shared));
        let frames = ['a', 'b'].map(|it| frame(it, 70));
        assert!(frames.iter().all(|it| shared.put(it)));
        shared.write_out();
        assert!(is_stuck(&shared).await && shared.unwritten_size() == 0);
        assert_eq!(
            flush_and_close(&shared, &mut half, peer).await,
            bytes(&frames)
        );
    }

    /// The library writes frames too, such as a pong; no frame of the lobby may end up within one of those, or the
    /// reverse.
    #[tokio::test(start_paused = true)]
    async fn no_frame_is_split_by_another() {
        let (shared, mut half, peer) = shared();
        let (long, short) = (frame('a', 150), frame('b', 10));
        assert!(shared.put(&long));
        shared.write_out();
        let pong = [0x8a, 3, 1, 2, 3];
        soon(half.write_all(&pong)).await.unwrap();
        shared.feed(&short);
        let all = [long.bytes(), &pong, short.bytes()].concat();
        assert_eq!(flush_and_close(&shared, &mut half, peer).await, all);
    }

    /// A peer that floods with pings and reads nothing.
    #[tokio::test(start_paused = true)]
    async fn what_the_library_writes_is_bounded() {
        let (shared, mut half, _peer) = shared();
        let pong = [0; 125];
        let most = (UNWRITTEN_SIZE_MAX + ROOM) / pong.len() + 1;
        let mut taken = 0;
        while taken <= most
            && let Poll::Ready(count) =
                poll_fn(|context| Poll::Ready(Pin::new(&mut half).poll_write(context, &pong))).await
        {
            assert_eq!(count.unwrap(), pong.len());
            taken += 1;
        }
        let least = UNWRITTEN_SIZE_MAX / pong.len();
        assert!((least..=most).contains(&taken), "{taken}");
        assert!(!shared.put(&frame('a', 1)));
    }

    #[tokio::test]
    async fn what_the_lobby_gives_is_bounded() {
        let (shared, _half, _peer) = shared();
        let frame = frame('a', 1_000);
        let most = UNWRITTEN_SIZE_MAX / frame.bytes().len() + 1;
        let taken = (0..2 * most).take_while(|_| shared.put(&frame)).count();
        assert_eq!(taken, most);
    }

    #[tokio::test(start_paused = true)]
    async fn a_stream_that_is_closed_is_closed_though_a_lobby_knows_it() {
        let (shared, half, peer) = shared();
        shared.close();
        assert_eq!(heard(peer).await, b"");
        assert!(!shared.put(&frame('a', 1)));
        shared.write_out();
        drop(half);
    }

    #[tokio::test(start_paused = true)]
    async fn the_lobby_says_nothing_after_the_end() {
        let (shared, _half, peer) = shared();
        assert!(shared.put(&frame('a', 1)));
        shared.end_text();
        assert!(!shared.put(&frame('b', 1)));
        shared.write_out();
        shared.close();
        assert_eq!(heard(peer).await, b"\x81\x01a");
    }
}
