//! A player of the load generator: a scripted client whose commands wait for their answers, and the
//! messages received meanwhile.

mod referee;

use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail, ensure};
use dicehall_client::net::address::Address;
use dicehall_client::net::dial::{Stream, open};
use dicehall_client::net::trust::Trust;
use dicehall_engine::lobby::{Clock, Ply, Request, Settings};
use dicehall_engine::{GameKind, Seat};
use dicehall_protocol::{
    Choice, ClientCommand, EventView, LobbyCode, MatchEventView, Reply, ServerMessage,
    SessionCommand, choices_of,
};
use tokio::time::timeout;

use super::score::Traffic;
use crate::scripted::ScriptedClient;
use referee::Referee;

/// The longest time that a client waits for anything, in milliseconds.
const WAIT_MS_MAX: u64 = 30_000;

/// The server of a trial: its address, and the trusted certificates.
#[derive(Clone, Debug)]
pub(crate) struct Server {
    pub(super) address: Address,
    pub(super) trust: Trust,
}

/// A scripted client.
#[derive(Debug)]
pub(super) struct Player {
    client: ScriptedClient<Box<dyn Stream>>,
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
            client: ScriptedClient::new(socket),
            ply: Ply(0),
            is_over: false,
            choices: None,
            referee: Referee::default(),
            traffic: Traffic::default(),
        };
        let hello = player.client.hello(name, None).await?;
        player.traffic.up(hello.len());
        let answer = player.hear().await?;
        let is_welcome = matches!(answer, ServerMessage::Welcome { .. });
        ensure!(is_welcome, "no welcome, but {answer:?}");
        Ok(player)
    }
}

impl Player {
    /// Makes a lobby.
    pub(super) async fn create(&mut self, title: &str, settings: Settings) -> Result<LobbyCode> {
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
            Some(
                Reply::Lobbies(_)
                | Reply::Found(_)
                | Reply::History(_)
                | Reply::Listening(_)
                | Reply::Account(_)
                | Reply::LinkCode(_)
                | Reply::RescueCodes(_)
                | Reply::Leaders(_)
                | Reply::Profile(_)
                | Reply::Reviewing(_)
                | Reply::Review(_),
            )
            | None => {
                bail!("the server did not say which lobby was joined")
            }
        }
    }

    /// The number of lobbies that the server lists.
    pub(super) async fn count_lobbies(&mut self) -> Result<usize> {
        match self.ask(SessionCommand::ListLobbies).await? {
            Some(Reply::Lobbies(lines)) => Ok(lines.len()),
            Some(
                Reply::Joined(_)
                | Reply::Found(_)
                | Reply::History(_)
                | Reply::Listening(_)
                | Reply::Account(_)
                | Reply::LinkCode(_)
                | Reply::RescueCodes(_)
                | Reply::Leaders(_)
                | Reply::Profile(_)
                | Reply::Reviewing(_)
                | Reply::Review(_),
            )
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
        let sent = self.client.send(command).await?;
        self.traffic.up(sent.frame.len());
        Ok(sent.id)
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
        if let Some(sent) = self.client.share(&message).await? {
            self.traffic.up(sent.frame.len());
        }
        match message {
            ServerMessage::Update {
                ply,
                outcome,
                events,
                view,
                ..
            } => {
                self.referee.check(&events, view.as_ref(), ply, outcome)?;
                self.ply = ply;
                let begun = events
                    .iter()
                    .any(|it| matches!(it, EventView::Match(MatchEventView::MatchStarted { .. })));
                self.is_over = outcome.is_some() || (self.is_over && !begun);
            }
            ServerMessage::Offered { ply, offer, .. } => self.choices = Some((ply, choices_of(offer))),
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
            | ServerMessage::Frozen { .. } => {}
        }
        Ok(())
    }

    async fn hear(&mut self) -> Result<ServerMessage> {
        let heard = timeout(wait(), self.client.hear()).await;
        let heard =
            heard.map_err(|_elapsed| anyhow!("nothing heard for {} s", WAIT_MS_MAX / 1000))?;
        let heard = heard?.context("the server closed the connection")?;
        self.traffic.down(heard.frame.len());
        Ok(heard.message)
    }
}

/// The usual settings of a game, except that bots act without pauses.
pub(super) fn without_pace(game: GameKind) -> Settings {
    Settings {
        rules: game.default_rules(),
        bot_pace_ms: 0,
        clock: Clock::Off,
    }
}

const fn wait() -> Duration {
    Duration::from_millis(WAIT_MS_MAX)
}
