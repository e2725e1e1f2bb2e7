//! A scripted player: a websocket client that remembers what it receives and checks its order.
//!
//! Laws checked with every frame: revisions have no gaps, a snapshot never goes back, choices name the current ply, and
//! no command is answered twice.

mod absent;
mod from;
mod lists;
mod playing;
mod seen;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use dicehall_engine::lobby::{Legal, Request, Revision, Settings};
use dicehall_lab::scripted::{HearError, Memory, ScriptedClient};
use dicehall_protocol::{
    ClientCommand, Joined, LobbyCode, Renewed, Reply, Resume, ServerMessage, SessionCommand,
    VERSION,
};
use tokio::net::TcpStream;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::{Bytes, Error as WebsocketError, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::bounded;
pub use absent::Absent;
pub use seen::Seen;

/// The number of latest frames that a failure shows.
const SHOWN_FRAMES_MAX: usize = 12;

/// A connection to a server, with everything that was received through it.
#[derive(Debug)]
pub struct Player {
    name: String,
    client: ScriptedClient<MaybeTlsStream<TcpStream>>,
    /// The ids of its commands about dice, whose answers nobody waits for.
    own_ids: BTreeSet<u64>,
    /// The answers that nobody has taken yet.
    answers: BTreeMap<u64, Result<Accepted, Refused>>,
    answered: BTreeSet<u64>,
    frames: VecDeque<String>,
    /// Everything that was received.
    pub seen: Seen,
}

/// The answer to a command that was carried out.
#[derive(Clone, Debug, PartialEq)]
pub struct Accepted {
    /// The revision after the command.
    pub revision: Option<Revision>,
    /// The reply, if the command asked for one.
    pub reply: Option<Reply>,
}

/// The answer to a command that was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The stable code, for programs.
    pub code: String,
    /// The legal alternatives, if there are any to name.
    pub legal: Option<Legal>,
}

impl Player {
    /// Opens a connection and sends nothing.
    ///
    /// # Panics
    /// If the server cannot be reached.
    pub async fn silent(address: &str, name: &str) -> Self {
        Self::try_silent(address, name).await.unwrap()
    }

    async fn try_silent(address: &str, name: &str) -> Result<Self, WebsocketError> {
        let url = format!("ws://{address}/ws");
        let (socket, _) = bounded("a connection", connect_async(url)).await?;
        Ok(Self::over(socket, name))
    }

    fn over(socket: WebSocketStream<MaybeTlsStream<TcpStream>>, name: &str) -> Self {
        Self {
            name: name.to_owned(),
            client: ScriptedClient::new(socket),
            own_ids: BTreeSet::new(),
            answers: BTreeMap::new(),
            answered: BTreeSet::new(),
            frames: VecDeque::new(),
            seen: Seen::default(),
        }
    }

    /// Connects, and waits for the welcome.
    pub async fn connect(address: &str, name: &str) -> Self {
        let mut player = Self::silent(address, name).await;
        player.hello(None).await;
        player
    }

    /// Connects as a person who has only the token left.
    pub async fn resume(address: &str, name: &str, joined: &Joined) -> Self {
        let absent = Absent {
            name: name.to_owned(),
            memory: Memory::default(),
            seen: Seen::of(joined.clone()),
        };
        absent.resume(address).await
    }

    /// Drops the connection without a closing frame.
    pub fn vanish(self) -> Absent {
        Absent {
            name: self.name,
            memory: self.client.vanish(),
            seen: self.seen,
        }
    }

    /// Sends the hello and waits for the welcome.
    ///
    /// # Panics
    /// If something else comes.
    pub async fn hello(&mut self, resume: Option<Resume>) {
        if let Err(other) = self.try_hello(resume).await {
            panic!("{}: a welcome was expected, not {other:?}", self.name);
        }
    }

    /// Sends the hello; the error is the message that came in place of the welcome.
    async fn try_hello(&mut self, resume: Option<Resume>) -> Result<(), Option<ServerMessage>> {
        let said = self.client.hello(&self.name, resume);
        let frame = bounded("the hello to be sent", said).await.unwrap();
        self.remember(format!("-> {frame}"));
        match self.next().await {
            Some(ServerMessage::Welcome {
                version,
                resumed,
                renewed,
                ..
            }) => {
                assert_eq!((version, renewed.is_some()), (VERSION, resumed));
                self.seen.resumed = resumed;
                if let (Some(Renewed { token, last_id }), Some(joined)) =
                    (renewed, &mut self.seen.joined)
                {
                    assert_ne!(
                        joined.token, token,
                        "{}: the token is the old one",
                        self.name
                    );
                    joined.token = token;
                    self.client.number_after(last_id);
                }
                Ok(())
            }
            other => Err(other),
        }
    }

    /// Sends a text frame as it is.
    ///
    /// # Panics
    /// If the connection is gone.
    pub async fn say(&mut self, frame: &str) {
        self.remember(format!("-> {frame}"));
        bounded("a frame to be sent", self.client.say(Message::text(frame)))
            .await
            .unwrap();
    }

    /// Sends a binary frame.
    ///
    /// # Panics
    /// If the connection is gone.
    pub async fn say_bytes(&mut self, frame: &'static [u8]) {
        let frame = Message::Binary(Bytes::from_static(frame));
        bounded("a frame to be sent", self.client.say(frame))
            .await
            .unwrap();
    }

    /// Sends a command and waits for the answer.
    pub async fn ask(&mut self, command: impl Into<ClientCommand>) -> Result<Accepted, Refused> {
        let id = self.send(command).await;
        self.answer(id).await
    }

    /// Sends a command and does not wait; returns its id.
    ///
    /// # Panics
    ///
    /// If the connection is broken.
    pub async fn send(&mut self, command: impl Into<ClientCommand>) -> u64 {
        let sent = bounded("a command to be sent", self.client.send(command)).await;
        let sent = sent.unwrap_or_else(|error| panic!("{}: {error:#}", self.name));
        self.remember(format!("-> {}", sent.frame));
        sent.id
    }

    /// Sends a command on a connection that may be breaking; `None` if it is broken.
    pub async fn try_send(&mut self, command: impl Into<ClientCommand>) -> Option<u64> {
        self.client.send(command).await.ok().map(|it| it.id)
    }

    /// The answer to a command, if it has been read.
    pub fn take_answer(&mut self, id: u64) -> Option<Result<Accepted, Refused>> {
        self.answers.remove(&id)
    }

    /// Waits for the answer to a command.
    ///
    /// # Panics
    /// If the connection ends without it.
    pub async fn answer(&mut self, id: u64) -> Result<Accepted, Refused> {
        self.until("the answer to a command", |player| {
            player.answers.contains_key(&id)
        })
        .await;
        self.take_answer(id).expect("the answer is there")
    }

    /// Sends a command that must be accepted, and waits until its effect has been shown.
    ///
    /// # Panics
    /// If it is refused.
    pub async fn must(&mut self, command: impl Into<ClientCommand>) -> Accepted {
        let command = command.into();
        let shown = format!("{command:?}");
        let stays = command != Request::Leave.into();
        let accepted = match self.ask(command).await {
            Ok(accepted) => accepted,
            Err(refused) => panic!("{}: {shown} was refused: {refused:?}", self.name),
        };
        if stays && accepted.revision.is_some() {
            self.until("what was granted", |it| {
                it.seen.revision >= accepted.revision
            })
            .await;
        }
        accepted
    }

    /// Creates a lobby and enters it; returns its code.
    pub async fn create(&mut self, switches: &str) -> LobbyCode {
        self.create_with(crate::table::settings(switches)).await
    }

    /// Creates a lobby with these settings and enters it; returns its code.
    pub async fn create_with(&mut self, settings: Settings) -> LobbyCode {
        self.enter(SessionCommand::CreateLobby {
            title: "Test".to_owned(),
            settings,
            password: None,
            key: None,
        })
        .await
    }

    /// Enters a lobby.
    pub async fn join(&mut self, lobby: LobbyCode) {
        self.enter(SessionCommand::JoinLobby {
            lobby,
            password: None,
            key: None,
        })
        .await;
    }

    async fn enter(&mut self, command: impl Into<ClientCommand>) -> LobbyCode {
        self.must(command).await;
        self.until("a snapshot", |it| it.seen.lobby.is_some()).await;
        let joined = self
            .seen
            .joined
            .as_ref()
            .expect("whoever enters is told the token");
        assert_eq!(
            Some(joined.player),
            self.seen.you,
            "the snapshot is for somebody else"
        );
        joined.lobby
    }

    /// Reads until `is_seen` holds for the player.
    ///
    /// # Panics
    /// If the connection ends before, or it takes too long; the message shows the last frames.
    pub async fn until(&mut self, what: &str, is_seen: impl Fn(&Self) -> bool) {
        let end = Instant::now() + crate::WAIT_MAX;
        while !is_seen(self) {
            let goes_on = self.next_before(end, what).await.is_some();
            assert!(
                goes_on,
                "{}: the connection ended before {what}:\n{}",
                self.name,
                self.transcript()
            );
        }
    }

    /// Reads until the server has closed the connection; returns the code in its last message.
    pub async fn until_closed(&mut self) -> Option<String> {
        while self.next().await.is_some() {}
        self.seen.closing.clone()
    }

    /// The next message, which is noted; `None` at the end of the connection.
    ///
    /// # Panics
    /// If nothing comes, or a frame is not a message.
    pub async fn next(&mut self) -> Option<ServerMessage> {
        self.next_before(Instant::now() + crate::WAIT_MAX, "anything")
            .await
    }

    /// The next message, if it comes in time.
    async fn next_before(&mut self, end: Instant, what: &str) -> Option<ServerMessage> {
        let Ok(heard) = tokio::time::timeout_at(end, self.client.hear()).await else {
            panic!(
                "{}: waited in vain for {what}; the last frames:\n{}",
                self.name,
                self.transcript()
            );
        };
        let heard = match heard {
            Ok(heard) => heard,
            Err(HearError::Websocket(_)) => None,
            Err(fault @ (HearError::Unknown { .. } | HearError::Bytes | HearError::Breach)) => {
                panic!("{}: {fault}", self.name)
            }
        };
        let Some(heard) = heard else {
            self.seen.closed = true;
            return None;
        };
        self.remember(format!("<- {}", heard.frame));
        self.note(&heard.message);
        self.share(&heard.message).await;
        Some(heard.message)
    }

    /// Gives the player's share in the agreement on dice. If the connection is breaking, the next read notices that.
    async fn share(&mut self, message: &ServerMessage) {
        if let Ok(Some(sent)) = self.client.share(message).await {
            self.own_ids.insert(sent.id);
            self.remember(format!("-> {}", sent.frame));
        }
    }

    /// Closes the connection with a closing frame.
    pub async fn close(mut self) {
        // A connection that is gone already is closed.
        self.client.close().await.ok();
        while self.next().await.is_some() {}
    }

    /// Proof of being in the lobby.
    ///
    /// # Panics
    /// If the player is in none.
    pub fn joined(&self) -> Joined {
        self.seen.joined.clone().expect("the player is in a lobby")
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "there are two kinds of answers"
    )]
    fn note(&mut self, message: &ServerMessage) {
        let (id, answer) = match message.clone() {
            ServerMessage::Accepted {
                id,
                revision,
                reply,
            } => {
                if let Some(Reply::Joined(joined)) = &reply {
                    self.seen = Seen::of(joined.clone());
                }
                (id, Ok(Accepted { revision, reply }))
            }
            ServerMessage::Rejected {
                id,
                code,
                legal,
                message,
            } => {
                assert!(!message.is_empty(), "{code} has no sentence");
                let code = code.to_string();
                (id, Err(Refused { code, legal }))
            }
            _ => return self.seen.note(&self.name, message),
        };
        let is_first = self.answered.insert(id);
        assert!(is_first, "{}: two answers to {id}", self.name);
        // Answers to commands about dice are dropped, unless they are refusals.
        if answer.is_err() || !self.own_ids.contains(&id) {
            self.answers.insert(id, answer);
        }
    }

    fn remember(&mut self, frame: String) {
        if self.frames.len() == SHOWN_FRAMES_MAX {
            self.frames.pop_front();
        }
        self.frames.push_back(frame);
    }

    fn transcript(&self) -> String {
        self.frames
            .iter()
            .map(|it| it.chars().take(400).collect::<String>() + "\n")
            .collect()
    }
}

/// Lets the first of the players start a match, and all of them wait until it has begun; each gives a share of the
/// dice.
///
/// # Panics
/// If the start is refused.
pub async fn start_match(players: &mut [&mut Player]) {
    if let [host, ..] = players {
        host.must(Request::Start { force: true }).await;
    }
    let all = players
        .iter_mut()
        .map(|it| it.until("the match to begin", |it| it.seen.config.is_some()));
    futures_util::future::join_all(all).await;
}
