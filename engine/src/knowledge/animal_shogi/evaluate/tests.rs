//! The evaluator: certain wins, the terms of the sum, and how often its sign is right.

use super::*;
use crate::bots::paranoid::Paranoid;
use crate::bots::random::Random;
use crate::bots::{Bot, Nodes};
use crate::dice::SeededDice;
use crate::game::{Node, Outcome, SeatSet, State};
use crate::games::animal_shogi::tests::{
    START, placement, play, random_placements, reference, start,
};
use crate::games::animal_shogi::{Action, Repetition};
use crate::knowledge::fitted;

#[track_caller]
fn payoffs(position: &str) -> [f64; 2] {
    let placement = placement(position);
    let state = Position::new(placement, Repetition::Third);
    let payoffs = [Seat::ALL[0], Seat::ALL[1]].map(|seat| LogOdds.payoff(&state, seat));
    let without_history = [Seat::ALL[0], Seat::ALL[1]].map(|seat| LogOdds.payoff(&placement, seat));
    assert_eq!(payoffs.map(f64::to_bits), without_history.map(f64::to_bits));
    payoffs
}

#[track_caller]
fn check_decided(position: &str, sente: f64) {
    assert_eq!(
        payoffs(position).map(f64::to_bits),
        [sente, -sente].map(f64::to_bits)
    );
}

#[test]
fn the_judge_knows_ends_wins_at_once_and_mates() {
    check_decided("l1L/3/3/1EG w GE2c", WON);
    check_decided("1ge/1cg/1Cl/E1L b -", WINS_NEXT);
    check_decided("l2/2L/3/1EG b GE2c", WINS_NEXT);
    check_decided("1ge/1cl/1CG/EL1 w -", MATES);
    let drawn = play(start(Repetition::Third), &"c4c3 a1a2 c3c4 a2a1 ".repeat(2));
    assert_eq!(LogOdds.payoff(&drawn, Seat::ALL[0]).to_bits(), 0);
}

#[track_caller]
fn check_for_mover(position: &str, expect: f64) {
    let seat = usize::from(position.contains(" w "));
    let payoff = payoffs(position)[seat];
    assert!(
        (payoff - expect).abs() < 1e-9,
        "{position}: {payoff}, not {expect}"
    );
}

/// Counted by hand: pieces, pieces in hand, squares of the lions, the right to move, a check, a loose piece.
#[test]
fn the_judge_adds_up_what_it_sees() {
    let weights = fitted::read(include_str!("weights.txt"), &head()).unwrap();
    assert_eq!(
        weights,
        WEIGHTS.map(i32::from),
        "the compiler read the same"
    );
    let weights: Vec<f64> = weights.into_iter().map(|it| f64::from(it) / 20.0).collect();
    let [
        steppers,
        chick,
        hen,
        step,
        giraffe_held,
        elephant_held,
        chick_held,
        turn,
        check,
        loose,
    ] = weights[..]
    else {
        panic!("there are ten weights");
    };
    check_for_mover(START, turn);
    check_for_mover("gle/3/3/ELG b 2C", 2.0 * chick_held + turn);
    // An elephant each; two giraffes against two chicks in hand; the lions have four squares each.
    check_for_mover(
        "1le/3/3/EL1 b 2G2c",
        2.0 * giraffe_held - 2.0 * chick_held + turn,
    );
    check_for_mover(
        "gl1/3/3/1LG w 2E2c",
        2.0 * chick_held - 2.0 * elephant_held + turn,
    );
    // Both pieces and three squares against everything else in hand and five squares.
    check_for_mover(
        "1l1/3/3/ELG b ge2c",
        2.0 * steppers - 2.0 * step - giraffe_held - elephant_held - 2.0 * chick_held + turn,
    );
    // One elephant and four squares.
    check_for_mover(
        "1l1/3/3/EL1 b 2ge2c",
        steppers - step - 2.0 * giraffe_held - elephant_held - 2.0 * chick_held + turn,
    );
    // A hen against a chick that is loose; two squares against one.
    check_for_mover("gle/3/H1c/ELG b -", hen - chick + step + turn + loose);
    // In check by a chick that is loose; three squares each; the other chick is in the other side's hand.
    check_for_mover(
        "gle/1C1/3/ELG w C",
        -chick - chick_held + turn + check + loose,
    );
}

/// A side to move that is mated and cannot win at once has no action after which its lion is safe.
#[test]
fn mates_and_wins_at_once_are_what_trying_every_action_finds() {
    let mut mates = 0;
    for it in random_placements(600) {
        let seat = it.to_move();
        let next = || {
            it.actions()
                .into_iter()
                .map(|action| (action, act(it, action)))
        };
        let wins = next().any(|(_, next)| {
            matches!(next.ending(), Some(Ending::Catch)) || next.ending() == Some(Ending::Try)
        });
        assert_eq!(wins_next(it), wins, "{it}");
        let lost = it.in_check(seat) && next().all(|(_, next)| next.in_check(seat));
        if !wins {
            assert_eq!(is_mated(it), lost, "{it}");
            mates += u32::from(lost);
        }
    }
    assert!(mates > 20, "{mates} mates say too little");
}

fn act(mut placement: Placement, action: Action) -> Placement {
    placement.act(action);
    placement
}

/// Turning the board and swapping the sides swaps the payoffs.
#[test]
fn the_judge_prefers_no_side() {
    for it in random_placements(20) {
        let turned = turned(&it.to_string());
        let [sente, gote] = payoffs(&it.to_string());
        let [turned_sente, turned_gote] = payoffs(&turned);
        assert!(
            (sente - turned_gote).abs() < 1e-9 && (gote - turned_sente).abs() < 1e-9,
            "{it}"
        );
        assert!((sente + gote).abs() < 1e-9, "{it}");
    }
}

fn turned(position: &str) -> String {
    let swap = |it: char| {
        if it.is_ascii_lowercase() {
            it.to_ascii_uppercase()
        } else {
            it.to_ascii_lowercase()
        }
    };
    let [board, side, hands] = position.split(' ').collect::<Vec<_>>()[..] else {
        panic!("{position}")
    };
    let board: String = board.chars().rev().map(swap).collect();
    let gote = hands.find(|it: char| it.is_ascii_lowercase());
    // A digit counts the letter after it.
    let split = gote.map_or(hands.len(), |it| {
        it - usize::from(it > 0 && hands[..it].ends_with('2'))
    });
    let hands: String = hands[split..]
        .chars()
        .chain(hands[..split].chars())
        .map(swap)
        .collect();
    format!("{board} {} {hands}", if side == "b" { "w" } else { "b" })
}

/// Compares the sign of the log-odds with exact values, where the side to move neither wins nor loses at once.
#[test]
fn the_judge_mostly_knows_who_wins() {
    let (mut right, mut all) = (0, 0);
    for (text, score) in reference::scores() {
        let placement = placement(&text);
        if score != 0 && !wins_next(placement) && !is_mated(placement) {
            all += 1;
            right +=
                u32::from((LogOdds.payoff(&placement, placement.to_move()) > 0.0) == (score > 0));
        }
    }
    assert!(all > 200 && right * 3 >= all * 2, "{right} of {all}");
}

#[test]
fn a_searcher_with_the_judge_beats_random_play() {
    for seed in 0..10 {
        let mut dice = SeededDice::new(seed);
        let mut searcher = Paranoid::new(2, LogOdds);
        let mut position = start(Repetition::Third);
        let searchers_seat = Seat::ALL[usize::from(seed % 2 == 1)];
        while let Node::Decision(seat) = position.node() {
            let action = if seat == searchers_seat {
                searcher.choose(&position, &mut Nodes::unlimited(), &mut dice)
            } else {
                Random.choose(&position, &mut Nodes::unlimited(), &mut dice)
            };
            position.act(action.unwrap());
        }
        let won = Node::Terminal(Outcome {
            winners: SeatSet::EMPTY.with(searchers_seat),
        });
        assert_eq!(
            position.node(),
            won,
            "seed {seed}: {}",
            position.placement()
        );
    }
}
