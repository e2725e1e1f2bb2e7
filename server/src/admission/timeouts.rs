//! The timeouts of connections: every wait of a connection has its limit here.
//!
//! The defaults are the limits that `docs/server.md` lists; tests shorten them.

use std::time::Duration;

/// The longest wait for the headers of a request, in milliseconds.
const HEADERS_MS_MAX: u64 = 5_000;
/// The longest time until a connection is a websocket, encryption included, or has its answer, in milliseconds.
const HANDSHAKE_MS_MAX: u64 = 10_000;
/// The longest wait for the hello, in milliseconds.
const HELLO_MS_MAX: u64 = 10_000;
/// The time between two pings, in milliseconds.
const PING_MS: u64 = 15_000;
/// The number of unanswered pings in a row after which a peer counts as gone: 45 seconds of silence.
const SILENCES_MAX: u8 = 3;
/// The longest wait for a peer to read what it is sent, in milliseconds.
const WRITE_MS_MAX: u64 = 10_000;
/// The longest wait for a peer to close its side, in milliseconds.
const CLOSE_MS_MAX: u64 = 1_000;
/// The longest time that a spectator's full outbox may stay full, in milliseconds.
const SPECTATOR_MS_MAX: u64 = 20_000;

/// The longest waits for a peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// For the headers of a request.
    pub headers: Duration,
    /// For everything until the websocket is open.
    pub handshake: Duration,
    /// For the hello.
    pub hello: Duration,
    /// Between two pings; the third unanswered ping in a row is the last.
    pub ping: Duration,
    /// For a peer to read what it is sent.
    pub write: Duration,
    /// For a peer to close its side.
    pub close: Duration,
    /// For a spectator to read at least a part of a full outbox.
    pub spectator: Duration,
}

/// Counts the pings in a row that a peer has left unanswered.
#[derive(Debug, Default)]
pub(crate) struct Silences {
    /// Whether anything came since the last ping.
    is_heard: bool,
    count: u8,
}

impl Silences {
    /// Records that something came from the peer.
    pub(crate) fn note_heard(&mut self) {
        self.is_heard = true;
    }

    /// Records that the next ping is due; returns whether the peer counts as gone instead.
    pub(crate) fn is_gone_at_ping(&mut self) -> bool {
        self.count = if self.is_heard { 0 } else { self.count + 1 };
        self.is_heard = false;
        self.count >= SILENCES_MAX
    }
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
