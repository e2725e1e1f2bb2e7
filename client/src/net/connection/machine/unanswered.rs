//! The commands that wait for their answers, and their numbers: those of the screens, unless they
//! are in use.

use std::collections::BTreeMap;
use std::time::Duration;

use dicehall_protocol::{ClientCommand, ClientMessage, ServerMessage};

/// The most commands that wait for an answer; others stay in the outbox.
pub(super) const UNANSWERED_MAX: usize = 32;

/// The commands that wait for an answer.
#[derive(Debug, Default)]
pub(super) struct Unanswered {
    /// The commands, by the numbers under which the server knows them.
    pub(super) waiting: BTreeMap<u64, Waiting>,
    /// The lowest number that was never used, in this run of the program or an earlier one.
    next_id: u64,
}

/// A command that waits for its answer.
#[derive(Clone, Debug)]
pub(super) struct Waiting {
    /// The screens' number for the command; `None` for a command of the link itself.
    pub(super) id: Option<u64>,
    pub(super) command: ClientCommand,
    /// When it was sent last.
    sent: Duration,
}

impl Unanswered {
    /// Whether the limit of waiting commands is reached.
    pub(super) fn is_full(&self) -> bool {
        self.waiting.len() >= UNANSWERED_MAX
    }

    /// Registers a command to be sent, under the screens' number or the next higher one that is
    /// free; returns the message.
    pub(super) fn register(
        &mut self,
        now: Duration,
        id: Option<u64>,
        command: ClientCommand,
    ) -> ClientMessage {
        let number = id.unwrap_or(self.next_id).max(self.next_id);
        self.use_up_to(number);
        let waiting = Waiting {
            id,
            command: command.clone(),
            sent: now,
        };
        self.waiting.insert(number, waiting);
        say(number, command)
    }

    /// Notes that numbers up to this one were used. A server may name the highest possible number.
    pub(super) fn use_up_to(&mut self, number: u64) {
        self.next_id = self.next_id.max(number.saturating_add(1));
    }

    /// The command that a message answers; the message then gets the screens' number.
    pub(super) fn answered(&mut self, message: &mut ServerMessage) -> Option<Waiting> {
        let (ServerMessage::Accepted { id, .. } | ServerMessage::Rejected { id, .. }) = message
        else {
            return None;
        };
        let waiting = self.waiting.remove(id)?;
        *id = waiting.id.unwrap_or(*id);
        Some(waiting)
    }

    /// The messages to send again on the next connection. The link's own commands are left out: the
    /// link sends them anew if they are still needed.
    pub(super) fn said_again(&mut self, now: Duration) -> Vec<ClientMessage> {
        self.waiting.retain(|_, it| it.id.is_some());
        self.waiting.values_mut().for_each(|it| it.sent = now);
        let waiting = self.waiting.iter();
        waiting
            .map(|(id, it)| say(*id, it.command.clone()))
            .collect()
    }

    /// When the oldest command without an answer was sent; `None` if all are answered.
    pub(super) fn oldest(&self) -> Option<Duration> {
        self.waiting.values().map(|it| it.sent).min()
    }

    /// Drops all commands, since none will be answered.
    pub(super) fn forget(&mut self) {
        self.waiting.clear();
    }
}

fn say(id: u64, command: ClientCommand) -> ClientMessage {
    ClientMessage::Command {
        id,
        command,
        commits: None,
    }
}
