//! The program that a player runs: the command line, the connection to a server, and the terminal.
//!
//! Model, update, view: `update` changes the model by messages and returns effects, `view` draws
//! the model, `tui::app` runs both. Law of this crate: the client knows no rules; legal actions and
//! their odds come from the server. Only the offline tools (`arena`, `analyse`, `perft`, `verify`,
//! `replay`) and the bots that play over the network compute with positions, through the engine.

pub mod cli;
mod document;
mod failure;
pub mod fair;
pub mod files;
pub mod games;
pub mod graphics;
pub mod lang;
mod load;
mod measure;
pub mod net;
pub mod notify;
mod plain;
pub mod start;
#[cfg(test)]
mod testing;
pub mod tui;

pub use failure::Failure;
