//! The generator of maps: the same number gives the same map on every machine.
//!
//! The map grows on the lattice of blocks on which it is drawn (see [`Raster`]): a coast and lakes are cut out of the
//! lattice, a pair of blocks is planted for each territory, and the territories grow at different rates until no land
//! is free. A map that [`is_fair`] refuses is thrown away and the next one is tried, at most [`ATTEMPTS_MAX`] times.
//!
//! Maps are made of the blocks that are drawn, 17 x 10 of them, not of finer hexagonal cells. So players always see
//! a border where there is one, and never where there is none.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use super::map::Map;
use super::raster::{COLUMNS_MAX, ROWS_MAX, Raster};
use crate::dice::{Dice, SeededDice, index_below, pick};
use crate::games::territory::Territory;

/// The fewest territories of a generated map.
pub const TERRITORIES_FROM: u8 = 18;
/// The most territories of a generated map.
pub const TERRITORIES_TO: u8 = 32;
/// The numbers of maps that the dice draw are below this: short enough for people to tell each other.
pub const DRAWN_NUMBERS: u64 = 1_000_000;

/// The most tries to grow a map from one number.
const ATTEMPTS_MAX: u32 = 64;
/// The least and the most blocks of sea, out of 170.
const SEA_BLOCKS: (usize, usize) = (30, 52);
/// The most blocks of one bite of the sea into the coast.
const BITE_BLOCKS_MAX: usize = 5;
/// The most lakes.
const LAKES_MAX: usize = 3;
/// The most blocks of one lake.
const LAKE_BLOCKS_MAX: usize = 3;
/// The least land, in blocks for each territory.
const LAND_BLOCKS_MIN: usize = 4;
/// The most blocks of a territory.
const TERRITORY_BLOCKS_MAX: usize = 13;
/// The size, in blocks, up to which a territory without a square of four blocks grows.
const THIN_BLOCKS_MAX: usize = 5;
/// The size, in blocks, that such a territory may have in the end, after merging and mending; a longer one is a snake.
const SNAKE_BLOCKS_MAX: usize = 6;
/// The number of random places among which a new territory is planted in the one that is farthest from all others.
const PLACES: usize = 3;
/// The growth rates of territories, relative to each other; each territory draws one of these.
const RATES: [usize; 5] = [1, 2, 2, 3, 4];
/// The growth rate of a territory that is still too small for its label.
const RATE_OF_SMALL: usize = 100;
/// The most blocks that are given to a neighbor to get rid of points where four borders meet.
const MENDS_MAX: usize = 60;

impl Map {
    /// The map with this number: the same on every machine.
    pub fn generated(number: u32) -> Self {
        let mut dice = SeededDice::new(number.into());
        let tried = (0..ATTEMPTS_MAX).find_map(|_| Growth::new(&mut dice).grown());
        Self::drawn(number.to_string(), &tried.unwrap_or_else(plain))
    }
}

/// Whether a raster has what is promised of generated maps, besides what every map must have.
pub(super) fn is_fair(raster: &Raster) -> bool {
    let count = usize::from(TERRITORIES_FROM)..=usize::from(TERRITORIES_TO);
    let blocks = (0..TERRITORIES_TO).map(|it| raster.blocks_of(Territory(it)));
    count.contains(&raster.territories())
        && raster.crossings().is_empty()
        && { blocks }.all(|it| it.len() <= SNAKE_BLOCKS_MAX || has_square(&it))
        && Map::drawn(String::new(), raster).check().is_ok()
}

/// The map of last resort: 24 territories of about six blocks in four rows, like bricks.
fn plain() -> Raster {
    let mut raster = Raster::sea();
    for at in 0..raster.len() {
        let (row, column) = (at / COLUMNS_MAX, at % COLUMNS_MAX);
        let band = [0, 0, 0, 1, 1, 2, 2, 3, 3, 3][row];
        let shifted = (column + band % 2).min(COLUMNS_MAX - 1);
        raster.set(at, Some(nth_territory(band * 6 + shifted / 3)));
    }
    raster
}

/// A map while it grows.
struct Growth<'a> {
    dice: &'a mut dyn Dice,
    raster: Raster,
    land: Vec<bool>,
    /// The territories that have been planted, in index order.
    planted: Vec<GrowingTerritory>,
}

/// A territory that is growing.
struct GrowingTerritory {
    blocks: Vec<usize>,
    /// Its growth rate, relative to the others.
    rate: usize,
    /// Whether four of its blocks form a square; a territory without one is thin.
    square: bool,
}

impl<'a> Growth<'a> {
    fn new(dice: &'a mut dyn Dice) -> Self {
        let raster = Raster::sea();
        Self {
            dice,
            land: vec![true; raster.len()],
            raster,
            planted: Vec::new(),
        }
    }

    fn grown(mut self) -> Option<Raster> {
        self.cut_lakes();
        self.cut_coast();
        self.keep_one_continent();
        self.plant();
        self.grow();
        self.merge_small();
        self.repair_crossings();
        let raster = numbered(&self.raster);
        is_fair(&raster).then_some(raster)
    }

    /// Cuts lakes, two blocks or more from the edge.
    fn cut_lakes(&mut self) {
        for _ in 0..self.below(LAKES_MAX + 1) {
            let (column, row) = (
                2 + self.below(COLUMNS_MAX - 4),
                2 + self.below(ROWS_MAX - 4),
            );
            let size = 1 + self.below(LAKE_BLOCKS_MAX);
            self.flood(row * COLUMNS_MAX + column, size);
        }
    }

    /// Cuts bites from the edge inward until there is as much sea as was drawn.
    fn cut_coast(&mut self) {
        let (least, most) = SEA_BLOCKS;
        let wanted = least + self.below(most - least + 1);
        let edge: Vec<usize> = (0..self.raster.len()).filter(|it| is_edge(*it)).collect();
        while self.land.iter().filter(|it| !**it).count() < wanted {
            let size = 1 + self.below(BITE_BLOCKS_MAX);
            if let Some(at) = pick(&edge, self.dice) {
                self.flood(at, size);
            }
        }
    }

    /// Turns up to `size` connected blocks into sea.
    fn flood(&mut self, at: usize, size: usize) {
        let mut flooded = vec![at];
        self.land[at] = false;
        for _ in 1..size {
            let shore: Vec<usize> = flooded
                .iter()
                .flat_map(|it| self.raster.beside(*it))
                .filter(|it| self.land[*it])
                .collect();
            let Some(next) = pick(&shore, self.dice) else {
                return;
            };
            self.land[next] = false;
            flooded.push(next);
        }
    }

    /// Keeps only the largest piece of land, without its spits of one block.
    fn keep_one_continent(&mut self) {
        let mut largest = BTreeSet::new();
        let mut rest: BTreeSet<usize> = (0..self.land.len()).filter(|it| self.land[*it]).collect();
        while let Some(start) = rest.first() {
            let piece = self.raster.connected(*start, |at| self.land[at]);
            rest.retain(|it| !piece.contains(it));
            if piece.len() > largest.len() {
                largest = piece;
            }
        }
        self.land = (0..self.land.len())
            .map(|it| largest.contains(&it))
            .collect();
        while let Some(spit) = self.spit() {
            self.land[spit] = false;
        }
    }

    /// The first block of land that touches at most one other block of land.
    fn spit(&self) -> Option<usize> {
        (0..self.land.len()).find(|it| self.land[*it] && self.shores(*it) >= 3)
    }

    /// The number of edges of a block that do not touch land.
    fn shores(&self, at: usize) -> usize {
        4 - self.raster.beside(at).filter(|it| self.land[*it]).count()
    }

    /// Plants a pair of blocks for each territory, in the one of a few random places that is farthest from all other
    /// territories.
    fn plant(&mut self) {
        let land = self.land.iter().filter(|it| **it).count();
        let (from, to) = (usize::from(TERRITORIES_FROM), usize::from(TERRITORIES_TO));
        let wanted = (from + self.below(to - from + 1)).min(land / LAND_BLOCKS_MIN);
        for territory in (0..TERRITORIES_TO).map(Territory).take(wanted) {
            let free: Vec<usize> = (0..self.raster.len())
                .filter(|at| self.is_free(*at) && self.has_free_right(*at))
                .collect();
            let places: Vec<usize> = (0..PLACES).filter_map(|_| pick(&free, self.dice)).collect();
            let nearest = |at: usize| {
                self.planted
                    .iter()
                    .map(|it| distance(at, it.blocks[0]))
                    .min()
            };
            let Some(at) = places.into_iter().max_by_key(|at| nearest(*at)) else {
                return;
            };
            let rate = RATES[self.below(RATES.len())];
            self.planted.push(GrowingTerritory {
                blocks: vec![at, at + 1],
                rate,
                square: false,
            });
            self.raster.set(at, Some(territory));
            self.raster.set(at + 1, Some(territory));
        }
    }

    /// Adds free blocks one by one; a territory of two blocks comes first, then the territories take turns by their
    /// rates.
    fn grow(&mut self) {
        loop {
            let growing: Vec<(usize, usize)> = (0..)
                .zip(&self.planted)
                .filter(|(_, it)| self.can_grow(it))
                .map(|(at, it)| {
                    (
                        at,
                        if it.blocks.len() < 3 {
                            RATE_OF_SMALL
                        } else {
                            it.rate
                        },
                    )
                })
                .collect();
            let total = growing.iter().map(|it| it.1).sum();
            if total == 0 {
                return;
            }
            let mut rest = self.below(total);
            for (planted, rate) in growing {
                if rest < rate {
                    self.add_block(planted);
                    break;
                }
                rest -= rate;
            }
        }
    }

    /// Adds the block that makes the territory roundest, with some luck.
    fn add_block(&mut self, planted: usize) {
        let mut frontier: Vec<usize> = self.frontier(&self.planted[planted]).collect();
        frontier.sort_unstable();
        frontier.dedup();
        let mut best = (0, None);
        for at in frontier {
            let own = |it: &usize| self.planted[planted].blocks.contains(it);
            let sides = self.raster.beside(at).filter(own).count();
            // A block without a free neighbor would be left over, so the territory that reaches it takes it.
            let nook = usize::from(!self.raster.beside(at).any(|it| self.is_free(it)));
            let score = 1 + 4 * sides + 2 * nook + self.below(5);
            if score > best.0 {
                best = (score, Some(at));
            }
        }
        if let (_, Some(at)) = best {
            self.planted[planted].blocks.push(at);
            self.planted[planted].square |= has_square(&self.planted[planted].blocks);
            self.raster.set(at, Some(nth_territory(planted)));
        }
    }

    fn can_grow(&self, planted: &GrowingTerritory) -> bool {
        planted.blocks.len() < TERRITORY_BLOCKS_MAX && self.frontier(planted).next().is_some()
    }

    /// The free blocks beside a territory, except those that would make it a snake.
    fn frontier(&self, planted: &GrowingTerritory) -> impl Iterator<Item = usize> {
        let free = planted
            .blocks
            .iter()
            .flat_map(|at| self.raster.beside(*at))
            .filter(|at| self.is_free(*at));
        free.filter(|at| {
            planted.square
                || planted.blocks.len() < THIN_BLOCKS_MAX
                || has_square(&[planted.blocks.as_slice(), &[*at]].concat())
        })
    }

    /// Joins every territory that is too small for its label to its smallest neighbor; land without a territory becomes
    /// sea.
    fn merge_small(&mut self) {
        for territory in (0..TERRITORIES_TO).map(Territory) {
            let blocks = self.raster.blocks_of(territory);
            if blocks.is_empty() || self.raster.has_label_room(territory) {
                continue;
            }
            let neighbors = self.raster.neighbors();
            let smallest = neighbors[territory.idx()]
                .iter()
                .min_by_key(|it| self.raster.blocks_of(**it).len());
            for at in blocks {
                self.raster.set(at, smallest.copied());
            }
        }
    }

    /// Gives one block of each point where four borders meet to a neighbor, as long as that leaves fewer such points.
    fn repair_crossings(&mut self) {
        for _ in 0..MENDS_MAX {
            let crossings = self.raster.crossings();
            let Some(corner) = pick(&crossings, self.dice) else {
                return;
            };
            let mended: Vec<Raster> = changes(corner)
                .into_iter()
                .filter_map(|(at, to)| self.changed(at, self.raster.get(to)))
                .filter(|it| it.crossings().len() < crossings.len())
                .collect();
            let choice = self.below(mended.len().max(1));
            if let Some(raster) = mended.into_iter().nth(choice) {
                self.raster = raster;
            }
        }
    }

    /// The raster with one block changed; `None` if its territory would be broken by that.
    fn changed(&self, at: usize, block: Option<Territory>) -> Option<Raster> {
        let mut raster = self.raster.clone();
        let before = raster.get(at);
        raster.set(at, block);
        before
            .is_none_or(|it| raster.is_whole(it) && raster.has_label_room(it))
            .then_some(raster)
    }

    fn is_free(&self, at: usize) -> bool {
        self.land[at] && self.raster.get(at).is_none()
    }

    fn has_free_right(&self, at: usize) -> bool {
        at % COLUMNS_MAX + 1 < COLUMNS_MAX && self.is_free(at + 1)
    }

    fn below(&mut self, bound: usize) -> usize {
        index_below(bound, self.dice)
    }
}

/// The raster with its territories numbered by their first blocks, in rows from the top left.
fn numbered(raster: &Raster) -> Raster {
    let mut order: Vec<Territory> = Vec::new();
    let mut numbered = raster.clone();
    for at in 0..raster.len() {
        let Some(territory) = raster.get(at) else {
            continue;
        };
        let index = order
            .iter()
            .position(|it| *it == territory)
            .unwrap_or_else(|| {
                order.push(territory);
                order.len() - 1
            });
        numbered.set(at, Some(nth_territory(index)));
    }
    numbered
}

/// The changes that could remove a crossing: each of its four blocks may become like one of the two beside it.
fn changes([a, b, c, d]: [usize; 4]) -> [(usize, usize); 8] {
    [
        (a, b),
        (a, c),
        (b, a),
        (b, d),
        (c, a),
        (c, d),
        (d, b),
        (d, c),
    ]
}

/// Whether four of the blocks are a square.
fn has_square(blocks: &[usize]) -> bool {
    let right = |at: usize| at % COLUMNS_MAX + 1 < COLUMNS_MAX;
    blocks.iter().any(|at| {
        right(*at)
            && [1, COLUMNS_MAX, COLUMNS_MAX + 1]
                .iter()
                .all(|by| blocks.contains(&(at + by)))
    })
}

/// The territory with this index; it must be one that a raster can have.
fn nth_territory(index: usize) -> Territory {
    Territory(u8::try_from(index).unwrap_or_else(|_| unreachable!("a map has at most 64")))
}

fn is_edge(at: usize) -> bool {
    let (row, column) = (at / COLUMNS_MAX, at % COLUMNS_MAX);
    row == 0 || row + 1 == ROWS_MAX || column == 0 || column + 1 == COLUMNS_MAX
}

/// The distance of two blocks in steps, rows counted double because blocks look higher than wide.
fn distance(a: usize, b: usize) -> usize {
    2 * (a / COLUMNS_MAX).abs_diff(b / COLUMNS_MAX) + (a % COLUMNS_MAX).abs_diff(b % COLUMNS_MAX)
}
