//! The regression: it finds the weights by which shares were made, and what can be computed by hand.

use super::*;
use dicehall_engine::dice::{Dice, SeededDice};

/// A choice between options with random features, whose shares are the odds by these weights.
fn made_by<const N: usize>(weights: &[f64; N], dice: &mut SeededDice) -> Choice<N> {
    let mut number = || f64::from(u16::try_from(dice.below(2001)).unwrap()) / 1000.0 - 1.0;
    let options = (0..4).map(|_| ([(); N].map(|()| number()), 0.0)).collect();
    let mut choice = Choice { options };
    let odds = odds(&choice, weights);
    for (option, odds) in choice.options.iter_mut().zip(odds) {
        option.1 = odds;
    }
    choice
}

#[test]
fn the_weights_by_which_shares_were_made_are_found_again() {
    let weights = [1.5, -0.75, 0.0, 3.0];
    let mut dice = SeededDice::new(3);
    let choices: Vec<_> = (0..20_000).map(|_| made_by(&weights, &mut dice)).collect();
    for (found, weight) in fit(&choices).into_iter().zip(weights) {
        assert!((found - weight).abs() < 0.01, "{found}, not {weight}");
    }
}

/// Where an option with the feature 1 wins three of four times against one without it, its log-odds are ln 3.
#[test]
fn the_weight_of_one_flag_is_the_logarithm_of_its_odds() {
    let choice = Choice {
        options: vec![([1.0], 0.75), ([0.0], 0.25)],
    };
    let choices = vec![choice; 100_000];
    let weights = fit(&choices);
    assert!((weights[0] - 3.0_f64.ln()).abs() < 1e-3, "{weights:?}");
    let entropy = -(0.75 * 0.75_f64.ln() + 0.25 * 0.25_f64.ln());
    assert!((cross_entropy(&choices, &weights) - entropy).abs() < 1e-6);
    assert!((cross_entropy(&choices, &[0.0]) - 2.0_f64.ln()).abs() < 1e-9);
}
