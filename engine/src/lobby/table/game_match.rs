//! A match: one instance of a game, with all that happens around the position. Part of the table.

use super::clock::{Clock, Clocks};
use super::latest_choices::LatestChoices;
use super::votes::Votes;
use crate::game::ending::ending;
use crate::game::{Node, Outcome, SEATS_MAX, Seat, SeatSet, State};
use crate::games::{AnyConfig, AnyState};
use crate::lobby::{Agreement, Holder, MatchEvent};

/// A match: one instance of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameMatch {
    /// The complete start of the match.
    pub config: AnyConfig,
    /// The position.
    pub state: AnyState,
    /// Whether it went on from an earlier match, in place of a deal.
    pub is_continued: bool,
    /// The number of actions so far, those of an earlier match not counted.
    pub actions: u32,
    /// The number of actions of bots since a person acted last: the more there are, the shorter each is looked at.
    pub bot_actions: u32,
    /// The number of rolls so far, the deal not counted.
    pub rolls: u64,
    /// The seats that have resigned; a bot plays them to the end, and they cannot win.
    pub resigned: SeatSet,
    /// The agreement on its dice; `None` for matches of early releases.
    pub agreement: Option<Box<Agreement>>,
    /// The outcome, if the match is over. It is kept, because it may depend on who held the seats, and seats change
    /// hands afterwards.
    pub outcome: Option<Outcome>,
    /// The time to think that is left to each seat.
    pub clocks: Clocks,
    /// Whether the match pauses. Nobody acts and no clock runs meanwhile.
    pub is_paused: bool,
    /// The seats that want it to pause.
    pub wants_pause: SeatSet,
    /// The votes of people about how it goes on.
    pub votes: Votes,
    /// The latest choices, for bots that heed how the others play.
    pub choices: LatestChoices,
}

impl GameMatch {
    /// A match that begins with a deal.
    pub(in crate::lobby) fn new(config: AnyConfig, state: AnyState, clock: Clock) -> Self {
        Self {
            config,
            state,
            is_continued: false,
            actions: 0,
            bot_actions: 0,
            rolls: 0,
            resigned: SeatSet::EMPTY,
            agreement: None,
            outcome: None,
            clocks: Clocks::new(clock),
            is_paused: false,
            wants_pause: SeatSet::EMPTY,
            votes: Votes::default(),
            choices: LatestChoices::default(),
        }
    }

    /// Whether the seat's human does not choose, there or not: after a resignation, or because the time is up.
    pub(in crate::lobby) fn is_out(&self, seat: Seat) -> bool {
        self.resigned.contains(seat) || self.clocks.is_timed_out(seat)
    }

    /// Applies an event of the running match among these holders.
    pub(super) fn evolve(&mut self, event: &MatchEvent, holders: &[Holder; SEATS_MAX]) {
        match *event {
            MatchEvent::MatchCalled | MatchEvent::MatchStarted { .. } => {}
            MatchEvent::Acted {
                seat,
                action,
                spent_ms,
            } => {
                self.actions = self.actions.saturating_add(1);
                self.count_bot_actions(seat, holders);
                self.votes.seat_acted(seat);
                self.clocks.act(seat, spent_ms);
                self.choices.note(&self.state, action, holders);
                self.state.act(action);
            }
            MatchEvent::Rolled { chance } => {
                self.rolls += 1;
                self.state.resolve(chance);
            }
            MatchEvent::Resigned { seat } => self.resigned = self.resigned.with(seat),
            MatchEvent::TimedOut { seat } => self.clocks.run_out(seat),
            MatchEvent::PauseWanted { seat, wanted: true } => {
                self.wants_pause = self.wants_pause.with(seat);
            }
            MatchEvent::PauseWanted {
                seat,
                wanted: false,
            } => self.wants_pause = self.wants_pause.without(seat),
            MatchEvent::Paused { spent_ms } => self.pause(spent_ms),
            MatchEvent::Continued => self.is_paused = false,
        }
    }

    /// Counts the action that a seat is about to make: of a bot, or of a person.
    fn count_bot_actions(&mut self, seat: Seat, holders: &[Holder; SEATS_MAX]) {
        let is_there = matches!(
            holders[seat.idx()],
            Holder::Human {
                held_by_bot: false,
                ..
            }
        );
        self.bot_actions = if is_there && !self.is_out(seat) {
            0
        } else {
            self.bot_actions.saturating_add(1)
        };
    }

    /// Passes the turn of the clocks to the seat to move, and keeps the outcome once there is one.
    pub(super) fn settle(&mut self, humans: SeatSet) {
        if let Node::Decision(seat) = self.state.node() {
            self.clocks.pass_to(seat);
        }
        let outcome = self.outcome;
        self.outcome = outcome.or_else(|| ending(&self.state, self.resigned, humans));
    }

    fn pause(&mut self, spent_ms: u32) {
        self.is_paused = true;
        if let Node::Decision(seat) = self.state.node() {
            self.clocks.spend(seat, spent_ms);
        }
    }
}
