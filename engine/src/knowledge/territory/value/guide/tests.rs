//! The guide: how it judges a leaf.

use std::sync::Arc;

use super::super::network::{Network, WEIGHTS};
use super::*;
use crate::dice::SeededDice;
use crate::game::Game;
use crate::games::dice_wars::{DiceWars, Position, Rules};

fn valuer() -> Valuer {
    let mut dice = SeededDice::new(8);
    let mut one = || f32::from(i16::try_from(dice.below(2001)).unwrap() - 1000) / 4000.0;
    let weights: Vec<f32> = (0..WEIGHTS).map(|_| one()).collect();
    Valuer::new(Arc::new(Network::of(&weights).unwrap()), false)
}

fn beginning() -> Position {
    let config = DiceWars::generate(&Rules::STANDARD, 4, &mut SeededDice::new(2)).unwrap();
    DiceWars::start(&config).unwrap()
}

/// The worth of a leaf, the position in which its playout ended, and the nodes that it cost.
fn judged(plies: u32) -> (Payoffs, Position, u64) {
    let mut guide = ValueGuide::new(valuer(), plies);
    let (mut state, mut nodes) = (beginning(), Nodes::unlimited());
    let worth = guide.evaluate_leaf(&mut state, &mut nodes, &mut SeededDice::new(4));
    (worth, state, nodes.spent())
}

#[test]
fn a_leaf_is_worth_the_mean_of_what_it_is_worth_before_and_after_its_playout() {
    let before = valuer().value(&beginning());
    let (worth, state, nodes) = judged(20);
    assert!(state != beginning() && nodes == 20, "{nodes} nodes");
    let after = valuer().value(&state);
    let both = before.iter().zip(after);
    let expected: Vec<f64> = both.map(|it| 0.5 * it.0 + 0.5 * it.1).collect();
    assert_eq!(worth.to_vec(), expected);
}

#[test]
fn without_a_playout_a_leaf_is_judged_as_it_is() {
    assert_eq!(judged(0), (valuer().value(&beginning()), beginning(), 0));
}
