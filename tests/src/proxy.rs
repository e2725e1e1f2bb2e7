//! A proxy between a program and others, which a test cuts: then nothing passes any more, and no connection ends. What was
//! on its way arrives when the proxy is mended, as after a broken line.

use std::sync::Arc;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedRwLockWriteGuard, RwLock};
use tokio::task::JoinSet;

/// How many bytes are passed on at once.
const PIECE_SIZE: usize = 65_536;

/// A proxy to some ports of this machine; it ends when it is dropped.
#[derive(Debug)]
pub struct Proxy {
    ports: Vec<u16>,
    /// Everybody who passes something on reads this lock; a cut holds it.
    line: Arc<RwLock<()>>,
    _tasks: JoinSet<()>,
}

/// A cut of the line, which lasts until it is dropped.
#[derive(Debug)]
pub struct Cut {
    _line: OwnedRwLockWriteGuard<()>,
}

impl Proxy {
    /// Starts a proxy with a port of its own for each of these.
    ///
    /// # Panics
    /// If there are no free ports.
    pub async fn start(to: &[u16]) -> Self {
        let line = Arc::new(RwLock::new(()));
        let (mut ports, mut tasks) = (Vec::new(), JoinSet::new());
        for port in to {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            ports.push(listener.local_addr().unwrap().port());
            tasks.spawn(accept(listener, *port, Arc::clone(&line)));
        }
        Self {
            ports,
            line,
            _tasks: tasks,
        }
    }

    /// Its ports, in the order of those behind it.
    pub fn ports(&self) -> &[u16] {
        &self.ports
    }

    /// Lets nothing pass until the answer is dropped.
    pub async fn cut(&self) -> Cut {
        Cut {
            _line: Arc::clone(&self.line).write_owned().await,
        }
    }
}

async fn accept(listener: TcpListener, port: u16, line: Arc<RwLock<()>>) {
    let mut connections = JoinSet::new();
    while let Ok((client, _)) = listener.accept().await {
        connections.spawn(connect(client, port, Arc::clone(&line)));
    }
}

/// Passes on both directions of a connection, until one of them ends.
async fn connect(client: TcpStream, port: u16, line: Arc<RwLock<()>>) {
    drop(line.read().await);
    let Ok(server) = TcpStream::connect(("127.0.0.1", port)).await else {
        return;
    };
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    tokio::select! {
        () = pass(from_client, to_server, &line) => {}
        () = pass(from_server, to_client, &line) => {}
    }
}

async fn pass(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, line: &RwLock<()>) {
    let mut bytes = vec![0; PIECE_SIZE];
    while let Ok(count @ 1..) = from.read(&mut bytes).await {
        let _open = line.read().await;
        if to.write_all(&bytes[..count]).await.is_err() {
            return;
        }
    }
}
