//! A match that is over, step by step: what a spectator was told of it, and how much of that is shown.
//!
//! Plain data. `cli::frames` makes them from the file of a match, `update::replay` moves through it. Law kept here: what is
//! kept to go back quickly is bounded, however long the match is.

use std::sync::Arc;

use super::lobby::Lobby;
use crate::net::link::LinkEvent;
use crate::start::ReplayFrames;

/// How long each step is shown while the match plays.
pub const STEP_MS: u64 = 500;
/// How many steps the keys for pages go.
const FAR_STEPS: usize = 10;
/// The most tables that are kept to go back to.
const STILLS_MAX: usize = 64;
/// The steps between two tables that are kept, in a match that is not long.
const STILL_STEPS: usize = 16;

/// Which step is to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seek {
    /// The one before.
    Before,
    /// The one after.
    After,
    /// Several before.
    FarBefore,
    /// Several after.
    FarAfter,
    /// How the match began.
    First,
    /// How it ended.
    Last,
}

/// How much of a match is shown.
#[derive(Clone, Debug)]
pub struct Replay {
    frames: Arc<ReplayFrames>,
    /// The number of steps that are shown.
    shown: usize,
    /// Whether it goes on by itself.
    pub plays: bool,
    /// The table at the start and after every so many steps, as far as they have been shown.
    stills: Vec<Lobby>,
}

impl Replay {
    /// A match of which the opening is shown.
    pub fn new(frames: Arc<ReplayFrames>, opened: Lobby) -> Self {
        Self {
            frames,
            shown: 0,
            plays: false,
            stills: vec![opened],
        }
    }

    /// The number of steps that are shown.
    pub const fn shown(&self) -> usize {
        self.shown
    }

    /// The number of steps that there are.
    pub fn last(&self) -> usize {
        self.frames.steps.len()
    }

    /// The number of the step that is meant.
    pub fn step_of(&self, seek: Seek) -> usize {
        let wanted = match seek {
            Seek::Before => self.shown.saturating_sub(1),
            Seek::After => self.shown + 1,
            Seek::FarBefore => self.shown.saturating_sub(FAR_STEPS),
            Seek::FarAfter => self.shown + FAR_STEPS,
            Seek::First => 0,
            Seek::Last => self.last(),
        };
        wanted.min(self.last())
    }

    /// What is to be told next, if not everything was.
    pub fn next_step(&self) -> Option<&[LinkEvent]> {
        self.frames.steps.get(self.shown).map(Vec::as_slice)
    }

    /// The next step was shown, and led to this table.
    pub fn advance(&mut self, lobby: &Lobby) {
        self.shown += 1;
        // Tables are met in order, since nothing is shown that was not told step by step once.
        if self.shown == self.kept() * self.stride() {
            self.stills.push(lobby.clone());
        }
    }

    /// Goes to the kept table from which a step is reached soonest, unless it is soonest reached from what is shown.
    pub fn rewind(&mut self, wanted: usize) -> Option<Lobby> {
        let stride = self.stride();
        let nearest = (wanted / stride).min(self.kept() - 1);
        let is_ahead = self.shown <= wanted && nearest * stride <= self.shown;
        if is_ahead {
            return None;
        }
        self.shown = nearest * stride;
        self.stills.get(nearest).cloned()
    }

    /// How many tables are kept.
    pub const fn kept(&self) -> usize {
        self.stills.len()
    }

    /// The number of steps between two tables that are kept.
    fn stride(&self) -> usize {
        self.last().div_ceil(STILLS_MAX).max(STILL_STEPS)
    }
}
