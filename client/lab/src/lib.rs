//! The laboratory: bots that play at somebody's table, tools that play, rate, count and solve by the
//! rules without a server, and trials that measure a server, attack it, or look for leaks.
//!
//! The program `dicehall` has these commands beside the client's. No crate but the program and the
//! tests depends on this one, so nothing that a player sees can know a rule through it.

mod analyse;
mod arena;
pub mod args;
mod bot_runner;
mod bots;
pub mod commands;
mod load;
mod measure;
mod perft;
pub mod reading;
pub mod scripted;
mod solve;
mod tablebase;
mod tools;
mod trials;
