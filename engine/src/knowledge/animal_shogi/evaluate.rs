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
use crate::games::animal_shogi::sides::Sides;
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
    let sets = Sets::of(placement);
    match sets.ending(placement) {
        Some(ending) => ended(ending, placement.to_move()),
        None => judged(placement, &sets),
    }
}

/// The log-odds of a position for the side to move, which a repetition may have ended.
pub fn parts_of(position: &Position) -> i16 {
    parts_with(position.placement(), position.ending())
}

/// Whether the side to move can capture the lion or bring its own safely home.
pub fn wins_next(placement: Placement) -> bool {
    let sets = Sets::of(placement);
    sets.ending(placement).is_none() && wins_at_once(&sets, placement.to_move())
}

/// Whether the side to move cannot prevent the capture of its lion. It may still win first: call [`wins_next`] before.
pub fn is_mated(placement: Placement) -> bool {
    let seat = placement.to_move();
    let sets = Sets::of(placement);
    !sets.checked.of(seat).is_empty() && is_lost(placement, &sets, seat)
}

fn wins_at_once(sets: &Sets, mover: Seat) -> bool {
    let home = sets.escapes.of(mover) & Squares::far_rank(mover);
    !(sets.checked.of(other(mover)) | home).is_empty()
}

/// Whether a lion in check can neither flee nor be rescued.
fn is_lost(placement: Placement, sets: &Sets, seat: Seat) -> bool {
    let lion = sets.lions.of(seat);
    let rescuers = |checker: Square| placement.attackers(checker, seat) & !lion;
    // Pieces step one square, so no drop can stand between a checking piece and the lion.
    sets.escapes.of(seat).is_empty() && {
        let checkers = placement.checkers(seat);
        checkers.len() > 1 || checkers.into_iter().all(|it| rescuers(it).is_empty())
    }
}

fn log_odds(placement: Placement, ending: Option<Ending>, seat: Seat) -> f64 {
    let parts = parts_with(placement, ending);
    // Zero has no sign of its own.
    let signed = if seat == placement.to_move() {
        parts
    } else {
        -parts
    };
    f64::from(signed) / f64::from(PARTS)
}

fn parts_with(placement: Placement, ending: Option<Ending>) -> i16 {
    match ending {
        Some(ending) => ended(ending, placement.to_move()),
        None => judged(placement, &Sets::of(placement)),
    }
}

/// The log-odds for the side to move where the match is over, in parts.
fn ended(ending: Ending, mover: Seat) -> i16 {
    let winners = ending.outcome(mover).winners;
    match (winners.is_empty(), winners.contains(mover)) {
        (true, _) => 0,
        (false, true) => in_parts(WON),
        (false, false) => -in_parts(WON),
    }
}

/// The log-odds for the side to move where the match goes on, in parts.
fn judged(placement: Placement, sets: &Sets) -> i16 {
    let mover = placement.to_move();
    if wins_at_once(sets, mover) {
        return in_parts(WINS_NEXT);
    }
    let in_check = !sets.checked.of(mover).is_empty();
    if in_check && is_lost(placement, sets, mover) {
        return -in_parts(MATES);
    }
    let check = if in_check { CHECK } else { 0 };
    let ahead = ahead(placement, sets);
    let for_mover = if mover.idx() == 0 { ahead } else { -ahead };
    for_mover + TO_MOVE + check + LOOSE * loose(sets, other(mover))
}

/// By how much the pieces of seat 0 on the board and in hand, and the freedom of its lion, are worth more.
fn ahead(placement: Placement, sets: &Sets) -> i16 {
    let board = counts(sets.steppers, sets.chicks);
    let others = counts(sets.hens, sets.escapes);
    let worth = |seat: usize| {
        STEPPER * board[seat]
            + CHICK * board[seat + 2]
            + HEN * others[seat]
            + LION_STEP * others[seat + 2]
            + in_hand(placement, Seat::ALL[seat])
    };
    worth(0) - worth(1)
}

/// The worth of a seat's pieces in hand.
fn in_hand(placement: Placement, seat: Seat) -> i16 {
    let hand = placement.hand(seat);
    GIRAFFE_IN_HAND * i16::from(hand.giraffe)
        + ELEPHANT_IN_HAND * i16::from(hand.elephant)
        + CHICK_IN_HAND * i16::from(hand.chick)
}

/// The number of pieces of `seat` that the other side attacks and nothing guards.
fn loose(sets: &Sets, seat: Seat) -> i16 {
    let loose = sets.pieces & sets.attacked.swapped() & !sets.attacked;
    counts(loose, loose)[seat.idx()]
}

/// The numbers of squares of both sides in one set, then in another, all counted at once: pairs of bits are added to
/// each other, then pairs of pairs, and so on.
fn counts(one: Sides, other: Sides) -> [i16; 4] {
    let mut sums = u64::from(one.bits()) | u64::from(other.bits()) << 32;
    sums -= sums >> 1 & 0x5555_5555_5555_5555;
    sums = (sums & 0x3333_3333_3333_3333) + (sums >> 2 & 0x3333_3333_3333_3333);
    sums = (sums + (sums >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
    sums += sums >> 8;
    let [first, _, second, _, third, _, fourth, _] = sums.to_le_bytes();
    [first, second, third, fourth].map(i16::from)
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
