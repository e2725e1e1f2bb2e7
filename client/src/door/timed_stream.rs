//! The stream of one connection, which ends by itself if nobody comes in.
//!
//! Given to the library of ssh in place of the socket. Laws kept here: the door's own clock runs whatever the library waits
//! for; a machine that says nothing is gone soon; and a person has the time to compare the fingerprint and to unlock a key.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep};

use super::gate::Pass;

/// The longest time until the first messages of ssh have come, which a program sends by itself.
const STRANGER_MS_MAX: u64 = 10_000;
/// The longest time from there to the first screen, in which a person compares the fingerprint and unlocks a key.
const PERSON_MS_MAX: u64 = 60_000;
/// The first messages: the algorithms, and the client's part of the key.
const FIRST_MESSAGES: usize = 2;
/// The bytes before each message, which say how long it is.
const LENGTH_BYTES: usize = 4;

/// The stream of a connection.
pub(super) struct TimedStream<S = TcpStream> {
    inner: S,
    clock: Pin<Box<Sleep>>,
    has_entered: Arc<AtomicBool>,
    pass: Pass,
    first: First,
}

/// The first messages, which are not encrypted, as far as they have come.
#[derive(Debug, Default)]
struct First {
    /// Whether the line with the client's version has come.
    has_version: bool,
    length: Vec<u8>,
    /// The bytes of the present message that are still to come.
    left: u32,
    messages: usize,
}

impl First {
    /// Takes bytes; returns whether all first messages are there.
    fn feed(&mut self, bytes: &[u8]) -> bool {
        for byte in bytes {
            if !self.has_version {
                self.has_version = *byte == b'\n';
            } else if self.left > 0 {
                self.left -= 1;
                self.messages += usize::from(self.left == 0);
            } else {
                self.length.push(*byte);
                if let Ok(length) = <[u8; LENGTH_BYTES]>::try_from(self.length.as_slice()) {
                    self.length.clear();
                    self.left = u32::from_be_bytes(length);
                }
            }
        }
        self.messages >= FIRST_MESSAGES
    }
}

impl<S> TimedStream<S> {
    /// The stream of a connection that has this place, until `has_entered` is set.
    pub(super) fn new(inner: S, pass: Pass, has_entered: Arc<AtomicBool>) -> Self {
        Self {
            inner,
            clock: Box::pin(sleep(Duration::from_millis(STRANGER_MS_MAX))),
            has_entered,
            pass,
            first: First::default(),
        }
    }

    fn check_time(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        let is_over = !self.has_entered.load(Ordering::Relaxed)
            && self.clock.as_mut().poll(context).is_ready();
        if is_over {
            return Err(io::ErrorKind::TimedOut.into());
        }
        Ok(())
    }

    fn look_at(&mut self, bytes: &[u8]) {
        if self.first.messages < FIRST_MESSAGES && self.first.feed(bytes) {
            self.pass.introduce();
            let end = Instant::now() + Duration::from_millis(PERSON_MS_MAX);
            self.clock.as_mut().reset(end);
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for TimedStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.check_time(context)?;
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.inner).poll_read(context, buffer))?;
        self.look_at(&buffer.filled()[before..]);
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for TimedStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.check_time(context)?;
        Pin::new(&mut self.inner).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};

    use super::*;
    use crate::door::gate::{Gate, STRANGERS_MAX};

    /// A client's version and first messages, of five and three bytes.
    const FIRST: &[u8] = b"SSH-2.0-x\r\n\0\0\0\x05abcde\0\0\0\x03fgh";

    struct Trial {
        gate: Gate,
        peer: DuplexStream,
        stream: TimedStream<DuplexStream>,
        has_entered: Arc<AtomicBool>,
    }

    fn trial() -> Trial {
        let gate = Gate::default();
        let pass = gate.admit(Ipv4Addr::LOCALHOST.into()).unwrap();
        let (peer, inner) = duplex(4_096);
        let has_entered = Arc::default();
        let stream = TimedStream::new(inner, pass, Arc::clone(&has_entered));
        Trial {
            gate,
            peer,
            stream,
            has_entered,
        }
    }

    /// How long reading goes on after what the peer has sent, in milliseconds; `None` if it does not end in an hour.
    async fn read_for(stream: &mut TimedStream<DuplexStream>) -> Option<u128> {
        let begun = Instant::now();
        let mut all = Vec::new();
        let hour = Duration::from_secs(3_600);
        let read = tokio::time::timeout(hour, stream.read_to_end(&mut all)).await;
        let error = read.ok()?.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        Some(begun.elapsed().as_millis())
    }

    #[tokio::test(start_paused = true)]
    async fn who_says_nothing_or_half_of_it_is_gone_in_ten_seconds() {
        for said in 0..FIRST.len() {
            let mut it = trial();
            it.peer.write_all(&FIRST[..said]).await.unwrap();
            let ms = read_for(&mut it.stream).await.unwrap();
            assert!((10_000..10_100).contains(&ms), "{said}: {ms}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_person_has_a_minute_and_is_no_stranger() {
        let mut it = trial();
        it.peer.write_all(FIRST).await.unwrap();
        let ms = read_for(&mut it.stream).await.unwrap();
        assert!((60_000..60_100).contains(&ms), "{ms}");
        let admit = || it.gate.admit(Ipv4Addr::LOCALHOST.into());
        let more: Vec<_> = std::iter::from_fn(admit).collect();
        assert_eq!(more.len(), STRANGERS_MAX);
    }

    #[tokio::test(start_paused = true)]
    async fn who_has_entered_stays() {
        let mut it = trial();
        it.peer.write_all(FIRST).await.unwrap();
        it.has_entered.store(true, Ordering::Relaxed);
        assert_eq!(read_for(&mut it.stream).await, None);
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_is_written_to_for_ever() {
        let mut it = trial();
        let written = it.stream.write_all(&[0; 10_000]).await;
        assert_eq!(written.unwrap_err().kind(), io::ErrorKind::TimedOut);
    }
}
