//! The learner: its gradient is the slope of the loss, and it learns what can be learned.

use super::*;
use crate::adam::between_ones;
use dicehall_engine::dice::index_below;
use dicehall_engine::game::SEATS_MAX;

fn sample(dice: &mut SeededDice, living: usize) -> Sample {
    let mut inputs = [0.0; INPUTS];
    inputs.fill_with(|| between_ones(dice));
    let mut shares = [0.0; SHARES];
    shares[usize::from(inputs[3] > 0.0)] = 1.0;
    Sample {
        inputs,
        living,
        shares,
    }
}

fn loss(weights: &[f32], sample: &Sample) -> f64 {
    let pass = Network::of(weights)
        .unwrap()
        .pass(&sample.inputs, sample.living);
    let shares = pass.shares.iter().zip(&sample.shares);
    let share = |(found, expected): (&f32, &f32)| {
        if *expected > 0.0 {
            f64::from(*expected) * f64::from(*found).ln()
        } else {
            0.0
        }
    };
    -shares.map(share).sum::<f64>()
}

#[test]
fn the_gradient_is_the_slope_of_the_loss() {
    let mut dice = SeededDice::new(3);
    let weights = Learner::random(&mut dice).weights;
    for living in 2..=SEATS_MAX {
        let sample = sample(&mut dice, living);
        let mut gradient = vec![0.0; WEIGHTS];
        descend(
            &Network::of(&weights).unwrap(),
            &weights,
            &sample,
            &mut gradient,
        );
        for _ in 0..200 {
            let at = index_below(WEIGHTS, &mut dice);
            let moved = |by: f32| {
                let mut moved = weights.clone();
                moved[at] += by;
                loss(&moved, &sample)
            };
            let slope = (moved(0.002) - moved(-0.002)) / 0.004;
            assert!(
                (slope - f64::from(gradient[at])).abs() < 0.01 + 0.05 * slope.abs(),
                "weight {at}, {living} seats: {slope}, not {}",
                gradient[at]
            );
        }
    }
}

#[test]
fn a_rule_is_learned_and_the_same_seed_gives_the_same_weights() {
    let learned = || {
        let mut dice = SeededDice::new(4);
        let samples: Vec<Sample> = (0..2000).map(|_| sample(&mut dice, 2)).collect();
        let mut learner = Learner::random(&mut dice);
        let begun = learner.fit(&samples, 64, (0.001, 0.001), &mut dice);
        learner.fit(&samples, 20_000, (0.002, 0.001), &mut dice);
        let ended = learner.fit(&samples, 2000, (0.0005, 0.0), &mut dice);
        (begun, ended, learner.weights)
    };
    let (begun, ended, weights) = learned();
    assert!(begun > 0.6 && ended < 0.3, "{begun}, {ended}");
    assert_eq!(learned().2, weights);
}
