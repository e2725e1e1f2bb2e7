//! The first layer of the network in whole numbers: from one position to the next only the inputs that changed are multiplied.
//!
//! Called by `network` for every valued position. Source: Y. Nasu, *Efficiently Updatable Neural-Network-based Evaluation
//! Functions for Computer Shogi*, 2018, <https://github.com/ynasu87/nnue>. There a move changes few of many inputs that are 0 or 1;
//! here the inputs are any numbers, and of two positions that a search values one after the other about half are equal. Inputs and
//! weights are rounded to 16 bits. Law kept here: sums of whole numbers are exact, so what was valued before changes no result.

#[cfg(test)]
mod tests;

use wide::{f32x4, f32x8, i16x8, i32x4};

use super::inputs::{INPUTS, Inputs};

/// The units of the first hidden layer.
pub const FIRST: usize = 96;
/// The pairs of inputs: the processor multiplies two by two and adds.
const PAIRS: usize = INPUTS.div_ceil(2);
/// The vectors of eight inputs.
const EIGHTS: usize = INPUTS.div_ceil(8);
/// The vectors of four sums in half of the layer. So many fit in the registers of every processor that is supported.
const HALF: usize = FIRST / 8;
/// The units in an input of one.
const INPUT_UNITS: f32 = 1024.0;
/// The greatest input: the difference of two fits in 16 bits. Counts are scaled to about 0 to 4.
const INPUT_MAX: f32 = 15.0;
/// The units in a weight of one.
const WEIGHT_UNITS: f32 = 2048.0;

/// The weights of the layer.
#[derive(Clone, Debug, PartialEq)]
pub struct FirstLayer {
    /// For each pair of inputs the weights of all units, the two of a unit side by side.
    pairs: Vec<[[i16x8; HALF]; 2]>,
    biases: [[i32x4; HALF]; 2],
}

/// The inputs of the position that one layer was given last, and their sums without the biases.
#[derive(Clone, Debug)]
pub struct Accumulator {
    inputs: [[i16; 8]; EIGHTS],
    sums: [[i32x4; HALF]; 2],
}

/// A pair of inputs that changed, with the differences of both, four times.
#[derive(Clone, Copy)]
struct Change {
    pair: usize,
    by: i16x8,
}

impl FirstLayer {
    /// The layer of these rows of weights, one for each input and then the biases; `None` if there are not so many, or if a
    /// weight does not fit in 16 bits.
    pub fn of(rows: &[[f32; FIRST]]) -> Option<Self> {
        let (biases, rows) = rows.split_last()?;
        let weight = |input: usize, unit: usize| match rows.get(input) {
            Some(row) => i16::try_from(whole(row[unit] * WEIGHT_UNITS)).ok(),
            None => Some(0),
        };
        let mut pairs = vec![[[i16x8::ZERO; HALF]; 2]; PAIRS];
        for (pair, halves) in pairs.iter_mut().enumerate() {
            for (four, it) in halves.as_flattened_mut().iter_mut().enumerate() {
                let mut weights = [0; 8];
                for (at, to) in weights.iter_mut().enumerate() {
                    *to = weight(2 * pair + at % 2, 4 * four + at / 2)?;
                }
                *it = i16x8::new(weights);
            }
        }
        let mut whole_biases = [[i32x4::ZERO; HALF]; 2];
        let fours = whole_biases.as_flattened_mut().iter_mut();
        for (to, four) in fours.zip(biases.as_chunks::<4>().0) {
            *to = i32x4::new(four.map(|it| whole(it * INPUT_UNITS * WEIGHT_UNITS)));
        }
        (rows.len() == INPUTS).then_some(Self {
            pairs,
            biases: whole_biases,
        })
    }

    /// The outputs of the units for these inputs: their sums, or zero in place of negative ones.
    pub fn outputs(&self, accumulator: &mut Accumulator, inputs: &Inputs) -> [f32; FIRST] {
        self.update(accumulator, &in_units(inputs));
        let scale = f32x4::splat(1.0 / (INPUT_UNITS * WEIGHT_UNITS));
        let sums = accumulator.sums.as_flattened().iter();
        let mut outputs = [0.0; FIRST];
        let fours = outputs.as_chunks_mut::<4>().0.iter_mut();
        for ((to, sum), bias) in fours.zip(sums).zip(self.biases.as_flattened()) {
            let sum = (*sum + *bias).max(i32x4::ZERO);
            *to = (sum.round_float() * scale).to_array();
        }
        outputs
    }

    /// Adds to the sums what the inputs that changed make of them.
    fn update(&self, accumulator: &mut Accumulator, inputs: &[[i16; 8]; EIGHTS]) {
        let none = Change {
            pair: 0,
            by: i16x8::ZERO,
        };
        let (mut changes, mut count) = ([none; PAIRS], 0);
        let old = accumulator.inputs.as_flattened().as_chunks::<2>().0;
        let new = inputs.as_flattened().as_chunks::<2>().0;
        for (pair, (old, new)) in old.iter().zip(new).enumerate().take(PAIRS) {
            let (a, b) = (new[0] - old[0], new[1] - old[1]);
            let by = i16x8::new([a, b, a, b, a, b, a, b]);
            changes[count] = Change { pair, by };
            count += usize::from(old != new);
        }
        accumulator.inputs = *inputs;
        for (half, sums) in accumulator.sums.iter_mut().enumerate() {
            let mut kept = *sums;
            for change in &changes[..count] {
                let weights = &self.pairs[change.pair][half];
                for (sum, weight) in kept.iter_mut().zip(weights) {
                    *sum += change.by.dot(*weight);
                }
            }
            *sums = kept;
        }
    }
}

impl Default for Accumulator {
    /// Of inputs that are all zero.
    fn default() -> Self {
        Self {
            inputs: [[0; 8]; EIGHTS],
            sums: [[i32x4::ZERO; HALF]; 2],
        }
    }
}

/// The inputs in units.
fn in_units(inputs: &Inputs) -> [[i16; 8]; EIGHTS] {
    let (eights, rest) = inputs.as_chunks::<8>();
    let mut last = [0.0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let most = f32x8::splat(INPUT_MAX);
    let mut whole = [[0; 8]; EIGHTS];
    for (to, eight) in whole.iter_mut().zip(eights.iter().chain([&last])) {
        let within = f32x8::new(*eight).fast_min(most).fast_max(-most);
        let units = (within * f32x8::splat(INPUT_UNITS)).fast_round_int();
        *to = i16x8::from_i32x8_saturate(units).to_array();
    }
    whole
}

/// The nearest whole number.
#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    reason = "rounding is the purpose"
)]
fn whole(it: f32) -> i32 {
    it.round() as i32
}
