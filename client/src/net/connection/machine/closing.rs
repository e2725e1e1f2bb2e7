//! The server's reason for closing the connection, and whether to try again. Called by the machine alone.

use dicehall_protocol::Code;

/// The code of servers that close the connection of a person whom they send away. Servers of this release do not.
const KICKED: &str = "kicked";

/// Why a server closes a connection.
#[derive(Clone, Debug)]
pub(super) struct Closing {
    /// For programs.
    pub(super) code: Code,
    /// A sentence, for people.
    pub(super) message: String,
}

impl Closing {
    /// Whether trying again is no use.
    pub(super) fn is_final(&self) -> bool {
        matches!(self.code, Code::WrongVersion | Code::Replaced) || self.is_kicked()
    }

    /// Whether the person was sent away.
    pub(super) fn is_kicked(&self) -> bool {
        self.code == KICKED
    }
}
