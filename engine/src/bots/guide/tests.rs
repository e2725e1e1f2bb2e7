//! Playouts and the guide that knows nothing.

use super::*;
use crate::bots::Nodes;
use crate::bots::testing::{Nim, RandomTree, check_falls_by_odds};
use crate::dice::SeededDice;

/// Plays Nim from ten by taking one each time; returns the plies, the nodes that they cost, and what is left of the
/// heap.
fn played(plies_max: u32, nodes: u64, policy: impl Fn() -> Option<u8>) -> (u32, u64, u8) {
    let mut nim = Nim {
        heap: 10,
        to_move: Seat::ALL[0],
    };
    let mut budget = Nodes::at_most(nodes);
    let mut dice = SeededDice::new(0);
    let plies = Playout::new(plies_max).run(&mut nim, &mut budget, &mut dice, |_, _, _| policy());
    (plies, budget.spent(), nim.heap)
}

#[test]
fn a_playout_ends_with_its_plies_its_budget_the_match_or_the_policy() {
    let one = || Some(1);
    assert_eq!(played(3, 100, one), (3, 3, 7));
    assert_eq!(played(100, 4, one), (4, 5, 6));
    assert_eq!(played(100, 100, one), (10, 10, 0));
    assert_eq!(played(100, 100, || None), (0, 1, 10));
    assert_eq!(played(0, 100, one), (0, 0, 10));
}

#[test]
fn a_playout_draws_luck_by_its_odds_and_ends_on_a_decision() {
    // Luck leads to three decisions; the second is four times as likely as the first.
    let lopsided = |it: &RandomTree| {
        let weights: Vec<u128> = it.chances().iter().map(|it| it.weight).collect();
        let decides = |it: &Weighted<u64>, root: &RandomTree| {
            let mut next = root.clone();
            next.resolve(it.chance);
            matches!(next.node(), Node::Decision(_))
        };
        weights.len() == 3
            && weights.iter().max() >= weights.iter().min().map(|it| 4 * it).as_ref()
            && it.chances().iter().all(|chance| decides(chance, it))
    };
    let trees = (0..5_000).map(|id| RandomTree {
        id,
        seats: 3,
        depth: 4,
    });
    let root = trees.into_iter().find(lopsided).unwrap();
    let (mut playout, mut dice) = (Playout::new(0), SeededDice::new(1));
    check_falls_by_odds(&root, |it| {
        playout.run(it, &mut Nodes::at_most(0), &mut dice, |_, _, _| None);
    });
}

#[test]
fn who_knows_nothing_prefers_nothing() {
    let mut guide = Unguided::new();
    let nim = Nim {
        heap: 10,
        to_move: Seat::ALL[0],
    };
    let mut priors = Vec::new();
    guide.priors(&nim, &nim.actions(), &mut priors);
    assert_eq!(priors, [1.0 / 3.0; 3]);
    for seats in 2..=4 {
        let payoffs = guide_of_trees().estimate(&RandomTree {
            id: 1,
            seats,
            depth: 1,
        });
        let even = 1.0 / f64::from(seats);
        for (seat, payoff) in (0..).zip(payoffs) {
            let expect = if seat < seats { even } else { 0.0 };
            assert!(
                (payoff - expect).abs() < 1e-12,
                "{payoffs:?} for {seats} seats"
            );
        }
    }
}

fn guide_of_trees() -> Unguided<RandomTree> {
    Unguided::new()
}

#[test]
fn a_leaf_is_worth_what_playing_it_out_evenly_brings_on_average() {
    // Nim with two left: taking both wins, taking one loses.
    let (mut guide, mut dice) = (Unguided::new(), SeededDice::new(5));
    let mut sum = 0.0;
    for _ in 0..2_000 {
        let mut nim = Nim {
            heap: 2,
            to_move: Seat::ALL[1],
        };
        let payoffs = guide.evaluate_leaf(&mut nim, &mut Nodes::unlimited(), &mut dice);
        let wins = payoffs.iter().filter(|it| **it > 0.999).count();
        assert!(
            wins == 1 && payoffs.iter().sum::<f64>() < 1.001,
            "somebody wins: {payoffs:?}"
        );
        sum += payoffs[1];
    }
    assert!((sum / 2_000.0 - 0.5).abs() < 0.05, "{sum}");
}

#[test]
fn equal_states_have_equal_keys_and_others_nearly_always_others() {
    let guide = guide_of_trees();
    let key = |id, depth| {
        guide.key(&RandomTree {
            id,
            seats: 2,
            depth,
        })
    };
    let keys: std::collections::BTreeSet<u64> = (0..1_000)
        .flat_map(|id| [key(id, 1), key(id, 2), key(id, 1)])
        .collect();
    assert_eq!(keys.len(), 2_000);
}
