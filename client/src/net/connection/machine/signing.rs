//! The link's part in signing in: the proof is sent before any command of the screens, and only trouble is told.
//!
//! Called by the machine when a server greets, and when it answers.

use std::time::Duration;

use dicehall_protocol::{AccountCommand, ClientCommand, Code, Reply, ServerMessage};

use super::{Act, Machine, Phase};
use crate::net::link::LinkEvent;
use crate::net::trust::signer::Answer;

impl Machine {
    /// Takes the answer to the challenge in the welcome that comes next.
    pub(crate) fn prepare_answer(&mut self, answer: Answer) {
        self.answer = Some(answer);
    }

    /// Connects once more to sign in as the person has asked, if there is a key.
    pub(super) fn sign_in_again(&mut self, now: Duration, has_key: bool) -> Vec<Act> {
        if !has_key {
            return vec![Act::Tell(LinkEvent::NoKey)];
        }
        let Phase::Up(life) = self.phase else {
            return self.retry_now(now);
        };
        self.attempts.end(life.since, now);
        let dialed = self.dial(now);
        std::iter::once(Act::HangUp).chain(dialed).collect()
    }

    /// Sends the proof, or tells why there is none.
    pub(super) fn signed_in(&mut self, now: Duration) -> Option<Act> {
        Some(match self.answer.take()? {
            Answer::Proof(proof) => Act::Send(self.unanswered.register(now, None, proof.into())),
            Answer::Refused(message) => Act::message(ServerMessage::Error {
                code: Code::NotSignedIn,
                message,
            }),
        })
    }
}

/// Whatever the person is told of the answer to a command of the link itself: why a proof was refused, and that it was taken if
/// the person has asked for something. A guest for whom a door speaks unasked, and whom nobody knows, is told nothing.
pub(super) fn told(command: &ClientCommand, answer: ServerMessage) -> Option<Act> {
    let ClientCommand::Account(command) = command else {
        return None;
    };
    let is_asked = match command {
        AccountCommand::SignIn { .. } => None,
        AccountCommand::SignInByDoor { begins, code, .. } => Some(*begins || code.is_some()),
        AccountCommand::SignInBySecret { .. }
        | AccountCommand::MyAccount
        | AccountCommand::KeepName
        | AccountCommand::RevokeKey { .. }
        | AccountCommand::NewLinkCode
        | AccountCommand::NewRescueCodes
        | AccountCommand::ForgetAccount => return None,
    };
    if let ServerMessage::Rejected { code, message, .. } = answer {
        let is_told = is_asked != Some(false) || code == Code::KeyRevoked;
        return is_told.then(|| Act::message(ServerMessage::Error { code, message }));
    }
    if let ServerMessage::Accepted {
        reply: Some(Reply::Account(account)),
        ..
    } = answer
        && is_asked == Some(true)
    {
        return Some(Act::Tell(LinkEvent::SignedIn(Box::new(account))));
    }
    None
}
