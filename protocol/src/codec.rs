//! The codec: text to message and back, within a limit of size ([`FRAME_SIZE_MAX`]).
//!
//! A message has one form. Serde would accept a list for a struct and `{"leave":null}` for `"leave"`; the codec
//! counts objects and lists, and refuses a message that it would not have written in the same form. Schema and codec
//! are tested to agree on thousands of changed messages.

use std::io;

use dicehall_engine::lobby::EarlyCommitment;
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Serialize};
use serde_json::ser::Formatter;

use crate::client_message::{ClientCommand, ClientMessage};
use crate::code::Code;
use crate::limits::{FRAME_SIZE_MAX, SERVER_FRAME_SIZE_MAX};
use crate::server_message::ServerMessage;

/// Why bytes are not a valid message.
#[derive(Debug, thiserror::Error)]
pub enum CodecError {
    /// The frame is larger than the limit.
    #[error("a frame has at most {limit} bytes")]
    TooLarge {
        /// The limit, in bytes.
        limit: usize,
    },
    /// The frame is not JSON.
    #[error("not JSON: {0}")]
    NotJson(#[source] serde_json::Error),
    /// The frame is JSON, but not a message: a wrong type, an unknown field or variant, or a missing field.
    #[error("not a message: {0}")]
    NotAMessage(#[source] serde_json::Error),
}

impl CodecError {
    /// The stable code, for programs.
    pub const fn code(&self) -> Code {
        match self {
            Self::TooLarge { .. } => Code::TooLarge,
            Self::NotJson(_) => Code::NotJson,
            Self::NotAMessage(_) => Code::NotAMessage,
        }
    }
}

/// Reads a message of a client, which is strict: nothing may be in it that the message does not have.
pub fn decode_client(frame: &str) -> Result<ClientMessage, CodecError> {
    if frame.len() <= FRAME_SIZE_MAX
        && let Ok(command) = serde_json::from_str::<CommandFrame>(frame)
    {
        return checked(command.into(), |its| Brackets::of_text(frame) == its);
    }
    let message = decode(frame, FRAME_SIZE_MAX)?;
    checked(message, |its| Brackets::of_text(frame) == its)
}

/// Reads a message of a server. Fields that it does not have are ignored, so there may be more objects and lists.
pub fn decode_server(frame: &str) -> Result<ServerMessage, CodecError> {
    let message = decode(frame, SERVER_FRAME_SIZE_MAX)?;
    checked(message, |its| {
        Brackets::of_text(frame).objects >= its.objects
    })
}

/// The bytes reserved for the text of a message: enough for most, so that their texts do not grow while they are
/// written.
const TEXT_ROOM: usize = 1_000;

/// Writes a message of a client.
pub fn encode_client(message: &ClientMessage) -> String {
    encode(message)
}

/// Writes a message of a server.
pub fn encode_server(message: &ServerMessage) -> String {
    encode(message)
}

/// A [`ClientMessage::Command`] by itself. For an enum that is told by its `type` serde first keeps all parts of the
/// message, because the `type` may come last; a struct is read as it comes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CommandFrame {
    #[serde(rename = "type")]
    _type: CommandType,
    id: u64,
    command: ClientCommand,
    #[serde(default)]
    commits: Option<EarlyCommitment>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum CommandType {
    Command,
}

impl From<CommandFrame> for ClientMessage {
    fn from(it: CommandFrame) -> Self {
        Self::Command {
            id: it.id,
            command: it.command,
            commits: it.commits,
        }
    }
}

fn decode<T: DeserializeOwned>(frame: &str, limit: usize) -> Result<T, CodecError> {
    if frame.len() > limit {
        return Err(CodecError::TooLarge { limit });
    }
    serde_json::from_str(frame).map_err(|error| match error.classify() {
        serde_json::error::Category::Data => CodecError::NotAMessage(error),
        serde_json::error::Category::Io
        | serde_json::error::Category::Syntax
        | serde_json::error::Category::Eof => CodecError::NotJson(error),
    })
}

/// The message, if it was written in its one form, as the number of its objects and lists tells.
fn checked<T: Serialize>(message: T, fits: impl Fn(Brackets) -> bool) -> Result<T, CodecError> {
    if fits(Brackets::of_message(&message)) {
        Ok(message)
    } else {
        Err(CodecError::NotAMessage(serde_json::Error::custom(
            "a list or an object stands where neither may",
        )))
    }
}

/// The number of objects and of lists in a JSON text.
///
/// Serde would accept a list of a struct's fields in place of the struct, and `{"leave":null}` in place of `"leave"`. A
/// message has one form only: it must have as many objects and lists as the codec writes for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Brackets {
    objects: usize,
    lists: usize,
}

impl Brackets {
    /// Counts those of a JSON text; brackets inside of strings do not count.
    fn of_text(json: &str) -> Self {
        let mut brackets = Self::default();
        let (mut in_text, mut escaped) = (false, false);
        for byte in json.bytes() {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => in_text = !in_text,
                b'{' if !in_text => brackets.objects += 1,
                b'[' if !in_text => brackets.lists += 1,
                _ => {}
            }
        }
        brackets
    }

    /// Counts those that the codec writes for a message. The text itself is not built, because nobody would read it.
    #[expect(
        clippy::expect_used,
        reason = "messages are trees of numbers, texts and lists: writing them cannot fail"
    )]
    fn of_message(message: &impl Serialize) -> Self {
        let mut brackets = Self::default();
        let mut counter = serde_json::Serializer::with_formatter(io::sink(), &mut brackets);
        message
            .serialize(&mut counter)
            .expect("messages can be written");
        brackets
    }
}

/// A formatter that counts what is written and writes nothing.
impl Formatter for &mut Brackets {
    fn begin_array<W: ?Sized + io::Write>(&mut self, _writer: &mut W) -> io::Result<()> {
        self.lists += 1;
        Ok(())
    }

    fn begin_object<W: ?Sized + io::Write>(&mut self, _writer: &mut W) -> io::Result<()> {
        self.objects += 1;
        Ok(())
    }
}

#[expect(
    clippy::expect_used,
    reason = "messages are trees of numbers, texts and lists: writing them cannot fail"
)]
fn encode<T: Serialize>(message: &T) -> String {
    let mut text = Vec::with_capacity(TEXT_ROOM);
    serde_json::to_writer(&mut text, message).expect("messages can be written");
    String::from_utf8(text).expect("JSON is written in UTF-8")
}
