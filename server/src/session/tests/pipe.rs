//! The transport of tests: two bounded queues in memory.

use std::sync::{Arc, Mutex};

use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::frame::Frame;
use crate::lobby::outbox::Socket;
use crate::session::transport::{Received, Transport, TransportError};

/// The server's end of a pipe.
#[derive(Debug)]
pub(crate) struct Pipe {
    from_client: mpsc::Receiver<FromClient>,
    to_client: mpsc::Sender<Sent>,
}

/// A frame that the client sends, or a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FromClient {
    Frame(Received),
    /// A failure of the transport.
    Broken(TransportError),
}

/// A frame or signal that the server sends.
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

/// The lobby's direct way to the client, past the session, while there is room. Frames leave when they are written out.
#[derive(Debug)]
struct Direct {
    to_client: mpsc::WeakSender<Sent>,
    put: Mutex<Vec<Sent>>,
}

impl Socket for Direct {
    fn put(&self, frame: &Frame) -> bool {
        let mut put = self.put.lock().unwrap();
        let to_client = self.to_client.upgrade();
        let has_room = to_client.is_some_and(|it| it.capacity() > put.len());
        if has_room {
            put.push(Sent::text(frame));
        }
        has_room
    }

    fn write_out(&self) {
        let mut put = self.put.lock().unwrap();
        if let Some(to_client) = self.to_client.upgrade() {
            for sent in put.drain(..) {
                to_client.try_send(sent).ok();
            }
        }
    }
}

impl Sent {
    fn text(frame: &Frame) -> Self {
        Self::Text((&**frame).into())
    }
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

    async fn feed(&mut self, frame: Frame) -> Result<(), TransportError> {
        self.send(Sent::text(&frame)).await
    }

    fn socket(&self) -> Arc<dyn Socket> {
        Arc::new(Direct {
            to_client: self.to_client.downgrade(),
            put: Mutex::default(),
        })
    }

    async fn ping(&mut self) -> Result<(), TransportError> {
        self.send(Sent::Ping).await
    }

    async fn flush(&mut self) -> Result<(), TransportError> {
        Ok(())
    }

    async fn close(&mut self, farewell: Option<Frame>, code: u16) {
        if let Some(farewell) = farewell {
            self.feed(farewell).await.ok();
        }
        self.send(Sent::Closed(code)).await.ok();
    }
}
