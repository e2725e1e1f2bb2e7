//! The timeouts of connections. Every wait of a connection has its end here.
//!
//! The defaults are the limits that `docs/server.md` lists; whoever runs many servers in one test shortens them.

use std::time::Duration;

/// The longest wait for the headers of a request.
const HEADERS_MS_MAX: u64 = 5_000;
/// The longest time that a connection may take to become a websocket, encryption included, or to be done.
const HANDSHAKE_MS_MAX: u64 = 10_000;
/// The longest wait for the hello.
const HELLO_MS_MAX: u64 = 10_000;
/// How often a sign of life is asked for.
const PING_MS: u64 = 15_000;
/// How many times in a row it may fail to come: after 45 seconds of silence a peer is gone.
pub(crate) const SILENCES_MAX: u8 = 3;
/// The longest wait for a peer to take what it is sent.
const WRITE_MS_MAX: u64 = 10_000;
/// The longest wait for a peer to close its side.
const CLOSE_MS_MAX: u64 = 1_000;
/// The longest time that a spectator's full outbox may stay as full as it is.
const SPECTATOR_MS_MAX: u64 = 20_000;

/// How long the server waits for a peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// For the headers of a request.
    pub headers: Duration,
    /// For everything until the websocket is open.
    pub handshake: Duration,
    /// For the hello.
    pub hello: Duration,
    /// Between two looks for a sign of life; a third silence in a row is the last.
    pub ping: Duration,
    /// For a peer to take what it is sent.
    pub write: Duration,
    /// For a peer to close its side.
    pub close: Duration,
    /// For a spectator to read anything of what waits.
    pub spectator: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        let ms = Duration::from_millis;
        Self {
            headers: ms(HEADERS_MS_MAX),
            handshake: ms(HANDSHAKE_MS_MAX),
            hello: ms(HELLO_MS_MAX),
            ping: ms(PING_MS),
            write: ms(WRITE_MS_MAX),
            close: ms(CLOSE_MS_MAX),
            spectator: ms(SPECTATOR_MS_MAX),
        }
    }
}
