//! The connections to servers: the link that keeps a connection alive, the trust in certificates,
//! and the embedded server.

pub mod address;
pub(crate) mod addresses;
pub(crate) mod connection;
pub mod dial;
pub mod fingerprint;
pub(crate) mod host;
pub(crate) mod interfaces;
pub(crate) mod lan;
pub mod link;
pub mod link_code;
pub mod loss;
pub(crate) mod network;
pub(crate) mod seat_file;
pub(crate) mod tour;
pub mod trust;
