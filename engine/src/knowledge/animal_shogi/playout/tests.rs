//! The policy of playouts: each rule of its source, drawn by loaded dice and counted with seeded ones.

use std::collections::BTreeMap;

use super::*;
use crate::dice::{LoadedDice, SeededDice};
use crate::games::animal_shogi::Repetition;
use crate::games::animal_shogi::tests::{START, placement, start};

/// The number of draws by which the shares of actions are estimated.
const DRAWS: u32 = 6_000;

/// Checks which actions the policy draws with these dice; all dice must be used.
#[track_caller]
fn check_drawn(position: &str, draws: &[u64], expect: &str) {
    let mut dice = LoadedDice::new(draws.iter().copied());
    let action = policy(
        &Position::new(placement(position), Repetition::Third),
        &mut dice,
    );
    assert_eq!(action.map(|it| it.to_string()).as_deref(), Some(expect));
    assert!(dice.is_empty(), "dice are left: {dice:?}");
}

/// Checks that the policy draws exactly these actions, each about as often as its share says.
#[track_caller]
fn check_shares(position: &str, shares: &[(&str, f64)]) {
    let counts = counted(position);
    let names: Vec<&str> = counts.keys().map(String::as_str).collect();
    assert_eq!(names, shares.iter().map(|it| it.0).collect::<Vec<_>>());
    for (count, (action, share)) in counts.values().zip(shares) {
        let mean = share * f64::from(DRAWS);
        let deviation = (mean * (1.0 - share)).sqrt();
        assert!(
            (f64::from(*count) - mean).abs() <= 4.5 * deviation,
            "{action}: {count}, not about {mean}"
        );
    }
}

fn counted(position: &str) -> BTreeMap<String, u32> {
    let state = Position::new(placement(position), Repetition::Third);
    let mut dice = SeededDice::new(1);
    let mut counts = BTreeMap::new();
    for _ in 0..DRAWS {
        *counts
            .entry(policy(&state, &mut dice).unwrap().to_string())
            .or_default() += 1;
    }
    counts
}

#[test]
fn the_lion_is_captured_by_a_piece_drawn_from_all_that_can() {
    check_drawn("l1g/1H1/h1e/EGL b -", &[], "b2a1");
    check_drawn("1l1/1C1/3/E1L b GEgc", &[], "b2b1+");
    check_drawn("Gl1/1H1/2e/E1L b gc", &[0], "a1b1");
    check_drawn("Gl1/1H1/2e/E1L b gc", &[1], "b2b1");
}

/// The own lion may capture the other lion even on a guarded square: the match is over.
#[test]
fn the_lion_captures_the_lion_wherever_it_stands() {
    check_drawn("1g1/1l1/1L1/1EG b ECc", &[], "b3b2");
}

#[test]
fn the_lion_steps_to_a_safe_far_rank_before_all_but_a_catch() {
    check_drawn("l2/2L/3/1EG b GE2c", &[], "c2c1");
    check_drawn("3/2L/l2/1GE b GE2c", &[0], "c2b1");
    check_drawn("3/2L/l2/1GE b GE2c", &[1], "c2c1");
}

#[test]
fn a_check_is_fled_from_or_its_piece_captured_by_the_toss_of_a_coin() {
    check_drawn("gle/1C1/3/ELG w C", &[0, 0], "b1a2");
    check_drawn("gle/1C1/3/ELG w C", &[0, 2], "b1c2");
    check_drawn("gle/1C1/3/ELG w C", &[1, 0], "b1b2");
    check_drawn("gle/1C1/3/ELG w C", &[1, 1], "c1b2");
    let sixth = 1.0 / 6.0;
    let shares = [
        ("b1a2", sixth),
        ("b1b2", sixth + 0.25),
        ("b1c2", sixth),
        ("c1b2", 0.25),
    ];
    check_shares("gle/1C1/3/ELG w C", &shares);
}

/// Of two checking pieces the lion may capture only the one that is not guarded.
#[test]
fn the_lion_does_not_capture_a_guarded_piece() {
    check_shares("1H1/gl1/2E/GL1 w Ce", &[("b2b1", 0.75), ("b2c2", 0.25)]);
}

#[test]
fn a_check_that_allows_only_one_answer_gets_it_without_a_coin() {
    check_drawn("gl1/1G1/1C1/EL1 w ec", &[], "b1c1");
    check_drawn("gle/1G1/1C1/EL1 w c", &[], "c1b2");
}

#[test]
fn a_mated_side_draws_any_action() {
    check_shares(
        "1ge/1cl/1CG/EL1 w -",
        &[
            ("b1a1", 0.25),
            ("b2b3", 0.25),
            ("c2b3", 0.25),
            ("c2c3", 0.25),
        ],
    );
}

#[test]
fn out_of_check_a_piece_is_drawn_and_then_its_move() {
    let (third, sixth) = (1.0 / 3.0, 1.0 / 6.0);
    check_drawn(START, &[0], "b3b2");
    check_drawn(START, &[1, 1], "b4c3");
    check_shares(
        START,
        &[
            ("b3b2", third),
            ("b4a3", sixth),
            ("b4c3", sixth),
            ("c4c3", third),
        ],
    );
}

#[test]
fn each_piece_in_hand_is_drawn_like_one_on_the_board() {
    let hands = "1lg/3/3/1GL b E2Ce";
    check_drawn(hands, &[0, 1], "b4b3");
    check_drawn(hands, &[2, 7], "C*c3");
    check_drawn(hands, &[3, 0], "C*a1");
    check_drawn(hands, &[4, 0], "E*a1");
    check_drawn("1lg/3/3/1EL b G2Ce", &[4, 3], "G*a4");
}

#[test]
fn the_lion_steps_into_attack_only_where_nothing_else_is_left() {
    let steps: Vec<String> = counted("g1l/3/1GC/EL1 w ec")
        .into_keys()
        .filter(|it| it.starts_with("c1"))
        .collect();
    assert_eq!(steps, ["c1b1"], "b2 and c2 are attacked");
    let third = 1.0 / 3.0;
    check_shares(
        "2G/2E/L1l/Ecc w G",
        &[("c3b2", third), ("c3b3", third), ("c3c2", third)],
    );
}

/// The score, besides the outcome, of the first action of a playout from the start.
#[track_caller]
fn check_bonus(action: &str, expect: f64) {
    let before = Position::new(placement(START), Repetition::Third);
    let mut after = before.clone();
    after.act(action.parse().unwrap());
    let bonus = ShogiPolicy.bonus(&before, &after);
    assert!((bonus - expect).abs() < 1e-12, "{action}: {bonus}");
}

#[test]
fn a_check_and_each_square_that_the_other_lion_loses_count_for_the_first_action() {
    // The chick gives check, but the enemy lion may capture it: it has three squares in place of two.
    check_bonus("b3b2", 0.04 - 0.03);
    // The giraffe attacks one of the two squares, the mover's lion the other.
    check_bonus("c4c3", 0.03);
    check_bonus("b4a3", 0.03);
}

#[test]
fn what_counts_at_the_horizon_are_the_own_pieces() {
    let state = Position::new(placement("gle/1C1/3/ELG w C"), Repetition::Third);
    assert_eq!(
        [0, 1].map(|seat| ShogiPolicy.material(&state, Seat::ALL[seat])),
        [5, 3]
    );
}

#[test]
fn the_policy_acts_legally_to_the_end_of_every_match() {
    let mut plies = 0;
    for seed in 0..200 {
        let mut dice = SeededDice::new(seed);
        let mut position = start(Repetition::Third);
        while let Some(action) = policy(&position, &mut dice) {
            assert!(
                position.is_legal(action),
                "seed {seed}: {action} in {}",
                position.placement()
            );
            position.act(action);
            plies += 1;
        }
        assert!(position.ending().is_some(), "seed {seed}");
    }
    assert!(plies > 2_000, "{plies}");
}
