//! The included networks: each is read, and what they say of plain positions is sensible and the same for mirror images.

use super::*;
use crate::dice::{SeededDice, index_below};
use crate::game::{Game, Node, Seat, State};
use crate::games::dice_of_doom::{Config, DiceOfDoom, Position, Rules};
use crate::games::territory::OnTerritories;
use crate::knowledge::fitted::FittedError;
use crate::knowledge::territory::value::Valuer;

/// The hexes a side of the boards here.
const SIZE: u8 = 4;
/// Sums of floats in another order differ by no more than this.
const CLOSE: f64 = 1e-4;

/// Values by 16-bit numbers differ by no more than this.
const ROUNDED: f64 = 0.004;

fn valuer() -> Valuer {
    Valuer::new(network(Course::LastOwner), false)
}

/// A position at the beginning of a turn.
fn position(size: u8, board: &str, seats: u8, to_move: u8) -> Position {
    let rules = Rules {
        size,
        ..Rules::STANDARD
    };
    Position::of(rules, seats, board, to_move, true)
}

/// Plays so many steps at random, and shows the position before each.
fn walk(mut state: Position, steps: u32, dice: &mut SeededDice, mut see: impl FnMut(&Position)) {
    for _ in 0..steps {
        see(&state);
        match state.node() {
            Node::Terminal(_) => return,
            Node::Chance => state.resolve(state.roll(dice).unwrap()),
            Node::Decision(_) => {
                let actions = state.actions();
                state.act(actions[index_below(actions.len(), dice)]);
            }
        }
    }
}

#[test]
fn every_included_network_is_read_and_damage_is_refused() {
    let [book, standard, scattered] =
        [Course::StuckEnds, Course::LastOwner, Course::Scattered].map(network);
    assert!(book != standard && standard != scattered && scattered != book);
    let files = [
        include_str!("book.txt"),
        include_str!("standard.txt"),
        include_str!("scattered.txt"),
    ];
    for text in files {
        assert!(text.len() <= 100_000, "{} bytes", text.len());
        assert!(weights::network(text).is_ok());
        let damaged = text.replacen("\n\n", "\n\n1", 1);
        let refused = weights::network(&damaged);
        assert_eq!(refused, Err(FittedError::Checksum));
    }
}

#[test]
fn whole_numbers_are_as_good_as_floats() {
    let mut dice = SeededDice::new(3);
    let mut greatest = 0.0_f64;
    let files = [
        (Course::StuckEnds, include_str!("book.txt")),
        (Course::LastOwner, include_str!("standard.txt")),
        (Course::Scattered, include_str!("scattered.txt")),
    ];
    for (course, text) in files {
        let floats = Arc::new(weights::network(text).unwrap());
        let whole = network(course);
        assert!(whole != floats, "{course:?} is not in whole numbers");
        let (mut whole, mut floats) = (Valuer::new(whole, false), Valuer::new(floats, false));
        for seats in 2..=4 {
            let config: Config = DiceOfDoom::generate(&Rules::STANDARD, seats, &mut dice).unwrap();
            let state = DiceOfDoom::start(&config).unwrap();
            walk(state, 200, &mut dice, |state| {
                let pairs = whole.value(state).into_iter().zip(floats.value(state));
                greatest = pairs.fold(greatest, |most, (one, other)| most.max((one - other).abs()));
            });
        }
    }
    assert!(greatest < ROUNDED, "{greatest}");
}

#[test]
fn who_owns_more_is_worth_more() {
    let first = |board| valuer().value(&position(2, board, 2, 0))[0];
    assert!(first("a3a3a3b1") > 0.8 && first("a1b3b3b3") < 0.2);
    assert!(first("a3a2b2b1") > first("a2a1b3b2") + 0.1);
}

/// The owners and dice of a position, hex by hex.
fn hexes(position: &Position) -> Vec<(u8, char)> {
    let text = position.board().cells().to_string();
    let letters: Vec<char> = text.chars().collect();
    let seat = |letter: char| u8::try_from(u32::from(letter) - u32::from('a')).unwrap();
    letters
        .chunks_exact(2)
        .map(|it| (seat(it[0]), it[1]))
        .collect()
}

fn written(hexes: &[(u8, char)]) -> String {
    let letter = |seat: u8| char::from(b'a' + seat);
    hexes.iter().flat_map(|it| [letter(it.0), it.1]).collect()
}

/// Whether a seat has two largest regions of the same size. The first in index order counts as the largest then, so images
/// of such a position may differ.
fn is_tied(state: &Position) -> bool {
    let board = state.board();
    Seat::first(state.seats()).any(|seat| {
        let (mut rest, mut sizes) = (board.owned(seat), Vec::new());
        while let Some(start) = rest.first() {
            let found = board.graph().connected(start, rest);
            rest = rest.minus(found);
            sizes.push(found.len());
        }
        sizes.sort_unstable();
        matches!(sizes[..], [.., one, other] if one == other)
    })
}

/// Compares a position's value with that of its turned and its mirrored board, and with the seats renamed.
#[track_caller]
fn check_images(state: &Position) {
    let (seats, mover) = (state.seats(), state.to_move().number());
    let here = hexes(state);
    let side = usize::from(SIZE);
    let mirror = |at: usize| at % side * side + at / side;
    let turned: Vec<_> = here.iter().rev().copied().collect();
    let mirrored: Vec<_> = (0..here.len()).map(|at| here[mirror(at)]).collect();
    let next = |seat: u8| (seat + 1) % seats;
    let renamed: Vec<_> = here.iter().map(|it| (next(it.0), it.1)).collect();
    let value = |hexes: &[(u8, char)], mover| {
        valuer().value(&position(SIZE, &written(hexes), seats, mover))
    };
    let expected = value(&here, mover);
    for image in [turned, mirrored] {
        let found = value(&image, mover);
        let pairs = found.iter().zip(expected);
        assert!(
            pairs
                .clone()
                .all(|(one, other)| (one - other).abs() < CLOSE),
            "{found:?} is not {expected:?}"
        );
    }
    let found = value(&renamed, next(mover));
    for seat in 0..seats {
        let (one, other) = (found[usize::from(next(seat))], expected[usize::from(seat)]);
        assert!((one - other).abs() < CLOSE, "{found:?}, not {expected:?}");
    }
}

#[test]
fn images_of_a_position_have_the_same_value() {
    let mut compared = 0;
    for seed in 0..6 {
        let mut dice = SeededDice::new(seed);
        let rules = Rules {
            size: SIZE,
            rounds: 0,
            ..Rules::STANDARD
        };
        let seats = 2 + u8::try_from(seed % 3).unwrap();
        let config: Config = DiceOfDoom::generate(&rules, seats, &mut dice).unwrap();
        let state = DiceOfDoom::start(&config).unwrap();
        walk(state, 60, &mut dice, |state| {
            if matches!(state.node(), Node::Decision(_)) && !is_tied(state) {
                check_images(state);
                compared += 1;
            }
        });
    }
    assert!(compared > 40, "{compared} positions");
}
