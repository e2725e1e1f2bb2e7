//! The choice at one decision: the formula, and that no comparison that is spared would have chosen another action.

use super::*;
use crate::dice::{Dice, SeededDice};
use crate::game::SEATS_MAX;

/// The action that is tried next at a node with `visits` visits and this sum of payoffs; an action is written `prior
/// visits sum`.
#[track_caller]
fn check_next(visits: u32, total: f64, actions: &[&str], expect: u16) {
    let parse = |text: &&str| {
        let [prior, visits, total] = text.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{text}")
        };
        let [prior, total]: [f64; 2] = [prior, total].map(|it| it.parse().unwrap());
        (prior, visits.parse::<u32>().unwrap(), total)
    };
    let parsed: Vec<(f64, u32, f64)> = actions.iter().map(parse).collect();
    let mut edges = Edges::default();
    let priors: Vec<f64> = parsed.iter().map(|it| it.0).collect();
    let first = edges.list(&vec![(); actions.len()], &priors);
    let mut decision = Decision::new(Seat::ALL[0], first, &edges);
    // Those that were tried are tried again in the order of their priors, until the others are left.
    while decision.next.share > 0.0 && parsed[usize::from(decision.next_at)].1 > 0 {
        decision.put_back(&mut edges);
        decision.try_next(&mut edges, |()| 0.0);
        let (_, visits, total) = parsed[usize::from(decision.chosen())];
        (decision.count.visits, decision.count.total) = (visits, total);
        decision.judge();
    }
    (decision.visits, decision.total) = (visits, total);
    if visits > 0 {
        decision.judge();
    }
    // The counts did not come one by one, so no bound holds.
    decision.put_back(&mut edges);
    if !decision.compare(&edges) {
        decision.try_next(&mut edges, |()| 0.0);
    }
    assert_eq!(decision.chosen(), expect);
}

#[test]
fn what_is_tried_next_weighs_success_promise_and_how_little_is_known() {
    // After four visits the bonus is 1.2 times the prior, divided by one more than the edge's visits.
    check_next(4, 2.1, &["0.5 3 1.8", "0.5 1 0.35"], 0); // 0.60 + 0.15 and 0.35 + 0.30
    check_next(4, 2.1, &["0.5 3 1.8", "0.5 1 0.50"], 1); // 0.60 + 0.15 and 0.50 + 0.30
    // An action that was not tried counts as 0.05 less than the mean of all, which is 0.5 here.
    check_next(4, 2.0, &["0.9 4 2.0", "0.10 0 0"], 0); // 0.500 + 0.216 and 0.45 + 0.120
    check_next(4, 2.0, &["0.5 4 2.0", "0.12 0 0"], 0); // 0.500 + 0.120 and 0.45 + 0.144
    check_next(4, 2.0, &["0.5 4 2.0", "0.16 0 0"], 1); // 0.500 + 0.120 and 0.45 + 0.192
    check_next(3, 1.5, &["0.6 3 1.5", "0.40 0 0"], 1); // 0.500 + 0.156 and 0.45 + 0.416
    check_next(0, 0.0, &["0.3 0 0", "0.7 0 0"], 1);
    check_next(0, 0.0, &["0.5 0 0", "0.5 0 0"], 0);
}

/// The first of the actions with the greatest promise, each computed anew.
fn most_promising(decision: &Decision, edges: &Edges<u16>, priors: &[f64]) -> u16 {
    let counts = decision.counts(edges);
    let tried = counts.iter().map(|it| {
        let mean = it.total / f64::from(it.visits);
        (mean, it.prior / f64::from(1 + it.visits), it.at)
    });
    let mean = match decision.visits {
        0 => 0.0,
        visits => decision.total / f64::from(visits) - UNTRIED_REDUCTION,
    };
    let is_untried = |at: &u16| counts.iter().all(|it| it.at != *at);
    let untried = (0..decision.len).filter(is_untried);
    let untried = untried.map(|at| (mean, priors[usize::from(at)], at));
    let mut best = (f64::NEG_INFINITY, u16::MAX);
    for (mean, share, at) in tried.chain(untried) {
        let promise = mean + scale(decision.visits) * share;
        if promise > best.0 || promise >= best.0 && at < best.1 {
            best = (promise, at);
        }
    }
    best.1
}

#[test]
fn the_choice_is_that_of_comparing_all_actions_each_time() {
    let mut spared = 0;
    for seed in 0..200 {
        let mut dice = SeededDice::new(seed);
        let len = 1 + short(crate::dice::index_below(12, &mut dice));
        // Few different priors and payoffs, so that many promises are equal.
        let mut tenths = |most| f64::from(u8::try_from(1 + dice.below(most)).unwrap()) / 10.0;
        let priors: Vec<f64> = (0..len).map(|_| tenths(3)).collect();
        let bias: Vec<f64> = (0..len).map(|_| tenths(5)).collect();
        let mut edges = Edges::default();
        let first = edges.list(&(0..len).collect::<Vec<u16>>(), &priors);
        let mut decision = Decision::new(Seat::ALL[0], first, &edges);
        for visit in 0..300 {
            let expect = most_promising(&decision, &edges, &priors);
            let others = decision.others.mean.to_bits();
            if !decision.choose(&mut edges) {
                decision.try_next(&mut edges, |_| 0.0);
            }
            assert_eq!(decision.chosen(), expect, "seed {seed}, visit {visit}");
            spared += u32::from(decision.others.mean.to_bits() == others);
            let payoff = bias[usize::from(expect)] + f64::from(u8::from(dice.below(2) == 0)) / 2.0;
            decision.learn(&mut [payoff; SEATS_MAX]);
        }
    }
    assert!(spared > 10_000, "{spared} of 60,000 were spared");
}
