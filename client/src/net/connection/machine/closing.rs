//! What a server's closing code says about trying again. Called by the machine alone.

use dicehall_protocol::Code;

/// The code of a server that sends people away by closing their connection.
const KICKED: &str = "kicked";

/// Whether trying again after this closing code is no use.
pub(super) fn is_final(code: &Code) -> bool {
    matches!(code, Code::WrongVersion | Code::Replaced) || is_kicked(code)
}

/// Whether the person was sent away.
pub(super) fn is_kicked(code: &Code) -> bool {
    *code == KICKED
}
