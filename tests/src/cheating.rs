//! A server that cheats: it stands before an honest server and changes that server's messages.
//!
//! Everything that clients send is passed on as it is, so the honest server plays a whole match with them.

use futures_util::{SinkExt, StreamExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{accept_async, connect_async};

/// A change of every text that the honest server sends.
pub type Change = fn(String) -> String;

/// The cheating server; it ends when this is dropped.
#[derive(Debug)]
pub struct CheatingServer {
    address: String,
    _tasks: JoinSet<()>,
}

impl CheatingServer {
    /// Listens on the loopback address, in front of an honest server.
    ///
    /// # Panics
    /// If there is no free port.
    pub async fn start(honest: &str, change: Change) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let honest = honest.to_owned();
        let mut tasks = JoinSet::new();
        tasks.spawn(async move {
            let mut peers = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                peers.spawn(pass_on(stream, honest.clone(), change));
            }
        });
        Self {
            address,
            _tasks: tasks,
        }
    }

    /// The address for clients, `HOST:PORT`.
    pub fn address(&self) -> &str {
        &self.address
    }
}

/// Passes messages on in both directions until one side has gone.
async fn pass_on(stream: TcpStream, honest: String, change: Change) {
    let Ok(client) = accept_async(stream).await else {
        return;
    };
    let Ok((server, _)) = connect_async(format!("ws://{honest}/ws")).await else {
        return;
    };
    let ((mut to_client, mut from_client), (mut to_server, mut from_server)) =
        (client.split(), server.split());
    let upward = async {
        while let Some(Ok(frame)) = from_client.next().await {
            if to_server.send(frame).await.is_err() {
                return;
            }
        }
    };
    let downward = async {
        while let Some(Ok(frame)) = from_server.next().await {
            let frame = if let Message::Text(text) = frame {
                Message::text(change(text.to_string()))
            } else {
                frame
            };
            if to_client.send(frame).await.is_err() {
                return;
            }
        }
    };
    tokio::select! {
        () = upward => {}
        () = downward => {}
    }
}
