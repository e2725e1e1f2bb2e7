//! A client's websocket over the simulated network.

use dicehall_lab::scripted::{HearError, next_text};
use dicehall_protocol::{ClientMessage, ServerMessage, decode_server, encode_client};
use futures_util::SinkExt;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use super::network::End;
use super::world::World;

/// A person's connection.
pub(super) type Socket = WebSocketStream<End>;

/// Connects the person with this number; `room` is the number of bytes that may be on the way in each direction.
pub(super) async fn open(world: &World, number: usize, room: usize) -> Option<Socket> {
    let end = world.network.connect(number, room).ok()?;
    let limits = WebSocketConfig::default()
        .read_buffer_size(room.min(4_096))
        .write_buffer_size(0);
    let opening = client_async_with_config("ws://dicehall/ws", end, Some(limits));
    opening.await.ok().map(|it| it.0)
}

/// Sends a message.
pub(super) async fn say(socket: &mut Socket, message: &ClientMessage) -> Result<(), Error> {
    socket.send(Message::text(encode_client(message))).await
}

/// The next message, and its text; `None` at the end of the connection.
pub(super) async fn hear(
    world: &World,
    number: usize,
    socket: &mut Socket,
) -> Option<(String, ServerMessage)> {
    let text = match next_text(socket).await {
        Ok(text) => text?,
        Err(HearError::Websocket(_)) => return None,
        Err(fault @ (HearError::Unknown { .. } | HearError::Bytes | HearError::Breach)) => {
            panic!("p{number}: {fault}")
        }
    };
    world.hears(number, &text);
    let message = decode_server(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    Some((text.to_string(), message))
}
