//! Trunks: over one stream from the owner of lobbies to a door goes all that the owner tells the door's clients, so that
//! what many of them hear is written once.
//!
//! Each client still has a connection of its own from the door to the owner, for what it sends. The door opens the trunk
//! when it passes the first connection on, and names a place on it with each. An owner that does not know the trunk, or
//! knows no trunks at all, answers on the connection. Law kept here: a client hears everything over the trunk, or
//! everything over its connection, so nothing changes its order.

pub(crate) mod door;
pub(crate) mod owner;

#[cfg(test)]
mod tests;
