//! The map with uneven coasts: the territory at each sample of its picture.
//!
//! Called by the picture of the map. A point is shifted by two sine waves of less than a block
//! before its block is looked up. One wave depends on the row alone and the other on the column, so
//! each is computed once per row or column.

use std::f32::consts::TAU;

use super::label::{float, floor};
use crate::games::place::Place;
use crate::games::place::map_layout::MapLayout;
use crate::graphics::canvas::int;
use crate::graphics::raster::{SAMPLES_PER_COLUMN, SAMPLES_PER_HALF_ROW};

/// The largest shift of a point, in blocks.
const BEND: f32 = 0.24;
/// The wavelengths of the coast, in rows and in columns of blocks.
const WAVES: [f32; 2] = [2.3, 3.1];

/// The territories at the samples of a picture.
#[derive(Debug)]
pub(super) struct BentMap {
    /// The number of samples in a row.
    columns: usize,
    territories: Vec<Option<Place>>,
}

impl BentMap {
    /// The samples of a map with blocks of so many columns and half rows.
    pub(super) fn new(map: &MapLayout, (width, height): (usize, usize)) -> Self {
        let blocks = [map.columns, map.blocks.len().div_ceil(map.columns.max(1))];
        let across = width * SAMPLES_PER_COLUMN;
        let down = height * SAMPLES_PER_HALF_ROW;
        let spots = |blocks: usize, samples: usize| -> Vec<f32> {
            let spot = |it: usize| (float(int(it)) + 0.5) / float(int(samples));
            (0..blocks * samples).map(spot).collect()
        };
        let (columns, rows) = (spots(blocks[0], across), spots(blocks[1], down));
        let [by_row, by_column] = [(&rows, WAVES[0], 0.0), (&columns, WAVES[1], 1.0)].map(
            |(spots, wave, from)| -> Vec<f32> {
                spots
                    .iter()
                    .map(|it| BEND * (it * TAU / wave + from).sin())
                    .collect()
            },
        );
        // At the edges of the map nothing is shifted, so that no land is cut off.
        let edge = |at: f32, all: usize| at.min(float(int(all)) - at).clamp(0.0, 1.0);
        let mut territories = Vec::with_capacity(columns.len() * rows.len());
        for (row, by_row) in rows.iter().zip(&by_row) {
            for (column, by_column) in columns.iter().zip(&by_column) {
                let bent_column = column + edge(*column, blocks[0]) * by_row;
                let bent_row = row + edge(*row, blocks[1]) * by_column;
                territories.push(block(map, floor(bent_row), floor(bent_column)));
            }
        }
        Self {
            columns: columns.len(),
            territories,
        }
    }

    /// The territory at a point in columns and half rows from the corner of the map; `None` in the
    /// sea and outside of the map.
    pub(super) fn at(&self, x: f32, y: f32) -> Option<Place> {
        let sample = |at: f32, each: usize| usize::try_from(floor(at * float(int(each)))).ok();
        let column = sample(x, SAMPLES_PER_COLUMN).filter(|it| *it < self.columns)?;
        let row = sample(y, SAMPLES_PER_HALF_ROW)?;
        self.territories.get(row * self.columns + column).copied()?
    }
}

fn block(map: &MapLayout, row: i32, column: i32) -> Option<Place> {
    let column = usize::try_from(column)
        .ok()
        .filter(|it| *it < map.columns)?;
    let row = usize::try_from(row).ok()?;
    map.blocks.get(row * map.columns + column).copied()?
}
