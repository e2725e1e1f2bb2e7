//! Dice of Doom: its example and its words. Its board is that of all games on territories.

pub(super) mod example;
pub mod words;
