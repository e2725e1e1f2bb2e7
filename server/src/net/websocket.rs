//! The transport of production: a websocket over any stream, with every limit set.

mod frame_meter;
mod metered;

use std::future::{pending, poll_fn};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use dicehall_protocol::limits::FRAME_SIZE_MAX;
use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite};
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Bytes, Error, Message, Utf8Bytes};

use crate::admission::timeouts::Timeouts;
use crate::frame::Frame;
use crate::lobby::outbox::Socket;
use crate::net::shared_stream::{Half, SharedStream, UNWRITTEN_SIZE_MAX};
use crate::session::passing::Onward;
use crate::session::transport::{Received, Transport, TransportError};
pub(crate) use frame_meter::FrameMeter;
use frame_meter::TooManyFrames;
use metered::Metered;

/// The bytes that are read at once, for which each connection keeps room: several commands, which are some hundred bytes each.
/// A longer message takes more memory until it has been handled.
const READ_SIZE: usize = 1024;
/// The bytes of the library's own frames that are written at once; there is no room for them until there are any.
const WRITE_SIZE: usize = 4 * 1024;
/// The most bytes that are read from a peer after the closing frame: what an honest peer may have on the way.
const UNREAD_SIZE_MAX: usize = 64 * 1024;
/// The largest frame and message that the echo accepts, in bytes: what conformance suites send.
const ECHO_SIZE_MAX: usize = 16 * 1024 * 1024;

/// A websocket. The library reads frames and answers control frames; text frames are built elsewhere and written as
/// they are, by the session and by the lobby.
#[derive(Debug)]
pub(crate) struct Websocket<S> {
    shared: Arc<SharedStream<S>>,
    /// Boxed, because it is large and is moved from one future into the next, each of which would keep room for it.
    stream: Box<WebSocketStream<Metered<S>>>,
    /// The longest wait for the peer to read what it is sent.
    write_max: Duration,
    /// The longest wait for the peer to close its side.
    close_max: Duration,
    /// Whether reading has failed: the library reads no frame any more.
    is_broken: bool,
}

impl<S: AsyncRead + AsyncWrite + Unpin> Websocket<S> {
    /// A websocket on a stream that has switched protocols; `read` is the bytes that were read beyond the handshake.
    /// Without a meter its peer may send as many frames as it likes.
    pub(crate) async fn after_handshake(
        stream: S,
        read: Vec<u8>,
        timeouts: Timeouts,
        meter: Option<FrameMeter>,
    ) -> Self {
        let limits = limits(FRAME_SIZE_MAX).max_write_buffer_size(UNWRITTEN_SIZE_MAX);
        Self::with_limits(stream, read, timeouts, limits, meter).await
    }

    async fn with_limits(
        stream: S,
        read: Vec<u8>,
        timeouts: Timeouts,
        limits: WebSocketConfig,
        meter: Option<FrameMeter>,
    ) -> Self {
        let shared = Arc::new(SharedStream::new(stream));
        let half = Metered::new(Half(Arc::clone(&shared)), meter, &read);
        let limits = Some(limits);
        let stream = WebSocketStream::from_partially_read(half, read, Role::Server, limits).await;
        Self {
            shared,
            stream: Box::new(stream),
            write_max: timeouts.write,
            close_max: timeouts.close,
            is_broken: false,
        }
    }

    /// Tells the relay from which this connection came where it goes next, and closes the stream to the relay.
    pub(crate) async fn hand_back(&mut self, onward: &Onward)
    where
        S: Send + 'static,
    {
        let Ok(text) = serde_json::to_vec(onward) else {
            return;
        };
        let sending = self.stream.send(Message::Binary(text.into()));
        if in_time(self.write_max, sending).await.is_ok() {
            self.close(None, CloseCode::Normal.into()).await;
        }
    }

    /// Tells the relay from which this connection came that its client is told everything over a multiplex.
    pub(crate) async fn say_empty(&mut self)
    where
        S: Send + 'static,
    {
        // If the relay is gone, that is noticed soon.
        let sending = self.stream.send(Message::Binary(Bytes::new()));
        in_time(self.write_max, sending).await.ok();
    }

    /// Writes everything. The library does not flush its answer to a closing frame, so that is done here.
    async fn write_out(&mut self) -> Result<(), TransportError> {
        let Self { shared, stream, .. } = self;
        let writing = async {
            stream.flush().await?;
            Ok(poll_fn(|context| shared.poll_write_out(context)).await?)
        };
        in_time(self.write_max, writing).await
    }
}

impl<S> Drop for Websocket<S> {
    fn drop(&mut self) {
        self.shared.close();
    }
}

impl<S> Transport for Websocket<S>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    async fn receive(&mut self) -> Result<Received, TransportError> {
        let Self { shared, stream, .. } = self;
        let message = poll_fn(|context| {
            if shared.is_stuck(context.waker()) {
                return Poll::Ready(None);
            }
            stream.poll_next_unpin(context).map(Some)
        });
        match message.await {
            None => Ok(Received::Full),
            Some(None | Some(Ok(Message::Close(_)))) => {
                self.shared.end_text();
                Ok(Received::Closed)
            }
            Some(Some(Ok(Message::Text(text)))) => Ok(Received::Text(text)),
            Some(Some(Ok(Message::Binary(_)))) => Ok(Received::Binary),
            Some(Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_)))) => {
                Ok(Received::Alive)
            }
            Some(Some(Err(error))) => {
                self.is_broken = true;
                Err(error.into())
            }
        }
    }

    async fn feed(&mut self, frame: Frame) -> Result<(), TransportError> {
        if self.shared.unwritten_size() >= UNWRITTEN_SIZE_MAX {
            // Boxed: this is rare, and a session hands every message through a future that would have room for it.
            Box::pin(self.flush()).await?;
        }
        self.shared.feed(&frame);
        Ok(())
    }

    async fn ping(&mut self) -> Result<(), TransportError> {
        in_time(
            self.write_max,
            self.stream.send(Message::Ping(Bytes::new())),
        )
        .await
    }

    async fn flush(&mut self) -> Result<(), TransportError> {
        self.write_out().await
    }

    /// Reads on for a moment and drops what comes: if a connection is closed with unread input, the peer may lose the
    /// last frame.
    async fn close(&mut self, farewell: Option<Frame>, code: u16) {
        self.shared.end_text();
        if let Some(farewell) = farewell
            && self.feed(farewell).await.is_err()
        {
            return;
        }
        let frame = CloseFrame {
            code: code.into(),
            reason: Utf8Bytes::default(),
        };
        let closing = WebSocketStream::close(&mut self.stream, Some(frame));
        if in_time(self.write_max, closing).await.is_err() {
            return;
        }
        let unread = read_on(&mut self.stream, self.is_broken);
        timeout(self.close_max, unread).await.ok();
    }

    fn socket(&self) -> Arc<dyn Socket> {
        Arc::<SharedStream<S>>::clone(&self.shared)
    }
}

/// Reads until the peer has closed its side, and drops what comes. Once the peer has answered nothing more comes, and it
/// waits for the server to close the stream (RFC 6455, section 7.1.1). A peer that sends more than an honest one may have
/// on the way is not read any more; it is left the rest of the time to read its last frame.
async fn read_on<S>(stream: &mut WebSocketStream<Metered<S>>, mut is_broken: bool)
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let (mut buffer, mut room) = ([0; 512], UNREAD_SIZE_MAX);
    while room > 0 && !is_broken {
        match stream.next().await {
            Some(Ok(Message::Close(_))) | None => return,
            Some(Ok(message)) => room = room.saturating_sub(message.len().max(1)),
            Some(Err(_)) => is_broken = true,
        }
    }
    let stream = stream.get_mut();
    while room > 0 {
        match stream.read(&mut buffer).await {
            Ok(count @ 1..) => room = room.saturating_sub(count),
            Ok(0) | Err(_) => return,
        }
    }
    pending::<()>().await;
}

/// Sends back what it receives, until the peer closes or breaks the protocol, as conformance suites want of a server.
/// Frames are written in the same way as all others; only the limits are wider.
pub(crate) async fn echo<S>(stream: S, read: Vec<u8>)
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let (limits, timeouts) = (limits(ECHO_SIZE_MAX), Timeouts::default());
    let mut websocket = Websocket::with_limits(stream, read, timeouts, limits, None).await;
    while let Some(Ok(message)) = websocket.stream.next().await {
        match message {
            Message::Text(text) => websocket.shared.feed(&Frame::new(&text)),
            Message::Binary(_) => {
                if websocket.stream.feed(message).await.is_err() {
                    break;
                }
            }
            Message::Ping(_) | Message::Pong(_) | Message::Close(_) | Message::Frame(_) => {}
        }
        if websocket.write_out().await.is_err() {
            break;
        }
    }
}

/// The settings that sessions and the echo share.
fn limits(size_max: usize) -> WebSocketConfig {
    WebSocketConfig::default()
        .max_message_size(Some(size_max))
        .max_frame_size(Some(size_max))
        .read_buffer_size(READ_SIZE)
        .write_buffer_size(WRITE_SIZE)
}

/// Writes within the time limit. The clock is read only if the peer has no room at once.
async fn in_time(
    write_max: Duration,
    writing: impl Future<Output = Result<(), Error>>,
) -> Result<(), TransportError> {
    let mut writing = pin!(writing);
    let at_once = poll_fn(|context| Poll::Ready(writing.as_mut().poll(context))).await;
    let result = match at_once {
        Poll::Ready(result) => Ok(result),
        // Boxed: this is rare, and every future that writes would have room for it.
        Poll::Pending => Box::pin(timeout(write_max, writing)).await,
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
            Error::Io(error)
                if error
                    .get_ref()
                    .is_some_and(<dyn std::error::Error + Send + Sync>::is::<TooManyFrames>) =>
            {
                Self::Flooding
            }
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

    use tokio::io::{AsyncWriteExt, DuplexStream, duplex};
    use tokio::time::Instant;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn whoever_floods_on_is_not_read_to_the_end() {
        let (mut peer, stream) = duplex(1_024);
        let mut websocket =
            Websocket::after_handshake(stream, Vec::new(), Timeouts::default(), None).await;
        let flood = async {
            let mut sent = 0;
            while sent < 8 * UNREAD_SIZE_MAX && peer.write_all(&[0; 512]).await.is_ok() {
                sent += 512;
            }
            sent
        };
        let close = async {
            websocket.close(Some(Frame::new("farewell")), 1008).await;
            drop(websocket);
        };
        let (sent, ()) = tokio::join!(flood, close);
        // A kilobyte more is in the pipe, and one was read by the library.
        assert!(
            (UNREAD_SIZE_MAX..=UNREAD_SIZE_MAX + 2_048).contains(&sent),
            "{sent} bytes were taken"
        );
    }

    /// A peer has room for a few bytes only and reads none of them.
    #[tokio::test(start_paused = true)]
    async fn a_peer_that_reads_nothing_costs_no_more_than_the_limit() {
        let timeouts = Timeouts::default();
        let (peer, stream) = duplex(1_024);
        let mut websocket = Websocket::after_handshake(stream, Vec::new(), timeouts, None).await;
        let config = *websocket.stream.get_config();
        assert_eq!(config.read_buffer_size, 1_024);
        assert_eq!(
            (config.max_message_size, config.max_frame_size),
            (Some(16_384), Some(16_384))
        );
        assert_eq!(config.max_write_buffer_size, UNWRITTEN_SIZE_MAX);
        let frame = Frame::new(&"x".repeat(1_600));
        let most = UNWRITTEN_SIZE_MAX / frame.len() + 1;
        let mut taken = 0;
        let begun = Instant::now();
        let end = loop {
            match websocket.feed(frame.clone()).await {
                Ok(()) => taken += 1,
                Err(error) => break error,
            }
            assert!(
                taken <= most,
                "{taken} were taken for one who reads nothing"
            );
        };
        assert_eq!(
            (end, begun.elapsed()),
            (TransportError::Stuck, timeouts.write)
        );
        drop(peer);
    }

    /// A websocket, and the peer's end of it.
    async fn both_ends() -> (Websocket<DuplexStream>, WebSocketStream<DuplexStream>) {
        let (peer, stream) = duplex(1_024);
        let websocket =
            Websocket::after_handshake(stream, Vec::new(), Timeouts::default(), None).await;
        let peer = WebSocketStream::from_raw_socket(peer, Role::Client, None).await;
        (websocket, peer)
    }

    /// The peer's next message, which must come by itself: time stands still until all tasks wait.
    async fn next(peer: &mut WebSocketStream<DuplexStream>) -> Message {
        let next = timeout(Duration::from_secs(1), peer.next());
        let message = next.await.expect("something comes");
        message.expect("the peer is not gone").unwrap()
    }

    #[tokio::test(start_paused = true)]
    async fn the_session_is_told_of_what_the_peer_has_no_room_for_and_writes_it() {
        let (mut websocket, mut peer) = both_ends().await;
        let text = "x".repeat(2_000);
        let socket = websocket.socket();
        assert!(socket.put(&Frame::new(&text)));
        socket.write_out();
        let received = timeout(Duration::from_secs(1), websocket.receive());
        assert_eq!(received.await, Ok(Ok(Received::Full)));
        let (flushed, heard) = tokio::join!(websocket.flush(), next(&mut peer));
        assert_eq!((flushed, heard), (Ok(()), Message::text(text)));
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_closes_is_answered_and_hears_before_what_was_said() {
        let (mut websocket, mut peer) = both_ends().await;
        let socket = websocket.socket();
        peer.send(Message::Close(None)).await.unwrap();
        assert!(socket.put(&Frame::new("said")));
        assert_eq!(websocket.receive().await, Ok(Received::Closed));
        assert!(!socket.put(&Frame::new("late")));
        websocket.flush().await.unwrap();
        assert_eq!(next(&mut peer).await, Message::text("said"));
        assert_eq!(next(&mut peer).await, Message::Close(None));
    }

    #[tokio::test(start_paused = true)]
    async fn a_peer_that_answers_the_close_does_not_wait_for_the_stream_to_end() {
        let (mut websocket, mut peer) = both_ends().await;
        peer.send(Message::text("late")).await.unwrap();
        let begun = Instant::now();
        let close = async {
            websocket.close(Some(Frame::new("farewell")), 1008).await;
            drop(websocket);
        };
        // Whoever reads to the end of the stream answers the closing frame on the way.
        let hear = async { while let Some(Ok(_)) = peer.next().await {} };
        tokio::join!(close, hear);
        assert_eq!(begun.elapsed(), Duration::ZERO);
    }

    #[tokio::test(start_paused = true)]
    async fn nothing_follows_the_farewell() {
        let (mut websocket, mut peer) = both_ends().await;
        let socket = websocket.socket();
        assert!(socket.put(&Frame::new("said")));
        let close = async {
            websocket.close(Some(Frame::new("farewell")), 1008).await;
            assert!(!socket.put(&Frame::new("late")));
        };
        let hear = async {
            let mut heard = Vec::new();
            while heard.len() < 3 {
                heard.push(next(&mut peer).await);
            }
            heard
        };
        let heard = tokio::join!(close, hear).1;
        let words: Vec<&Message> = heard[..2].iter().collect();
        assert_eq!(words, [&Message::text("said"), &Message::text("farewell")]);
        assert!(heard[2].is_close(), "{heard:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_ping_is_answered_behind_what_was_said() {
        let (mut websocket, mut peer) = both_ends().await;
        let socket = websocket.socket();
        peer.send(Message::Ping(Bytes::from_static(b"?")))
            .await
            .unwrap();
        assert!(socket.put(&Frame::new("said")));
        assert_eq!(websocket.receive().await, Ok(Received::Alive));
        let receive = timeout(Duration::from_secs(1), websocket.receive());
        assert!(receive.await.is_err(), "nothing more came");
        assert_eq!(next(&mut peer).await, Message::text("said"));
        assert_eq!(
            next(&mut peer).await,
            Message::Pong(Bytes::from_static(b"?"))
        );
    }
}
