//! The link's part in signing in: the proof is sent before any command of the screens, and only trouble is told.
//!
//! Called by the machine when a server greets, and when it answers.

use std::time::Duration;

use dicehall_protocol::{AccountCommand, ClientCommand, Code, ServerMessage};

use super::{Act, Machine};
use crate::net::trust::signer::Answer;

impl Machine {
    /// Takes the answer to the challenge in the welcome that comes next.
    pub(crate) fn prepare_answer(&mut self, answer: Answer) {
        self.answer = Some(answer);
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

/// The words for the person, if a server has refused the proof.
pub(super) fn refusal(command: &ClientCommand, answer: ServerMessage) -> Option<Act> {
    let is_proof = matches!(
        command,
        ClientCommand::Account(AccountCommand::SignIn { .. })
    );
    if let ServerMessage::Rejected { code, message, .. } = answer
        && is_proof
    {
        return Some(Act::message(ServerMessage::Error { code, message }));
    }
    None
}
