//! The counts of a board from which the inputs are made: sums over territories, and connected regions.
//!
//! Called by `inputs` for every evaluated position.

use wide::bytemuck::cast;
use wide::{u8x16, u32x4};

use super::Odds;
use crate::game::{SEATS_MAX, Seat};
use crate::games::territory::{Board, TERRITORIES_MAX, TerritorySet};
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

/// A territory with an enemy neighbor.
#[derive(Clone, Copy)]
struct Border {
    /// The seat that owns it, as it is numbered in the inputs.
    owner: usize,
    dice: u8,
    /// Whether it is in its owner's largest region.
    in_largest: bool,
}

impl Sums {
    /// The counts of a board.
    pub(super) fn of(board: &Board, situation: &Situation, odds: &Odds) -> Self {
        let living = &situation.order[..usize::from(situation.living)];
        let mut sums = Self::default();
        let mut land = Land::default();
        for (at, seat) in living.iter().enumerate() {
            land.add(board, at, *seat, &mut sums.seats[at]);
        }
        for (at, seat) in living.iter().enumerate() {
            let enemies = board.enemies(*seat);
            for territory in board.owned(*seat) {
                let dice = board.dice(territory);
                let touching = board.graph().touching(territory);
                sums.seats[at].add(dice, board.max_dice());
                if !touching.and(enemies).is_empty() {
                    let around = Around::of(&land, touching);
                    let border = Border {
                        owner: at,
                        dice,
                        in_largest: land.largest[at].contains(territory),
                    };
                    sums.seats[at].add_border(border, &around, odds);
                    sums.add_attacks(border, &around, &land, odds);
                }
            }
        }
        sums
    }

    /// Adds what the best attack of each other seat on a territory promises.
    fn add_attacks(&mut self, border: Border, around: &Around, land: &Land, odds: &Odds) {
        let Border {
            owner: at, dice, ..
        } = border;
        for attacker in (0..SEATS_MAX).filter(|it| *it != at) {
            let with = around.strongest(attacker);
            if with < 2 {
                continue;
            }
            let taken = odds.success(with, dice);
            let back = around.strongest_but(attacker);
            let held = taken * (1.0 - odds.success(back, with - 1));
            let joined = land.joined(around.touching, attacker) + 1;
            let grown = f32::from(joined) - self.seats[attacker].largest;
            self.gains[attacker][at] += taken;
            self.holds[attacker][at] += held;
            self.seats[attacker].add_attack(taken, held, grown);
        }
    }
}

impl SeatCounts {
    /// Adds an own territory.
    fn add(&mut self, dice: u8, max_dice: u8) {
        self.territories += 1.0;
        self.dice += f32::from(dice);
        self.full += flag(dice == max_dice);
        self.single += flag(dice == 1);
        self.room += f32::from(max_dice - dice);
    }

    /// Adds what an own territory with an enemy neighbor counts besides.
    fn add_border(&mut self, border: Border, around: &Around, odds: &Odds) {
        let Border {
            owner: at,
            dice,
            in_largest,
        } = border;
        let most = around.strongest_but(at);
        let lost = odds.success(most, dice);
        self.border += 1.0;
        self.border_dice += f32::from(dice);
        self.threatened += flag(most > dice);
        self.superior += flag(around.weakest_but(at) < dice);
        self.sources += flag(dice > 1);
        self.loss += lost;
        self.loss_of_dice += lost * f32::from(dice);
        if in_largest {
            self.loss_of_largest += lost;
        }
    }

    /// Adds the best own attack on a territory: the probabilities to take it, and to take and to hold it, and by how much the
    /// largest region grows then.
    fn add_attack(&mut self, taken: f32, held: f32, grown: f32) {
        self.gain += taken;
        self.likely += flag(taken >= 0.5);
        self.held_gain += held;
        self.best = self.best.max(taken);
        self.best_held = self.best_held.max(held);
        self.link_gain = self.link_gain.max(grown * taken);
    }
}

/// The owners, dice and connected regions of all territories; seats are numbered as in the inputs.
struct Land {
    /// The territories of each seat.
    owned: [TerritorySet; SEATS_MAX],
    /// The dice of each territory, in the byte of its owner; and four bytes further 255 less the dice, so that the greatest byte
    /// there is of the fewest dice.
    dice: [u8x16; TERRITORIES_MAX],
    /// The region of each territory, with its size.
    regions: [(TerritorySet, u8); TERRITORIES_MAX],
    /// The largest region of each seat.
    largest: [TerritorySet; SEATS_MAX],
}

impl Default for Land {
    fn default() -> Self {
        Self {
            owned: [TerritorySet::EMPTY; SEATS_MAX],
            dice: [u8x16::ZERO; TERRITORIES_MAX],
            regions: [(TerritorySet::EMPTY, 0); TERRITORIES_MAX],
            largest: [TerritorySet::EMPTY; SEATS_MAX],
        }
    }
}

impl Land {
    /// Adds the territories and regions of a seat with its number.
    fn add(&mut self, board: &Board, at: usize, seat: Seat, counts: &mut SeatCounts) {
        let mut rest = board.owned(seat);
        self.owned[at] = rest;
        for it in rest {
            let dice = board.dice(it);
            let both = [dice, u8::MAX - dice].map(|it| u32::from(it) << (8 * at));
            self.dice[it.idx()] = cast(u32x4::new([both[0], both[1], 0, 0]));
        }
        let (mut largest, mut second) = (0, 0);
        while let Some(start) = rest.first() {
            let found = board.graph().connected(start, rest);
            let size = found.len();
            rest = rest.minus(found);
            for it in found {
                self.regions[it.idx()] = (found, size);
            }
            counts.regions += 1.0;
            if size > largest {
                (largest, second) = (size, largest);
                self.largest[at] = found;
            } else {
                second = second.max(size);
            }
        }
        counts.largest = largest.into();
        counts.second = second.into();
    }

    /// The number of territories in all regions of a seat that hold one of these territories.
    fn joined(&self, territories: TerritorySet, seat: usize) -> u8 {
        let mut rest = territories.and(self.owned[seat]);
        let mut joined = 0;
        while let Some(first) = rest.first() {
            let (region, size) = self.regions[first.idx()];
            joined += size;
            rest = rest.minus(region);
        }
        joined
    }
}

/// The neighbors of a territory.
struct Around {
    touching: TerritorySet,
    /// The most dice of a neighbor of each seat, a byte each; zero without one.
    strongest: u32,
    /// 255 less the fewest dice of a neighbor of each seat, a byte each; zero without one.
    weakest: u32,
}

impl Around {
    fn of(land: &Land, touching: TerritorySet) -> Self {
        let neighbors = touching.into_iter().map(|it| land.dice[it.idx()]);
        let greatest = neighbors.fold(u8x16::ZERO, u8x16::max);
        let [strongest, weakest, ..] = cast::<_, u32x4>(greatest).to_array();
        Self {
            touching,
            strongest,
            weakest,
        }
    }

    /// The most dice of a neighbor of a seat.
    fn strongest(&self, at: usize) -> u8 {
        self.strongest.to_le_bytes()[at]
    }

    /// The most dice of a neighbor of any seat but one.
    fn strongest_but(&self, at: usize) -> u8 {
        greatest_but(self.strongest, at)
    }

    /// The fewest dice of a neighbor of any seat but one.
    fn weakest_but(&self, at: usize) -> u8 {
        u8::MAX - greatest_but(self.weakest, at)
    }
}

/// The greatest of four bytes, without one of them. They stay in one register: to write one byte to memory and to read all
/// of them again would cost more than all that is computed here.
fn greatest_but(bytes: u32, at: usize) -> u8 {
    let [a, b, c, d] = (bytes & !(0xff << (8 * at))).to_le_bytes();
    a.max(b).max(c.max(d))
}

fn flag(it: bool) -> f32 {
    f32::from(u8::from(it))
}
