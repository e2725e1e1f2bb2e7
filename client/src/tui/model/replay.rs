//! A match that is over, step by step: what a spectator was told of it, and how much of that is shown.
//!
//! Plain data. `cli::frames` makes them from the file of a match, `update::replay` moves through it. Law kept here: what is
//! kept to go back quickly is bounded, however long the match is.

use std::sync::Arc;

use dicehall_engine::{AnyView, Origin, Rung, Seat};
use dicehall_protocol::ServerMessage;

use super::lobby::Lobby;
use crate::games;
use crate::lang::Language;
use crate::net::link::LinkEvent;
use crate::start::ReplayFrames;

/// How long each step is shown while the match plays, from slow to fast.
pub const STEP_MS: [u64; 4] = [1_000, 500, 250, 100];
/// The speed at first: twice as fast as the slowest.
pub const USUAL_SPEED: usize = 1;
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
    /// Where the turn began, or the one before it.
    TurnBefore,
    /// Where the next turn begins.
    TurnAfter,
    /// Where the round began, or the one before it.
    RoundBefore,
    /// Where the next round begins.
    RoundAfter,
    /// How the match began.
    First,
    /// How it ended.
    Last,
    /// This one.
    Step(usize),
}

/// How much of a match is shown.
#[derive(Clone, Debug)]
pub struct Replay {
    frames: Arc<ReplayFrames>,
    /// The number of steps that are shown.
    shown: usize,
    /// Whether it goes on by itself.
    pub plays: bool,
    /// How fast it does, as a place in [`STEP_MS`].
    speed: usize,
    /// Whether it is shown how lucky everybody has rolled until then.
    pub shows_luck: bool,
    /// The rung of the bots against which it is played on, unless another is chosen.
    pub rung: Rung,
    /// After how many steps each turn and each round begins.
    turns: Vec<usize>,
    rounds: Vec<usize>,
    /// The table at the start and after every so many steps, as far as they have been shown.
    stills: Vec<Lobby>,
}

impl Replay {
    /// A match of which the opening is shown.
    pub fn new(frames: Arc<ReplayFrames>, opened: Lobby, rung: Rung) -> Self {
        let [turns, rounds] = beginnings(&frames);
        Self {
            frames,
            shown: 0,
            plays: false,
            speed: USUAL_SPEED,
            shows_luck: false,
            rung,
            turns,
            rounds,
            stills: vec![opened],
        }
    }

    /// How long each step is shown while the match plays.
    pub fn step_ms(&self) -> u64 {
        STEP_MS.get(self.speed).copied().unwrap_or(STEP_MS[0])
    }

    /// How fast it plays, in words.
    pub fn speed_text(&self, language: Language) -> String {
        language.replay_pace(1_000 / self.step_ms())
    }

    /// Plays faster, or slower.
    pub fn change_speed(&mut self, faster: bool) {
        self.speed = if faster {
            (self.speed + 1).min(STEP_MS.len() - 1)
        } else {
            self.speed.saturating_sub(1)
        };
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
            Seek::TurnBefore => before(&self.turns, self.shown),
            Seek::TurnAfter => self.after(&self.turns),
            Seek::RoundBefore => before(&self.rounds, self.shown),
            Seek::RoundAfter => self.after(&self.rounds),
            Seek::First => 0,
            Seek::Last => self.last(),
            Seek::Step(step) => step,
        };
        wanted.min(self.last())
    }

    /// What has happened until the step that is shown, for another match to go on from.
    pub fn origin(&self) -> Origin {
        self.frames.course.until(self.shown)
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

    /// The next beginning after what is shown, or the end.
    fn after(&self, beginnings: &[usize]) -> usize {
        let next = beginnings.iter().find(|it| **it > self.shown);
        next.copied().unwrap_or_else(|| self.last())
    }

    /// The number of steps between two tables that are kept.
    fn stride(&self) -> usize {
        self.last().div_ceil(STILLS_MAX).max(STILL_STEPS)
    }
}

/// The last beginning before what is shown.
fn before(beginnings: &[usize], shown: usize) -> usize {
    let last = beginnings.iter().rev().find(|it| **it < shown);
    last.copied().unwrap_or(0)
}

/// After how many steps each turn and each round begins. A turn is what a seat does until another is to move; where no rounds are
/// counted, one begins with the first seat's turn.
fn beginnings(frames: &ReplayFrames) -> [Vec<usize>; 2] {
    let (mut turns, mut rounds) = (Vec::new(), Vec::new());
    let mut before = frames.opening.iter().filter_map(view).next_back();
    for (shown, step) in (1..).zip(&frames.steps) {
        let Some(after) = step.iter().filter_map(view).next_back() else {
            continue;
        };
        let seat = games::to_move(after);
        if before.is_none_or(|it| games::to_move(it) != seat) {
            turns.push(shown);
            let is_round = match games::round(after) {
                Some(round) => before.and_then(games::round) != Some(round),
                None => seat == Some(Seat::ALL[0]),
            };
            rounds.extend(is_round.then_some(shown));
        }
        before = Some(after);
    }
    [turns, rounds]
}

/// The position that is told, if one is.
fn view(event: &LinkEvent) -> Option<&AnyView> {
    let LinkEvent::Message(message) = event else {
        return None;
    };
    if let ServerMessage::Update { view, .. } = message.as_ref() {
        return view.as_ref();
    }
    if let ServerMessage::Snapshot { game_match, .. } = message.as_ref() {
        return game_match.as_ref().map(|it| &it.view);
    }
    None
}
