//! Fits a network to positions and what came of them, by the cross entropy of the shares.
//!
//! Source of the steps: D. P. Kingma and J. Ba, *Adam: a method for stochastic optimization*, ICLR 2015,
//! <https://arxiv.org/abs/1412.6980>, with the decay of the weights kept apart from the gradient.

#[cfg(test)]
mod tests;

use dicehall_engine::dice::{Dice, SeededDice, index_below};
use dicehall_engine::knowledge::territory::value::inputs::{INPUTS, Inputs};
use dicehall_engine::knowledge::territory::value::network::{
    FIRST, Network, SECOND, SHARES, WEIGHTS,
};

use crate::number::float;

/// A position with what came of it.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    /// The inputs of the network.
    pub(crate) inputs: Inputs,
    /// How many seats own a territory.
    pub(crate) living: usize,
    /// The shares of the win of these seats, in the order of the inputs, and last that of nobody.
    pub(crate) shares: [f32; SHARES],
}

/// The samples of one step.
const BATCH: usize = 64;
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

/// The weights, and what the steps so far leave behind.
#[derive(Clone, Debug)]
pub(crate) struct Learner {
    weights: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    /// The shares of the starting values that are left in `mean` and `square`.
    left: (f32, f32),
}

impl Learner {
    /// A learner that begins with random weights.
    pub(crate) fn random(dice: &mut SeededDice) -> Self {
        let mut weights = Vec::with_capacity(WEIGHTS);
        for (rows, units) in [(INPUTS, FIRST), (FIRST, SECOND), (SECOND, SHARES)] {
            let most = (6.0 / float(rows)).sqrt();
            weights.extend((0..rows * units).map(|_| most * between_ones(dice)));
            weights.extend(std::iter::repeat_n(0.0, units));
        }
        Self::of(weights)
    }

    /// A learner that begins with these weights.
    pub(crate) fn of(weights: Vec<f32>) -> Self {
        Self {
            mean: vec![0.0; weights.len()],
            square: vec![0.0; weights.len()],
            weights,
            left: (1.0, 1.0),
        }
    }

    pub(crate) fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// The network with the present weights.
    pub(crate) fn network(&self) -> Network {
        Network::of(&self.weights).unwrap_or_else(|| unreachable!("a learner has all weights"))
    }

    /// Descends on about `count` of the samples, drawn evenly, while the rate falls from the first to the second;
    /// returns the mean loss.
    pub(crate) fn fit(
        &mut self,
        samples: &[Sample],
        count: usize,
        (from, to): (f32, f32),
        dice: &mut SeededDice,
    ) -> f64 {
        let batches = (count / BATCH).max(1);
        let mut gradient = vec![0.0; WEIGHTS];
        let mut losses = 0.0;
        for batch in 0..batches {
            gradient.fill(0.0);
            let network = self.network();
            let mut loss = 0.0;
            for _ in 0..BATCH {
                let sample = &samples[index_below(samples.len(), dice)];
                loss += descend(&network, &self.weights, sample, &mut gradient);
            }
            losses += f64::from(loss / float(BATCH));
            self.step(
                &gradient,
                from + (to - from) * float(batch) / float(batches),
            );
        }
        losses / f64::from(float(batches))
    }

    fn step(&mut self, gradient: &[f32], rate: f32) {
        self.left = (self.left.0 * MEAN_KEPT, self.left.1 * SQUARE_KEPT);
        let (for_mean, for_square) = (1.0 / (1.0 - self.left.0), 1.0 / (1.0 - self.left.1));
        let kept = self.mean.iter_mut().zip(&mut self.square);
        for ((weight, sum), (mean, square)) in self.weights.iter_mut().zip(gradient).zip(kept) {
            let slope = sum / float(BATCH);
            *mean = MEAN_KEPT * *mean + (1.0 - MEAN_KEPT) * slope;
            *square = SQUARE_KEPT * *square + (1.0 - SQUARE_KEPT) * slope * slope;
            let towards = *mean * for_mean / ((*square * for_square).sqrt() + LEAST);
            *weight -= rate * (towards + DECAY * *weight);
        }
    }
}

/// Adds the gradient of a sample's loss to `gradient`; returns the loss.
fn descend(network: &Network, weights: &[f32], sample: &Sample, gradient: &mut [f32]) -> f32 {
    let pass = network.pass(&sample.inputs, sample.living);
    let mut slopes = [0.0; SHARES];
    let mut loss = 0.0;
    // A seat that is out has no share in either, so it adds nothing.
    for (slope, (found, came)) in slopes
        .iter_mut()
        .zip(pass.shares.iter().zip(&sample.shares))
    {
        *slope = found - came;
        // The logarithm is reported alone: the weights do not depend on it.
        loss -= came * found.max(1e-6).ln();
    }
    let (first, rest) = weights.split_at((INPUTS + 1) * FIRST);
    let (second, last) = rest.split_at((FIRST + 1) * SECOND);
    let (of_first, rest) = gradient.split_at_mut(first.len());
    let (of_second, of_last) = rest.split_at_mut(second.len());
    let slopes = back(&pass.second, (last, of_last), &slopes);
    let slopes = back(&pass.first, (second, of_second), &slopes);
    for (input, row) in with_bias(&sample.inputs).zip(rows_mut::<FIRST>(of_first)) {
        if input != 0.0 {
            for (sum, slope) in row.iter_mut().zip(&slopes) {
                *sum += input * slope;
            }
        }
    }
    loss
}

/// Adds the gradient of a layer that gets rectified inputs; returns the slopes of what came in.
fn back<const IN: usize, const OUT: usize>(
    inputs: &[f32; IN],
    (weights, gradient): (&[f32], &mut [f32]),
    slopes: &[f32; OUT],
) -> [f32; IN] {
    for (input, row) in with_bias(inputs).zip(rows_mut::<OUT>(gradient)) {
        for (sum, slope) in row.iter_mut().zip(slopes) {
            *sum += input * slope;
        }
    }
    let mut before = [0.0; IN];
    let rows = weights.as_chunks::<OUT>().0;
    for ((slope, input), row) in before.iter_mut().zip(inputs).zip(rows) {
        if *input > 0.0 {
            *slope = row.iter().zip(slopes).map(|(it, slope)| it * slope).sum();
        }
    }
    before
}

/// The inputs of a layer, and the one that the biases get.
fn with_bias(inputs: &[f32]) -> impl Iterator<Item = f32> {
    inputs.iter().copied().chain(std::iter::once(1.0))
}

fn rows_mut<const OUT: usize>(gradient: &mut [f32]) -> impl Iterator<Item = &mut [f32; OUT]> {
    gradient.as_chunks_mut::<OUT>().0.iter_mut()
}

/// A number between -1 and 1.
fn between_ones(dice: &mut SeededDice) -> f32 {
    let case = usize::try_from(dice.below(CASES)).unwrap_or_default();
    float(case) / float(usize::try_from(CASES / 2).unwrap_or(1)) - 1.0
}
