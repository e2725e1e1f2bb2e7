//! A scripted client of the load generator: one socket, commands that wait for their answers, and what was heard on the way.

use std::time::Duration;

use dicehall_engine::GameKind;
use dicehall_engine::lobby::{Clock, Ply, Settings};
use dicehall_protocol::{
    Choice, ClientCommand, ClientMessage, EventView, LobbyCode, MatchEventView, Reply,
    ServerMessage, VERSION, decode_server, encode_client,
};
use futures_util::{SinkExt, StreamExt};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

use crate::fair::sharer::Sharer;
use crate::net::address::Address;
use crate::net::dial::{Socket, open};
use crate::net::trust::Trust;

/// The longest that a client waits for anything.
const WAIT_MS_MAX: u64 = 30_000;

/// One client.
#[derive(Debug)]
pub(super) struct Player {
    socket: Socket,
    sharer: Sharer,
    next_id: u64,
    /// The actions that the client has seen.
    pub(super) ply: Ply,
    /// Whether the last match is over.
    pub(super) is_over: bool,
    choices: Option<(Ply, Vec<Choice>)>,
}

impl Player {
    /// Connects and says hello.
    pub(super) async fn connect(
        address: &Address,
        trust: &Trust,
        name: &str,
    ) -> Result<Self, String> {
        let opened = timeout(wait(), open(address.clone(), trust.clone())).await;
        let socket = opened
            .map_err(|it| it.to_string())?
            .map_err(|error| error.to_string())?;
        let mut player = Self {
            socket,
            sharer: Sharer::from_system(),
            next_id: 1,
            ply: Ply(0),
            is_over: false,
            choices: None,
        };
        let hello = ClientMessage::Hello {
            version: VERSION,
            name: name.to_owned(),
            resume: None,
        };
        player.say(&hello).await?;
        let answer = player.hear().await?;
        let is_welcome = matches!(answer, ServerMessage::Welcome { .. });
        if is_welcome {
            Ok(player)
        } else {
            Err(format!("no welcome, but {answer:?}"))
        }
    }

    /// Makes a lobby in which bots do not pause.
    pub(super) async fn create(
        &mut self,
        title: &str,
        game: GameKind,
    ) -> Result<LobbyCode, String> {
        let settings = Settings {
            rules: game.default_rules(),
            bot_pace_ms: 0,
            clock: Clock::Off,
        };
        let created = ClientCommand::CreateLobby {
            title: title.to_owned(),
            settings,
            password: None,
            key: None,
        };
        joined(self.ask(created).await?)
    }

    /// Enters a lobby.
    pub(super) async fn join(&mut self, lobby: LobbyCode) -> Result<LobbyCode, String> {
        joined(
            self.ask(ClientCommand::JoinLobby {
                lobby,
                password: None,
                key: None,
            })
            .await?,
        )
    }

    /// Takes the first open seat.
    pub(super) async fn sit(&mut self) -> Result<(), String> {
        self.ask(ClientCommand::TakeSeat { seat: None })
            .await
            .map(|_| ())
    }

    /// Wants something, and waits for the answer.
    pub(super) async fn ask(&mut self, command: ClientCommand) -> Result<Option<Reply>, String> {
        let wanted = self.send(command).await?;
        loop {
            let message = self.hear().await?;
            if let ServerMessage::Accepted { id, reply, .. } = message {
                if id == wanted {
                    return Ok(reply);
                }
            } else {
                self.absorb(message).await?;
            }
        }
    }

    /// Wants something; the answer comes some time.
    pub(super) async fn send(&mut self, command: ClientCommand) -> Result<u64, String> {
        let id = self.next_id;
        self.next_id += 1;
        self.say(&ClientMessage::Command { id, command }).await?;
        Ok(id)
    }

    /// What may be chosen, if it is the client's turn.
    pub(super) fn take_choices(&mut self) -> Option<(Ply, Vec<Choice>)> {
        self.choices.take()
    }

    /// Waits for one message and takes it in. Nothing is lost when the future is dropped.
    pub(super) async fn step(&mut self) -> Result<(), String> {
        let message = self.hear().await?;
        self.absorb(message).await
    }

    async fn absorb(&mut self, message: ServerMessage) -> Result<(), String> {
        if let Some(command) = self.sharer.heard(&message) {
            self.send(command).await?;
        }
        match message {
            ServerMessage::Update {
                ply,
                outcome,
                events,
                ..
            } => {
                self.ply = ply;
                let begun = events
                    .iter()
                    .any(|it| matches!(it, EventView::Match(MatchEventView::MatchStarted { .. })));
                self.is_over = outcome.is_some() || (self.is_over && !begun);
            }
            ServerMessage::Choices { ply, choices } => self.choices = Some((ply, choices)),
            ServerMessage::Rejected { code, message, .. }
            | ServerMessage::Error { code, message }
            | ServerMessage::Closing { code, message } => {
                return Err(format!("{message} ({code})"));
            }
            ServerMessage::Welcome { .. }
            | ServerMessage::Accepted { .. }
            | ServerMessage::Snapshot { .. }
            | ServerMessage::Clocks { .. }
            | ServerMessage::Presence { .. }
            | ServerMessage::Frozen { .. } => {}
        }
        Ok(())
    }

    async fn say(&mut self, message: &ClientMessage) -> Result<(), String> {
        self.socket
            .send(Message::text(encode_client(message)))
            .await
            .map_err(|error| error.to_string())
    }

    async fn hear(&mut self) -> Result<ServerMessage, String> {
        loop {
            let frame = timeout(wait(), self.socket.next()).await;
            let frame =
                frame.map_err(|_elapsed| format!("nothing heard for {} s", WAIT_MS_MAX / 1000))?;
            match frame {
                Some(Ok(Message::Text(text))) => {
                    return decode_server(&text).map_err(|error| error.to_string());
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
                Some(Ok(Message::Binary(_) | Message::Close(_))) | None => {
                    return Err("the server closed the connection".to_owned());
                }
                Some(Err(error)) => return Err(error.to_string()),
            }
        }
    }
}

fn joined(reply: Option<Reply>) -> Result<LobbyCode, String> {
    match reply {
        Some(Reply::Joined(joined)) => Ok(joined.lobby),
        Some(Reply::Lobbies(_)) | None => {
            Err("the server did not say which lobby was joined".to_owned())
        }
    }
}

const fn wait() -> Duration {
    Duration::from_millis(WAIT_MS_MAX)
}
