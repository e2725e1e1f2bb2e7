//! What operators see and set: options, configuration, and the admin server.

pub(crate) mod admin;
pub mod config;
pub mod options;
