//! The requests about the person's account that typed commands make.

/// A request about the account, while the server is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccountRequest {
    /// To see it.
    Show,
    /// To keep the name, and to begin it if there is none.
    Keep,
    /// A code.
    Code,
    /// To take away the key that begins with these digits.
    Find(String),
    /// The key to be taken away.
    Revoke,
    /// To be forgotten.
    Forget,
}
