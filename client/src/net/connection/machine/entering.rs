//! The request to enter a lobby while it waits for its answer. A repeated request has the same key,
//! so that a server which has carried it out recognizes it. Called by the machine; the task draws
//! the keys.

use dicehall_protocol::{ClientCommand, RequestKey, SessionCommand};

/// The last request to enter a lobby, until it is granted.
#[derive(Debug, Default)]
pub(super) struct Entering(Option<ClientCommand>);

impl Entering {
    /// The command with its earlier key, if it repeats the request that was not answered.
    pub(super) fn known_again(&mut self, mut command: ClientCommand) -> ClientCommand {
        if key_of(&mut command).is_none() {
            return command;
        }
        let same = self.0.take().filter(|it| is_same(it, &command));
        if let Some(mut same) = same
            && let (Some(key), Some(known)) = (key_of(&mut command), key_of(&mut same))
        {
            *key = *known;
        }
        self.0 = Some(command.clone());
        command
    }

    /// Notes that the request was granted.
    pub(super) fn granted(&mut self) {
        self.0 = None;
    }
}

/// The key of a request to enter; `None` for any other command.
pub(crate) fn key_of(command: &mut ClientCommand) -> Option<&mut Option<RequestKey>> {
    if let ClientCommand::Session(
        SessionCommand::CreateLobby { key, .. } | SessionCommand::JoinLobby { key, .. },
    ) = command
    {
        Some(key)
    } else {
        None
    }
}

/// Whether two requests are the same, apart from their passwords, which may have been mistyped.
fn is_same(one: &ClientCommand, other: &ClientCommand) -> bool {
    bare(one.clone()) == bare(other.clone())
}

fn bare(mut command: ClientCommand) -> ClientCommand {
    if let ClientCommand::Session(
        SessionCommand::CreateLobby { key, password, .. }
        | SessionCommand::JoinLobby { key, password, .. },
    ) = &mut command
    {
        (*key, *password) = (None, None);
    }
    command
}
