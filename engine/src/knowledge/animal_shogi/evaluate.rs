//! The odds of winning a position of animal shogi, as a logarithm.
//!
//! The weights were fitted once by logistic regression to the results of 6,000 matches between searchers four plies deep,
//! at positions where the side to move cannot win at once. A logistic function turns a payoff into a probability.

#[cfg(test)]
mod tests;

use crate::bots::Evaluate;
use crate::game::Seat;
use crate::games::animal_shogi::board::{Square, Squares};
use crate::games::animal_shogi::sets::Sets;
use crate::games::animal_shogi::{Ending, Placement, Position, other};

/// The payoff of a won match; a lost match has the negative, a drawn one zero.
pub const WON: f64 = 1_000.0;
/// The payoff for a side that wins with its next move.
pub const WINS_NEXT: f64 = 900.0;
/// The payoff for a side that has mated the other.
pub const MATES: f64 = 800.0;

/// The parts of one in which all weights are counted, so that sums are exact and their order does not matter.
pub const PARTS: i16 = 20;

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

/// The log-odds of a placement for the side to move, in [`PARTS`] of one.
pub fn parts(placement: Placement) -> i16 {
    judged(placement, placement.ending())
}

/// Whether the side to move can capture the lion or bring its own safely home.
pub fn wins_next(placement: Placement) -> bool {
    placement.ending().is_none() && wins_at_once(&Sets::of(placement), placement.to_move())
}

/// Whether the side to move cannot prevent the capture of its lion. It may still win first: call [`wins_next`] before.
pub fn is_mated(placement: Placement) -> bool {
    let seat = placement.to_move();
    let sets = Sets::of(placement);
    sets.in_check(seat) && is_lost(placement, &sets, seat)
}

fn wins_at_once(sets: &Sets, mover: Seat) -> bool {
    sets.in_check(other(mover)) || !(sets.escapes(mover) & Squares::far_rank(mover)).is_empty()
}

/// Whether a lion in check can neither flee nor be rescued.
fn is_lost(placement: Placement, sets: &Sets, seat: Seat) -> bool {
    let lion = sets.lions[seat.idx()];
    let rescuers = |checker: Square| placement.attackers(checker, seat) & !lion;
    // Pieces step one square, so no drop can stand between a checking piece and the lion.
    sets.escapes(seat).is_empty() && {
        let checkers = placement.checkers(seat);
        checkers.len() > 1 || checkers.into_iter().all(|it| rescuers(it).is_empty())
    }
}

fn log_odds(placement: Placement, ending: Option<Ending>, seat: Seat) -> f64 {
    let parts = judged(placement, ending);
    // Zero has no sign of its own.
    let signed = if seat == placement.to_move() {
        parts
    } else {
        -parts
    };
    f64::from(signed) / f64::from(PARTS)
}

/// The log-odds for the side to move, in parts.
fn judged(placement: Placement, ending: Option<Ending>) -> i16 {
    let mover = placement.to_move();
    if let Some(ending) = ending {
        let winners = ending.outcome(mover).winners;
        return match (winners.is_empty(), winners.contains(mover)) {
            (true, _) => 0,
            (false, true) => in_parts(WON),
            (false, false) => -in_parts(WON),
        };
    }
    let sets = Sets::of(placement);
    if wins_at_once(&sets, mover) {
        return in_parts(WINS_NEXT);
    }
    let in_check = sets.in_check(mover);
    if in_check && is_lost(placement, &sets, mover) {
        return -in_parts(MATES);
    }
    let waiting = other(mover);
    let check = if in_check { CHECK } else { 0 };
    let loose = LOOSE * count(loose(&sets, waiting));
    strength(placement, &sets, mover) - strength(placement, &sets, waiting)
        + TO_MOVE
        + check
        + loose
}

/// The worth of a seat's pieces on the board and in hand, and of the freedom of its lion.
fn strength(placement: Placement, sets: &Sets, seat: Seat) -> i16 {
    let own = sets.kinds.of(sets.pieces[seat.idx()]);
    let board = STEPPER * count(own.elephants | own.giraffes)
        + CHICK * count(own.chicks)
        + HEN * count(own.hens);
    let hand = placement.hand(seat);
    let hand = GIRAFFE_IN_HAND * i16::from(hand.giraffe)
        + ELEPHANT_IN_HAND * i16::from(hand.elephant)
        + CHICK_IN_HAND * i16::from(hand.chick);
    board + hand + LION_STEP * count(sets.escapes(seat))
}

/// The pieces of `seat` that the other side attacks and nothing guards.
fn loose(sets: &Sets, seat: Seat) -> Squares {
    let at = seat.idx();
    sets.pieces[at] & sets.attacked[other(seat).idx()] & !sets.attacked[at]
}

fn count(squares: Squares) -> i16 {
    i16::try_from(squares.len()).unwrap_or_else(|_| unreachable!("a board has twelve squares"))
}

/// A payoff of whole numbers in parts.
#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    reason = "at most 1,000, and a constant"
)]
const fn in_parts(payoff: f64) -> i16 {
    payoff as i16 * PARTS
}

/// The weight of an elephant or a giraffe: 1.2.
const STEPPER: i16 = 24;
/// The weight of a chick: 0.5.
const CHICK: i16 = 10;
/// The weight of a hen: 0.9.
const HEN: i16 = 18;
/// The weight of a chick in hand: 0.7.
const CHICK_IN_HAND: i16 = 14;
/// The weight of an elephant in hand: 1.
const ELEPHANT_IN_HAND: i16 = 20;
/// The weight of a giraffe in hand: 1.25.
const GIRAFFE_IN_HAND: i16 = 25;
/// The weight of each square that the lion can safely step to: 0.2.
const LION_STEP: i16 = 4;
/// The weight of the right to move: 0.15.
const TO_MOVE: i16 = 3;
/// The weight of being in check without being mated: -0.6.
const CHECK: i16 = -12;
/// The weight of each piece that can be captured for nothing: 1.4.
const LOOSE: i16 = 28;
