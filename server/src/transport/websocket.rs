//! The transport of production: a websocket over any stream, with every limit set.

use std::time::Duration;

use dicehall_protocol::limits::FRAME_SIZE_MAX;
use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite};
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Bytes, Error, Message, Utf8Bytes};

use super::{Received, Transport, TransportError};

/// The size of the read buffer and of the write buffer; they decide what an idle connection costs.
const BUFFER_SIZE: usize = 4 * 1024;
/// The most bytes that may wait to be written.
const UNWRITTEN_SIZE_MAX: usize = 256 * 1024;
/// The longest wait for a peer to take what it is sent.
const WRITE_MS_MAX: u64 = 10_000;
/// The longest wait for a peer to close its side.
const CLOSE_MS_MAX: u64 = 1_000;

/// A websocket.
#[derive(Debug)]
pub(crate) struct Websocket<S> {
    stream: WebSocketStream<S>,
}

impl<S: AsyncRead + AsyncWrite + Unpin> Websocket<S> {
    /// The websocket on a stream that has switched protocols; `read` is what was read beyond the handshake.
    pub(crate) async fn after_handshake(stream: S, read: Vec<u8>) -> Self {
        let limits = WebSocketConfig::default()
            .max_message_size(Some(FRAME_SIZE_MAX))
            .max_frame_size(Some(FRAME_SIZE_MAX))
            .read_buffer_size(BUFFER_SIZE)
            .write_buffer_size(BUFFER_SIZE)
            .max_write_buffer_size(UNWRITTEN_SIZE_MAX);
        let stream = WebSocketStream::from_partially_read(stream, read, Role::Server, Some(limits)).await;
        Self { stream }
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send> Transport for Websocket<S> {
    async fn receive(&mut self) -> Result<Received, TransportError> {
        match self.stream.next().await {
            None | Some(Ok(Message::Close(_))) => Ok(Received::End),
            Some(Ok(Message::Text(text))) => Ok(Received::Text(text)),
            Some(Ok(Message::Binary(_))) => Ok(Received::Binary),
            Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => Ok(Received::Alive),
            Some(Err(error)) => Err(error.into()),
        }
    }

    async fn feed(&mut self, frame: Utf8Bytes) -> Result<(), TransportError> {
        in_time(self.stream.feed(Message::Text(frame))).await
    }

    async fn ping(&mut self) -> Result<(), TransportError> {
        in_time(self.stream.send(Message::Ping(Bytes::new()))).await
    }

    async fn flush(&mut self) -> Result<(), TransportError> {
        in_time(self.stream.flush()).await
    }

    /// Reads on for a moment without looking: a connection that is closed while something is unread loses what was said last.
    async fn close(&mut self, code: u16) {
        let frame = CloseFrame { code: code.into(), reason: Utf8Bytes::default() };
        if in_time(self.stream.close(Some(frame))).await.is_err() {
            return;
        }
        let stream = self.stream.get_mut();
        let unread = async { while matches!(stream.read(&mut [0; 512]).await, Ok(1..)) {} };
        timeout(Duration::from_millis(CLOSE_MS_MAX), unread).await.ok();
    }
}

async fn in_time(writing: impl Future<Output = Result<(), Error>>) -> Result<(), TransportError> {
    match timeout(Duration::from_millis(WRITE_MS_MAX), writing).await {
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
