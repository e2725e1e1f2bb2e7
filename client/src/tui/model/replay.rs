//! A replay: a match that is over, shown step by step as a spectator saw it.
//!
//! Plain data. `cli::frames` makes the frames from a match file, `update::replay` moves through
//! them. Law kept here: the tables kept for quick jumps are limited, however long the match is.

use std::sync::Arc;

use dicehall_engine::game::View;
use dicehall_engine::{AnyView, Origin, Rung, Seat};
use dicehall_protocol::ServerMessage;

use super::lobby::Lobby;
use crate::games;
use crate::lang::Language;
use crate::net::link::LinkEvent;
use crate::start::ReplayFrames;

/// The time for which each step is shown while the replay plays, in milliseconds, by speed from
/// slow to fast.
pub const STEP_MS: [u64; 4] = [1_000, 500, 250, 100];
/// The speed at first, as an index into [`STEP_MS`]: twice as fast as the slowest.
pub const USUAL_SPEED: usize = 1;
/// The number of steps of a page key.
const FAR_STEPS: usize = 10;
/// The most tables that are kept for jumps.
const STILLS_MAX: usize = 64;
/// The number of steps between two kept tables, in a match that is not long.
const STILL_STEPS: usize = 16;

/// The step to go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seek {
    /// The previous step.
    Before,
    /// The next step.
    After,
    /// Several steps back.
    FarBefore,
    /// Several steps forward.
    FarAfter,
    /// The beginning of the turn, or of the turn before.
    TurnBefore,
    /// The beginning of the next turn.
    TurnAfter,
    /// The beginning of the round, or of the round before.
    RoundBefore,
    /// The beginning of the next round.
    RoundAfter,
    /// The beginning of the match.
    First,
    /// The end of the match.
    Last,
    /// The step with this number.
    Step(usize),
}

/// A replay and the step that is shown.
#[derive(Clone, Debug)]
pub struct Replay {
    frames: Arc<ReplayFrames>,
    /// The number of steps that are shown.
    shown: usize,
    /// Whether the replay plays by itself.
    pub plays: bool,
    /// The speed, as an index into [`STEP_MS`].
    speed: usize,
    /// Whether the players' luck up to the shown step is displayed.
    pub shows_luck: bool,
    /// The rung of the bots for playing on, unless another is chosen.
    pub rung: Rung,
    /// The numbers of the steps at which turns begin (`turns`) and rounds begin (`rounds`).
    turns: Vec<usize>,
    rounds: Vec<usize>,
    /// Copies of the table at the start and at every stride of steps, as far as steps have been
    /// shown.
    stills: Vec<Lobby>,
}

impl Replay {
    /// A replay at its beginning.
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

    /// The time for which each step is shown, in milliseconds.
    pub fn step_ms(&self) -> u64 {
        STEP_MS.get(self.speed).copied().unwrap_or(STEP_MS[0])
    }

    /// The speed in words.
    pub fn speed_text(&self, language: Language) -> String {
        language.replay_pace(1_000 / self.step_ms())
    }

    /// Plays faster.
    pub fn faster(&mut self) {
        self.speed = (self.speed + 1).min(STEP_MS.len() - 1);
    }

    /// Plays slower.
    pub const fn slower(&mut self) {
        self.speed = self.speed.saturating_sub(1);
    }

    /// The number of steps that are shown.
    pub const fn shown(&self) -> usize {
        self.shown
    }

    /// The number of steps of the match.
    pub fn last(&self) -> usize {
        self.frames.steps.len()
    }

    /// The step number that a target means.
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

    /// The actions up to the shown step, for another match to go on from.
    pub fn origin(&self) -> Origin {
        self.frames.course.until(self.shown)
    }

    /// All actions of the match.
    pub fn whole(&self) -> Origin {
        self.frames.course.origin.clone()
    }

    /// The number of shown steps with which an action or roll is the next to happen, by its number from 1.
    pub fn shown_before(&self, step: usize) -> usize {
        let happened = &self.frames.course.happened;
        happened.partition_point(|it| *it < step).saturating_sub(1)
    }

    /// The events of the next step; `None` at the end.
    pub fn next_step(&self) -> Option<&[LinkEvent]> {
        self.frames.steps.get(self.shown).map(Vec::as_slice)
    }

    /// Notes that the next step was shown and resulted in this table.
    pub fn advance(&mut self, lobby: &Lobby) {
        self.shown += 1;
        // Tables come in order, since every step is shown once before it can be jumped to.
        if self.shown == self.kept() * self.stride() {
            self.stills.push(lobby.clone());
        }
    }

    /// Goes back to the kept table nearest before a wanted step and returns it; `None` if the shown
    /// step is nearer.
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

    /// The number of kept tables.
    pub const fn kept(&self) -> usize {
        self.stills.len()
    }

    /// The next of some beginnings after the shown step, or the end.
    fn after(&self, beginnings: &[usize]) -> usize {
        let next = beginnings.iter().find(|it| **it > self.shown);
        next.copied().unwrap_or_else(|| self.last())
    }

    /// The number of steps between two kept tables.
    fn stride(&self) -> usize {
        self.last().div_ceil(STILLS_MAX).max(STILL_STEPS)
    }
}

/// The last of some beginnings before the shown step.
fn before(beginnings: &[usize], shown: usize) -> usize {
    let last = beginnings.iter().rev().find(|it| **it < shown);
    last.copied().unwrap_or(0)
}

/// The step numbers at which each turn and each round begins. A turn lasts until another seat is to
/// move; in games that count no rounds, a round begins with the first seat's turn.
fn beginnings(frames: &ReplayFrames) -> [Vec<usize>; 2] {
    let (mut turns, mut rounds) = (Vec::new(), Vec::new());
    let mut before = frames.opening.iter().filter_map(view).next_back();
    for (shown, step) in (1..).zip(&frames.steps) {
        let Some(after) = step.iter().filter_map(view).next_back() else {
            continue;
        };
        let seat = after.to_move();
        if before.is_none_or(|it| it.to_move() != seat) {
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

/// The position that an event tells; `None` if it tells none.
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
