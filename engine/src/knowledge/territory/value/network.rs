//! The value network: two hidden layers of rectified units, a share of the win for each living seat, and one for nobody.
//!
//! Called by `value` and by the training, which also needs what each layer puts out. The results are the same on every
//! machine: nothing but additions, multiplications and divisions of floats in a fixed order, and whole numbers. The training
//! computes the first layer in floats, since a recipe has to make the same weights again to the last digit; the bots compute it
//! in whole numbers, which is faster.

#[cfg(test)]
mod tests;

use super::first_layer::{Accumulator, FIRST, FirstLayer};
use super::inputs::{INPUTS, Inputs};
use crate::game::SEATS_MAX;

/// The units of the second hidden layer.
pub const SECOND: usize = 32;
/// The shares of the seats, and last the share that is lost because nobody wins soon.
pub const SHARES: usize = SEATS_MAX + 1;
/// The number of all weights.
pub const WEIGHTS: usize = (INPUTS + 1) * FIRST + (FIRST + 1) * SECOND + (SECOND + 1) * SHARES;

/// The weights: of each layer one row for each input, then the biases.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    first: Vec<[f32; FIRST]>,
    second: Vec<[f32; SECOND]>,
    last: Vec<[f32; SHARES]>,
    /// The first layer in whole numbers, if the shares are to be computed with them.
    whole: Option<FirstLayer>,
}

/// The outputs of all layers.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// The first hidden layer, after the rectifier.
    pub first: [f32; FIRST],
    /// The second hidden layer, after the rectifier.
    pub second: [f32; SECOND],
    /// The shares of the win.
    pub shares: [f32; SHARES],
}

impl Network {
    /// A network of these weights, layer by layer; `None` if there are not [`WEIGHTS`].
    pub fn of(weights: &[f32]) -> Option<Self> {
        if weights.len() != WEIGHTS {
            return None;
        }
        let (first, rest) = weights.split_at((INPUTS + 1) * FIRST);
        let (second, last) = rest.split_at((FIRST + 1) * SECOND);
        Some(Self {
            first: first.as_chunks().0.to_vec(),
            second: second.as_chunks().0.to_vec(),
            last: last.as_chunks().0.to_vec(),
            whole: None,
        })
    }

    /// The same network with its first layer in whole numbers; as it was if a weight is too great for that.
    #[must_use]
    pub fn in_whole_numbers(self) -> Self {
        let whole = FirstLayer::of(&self.first);
        Self { whole, ..self }
    }

    /// The share of the win of each of the first `living` seats, and of nobody. The accumulator is one that no other network
    /// was given.
    pub fn shares(
        &self,
        accumulator: &mut Accumulator,
        inputs: &Inputs,
        living: usize,
    ) -> [f32; SHARES] {
        match &self.whole {
            Some(whole) => {
                self.after(&whole.outputs(accumulator, inputs), living)
                    .shares
            }
            None => self.pass(inputs, living).shares,
        }
    }

    /// The outputs of all layers, in floats.
    pub fn pass(&self, inputs: &Inputs, living: usize) -> Pass {
        self.after(&layer(&self.first, inputs).map(rectified), living)
    }

    /// The outputs of all layers, of which the first is known.
    fn after(&self, first: &[f32; FIRST], living: usize) -> Pass {
        let second = layer(&self.second, first).map(rectified);
        let shares = softmax(layer(&self.last, &second), living);
        Pass {
            first: *first,
            second,
            shares,
        }
    }
}

/// The sums of a layer: its biases are its last row. Rows of zero inputs add nothing. The others are added one after the other
/// to each sum, four in one pass over the sums.
fn layer<const IN: usize, const OUT: usize>(rows: &[[f32; OUT]], inputs: &[f32; IN]) -> [f32; OUT] {
    let mut sums = rows.last().copied().unwrap_or([0.0; OUT]);
    let mut used = [0; IN];
    let mut count = 0;
    for (at, input) in inputs.iter().enumerate() {
        used[count] = at;
        count += usize::from(*input != 0.0);
    }
    let (fours, rest) = used[..count].as_chunks::<4>();
    for four in fours {
        let [a, b, c, d] = four.map(|it| inputs[it]);
        let [of_a, of_b, of_c, of_d] = four.map(|it| &rows[it]);
        for (at, sum) in sums.iter_mut().enumerate() {
            *sum = *sum + a * of_a[at] + b * of_b[at] + c * of_c[at] + d * of_d[at];
        }
    }
    for it in rest {
        for (sum, weight) in sums.iter_mut().zip(&rows[*it]) {
            *sum += inputs[*it] * weight;
        }
    }
    sums
}

fn rectified(it: f32) -> f32 {
    it.max(0.0)
}

/// Shares in proportion to the exponentials of the numbers; seats that are not living get none.
fn softmax(mut numbers: [f32; SHARES], living: usize) -> [f32; SHARES] {
    for it in &mut numbers[living..SEATS_MAX] {
        *it = f32::NEG_INFINITY;
    }
    let greatest = numbers.iter().copied().fold(f32::MIN, f32::max);
    let powers = numbers.map(|it| {
        if it == f32::NEG_INFINITY {
            0.0
        } else {
            exp(it - greatest)
        }
    });
    let sum: f32 = powers.iter().sum();
    powers.map(|it| it / sum)
}

/// The exponential of a number that is not positive, to about one part in a million. The standard library's differs
/// between systems in the last digit.
fn exp(it: f32) -> f32 {
    const HALVINGS: i32 = 10;
    // e^x = (e^(x / 1024))^1024; the series of a number between -1/12 and 0 needs few terms.
    let x = f64::from(it.max(-80.0)) / f64::from(1 << HALVINGS);
    let mut power = 1.0 + x * (1.0 + x * (0.5 + x * (1.0 / 6.0 + x / 24.0 * (1.0 + x / 5.0))));
    for _ in 0..HALVINGS {
        power *= power;
    }
    #[expect(
        clippy::as_conversions,
        clippy::cast_possible_truncation,
        reason = "rounding to a float is the purpose"
    )]
    {
        power as f32
    }
}
