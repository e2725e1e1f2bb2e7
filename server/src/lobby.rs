//! Lobbies: their directory, the task of each lobby, and the parts of a task (timers, bots, dice, outboxes).

pub(crate) mod bot_pool;
pub(crate) mod dice;
pub(crate) mod directory;
pub(crate) mod listing;
pub(crate) mod outbox;
mod rated;
pub(crate) mod task;
pub(crate) mod timer;
