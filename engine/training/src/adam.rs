//! The first weights of a network, the gradient of a layer, and the steps by which a fit changes the weights.
//!
//! Called by the fits of the value networks and of the forecast. Source: D. P. Kingma and J. Ba, *Adam: a method for stochastic
//! optimization*, ICLR 2015, <https://arxiv.org/abs/1412.6980>, with the decay of the weights kept apart from the gradient.

use dicehall_engine::dice::{Dice, SeededDice, index_below};

use crate::number::float;

/// The samples of one step.
pub(crate) const BATCH: usize = 64;
/// The share of the mean gradient that is kept from step to step.
const MEAN_KEPT: f32 = 0.9;
/// The share of the mean squared gradient that is kept from step to step.
const SQUARE_KEPT: f32 = 0.999;
/// The decay of the weights, as a part of the rate.
const DECAY: f32 = 0.001;
/// The least divisor of a step.
const LEAST: f32 = 1e-8;
/// The cases by which the first weights are drawn.
const CASES: u64 = 1 << 20;

/// The steps of a fit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Descent<'a, S> {
    /// The samples, from which those of a batch are drawn evenly.
    pub(crate) samples: &'a [S],
    /// The number of steps, one for each batch.
    pub(crate) batches: usize,
    /// The rate of the first step, and that to which it falls.
    pub(crate) rates: (f32, f32),
}

/// The means of the steps so far, on which the next ones depend.
#[derive(Clone, Debug)]
pub(crate) struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    /// The shares of the starting values that are left in `mean` and `square`.
    left: (f32, f32),
}

impl Adam {
    /// Before the first step of so many weights.
    pub(crate) fn new(weights: usize) -> Self {
        Self {
            mean: vec![0.0; weights],
            square: vec![0.0; weights],
            left: (1.0, 1.0),
        }
    }

    /// Goes down the gradients of batches; `add` adds that of a batch to the sums that it gets.
    pub(crate) fn descend<S>(
        &mut self,
        weights: &mut [f32],
        descent: &Descent<'_, S>,
        dice: &mut SeededDice,
        mut add: impl FnMut(&[f32], [&S; BATCH], &mut [f32]),
    ) {
        let Descent {
            samples,
            batches,
            rates: (from, to),
        } = *descent;
        let mut gradient = vec![0.0; weights.len()];
        for batch in 0..batches {
            gradient.fill(0.0);
            let drawn = [(); BATCH].map(|()| &samples[index_below(samples.len(), dice)]);
            add(weights, drawn, &mut gradient);
            let rate = from + (to - from) * float(batch) / float(batches);
            self.step(weights, &gradient, rate);
        }
    }

    /// Goes one step down the gradient, which is the sum of those of a batch.
    fn step(&mut self, weights: &mut [f32], gradient: &[f32], rate: f32) {
        self.left = (self.left.0 * MEAN_KEPT, self.left.1 * SQUARE_KEPT);
        let (for_mean, for_square) = (1.0 / (1.0 - self.left.0), 1.0 / (1.0 - self.left.1));
        let kept = self.mean.iter_mut().zip(&mut self.square);
        for ((weight, sum), (mean, square)) in weights.iter_mut().zip(gradient).zip(kept) {
            let slope = sum / float(BATCH);
            *mean = MEAN_KEPT * *mean + (1.0 - MEAN_KEPT) * slope;
            *square = SQUARE_KEPT * *square + (1.0 - SQUARE_KEPT) * slope * slope;
            let towards = *mean * for_mean / ((*square * for_square).sqrt() + LEAST);
            *weight -= rate * (towards + DECAY * *weight);
        }
    }
}

/// The first weights of a layer: small random numbers, one row for each input, then biases of zero.
pub(crate) fn random_layer(
    rows: usize,
    units: usize,
    dice: &mut SeededDice,
) -> impl Iterator<Item = f32> {
    let most = (6.0 / float(rows)).sqrt();
    (0..rows * units)
        .map(move |_| most * between_ones(dice))
        .chain(std::iter::repeat_n(0.0, units))
}

/// Adds the gradient of a layer: the product of each input, and of the one that the biases get, with the slope of each unit.
pub(crate) fn add_layer<const UNITS: usize>(
    gradient: &mut [f32],
    inputs: &[f32],
    slopes: &[f32; UNITS],
) {
    let inputs = inputs.iter().chain(std::iter::once(&1.0));
    let rows = gradient.as_chunks_mut::<UNITS>().0;
    for (input, row) in inputs.zip(rows).filter(|it| *it.0 != 0.0) {
        for (sum, slope) in row.iter_mut().zip(slopes) {
            *sum += input * slope;
        }
    }
}

/// A number between -1 and 1.
pub(crate) fn between_ones(dice: &mut SeededDice) -> f32 {
    let case = usize::try_from(dice.below(CASES)).unwrap_or_default();
    float(case) / float(usize::try_from(CASES / 2).unwrap_or(1)) - 1.0
}
