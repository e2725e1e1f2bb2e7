//! The stream of a websocket, read through a meter of frames.
//!
//! `websocket` gives it to the library. When more frames have come than may, what was read is still given out, so that
//! the session can answer it; the next read fails, once. After that nothing is counted: `websocket` reads a little more
//! and drops it while it closes the connection.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::frame_meter::{FrameMeter, TooManyFrames};
use crate::net::shared_stream::Half;

/// The stream as the library reads and writes it.
#[derive(Debug)]
pub(super) struct Metered<S> {
    half: Half<S>,
    metering: Metering,
}

#[derive(Debug)]
enum Metering {
    /// Frames are counted. Boxed, because most of an idle connection's memory should be its session.
    Counted(Box<FrameMeter>),
    /// Too many came: the next read fails.
    Over,
    /// Nothing is counted.
    Off,
}

impl<S> Metered<S> {
    /// Counts the frames that are read from a stream, and those in the bytes that were read before; no frames without a
    /// meter.
    pub(super) fn new(half: Half<S>, meter: Option<FrameMeter>, read: &[u8]) -> Self {
        let metering = meter.map_or(Metering::Off, |it| Metering::Counted(Box::new(it)));
        let mut metered = Self { half, metering };
        metered.count(read);
        metered
    }

    fn count(&mut self, bytes: &[u8]) {
        if let Metering::Counted(meter) = &mut self.metering
            && !meter.allows(bytes)
        {
            self.metering = Metering::Over;
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Metered<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if matches!(self.metering, Metering::Over) {
            self.metering = Metering::Off;
            return Poll::Ready(Err(io::Error::other(TooManyFrames)));
        }
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.half).poll_read(context, buffer))?;
        self.count(buffer.filled().get(before..).unwrap_or_default());
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Metered<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.half).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.half).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.half).poll_shutdown(context)
    }
}
