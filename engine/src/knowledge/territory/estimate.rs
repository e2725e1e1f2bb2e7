//! An estimate of each seat's odds of winning on a board of territories.
//!
//! Every seat that still owns a territory gets a strength, the exponential of a weighted sum of features of the board;
//! the odds are the strengths scaled to sum to one. The weights are fitted by logistic regression to the results of
//! matches (`engine/training/src/fit.rs`), once for each way in which a match goes on.

#[cfg(test)]
mod tests;

use crate::bots::Payoffs;
use crate::bots::guide::normalize;
use crate::game::{Node, SEATS_MAX, Seat, State};
use crate::games::territory::{Board, Course, OnTerritories};
use crate::knowledge::fitted::{Head, included};

/// The number of features of a seat.
pub const FEATURES: usize = 15;
/// The ways in which a match can go on; each has weights of its own.
const COURSES: usize = 3;
/// The parts of one in which the weights are counted.
pub const PARTS: f64 = 1_000.0;

/// The features of a seat: shares of the board, and flags of 0 or 1.
pub type Features = [f64; FEATURES];

/// The weight of each feature, in the order of [`features_of`]. `dicehall-training fit estimate` makes the file: one row for
/// each way in which a match goes on.
static WEIGHTS: [Features; COURSES] = in_rows(included(include_str!("estimate/weights.txt")));

/// How the file of the weights begins.
pub fn head() -> Head {
    Head {
        version: "dicehall-estimate 1",
        shape: format!("{COURSES} {FEATURES}"),
    }
}

/// The odds of each seat to win; zero for a seat without territories.
pub fn estimate<S: OnTerritories>(state: &S) -> Payoffs {
    let weights = &WEIGHTS[row(state.course())];
    let mut strengths = [0.0; SEATS_MAX];
    for (strength, features) in strengths.iter_mut().zip(features_of(state)) {
        let weighed = |it: Features| it.iter().zip(weights).map(|(it, weight)| it * weight).sum();
        *strength = features.map_or(0.0, |it| f64::exp(weighed(it)));
    }
    normalize(&mut strengths);
    strengths
}

/// The features of each seat that owns a territory.
pub fn features_of<S: OnTerritories>(state: &S) -> [Option<Features>; SEATS_MAX] {
    let board = state.board();
    let mover = match state.node() {
        Node::Decision(seat) => seat,
        Node::Chance | Node::Terminal(_) => Seat::ALL[0],
    };
    let totals = Totals::of(board);
    let mut all = [None; SEATS_MAX];
    for seat in board.owners().iter() {
        let turns_away =
            (seat.idx() + usize::from(state.seats()) - mover.idx()) % usize::from(state.seats());
        all[seat.idx()] = Some(features(board, seat, turns_away, &totals));
    }
    all
}

/// The row of the weights for matches that go on in this way.
fn row(course: Course) -> usize {
    match course {
        Course::StuckEnds => 0,
        Course::LastOwner => 1,
        Course::Scattered => 2,
    }
}

/// Totals of the whole board, of which each seat has a share.
struct Totals {
    territories: f64,
    dice: f64,
}

impl Totals {
    fn of(board: &Board) -> Self {
        let territories: u8 = board.owners().iter().map(|it| board.owned(it).len()).sum();
        let dice: u16 = board.owners().iter().map(|it| board.dice_of(it)).sum();
        Self {
            territories: f64::from(territories),
            dice: f64::from(dice),
        }
    }
}

/// The features of a seat whose turn comes after `turns_away` others.
fn features(board: &Board, seat: Seat, turns_away: usize, totals: &Totals) -> Features {
    let owned = board.owned(seat);
    let share = |count: u8| f64::from(count) / totals.territories;
    let territories = share(owned.len());
    let dice = f64::from(board.dice_of(seat)) / totals.dice;
    let border = Border::of(board, seat);
    let can_attack = f64::from(u8::from(board.can_attack(seat)));
    let turn = |away: usize| f64::from(u8::from(turns_away == away));
    [
        territories,
        dice,
        share(board.largest_region(seat)),
        share(border.threatened),
        share(border.superior),
        share(border.exposed),
        can_attack,
        turn(0),
        turn(1),
        turn(2),
        turn(3),
        share(owned.len() - board.with_room(seat).len()),
        territories * territories,
        dice * dice,
        territories * can_attack,
    ]
}

/// The numbers of a seat's territories that touch an enemy.
#[derive(Default)]
struct Border {
    /// Territories beside an enemy territory with more dice.
    threatened: u8,
    /// Territories beside an enemy territory with fewer dice.
    superior: u8,
    /// All territories that touch an enemy.
    exposed: u8,
}

impl Border {
    fn of(board: &Board, seat: Seat) -> Self {
        let enemies = board.enemies(seat);
        let mut border = Self::default();
        for territory in board.owned(seat) {
            let touching = board.graph().touching(territory).and(enemies);
            if touching.is_empty() {
                continue;
            }
            let dice = board.dice(territory);
            border.exposed += 1;
            border.threatened += u8::from(touching.into_iter().any(|it| board.dice(it) > dice));
            border.superior += u8::from(touching.into_iter().any(|it| board.dice(it) < dice));
        }
        border
    }
}

/// The weights row by row, from parts of one.
#[expect(clippy::as_conversions, reason = "from() is not yet const")]
const fn in_rows(parts: [i32; COURSES * FEATURES]) -> [Features; COURSES] {
    let mut rows = [[0.0; FEATURES]; COURSES];
    let mut at = 0;
    while at < parts.len() {
        rows[at / FEATURES][at % FEATURES] = parts[at] as f64 / PARTS;
        at += 1;
    }
    rows
}
