//! What bots know of animal shogi: the odds of winning, which actions look good, and how it is played out.

pub mod evaluate;
pub mod guide;
pub mod playout;
