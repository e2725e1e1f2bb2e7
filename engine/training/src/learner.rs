//! Fits a value network to positions and what came of them, by the cross entropy of the shares.

#[cfg(test)]
mod tests;

use dicehall_engine::dice::SeededDice;
use dicehall_engine::knowledge::territory::value::first_layer::FIRST;
use dicehall_engine::knowledge::territory::value::inputs::{INPUTS, Inputs};
use dicehall_engine::knowledge::territory::value::network::{Network, SECOND, SHARES, WEIGHTS};

use crate::adam::{Adam, BATCH, Descent, add_layer, random_layer};
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

/// The weights, and what the steps so far leave behind.
#[derive(Clone, Debug)]
pub(crate) struct Learner {
    weights: Vec<f32>,
    adam: Adam,
}

impl Learner {
    /// A learner that begins with random weights.
    pub(crate) fn random(dice: &mut SeededDice) -> Self {
        let mut weights = Vec::with_capacity(WEIGHTS);
        for (rows, units) in [(INPUTS, FIRST), (FIRST, SECOND), (SECOND, SHARES)] {
            weights.extend(random_layer(rows, units, dice));
        }
        Self::of(weights)
    }

    /// A learner that begins with these weights.
    pub(crate) fn of(weights: Vec<f32>) -> Self {
        Self {
            adam: Adam::new(weights.len()),
            weights,
        }
    }

    pub(crate) fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// The network with the present weights.
    pub(crate) fn network(&self) -> Network {
        network(&self.weights)
    }

    /// Descends on about `count` of the samples, drawn evenly, while the rate falls from the first to the second;
    /// returns the mean loss.
    pub(crate) fn fit(
        &mut self,
        samples: &[Sample],
        count: usize,
        rates: (f32, f32),
        dice: &mut SeededDice,
    ) -> f64 {
        let batches = (count / BATCH).max(1);
        let mut losses = 0.0;
        let descent = Descent {
            samples,
            batches,
            rates,
        };
        let add = |weights: &[f32], batch: [&Sample; BATCH], gradient: &mut [f32]| {
            let network = network(weights);
            let mut loss = 0.0;
            for sample in batch {
                loss += descend(&network, weights, sample, gradient);
            }
            losses += f64::from(loss / float(BATCH));
        };
        self.adam.descend(&mut self.weights, &descent, dice, add);
        losses / f64::from(float(batches))
    }
}

fn network(weights: &[f32]) -> Network {
    Network::of(weights).unwrap_or_else(|| unreachable!("a learner has all weights"))
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
    let slopes = back(&pass.second, last, of_last, &slopes);
    let slopes = back(&pass.first, second, of_second, &slopes);
    add_layer(of_first, &sample.inputs, &slopes);
    loss
}

/// Adds the gradient of a layer that gets rectified inputs; returns the slopes of what came in.
fn back<const IN: usize, const OUT: usize>(
    inputs: &[f32; IN],
    weights: &[f32],
    gradient: &mut [f32],
    slopes: &[f32; OUT],
) -> [f32; IN] {
    add_layer(gradient, inputs, slopes);
    let mut before = [0.0; IN];
    let rows = weights.as_chunks::<OUT>().0;
    for ((slope, input), row) in before.iter_mut().zip(inputs).zip(rows) {
        if *input > 0.0 {
            *slope = row.iter().zip(slopes).map(|(it, slope)| it * slope).sum();
        }
    }
    before
}
