//! The table of a lobby: the stage of its life, with the match that begins, runs or ran last. One part of the lobby's
//! state: `evolve` changes it, everybody asks it.

pub(super) mod clock;
pub(super) mod evening;
pub(super) mod game_match;
pub(super) mod latest_choices;
pub(super) mod votes;

use serde::{Deserialize, Serialize};

use super::{Agreement, DiceEvent, Holder, MatchEvent, Ply, VoteEvent};
use crate::game::{Node, SEATS_MAX, Seat, SeatSet, State};
use crate::games::AnyState;
use evening::Evening;
use game_match::GameMatch;

/// Where a lobby stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Phase {
    /// People and bots take seats; no match has been played yet.
    Waiting,
    /// A match was called; its dice are being agreed on.
    Starting,
    /// A match is running.
    Playing,
    /// A match has ended; seats may change, and a rematch or a start begins the next.
    Over,
    /// The lobby is no more.
    Ended,
}

/// The stage of a lobby, with the data that exist only in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Stage {
    /// People and bots take seats; no match has been played yet.
    #[default]
    Waiting,
    /// A match was called; its dice are agreed on as soon as they are sealed.
    Starting(Option<Box<Agreement>>),
    /// A match that is running, or that is over and was not followed by another.
    Match(Box<GameMatch>),
    /// The lobby has ended; its last match can still be shown.
    Ended(Option<Box<GameMatch>>),
}

/// The stage, and what is counted over the lobby's life.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Table {
    stage: Stage,
    /// The number of matches that were called so far.
    matches: u32,
    /// The number of actions so far.
    ply: Ply,
    /// Who has won how many of its matches.
    pub(super) evening: Evening,
}

impl Table {
    /// The stage.
    pub(super) fn stage(&self) -> &Stage {
        &self.stage
    }

    /// The number of matches that were called so far.
    pub(super) fn matches(&self) -> u32 {
        self.matches
    }

    /// The number of actions so far.
    pub(super) fn ply(&self) -> Ply {
        self.ply
    }

    /// The stage in one word.
    pub(super) fn phase(&self) -> Phase {
        match &self.stage {
            Stage::Waiting => Phase::Waiting,
            Stage::Starting(_) => Phase::Starting,
            Stage::Match(it) if it.outcome.is_none() => Phase::Playing,
            Stage::Match(_) => Phase::Over,
            Stage::Ended(_) => Phase::Ended,
        }
    }

    /// Whether no match is running or starting.
    pub(super) fn is_idle(&self) -> bool {
        match self.phase() {
            Phase::Waiting | Phase::Over | Phase::Ended => true,
            Phase::Starting | Phase::Playing => false,
        }
    }

    /// The running or last match.
    pub(super) fn game_match(&self) -> Option<&GameMatch> {
        match &self.stage {
            Stage::Match(it) | Stage::Ended(Some(it)) => Some(it),
            Stage::Waiting | Stage::Starting(_) | Stage::Ended(None) => None,
        }
    }

    /// The running match.
    pub(super) fn running(&self) -> Option<&GameMatch> {
        self.game_match().filter(|_| self.phase() == Phase::Playing)
    }

    /// Whether a match is running and pauses.
    pub(super) fn is_paused(&self) -> bool {
        self.running().is_some_and(|it| it.is_paused)
    }

    /// The seat to move and the position; `None` if no match is running or nature is to choose.
    pub(super) fn to_move(&self) -> Option<(Seat, &AnyState)> {
        let state = &self.running()?.state;
        match state.node() {
            Node::Decision(seat) => Some((seat, state)),
            Node::Chance | Node::Terminal(_) => None,
        }
    }

    /// The seats that have resigned from the running or last match.
    pub(super) fn resigned(&self) -> SeatSet {
        self.game_match().map_or(SeatSet::EMPTY, |it| it.resigned)
    }

    /// The seats that want the match to pause.
    pub(super) fn wants_pause(&self) -> SeatSet {
        self.game_match()
            .map_or(SeatSet::EMPTY, |it| it.wants_pause)
    }

    /// The agreement on the dice of the match that begins, runs or ran last.
    pub(super) fn agreement(&self) -> Option<&Agreement> {
        match &self.stage {
            Stage::Starting(it) => it.as_deref(),
            Stage::Match(it) | Stage::Ended(Some(it)) => it.agreement.as_deref(),
            Stage::Waiting | Stage::Ended(None) => None,
        }
    }

    /// The agreement of a match that has been called and has not begun; `None` at other times.
    pub(super) fn agreeing(&self) -> Option<&Agreement> {
        match &self.stage {
            Stage::Starting(it) => it.as_deref(),
            Stage::Waiting | Stage::Match(_) | Stage::Ended(_) => None,
        }
    }

    /// Calls a match: drops the last match and its agreement.
    pub(super) fn call(&mut self) {
        self.matches = self.matches.saturating_add(1);
        self.stage = Stage::Starting(None);
    }

    /// Begins a match, on whose dice was agreed before.
    pub(super) fn begin(&mut self, mut game_match: Box<GameMatch>) {
        game_match.agreement = match std::mem::take(&mut self.stage) {
            Stage::Starting(agreement) => agreement,
            Stage::Waiting | Stage::Match(_) | Stage::Ended(_) => None,
        };
        self.stage = Stage::Match(game_match);
    }

    /// Ends the lobby; its last match stays known.
    pub(super) fn end(&mut self) {
        self.stage = match std::mem::take(&mut self.stage) {
            Stage::Match(it) => Stage::Ended(Some(it)),
            Stage::Waiting | Stage::Starting(_) => Stage::Ended(None),
            ended @ Stage::Ended(_) => ended,
        };
    }

    /// Applies an event of the dice.
    pub(super) fn evolve_dice(&mut self, event: DiceEvent) {
        match event {
            DiceEvent::DiceSealed {
                match_id,
                begun_at,
                secret,
                seats,
            } => {
                let agreement = Agreement::new(match_id, begun_at, secret, seats);
                self.stage = Stage::Starting(Some(Box::new(agreement)));
            }
            event @ (DiceEvent::ShareCommitted { .. }
            | DiceEvent::ShareShown { .. }
            | DiceEvent::ShareMissed { .. }
            | DiceEvent::DiceOpened) => self.agreement_mut().evolve(&event),
        }
    }

    /// Applies an event of the match that runs among these holders.
    pub(super) fn evolve(&mut self, event: &MatchEvent, holders: &[Holder; SEATS_MAX]) {
        if matches!(event, MatchEvent::Acted { .. }) {
            self.ply.0 = self.ply.0.saturating_add(1);
        }
        match &mut self.stage {
            Stage::Match(it) => it.evolve(event, holders),
            Stage::Waiting | Stage::Starting(_) | Stage::Ended(_) => {
                unreachable!("there is no match, and an event changes it")
            }
        }
    }

    /// Applies an event of the votes about the match that runs.
    pub(super) fn evolve_votes(&mut self, event: VoteEvent) {
        if let Stage::Match(it) = &mut self.stage {
            it.votes.evolve(event);
        }
    }

    /// Nobody votes to skip the bots any more: a person is to choose.
    pub(super) fn end_skipping(&mut self) {
        if let Stage::Match(it) = &mut self.stage {
            it.votes.end_skipping();
        }
    }

    /// The human of a seat leaves it: wants no pause any more, and does not win the match.
    pub(super) fn leave(&mut self, seat: Seat) {
        self.evening.leave(seat);
        if let Stage::Match(it) = &mut self.stage {
            it.wants_pause = it.wants_pause.without(seat);
        }
    }

    /// Notes what follows from the position and from who is there: whose clock runs, and whether the match is over.
    pub(super) fn settle(&mut self, humans: SeatSet) {
        let Stage::Match(it) = &mut self.stage else {
            return;
        };
        let was_running = it.outcome.is_none();
        it.settle(humans);
        if let Some(outcome) = it.outcome.filter(|_| was_running) {
            self.evening.end(outcome);
        }
    }

    /// The agreement that an event is about.
    fn agreement_mut(&mut self) -> &mut Agreement {
        let agreement = match &mut self.stage {
            Stage::Starting(it) => it.as_deref_mut(),
            Stage::Match(it) => it.agreement.as_deref_mut(),
            Stage::Waiting | Stage::Ended(_) => None,
        };
        match agreement {
            Some(it) => it,
            None => unreachable!("no dice are agreed on, and an event changes the agreement"),
        }
    }
}
