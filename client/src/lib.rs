//! What a player runs: the command line, the connection to a server, and the terminal.
//!
//! Model, update, view: `update` says what a message changes and what is to be done about it, `view` draws the model,
//! `app` runs both. Law of this crate: the client knows no rules; what may be chosen, and with which odds, comes from
//! the server. Only the offline tools (`arena`, `analyse`, `perft`, `verify`, `replay`) and the bots that play over the
//! network reckon with positions, through the engine.

mod address;
mod agreement;
pub mod app;
pub mod audit;
mod bot_runner;
pub mod cli;
mod config;
mod connection;
mod dial;
mod failure;
pub mod fingerprint;
mod headless;
mod histogram;
mod host;
pub mod keymap;
mod known_servers;
mod lan;
pub mod link;
mod logging;
mod map_file;
pub mod message;
pub mod model;
mod network;
mod number;
mod paths;
pub mod reading;
mod script;
mod seat_file;
pub mod sharer;
mod signals;
pub mod terminal;
#[cfg(test)]
mod testing;
pub mod theme;
mod trust;
pub mod update;
pub mod view;

pub use failure::Failure;
