//! The layout of a map: blocks in rows, and the two blocks of each territory that carry its label.

use dicehall_engine::games::dice_wars::{Map, Raster};
use dicehall_engine::games::territory::Territory;

use crate::games::place::Place;

/// A map with the positions of its labels.
#[derive(Clone, Debug)]
pub struct MapLayout {
    /// The map itself, to save it in a file.
    pub map: Map,
    /// The number of blocks in a row.
    pub columns: usize,
    /// The territory of each block, row by row; `None` in the sea.
    pub blocks: Vec<Option<Place>>,
    /// The left one of the two blocks of each territory's label.
    pub labels: Vec<usize>,
}

impl MapLayout {
    /// A map with its labels; `None` if it cannot be drawn.
    pub fn new(map: &Map) -> Option<Self> {
        let raster = Raster::parse(&map.rows).ok()?;
        let columns = map.rows.first().map_or(1, |it| it.chars().count()).max(1);
        let blocks = (0..raster.len())
            .map(|it| raster.get(it).map(Place::from))
            .collect();
        let territories = (0..=u8::MAX).take(raster.territories()).map(Territory);
        let labels = territories
            .map(|it| label(&raster.blocks_of(it), columns))
            .collect();
        Some(Self {
            map: map.clone(),
            columns,
            blocks,
            labels,
        })
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
