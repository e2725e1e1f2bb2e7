//! Admission: limits on connections and rates; passwords, tokens, accounts, and the codes of lobbies; the door that operators set.

pub(crate) mod accounts;
pub(crate) mod allowance;
pub(crate) mod codes;
pub(crate) mod door;
pub(crate) mod gate;
pub(crate) mod passwords;
pub(crate) mod server_key;
pub(crate) mod share;
pub(crate) mod timeouts;
pub(crate) mod token;
