//! Lobbies: their directory, the task that each of them has, and its parts (time, bots, dice, a feed).

pub(crate) mod bot_pool;
pub(crate) mod dice;
pub(crate) mod directory;
pub(crate) mod feed;
pub(crate) mod outbox;
pub(crate) mod task;
pub(crate) mod timer;
