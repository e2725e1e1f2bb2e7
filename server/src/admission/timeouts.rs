//! The timeouts of connections: every wait of a connection has its limit here.
//!
//! The defaults are the limits that `docs/server.md` lists; tests shorten them.

use std::time::Duration;

use dicehall_protocol::limits::{SERVER_ASKS_MS, SERVER_SILENCE_MS_MAX};
use tokio::time::Instant;

/// The longest wait for the headers of a request, in milliseconds.
const HEADERS_MS_MAX: u64 = 5_000;
/// The longest time until a connection is a websocket, encryption included, or has its answer, in milliseconds.
const HANDSHAKE_MS_MAX: u64 = 10_000;
/// The longest wait for the hello, in milliseconds.
const HELLO_MS_MAX: u64 = 10_000;
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
    /// For something to come from a peer before it is asked for a sign of life, and between two such questions.
    pub ask: Duration,
    /// For anything to come from a peer.
    pub silence: Duration,
    /// For a peer to read what it is sent.
    pub write: Duration,
    /// For a peer to close its side.
    pub close: Duration,
    /// For a spectator to read at least a part of a full outbox.
    pub spectator: Duration,
}

/// The silence of a peer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Silence {
    /// When something came from the peer last.
    since: Instant,
}

/// The thing to do about a silent peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Due {
    /// Nothing yet.
    Nothing,
    /// It is asked for a sign of life.
    Ask,
    /// It is given up.
    GiveUp,
}

impl Silence {
    /// The silence of a peer of which something has just come.
    pub(crate) fn new() -> Self {
        Self {
            since: Instant::now(),
        }
    }

    /// Records that something came from the peer.
    pub(crate) fn note_heard(&mut self) {
        self.since = Instant::now();
    }

    /// The thing that is due now, and when to look again.
    pub(crate) fn look(&self, timeouts: &Timeouts) -> (Due, Instant) {
        let (now, end) = (Instant::now(), self.since + timeouts.silence);
        let ask_at = self.since + timeouts.ask;
        if now >= end {
            (Due::GiveUp, end)
        } else if now >= ask_at {
            (Due::Ask, end.min(now + timeouts.ask))
        } else {
            (Due::Nothing, ask_at)
        }
    }
}

impl Default for Timeouts {
    fn default() -> Self {
        let ms = Duration::from_millis;
        Self {
            headers: ms(HEADERS_MS_MAX),
            handshake: ms(HANDSHAKE_MS_MAX),
            hello: ms(HELLO_MS_MAX),
            ask: ms(SERVER_ASKS_MS),
            silence: ms(SERVER_SILENCE_MS_MAX),
            write: ms(WRITE_MS_MAX),
            close: ms(CLOSE_MS_MAX),
            spectator: ms(SPECTATOR_MS_MAX),
        }
    }
}
