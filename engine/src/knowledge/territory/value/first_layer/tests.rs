//! The first layer in whole numbers: it computes the plain sums, whatever was computed before.

use super::*;
use crate::dice::{Dice, SeededDice};

/// A number between -`most` and `most`, in thousandths of it.
fn number(most: f32, dice: &mut SeededDice) -> f32 {
    most * f32::from(i16::try_from(dice.below(2001)).unwrap() - 1000) / 1000.0
}

fn rows(dice: &mut SeededDice) -> Vec<[f32; FIRST]> {
    (0..=INPUTS)
        .map(|_| [0.0; FIRST].map(|_: f32| number(1.0, dice)))
        .collect()
}

/// Inputs of which about half are those before.
fn next(inputs: &Inputs, dice: &mut SeededDice) -> Inputs {
    inputs.map(|it| match dice.below(8) {
        0..4 => it,
        4 => 0.0,
        5 => number(40.0, dice),
        _ => number(2.0, dice),
    })
}

/// The output of a unit by its definition, in numbers of 64 bits.
fn plain(rows: &[[f32; FIRST]], inputs: &Inputs, unit: usize) -> f64 {
    let whole = |it: f64| format!("{it:.0}").parse::<i64>().unwrap();
    let input = |it: f32| {
        whole(
            (f64::from(it) * 1024.0)
                .clamp(-15360.0, 15360.0)
                .round_ties_even(),
        )
    };
    let weight = |row: usize| f64::from(rows[row][unit]) * 2048.0;
    let products = inputs.iter().enumerate();
    let sum: i64 = products
        .map(|(at, it)| input(*it) * whole(weight(at).round()))
        .sum();
    let sum = sum + whole((weight(INPUTS) * 1024.0).round());
    sum.max(0).to_string().parse::<f64>().unwrap() / (2048.0 * 1024.0)
}

#[test]
fn each_output_is_its_plain_sum_whatever_was_computed_before() {
    for seed in 0..4 {
        let mut dice = SeededDice::new(seed);
        let rows = rows(&mut dice);
        let layer = FirstLayer::of(&rows).unwrap();
        let mut kept = Accumulator::default();
        let mut inputs = [0.0; INPUTS];
        for step in 0..50 {
            inputs = next(&inputs, &mut dice);
            let outputs = layer.outputs(&mut kept, &inputs);
            let fresh = layer.outputs(&mut Accumulator::default(), &inputs);
            assert_eq!(
                outputs.map(f32::to_bits),
                fresh.map(f32::to_bits),
                "seed {seed}, step {step}"
            );
            for (unit, output) in outputs.iter().enumerate() {
                let expected = plain(&rows, &inputs, unit);
                assert!(
                    (f64::from(*output) - expected).abs() <= expected * 1e-7,
                    "seed {seed}, step {step}, unit {unit}: {output}, not {expected}"
                );
            }
        }
    }
}

#[test]
fn weights_that_do_not_fit_are_refused() {
    let mut rows = rows(&mut SeededDice::new(1));
    assert!(FirstLayer::of(&rows[1..]).is_none(), "a row is missing");
    assert!(FirstLayer::of(&[]).is_none());
    rows[7][5] = -16.0;
    assert!(FirstLayer::of(&rows).is_some());
    rows[7][5] = 16.0;
    assert!(FirstLayer::of(&rows).is_none(), "16 is 32768 units");
}
