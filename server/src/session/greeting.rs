//! The hello: the version, the name, and whether the person resumes.

use std::borrow::Cow;

use dicehall_protocol::reserved::is_reserved;
use dicehall_protocol::text::clean_name;
use dicehall_protocol::{
    ClientMessage, Code, OLDEST_VERSION, Resume, ServerMessage, VERSION, decode_client,
};
use serde::Deserialize;

use super::{Session, SessionEnd};
use crate::lobby::task::encode;
use crate::refusal::Refusal;
use crate::session::transport::Transport;

impl<T: Transport> Session<T> {
    /// Reads a frame before the person is known. After a hello with a bad name another hello may follow.
    pub(super) async fn greet(&mut self, frame: &str) -> Result<(), SessionEnd> {
        match decode_client(frame) {
            Ok(ClientMessage::Hello { version, .. }) if !is_spoken(version) => {
                Err(SessionEnd::Closing(Refusal::wrong_version(version)))
            }
            Ok(ClientMessage::Hello {
                version: OLDEST_VERSION,
                resume: Some(Resume {
                    attempt: Some(_), ..
                }),
                ..
            }) => {
                let why = "not a message: `attempt` comes from version 3 on".to_owned();
                self.complain(Refusal::not_a_message(Code::NotAMessage, why))
                    .await
            }
            Ok(ClientMessage::Hello {
                version,
                name,
                resume,
            }) => match clean_name(&name) {
                Some(name) if is_reserved(&name) => self.complain(Refusal::RESERVED_NAME).await,
                Some(name) => {
                    self.version = version;
                    if let Some(resume) = &resume {
                        self.check_return(resume.lobby, frame).await?;
                    }
                    self.welcome(name, resume).await
                }
                None => self.complain(Refusal::BAD_NAME).await,
            },
            Ok(ClientMessage::Command { id, .. }) => {
                self.reject_malformed(id, Refusal::HELLO_FIRST).await
            }
            Err(error) => {
                let refusal = Refusal::not_a_message(error.code(), error.to_string());
                match (hello_version(frame), command_id(frame)) {
                    (Some(version), _) if !is_spoken(version) => {
                        Err(SessionEnd::Closing(Refusal::wrong_version(version)))
                    }
                    (_, Some(id)) => self.reject_malformed(id, Refusal::HELLO_FIRST).await,
                    (_, None) => self.complain(refusal).await,
                }
            }
        }
    }

    /// Sends the welcome; a person who resumes gets the missed updates right after it.
    async fn welcome(&mut self, name: String, resume: Option<Resume>) -> Result<(), SessionEnd> {
        let renewed = match resume {
            Some(resume) => self.resume(&resume).await?,
            None => None,
        };
        let (server, resumed) = (self.context.server.clone(), renewed.is_some());
        self.name = Some(name);
        self.pass.greeted();
        self.feed(encode(&ServerMessage::Welcome {
            version: self.version,
            server,
            resumed,
            renewed,
        }))
        .await?;
        self.open_inbox();
        match self.take_waiting() {
            Some(outbound) => self.deliver(Some(outbound)).await,
            None => Ok(()),
        }
    }
}

/// Whether the server speaks this version of the protocol.
fn is_spoken(version: u32) -> bool {
    (OLDEST_VERSION..=VERSION).contains(&version)
}

/// The id of a frame that looks like a command, even if the rest cannot be read.
pub(super) fn command_id(frame: &str) -> Option<u64> {
    let glimpse: Glimpse<'_> = serde_json::from_str(frame).ok()?;
    glimpse.id.filter(|_| glimpse.kind == "command")
}

/// The version in a frame that looks like a hello, even if the rest cannot be read.
fn hello_version(frame: &str) -> Option<u32> {
    let glimpse: Glimpse<'_> = serde_json::from_str(frame).ok()?;
    glimpse.version.filter(|_| glimpse.kind == "hello")
}

/// The part of a message that is needed to answer it.
#[derive(Deserialize)]
struct Glimpse<'a> {
    #[serde(rename = "type", borrow)]
    kind: Cow<'a, str>,
    #[serde(default)]
    id: Option<u64>,
    #[serde(default)]
    version: Option<u32>,
}
