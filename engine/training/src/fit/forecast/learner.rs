//! Fits the forecast to positions and the mover's shares that came of them, by the cross entropy.

use dicehall_engine::dice::SeededDice;
use dicehall_engine::knowledge::territory::forecast::{
    Forecast, HIDDEN, INPUTS, LEAK, WEIGHTS, odds_of,
};

use crate::adam::{Adam, BATCH, Descent, add_layer, random_layer};
use crate::number::{mean, narrow};

/// A position with what came of it.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    /// The inputs of the network.
    pub(super) inputs: [f32; INPUTS],
    /// The mover's share of the win.
    pub(super) share: f32,
}

/// The weights, and what the steps so far leave behind.
#[derive(Clone, Debug)]
pub(super) struct Learner {
    weights: Vec<f32>,
    adam: Adam,
}

impl Learner {
    /// A learner that begins with random weights.
    pub(super) fn random(dice: &mut SeededDice) -> Self {
        let mut weights = Vec::with_capacity(WEIGHTS);
        for (rows, units) in [(INPUTS, HIDDEN), (HIDDEN, 1)] {
            weights.extend(random_layer(rows, units, dice));
        }
        Self {
            weights,
            adam: Adam::new(WEIGHTS),
        }
    }

    /// The weights, row by row.
    pub(super) fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// The network with the present weights.
    pub(super) fn forecast(&self) -> Forecast {
        forecast(&self.weights)
    }

    /// Descends on about `count` of the samples, drawn evenly, while the rate falls from the first to the second.
    pub(super) fn fit(
        &mut self,
        samples: &[Sample],
        count: usize,
        rates: (f32, f32),
        dice: &mut SeededDice,
    ) {
        let descent = Descent {
            samples,
            batches: (count / BATCH).max(1),
            rates,
        };
        let add = |weights: &[f32], batch: [&Sample; BATCH], gradient: &mut [f32]| {
            let forecast = forecast(weights);
            for sample in batch {
                descend(&forecast, weights, sample, gradient);
            }
        };
        self.adam.descend(&mut self.weights, &descent, dice, add);
    }

    /// The mean cross entropy (logarithmic loss, in nats) at the shares of samples.
    pub(super) fn cross_entropy(&self, samples: &[Sample]) -> f64 {
        let forecast = self.forecast();
        let of = |sample: &Sample| {
            let share = f64::from(sample.share);
            let odds = found(&forecast, sample).1;
            -share * odds.ln() - (1.0 - share) * (1.0 - odds).ln()
        };
        mean(samples.iter().map(of))
    }
}

fn forecast(weights: &[f32]) -> Forecast {
    let mut exact = [0.0; WEIGHTS];
    for (to, from) in exact.iter_mut().zip(weights) {
        *to = f64::from(*from);
    }
    Forecast::of(&exact)
}

/// The outputs of the hidden units at a sample, and the odds.
fn found(forecast: &Forecast, sample: &Sample) -> ([f64; HIDDEN], f64) {
    let hidden = forecast.hidden(&sample.inputs.map(f64::from));
    let odds = odds_of(forecast.sum(&hidden));
    (hidden, odds)
}

/// Adds the gradient of a sample's loss to `gradient`.
fn descend(forecast: &Forecast, weights: &[f32], sample: &Sample, gradient: &mut [f32]) {
    let (hidden, odds) = found(forecast, sample);
    let slope = narrow(odds) - sample.share;
    let (of_first, of_last) = gradient.split_at_mut((INPUTS + 1) * HIDDEN);
    let last = &weights[(INPUTS + 1) * HIDDEN..];
    let mut slopes = [0.0; HIDDEN];
    for unit in 0..HIDDEN {
        of_last[unit] += slope * narrow(hidden[unit]);
        let bend = if hidden[unit] > 0.0 {
            1.0
        } else {
            narrow(LEAK)
        };
        slopes[unit] = slope * last[unit] * bend;
    }
    of_last[HIDDEN] += slope;
    add_layer(of_first, &sample.inputs, &slopes);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adam::between_ones;

    fn sample(dice: &mut SeededDice) -> Sample {
        let mut inputs = [0.0; INPUTS];
        inputs.fill_with(|| between_ones(dice));
        let share = if inputs[3] > inputs[5] { 1.0 } else { 0.0 };
        Sample { inputs, share }
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let mut dice = SeededDice::new(3);
        let learner = Learner::random(&mut dice);
        let sample = sample(&mut dice);
        let mut gradient = vec![0.0; WEIGHTS];
        descend(
            &learner.forecast(),
            &learner.weights,
            &sample,
            &mut gradient,
        );
        for (at, found) in gradient.iter().enumerate() {
            let moved = |by: f32| {
                let mut moved = learner.clone();
                moved.weights[at] += by;
                moved.cross_entropy(std::slice::from_ref(&sample))
            };
            let slope = (moved(0.001) - moved(-0.001)) / 0.002;
            let found = f64::from(*found);
            let close = 1e-3 + 0.02 * slope.abs();
            assert!(
                (slope - found).abs() < close,
                "weight {at}: {slope}, not {found}"
            );
        }
    }

    #[test]
    fn a_rule_is_learned() {
        let mut dice = SeededDice::new(4);
        let samples: Vec<Sample> = (0..5000).map(|_| sample(&mut dice)).collect();
        let mut learner = Learner::random(&mut dice);
        let begun = learner.cross_entropy(&samples);
        learner.fit(&samples, 100_000, (0.003, 0.0), &mut dice);
        let ended = learner.cross_entropy(&samples);
        assert!(begun > 0.6 && ended < 0.1, "{begun}, {ended}");
    }
}
