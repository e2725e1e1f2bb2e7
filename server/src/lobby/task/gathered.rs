//! The updates that a lobby with many spectators gathers for them, so that each is written to a few times a second.
//!
//! The outboxes put in what is published and take it out. The law kept here: nothing is left out and nothing changes its
//! place; what is gathered is late by no more than a moment.

use std::time::Duration;

use tokio::time::Instant;

use crate::frame::Frame;

/// The most spectators of a lobby who are told everything at once: with more, most of the work on an action would be theirs.
pub(super) const SPECTATORS_AT_ONCE: usize = 20;
/// For how many milliseconds updates are gathered: spectators are told 20 times a second, which still looks fluent.
const GATHERING_MS: u64 = 50;
/// The most frames that are gathered; a lobby that says more in that time tells spectators sooner.
pub(super) const GATHERED_MAX: usize = 64;

/// What was published since spectators were told last.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    frames: Vec<Frame>,
    /// When they were told last.
    told: Option<Instant>,
}

impl Gathered {
    pub(super) fn push(&mut self, frame: Frame) {
        self.frames.push(frame);
    }

    pub(super) fn len(&self) -> usize {
        self.frames.len()
    }

    /// What follows the first `known` frames.
    pub(super) fn after(&self, known: usize) -> &[Frame] {
        self.frames.get(known..).unwrap_or_default()
    }

    /// When spectators are to be told, if there is anything: after a rest at once.
    pub(super) fn due(&self, now: Instant) -> Option<Instant> {
        let due = self.told.map(|it| it + Duration::from_millis(GATHERING_MS));
        (!self.frames.is_empty()).then(|| due.unwrap_or(now))
    }

    /// Everybody was told.
    pub(super) fn clear(&mut self, now: Instant) {
        self.frames = Vec::new();
        self.told = Some(now);
    }
}
