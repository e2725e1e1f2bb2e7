//! Lobbies: which there are, the task that each of them has, and what such a task needs (time, bots, dice, a feed).

pub(crate) mod bot_pool;
pub(crate) mod dice;
pub(crate) mod directory;
pub(crate) mod feed;
pub(crate) mod task;
pub(crate) mod timer;
