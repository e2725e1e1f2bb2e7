//! Multiplexes: over one stream from the owner of lobbies to a relay goes all that the owner tells the relay's clients, so that
//! what many of them hear is written once.
//!
//! Each client still has a connection of its own from the relay to the owner, for what it sends. The relay opens the multiplex
//! when it passes the first connection on, and names a place on it with each. An owner that does not know the multiplex, or
//! knows no multiplexes at all, answers on the connection. Law kept here: a client hears everything over the multiplex, or
//! everything over its connection, so nothing changes its order.

pub(crate) mod owner;
pub(crate) mod relay;

#[cfg(test)]
mod tests;
