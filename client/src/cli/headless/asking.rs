//! A command line that asks a server something and ends with the answer.
//!
//! Called by `dicehall account` and `dicehall ratings`. Law kept here: whoever cannot be asked is told why, once.

use dicehall_engine::lobby::Request;
use dicehall_protocol::{Choice, ServerMessage};

use super::script::{Script, ScriptStep};
use crate::net::link::LinkEvent;

/// A question to a server.
pub(crate) trait Ask: Send {
    /// The steps as soon as there is a connection.
    fn begin(&mut self) -> Vec<ScriptStep>;

    /// The steps after a message of the server.
    fn answered(&mut self, message: ServerMessage) -> Vec<ScriptStep>;
}

/// The asking of a question; it sits nowhere.
pub(crate) struct Asking<Q>(pub(crate) Q);

impl<Q: Ask> Script for Asking<Q> {
    fn heard(&mut self, event: LinkEvent) -> Vec<ScriptStep> {
        if let LinkEvent::Connected { .. } = event {
            return self.0.begin();
        }
        if let LinkEvent::Message(message) = event {
            return self.0.answered(*message);
        }
        if let LinkEvent::Closed { message, .. } = event {
            return vec![ScriptStep::Fail(message)];
        }
        if let LinkEvent::Stranger { address, .. } = event {
            let why = format!("{address} is new here; --trust-first trusts it");
            return vec![ScriptStep::Fail(why)];
        }
        Vec::new()
    }

    fn farewell(&mut self) -> Option<Request> {
        None
    }

    async fn choose(&mut self, _choices: &[Choice]) -> Result<Option<Choice>, String> {
        Ok(None)
    }
}
