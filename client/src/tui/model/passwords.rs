//! The passwords of one run: the one shown to enter a lobby, and the one asked of those who enter a lobby made here.

use dicehall_protocol::Password;

/// The passwords of one run of the program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Passwords {
    /// What is shown at the doors of lobbies.
    pub shown: Option<Password>,
    /// What is asked of whoever comes into a lobby that is hosted here.
    pub asked: Option<Password>,
}
