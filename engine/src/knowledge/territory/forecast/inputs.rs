//! The inputs of the forecast: counts of each seat, from the mover on, and some of all seats together.

use super::{COUNTS, INPUTS, Inputs};
use crate::game::{SEATS_MAX, Seat};
use crate::games::territory::{Board, OnTerritories, TerritorySet};

/// The number of territories at which the counts are not scaled.
const USUAL_TERRITORIES: f64 = 25.0;

/// The inputs at a position in which `mover` is to choose.
pub fn inputs_of<S: OnTerritories>(state: &S, mover: Seat) -> Inputs {
    inputs(state.board(), mover, state.must_attack())
}

/// The inputs: those of each seat in the order of turns from the mover, then those of all seats together.
fn inputs(board: &Board, mover: Seat, must_attack: bool) -> Inputs {
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
pub(super) struct Front {
    /// The seat's territories beside an enemy territory with more dice.
    pub(super) threatened: u8,
    /// The seat's territories from which it may attack.
    pub(super) sources: u8,
    /// The enemy territories beside a territory of the seat with more dice.
    pub(super) targets: u8,
}

impl Front {
    pub(super) fn of(board: &Board, seat: Seat) -> Self {
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
    USUAL_TERRITORIES / f64::from(territories.max(1))
}

fn flag(it: bool) -> f64 {
    f64::from(u8::from(it))
}
