//! Knowledge of animal shogi: the odds of winning, promising actions, and a policy of playouts.

pub mod by_table;
pub mod evaluate;
pub mod guide;
pub mod playout;
