//! The transport of tests: two bounded queues in memory.

use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::session::transport::{Received, Transport, TransportError};

/// The server's end of a pipe.
#[derive(Debug)]
pub(crate) struct Pipe {
    from_client: mpsc::Receiver<FromClient>,
    to_client: mpsc::Sender<Sent>,
}

/// What the client sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FromClient {
    Frame(Received),
    /// Something that no transport can read.
    Broken(TransportError),
}

/// What the server sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Sent {
    Text(Utf8Bytes),
    Ping,
    Closed(u16),
}

/// The client's end of a pipe.
#[derive(Debug)]
pub(crate) struct ClientEnd {
    pub(crate) to_server: mpsc::Sender<FromClient>,
    pub(crate) from_server: mpsc::Receiver<Sent>,
}

/// A pipe on which this many frames fit in each direction before the writer has to wait.
pub(crate) fn pipe(frames: usize) -> (Pipe, ClientEnd) {
    let (to_server, from_client) = mpsc::channel(frames);
    let (to_client, from_server) = mpsc::channel(frames);
    (
        Pipe {
            from_client,
            to_client,
        },
        ClientEnd {
            to_server,
            from_server,
        },
    )
}

impl Pipe {
    async fn send(&mut self, sent: Sent) -> Result<(), TransportError> {
        self.to_client
            .send(sent)
            .await
            .map_err(|_gone| TransportError::Gone("dropped".to_owned()))
    }
}

impl Transport for Pipe {
    async fn receive(&mut self) -> Result<Received, TransportError> {
        match self.from_client.recv().await {
            None => Ok(Received::Closed),
            Some(FromClient::Frame(received)) => Ok(received),
            Some(FromClient::Broken(error)) => Err(error),
        }
    }

    async fn feed(&mut self, frame: Utf8Bytes) -> Result<(), TransportError> {
        self.send(Sent::Text(frame)).await
    }

    async fn ping(&mut self) -> Result<(), TransportError> {
        self.send(Sent::Ping).await
    }

    async fn flush(&mut self) -> Result<(), TransportError> {
        Ok(())
    }

    async fn close(&mut self, code: u16) {
        self.send(Sent::Closed(code)).await.ok();
    }
}
