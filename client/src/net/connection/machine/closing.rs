//! The server's reason for closing the connection, which decides whether to try again. Called by
//! the machine alone.

use dicehall_protocol::Code;

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
            Code::WrongVersion | Code::Replaced | Code::ServerBanned
        ) || self.is_kicked()
    }

    /// Whether the person was removed.
    pub(super) fn is_kicked(&self) -> bool {
        self.code.as_str() == KICKED
    }
}
