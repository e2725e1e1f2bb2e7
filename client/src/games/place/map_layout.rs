//! The layout of a map: blocks in rows, and the two blocks of each territory that carry its label.

use std::ops::Deref;

use dicehall_engine::game::Regions;

use crate::games::place::Place;

/// A map with the positions of its labels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapLayout {
    /// The number of blocks in a row.
    pub columns: usize,
    /// The territory of each block, row by row; `None` in the sea.
    pub blocks: Vec<Option<Place>>,
    /// The left one of the two blocks of each territory's label.
    pub labels: Vec<usize>,
}

impl MapLayout {
    /// A map with its labels, from its rows as [`Regions`] have them; `None` if there are none.
    pub fn new<Row: Deref<Target = str>>(rows: &[Row]) -> Option<Self> {
        let columns = rows.iter().map(|it| it.chars().count()).max()?.max(1);
        let row = |it: &Row| -> Vec<Option<Place>> {
            let mut blocks: Vec<_> = it.chars().map(Regions::place_of).collect();
            blocks.resize(columns, None);
            blocks
        };
        let blocks: Vec<Option<Place>> = rows.iter().flat_map(row).collect();
        let last = blocks.iter().flatten().max();
        let places = Place::all().take(last.map_or(0, |it| it.idx() + 1));
        let of_place = |at: Place| -> Vec<usize> {
            let all = (0..blocks.len()).filter(|it| blocks.get(*it) == Some(&Some(at)));
            all.collect()
        };
        let labels = places.map(|it| label(&of_place(it), columns)).collect();
        Some(Self {
            columns,
            blocks,
            labels,
        })
    }

    /// The places that touch another, in order.
    pub fn neighbors(&self, at: Place) -> Vec<Place> {
        let own = (0..self.blocks.len()).filter(|it| self.blocks.get(*it) == Some(&Some(at)));
        let beside = own.flat_map(|it| self.beside(it)).flatten();
        let mut found: Vec<Place> = beside
            .filter_map(|it| *self.blocks.get(it)?)
            .filter(|it| *it != at)
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The row and column of a block.
    pub fn row_and_column(&self, block: usize) -> (usize, usize) {
        (block / self.columns, block % self.columns)
    }

    /// The blocks above, below, left and right of a block; `None` beyond the map.
    pub fn beside(&self, block: usize) -> [Option<usize>; 4] {
        let column = block % self.columns;
        let below = block + self.columns;
        [
            block.checked_sub(self.columns),
            (below < self.blocks.len()).then_some(below),
            (column > 0).then(|| block - 1),
            (column + 1 < self.columns).then_some(block + 1),
        ]
    }

    /// The territory whose label is nearest to the middle of the map.
    pub fn middle(&self) -> Place {
        let (rows, columns) = (self.blocks.len() / self.columns, self.columns);
        let off = |block: usize| {
            let (row, column) = self.row_and_column(block);
            (2 * row + 1).abs_diff(rows) + (2 * column + 2).abs_diff(columns)
        };
        let labels = Place::all().zip(&self.labels);
        labels
            .min_by_key(|(_, block)| off(**block))
            .map_or(Place(0), |(at, _)| at)
    }

    /// The position of a label, in units in which a row is about as high as a column is wide.
    pub fn spot(&self, at: Place) -> Option<(i32, i32)> {
        let (row, column) = self.row_and_column(*self.labels.get(at.idx())?);
        let (row, column) = (i32::try_from(row).ok()?, i32::try_from(column).ok()?);
        // A block has 3 columns and 2 rows, and a character is about twice as high as wide.
        Some((3 * column, 4 * row))
    }
}

/// The label of a territory: the left one of the two adjacent blocks nearest to its middle.
fn label(blocks: &[usize], columns: usize) -> usize {
    let pairs = blocks
        .iter()
        .filter(|it| (*it + 1) % columns != 0 && blocks.contains(&(*it + 1)));
    let count = blocks.len().max(1);
    let (rows, wide): (usize, usize) = (
        blocks.iter().map(|it| it / columns).sum(),
        blocks.iter().map(|it| it % columns).sum(),
    );
    // Distances from the middle are multiplied by the number of blocks, so that they are whole
    // numbers.
    let off = |at: &&usize| {
        let (row, column) = (*at / columns * count, (*at % columns * 2 + 1) * count);
        2 * row.abs_diff(rows) + column.abs_diff(2 * wide)
    };
    pairs
        .min_by_key(off)
        .or(blocks.first())
        .copied()
        .unwrap_or(0)
}
