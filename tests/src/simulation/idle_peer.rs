//! A peer that watches and reads nothing: the server must end its connections, and nobody else may notice.

use std::sync::Arc;
use std::time::Duration;

use dicehall_protocol::{ClientMessage, LobbyCode, ServerMessage, SessionCommand, VERSION};
use tokio::time::sleep;

use super::socket::{self, Socket};
use super::world::{Season, World};

/// The number of bytes that may be on the way to it.
const ROOM: usize = 700;
/// The time, in milliseconds, between two looks whether the server is there, has a lobby, or has ended the connection.
const LOOK_EVERY_MS: u64 = 400;

/// Watches the first table, again and again, until the history is over.
pub(super) async fn watch(world: Arc<World>) {
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

async fn enter(world: &World, lobby: LobbyCode) -> Option<Socket> {
    let number = world.plan.people;
    let mut socket = socket::open(world, number, ROOM).await?;
    let hello = ClientMessage::Hello {
        version: VERSION,
        name: "idle".to_owned(),
        resume: None,
    };
    let join = SessionCommand::JoinLobby {
        lobby,
        password: None,
        key: None,
    };
    let join = ClientMessage::Command {
        id: 1,
        command: join.into(),
        commits: None,
    };
    for message in [hello, join] {
        socket::say(&mut socket, &message).await.ok()?;
        loop {
            let (_, told) = socket::hear(world, number, &mut socket).await?;
            let is_granted = |it: &ServerMessage| {
                matches!(
                    it,
                    ServerMessage::Welcome { .. } | ServerMessage::Accepted { .. }
                )
            };
            if is_granted(&told) {
                break;
            }
            if matches!(told, ServerMessage::Rejected { .. }) {
                return None;
            }
        }
    }
    Some(socket)
}
