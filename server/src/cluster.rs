//! Several servers as one: which node owns which lobbies.
//!
//! Lobbies are put into shards by their codes; a node owns a shard while it holds the shard's lease in a key-value
//! store. The lease, the plan and the routes are functions of their arguments; `owner` is the task that asks the store and
//! looks at the clock. The adapter to NATS is `journal::jetstream::bucket`.
//!
//! Law kept here: a lease only says who may try. Whoever writes to a journal that nodes share must also name the
//! revision that the write follows, because a node that is stopped between its look at the lease and its write learns
//! of the loss only afterwards.

pub(crate) mod clock;
pub(crate) mod identity;
pub(crate) mod lease;
pub(crate) mod link;
pub(crate) mod multiplex;
pub(crate) mod others;
pub(crate) mod owner;
pub(crate) mod ownership;
pub(crate) mod routing;
pub(crate) mod shared;
pub(crate) mod store;
#[cfg(test)]
mod tests;
