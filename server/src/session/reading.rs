//! The command in a frame of a client that was greeted, and whether it may be carried out now.
//!
//! Called by the session for every text frame after the hello. Nothing here waits. Laws kept here: bytes become a message
//! by the codec alone; a rate that is exceeded and a text without anything visible are refused before anybody is asked.

use dicehall_engine::lobby::{EarlyCommitment, Request};
use dicehall_protocol::{
    AccountCommand, ClientCommand, ClientMessage, Code, SessionCommand, decode_client,
};

use super::transport::Transport;
use super::{Session, greeting};
use crate::refusal::Refusal;
use crate::refusal::translate;

/// A command that may be carried out. In boxes, because it is handed through futures, each of which has room for it.
#[derive(Debug)]
pub(super) enum Allowed {
    /// The session handles it itself.
    Own(Box<SessionCommand>),
    /// The session handles it itself, for the person's account.
    Account(Box<AccountCommand>),
    /// The lobby handles it; with the commitment that came with it.
    Ask(Box<Request>, Option<Box<EarlyCommitment>>),
}

/// Why a frame is not handled as a command.
#[derive(Debug)]
pub(super) enum Misread {
    /// It is none; even its id could not be read.
    Frame(Refusal),
    /// It is a command of which only the id could be read.
    Command(u64, Refusal),
}

impl<T: Transport> Session<T> {
    /// The command in a frame, with its id; refused if it may not be carried out now.
    pub(super) fn understand(
        &self,
        frame: &str,
    ) -> Result<(u64, Result<Allowed, Refusal>), Misread> {
        match decode_client(frame) {
            Ok(ClientMessage::Command {
                id,
                command,
                commits,
            }) => {
                check_commits(&command, commits.as_ref()).map_err(|it| Misread::Command(id, it))?;
                Ok((id, self.allow(command, commits)))
            }
            Ok(ClientMessage::Hello { .. }) => Err(Misread::Frame(Refusal::SECOND_HELLO)),
            Err(error) => {
                let refusal = Refusal::not_a_message(error.code(), error.to_string());
                Err(match greeting::command_id(frame) {
                    Some(id) => Misread::Command(id, refusal),
                    None => Misread::Frame(refusal),
                })
            }
        }
    }

    /// The command with its texts made safe, if no limit forbids it.
    fn allow(
        &self,
        command: ClientCommand,
        commits: Option<EarlyCommitment>,
    ) -> Result<Allowed, Refusal> {
        if let Some(limits) = &self.limits {
            limits.check_command()?;
        }
        let command = translate::cleaned(command)?;
        if let Some(limits) = &self.limits {
            limits.check(&command)?;
        }
        Ok(match command {
            ClientCommand::Session(command) => Allowed::Own(Box::new(command)),
            ClientCommand::Account(command) => Allowed::Account(Box::new(command)),
            ClientCommand::Lobby(request) => Allowed::Ask(Box::new(request), commits.map(Box::new)),
        })
    }
}

/// Checks that a commitment comes only with an agreement to start.
fn check_commits(
    command: &ClientCommand,
    commits: Option<&EarlyCommitment>,
) -> Result<(), Refusal> {
    let may = match command {
        ClientCommand::Lobby(request) => request.may_commit(),
        ClientCommand::Session(_) | ClientCommand::Account(_) => false,
    };
    if commits.is_none() || may {
        return Ok(());
    }
    let why = "not a message: `commits` comes with `ready`, `start` or `rematch`";
    Err(Refusal::not_a_message(Code::NotAMessage, why.to_owned()))
}
