//! Operation of the server: options, configuration, and the admin server.

pub(crate) mod admin;
pub mod config;
pub mod options;
