//! The request to come into a lobby that waits for its answer: the same request again keeps its key, so that a server which
//! has carried it out knows it. Called by the machine; the task draws the keys.

use dicehall_protocol::{ClientCommand, RequestKey};

use super::Machine;

impl Machine {
    /// The command with the key that it had before, if it asks for what was asked for and not answered.
    pub(super) fn known_again(&mut self, mut command: ClientCommand) -> ClientCommand {
        if key_of(&mut command).is_none() {
            return command;
        }
        if let Some(before) = self.entering.clone().filter(|it| is_same(it, &command)) {
            command = with_key(command, before);
        }
        self.entering = Some(command.clone());
        command
    }
}

/// Where a request to come in carries its key; `None` for any other command.
pub(crate) fn key_of(command: &mut ClientCommand) -> Option<&mut Option<RequestKey>> {
    if let ClientCommand::CreateLobby { key, .. } | ClientCommand::JoinLobby { key, .. } = command {
        Some(key)
    } else {
        None
    }
}

/// Whether both want the same; a password may have been mistyped.
fn is_same(one: &ClientCommand, other: &ClientCommand) -> bool {
    bare(one.clone()) == bare(other.clone())
}

fn bare(mut command: ClientCommand) -> ClientCommand {
    if let ClientCommand::CreateLobby { key, password, .. }
    | ClientCommand::JoinLobby { key, password, .. } = &mut command
    {
        (*key, *password) = (None, None);
    }
    command
}

fn with_key(mut command: ClientCommand, mut before: ClientCommand) -> ClientCommand {
    if let (Some(key), Some(known)) = (key_of(&mut command), key_of(&mut before)) {
        *key = *known;
    }
    command
}
