//! A scripted client of the load generator: one socket, commands that wait for their answers, and
//! the messages received meanwhile.

use std::time::Duration;

use anyhow::{Result, anyhow, bail, ensure};
use dicehall_engine::lobby::{Clock, Ply, Request, Settings};
use dicehall_engine::{GameKind, Seat};
use dicehall_protocol::{
    Choice, ClientCommand, ClientMessage, EventView, LobbyCode, MatchEventView, Reply,
    ServerMessage, SessionCommand, Shown, VERSION, decode_server, encode_client,
};
use futures_util::{SinkExt, StreamExt};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

use super::referee::Referee;
use super::score::Traffic;
use crate::fair::sharer::Sharer;
use crate::net::address::Address;
use crate::net::dial::{Socket, open};
use crate::net::trust::Trust;

/// The longest time that a client waits for anything, in milliseconds.
const WAIT_MS_MAX: u64 = 30_000;

/// The server of a trial: its address, and the trusted certificates.
#[derive(Clone, Debug)]
pub(super) struct Server {
    pub(super) address: Address,
    pub(super) trust: Trust,
}

/// A scripted client.
#[derive(Debug)]
pub(super) struct Player {
    socket: Socket,
    /// The last view that the server has shown, to which its short messages add.
    shown: Shown,
    sharer: Sharer,
    next_id: u64,
    /// The number of actions that the client has seen.
    pub(super) ply: Ply,
    /// Whether the last match is over.
    pub(super) is_over: bool,
    choices: Option<(Ply, Vec<Choice>)>,
    referee: Referee,
    /// The traffic on its websocket.
    pub(super) traffic: Traffic,
}

impl Server {
    /// Connects a client that says hello and is welcomed.
    pub(super) async fn connect(&self, name: &str) -> Result<Player> {
        let socket = timeout(wait(), open(self.address.clone(), self.trust.clone())).await??;
        let mut player = Player {
            socket,
            shown: Shown::default(),
            sharer: Sharer::from_system(),
            next_id: 1,
            ply: Ply(0),
            is_over: false,
            choices: None,
            referee: Referee::default(),
            traffic: Traffic::default(),
        };
        let hello = ClientMessage::Hello {
            version: VERSION,
            name: name.to_owned(),
            resume: None,
        };
        player.say(&hello).await?;
        let answer = player.hear().await?;
        let is_welcome = matches!(answer, ServerMessage::Welcome { .. });
        ensure!(is_welcome, "no welcome, but {answer:?}");
        Ok(player)
    }
}

impl Player {
    /// Makes a lobby in which bots act without pauses.
    pub(super) async fn create(&mut self, title: &str, game: GameKind) -> Result<LobbyCode> {
        let settings = Settings {
            rules: game.default_rules(),
            bot_pace_ms: 0,
            clock: Clock::Off,
        };
        self.enter(SessionCommand::CreateLobby {
            title: title.to_owned(),
            settings,
            password: None,
            key: None,
        })
        .await
    }

    /// Enters a lobby that another client has made.
    pub(super) async fn join(&mut self, lobby: LobbyCode) -> Result<LobbyCode> {
        self.enter(SessionCommand::JoinLobby {
            lobby,
            password: None,
            key: None,
        })
        .await
    }

    async fn enter(&mut self, command: impl Into<ClientCommand>) -> Result<LobbyCode> {
        match self.ask(command).await? {
            Some(Reply::Joined(joined)) => Ok(joined.lobby),
            Some(Reply::Lobbies(_) | Reply::Found(_) | Reply::History(_) | Reply::Listening(_))
            | None => {
                bail!("the server did not say which lobby was joined")
            }
        }
    }

    /// The number of lobbies that the server lists.
    pub(super) async fn count_lobbies(&mut self) -> Result<usize> {
        match self.ask(SessionCommand::ListLobbies).await? {
            Some(Reply::Lobbies(lines)) => Ok(lines.len()),
            Some(Reply::Joined(_) | Reply::Found(_) | Reply::History(_) | Reply::Listening(_))
            | None => {
                bail!("the server did not list its lobbies")
            }
        }
    }

    /// Takes the first open seat.
    pub(super) async fn sit(&mut self) -> Result<()> {
        self.ask(Request::TakeSeat { seat: None }).await?;
        Ok(())
    }

    /// Closes all seats of the lobby but the first.
    pub(super) async fn close_others(&mut self, seats: u8) -> Result<()> {
        for seat in &Seat::ALL[usize::from(seats)..] {
            self.ask(Request::CloseSeat { seat: *seat }).await?;
        }
        Ok(())
    }

    /// Sends a command and waits for its answer.
    pub(super) async fn ask(&mut self, command: impl Into<ClientCommand>) -> Result<Option<Reply>> {
        let wanted = self.send(command).await?;
        loop {
            let message = self.hear().await?;
            if let ServerMessage::Accepted { id, reply, .. } = &message
                && *id == wanted
            {
                return Ok(reply.clone());
            }
            self.absorb(message).await?;
        }
    }

    /// Sends a command without waiting for its answer; returns its number.
    pub(super) async fn send(&mut self, command: impl Into<ClientCommand>) -> Result<u64> {
        let id = self.next_id;
        self.next_id += 1;
        let command = command.into();
        let commits = self.sharer.commits(&command);
        self.say(&ClientMessage::Command {
            id,
            command,
            commits,
        })
        .await?;
        Ok(id)
    }

    /// The choices, if it is the client's turn; they are taken out.
    pub(super) fn take_choices(&mut self) -> Option<(Ply, Vec<Choice>)> {
        self.choices.take()
    }

    /// Waits for one message and takes it in. Dropping the future loses nothing.
    pub(super) async fn step(&mut self) -> Result<()> {
        let message = self.hear().await?;
        self.absorb(message).await
    }

    async fn absorb(&mut self, message: ServerMessage) -> Result<()> {
        if let Some(command) = self.sharer.heard(&message) {
            self.send(command).await?;
        }
        match message {
            ServerMessage::Update {
                ply,
                outcome,
                events,
                view,
                ..
            } => {
                self.referee.check(&events, (view.as_ref(), ply, outcome))?;
                self.ply = ply;
                let begun = events
                    .iter()
                    .any(|it| matches!(it, EventView::Match(MatchEventView::MatchStarted { .. })));
                self.is_over = outcome.is_some() || (self.is_over && !begun);
            }
            ServerMessage::Choices { ply, choices } => self.choices = Some((ply, choices)),
            ServerMessage::Rejected { code, message, .. }
            | ServerMessage::Error { code, message }
            | ServerMessage::Closing { code, message } => bail!("{message} ({code})"),
            ServerMessage::Welcome { .. }
            | ServerMessage::Accepted { .. }
            | ServerMessage::Snapshot { .. }
            | ServerMessage::Clocks { .. }
            | ServerMessage::Presence { .. }
            | ServerMessage::Whispered { .. }
            | ServerMessage::Hints { .. }
            | ServerMessage::NextMatch { .. }
            // What was heard has its full form.
            | ServerMessage::Played { .. }
            | ServerMessage::Offered { .. }
            | ServerMessage::Frozen { .. } => {}
        }
        Ok(())
    }

    async fn say(&mut self, message: &ClientMessage) -> Result<()> {
        let text = encode_client(message);
        self.traffic.up(text.len());
        Ok(self.socket.send(Message::text(text)).await?)
    }

    async fn hear(&mut self) -> Result<ServerMessage> {
        loop {
            let frame = timeout(wait(), self.socket.next()).await;
            match frame.map_err(|_elapsed| anyhow!("nothing heard for {} s", WAIT_MS_MAX / 1000))? {
                Some(Ok(Message::Text(text))) => {
                    self.traffic.down(text.len());
                    return Ok(self.shown.unfold(decode_server(&text)?)?);
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
                Some(Ok(Message::Binary(_) | Message::Close(_))) | None => {
                    bail!("the server closed the connection")
                }
                Some(Err(error)) => return Err(error.into()),
            }
        }
    }
}

const fn wait() -> Duration {
    Duration::from_millis(WAIT_MS_MAX)
}
