//! What bots know of games on territories: how good a position is, which attacks look good, and a player by rules of thumb.

pub mod estimate;
pub mod evaluate;
pub mod forecast;
pub mod guide;
pub mod strategist;
