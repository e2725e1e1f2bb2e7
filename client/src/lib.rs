//! The program that a player runs: the command line, the connection to a server, and the terminal.
//!
//! Model, update, view: `update` changes the model by messages and returns effects, `view` draws
//! the model, `tui::app` runs both. Law of this crate: the client knows no rules; legal actions and
//! their odds come from the server. Of the engine it has the words (games, views, actions, odds), the
//! advice and the audit of dice; only the replay of a file (`cli::frames`) computes positions. Whatever
//! plays by itself is the laboratory's, a crate above this one.

pub mod cli;
pub mod document;
#[cfg(feature = "ssh")]
mod door;
mod failure;
pub mod fair;
pub mod files;
pub mod games;
pub mod graphics;
pub mod lang;
pub mod net;
pub mod notify;
mod plain;
pub mod start;
#[cfg(test)]
mod testing;
pub mod tui;

pub use failure::Failure;
