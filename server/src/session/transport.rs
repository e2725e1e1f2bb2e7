//! The transport of a session: frames in and out.
//!
//! Implemented by a websocket in production and by a pipe in memory in tests; sessions are generic over it.

use std::sync::Arc;

use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::frame::Frame;
use crate::lobby::outbox::Socket;

/// Why a connection can no longer be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum TransportError {
    /// The peer is gone.
    #[error("the peer is gone: {0}")]
    Gone(String),
    /// The peer does not read what it is sent.
    #[error("the peer takes nothing")]
    Stuck,
    /// A frame is larger than the limit.
    #[error("a frame is too large")]
    TooLarge,
    /// More frames came than one connection may send.
    #[error("too many frames came")]
    Flooding,
    /// The peer breaks the protocol of frames.
    #[error("the peer breaks the protocol of frames: {0}")]
    Broken(String),
}

/// A frame or signal from the peer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Received {
    /// A text frame.
    Text(Utf8Bytes),
    /// A binary frame, which the protocol does not have.
    Binary,
    /// A sign of life, such as a pong.
    Alive,
    /// The peer closed the connection.
    Closed,
    /// Nothing came, but the peer had no room for a frame of the lobby: the transport is to be flushed.
    Full,
}

/// One connection.
pub(crate) trait Transport: Send {
    /// Waits for the next frame. May be dropped and called again.
    fn receive(&mut self) -> impl Future<Output = Result<Received, TransportError>> + Send;

    /// Puts a text frame into the buffer; waits for the peer only if the buffer is full.
    fn feed(&mut self, frame: Frame) -> impl Future<Output = Result<(), TransportError>> + Send;

    /// Sends a ping, and what is in the buffer.
    fn ping(&mut self) -> impl Future<Output = Result<(), TransportError>> + Send;

    /// Sends what is in the buffer.
    fn flush(&mut self) -> impl Future<Output = Result<(), TransportError>> + Send;

    /// The same connection, for the lobby to write to.
    fn socket(&self) -> Arc<dyn Socket>;

    /// Sends what is in the buffer and a last frame, if there is one, and closes the connection with a close code. After that the lobby
    /// can send nothing.
    fn close(&mut self, farewell: Option<Frame>, code: u16) -> impl Future<Output = ()> + Send;
}
