//! A player who comes from a certain address of this machine, as a person elsewhere does. For tests in a network namespace.

use std::net::IpAddr;

use tokio::net::TcpSocket;
use tokio_tungstenite::{MaybeTlsStream, client_async};

use super::Player;
use crate::bounded;

impl Player {
    /// Connects from one of this machine's addresses, and waits for the welcome; `None` if the connection is not let in.
    ///
    /// # Panics
    /// If the machine does not have the address.
    pub async fn connect_from(ip: IpAddr, address: &str, name: &str) -> Option<Self> {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind((ip, 0).into()).unwrap();
        let connected = socket.connect(address.parse().unwrap());
        let stream = bounded("a connection", connected).await.ok()?;
        let url = format!("ws://{address}/ws");
        let opened = client_async(url, MaybeTlsStream::Plain(stream));
        let (socket, _) = bounded("a websocket", opened).await.ok()?;
        let mut player = Self::over(socket, name);
        player.hello(None).await;
        Some(player)
    }
}
