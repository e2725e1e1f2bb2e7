//! Operation of the server: options, configuration, and the operators' port.

pub(crate) mod admin;
pub mod command_line;
pub mod config;
pub mod options;
