//! A scripted client: one websocket, the numbers of its commands, and the messages in their full form.
//!
//! The players of the load generator and those of the tests are made of it. Law kept here: it decides
//! nothing. What follows from a message, how long to wait for it and what becomes of a fault is told by
//! whoever uses it.

use dicehall_client::fair::sharer::Sharer;
use dicehall_protocol::{
    ClientCommand, ClientMessage, Resume, ServerMessage, Shown, VERSION, decode_server,
    encode_client,
};
use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{self, Message, Utf8Bytes};

/// A client on a websocket.
#[derive(Debug)]
pub struct ScriptedClient<S> {
    socket: WebSocketStream<S>,
    /// The number of the last command.
    last_id: u64,
    memory: Memory,
}

/// The part of a client that outlives its connection.
#[derive(Debug)]
pub struct Memory {
    sharer: Sharer,
    /// The last view that the server has shown, to which its short messages add.
    shown: Shown,
}

/// A command that was sent.
#[derive(Debug)]
pub struct Sent {
    /// Its number.
    pub id: u64,
    /// The frame, as it was sent.
    pub frame: String,
}

/// A message that came.
#[derive(Debug)]
pub struct ReceivedMessage {
    /// The frame, as it came.
    pub frame: Utf8Bytes,
    /// The message in its full form.
    pub message: ServerMessage,
}

/// Why a frame is no message.
#[derive(Debug, thiserror::Error)]
pub enum HearError {
    /// The connection broke.
    #[error(transparent)]
    Websocket(#[from] tungstenite::Error),
    /// The frame holds something else, or does not follow from those before.
    #[error("{why}: {frame}")]
    Unknown {
        /// The frame, as it came.
        frame: Utf8Bytes,
        /// The fault.
        why: String,
    },
    /// The server sent bytes.
    #[error("the server sent bytes")]
    Bytes,
    /// The server says that this client does not speak as websockets do.
    #[error("the server calls this a breach of websocket")]
    Breach,
}

impl Default for Memory {
    /// The memory of a client that was in no lobby yet.
    fn default() -> Self {
        Self {
            sharer: Sharer::from_system(),
            shown: Shown::default(),
        }
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> ScriptedClient<S> {
    /// A client on an open websocket.
    pub fn new(socket: WebSocketStream<S>) -> Self {
        Self {
            socket,
            last_id: 0,
            memory: Memory::default(),
        }
    }

    /// Goes on with what is remembered of an earlier connection.
    pub fn recall(&mut self, memory: Memory) {
        self.memory = memory;
        self.memory.sharer.begin();
    }

    /// Sends the hello; the server answers it with a welcome. Returns the frame.
    pub async fn hello(
        &mut self,
        name: &str,
        resume: Option<Resume>,
    ) -> Result<String, tungstenite::Error> {
        let frame = encode_client(&ClientMessage::Hello {
            version: VERSION,
            name: name.to_owned(),
            resume,
        });
        self.say(Message::text(&frame)).await?;
        Ok(frame)
    }

    /// Sends a command.
    pub async fn send(
        &mut self,
        command: impl Into<ClientCommand>,
    ) -> Result<Sent, tungstenite::Error> {
        self.last_id += 1;
        let (id, command) = (self.last_id, command.into());
        let commits = self.memory.sharer.commits(&command);
        let frame = encode_client(&ClientMessage::Command {
            id,
            command,
            commits,
        });
        self.say(Message::text(&frame)).await?;
        Ok(Sent { id, frame })
    }

    /// Gives the client's share of the dice if a message asks for it; the command with which it did.
    pub async fn share(
        &mut self,
        message: &ServerMessage,
    ) -> Result<Option<Sent>, tungstenite::Error> {
        match self.memory.sharer.heard(message) {
            Some(command) => self.send(command).await.map(Some),
            None => Ok(None),
        }
    }

    /// Sends a frame, whatever it holds.
    pub async fn say(&mut self, frame: Message) -> Result<(), tungstenite::Error> {
        self.socket.send(frame).await
    }

    /// The next message; `None` at the end of the connection. Dropping the future loses nothing.
    pub async fn hear(&mut self) -> Result<Option<ReceivedMessage>, HearError> {
        let Some(frame) = next_text(&mut self.socket).await? else {
            return Ok(None);
        };
        let decoded = decode_server(&frame).map_err(|error| error.to_string());
        let unfolded = decoded.and_then(|it| {
            let unfolded = self.memory.shown.unfold(it);
            unfolded.map_err(|error| error.to_string())
        });
        match unfolded {
            Ok(message) => Ok(Some(ReceivedMessage { frame, message })),
            Err(why) => Err(HearError::Unknown { frame, why }),
        }
    }

    /// Goes on with the numbers of commands of an earlier connection.
    pub fn number_after(&mut self, last_id: u64) {
        self.last_id = self.last_id.max(last_id);
    }

    /// Begins to close the connection with a closing frame; it is closed when nothing more is heard.
    pub async fn close(&mut self) -> Result<(), tungstenite::Error> {
        self.socket.close(None).await
    }

    /// Drops the connection without a closing frame.
    pub fn vanish(self) -> Memory {
        self.memory
    }
}

/// The next text of a websocket; `None` at its end.
pub async fn next_text<S: AsyncRead + AsyncWrite + Unpin>(
    socket: &mut WebSocketStream<S>,
) -> Result<Option<Utf8Bytes>, HearError> {
    while let Some(frame) = socket.next().await {
        match frame? {
            Message::Text(text) => return Ok(Some(text)),
            Message::Binary(_) => return Err(HearError::Bytes),
            Message::Close(Some(frame)) if frame.code == CloseCode::Protocol => {
                return Err(HearError::Breach);
            }
            Message::Ping(_) | Message::Pong(_) | Message::Close(_) | Message::Frame(_) => {}
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehall_protocol::SessionCommand;
    use tokio::io::{DuplexStream, duplex};
    use tokio_tungstenite::tungstenite::protocol::Role;

    /// A client, and the server's end of its connection.
    async fn both_ends() -> (ScriptedClient<DuplexStream>, WebSocketStream<DuplexStream>) {
        let (ours, theirs) = duplex(4_096);
        let socket = WebSocketStream::from_raw_socket(ours, Role::Client, None).await;
        let server = WebSocketStream::from_raw_socket(theirs, Role::Server, None).await;
        (ScriptedClient::new(socket), server)
    }

    /// The first thing that a client hears when a server has sent these frames.
    async fn heard(frames: Vec<Message>) -> Result<Option<ReceivedMessage>, HearError> {
        let (mut client, mut server) = both_ends().await;
        for frame in frames {
            server.send(frame).await.unwrap();
        }
        client.hear().await
    }

    #[tokio::test]
    async fn a_message_is_heard_and_everything_else_is_a_fault() {
        let frozen = r#"{"type":"frozen","frozen":true}"#;
        let frames = vec![Message::Ping("a".into()), Message::text(frozen)];
        let message = heard(frames).await.unwrap().unwrap();
        assert_eq!(message.frame.as_str(), frozen);
        assert_eq!(message.message, ServerMessage::Frozen { frozen: true });
        let fault = heard(vec![Message::text("what?")]).await.unwrap_err();
        assert!(fault.to_string().ends_with(": what?"), "{fault}");
        let fault = heard(vec![Message::Binary("a".into())]).await;
        assert!(matches!(fault, Err(HearError::Bytes)), "{fault:?}");
        let (mut client, server) = both_ends().await;
        drop(server);
        let gone = client.hear().await;
        assert!(matches!(gone, Err(HearError::Websocket(_))), "{gone:?}");
    }

    #[tokio::test]
    async fn commands_are_numbered_and_go_on_after_those_of_an_earlier_connection() {
        let (mut client, mut server) = both_ends().await;
        let first = client.send(SessionCommand::ListLobbies).await.unwrap();
        client.number_after(7);
        let sent = client.send(SessionCommand::ListLobbies).await.unwrap();
        assert_eq!((first.id, sent.id), (1, 8));
        server.next().await.unwrap().unwrap();
        let frame = server.next().await.unwrap().unwrap();
        assert_eq!(frame.into_text().unwrap().as_str(), sent.frame);
    }
}
