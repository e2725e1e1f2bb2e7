//! Operation of the server: options, configuration, the log, and the operators' port.

pub(crate) mod admin;
pub mod command_line;
pub mod config;
pub mod log;
pub mod options;
