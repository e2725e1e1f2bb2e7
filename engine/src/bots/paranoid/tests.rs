//! The paranoid searcher against a naive one, and in positions where the right answer is known.

use super::*;
use crate::bots::exact_probabilities;
use crate::bots::testing::{Ends, Hashed, Nim, RandomTree, Tree, Winners};
use crate::dice::{SeededDice, Weighted};

/// The search by its definition: no buffers, no budget.
fn naive<S: State>(state: &S, evaluator: &impl Evaluate<S>, me: Seat, depth: u8) -> f64 {
    match state.node() {
        Node::Terminal(_) => evaluator.payoff(state, me),
        Node::Chance => {
            let chances = state.chances();
            let mut probabilities = Vec::new();
            exact_probabilities(&chances, &mut probabilities);
            let values = chances.iter().map(|it| {
                let mut next = state.clone();
                next.resolve(it.chance);
                naive(&next, evaluator, me, depth)
            });
            values
                .zip(probabilities)
                .map(|(value, probability)| value * probability)
                .sum()
        }
        Node::Decision(_) if depth == 0 => evaluator.payoff(state, me),
        Node::Decision(side) => {
            let values = state.actions().into_iter().map(|it| {
                let mut next = state.clone();
                next.act(it);
                naive(&next, evaluator, me, depth - 1)
            });
            if side == me {
                values.fold(f64::MIN, f64::max)
            } else {
                values.fold(f64::MAX, f64::min)
            }
        }
    }
}

#[test]
fn ratings_equal_the_naive_searchers_on_random_trees_with_chance() {
    for seed in 0..400 {
        let tree = RandomTree {
            id: seed,
            seats: 2 + u8::try_from(seed % 3).unwrap(),
            depth: 9,
        };
        let Node::Decision(me) = tree.node() else {
            continue;
        };
        for level in 1..=4 {
            let ours = Paranoid::new(level, Hashed).ratings(&tree);
            let actions = tree.actions();
            assert_eq!(ours.len(), actions.len());
            for (rating, action) in ours.iter().zip(actions) {
                let mut next = tree.clone();
                next.act(action);
                let expected = naive(&next, &Hashed, me, level - 1);
                assert!(
                    (rating - expected).abs() < 1e-9,
                    "seed {seed}, level {level}: {rating} is not {expected}"
                );
            }
        }
    }
}

#[track_caller]
fn check(tree: &str, level: u8, ratings: &[f64], chosen: usize) {
    let tree = Tree::parse(tree);
    let mut bot = Paranoid::new(level, Ends);
    assert_eq!(bot.ratings(&tree), ratings);
    let choice = bot.choose(&tree, &mut Nodes::unlimited(), &mut SeededDice::new(0));
    assert_eq!(choice, Some(chosen));
}

#[test]
fn the_mover_maximizes_and_everybody_else_minimizes() {
    check("a[b[3 5] c[4 9] d[1 8]]", 2, &[3.0, 4.0, 1.0], 1);
    check("b[3 5 1]", 1, &[-3.0, -5.0, -1.0], 2);
}

#[test]
fn chance_is_weighted_and_costs_no_depth() {
    check("a[~[4 0] ~[1 2] 1]", 1, &[2.0, 1.5, 1.0], 0);
    check("a[~[b[4 6] ~[0 8]] 3]", 2, &[4.0, 3.0], 0);
}

#[test]
fn a_level_is_how_many_choices_are_looked_ahead() {
    check("a[b[9 9] 3]", 1, &[0.0, 3.0], 1);
    check("a[b[9 9] 3]", 2, &[9.0, 3.0], 0);
    check("a[b[c[9 9] c[9 9]] 3]", 2, &[0.0, 3.0], 1);
    check("a[b[c[9 9] c[9 9]] 3]", 3, &[9.0, 3.0], 0);
}

#[test]
fn the_judge_says_how_likely_a_chance_is_and_what_has_no_probability_is_not_looked_at() {
    /// Gives the second of two chances probability 1.
    struct Second;
    impl Evaluate<Tree> for Second {
        fn payoff(&self, state: &Tree, seat: Seat) -> f64 {
            Ends.payoff(state, seat)
        }
        fn probabilities(&self, _state: &Tree, chances: &[Weighted<usize>], out: &mut Vec<f64>) {
            *out = (0..chances.len())
                .map(|it| f64::from(u8::from(it == 1)))
                .collect();
        }
    }
    let tree = Tree::parse("a[~[8 2 8] ~[0 a[3 4] 0]]");
    let mut budget = Nodes::unlimited();
    let ratings = Paranoid::new(2, Second).ratings_at(&tree, 2, &mut budget);
    assert_eq!(ratings, Ok(vec![2.0, 4.0]));
    assert_eq!(
        budget.spent(),
        6,
        "two chances, a leaf, and a choice with its two leaves"
    );
}

#[test]
fn an_only_action_costs_nothing() {
    let mut budget = Nodes::unlimited();
    let choice = Paranoid::new(3, Ends).choose(
        &Tree::parse("a[b[1 2]]"),
        &mut budget,
        &mut SeededDice::new(0),
    );
    assert_eq!((choice, budget.spent()), (Some(0), 0));
}

#[test]
fn the_first_of_equal_ratings_is_chosen_though_rounding_differs() {
    assert_eq!(best(&[1.0, 0.1 + 0.2, 0.3]), Some(0));
    assert_eq!(best(&[0.0, 0.3, 0.1 + 0.2]), Some(1));
    assert_eq!(best(&[]), None);
}

#[test]
fn nim_is_played_perfectly_at_full_depth() {
    for heap in (1..=13).filter(|it| it % 4 != 0) {
        let nim = Nim {
            heap,
            to_move: Seat::ALL[usize::from(heap) % 2],
        };
        let choice = Paranoid::new(13, Winners).choose(
            &nim,
            &mut Nodes::unlimited(),
            &mut SeededDice::new(0),
        );
        assert_eq!(choice, Some(heap % 4), "heap {heap}");
    }
}

#[test]
fn a_broken_budget_leaves_the_choice_of_the_last_complete_level() {
    // One choice ahead the second branch looks best (an unfinished branch counts zero), two ahead it loses.
    let tree = Tree::parse("a[-1 b[-9 2]]");
    let choose = |nodes| {
        Paranoid::new(2, Ends).choose(&tree, &mut Nodes::at_most(nodes), &mut SeededDice::new(0))
    };
    assert_eq!(choose(1000), Some(0));
    assert_eq!(choose(3), Some(1));
    assert_eq!(
        choose(0),
        Some(0),
        "with nothing to spend, the first legal action"
    );
}

#[test]
fn a_used_bot_rates_like_a_fresh_one_even_after_a_broken_search() {
    let mut used = Paranoid::new(3, Hashed);
    for seed in 0..60 {
        let tree = RandomTree {
            id: seed,
            seats: 3,
            depth: 8,
        };
        let fresh = Paranoid::new(3, Hashed).ratings(&tree);
        used.choose(&tree, &mut Nodes::at_most(seed), &mut SeededDice::new(0));
        assert_eq!(used.ratings(&tree), fresh, "seed {seed}");
    }
}
