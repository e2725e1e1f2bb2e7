//! Knowledge of games on territories: the worth of a position, promising attacks, and a player by rules of thumb.

pub mod estimate;
pub mod evaluate;
pub mod forecast;
pub mod guide;
pub mod judge;
pub mod learned;
mod replies;
pub mod strategist;
pub mod transfers;
pub mod truncated_rollouts;
pub mod turn_search;
mod until_stuck;
pub mod value;
pub mod waste;
