//! The passwords of one run: the one shown to enter lobbies, and the one asked of people who enter
//! a lobby made here.

use dicehall_protocol::Password;

/// The passwords of one run of the program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Passwords {
    /// The password shown to enter a lobby.
    pub shown: Option<Password>,
    /// The password asked of people who enter a lobby hosted here.
    pub asked: Option<Password>,
}
