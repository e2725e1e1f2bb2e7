//! The hello: the version, the name, and whether the person resumes.

use std::borrow::Cow;

use dicehall_protocol::reserved::is_reserved;
use dicehall_protocol::text::clean_name;
use dicehall_protocol::{ClientMessage, Resume, ServerMessage, VERSION, decode_client};
use serde::Deserialize;

use super::{Session, SessionEnd};
use crate::lobby::task::encode;
use crate::refusal::Refusal;
use crate::session::transport::Transport;

impl<T: Transport> Session<T> {
    /// Reads a frame before the person is known. After a hello with a bad name another hello may follow.
    pub(super) async fn greet(&mut self, frame: &str) -> Result<(), SessionEnd> {
        match decode_client(frame) {
            Ok(ClientMessage::Hello { version, .. }) if version != VERSION => {
                Err(SessionEnd::Closing(Refusal::wrong_version(version)))
            }
            Ok(ClientMessage::Hello { name, resume, .. }) => match clean_name(&name) {
                Some(name) if is_reserved(&name) => self.refuse_frame(Refusal::RESERVED_NAME).await,
                Some(name) => {
                    self.check_door(&name).map_err(SessionEnd::Closing)?;
                    if let Some(resume) = &resume {
                        self.check_return(resume.lobby, frame).await?;
                    }
                    self.welcome(name, resume).await
                }
                None => self.refuse_frame(Refusal::BAD_NAME).await,
            },
            Ok(ClientMessage::Command { id, .. }) => {
                self.reject_malformed(id, Refusal::HELLO_FIRST).await
            }
            Err(error) => {
                let refusal = Refusal::not_a_message(error.code(), error.to_string());
                match (hello_version(frame), command_id(frame)) {
                    (Some(version), _) if version != VERSION => {
                        Err(SessionEnd::Closing(Refusal::wrong_version(version)))
                    }
                    (_, Some(id)) => self.reject_malformed(id, Refusal::HELLO_FIRST).await,
                    (_, None) => self.refuse_frame(refusal).await,
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
        let accounts = self.context.accounts.as_ref();
        let challenge = accounts.and_then(|it| it.challenge(&self.context.entropy));
        self.challenge = challenge.map(Box::new);
        self.pass.greeted();
        self.feed(encode(&ServerMessage::Welcome {
            version: VERSION,
            server,
            resumed,
            renewed,
            notice: self.context.door.notice(),
            challenge,
        }))
        .await?;
        self.open_inbox();
        match self.take_waiting() {
            Some(outbound) => self.deliver(Some(outbound)).await,
            None => Ok(()),
        }
    }
}

/// The id of a frame that looks like a command, even if the rest cannot be read.
pub(super) fn command_id(frame: &str) -> Option<u64> {
    let head: MessageHead<'_> = serde_json::from_str(frame).ok()?;
    head.id.filter(|_| head.kind == "command")
}

/// The version in a frame that looks like a hello, even if the rest cannot be read.
fn hello_version(frame: &str) -> Option<u32> {
    let head: MessageHead<'_> = serde_json::from_str(frame).ok()?;
    head.version.filter(|_| head.kind == "hello")
}

/// The part of a message that is needed to answer it.
#[derive(Deserialize)]
struct MessageHead<'a> {
    #[serde(rename = "type", borrow)]
    kind: Cow<'a, str>,
    #[serde(default)]
    id: Option<u64>,
    #[serde(default)]
    version: Option<u32>,
}
