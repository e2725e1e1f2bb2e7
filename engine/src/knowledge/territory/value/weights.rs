//! The file of a network's weights: a text with its version, its origin and a checksum.
//!
//! Written and read by the training. Weights are whole numbers in units of 1/4096, one line for each row of
//! a layer, so that the file says exactly what the network computes with.

#[cfg(test)]
mod tests;

use super::first_layer::FIRST;
use super::inputs::INPUTS;
use super::network::{Network, SECOND, SHARES, WEIGHTS};
use crate::knowledge::fitted::{self, FittedError, Head};

/// The first line of a file; its number changes with the meaning of the inputs or the shape of the network.
const VERSION: &str = "dicehall-value 1";
/// The units in a weight of one.
const UNITS: f32 = 4096.0;
/// The greatest weight that a file can hold, in units.
const UNITS_MAX: i32 = 1_000_000;

/// The weights as they are in a file: each rounded to a whole number of units.
pub fn rounded(weights: &[f32]) -> Vec<f32> {
    weights.iter().map(|it| weight(units(*it))).collect()
}

/// The text of a file. `origin` says which command made the weights.
pub fn write(weights: &[f32], origin: &str) -> String {
    let (first, rest) = weights.split_at((INPUTS + 1) * FIRST);
    let (second, last) = rest.split_at((FIRST + 1) * SECOND);
    let rows = first.chunks(FIRST).chain(second.chunks(SECOND));
    let rows: Vec<Vec<i32>> = rows
        .chain(last.chunks(SHARES))
        .map(|row| row.iter().map(|it| units(*it)).collect())
        .collect();
    fitted::write(&head(), origin, &rows)
}

/// The weights in a file, layer by layer.
pub fn read(text: &str) -> Result<Vec<f32>, FittedError> {
    let units = fitted::read(text, &head())?;
    if units.len() != WEIGHTS {
        return Err(FittedError::Count {
            found: units.len(),
            expected: WEIGHTS,
        });
    }
    match units.iter().find(|it| it.abs() > UNITS_MAX) {
        Some(it) => Err(FittedError::TooLarge(*it)),
        None => Ok(units.into_iter().map(weight).collect()),
    }
}

/// The network in a file.
pub fn network(text: &str) -> Result<Network, FittedError> {
    let weights = read(text)?;
    Network::of(&weights).ok_or(FittedError::Count {
        found: weights.len(),
        expected: WEIGHTS,
    })
}

fn head() -> Head {
    Head {
        version: VERSION,
        shape: format!("{INPUTS} {FIRST} {SECOND} {SHARES}"),
    }
}

/// A weight in whole units.
#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    reason = "rounding is the purpose"
)]
fn units(weight: f32) -> i32 {
    ((weight * UNITS).round() as i32).clamp(-UNITS_MAX, UNITS_MAX)
}

/// The weight of so many units; numbers below 2^24 are exact as floats.
#[expect(
    clippy::as_conversions,
    clippy::cast_precision_loss,
    reason = "the range is checked"
)]
fn weight(units: i32) -> f32 {
    units as f32 / UNITS
}
