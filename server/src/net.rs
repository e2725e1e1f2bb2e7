//! The network: sockets, TLS, HTTP, websockets, and the announcement on the LAN.

pub(crate) mod door;
pub(crate) mod http;
pub(crate) mod internal;
pub mod lan;
pub(crate) mod listener;
pub(crate) mod other_lists;
pub(crate) mod shared_stream;
pub(crate) mod tls;
pub(crate) mod trunk;
pub(crate) mod web;
pub(crate) mod websocket;
