//! What a player runs: the command line, the connection to a server, and the terminal.
//!
//! Law of this crate: the client knows no rules. Only the offline tools (`arena`, `analyse`, `perft`) and the bot that
//! plays over the network reckon with positions, through the engine.

pub mod cli;
mod failure;
mod histogram;
mod number;

pub use failure::Failure;
