//! The commands that wait for their answers, and their numbers: those of the screens where they are free.

use std::collections::BTreeMap;

use dicehall_protocol::{ClientCommand, ClientMessage, ServerMessage};

/// The most commands that wait for an answer; more stay in the outbox.
pub(super) const UNANSWERED_MAX: usize = 32;

/// The commands that wait for an answer.
#[derive(Debug, Default)]
pub(super) struct Unanswered {
    /// By the numbers under which the server knows the commands.
    pub(super) waiting: BTreeMap<u64, Waiting>,
    /// The lowest number that no command has had, in this run of the program or in an earlier one.
    next_id: u64,
}

/// A command that waits for its answer.
#[derive(Clone, Debug)]
pub(super) struct Waiting {
    /// The number that the screens gave it; `None` if the link itself has said it.
    pub(super) id: Option<u64>,
    pub(super) command: ClientCommand,
}

impl Unanswered {
    /// Whether no more commands can wait.
    pub(super) fn is_full(&self) -> bool {
        self.waiting.len() >= UNANSWERED_MAX
    }

    /// A command is to be said: under the number that the screens gave it, or the next higher one that is free.
    pub(super) fn enlist(&mut self, id: Option<u64>, command: ClientCommand) -> ClientMessage {
        let number = id.unwrap_or(self.next_id).max(self.next_id);
        self.use_up_to(number);
        let waiting = Waiting {
            id,
            command: command.clone(),
        };
        self.waiting.insert(number, waiting);
        say(number, command)
    }

    /// Numbers up to this one were used. A server may name the highest that there is.
    pub(super) fn use_up_to(&mut self, number: u64) {
        self.next_id = self.next_id.max(number.saturating_add(1));
    }

    /// Which command a message answers; the message then carries the number that the screens gave it.
    pub(super) fn answered(&mut self, message: &mut ServerMessage) -> Option<Waiting> {
        let (ServerMessage::Accepted { id, .. } | ServerMessage::Rejected { id, .. }) = message
        else {
            return None;
        };
        let waiting = self.waiting.remove(id)?;
        *id = waiting.id.unwrap_or(*id);
        Some(waiting)
    }

    /// The commands to be said again on the next connection. The link's own are left out: it says them anew where they are
    /// still waited for.
    pub(super) fn said_again(&mut self) -> Vec<ClientMessage> {
        self.waiting.retain(|_, it| it.id.is_some());
        let waiting = self.waiting.iter();
        waiting
            .map(|(id, it)| say(*id, it.command.clone()))
            .collect()
    }

    /// Nobody will answer any more.
    pub(super) fn forget(&mut self) {
        self.waiting.clear();
    }
}

fn say(id: u64, command: ClientCommand) -> ClientMessage {
    ClientMessage::Command { id, command }
}
