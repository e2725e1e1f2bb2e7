//! A forecast of the mover's share of the win, for matches that end as soon as a seat cannot attack at the start of its
//! turn.
//!
//! Called by the guide for four seats under such rules. A neural network with one hidden layer: its inputs are counts
//! of the board, seen from the mover. The plain estimate cannot tell that a lead is worth most while another seat is
//! about to be stuck; the hidden units can.
//!
//! The network was fitted to the results of about 200,000 matches of the book's rules on 5 x 5 hexes (2.1 million
//! positions in which the search was to choose), by the cross entropy of the share. In these matches a tree search with
//! the previous fit met three `paranoid:2`, on rotating seats, and sometimes acted at random so that bad positions
//! occur as well. So the forecast holds for a mover that searches and for others that reply like `paranoid:2`.

#[cfg(test)]
mod tests;
mod weights;

use crate::game::{SEATS_MAX, Seat};
use crate::games::territory::{Board, OnTerritories, TerritorySet};
use weights::{BIAS, OUTPUT, OUTPUT_BIAS, WEIGHTS};

/// The number of hidden units.
const HIDDEN: usize = 24;
/// The number of inputs for each seat.
const COUNTS: usize = 12;
/// The number of inputs for all seats together.
const COMMON: usize = 4;
/// The number of all inputs.
const INPUTS: usize = SEATS_MAX * COUNTS + COMMON;
/// The slope of a hidden unit below zero (leaky rectifier).
const LEAK: f64 = 0.05;
/// The number of territories of the boards in the fit; counts on other boards are scaled to it.
const FITTED_TERRITORIES: f64 = 25.0;

/// The share of the win that `mover`, who is to choose, can expect, from 0 to 1.
pub fn forecast<S: OnTerritories>(state: &S, mover: Seat) -> f64 {
    odds_of(&inputs(state.board(), mover, state.must_attack()))
}

/// The odds that the network computes from its inputs.
fn odds_of(inputs: &[f64; INPUTS]) -> f64 {
    let mut hidden = BIAS;
    for (input, row) in inputs.iter().zip(&WEIGHTS).filter(|it| *it.0 != 0.0) {
        for (unit, weight) in hidden.iter_mut().zip(row) {
            *unit += input * weight;
        }
    }
    let bent = hidden.map(|it| if it > 0.0 { it } else { LEAK * it });
    let sum: f64 = bent
        .iter()
        .zip(&OUTPUT)
        .map(|(unit, weight)| unit * weight)
        .sum();
    1.0 / (1.0 + (-sum - OUTPUT_BIAS).exp())
}

/// The inputs: those of each seat in the order of turns from the mover, then those of all seats together.
fn inputs(board: &Board, mover: Seat, must_attack: bool) -> [f64; INPUTS] {
    let mut inputs = [0.0; INPUTS];
    let mut sizes = [0; SEATS_MAX];
    for (turns_away, counted) in inputs.chunks_exact_mut(COUNTS).take(SEATS_MAX).enumerate() {
        let seat = Seat::ALL[(mover.idx() + turns_away) % SEATS_MAX];
        counted.copy_from_slice(&counts(board, seat));
        sizes[turns_away] = i16::from(board.owned(seat).len());
    }
    let [own, next, second, third] = sizes;
    let lead = own - next.max(second).max(third);
    let common = [
        f64::from(lead) * scale(board) / 10.0,
        flag(lead > 0),
        flag(lead == 0),
        flag(must_attack),
    ];
    inputs[SEATS_MAX * COUNTS..].copy_from_slice(&common);
    inputs
}

/// The inputs of a seat, each scaled so that it is about 0 to 1.
fn counts(board: &Board, seat: Seat) -> [f64; COUNTS] {
    let owned = board.owned(seat);
    let scale = scale(board);
    let tenth = |count: u8| f64::from(count) * scale / 10.0;
    let holding = |least: u8| holding(board, owned, least);
    let front = Front::of(board, seat);
    [
        tenth(owned.len()),
        f64::from(board.dice_of(seat)) * scale / 30.0,
        tenth(board.largest_region(seat)),
        tenth(front.threatened),
        f64::from(front.sources) * scale / 5.0,
        flag(front.sources == 0),
        flag(front.sources == 1),
        tenth(board.with_room(seat).len()),
        tenth(owned.len() - holding(2)),
        tenth(front.targets),
        flag(owned.len() < 2),
        tenth(holding(4)),
    ]
}

/// The border between a seat and its enemies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Front {
    /// The seat's territories beside an enemy territory with more dice.
    threatened: u8,
    /// The seat's territories from which it may attack.
    sources: u8,
    /// The enemy territories beside a territory of the seat with more dice.
    targets: u8,
}

impl Front {
    fn of(board: &Board, seat: Seat) -> Self {
        let (owned, enemies) = (board.owned(seat), board.enemies(seat));
        let mut front = Self::default();
        let mut targets = TerritorySet::EMPTY;
        for territory in owned {
            let dice = board.dice(territory);
            let mut threatened = false;
            let touching = board.graph().touching(territory).and(enemies);
            for enemy in touching {
                threatened |= board.dice(enemy) > dice;
                if board.dice(enemy) < dice {
                    targets = targets.with(enemy);
                }
            }
            front.threatened += u8::from(threatened);
            front.sources += u8::from(dice > 1 && !touching.is_empty());
        }
        Self {
            targets: targets.len(),
            ..front
        }
    }
}

/// The number of territories that hold at least `least` dice.
fn holding(board: &Board, territories: TerritorySet, least: u8) -> u8 {
    let held = territories
        .into_iter()
        .filter(|it| board.dice(*it) >= least);
    held.collect::<TerritorySet>().len()
}

fn scale(board: &Board) -> f64 {
    let territories: u8 = board.owners().iter().map(|it| board.owned(it).len()).sum();
    FITTED_TERRITORIES / f64::from(territories.max(1))
}

fn flag(it: bool) -> f64 {
    f64::from(u8::from(it))
}
