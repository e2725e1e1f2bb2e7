//! The file of a network's weights: a text with its version, its origin and a checksum.
//!
//! Written and read by the training. Weights are whole numbers in units of 1/4096, one line for each row of
//! a layer, so that the file says exactly what the network computes with.

#[cfg(test)]
mod tests;

use sha2::{Digest, Sha256};

use super::inputs::INPUTS;
use super::network::{FIRST, Network, SECOND, SHARES, WEIGHTS};

/// The first line of a file; its number changes with the meaning of the inputs or the shape of the network.
const VERSION: &str = "dicehall-value 1";
/// The beginning of the last line; the checksum of everything above follows.
const CHECKSUM: &str = "sha256: ";
/// The units in a weight of one.
const UNITS: f32 = 4096.0;
/// The greatest weight that a file can hold, in units.
const UNITS_MAX: f32 = 1_000_000.0;

/// Why a file is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// The first line is another one.
    #[error("the first line is not {VERSION:?}")]
    Version,
    /// A line of the head is missing.
    #[error("the head has no line {0:?}")]
    Head(&'static str),
    /// The shape is another network's.
    #[error("the network has the shape {given:?}, not {expected:?}")]
    Shape {
        /// The shape in the file.
        given: String,
        /// The shape that this version has.
        expected: String,
    },
    /// The checksum is missing, or is not that of the text before it.
    #[error("the last line is not the checksum of the rest")]
    Checksum,
    /// A number cannot be read.
    #[error("{0:?} is not a weight")]
    Number(String),
    /// There are too many or too few numbers.
    #[error("there are {0} weights, not {WEIGHTS}")]
    Count(usize),
}

/// The weights as they are in a file: each rounded to a whole number of units.
pub fn rounded(weights: &[f32]) -> Vec<f32> {
    let units = |it: &f32| (it * UNITS).round().clamp(-UNITS_MAX, UNITS_MAX);
    weights.iter().map(|it| units(it) / UNITS).collect()
}

/// The text of a file. `origin` says which command made the weights.
pub fn write(weights: &[f32], origin: &str) -> String {
    let mut numbers = String::new();
    let (first, rest) = weights.split_at((INPUTS + 1) * FIRST);
    let (second, last) = rest.split_at((FIRST + 1) * SECOND);
    let rows = first.chunks(FIRST).chain(second.chunks(SECOND));
    for row in rows.chain(last.chunks(SHARES)) {
        let row: Vec<String> = rounded(row)
            .iter()
            .map(|it| format!("{:.0}", it * UNITS))
            .collect();
        numbers.push_str(&row.join(" "));
        numbers.push('\n');
    }
    let body = format!(
        "{VERSION}\norigin: {origin}\nshape: {}\n\n{numbers}",
        shape()
    );
    let checksum = checksum(&body);
    format!("{body}{CHECKSUM}{checksum}\n")
}

/// The weights in a file, layer by layer.
pub fn read(text: &str) -> Result<Vec<f32>, WeightsError> {
    if text.lines().next() != Some(VERSION) {
        return Err(WeightsError::Version);
    }
    let (body, given) = text.rsplit_once(CHECKSUM).ok_or(WeightsError::Checksum)?;
    if given != format!("{}\n", checksum(body)) {
        return Err(WeightsError::Checksum);
    }
    let (head, numbers) = body.split_once("\n\n").ok_or(WeightsError::Head("shape"))?;
    line(head, "origin")?;
    let given = line(head, "shape")?;
    if given != shape() {
        return Err(WeightsError::Shape {
            given: given.to_owned(),
            expected: shape(),
        });
    }
    let weights: Vec<f32> = numbers
        .split_ascii_whitespace()
        .map(number)
        .collect::<Result<_, _>>()?;
    if weights.len() != WEIGHTS {
        return Err(WeightsError::Count(weights.len()));
    }
    Ok(weights)
}

/// The network in a file.
pub fn network(text: &str) -> Result<Network, WeightsError> {
    let weights = read(text)?;
    Network::of(&weights).ok_or(WeightsError::Count(weights.len()))
}

fn number(text: &str) -> Result<f32, WeightsError> {
    let refused = || WeightsError::Number(text.to_owned());
    let units: i32 = text.parse().map_err(|_not_whole| refused())?;
    // Whole numbers below 2^24 are exact as floats.
    #[expect(
        clippy::as_conversions,
        clippy::cast_precision_loss,
        reason = "the range is checked"
    )]
    let units = units as f32;
    if units.abs() > UNITS_MAX {
        return Err(refused());
    }
    Ok(units / UNITS)
}

fn line<'a>(head: &'a str, name: &'static str) -> Result<&'a str, WeightsError> {
    let found = head
        .lines()
        .find_map(|it| it.strip_prefix(name)?.strip_prefix(": "));
    found.ok_or(WeightsError::Head(name))
}

fn shape() -> String {
    format!("{INPUTS} {FIRST} {SECOND} {SHARES}")
}

fn checksum(text: &str) -> String {
    base16ct::lower::encode_string(&Sha256::digest(text.as_bytes()))
}
