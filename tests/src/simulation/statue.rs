//! Somebody who watches and reads nothing: the server must part with such people, and nobody else may notice.

use std::sync::Arc;
use std::time::Duration;

use dicehall_protocol::{
    ClientCommand, ClientMessage, LobbyCode, ServerMessage, VERSION, decode_server, encode_client,
};
use futures_util::{SinkExt, StreamExt};
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use super::network::End;
use super::world::{Season, World};

/// How many bytes may be on the way to somebody who reads none.
const ROOM: usize = 700;
/// How often it is looked whether the server is there, has a lobby, or has parted.
const LOOK_EVERY_MS: u64 = 400;

/// Watches the first table until the history is over, again and again.
pub(super) async fn stand(world: Arc<World>) {
    while world.season() != Season::Over {
        sleep(Duration::from_millis(LOOK_EVERY_MS)).await;
        let Some(lobby) = world.code(0) else { continue };
        let Some(socket) = enter(&world, lobby).await else {
            continue;
        };
        world.count(|it| it.sign("a spectator reads nothing"));
        let mut is_stuffed = false;
        while world.season() != Season::Over && !socket.get_ref().is_left() {
            sleep(Duration::from_millis(LOOK_EVERY_MS)).await;
            is_stuffed |= socket.get_ref().is_stuffed();
        }
        if is_stuffed {
            world.count(|it| it.sign("a spectator is stuffed"));
        }
    }
}

async fn enter(world: &World, lobby: LobbyCode) -> Option<WebSocketStream<End>> {
    let number = world.plan.people;
    let end = world.network.connect(number, ROOM).ok()?;
    let limits = WebSocketConfig::default()
        .read_buffer_size(256)
        .write_buffer_size(0);
    let (mut socket, _) = client_async_with_config("ws://dicehall/ws", end, Some(limits))
        .await
        .ok()?;
    let hello = ClientMessage::Hello {
        version: VERSION,
        name: "statue".to_owned(),
        resume: None,
    };
    let join = ClientCommand::JoinLobby {
        lobby,
        password: None,
        key: None,
    };
    for message in [
        hello,
        ClientMessage::Command {
            id: 1,
            command: join,
        },
    ] {
        socket
            .send(Message::text(encode_client(&message)))
            .await
            .ok()?;
        loop {
            let Message::Text(text) = socket.next().await?.ok()? else {
                continue;
            };
            world.hears(number, &text);
            let told = decode_server(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
            if matches!(
                told,
                ServerMessage::Welcome { .. } | ServerMessage::Accepted { .. }
            ) {
                break;
            }
            if matches!(told, ServerMessage::Rejected { .. }) {
                return None;
            }
        }
    }
    Some(socket)
}
