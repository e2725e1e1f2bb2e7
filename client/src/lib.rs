//! The terminal client of Dicehall.
//!
//! Model, update, view: `update` says what a message changes and what is to be done about it, `view` draws the model,
//! `app` runs both. The client knows no rules: what may be chosen, and with which odds, comes from the server.

pub mod app;
pub mod link;
pub mod theme;
