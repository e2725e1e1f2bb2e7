//! Several servers as one: which node owns which lobbies.
//!
//! Lobbies are put into shards by their codes; a node owns a shard while it holds the shard's lease in a key-value
//! store. Everything here is a function of its arguments: the time and the store's answers come from outside. The
//! module is compiled for tests until the adapter to a real store calls it, which makes it a part of the server.
//!
//! Law kept here: a lease only says who may try. Whoever writes to a journal that nodes share must also name the
//! revision that the write follows, because a node that is stopped between its look at the lease and its write learns
//! of the loss only afterwards.

#[cfg(test)]
pub(crate) mod lease;
pub(crate) mod link;
pub(crate) mod routing;
#[cfg(test)]
pub(crate) mod store;
#[cfg(test)]
mod tests;
