//! Tests of the parts that all bots share: budgets, and the worth of an outcome.

use super::*;
use crate::game::SeatSet;
use crate::games::tic_tac_toe::Position;

/// The outcome that these seats, as letters, have won.
fn won_by(seats: &str) -> Outcome {
    let seat = |it: u8| Seat::new(it - b'a').unwrap();
    Outcome {
        winners: seats.bytes().map(seat).collect::<SeatSet>(),
    }
}

#[test]
fn winners_share_a_whole_and_so_does_everybody_after_a_draw() {
    let check = |winners, seats, expect: [f64; SEATS_MAX]| {
        let payoffs = payoffs_of(won_by(winners), seats);
        let close = payoffs
            .iter()
            .zip(expect)
            .all(|(ours, expect)| (ours - expect).abs() < 1e-12);
        assert!(close, "{winners} of {seats}: {payoffs:?}");
    };
    check("b", 2, [0.0, 1.0, 0.0, 0.0]);
    check("acd", 4, [1.0 / 3.0, 0.0, 1.0 / 3.0, 1.0 / 3.0]);
    check("", 2, [0.5, 0.5, 0.0, 0.0]);
    check("", 4, [0.25; 4]);
}

#[test]
fn a_score_by_the_outcome_counts_a_win_a_loss_and_nothing_else() {
    let check = |board: &str, expect: [i8; 2]| {
        let state = Position::parse(board).unwrap();
        let scores = [0, 1].map(|seat| OutcomeScore.payoff(&state, Seat::ALL[seat]));
        assert_eq!(
            scores.map(f64::to_bits),
            expect.map(|it| f64::from(it).to_bits()),
            "{board}"
        );
    };
    check("xxxoo....", [1, -1]);
    check("xx.ooox..", [-1, 1]);
    check("xoxxoooxx", [0, 0]);
    check("xx.oo....", [0, 0]);
}

#[test]
fn odds_follow_the_weights() {
    let chances = [1, 3, 4].map(|weight| Weighted { chance: (), weight });
    let mut odds = vec![9.0];
    exact_probabilities(&chances, &mut odds);
    assert_eq!(odds, [0.125, 0.375, 0.5]);
}

#[test]
fn a_budget_breaks_with_the_node_that_is_too_many() {
    let mut budget = Nodes::at_most(5);
    let breaks = [3, 2, 1].map(|nodes| budget.spend(nodes).is_break());
    assert_eq!((breaks, budget.spent()), ([false, false, true], 6));
    assert!(
        Nodes::at_most(0).spend(1).is_break() && Nodes::unlimited().spend(u32::MAX).is_continue()
    );
}
