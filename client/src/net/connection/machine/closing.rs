//! The words of a server for the connection itself: when it greets, and when it closes, where the reason decides whether
//! to try again. Called by the machine alone.

use dicehall_protocol::{Code, Notice, ServerMessage, VERSION};

/// The code with which servers of earlier releases close the connection of a person who was
/// removed. Servers of this release keep it open.
const KICKED: &str = "kicked";

/// The reason why a server closes a connection.
#[derive(Clone, Debug)]
pub(super) struct Closing {
    /// The code, for programs.
    pub(super) code: Code,
    /// A sentence, for people.
    pub(super) message: String,
}

impl Closing {
    /// Whether trying again is useless.
    pub(super) fn is_final(&self) -> bool {
        matches!(
            self.code,
            Code::WrongVersion | Code::Replaced | Code::ServerBanned | Code::KeyRevoked
        ) || self.is_kicked()
    }

    /// Whether the person was removed.
    pub(super) fn is_kicked(&self) -> bool {
        self.code.as_str() == KICKED
    }
}

/// The greeting to pass on to the screens, if the server has a notice that is not the one of its last greeting.
pub(super) fn new_words(
    known: &mut Option<Notice>,
    notice: Option<Notice>,
) -> Option<ServerMessage> {
    if notice.is_none() || *known == notice {
        return None;
    }
    known.clone_from(&notice);
    Some(ServerMessage::Welcome {
        version: VERSION,
        server: String::new(),
        resumed: false,
        renewed: None,
        notice,
        challenge: None,
    })
}
