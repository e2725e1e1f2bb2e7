//! Fits the weights of a logistic regression between several options, by Newton's method.
//!
//! Called by `fit`. An option's odds are the exponential of its weighted features, scaled so that those of all options sum
//! to one: the conditional logit of D. `McFadden`, *Conditional logit analysis of qualitative choice behavior*, 1974,
//! <https://eml.berkeley.edu/reprints/mcfadden/zarembka.pdf>. What is fitted makes the shares that came about most likely.

#[cfg(test)]
mod tests;

use crate::number::mean;

/// The weight of a penalty on large weights: it decides between weights that explain the shares equally well.
const RIDGE: f64 = 1.0;
/// The most steps; a dozen are enough for samples that are not degenerate.
const STEPS_MAX: u32 = 50;
/// A step that changes no weight by more ends the fit.
const CLOSE: f64 = 1e-9;

/// Options with the share of each that came about. The shares sum to one.
#[derive(Clone, Debug)]
pub(crate) struct Choice<const N: usize> {
    pub(crate) options: Vec<([f64; N], f64)>,
}

/// The weights under which the shares of all choices are most likely.
pub(crate) fn fit<const N: usize>(choices: &[Choice<N>]) -> [f64; N] {
    let mut weights = [0.0; N];
    for _ in 0..STEPS_MAX {
        let step = newton_step(choices, &weights);
        for (weight, it) in weights.iter_mut().zip(step) {
            *weight += it;
        }
        if step.iter().all(|it| it.abs() < CLOSE) {
            break;
        }
    }
    weights
}

/// The mean cross entropy (logarithmic loss, in nats) of the shares of choices.
pub(crate) fn cross_entropy<const N: usize>(choices: &[Choice<N>], weights: &[f64; N]) -> f64 {
    let of = |choice: &Choice<N>| {
        let shares = choice.options.iter().map(|it| it.1);
        let odds = odds(choice, weights);
        -shares
            .zip(odds)
            .map(|(share, odds)| share * odds.ln())
            .sum::<f64>()
    };
    mean(choices.iter().map(of))
}

fn odds<const N: usize>(choice: &Choice<N>, weights: &[f64; N]) -> Vec<f64> {
    let weighed = |(features, _): &([f64; N], f64)| dot(features, weights);
    let sums: Vec<f64> = choice.options.iter().map(weighed).collect();
    let greatest = sums.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut odds: Vec<f64> = sums.iter().map(|it| (it - greatest).exp()).collect();
    let sum: f64 = odds.iter().sum();
    for it in &mut odds {
        *it /= sum;
    }
    odds
}

/// The gradient of the likelihood, divided by its curvature.
fn newton_step<const N: usize>(choices: &[Choice<N>], weights: &[f64; N]) -> [f64; N] {
    let mut gradient = weights.map(|it| -RIDGE * it);
    let mut curvature = [[0.0; N]; N];
    for (at, row) in curvature.iter_mut().enumerate() {
        row[at] = RIDGE;
    }
    for choice in choices {
        let odds = odds(choice, weights);
        let mut mean = [0.0; N];
        for ((features, share), odds) in choice.options.iter().zip(odds) {
            add(&mut gradient, share - odds, features);
            add(&mut mean, odds, features);
            add_square(&mut curvature, odds, features);
        }
        add_square(&mut curvature, -1.0, &mean);
    }
    solved(curvature, gradient)
}

fn add<const N: usize>(sums: &mut [f64; N], factor: f64, numbers: &[f64; N]) {
    for (sum, it) in sums.iter_mut().zip(numbers) {
        *sum += factor * it;
    }
}

fn add_square<const N: usize>(sums: &mut [[f64; N]; N], factor: f64, numbers: &[f64; N]) {
    for (row, it) in sums.iter_mut().zip(numbers) {
        add(row, factor * it, numbers);
    }
}

/// Solves linear equations whose matrix is symmetric and positive, by elimination.
fn solved<const N: usize>(mut rows: [[f64; N]; N], mut right: [f64; N]) -> [f64; N] {
    for at in 0..N {
        let (pivot, wanted) = (rows[at], right[at]);
        for below in at + 1..N {
            let factor = rows[below][at] / pivot[at];
            add(&mut rows[below], -factor, &pivot);
            right[below] -= factor * wanted;
        }
    }
    for at in (0..N).rev() {
        let known: f64 = (at + 1..N).map(|it| rows[at][it] * right[it]).sum();
        right[at] = (right[at] - known) / rows[at][at];
    }
    right
}

fn dot<const N: usize>(one: &[f64; N], other: &[f64; N]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}
