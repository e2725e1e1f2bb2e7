//! Operation of the server: options, configuration, the log, the operators' port, the orders that come by it, results and
//! ratings, moves into a cluster and back, and the manual.

pub(crate) mod admin;
pub mod command_line;
pub mod config;
pub mod control;
pub mod door_fingerprint;
pub(crate) mod draining;
pub mod log;
mod manual;
pub(crate) mod moving;
mod operating;
pub mod options;
mod order_log;
mod orders;
pub mod ratings;
pub mod results;
