//! The numbers of commands: those of the screens where they are free, and what waits for an answer under them.

use dicehall_protocol::{ClientCommand, ClientMessage, ServerMessage};

use super::{Act, Machine};

/// A command that waits for its answer.
#[derive(Clone, Debug)]
pub(super) struct Waiting {
    /// The number that the screens gave it; `None` if the link itself has said it.
    pub(super) id: Option<u64>,
    pub(super) command: ClientCommand,
}

impl Machine {
    /// Which command a message answers; the message then carries the number that the screens gave it.
    pub(super) fn answered(&mut self, message: &mut ServerMessage) -> Option<Waiting> {
        let (ServerMessage::Accepted { id, .. } | ServerMessage::Rejected { id, .. }) = message
        else {
            return None;
        };
        let waiting = self.unanswered.remove(id)?;
        *id = waiting.id.unwrap_or(*id);
        Some(waiting)
    }

    /// A command gets the number that the screens gave it, or the next higher one that is free.
    pub(super) fn enlist(&mut self, id: Option<u64>, command: ClientCommand) -> Act {
        let number = id.unwrap_or(0).max(self.next_id);
        self.next_id = number.saturating_add(1);
        self.unanswered.insert(
            number,
            Waiting {
                id,
                command: command.clone(),
            },
        );
        say(number, command)
    }
}

pub(super) fn say(id: u64, command: ClientCommand) -> Act {
    Act::Send(ClientMessage::Command { id, command })
}
