//! The network: what it computes equals the plain formulas, and shares are shares.

use super::*;
use crate::dice::{Dice, SeededDice};

/// Numbers between -1 and 1; some are zero, as many inputs are.
fn numbers(count: usize, dice: &mut SeededDice) -> Vec<f32> {
    let mut one = || match dice.below(4) {
        0 => 0.0,
        _ => f32::from(i16::try_from(dice.below(2001)).unwrap() - 1000) / 1000.0,
    };
    (0..count).map(|_| one()).collect()
}

/// A layer by its definition, in double precision.
fn plain(inputs: &[f64], weights: &[f32], units: usize) -> Vec<f64> {
    let weight = |row: usize, unit: usize| f64::from(weights[row * units + unit]);
    (0..units)
        .map(|unit| {
            let rows = inputs.iter().enumerate();
            let sum: f64 = rows.map(|(row, input)| input * weight(row, unit)).sum();
            sum + weight(inputs.len(), unit)
        })
        .collect()
}

fn check_shares(seed: u64, living: usize) {
    let mut dice = SeededDice::new(seed);
    let weights: Vec<f32> = numbers(WEIGHTS, &mut dice)
        .iter()
        .map(|it| it * 0.3)
        .collect();
    let inputs: Inputs = numbers(INPUTS, &mut dice).try_into().unwrap();
    let shares = Network::of(&weights).unwrap().pass(&inputs, living).shares;

    let positive = |it: Vec<f64>| it.into_iter().map(|it| it.max(0.0)).collect::<Vec<_>>();
    let (first, rest) = weights.split_at((INPUTS + 1) * FIRST);
    let (second, last) = rest.split_at((FIRST + 1) * SECOND);
    let inputs = inputs.map(f64::from);
    let hidden = positive(plain(&inputs, first, FIRST));
    let hidden = positive(plain(&hidden, second, SECOND));
    let strengths: Vec<f64> = plain(&hidden, last, SHARES)
        .iter()
        .map(|it| it.exp())
        .collect();
    let has = |at: usize| at < living || at == SEATS_MAX;
    let sum: f64 = (0..SHARES)
        .filter(|it| has(*it))
        .map(|it| strengths[it])
        .sum();
    for (at, share) in shares.iter().enumerate() {
        let expected = if has(at) { strengths[at] / sum } else { 0.0 };
        assert!(
            (f64::from(*share) - expected).abs() < 1e-4,
            "seed {seed}: {shares:?}, seat {at}: {expected}"
        );
    }
}

#[test]
fn the_shares_equal_the_plain_formulas() {
    for seed in 0..20 {
        for living in 1..=SEATS_MAX {
            check_shares(seed, living);
        }
    }
}

#[test]
fn the_exponential_is_right_to_a_millionth() {
    for step in 0..=2000_u16 {
        let x = -f32::from(step) / 100.0;
        let (found, expected) = (f64::from(exp(x)), f64::from(x).exp());
        assert!(
            (found / expected - 1.0).abs() < 1e-6,
            "{x}: {found}, not {expected}"
        );
    }
    assert_eq!(exp(0.0).to_bits(), 1.0_f32.to_bits());
}

#[test]
fn a_wrong_number_of_weights_is_refused() {
    assert!(Network::of(&vec![0.0; WEIGHTS - 1]).is_none());
}
