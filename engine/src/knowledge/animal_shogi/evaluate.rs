//! The odds of winning a position of animal shogi, as a logarithm.
//!
//! The weights were fitted once by logistic regression to the results of 6,000 matches between searchers four plies deep,
//! at positions where the side to move cannot win at once. A logistic function turns a payoff into a probability.

#[cfg(test)]
mod tests;

use crate::bots::Evaluate;
use crate::game::Seat;
use crate::games::animal_shogi::board::{Square, Squares};
use crate::games::animal_shogi::pieces::Kind;
use crate::games::animal_shogi::{Ending, Placement, Position, other};

/// The payoff of a won match; a lost match has the negative, a drawn one zero.
pub const WON: f64 = 1_000.0;
/// The payoff for a side that wins with its next move.
pub const WINS_NEXT: f64 = 900.0;
/// The payoff for a side that has mated the other.
pub const MATES: f64 = 800.0;

/// The evaluator: the logarithm of the odds of winning.
#[derive(Clone, Copy, Debug, Default)]
pub struct LogOdds;

impl Evaluate<Position> for LogOdds {
    fn payoff(&self, state: &Position, seat: Seat) -> f64 {
        log_odds(state.placement(), state.ending(), seat)
    }
}

impl Evaluate<Placement> for LogOdds {
    fn payoff(&self, state: &Placement, seat: Seat) -> f64 {
        log_odds(*state, state.ending(), seat)
    }
}

/// Whether the side to move can capture the lion or bring its own safely home.
pub fn wins_next(placement: Placement) -> bool {
    let seat = placement.to_move();
    let tries = placement.lion_escapes(seat) & Squares::far_rank(seat);
    placement.ending().is_none() && (placement.in_check(other(seat)) || !tries.is_empty())
}

/// Whether the side to move cannot prevent the capture of its lion. It may still win first: call [`wins_next`] before.
pub fn is_mated(placement: Placement) -> bool {
    let seat = placement.to_move();
    let checkers = placement.checkers(seat);
    let rescuers = |checker: Square| {
        let lion = placement.lion(seat).map_or(Squares::EMPTY, Squares::only);
        placement.attackers(checker, seat) & !lion
    };
    // Pieces step one square, so no drop can stand between a checking piece and the lion.
    !checkers.is_empty()
        && placement.lion_escapes(seat).is_empty()
        && (checkers.len() > 1 || checkers.into_iter().all(|it| rescuers(it).is_empty()))
}

fn log_odds(placement: Placement, ending: Option<Ending>, seat: Seat) -> f64 {
    let mover = placement.to_move();
    if let Some(ending) = ending {
        let winners = ending.outcome(mover).winners;
        return if winners.is_empty() {
            0.0
        } else {
            signed(WON, winners.contains(seat))
        };
    }
    signed(for_mover(placement, mover), seat == mover)
}

fn signed(payoff: f64, positive: bool) -> f64 {
    if positive { payoff } else { -payoff }
}

fn for_mover(placement: Placement, mover: Seat) -> f64 {
    if wins_next(placement) {
        return WINS_NEXT;
    }
    if is_mated(placement) {
        return -MATES;
    }
    let waiting = other(mover);
    let check = if placement.in_check(mover) {
        CHECK
    } else {
        0.0
    };
    let loose = LOOSE * f64::from(loose(placement, waiting));
    strength(placement, mover) - strength(placement, waiting) + TO_MOVE + check + loose
}

/// The worth of a seat's pieces on the board and in hand, and of the freedom of its lion.
fn strength(placement: Placement, seat: Seat) -> f64 {
    let board: f64 = placement
        .pieces(seat)
        .into_iter()
        .filter_map(|it| placement.piece(it))
        .map(|it| worth(it.kind))
        .sum();
    let hand = placement.hand(seat);
    let hand = GIRAFFE_IN_HAND * f64::from(hand.giraffe)
        + ELEPHANT_IN_HAND * f64::from(hand.elephant)
        + CHICK_IN_HAND * f64::from(hand.chick);
    board + hand + LION_STEP * f64::from(placement.lion_mobility(seat))
}

/// The number of pieces of `seat` that the other side attacks and nothing guards.
fn loose(placement: Placement, seat: Seat) -> u32 {
    (placement.pieces(seat) & placement.attacked(other(seat)) & !placement.attacked(seat)).len()
}

const fn worth(kind: Kind) -> f64 {
    match kind {
        Kind::Lion => 0.0,
        Kind::Elephant | Kind::Giraffe => 1.2,
        Kind::Chick => 0.5,
        Kind::Hen => 0.9,
    }
}

const CHICK_IN_HAND: f64 = 0.7;
const ELEPHANT_IN_HAND: f64 = 1.0;
const GIRAFFE_IN_HAND: f64 = 1.25;
/// The weight of each square that the lion can safely step to.
const LION_STEP: f64 = 0.2;
/// The weight of the right to move.
const TO_MOVE: f64 = 0.15;
/// The weight of being in check without being mated.
const CHECK: f64 = -0.6;
/// The weight of each piece that can be captured for nothing.
const LOOSE: f64 = 1.4;
