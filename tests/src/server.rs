//! A server in this process, on a port of its own.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use dicehall_server::{Options, ServerError};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinSet;

use crate::bounded;

/// A running server; it stops when this is dropped.
#[derive(Debug)]
pub struct TestServer {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    task: JoinSet<Result<(), ServerError>>,
}

impl TestServer {
    /// Starts a server on the loopback address.
    ///
    /// # Panics
    /// If there is no free port.
    pub async fn start(options: Options) -> Self {
        Self::start_on(Ipv4Addr::LOCALHOST.into(), options).await
    }

    /// Starts a server on another address of this machine.
    ///
    /// # Panics
    /// If there is no such address.
    pub async fn start_on(ip: IpAddr, options: Options) -> Self {
        let listener = TcpListener::bind((ip, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let mut task = JoinSet::new();
        task.spawn(dicehall_server::run(listener, options, async {
            // A dropped sender stops the server as well.
            stopped.await.ok();
        }));
        Self {
            address,
            stop,
            task,
        }
    }

    /// The address for clients, `HOST:PORT`.
    pub fn address(&self) -> String {
        self.address.to_string()
    }

    /// Stops the server and waits until it has drained.
    ///
    /// # Panics
    /// If it failed, or does not stop.
    pub async fn stop(mut self) {
        self.stop.send(()).ok();
        let ended = bounded("the server to stop", self.task.join_next()).await;
        ended
            .expect("there is one task")
            .expect("the server does not panic")
            .expect("the server does not fail");
    }
}

/// Options under which a burst of commands is not refused.
pub fn quick_options() -> Options {
    Options {
        name: "Test".to_owned(),
        bot_threads: 2,
        rate: None,
        ..Options::default()
    }
}
