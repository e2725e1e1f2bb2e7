//! The bytes that wait for a guest's terminal.
//!
//! The screens write into it, and a task hands it on as fast as the guest's window takes it. Law kept here: the next frame is
//! drawn when the last one has been handed on, so that a guest who reads nothing costs one frame of memory.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use ratatui::layout::Size;
use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::sync::{Notify, watch};

use crate::lang::encoding::Encoding;
use crate::lang::encoding::legible::Legible;
use crate::tui::terminal::window::Window;

/// The most bytes that wait: more than the largest frame. Sentences of the line mode, which wait for no frame, end the
/// session beyond that.
const WAITING_BYTES_MAX: usize = 256 * 1024;
/// The most bytes of a bell or a title that wait beside a frame; more are not written.
const TOLD_BYTES_MAX: usize = 4 * 1024;

/// The bytes that wait.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    state: Mutex<State>,
    changed: Notify,
}

#[derive(Debug, Default)]
struct State {
    bytes: Vec<u8>,
    /// Whether bytes are on their way.
    is_sending: bool,
    /// Whether nothing is taken any more.
    is_closed: bool,
    waker: Option<Waker>,
}

impl Outbox {
    /// Adds bytes; fails if the guest is gone, or takes nothing.
    pub(super) fn push(&self, bytes: &[u8]) -> io::Result<()> {
        let mut state = self.lock();
        if state.is_closed {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        if state.bytes.len() + bytes.len() > WAITING_BYTES_MAX {
            return Err(io::ErrorKind::StorageFull.into());
        }
        state.bytes.extend_from_slice(bytes);
        drop(state);
        self.changed.notify_one();
        Ok(())
    }

    /// Takes nothing any more; what waits is still sent.
    pub(super) fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_one();
    }

    /// Hands bytes on until the box is closed and empty, or the guest is gone.
    pub(super) async fn send_to(&self, mut window: impl AsyncWrite + Unpin) {
        while let Some(bytes) = self.next().await {
            if window.write_all(&bytes).await.is_err() {
                self.close();
            }
            let waker = {
                let mut state = self.lock();
                state.is_sending = false;
                state.waker.take()
            };
            if let Some(waker) = waker {
                waker.wake();
            }
        }
    }

    async fn next(&self) -> Option<Vec<u8>> {
        loop {
            {
                let mut state = self.lock();
                if !state.bytes.is_empty() {
                    state.is_sending = true;
                    return Some(std::mem::take(&mut state.bytes));
                }
                if state.is_closed {
                    return None;
                }
            }
            self.changed.notified().await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The output of a session, which goes into its box.
#[derive(Clone, Debug)]
pub(super) struct Output {
    pub(super) outbox: Arc<Outbox>,
    /// Whether a line ends as terminals in raw mode want it.
    pub(super) is_raw: bool,
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_raw {
            let lines = String::from_utf8_lossy(bytes).replace('\n', "\r\n");
            self.outbox.push(lines.as_bytes())?;
        } else {
            self.outbox.push(bytes)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A guest's window.
#[derive(Debug)]
pub(super) struct GuestWindow {
    pub(super) outbox: Arc<Outbox>,
    pub(super) size: watch::Receiver<Size>,
    pub(super) encoding: Encoding,
}

impl Window for GuestWindow {
    fn size(&self) -> io::Result<Size> {
        Ok(*self.size.borrow())
    }

    fn tell(&self, text: &str) -> io::Result<()> {
        if self.outbox.lock().bytes.len() > TOLD_BYTES_MAX {
            return Ok(());
        }
        let outbox = Arc::clone(&self.outbox);
        let is_raw = false;
        Legible::of(self.encoding, Output { outbox, is_raw }).write_all(text.as_bytes())
    }

    fn poll_ready(&self, context: &mut Context<'_>) -> Poll<()> {
        let mut state = self.outbox.lock();
        if state.bytes.is_empty() && !state.is_sending {
            return Poll::Ready(());
        }
        state.waker = Some(context.waker().clone());
        Poll::Pending
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use tokio::io::{AsyncReadExt, duplex};
    use tokio::task::JoinSet;

    use super::*;

    #[expect(clippy::disallowed_methods, reason = "nobody else waits for the size")]
    fn window() -> GuestWindow {
        let (_, size) = watch::channel(Size::new(80, 24));
        GuestWindow {
            outbox: Arc::default(),
            size,
            encoding: Encoding::Utf8,
        }
    }

    #[tokio::test]
    async fn the_next_frame_waits_until_the_window_has_taken_the_last() {
        let window = window();
        let mut context = Context::from_waker(Waker::noop());
        assert!(window.poll_ready(&mut context).is_ready());
        window.outbox.push(&[b'x'; 100]).unwrap();
        assert!(window.poll_ready(&mut context).is_pending());
        let (mut peer, ours) = duplex(64);
        let outbox = Arc::clone(&window.outbox);
        let mut sending = JoinSet::new();
        sending.spawn(async move { outbox.send_to(ours).await });
        let mut taken = [0; 36];
        tokio::task::yield_now().await;
        assert!(window.poll_ready(&mut context).is_pending(), "64 of 100");
        peer.read_exact(&mut taken).await.unwrap();
        poll_fn(|context| window.poll_ready(context)).await;
        window.outbox.push(b"bye").unwrap();
        window.outbox.close();
        let mut rest = Vec::new();
        peer.read_to_end(&mut rest).await.unwrap();
        assert!(rest.ends_with(b"bye"));
        sending.join_next().await.unwrap().unwrap();
        assert!(window.outbox.push(b"late").is_err());
    }

    #[tokio::test]
    async fn a_guest_who_reads_nothing_costs_no_more_than_is_allowed() {
        let window = window();
        let most = WAITING_BYTES_MAX / 1_024;
        let lines = (0..).take_while(|_| window.outbox.push(&[b'x'; 1_024]).is_ok());
        assert_eq!(lines.take(most * 2).count(), most);
        window.tell("a title").unwrap();
        assert_eq!(window.outbox.lock().bytes.len(), WAITING_BYTES_MAX);
    }

    #[tokio::test]
    async fn a_guest_who_is_gone_is_written_to_no_more() {
        let window = window();
        window.outbox.push(b"a frame").unwrap();
        let (peer, ours) = duplex(4);
        drop(peer);
        window.outbox.send_to(ours).await;
        assert!(window.outbox.push(b"another").is_err());
    }
}
