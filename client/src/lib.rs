//! The terminal client of Dicehall.
//!
//! Model, update, view: `update` says what a message changes and what is to be done about it, `view` draws the model,
//! `app` runs both. The client knows no rules: what may be chosen, and with which odds, comes from the server.

pub mod app;
pub mod keymap;
pub mod link;
mod look;
pub mod message;
pub mod model;
pub mod terminal;
#[cfg(test)]
mod testing;
pub mod theme;
pub mod update;
pub mod view;
