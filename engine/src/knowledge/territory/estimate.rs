//! An estimate of each seat's odds of winning on a board of territories.
//!
//! Every seat that still owns a territory gets a strength, the exponential of a weighted sum of features of the board;
//! the odds are the strengths scaled to sum to one. The weights were fitted by logistic regression to the results of
//! matches between searchers, once for each way in which a match ends.

#[cfg(test)]
mod tests;

use crate::bots::Payoffs;
use crate::bots::guide::normalize;
use crate::game::{Node, SEATS_MAX, Seat, State};
use crate::games::territory::{Board, Course, OnTerritories};

/// The number of features of a seat.
const FEATURES: usize = 15;

/// The weight of each feature, in the order of [`features`].
type Weights = [f64; FEATURES];

/// The weights for matches that end as soon as a seat cannot attack at the start of its turn.
const STUCK_ENDS: Weights = [
    1.384, 8.58, 2.67, -4.343, 0.482, 0.057, -0.152, 0.707, 0.078, -0.167, -0.661, 7.176, -1.31,
    0.074, -1.187,
];
/// The weights for matches that go on until one seat owns everything.
const LAST_OWNER: Weights = [
    0.809, 6.003, 4.446, -3.684, 1.138, -1.511, -0.281, 0.575, 0.066, -0.169, -0.482, -0.549,
    -1.873, 0.986, 0.02,
];

/// The weights for matches in which reinforcement dice are placed at random.
const SCATTERED: Weights = [
    0.706, 6.019, 2.969, -4.957, 0.563, 0.397, -0.118, 0.463, 0.068, -0.168, -0.522, 1.086, -1.612,
    3.616, 0.563,
];

/// The odds of each seat to win; zero for a seat without territories.
pub fn estimate<S: OnTerritories>(state: &S) -> Payoffs {
    let weights = match state.course() {
        Course::StuckEnds => &STUCK_ENDS,
        Course::LastOwner => &LAST_OWNER,
        Course::Scattered => &SCATTERED,
    };
    let board = state.board();
    let mover = match state.node() {
        Node::Decision(seat) => seat,
        Node::Chance | Node::Terminal(_) => Seat::ALL[0],
    };
    let totals = Totals::of(board);
    let mut strengths = [0.0; SEATS_MAX];
    for seat in board.owners().iter() {
        let turns_away =
            (seat.idx() + usize::from(state.seats()) - mover.idx()) % usize::from(state.seats());
        let counted = features(board, seat, turns_away, &totals);
        let sum: f64 = counted
            .iter()
            .zip(weights)
            .map(|(feature, weight)| feature * weight)
            .sum();
        strengths[seat.idx()] = sum.exp();
    }
    normalize(&mut strengths);
    strengths
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
fn features(board: &Board, seat: Seat, turns_away: usize, totals: &Totals) -> [f64; FEATURES] {
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
