//! What bots use: attacks, mobility and the judge.

use super::*;
use crate::bots::paranoid::Paranoid;
use crate::bots::random::Random;
use crate::bots::{Bot, Evaluate, Nodes};
use crate::games::animal_shogi::board::Squares;
use crate::games::animal_shogi::evaluate::{LogOdds, MATES, WINS_NEXT, WON, is_mated, wins_next};

/// Both sides, seat 0 first: in check, escapes of the lion, pieces.
#[track_caller]
fn check_judged(position: &str, in_check: [bool; 2], escapes: [&str; 2], material: [u32; 2]) {
    let placement = placement(position);
    for seat in Seat::first(2) {
        let at = seat.idx();
        let squares: Vec<String> = placement
            .lion_escapes(seat)
            .into_iter()
            .map(|it| it.to_string())
            .collect();
        assert_eq!(placement.in_check(seat), in_check[at], "{seat:?} in check");
        assert_eq!(squares.join(" "), escapes[at], "{seat:?}");
        assert_eq!(
            placement.lion_mobility(seat),
            placement.lion_escapes(seat).len()
        );
        assert_eq!(placement.material(seat), material[at], "{seat:?}");
    }
}

#[test]
fn checks_escapes_and_material_are_counted() {
    check_judged(START, [false, false], ["a3 c3", "a2 c2"], [4, 4]);
    check_judged(
        "gle/1C1/3/ELG w C",
        [false, true],
        ["a3 b3 c3", "a2 b2 c2"],
        [5, 3],
    );
    check_judged("2G/2E/L1l/Ecc w G", [false, false], ["a2", ""], [5, 3]);
    check_judged("l1g/1H1/h1e/EGL w -", [false, true], ["c3", "b2"], [4, 4]);
}

#[test]
fn attackers_are_the_pieces_whose_steps_lead_there() {
    for it in random_placements(20) {
        for seat in Seat::first(2) {
            for square in Square::all() {
                let steps_there = |from: &Square| {
                    let own = it.pieces(seat);
                    own.contains(*from) && steps_of(it, *from).contains(square)
                };
                let expected: Squares = Square::all().filter(steps_there).collect();
                assert_eq!(
                    it.attackers(square, seat),
                    expected,
                    "{square} by {seat:?} in {it}"
                );
                assert_eq!(it.attacked(seat).contains(square), !expected.is_empty());
            }
        }
    }
}

/// Where the dots of the piece on a square lead, walked one by one.
fn steps_of(placement: Placement, from: Square) -> Squares {
    let walk = |direction: Direction| {
        let (file, rank) = (
            i8::try_from(from.file()).unwrap(),
            i8::try_from(from.rank()).unwrap(),
        );
        let (right, down) = match direction {
            Direction::North => (0, -1),
            Direction::NorthEast => (1, -1),
            Direction::East => (1, 0),
            Direction::SouthEast => (1, 1),
            Direction::South => (0, 1),
            Direction::SouthWest => (-1, 1),
            Direction::West => (-1, 0),
            Direction::NorthWest => (-1, -1),
        };
        let name = |file: i8, rank: i8| {
            let file = u8::try_from(file).ok().map(|it| char::from(b'a' + it))?;
            format!("{file}{}", rank + 1).parse().ok()
        };
        name(file + right, rank + down)
    };
    placement
        .piece(from)
        .unwrap()
        .dots()
        .filter_map(walk)
        .collect()
}

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

/// Reckoned by hand: pieces, pieces in hand, squares of the lions, the right to move, a check, a loose piece.
#[test]
fn the_judge_adds_up_what_it_sees() {
    check_for_mover(START, 0.15);
    check_for_mover("gle/3/3/ELG b 2C", 2.0 * 0.7 + 0.15);
    // An elephant each; two giraffes against two chicks in hand; the lions have four squares each.
    check_for_mover("1le/3/3/EL1 b 2G2c", 2.0 * 1.25 - 2.0 * 0.7 + 0.15);
    check_for_mover("gl1/3/3/1LG w 2E2c", 2.0 * 0.7 - 2.0 * 1.0 + 0.15);
    // Both pieces and three squares against everything else in hand and five squares.
    check_for_mover(
        "1l1/3/3/ELG b ge2c",
        (2.4 + 0.6) - (1.25 + 1.0 + 1.4 + 1.0) + 0.15,
    );
    // One elephant and four squares.
    check_for_mover(
        "1l1/3/3/EL1 b 2ge2c",
        (1.2 + 0.8) - (2.5 + 1.0 + 1.4 + 1.0) + 0.15,
    );
    // A hen against a chick that is loose; two squares against one.
    check_for_mover(
        "gle/3/H1c/ELG b -",
        (2.4 + 0.9 + 0.4) - (2.4 + 0.5 + 0.2) + 0.15 + 1.4,
    );
    // In check by a chick that is loose, three squares each, the other chick in the other's hand.
    check_for_mover(
        "gle/1C1/3/ELG w C",
        (2.4 + 0.6) - (2.4 + 0.5 + 0.7 + 0.6) + 0.15 - 0.6 + 1.4,
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
    // A count belongs to the letter after it.
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

/// The judge's sign against the exact values, where the side to move neither wins nor loses at once.
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
