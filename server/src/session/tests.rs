//! Sessions over pipes: clients that send and receive text, a whole server behind them, and time that tests move.

mod accounts;
mod ahead;
mod changes;
mod clocks;
mod commands;
mod devices;
mod doors;
mod failures;
pub(crate) mod harness;
mod history;
mod keys;
mod life;
mod origins;
mod owners;
pub(crate) mod pipe;
mod places;
mod returns;
mod reviews;
mod ssh_doors;
mod standing;
mod taken;
mod tokens;
mod whispers;
mod words;

use std::sync::Arc;

use tokio::net::{TcpListener, TcpStream};

use super::Session;
use super::transport::Received;
use crate::lobby::task;
use crate::net::web;
use crate::net::websocket::Websocket;

/// The most memory that an idle session may take besides its buffers, in bytes.
const SESSION_SIZE_MAX: usize = 1_200;
/// The most memory of the task that serves a connection in plain text besides its session, in bytes.
const CONNECTION_SIZE_MAX: usize = 200;
/// The most memory of a lobby's task besides the lobby, in bytes.
const LOBBY_TASK_SIZE_MAX: usize = 1_000;
/// The most memory for handling a frame, in bytes: before glibc's allocator gives out a kilobyte or more, it merges all free
/// pieces that are small.
const HEARING_SIZE_MAX: usize = 1_000;

#[tokio::test]
async fn an_idle_session_is_small() {
    let world = harness::World::new().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let stream = TcpStream::connect(listener.local_addr().unwrap())
        .await
        .unwrap();
    let websocket =
        Websocket::after_handshake(stream, Vec::new(), world.context.timeouts, None).await;
    let session = super::run(websocket, Arc::clone(&world.context), world.pass());
    assert!(
        size_of_val(&session) <= SESSION_SIZE_MAX,
        "{} bytes",
        size_of_val(&session)
    );
}

#[test]
fn an_idle_connection_and_an_idle_lobby_have_no_room_for_what_is_rare() {
    fn connection<A, B, C, F: Future>(_: impl FnOnce(A, B, C) -> F) -> usize {
        size_of::<F>()
    }
    fn lobby<A, F: Future>(_: impl FnOnce(A) -> F) -> usize {
        size_of::<F>()
    }
    let size = connection(web::receive::<TcpStream>);
    assert!(size <= CONNECTION_SIZE_MAX, "connection: {size} bytes");
    let size = lobby(task::run);
    assert!(size <= LOBBY_TASK_SIZE_MAX, "lobby: {size} bytes");
}

#[test]
fn a_frame_is_handled_in_less_memory_than_the_allocator_calls_large() {
    fn size<'a, S: 'a, F: Future>(_: impl FnOnce(&'a mut S, Received) -> F) -> usize {
        size_of::<F>()
    }
    let hearing = size(Session::<Websocket<TcpStream>>::hear);
    assert!(hearing <= HEARING_SIZE_MAX, "{hearing} bytes");
}
