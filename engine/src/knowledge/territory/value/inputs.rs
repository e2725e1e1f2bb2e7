//! The inputs of the value network: counts of a board, seen from the seat that is to choose next.
//!
//! Called by `value` for every evaluated position, and by the training. Seats come in the order of turns, without those
//! that are out: the first is the one that chooses next. Every count is a sum over territories of numbers that depend on
//! a territory and its neighbors alone, or on a seat's connected regions.

mod sums;
#[cfg(test)]
mod tests;

use super::situation::Situation;
use crate::game::SEATS_MAX;
use crate::games::territory::{Board, TERRITORY_DICE_MAX, odds};
use sums::{SeatCounts, Sums};

/// The number of inputs of each seat.
pub const SEAT_INPUTS: usize = 27;
/// The number of inputs of all pairs of an attacker and a defender.
const PAIR_INPUTS: usize = 2 * SEATS_MAX * (SEATS_MAX - 1);
/// The number of inputs for all seats together.
const COMMON_INPUTS: usize = 10;
/// The number of all inputs.
pub const INPUTS: usize = SEATS_MAX * SEAT_INPUTS + PAIR_INPUTS + COMMON_INPUTS;
/// Numbers of territories are scaled so that this is all of them.
const ALL: f32 = 4.0;

/// The inputs of one position.
pub type Inputs = [f32; INPUTS];

const SIDES: usize = 17;
const _: () = assert!(
    SIDES > 16 && TERRITORY_DICE_MAX == 16,
    "a row for each number of dice"
);

/// Counts boards; keeps the odds and its buffer.
#[derive(Clone, Debug)]
pub struct Counter {
    odds: Odds,
    inputs: Inputs,
}

/// The probability that an attack succeeds, by the attacker's dice and the defender's.
#[derive(Clone, Debug)]
pub(super) struct Odds([[f32; SIDES]; SIDES]);

impl Counter {
    /// A counter for rules in which attacks need luck, or are certain.
    pub fn new(attacks_are_certain: bool) -> Self {
        Self {
            odds: Odds::new(attacks_are_certain),
            inputs: [0.0; INPUTS],
        }
    }

    /// The probability that an attack with so many dice succeeds.
    pub fn success(&self, attackers: u8, defenders: u8) -> f32 {
        self.odds.success(attackers, defenders)
    }

    /// The inputs of a position.
    pub fn count(&mut self, board: &Board, situation: &Situation) -> &Inputs {
        let sums = Sums::of(board, situation, &self.odds);
        let territories: f32 = sums.seats.iter().map(|it| it.territories).sum();
        let scale = Scale {
            share: ALL / territories,
            dice: ALL / territories / f32::from(board.max_dice()),
            all_dice: sums.seats.iter().map(|it| it.dice).sum(),
        };
        self.inputs = [0.0; INPUTS];
        let (seats, rest) = self.inputs.split_at_mut(SEATS_MAX * SEAT_INPUTS);
        let (pairs, common) = rest.split_at_mut(PAIR_INPUTS);
        let rows = seats.chunks_exact_mut(SEAT_INPUTS).enumerate();
        for (at, row) in rows.take(situation.living.into()) {
            row.copy_from_slice(&of_seat(&sums.seats[at], &scale, situation, at));
        }
        let attackers = 0..SEATS_MAX;
        let both = attackers.flat_map(|it| (0..SEATS_MAX).map(move |of| (it, of)));
        let both = both.filter(|(attacker, defender)| attacker != defender);
        for ((attacker, defender), pair) in both.zip(pairs.chunks_exact_mut(2)) {
            pair[0] = sums.gains[attacker][defender] * scale.share;
            pair[1] = sums.holds[attacker][defender] * scale.share;
        }
        common.copy_from_slice(&of_all(&sums, &scale, situation));
        &self.inputs
    }
}

impl Odds {
    fn new(attacks_are_certain: bool) -> Self {
        let mut success = [[0.0; SIDES]; SIDES];
        // A territory with one die cannot attack.
        for (attackers, row) in (0..=TERRITORY_DICE_MAX).zip(&mut success).skip(2) {
            for (defenders, entry) in (0..=TERRITORY_DICE_MAX).zip(row) {
                *entry = if attacks_are_certain {
                    flag(attackers > defenders)
                } else {
                    narrow(odds::exact(attackers, defenders).probability())
                };
            }
        }
        Self(success)
    }

    fn success(&self, attackers: u8, defenders: u8) -> f32 {
        self.0[usize::from(attackers)][usize::from(defenders)]
    }
}

/// The factors that make inputs of counts.
struct Scale {
    /// For numbers of territories.
    share: f32,
    /// For numbers of dice on territories.
    dice: f32,
    /// All dice on the board.
    all_dice: f32,
}

/// The inputs of a seat, each scaled so that it is about 0 to 1.
fn of_seat(
    own: &SeatCounts,
    scale: &Scale,
    situation: &Situation,
    at: usize,
) -> [f32; SEAT_INPUTS] {
    let Scale { share, dice, .. } = *scale;
    let reserve = f32::from(situation.reserve[at]);
    let to_place = if at + 1 == usize::from(situation.living) {
        f32::from(situation.to_place)
    } else {
        0.0
    };
    [
        1.0,
        own.territories * share,
        own.dice * dice,
        own.dice * 2.0 / scale.all_dice,
        own.largest * share,
        own.second * share,
        own.regions * share,
        own.border * share,
        own.border_dice * dice,
        own.full * share,
        own.single * share,
        own.room * dice,
        reserve * dice,
        (reserve + to_place).min(own.room) * dice,
        own.loss * share,
        own.loss_of_largest * share,
        own.loss_of_dice * dice,
        own.threatened * share,
        own.superior * share,
        own.sources * share,
        nearly_stuck(own.sources),
        own.gain * share,
        own.likely * share,
        own.held_gain * share,
        own.best,
        own.best_held,
        own.link_gain * share,
    ]
}

/// The inputs for all seats together.
fn of_all(sums: &Sums, scale: &Scale, situation: &Situation) -> [f32; COMMON_INPUTS] {
    let [own, others @ ..] = &sums.seats;
    let most = others
        .iter()
        .fold(0.0_f32, |most, it| most.max(it.territories));
    let lead = own.territories - most;
    [
        1.0,
        flag(situation.living == 2),
        flag(situation.living == 3),
        f32::from(situation.to_place) * scale.share,
        f32::from(situation.brings) * scale.share,
        flag(situation.opening),
        flag(situation.must_attack),
        situation.rounds_left.map_or(0.0, |it| 1.0 / f32::from(it)),
        lead * scale.share,
        flag(lead > 0.0) - flag(lead < 0.0),
    ]
}

/// 1 for a seat that cannot attack at all, a little for one with a single source.
fn nearly_stuck(sources: f32) -> f32 {
    if sources < 0.5 {
        1.0
    } else if sources < 1.5 {
        0.3
    } else {
        0.0
    }
}

fn flag(it: bool) -> f32 {
    f32::from(u8::from(it))
}

#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    reason = "rounding to a float is the purpose"
)]
fn narrow(it: f64) -> f32 {
    it as f32
}
