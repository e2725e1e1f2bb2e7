//! The network: sockets, TLS, HTTP, websockets, and the announcement on the LAN.

pub(crate) mod http;
pub(crate) mod internal;
pub mod lan;
pub(crate) mod listener;
pub(crate) mod multiplex;
pub(crate) mod other_lists;
pub mod proxies;
pub(crate) mod relay;
pub(crate) mod shared_stream;
pub(crate) mod tls;
pub(crate) mod web;
pub(crate) mod websocket;
