//! The counts of a board from which the inputs are made: sums over territories, and connected regions.
//!
//! Called by `inputs` for every evaluated position.

use super::Odds;
use crate::game::{SEATS_MAX, Seat};
use crate::games::territory::{Board, TERRITORIES_MAX, Territory, TerritorySet};
use crate::knowledge::territory::value::situation::Situation;

/// The counts of a seat, not yet scaled.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SeatCounts {
    pub(super) territories: f32,
    pub(super) dice: f32,
    pub(super) largest: f32,
    pub(super) second: f32,
    pub(super) regions: f32,
    pub(super) border: f32,
    pub(super) border_dice: f32,
    pub(super) full: f32,
    pub(super) single: f32,
    pub(super) room: f32,
    /// The sum over own territories of the probability to lose it to the strongest neighbor that can attack.
    pub(super) loss: f32,
    /// The same within the largest region.
    pub(super) loss_of_largest: f32,
    /// The dice on territories, each times the probability to lose it.
    pub(super) loss_of_dice: f32,
    pub(super) threatened: f32,
    pub(super) superior: f32,
    /// The territories from which the seat can attack.
    pub(super) sources: f32,
    /// The sum over enemy territories of the seat's best probability to take it.
    pub(super) gain: f32,
    /// The enemy territories that the seat can take with even odds or better.
    pub(super) likely: f32,
    /// The sum of the probabilities to take a territory and to hold it against the strongest neighbor.
    pub(super) held_gain: f32,
    /// The best of these probabilities.
    pub(super) best_held: f32,
    pub(super) best: f32,
    /// The greatest expected growth of the largest region by one attack.
    pub(super) link_gain: f32,
}

/// The counts of all seats, and of pairs of them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sums {
    pub(super) seats: [SeatCounts; SEATS_MAX],
    /// By attacker and defender: the sum of the best probabilities to take each territory.
    pub(super) gains: [[f32; SEATS_MAX]; SEATS_MAX],
    /// By attacker and defender: the same, to take and to hold it.
    pub(super) holds: [[f32; SEATS_MAX]; SEATS_MAX],
}

impl Sums {
    /// The counts of a board.
    pub(super) fn of(board: &Board, situation: &Situation, odds: &Odds) -> Self {
        let living = &situation.order[..usize::from(situation.living)];
        let mut sums = Self::default();
        let mut regions = Regions::new(board.max_dice());
        for (at, seat) in living.iter().enumerate() {
            regions.add(board, (at, *seat), &mut sums.seats[at]);
        }
        for (at, seat) in living.iter().enumerate() {
            for territory in board.owned(*seat) {
                let around = Around::of(board, &regions, territory);
                sums.add_territory(at, &around, &regions, odds);
            }
        }
        sums
    }

    /// Adds what a territory of seat `at` contributes to its owner, and to those who can attack it.
    fn add_territory(&mut self, at: usize, around: &Around, regions: &Regions, odds: &Odds) {
        let (dice, d) = (around.dice, f32::from(around.dice));
        let own = &mut self.seats[at];
        own.territories += 1.0;
        own.dice += d;
        own.full += flag(dice == regions.max_dice);
        own.single += flag(dice == 1);
        own.room += f32::from(regions.max_dice - dice);
        let mut most = 0;
        for (it, strongest) in around.strongest.iter().enumerate() {
            if it != at {
                most = most.max(*strongest);
            }
        }
        if most == 0 {
            return;
        }
        let lost = odds.success(most, dice);
        own.border += 1.0;
        own.border_dice += d;
        own.threatened += flag(most > dice);
        own.superior += flag(around.weakest_but(at) < dice);
        own.sources += flag(dice > 1);
        own.loss += lost;
        own.loss_of_dice += lost * d;
        if regions.largest[at].contains(around.territory) {
            own.loss_of_largest += lost;
        }
        for attacker in (0..SEATS_MAX).filter(|it| *it != at) {
            if around.strongest[attacker] > 1 {
                self.add_attack((attacker, at), around, regions, odds);
            }
        }
    }

    /// Adds what the best attack of a seat on a territory promises.
    fn add_attack(
        &mut self,
        (attacker, at): (usize, usize),
        around: &Around,
        regions: &Regions,
        odds: &Odds,
    ) {
        let with = around.strongest[attacker];
        let taken = odds.success(with, around.dice);
        let mut back = 0;
        for (it, strongest) in around.strongest.iter().enumerate() {
            if it != attacker {
                back = back.max(*strongest);
            }
        }
        let held = taken * (1.0 - odds.success(back, with - 1));
        let joined = around.joined[attacker].len() + 1;
        let grown = f32::from(joined) - f32::from(regions.largest[attacker].len());
        self.gains[attacker][at] += taken;
        self.holds[attacker][at] += held;
        let them = &mut self.seats[attacker];
        them.gain += taken;
        them.likely += flag(taken >= 0.5);
        them.held_gain += held;
        them.best = them.best.max(taken);
        them.best_held = them.best_held.max(held);
        them.link_gain = them.link_gain.max(grown * taken);
    }
}

/// The owners and connected regions of all territories; seats are numbered as in the inputs.
struct Regions {
    /// The most dice that a territory can hold.
    max_dice: u8,
    /// The seat that owns each territory.
    owner: [u8; TERRITORIES_MAX],
    /// The region of each territory.
    of: [TerritorySet; TERRITORIES_MAX],
    /// The largest region of each seat.
    largest: [TerritorySet; SEATS_MAX],
}

impl Regions {
    fn new(max_dice: u8) -> Self {
        Self {
            max_dice,
            owner: [0; TERRITORIES_MAX],
            of: [TerritorySet::EMPTY; TERRITORIES_MAX],
            largest: [TerritorySet::EMPTY; SEATS_MAX],
        }
    }

    /// Adds the regions of a seat with its number.
    fn add(&mut self, board: &Board, (at, seat): (usize, Seat), counts: &mut SeatCounts) {
        let mut rest = board.owned(seat);
        let (mut largest, mut second) = (TerritorySet::EMPTY, 0);
        let number = u8::try_from(at).unwrap_or_else(|_| unreachable!("there are four seats"));
        while let Some(start) = rest.first() {
            let found = board.graph().connected(start, rest);
            rest = rest.minus(found);
            for it in found {
                self.of[it.idx()] = found;
                self.owner[it.idx()] = number;
            }
            counts.regions += 1.0;
            if found.len() > largest.len() {
                second = largest.len();
                largest = found;
            } else {
                second = second.max(found.len());
            }
        }
        counts.largest = largest.len().into();
        counts.second = second.into();
        self.largest[at] = largest;
    }
}

/// A territory and its neighbors.
struct Around {
    territory: Territory,
    dice: u8,
    /// The most dice of a neighbor of each seat; zero without one.
    strongest: [u8; SEATS_MAX],
    /// The fewest dice of a neighbor of each seat.
    weakest: [u8; SEATS_MAX],
    /// The regions of each seat that touch the territory.
    joined: [TerritorySet; SEATS_MAX],
}

impl Around {
    fn of(board: &Board, regions: &Regions, territory: Territory) -> Self {
        let mut around = Self {
            territory,
            dice: board.dice(territory),
            strongest: [0; SEATS_MAX],
            weakest: [u8::MAX; SEATS_MAX],
            joined: [TerritorySet::EMPTY; SEATS_MAX],
        };
        for other in board.graph().touching(territory) {
            let (owner, dice) = (
                usize::from(regions.owner[other.idx()] & 3),
                board.dice(other),
            );
            around.strongest[owner] = around.strongest[owner].max(dice);
            around.weakest[owner] = around.weakest[owner].min(dice);
            around.joined[owner] = around.joined[owner].or(regions.of[other.idx()]);
        }
        around
    }

    /// The fewest dice of a neighbor of any seat but one.
    fn weakest_but(&self, at: usize) -> u8 {
        let others = self.weakest.iter().enumerate().filter(|it| it.0 != at);
        others.fold(u8::MAX, |least, it| least.min(*it.1))
    }
}

fn flag(it: bool) -> f32 {
    f32::from(u8::from(it))
}
