//! Whole servers on real sockets of this machine.

mod dashboards;
mod door;
mod floods;
mod get;
mod http;
mod operators;
mod orders;
mod page;
mod proxied;
mod replay;
mod secure;

use std::future::pending;
use std::io;
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use dicehall_protocol::{ClientMessage, ServerMessage, VERSION, decode_server, encode_client};
use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::*;

/// The longest wait of a test for something that must come.
const TEST_TIMEOUT: Duration = Duration::from_secs(60);

/// A running server.
struct Running {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    task: JoinSet<Result<(), ServerError>>,
}

async fn start(options: Options) -> Running {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel();
    let mut task = JoinSet::new();
    task.spawn(run(listener, options, async {
        stopped.await.unwrap_or_default();
    }));
    Running {
        address,
        stop,
        task,
    }
}

impl Running {
    async fn stop(mut self) {
        self.stop.send(()).unwrap();
        timeout(TEST_TIMEOUT, self.task.join_next())
            .await
            .expect("it stops")
            .unwrap()
            .unwrap()
            .unwrap();
    }

    async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    async fn websocket(&self) -> WebSocketStream<TcpStream> {
        client_async(format!("ws://{}/ws", self.address), self.connect().await)
            .await
            .unwrap()
            .0
    }

    /// Sends bytes and reads the answer until the server closes.
    async fn answer(&self, bytes: &str) -> String {
        let mut stream = self.connect().await;
        stream.write_all(bytes.as_bytes()).await.unwrap();
        let mut answer = String::new();
        timeout(TEST_TIMEOUT, stream.read_to_string(&mut answer))
            .await
            .expect("the server closes")
            .unwrap();
        answer
    }
}

/// The next message, in short.
async fn hear(websocket: &mut WebSocketStream<TcpStream>) -> String {
    loop {
        match timeout(TEST_TIMEOUT, websocket.next())
            .await
            .expect("something comes")
        {
            None | Some(Err(_)) => return "end".to_owned(),
            Some(Ok(Message::Text(text))) => match decode_server(&text).unwrap() {
                ServerMessage::Welcome { .. } => return "welcome".to_owned(),
                ServerMessage::Error { code, .. } => return format!("error {code}"),
                ServerMessage::Closing { code, .. } => return format!("closing {code}"),
                message @ (ServerMessage::Accepted { .. }
                | ServerMessage::Rejected { .. }
                | ServerMessage::Snapshot { .. }
                | ServerMessage::Update { .. }
                | ServerMessage::Clocks { .. }
                | ServerMessage::Presence { .. }
                | ServerMessage::Whispered { .. }
                | ServerMessage::Hints { .. }
                | ServerMessage::NextMatch { .. }
                | ServerMessage::Played { .. }
                | ServerMessage::Offered { .. }
                | ServerMessage::Frozen { .. }) => panic!("nobody asked for {message:?}"),
            },
            Some(Ok(Message::Close(frame))) => {
                return format!("closed {}", u16::from(frame.unwrap().code));
            }
            Some(Ok(_)) => {}
        }
    }
}

async fn greeted(server: &Running) -> WebSocketStream<TcpStream> {
    let mut websocket = server.websocket().await;
    let hello = ClientMessage::Hello {
        version: VERSION,
        name: "Aki".to_owned(),
        resume: None,
    };
    websocket
        .send(Message::text(encode_client(&hello)))
        .await
        .unwrap();
    assert_eq!(hear(&mut websocket).await, "welcome");
    websocket
}

#[tokio::test]
async fn one_port_serves_http_and_websockets() {
    let server = start(Options::default()).await;
    let get = |path: &str| format!("GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    let health = server.answer(&get("/healthz")).await;
    assert!(
        health.starts_with("HTTP/1.1 200 OK") && health.ends_with("\r\n\r\nok"),
        "{health}"
    );
    let page = server.answer(&get("/").replace('x', "localhost")).await;
    assert!(
        page.contains("content-type: text/html; charset=utf-8\r\n"),
        "{page}"
    );
    assert!(page.contains("<title>Dicehall</title>"), "{page}");
    assert!(server.answer(&get("/ws")).await.starts_with("HTTP/1.1 400"));
    assert!(
        server
            .answer(&get("/elsewhere"))
            .await
            .starts_with("HTTP/1.1 404")
    );
    greeted(&server).await;
    server.stop().await;
}

#[tokio::test]
async fn no_more_connections_are_let_in_than_there_may_be() {
    let server = start(Options {
        connections: ConnectionLimits {
            all: 1,
            ..ConnectionLimits::default()
        },
        ..Options::default()
    })
    .await;
    let first = greeted(&server).await;
    assert_eq!(server.answer("").await, "");
    drop(first);
    // The place is free as soon as the server has noticed that the first connection is gone.
    let again = async {
        loop {
            let request = format!("ws://{}/ws", server.address);
            if let Ok((websocket, _)) = client_async(request, server.connect().await).await {
                return websocket;
            }
        }
    };
    timeout(TEST_TIMEOUT, again)
        .await
        .expect("the place is given back");
    server.stop().await;
}

#[tokio::test]
async fn a_server_that_stops_says_so_and_leaves_its_data_to_the_next() {
    let data = tempfile::tempdir().unwrap();
    let options = Options {
        data: Some(data.path().join("d")),
        ..Options::default()
    };
    let server = start(options.clone()).await;
    let mut websocket = greeted(&server).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let second = timeout(TEST_TIMEOUT, run(listener, options.clone(), pending())).await;
    let refused = second
        .expect("the second server does not run")
        .unwrap_err()
        .to_string();
    assert!(
        refused.starts_with("cannot open the journal: another server is using "),
        "{refused}"
    );
    server.stop().await;
    assert_eq!(hear(&mut websocket).await, "closing shutting_down");
    assert_eq!(hear(&mut websocket).await, "closed 1001");
    start(options).await.stop().await;
}
