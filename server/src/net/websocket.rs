//! The transport of production: a websocket over any stream, with every limit set.

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;

use dicehall_protocol::limits::FRAME_SIZE_MAX;
use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite};
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Bytes, Error, Message, Utf8Bytes};

use crate::admission::timeouts::Timeouts;
use crate::session::transport::{Received, Transport, TransportError};

/// The size of the read buffer and of the write buffer; they decide what an idle connection costs.
const BUFFER_SIZE: usize = 4 * 1024;
/// The most bytes that may wait to be written.
const UNWRITTEN_SIZE_MAX: usize = 256 * 1024;
/// The most bytes that are read on for a peer that is being closed: what somebody in good faith had on the way.
const UNREAD_SIZE_MAX: usize = 64 * 1024;
/// The largest frame and message that the echo takes: what conformance suites send.
const ECHO_SIZE_MAX: usize = 16 * 1024 * 1024;

/// A websocket.
#[derive(Debug)]
pub(crate) struct Websocket<S> {
    stream: WebSocketStream<S>,
    timeouts: Timeouts,
}

impl<S: AsyncRead + AsyncWrite + Unpin> Websocket<S> {
    /// The websocket on a stream that has switched protocols; `read` is what was read beyond the handshake.
    pub(crate) async fn after_handshake(stream: S, read: Vec<u8>, timeouts: Timeouts) -> Self {
        let limits = limits(FRAME_SIZE_MAX).max_write_buffer_size(UNWRITTEN_SIZE_MAX);
        let stream =
            WebSocketStream::from_partially_read(stream, read, Role::Server, Some(limits)).await;
        Self { stream, timeouts }
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send> Transport for Websocket<S> {
    async fn receive(&mut self) -> Result<Received, TransportError> {
        match self.stream.next().await {
            None | Some(Ok(Message::Close(_))) => Ok(Received::Closed),
            Some(Ok(Message::Text(text))) => Ok(Received::Text(text)),
            Some(Ok(Message::Binary(_))) => Ok(Received::Binary),
            Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {
                Ok(Received::Alive)
            }
            Some(Err(error)) => Err(error.into()),
        }
    }

    async fn feed(&mut self, frame: Utf8Bytes) -> Result<(), TransportError> {
        in_time(self.timeouts, self.stream.feed(Message::Text(frame))).await
    }

    async fn ping(&mut self) -> Result<(), TransportError> {
        in_time(self.timeouts, self.stream.send(Message::Ping(Bytes::new()))).await
    }

    async fn flush(&mut self) -> Result<(), TransportError> {
        in_time(self.timeouts, self.stream.flush()).await
    }

    /// Reads on for a moment without looking: a connection that is closed while something is unread loses what was said last.
    async fn close(&mut self, code: u16) {
        let frame = CloseFrame {
            code: code.into(),
            reason: Utf8Bytes::default(),
        };
        if in_time(self.timeouts, self.stream.close(Some(frame)))
            .await
            .is_err()
        {
            return;
        }
        let stream = self.stream.get_mut();
        let unread = async {
            let (mut buffer, mut room) = ([0; 512], UNREAD_SIZE_MAX);
            while room > 0
                && let Ok(count @ 1..) = stream.read(&mut buffer).await
            {
                room = room.saturating_sub(count);
            }
        };
        timeout(self.timeouts.close, unread).await.ok();
    }
}

/// Says back what is said, until the peer closes or breaks the protocol: what conformance suites want of a server.
pub(crate) async fn echo<S: AsyncRead + AsyncWrite + Unpin>(stream: S, read: Vec<u8>) {
    let limits = limits(ECHO_SIZE_MAX);
    let mut stream =
        WebSocketStream::from_partially_read(stream, read, Role::Server, Some(limits)).await;
    while let Some(Ok(message)) = stream.next().await {
        let is_said = matches!(message, Message::Text(_) | Message::Binary(_));
        if is_said && stream.send(message).await.is_err() {
            break;
        }
    }
}

/// The settings that both kinds of websocket share.
fn limits(size_max: usize) -> WebSocketConfig {
    WebSocketConfig::default()
        .max_message_size(Some(size_max))
        .max_frame_size(Some(size_max))
        .read_buffer_size(BUFFER_SIZE)
        .write_buffer_size(BUFFER_SIZE)
}

/// Writes within the time that there is for it. The clock is asked only if the peer has no room at once.
async fn in_time(
    timeouts: Timeouts,
    writing: impl Future<Output = Result<(), Error>>,
) -> Result<(), TransportError> {
    let mut writing = pin!(writing);
    let at_once = poll_fn(|context| Poll::Ready(writing.as_mut().poll(context))).await;
    let result = match at_once {
        Poll::Ready(result) => Ok(result),
        Poll::Pending => timeout(timeouts.write, writing).await,
    };
    match result {
        Ok(result) => result.map_err(TransportError::from),
        Err(_elapsed) => Err(TransportError::Stuck),
    }
}

impl From<Error> for TransportError {
    fn from(error: Error) -> Self {
        match error {
            Error::Capacity(_) => Self::TooLarge,
            Error::Protocol(_) | Error::Utf8(_) => Self::Broken(error.to_string()),
            Error::ConnectionClosed
            | Error::AlreadyClosed
            | Error::Io(_)
            | Error::Tls(_)
            | Error::WriteBufferFull(_)
            | Error::AttackAttempt
            | Error::Url(_)
            | Error::Http(_)
            | Error::HttpFormat(_) => Self::Gone(error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncWriteExt, duplex};
    use tokio::time::Instant;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn whoever_floods_on_is_not_read_to_the_end() {
        let (mut peer, stream) = duplex(1_024);
        let mut websocket =
            Websocket::after_handshake(stream, Vec::new(), Timeouts::default()).await;
        let flood = async {
            let mut sent = 0;
            while sent < 8 * UNREAD_SIZE_MAX && peer.write_all(&[0; 512]).await.is_ok() {
                sent += 512;
            }
            sent
        };
        let close = async {
            websocket.close(1008).await;
            drop(websocket);
        };
        let (sent, ()) = tokio::join!(flood, close);
        assert!(
            (UNREAD_SIZE_MAX..=UNREAD_SIZE_MAX + 1_024).contains(&sent),
            "{sent} bytes were taken"
        );
    }

    /// A peer that has room for a few bytes only and reads none of them.
    #[tokio::test(start_paused = true)]
    async fn a_peer_that_reads_nothing_costs_no_more_than_the_limit() {
        let timeouts = Timeouts::default();
        let (peer, stream) = duplex(1_024);
        let mut websocket = Websocket::after_handshake(stream, Vec::new(), timeouts).await;
        let config = *websocket.stream.get_config();
        assert_eq!(
            (config.read_buffer_size, config.write_buffer_size),
            (4_096, 4_096)
        );
        assert_eq!(config.max_write_buffer_size, 262_144);
        assert_eq!(
            (config.max_message_size, config.max_frame_size),
            (Some(16_384), Some(16_384))
        );
        let frame: Utf8Bytes = "x".repeat(16_000).into();
        let mut taken = 0;
        let begun = Instant::now();
        let end = loop {
            match websocket.feed(frame.clone()).await {
                Ok(()) => taken += frame.len(),
                Err(error) => break error,
            }
        };
        assert_eq!(
            (end, begun.elapsed()),
            (TransportError::Stuck, timeouts.write)
        );
        assert!(
            taken <= UNWRITTEN_SIZE_MAX,
            "{taken} bytes were taken for a peer that reads nothing"
        );
        drop(peer);
    }
}
