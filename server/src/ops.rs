//! What operators see and set: configuration, metrics, and the admin server.

pub(crate) mod admin;
pub mod config;
pub(crate) mod metrics;
