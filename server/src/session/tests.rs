//! Sessions over pipes: clients that send and receive text, a whole server behind them, and time that tests move.

mod ahead;
mod changes;
mod clocks;
mod commands;
mod doors;
mod failures;
pub(crate) mod harness;
mod history;
mod keys;
mod life;
mod origins;
mod owners;
pub(crate) mod pipe;
mod returns;
mod tokens;
mod whispers;
mod words;

use std::sync::Arc;

use tokio::net::{TcpListener, TcpStream};

use crate::net::websocket::Websocket;

/// The most memory that an idle session may take besides its buffers, in bytes.
const SESSION_SIZE_MAX: usize = 2_048;

#[tokio::test]
async fn an_idle_session_is_small() {
    let world = harness::World::new().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let stream = TcpStream::connect(listener.local_addr().unwrap())
        .await
        .unwrap();
    let websocket = Websocket::after_handshake(stream, Vec::new(), world.context.timeouts).await;
    let session = super::run(websocket, Arc::clone(&world.context), world.pass());
    assert!(
        size_of_val(&session) <= SESSION_SIZE_MAX,
        "{} bytes",
        size_of_val(&session)
    );
}
