//! The forecast: its inputs against the reference data, its predictions against how matches ended.

use serde::Deserialize;

use super::inputs::Front;
use super::*;
use crate::bots::paranoid::Paranoid;
use crate::bots::spec::OddsKind;
use crate::bots::{Bot, Nodes, payoffs_of};
use crate::dice::SeededDice;
use crate::game::{Game, Node, State};
use crate::games::dice_of_doom::{DiceOfDoom, Position, Rules};
use crate::knowledge::territory::evaluate::StaticScore;

/// A position of `boards.json`; its README explains the fields.
#[derive(Deserialize)]
struct Reference {
    id: u32,
    size: u8,
    players: u8,
    max_dice: u8,
    to_move: u8,
    board: String,
    moves: Vec<(u8, u8)>,
    threatened: String,
}

impl Reference {
    /// The front of the seat to move, from the reference data.
    fn front(&self) -> Front {
        let hex = |at: u8| &self.board.as_bytes()[2 * usize::from(at)..][..2];
        let own = |at: &u8| hex(*at)[0] == b'a' + self.to_move;
        let threatened = |at: &u8| self.threatened.as_bytes()[usize::from(*at)] == b'1';
        let stronger = self.moves.iter().filter(|it| hex(it.0)[1] > hex(it.1)[1]);
        let all = 0..self.size * self.size;
        Front {
            threatened: all
                .filter(|it| own(it) && threatened(it))
                .count()
                .try_into()
                .unwrap(),
            sources: distinct(self.moves.iter().map(|it| it.0)),
            targets: distinct(stronger.map(|it| it.1)),
        }
    }
}

fn distinct(all: impl Iterator<Item = u8>) -> u8 {
    all.collect::<std::collections::BTreeSet<_>>()
        .len()
        .try_into()
        .unwrap()
}

fn position(rules: Rules, seats: u8, board: &str, to_move: u8) -> Position {
    Position::of(rules, seats, board, to_move, false)
}

fn share(state: &Position, mover: Seat) -> f64 {
    Forecast::included().share(state, mover)
}

fn foreseen(board: &str, mover: u8) -> f64 {
    let rules = Rules {
        size: 4,
        ..Rules::BOOK
    };
    share(&position(rules, 4, board, mover), Seat::new(mover).unwrap())
}

#[test]
fn fronts_are_those_of_the_reference() {
    let text = include_str!("../../../../../tests/reference/dice/boards.json");
    let references: Vec<Reference> = serde_json::from_str(text).unwrap();
    for it in &references {
        let rules = Rules {
            size: it.size,
            max_dice: it.max_dice,
            ..Rules::BOOK
        };
        let state = position(rules, it.players, &it.board, it.to_move);
        assert_eq!(
            Front::of(state.board(), state.to_move()),
            it.front(),
            "board {}",
            it.id
        );
    }
    assert!(references.len() > 100);
}

/// The result of `forecasts.py`, a second program, for the position with this number: without and with an attack that
/// must be made.
#[derive(Deserialize)]
struct Expected {
    id: u32,
    forecast: Option<[f64; 2]>,
}

#[test]
fn forecasts_are_those_of_a_second_program() {
    let boards = include_str!("../../../../../tests/reference/dice/boards.json");
    let boards: Vec<Reference> = serde_json::from_str(boards).unwrap();
    let expected = include_str!("../../../../../tests/reference/dice/forecasts.json");
    let expected: Vec<Expected> = serde_json::from_str(expected).unwrap();
    let mut checked = 0;
    for (board, expected) in boards.iter().zip(&expected) {
        assert_eq!(board.id, expected.id);
        let Some(forecasts) = expected.forecast else {
            continue;
        };
        for (opening, theirs) in [false, true].into_iter().zip(forecasts) {
            let rules = Rules {
                size: board.size,
                max_dice: board.max_dice,
                ..Rules::BOOK
            };
            let (seats, to_move) = (board.players, board.to_move);
            let state = Position::of(rules, seats, &board.board, to_move, opening);
            let Node::Decision(_) = state.node() else {
                continue;
            };
            let ours = share(&state, Seat::new(to_move).unwrap());
            let close = (ours - theirs).abs() < 1e-9;
            assert!(
                close,
                "board {}, opening {opening}: {ours} is not {theirs}",
                board.id
            );
            checked += 1;
        }
    }
    assert!(checked > 120, "{checked}");
}

#[test]
fn only_the_order_of_turns_from_the_mover_counts() {
    let first = foreseen("a3a2b4b1a1a2c3b2d2c1c5b3d1d4c2d3", 0);
    let turned = foreseen("b3b2c4c1b1b2d3c2a2d1d5c3a1a4d2a3", 1);
    let other = foreseen("b3b2a4a1b1b2d3a2c2d1d5a3c1c4d2c3", 1);
    assert!((first - turned).abs() < 1e-12, "{first} and {turned}");
    assert!(
        (first - other).abs() > 1e-3,
        "the others have changed places: {first} and {other}"
    );
}

#[test]
fn a_lead_is_worth_more_when_the_next_seat_is_about_to_be_stuck() {
    // Seat a has one hex more than each other seat; b has one die on each hex, or more.
    let about_to_end = foreseen("a2a2a2a2a2c2c2c2b1b1b1d2b1d2d2c2", 0);
    let goes_on = foreseen("a2a2a2a2a2c2c2c2b3b3b3d2b3d2d2c2", 0);
    assert!(about_to_end > goes_on + 0.1, "{about_to_end} and {goes_on}");
}

#[test]
fn what_is_foreseen_is_nearer_to_what_happens_than_the_mean_is() {
    let (mut by_forecast, mut by_mean) = (0.0, 0.0);
    for seed in 0..60 {
        let (foreseen, payoffs) = played(seed);
        for (seat, share) in foreseen {
            by_forecast += (share - payoffs[seat.idx()]).powi(2);
            by_mean += (0.25 - payoffs[seat.idx()]).powi(2);
        }
    }
    assert!(
        by_forecast < 0.75 * by_mean,
        "{by_forecast} is not much less than {by_mean}"
    );
}

/// Plays a match between searchers: the forecast at each choice, and the payoffs at the end.
fn played(seed: u64) -> (Vec<(Seat, f64)>, [f64; SEATS_MAX]) {
    let mut dice = SeededDice::new(seed);
    let mut state =
        DiceOfDoom::start(&DiceOfDoom::generate(&Rules::BOOK, 4, &mut dice).unwrap()).unwrap();
    let mut bot = Paranoid::new(
        1,
        StaticScore {
            odds: OddsKind::Exact,
        },
    );
    let mut all = Vec::new();
    loop {
        match state.node() {
            Node::Terminal(outcome) => return (all, payoffs_of(outcome, 4)),
            Node::Chance => state.resolve(state.roll(&mut dice).unwrap()),
            Node::Decision(seat) => {
                let share = share(&state, seat);
                assert!(
                    (0.0..=1.0).contains(&share),
                    "seed {seed}: {share} in {state:?}"
                );
                all.push((seat, share));
                state.act(
                    bot.choose(&state, &mut Nodes::unlimited(), &mut dice)
                        .unwrap(),
                );
            }
        }
    }
}
