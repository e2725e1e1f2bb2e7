//! The candidates: how much the turn search counts, and who is out when.

use super::*;
use crate::games::territory::Action;

fn candidate(searched: f64, results: &[f64]) -> Candidate {
    let mut candidate = Candidate::new(Line::sure(Action::Pass, searched));
    for result in results {
        candidate.add(*result);
    }
    candidate
}

/// So many results that lie by turns above and below their mean.
fn results(count: usize, mean: f64, spread: f64) -> Vec<f64> {
    let sign = |at: usize| if at.is_multiple_of(2) { 1.0 } else { -1.0 };
    (0..count).map(|at| mean + sign(at) * spread).collect()
}

#[track_caller]
fn check_left(candidates: &[(f64, Vec<f64>)], expect: &[f64]) {
    let mut left: Vec<Candidate> = candidates
        .iter()
        .map(|(searched, results)| candidate(*searched, results))
        .collect();
    leave_out(&mut left);
    let found: Vec<f64> = left.iter().map(|it| it.line.worth).collect();
    assert_eq!(found, expect);
}

#[test]
fn the_turn_search_counts_as_much_as_some_rollouts() {
    let worth = |count: usize| candidate(0.5, &vec![0.3; count]).worth();
    assert!((worth(0) - 0.5).abs() < 1e-12);
    assert!((worth(20) - 0.4).abs() < 1e-12);
    assert!((worth(60) - 0.35).abs() < 1e-12);
}

#[test]
fn without_enough_rollouts_nobody_is_out() {
    check_left(&[(0.1, vec![]), (0.9, vec![])], &[0.9, 0.1]);
    let few = |mean| results(7, mean, 0.0);
    check_left(&[(0.1, few(0.1)), (0.9, few(0.9))], &[0.9, 0.1]);
    let enough = |mean| results(8, mean, 0.0);
    check_left(&[(0.1, enough(0.1)), (0.9, enough(0.9))], &[0.9]);
}

#[test]
fn the_luck_that_all_share_counts_for_nothing() {
    // The results of both rise and fall together: 0.05 less in each rollout is certain.
    check_left(
        &[(0.5, results(20, 0.5, 0.4)), (0.6, results(20, 0.55, 0.4))],
        &[0.6],
    );
    // The same means, but one rises where the other falls.
    check_left(
        &[(0.5, results(20, 0.5, 0.4)), (0.6, results(20, 0.55, -0.4))],
        &[0.6, 0.5],
    );
}

#[test]
fn a_lead_of_less_than_three_and_a_half_errors_is_not_clear() {
    // 20 differences of 0.01 and -0.01 around their mean: their sum has an error of 0.0459, the worth of 40 one of 0.00115.
    let others = |lead: f64| [(0.5, results(20, 0.5, 0.01)), (0.5, vec![0.5 + lead; 20])];
    check_left(&others(0.0085), &[0.5]);
    check_left(&others(0.0079), &[0.5, 0.5]);
}

#[test]
fn a_lead_is_the_difference_of_both_worths_with_its_standard_error() {
    // The rollouts differ by 0.1, 0.3 and 0.2, which has a variance of 0.01: their sum is 0.6 with an error of the root of 0.03.
    // The turn search adds twenty times 0.05.
    let best = candidate(0.55, &[0.5, 0.6, 0.4]);
    let [lead, error] = best.lead_over(&candidate(0.5, &[0.4, 0.3, 0.2])).unwrap();
    assert!((lead - 1.6 / 23.0).abs() < 1e-12, "{lead}");
    assert!((error - 0.173_205_080_8 / 23.0).abs() < 1e-9, "{error}");
    assert_eq!(
        candidate(0.9, &[0.5]).lead_over(&candidate(0.9, &[0.4])),
        None
    );
}

#[test]
fn equals_stay() {
    let same = || (0.5, results(20, 0.5, 0.1));
    check_left(&[same(), same()], &[0.5, 0.5]);
}
