//! The raster of a map: rows of blocks, each a part of one territory or of the sea; as text one character a block.
//!
//! Two territories are neighbors exactly where two of their blocks share an edge. A client draws the same blocks and
//! puts a border on exactly those edges, so that the borders that players see are those of the rules. The lattice is as
//! large as the smallest supported screen can show: with blocks of 3 x 2 characters it takes 52 x 21, with blocks of 4
//! x 3 it takes 69 x 31.

use std::collections::BTreeSet;

use crate::game::ConfigError;
use crate::games::territory::{TERRITORIES_MAX, Territory};

/// The most blocks in a row.
pub const COLUMNS_MAX: usize = 17;
/// The most rows.
pub const ROWS_MAX: usize = 10;
/// The fewest blocks of a territory: room for its label and the odds of an attack on it.
pub const TERRITORY_BLOCKS_MIN: usize = 3;
/// The character of a block of sea.
pub const SEA: char = '~';

/// The characters of the territories' blocks, in index order.
const SYMBOLS: &[u8; TERRITORIES_MAX] =
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-";

/// The blocks, in rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raster {
    columns: usize,
    blocks: Vec<Option<Territory>>,
}

impl Raster {
    /// A raster of sea alone, of the largest size.
    pub fn sea() -> Self {
        Self {
            columns: COLUMNS_MAX,
            blocks: vec![None; COLUMNS_MAX * ROWS_MAX],
        }
    }

    /// Reads rows of text; refuses too many rows, unequal ones, and characters that are neither a territory nor sea.
    pub fn parse<T: AsRef<str>>(rows: &[T]) -> Result<Self, ConfigError> {
        let refused = |why: String| Err(ConfigError::Position(why));
        let columns = rows.first().map_or(0, |row| row.as_ref().chars().count());
        if !(1..=ROWS_MAX).contains(&rows.len()) || !(1..=COLUMNS_MAX).contains(&columns) {
            return refused(format!(
                "a map has 1 to {ROWS_MAX} rows of 1 to {COLUMNS_MAX} blocks, not {} of {columns}",
                rows.len()
            ));
        }
        let mut blocks = Vec::with_capacity(columns * rows.len());
        for (number, row) in rows.iter().map(AsRef::as_ref).enumerate() {
            if row.chars().count() != columns {
                return refused(format!(
                    "row {number} of the map is not {columns} blocks long"
                ));
            }
            for symbol in row.chars() {
                match block(symbol) {
                    Some(block) => blocks.push(block),
                    None => {
                        return refused(format!(
                            "{symbol:?} in row {number} is no block: A-Z, a-z, 0-9, +, - or {SEA} for sea"
                        ));
                    }
                }
            }
        }
        Ok(Self { columns, blocks })
    }

    /// The rows as text.
    pub fn rows(&self) -> Vec<String> {
        let symbol = |block: &Option<Territory>| block.map_or(SEA, symbol_of);
        self.blocks
            .chunks(self.columns)
            .map(|row| row.iter().map(symbol).collect())
            .collect()
    }

    /// Makes a block part of a territory, or sea.
    pub fn set(&mut self, at: usize, block: Option<Territory>) {
        self.blocks[at] = block;
    }

    /// The territory that a block belongs to; `None` for sea.
    pub fn get(&self, at: usize) -> Option<Territory> {
        self.blocks[at]
    }

    /// The number of blocks, sea included. Blocks are numbered by rows from the top left.
    pub fn len(&self) -> usize {
        self.blocks.len()
    }

    /// Whether the raster has no blocks.
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// The blocks that share an edge with a block: above, left, right, below, as far as they are on the raster.
    pub fn beside(&self, at: usize) -> impl Iterator<Item = usize> + use<> {
        let (columns, count) = (self.columns, self.blocks.len());
        let column = at % columns;
        let above = at.checked_sub(columns);
        let left = (column > 0).then(|| at - 1);
        let right = (column + 1 < columns).then_some(at + 1);
        let below = Some(at + columns).filter(|it| *it < count);
        [above, left, right, below].into_iter().flatten()
    }

    /// The blocks of a territory, by rows.
    pub fn blocks_of(&self, territory: Territory) -> Vec<usize> {
        (0..self.blocks.len())
            .filter(|at| self.blocks[*at] == Some(territory))
            .collect()
    }

    /// The highest index of a territory plus one: the number of territories, if they are numbered without a gap.
    pub fn territories(&self) -> usize {
        self.blocks
            .iter()
            .flatten()
            .map(|it| it.idx() + 1)
            .max()
            .unwrap_or(0)
    }

    /// Each territory's neighbors, ascending.
    pub fn neighbors(&self) -> Vec<Vec<Territory>> {
        let mut sets = vec![BTreeSet::new(); self.territories()];
        for at in 0..self.blocks.len() {
            let Some(own) = self.blocks[at] else { continue };
            sets[own.idx()].extend(
                self.beside(at)
                    .filter_map(|it| self.blocks[it])
                    .filter(|it| *it != own),
            );
        }
        sets.into_iter()
            .map(|set| set.into_iter().collect())
            .collect()
    }

    /// Whether a territory exists and is in one piece.
    pub fn is_whole(&self, territory: Territory) -> bool {
        let blocks = self.blocks_of(territory);
        let reach = |start: &usize| self.connected(*start, |at| self.blocks[at] == Some(territory));
        blocks
            .first()
            .is_some_and(|it| reach(it).len() == blocks.len())
    }

    /// The blocks that are connected to `start` through blocks for which `within` holds, `start` included.
    pub fn connected(&self, start: usize, within: impl Fn(usize) -> bool) -> BTreeSet<usize> {
        let mut reached = BTreeSet::from([start]);
        let mut rest = vec![start];
        while let Some(at) = rest.pop() {
            let next = self.beside(at).filter(|it| within(*it));
            rest.extend(next.filter(|it| reached.insert(*it)));
        }
        reached
    }

    /// Whether a territory has room for its label and odds: enough blocks, and two of them side by side.
    pub fn has_label_room(&self, territory: Territory) -> bool {
        let blocks = self.blocks_of(territory);
        let pair =
            |at: &usize| !(at + 1).is_multiple_of(self.columns) && blocks.contains(&(at + 1));
        blocks.len() >= TERRITORY_BLOCKS_MIN && blocks.iter().any(pair)
    }

    /// The points where four borders meet, each as its four blocks: above left, above right, below left, below right.
    ///
    /// There two areas touch in a point, which looks like a border and is not one.
    pub fn crossings(&self) -> Vec<[usize; 4]> {
        let corners = (0..self.blocks.len() - self.columns)
            .filter(|at| !(at + 1).is_multiple_of(self.columns))
            .map(|at| [at, at + 1, at + self.columns, at + self.columns + 1]);
        corners
            .filter(|corner| {
                let [a, b, c, d] = corner.map(|it| self.blocks[it]);
                a != b && b != d && d != c && c != a
            })
            .collect()
    }
}

/// The character of a territory's blocks on the map; a question mark if the index is beyond every board.
pub fn symbol_of(territory: Territory) -> char {
    SYMBOLS
        .get(territory.idx())
        .map_or('?', |it| char::from(*it))
}

/// The block that a character stands for, where the inner `None` is sea; `None` if it stands for no block.
#[expect(
    clippy::option_option,
    reason = "sea is a block, an unknown character is none"
)]
fn block(symbol: char) -> Option<Option<Territory>> {
    if symbol == SEA {
        return Some(None);
    }
    let index = SYMBOLS.iter().position(|it| char::from(*it) == symbol)?;
    u8::try_from(index).ok().map(|it| Some(Territory(it)))
}
