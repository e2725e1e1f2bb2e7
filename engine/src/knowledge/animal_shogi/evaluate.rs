//! The odds of winning a position of animal shogi, as a logarithm.
//!
//! The weights are fitted by logistic regression to the exact values of positions from matches
//! (`engine/training/src/fit/shogi.rs`), where the side to move neither wins at once nor is mated. A logistic function turns a
//! payoff into a probability.

#[cfg(test)]
mod tests;

use crate::bots::Evaluate;
use crate::game::Seat;
use crate::games::animal_shogi::board::{Square, Squares};
use crate::games::animal_shogi::sets::Sets;
use crate::games::animal_shogi::sides::Sides;
use crate::games::animal_shogi::{Ending, Placement, Position, other};
use crate::knowledge::fitted::{Head, included};

/// The payoff of a won match; a lost match has the negative, a drawn one zero.
pub const WON: f64 = 1_000.0;
/// The payoff for a side that wins with its next move.
pub const WINS_NEXT: f64 = 900.0;
/// The payoff for a side that has mated the other.
pub const MATES: f64 = 800.0;

/// The parts of one in which all weights are counted, so that sums are exact and their order does not matter.
pub const PARTS: i16 = 20;

/// The number of features of a position.
pub const FEATURES: usize = 10;

/// The counts of a position: by how many the side to move has more elephants and giraffes, chicks, and hens on the board,
/// squares to which its lion can safely step, and giraffes, elephants and chicks in hand; one for the right to move; one if it is
/// in check; and the number of the other side's pieces that it can capture for nothing.
pub type Features = [i16; FEATURES];

/// The weight of each feature in [`PARTS`] of one. `dicehall-training fit animal-shogi` makes the file.
const WEIGHTS: Features = narrowed(included(include_str!("evaluate/weights.txt")));

/// The prospects of a position, before anything is counted.
enum Prospect {
    /// The side to move wins with its next move.
    WinsNext,
    /// The side to move is mated.
    Mated,
    /// Neither.
    Open { in_check: bool },
}

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

/// The features of a placement in which something is open: the match goes on, and the side to move neither wins at once nor is
/// mated.
pub fn features(placement: Placement) -> Option<Features> {
    let sets = Sets::of(placement);
    if sets.ending(placement).is_some() {
        return None;
    }
    match prospect(placement, &sets) {
        Prospect::Open { in_check } => Some(counted(placement, &sets, in_check)),
        Prospect::WinsNext | Prospect::Mated => None,
    }
}

/// How the file of the weights begins.
pub fn head() -> Head {
    Head {
        version: "dicehall-shogi 1",
        shape: format!("1 {FEATURES}"),
    }
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
    match prospect(placement, sets) {
        Prospect::WinsNext => in_parts(WINS_NEXT),
        Prospect::Mated => -in_parts(MATES),
        Prospect::Open { in_check } => {
            let features = counted(placement, sets, in_check);
            let weighed = features
                .iter()
                .zip(&WEIGHTS)
                .map(|(it, weight)| it * weight);
            weighed.sum()
        }
    }
}

fn prospect(placement: Placement, sets: &Sets) -> Prospect {
    let mover = placement.to_move();
    let in_check = !sets.checked.of(mover).is_empty();
    if wins_at_once(sets, mover) {
        Prospect::WinsNext
    } else if in_check && is_lost(placement, sets, mover) {
        Prospect::Mated
    } else {
        Prospect::Open { in_check }
    }
}

/// The features of a position.
fn counted(placement: Placement, sets: &Sets, in_check: bool) -> Features {
    let mover = placement.to_move();
    let enemy = other(mover);
    let lead = |counts: [i16; 2]| counts[mover.idx()] - counts[enemy.idx()];
    let [steppers, chicks] = counts(sets.steppers, sets.chicks);
    let [hens, steps] = counts(sets.hens, sets.escapes);
    let (own, theirs) = (placement.hand(mover), placement.hand(enemy));
    let more = |own: u8, theirs: u8| i16::from(own) - i16::from(theirs);
    [
        lead(steppers),
        lead(chicks),
        lead(hens),
        lead(steps),
        more(own.giraffe, theirs.giraffe),
        more(own.elephant, theirs.elephant),
        more(own.chick, theirs.chick),
        1,
        i16::from(in_check),
        loose(sets, enemy),
    ]
}

/// The number of pieces of `seat` that the other side attacks and nothing guards.
fn loose(sets: &Sets, seat: Seat) -> i16 {
    let loose = sets.pieces & sets.attacked.swapped() & !sets.attacked;
    counts(loose, loose)[0][seat.idx()]
}

/// The numbers of squares of both sides in one set, then in another, all counted at once: pairs of bits are added to
/// each other, then pairs of pairs, and so on.
fn counts(one: Sides, other: Sides) -> [[i16; 2]; 2] {
    let mut sums = u64::from(one.bits()) | u64::from(other.bits()) << 32;
    sums -= sums >> 1 & 0x5555_5555_5555_5555;
    sums = (sums & 0x3333_3333_3333_3333) + (sums >> 2 & 0x3333_3333_3333_3333);
    sums = (sums + (sums >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
    sums += sums >> 8;
    let [first, _, second, _, third, _, fourth, _] = sums.to_le_bytes();
    [[first, second], [third, fourth]].map(|it| it.map(i16::from))
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

#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    reason = "a test compares them"
)]
const fn narrowed(numbers: [i32; FEATURES]) -> Features {
    let (mut narrow, mut at) = ([0; FEATURES], 0);
    while at < FEATURES {
        narrow[at] = numbers[at] as i16;
        at += 1;
    }
    narrow
}
