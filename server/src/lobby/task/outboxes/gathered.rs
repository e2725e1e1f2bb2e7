//! The updates that a lobby with many spectators gathers for them, so that each is written to a few times a second.
//!
//! The outboxes add the frames that are published and take them out. Law kept here: no frame is left out and the order
//! is kept; a frame is delayed by no more than a moment.

use std::time::Duration;

use tokio::time::Instant;

use crate::frame::Frame;

/// The most spectators of a lobby who are sent everything at once: with more, most of the work on an action would be
/// for them.
pub(in crate::lobby::task) const SPECTATORS_AT_ONCE: usize = 20;
/// For how long updates are gathered, in milliseconds: spectators are written to 20 times a second, which still looks
/// fluent.
const GATHERING_MS: u64 = 50;
/// The most frames that are gathered; a lobby with more of them in that time writes to spectators sooner.
pub(in crate::lobby::task) const GATHERED_MAX: usize = 64;

/// The frames published since spectators were last written to.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    frames: Vec<Frame>,
    /// When they were last written to.
    told: Option<Instant>,
}

impl Gathered {
    pub(super) fn push(&mut self, frame: Frame) {
        self.frames.push(frame);
    }

    pub(super) fn len(&self) -> usize {
        self.frames.len()
    }

    /// The frames after the first `known` ones.
    pub(super) fn after(&self, known: usize) -> &[Frame] {
        self.frames.get(known..).unwrap_or_default()
    }

    /// When spectators are to be written to, if there is any frame: at once if they never were.
    pub(super) fn due(&self, now: Instant) -> Option<Instant> {
        let due = self.told.map(|it| it + Duration::from_millis(GATHERING_MS));
        (!self.frames.is_empty()).then(|| due.unwrap_or(now))
    }

    /// Drops the frames, after all spectators were written to.
    pub(super) fn clear(&mut self, now: Instant) {
        self.frames = Vec::new();
        self.told = Some(now);
    }
}
