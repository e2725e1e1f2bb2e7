//! The commands about matches: the call for one, actions with the rolls they cause, resignation. Called by `decide` alone.
//!
//! The engine's substitute player is `paranoid:1`, quick and decent. It never changes, so that a stream means the
//! same for ever.

use crate::dice::Dice;
use crate::game::{ConfigError, Node, Seat, SeatSet, State};
use crate::games::{AnyAction, AnyState};
use crate::lobby::{
    Event, GameMatch, Holder, Lobby, MatchEvent, Phase, PlayerId, Ply, Reject, SeatEvent,
};

/// The action that a person has chosen in a match.
#[derive(Clone, Copy)]
pub(super) struct Chosen {
    /// The ply that it answers.
    pub(super) ply: Ply,
    /// The action.
    pub(super) action: AnyAction,
    /// The time it took, in milliseconds, as measured by the shell.
    pub(super) spent_ms: u32,
}

impl Lobby {
    pub(super) fn start(&self, player: PlayerId, force: bool) -> Result<Vec<Event>, Reject> {
        self.check_host(player)?;
        self.check_no_match()?;
        let mut events = self.moved_together();
        let table = self.after(&events);
        table.check_table()?;
        let waiting_for = table.waiting_for(player);
        if !force && !waiting_for.is_empty() {
            return Err(Reject::NotReady { waiting_for });
        }
        events.push(Event::Match(MatchEvent::MatchCalled));
        Ok(events)
    }

    pub(super) fn rematch(&self, player: PlayerId) -> Result<Vec<Event>, Reject> {
        if self.phase() != Phase::Over {
            return Err(Reject::NoRematch);
        }
        let mut events = self.moved_together();
        let table = self.after(&events);
        let seat = table.seat_of(player).ok_or(Reject::NotSeated)?;
        table.check_table()?;
        if !table.seats.is_ready(seat) {
            events.push(Event::Seats(SeatEvent::ReadyChanged { seat, ready: true }));
        }
        if table.waiting_for(player).is_empty() {
            events.push(Event::Match(MatchEvent::MatchCalled));
        }
        Ok(events)
    }

    pub(super) fn act(
        &self,
        player: PlayerId,
        chosen: Chosen,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Reject> {
        let Chosen {
            ply,
            action,
            spent_ms,
        } = chosen;
        let (to_move, _) = self.to_move().ok_or(Reject::NoMatch)?;
        if self.is_paused() {
            return Err(Reject::Paused);
        }
        if ply != self.ply() {
            return Err(Reject::Stale { ply: self.ply() });
        }
        let seat = self.seat_of(player).ok_or(Reject::NotSeated)?;
        if self.has_resigned(seat) {
            return Err(Reject::HasResigned);
        }
        if seat != to_move {
            return Err(Reject::NotYourTurn { to_move });
        }
        if self.bot_for(seat).is_some() {
            return Err(Reject::TimeUp);
        }
        self.acted(seat, action, self.spent(spent_ms), dice)
    }

    pub(super) fn bot_acted(
        &self,
        seat: Seat,
        ply: Ply,
        action: AnyAction,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Reject> {
        let late = Reject::Stale { ply: self.ply() };
        let is_to_move = self.to_move().is_some_and(|(to_move, _)| to_move == seat);
        if ply != self.ply() || !is_to_move || self.bot_for(seat).is_none() || self.is_paused() {
            return Err(late);
        }
        self.acted(seat, action, 0, dice)
    }

    /// The running clock has run out; refused if the command names an earlier ply.
    pub(super) fn time_up(&self, ply: Ply) -> Result<Vec<Event>, Reject> {
        let clock = self.want().clock.filter(|it| it.ply == ply);
        clock
            .map(|it| vec![Event::Match(MatchEvent::TimedOut { seat: it.seat })])
            .ok_or(Reject::Stale { ply: self.ply() })
    }

    pub(super) fn resign(&self, player: PlayerId) -> Result<Vec<Event>, Reject> {
        if self.phase() != Phase::Playing {
            return Err(Reject::NoMatch);
        }
        let seat = self.seat_of(player).ok_or(Reject::NotSeated)?;
        if self.has_resigned(seat) {
            return Err(Reject::HasResigned);
        }
        Ok(vec![Event::Match(MatchEvent::Resigned { seat })])
    }

    /// The part of the measured time that the running clock loses; nothing where none runs.
    pub(super) fn spent(&self, spent_ms: u32) -> u32 {
        self.want().clock.map_or(0, |it| it.left_ms.min(spent_ms))
    }

    /// The seats of humans, other than the one who asks, who are there and have not agreed to start.
    fn waiting_for(&self, asking: PlayerId) -> SeatSet {
        let waits = |player| player != asking;
        self.seats.which(
            |it| matches!(it, Holder::Human { player, ready: false, held_by_bot: false } if waits(*player)),
        )
    }

    /// Checks that the game can be played by as many seats as are held, and that the origin, if any, can go on with
    /// them.
    pub(in crate::lobby) fn check_table(&self) -> Result<(), Reject> {
        let game = self.chosen()?.rules.kind();
        let (from, to) = game.seats();
        let seats = self.seats.held();
        if (from..=to).contains(&seats) {
            return self.check_origin();
        }
        if seats < from {
            return Err(Reject::TooFewPlay { from, held: seats });
        }
        Err(ConfigError::Seats {
            game: game.name(),
            from,
            to,
            seats,
        }
        .into())
    }

    pub(in crate::lobby) fn has_resigned(&self, seat: Seat) -> bool {
        self.table.resigned().contains(seat)
    }

    /// The events of an action: the action and the rolls that it causes.
    fn acted(
        &self,
        seat: Seat,
        action: AnyAction,
        spent_ms: u32,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Reject> {
        let GameMatch { state, rolls, .. } = self.table.running().ok_or(Reject::NoMatch)?;
        if !state.is_legal(action) {
            return Err(Reject::IllegalAction {
                legal: state.actions(),
            });
        }
        let mut state = state.clone();
        state.act(action);
        let mut events = vec![Event::Match(MatchEvent::Acted {
            seat,
            action,
            spent_ms,
        })];
        roll(&mut state, *rolls, dice, &mut events);
        Ok(events)
    }
}

/// Rolls until the position waits for no chance; `rolls` is the number of rolls before.
pub(super) fn roll(state: &mut AnyState, rolls: u64, dice: &mut dyn Dice, events: &mut Vec<Event>) {
    let mut number = rolls;
    while state.node() == Node::Chance {
        number += 1;
        dice.begin_roll(number);
        let Some(chance) = state.roll(dice) else {
            return;
        };
        state.resolve(chance);
        events.push(Event::Match(MatchEvent::Rolled { chance }));
    }
}
