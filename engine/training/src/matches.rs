//! One match: who acts, and what is noted of it.

use std::time::{Duration, Instant};

use dicehall_engine::bots::{Payoffs, payoffs_of};
use dicehall_engine::dice::SeededDice;
use dicehall_engine::game::{Node, SEATS_MAX, Seat, State};
use dicehall_engine::games::territory::{Action, OnTerritories, TurnStage};

use crate::players::Player;

/// A match with more steps than this is broken off, and nobody has won it.
const STEPS_MAX: u32 = 200_000;

/// A finished match.
#[derive(Clone, Debug, Default)]
pub(crate) struct Finished {
    /// The shares of the win.
    pub(crate) result: Payoffs,
    /// The rounds that were begun.
    pub(crate) rounds: u16,
    /// The rounds in which nobody attacked.
    pub(crate) idle_rounds: u16,
    /// Whether it ended because the last round was over.
    pub(crate) reached_last_round: bool,
    /// The actions of each seat.
    pub(crate) actions: [u64; SEATS_MAX],
    /// The time that each seat took for them.
    pub(crate) time: [Duration; SEATS_MAX],
}

/// A moment of a match that may be noted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moment {
    /// A turn has ended, or the match has begun.
    TurnEnds,
    /// A seat is to choose after an attack in its turn.
    Midway,
}

/// Plays a match between these players to its end, and shows each moment to `seen`.
pub(crate) fn play<S: OnTerritories>(
    state: S,
    players: &mut [Player<S>],
    dice: &mut SeededDice,
    seen: impl FnMut(&S, Moment),
) -> Finished {
    let choose = |state: &S, seat: Seat, dice: &mut SeededDice| {
        let action = players[seat.idx()].choose(state, dice)?;
        for it in players.iter_mut() {
            it.watch(state, action);
        }
        Some(action)
    };
    play_by(state, choose, dice, seen)
}

/// Plays a match to its end: `choose` tells the action of the seat that is to choose. Shows each moment to `seen`.
pub(crate) fn play_by<S: OnTerritories>(
    mut state: S,
    mut choose: impl FnMut(&S, Seat, &mut SeededDice) -> Option<Action>,
    dice: &mut SeededDice,
    mut seen: impl FnMut(&S, Moment),
) -> Finished {
    let mut finished = Finished {
        rounds: 1,
        ..Finished::default()
    };
    let mut attacked = false;
    seen(&state, Moment::TurnEnds);
    for _ in 0..STEPS_MAX {
        match state.node() {
            Node::Terminal(outcome) => {
                let last = state.rounds();
                finished.result = payoffs_of(outcome, state.seats());
                finished.reached_last_round = last > 0 && state.turn().round > last;
                break;
            }
            Node::Chance => {
                let Some(chance) = state.roll(dice) else {
                    break;
                };
                state.resolve(chance);
            }
            Node::Decision(seat) => {
                if !state.turn().opening {
                    seen(&state, Moment::Midway);
                }
                let begun = Instant::now();
                let Some(action) = choose(&state, seat, dice) else {
                    break;
                };
                finished.time[seat.idx()] += begun.elapsed();
                finished.actions[seat.idx()] += 1;
                state.act(action);
                attacked |= action != Action::Pass;
                if action == Action::Pass && state.turn().stage != TurnStage::Over {
                    seen(&state, Moment::TurnEnds);
                }
            }
        }
        if state.turn().round != finished.rounds {
            finished.rounds = state.turn().round;
            finished.idle_rounds += u16::from(!attacked);
            attacked = false;
        }
    }
    finished
}
