//! The life of an open connection: how long the server has been silent, and what is due because of that. Called by the
//! machine, whose times are counted from the beginning of the link.
//!
//! Law kept here: the numbers are those of the protocol, which the server and the page keep as well.
//!
//! Both sides measure silence, and the client gives up first. Only silence tells that a machine hangs, and asking
//! costs a few bytes; so a client asks after 4 seconds and gives up after 9, soon enough for a match and late enough
//! for a telephone between two cells. Giving up too early costs nothing but a resume. The server asks a second later
//! than the client, so that a client that asks spares it a timer and a frame, and gives up later still, because it
//! cannot dial.

use std::time::Duration;

use dicehall_protocol::limits::{ANSWER_MS_MAX, CLIENT_ASKS_MS, CLIENT_SILENCE_MS_MAX};

/// The longest time between two pings, which also measure the round trip, in milliseconds.
pub(super) const ROUND_TRIP_MS: u64 = 15_000;

/// The least change of the round trip that the person is told, in milliseconds: the screen is drawn anew for it.
const NOTICEABLE_MS: u32 = 5;

/// The life of an open connection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Life {
    /// When the connection was welcomed.
    pub(super) since: Duration,
    /// When anything was heard last.
    heard: Duration,
    /// When the last ping was sent.
    asked: Duration,
    /// When the first ping was sent that is not answered; `None` if all are.
    pinged: Option<Duration>,
    /// Whether the person was told that an answer is late.
    is_late: bool,
    /// The last round trip that the person was told, in milliseconds.
    told_ms: Option<u32>,
}

/// The thing that is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Due {
    Nothing,
    /// A ping.
    Ask,
    /// A word to the person: an answer is late.
    TellLate,
    /// The connection is given up.
    GiveUp,
}

impl Life {
    /// A connection that was welcomed just now, after which the first ping is sent.
    pub(super) const fn begun(now: Duration) -> Self {
        Self {
            since: now,
            heard: now,
            asked: now,
            pinged: Some(now),
            is_late: false,
            told_ms: None,
        }
    }

    /// Notes that something was heard.
    pub(super) const fn hear(&mut self, now: Duration) {
        self.heard = now;
    }

    /// Notes that the answer to a ping came; returns the round trip in milliseconds if it was the first answer and is longer or
    /// shorter than the one that was told last by more than a quarter and [`NOTICEABLE_MS`].
    pub(super) fn pong(&mut self, now: Duration) -> Option<u32> {
        let round_trip = now.saturating_sub(self.pinged.take()?);
        // Silence ends a connection long before so many milliseconds are over.
        let ms = u32::try_from(round_trip.as_millis()).unwrap_or(u32::MAX);
        let is_as_told = |told: u32| told.abs_diff(ms) <= NOTICEABLE_MS.max(told / 4);
        if self.told_ms.is_some_and(is_as_told) {
            return None;
        }
        self.told_ms = Some(ms);
        self.told_ms
    }

    /// Notes that a ping is sent.
    pub(super) fn ask(&mut self, now: Duration) {
        self.asked = now;
        self.pinged.get_or_insert(now);
    }

    /// The thing that is due, if the oldest command without an answer was sent at `oldest`.
    pub(super) fn due(&self, now: Duration, oldest: Option<Duration>) -> Due {
        if now >= self.end() {
            Due::GiveUp
        } else if self.late_at(oldest).is_some_and(|it| now >= it) {
            Due::TellLate
        } else if now >= self.ask_at() {
            Due::Ask
        } else {
            Due::Nothing
        }
    }

    /// When something is due next.
    pub(super) fn deadline(&self, oldest: Option<Duration>) -> Duration {
        let first = self.end().min(self.ask_at());
        self.late_at(oldest).map_or(first, |it| it.min(first))
    }

    /// Notes that the person is told that an answer is late.
    pub(super) const fn tell_late(&mut self) {
        self.is_late = true;
    }

    /// Whether the person is to be told that no answer is late any more.
    pub(super) fn is_made_up_for(&mut self, now: Duration, oldest: Option<Duration>) -> bool {
        let waits = self.waits_since(oldest);
        let is_late = waits.is_some_and(|it| now >= it + ms(ANSWER_MS_MAX));
        let was_late = self.is_late;
        self.is_late &= is_late;
        was_late && !is_late
    }

    fn end(&self) -> Duration {
        self.heard + ms(CLIENT_SILENCE_MS_MAX)
    }

    fn ask_at(&self) -> Duration {
        let silent = self.heard.max(self.asked) + ms(CLIENT_ASKS_MS);
        silent.min(self.asked + ms(ROUND_TRIP_MS))
    }

    /// When the person is told that an answer is late; `None` if they know, or if none is waited for.
    fn late_at(&self, oldest: Option<Duration>) -> Option<Duration> {
        let waits = self.waits_since(oldest).filter(|_| !self.is_late);
        waits.map(|it| it + ms(ANSWER_MS_MAX))
    }

    /// Since when an answer is waited for.
    fn waits_since(&self, oldest: Option<Duration>) -> Option<Duration> {
        oldest.into_iter().chain(self.pinged).min()
    }
}

fn ms(count: u64) -> Duration {
    Duration::from_millis(count)
}
