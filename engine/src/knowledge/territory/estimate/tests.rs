//! The estimate: odds that sum to one, zero for a seat that is out, more for a seat that has more.

use serde::Deserialize;

use super::*;
use crate::bots::{Bot, Nodes};
use crate::dice::{Dice, SeededDice, pick};
use crate::game::{Game, State};
use crate::games::dice_of_doom::{DiceOfDoom, Position, Rules};
use crate::games::dice_wars;
use crate::knowledge::territory::strategist::Strategist;

fn position(rules: Rules, seats: u8, board: &str) -> Position {
    Position::of(Rules { size: 3, ..rules }, seats, board, 0, false)
}

/// Plays a match at random, and checks the estimate at each decision.
fn check_odds<G: Game>(rules: &G::Rules, seed: u64)
where
    G::State: OnTerritories,
{
    let mut dice = SeededDice::new(seed);
    let mut state = G::start(&G::generate(rules, 4, &mut dice).unwrap()).unwrap();
    for _ in 0..300 {
        match state.node() {
            Node::Terminal(_) => return,
            Node::Chance => state.resolve(state.roll(&mut dice).unwrap()),
            Node::Decision(_) => {
                let odds = estimate(&state);
                let out = |seat: &Seat| state.board().owned(*seat).is_empty();
                assert!(
                    (odds.iter().sum::<f64>() - 1.0).abs() < 1e-9,
                    "seed {seed}: {odds:?}"
                );
                for seat in Seat::first(4) {
                    assert_eq!(
                        odds[seat.idx()] == 0.0,
                        out(&seat),
                        "seed {seed}: {odds:?} in {state:?}"
                    );
                }
                state.act(pick(&state.actions(), &mut dice).unwrap());
            }
        }
    }
}

#[test]
fn the_odds_sum_to_one_and_only_who_is_out_has_none() {
    for seed in 0..10 {
        check_odds::<DiceOfDoom>(&Rules::BOOK, seed);
        check_odds::<DiceOfDoom>(&Rules::STANDARD, seed);
        check_odds::<dice_wars::DiceWars>(&dice_wars::Rules::STANDARD, seed);
    }
}

#[test]
fn having_the_turn_is_worth_something() {
    for rules in [Rules::BOOK, Rules::STANDARD] {
        let rules = Rules { size: 2, ..rules };
        let odds = |to_move| estimate(&Position::of(rules, 2, "a3b3b3a3", to_move, false))[0];
        assert!(odds(0) > odds(1) + 0.05, "{} and {}", odds(0), odds(1));
    }
}

#[test]
fn more_land_and_more_dice_are_worth_more() {
    for rules in [Rules::BOOK, Rules::STANDARD] {
        let odds = |board: &str| estimate(&position(rules, 2, board))[0];
        let even = odds("a2a2a2a2b2b2b2b2b2");
        assert!(odds("a2a2a2a2a2a2b2b2b2") > even, "more land");
        assert!(odds("a3a4a4a3b2b2b1b1b1") > even, "more dice");
        assert!(odds("a1a1a1a1b4b4b4b4b4") < even, "fewer dice");
    }
}

/// A position of Dice Wars with the map, the dice and the seat to move of one of Dice of Doom.
fn same_board_in_dice_wars(doom: &Position) -> dice_wars::Position {
    let (board, graph) = (doom.board(), doom.board().graph());
    let neighbors: Vec<Vec<u8>> = graph
        .territories()
        .map(|it| graph.neighbors(it).iter().map(|it| it.0).collect())
        .collect();
    let owners: Vec<u8> = graph
        .territories()
        .map(|it| board.owner(it).unwrap().number())
        .collect();
    let dice: Vec<u8> = graph.territories().map(|it| board.dice(it)).collect();
    let (max_dice, to_move) = (board.max_dice(), doom.to_move().number());
    let stock = vec![0; doom.seats().into()];
    let json = format!(
        r#"{{"map":{{"neighbors":{neighbors:?}}},"owners":{owners:?},"dice":{dice:?},"stock":{stock:?},
            "to_move":{to_move},"max_dice":{max_dice}}}"#
    );
    serde_json::from_str::<dice_wars::Setup>(&json)
        .unwrap()
        .position()
        .unwrap()
}

/// A position of `boards.json`; its README explains the fields.
#[derive(Deserialize)]
struct Reference {
    size: u8,
    players: u8,
    max_dice: u8,
    to_move: u8,
    board: String,
}

/// The result of `forecasts.py`, a second program, for the position with this number.
#[derive(Deserialize)]
struct Expected {
    id: usize,
    stuck_ends: Vec<f64>,
    last_owner: Vec<f64>,
    scattered: Vec<f64>,
}

/// The odds equal the expected ones, unless the match is over.
fn check_expected<S: OnTerritories>(state: &S, expected: &[f64], what: &str) -> u32 {
    let Node::Decision(_) = state.node() else {
        return 0;
    };
    let odds = estimate(state);
    let close = odds
        .iter()
        .zip(expected)
        .all(|(ours, theirs)| (ours - theirs).abs() < 1e-9);
    assert!(
        close && odds[expected.len()..].iter().all(|it| *it == 0.0),
        "{what}: {odds:?}, not {expected:?}"
    );
    1
}

#[test]
fn the_odds_are_those_of_a_second_program_for_every_way_a_match_goes_on() {
    let boards: Vec<Reference> = serde_json::from_str(include_str!(
        "../../../../../tests/reference/dice/boards.json"
    ))
    .unwrap();
    let expected: Vec<Expected> = serde_json::from_str(include_str!(
        "../../../../../tests/reference/dice/forecasts.json"
    ))
    .unwrap();
    let mut checked = [0; 3];
    for it in &expected {
        let board = &boards[it.id];
        let state = |rules: Rules| {
            let rules = Rules {
                size: board.size,
                max_dice: board.max_dice,
                ..rules
            };
            Position::of(rules, board.players, &board.board, board.to_move, false)
        };
        let [book, standard] = [Rules::BOOK, Rules::STANDARD].map(state);
        checked[0] += check_expected(&book, &it.stuck_ends, &format!("board {}, book", it.id));
        checked[1] += check_expected(
            &standard,
            &it.last_owner,
            &format!("board {}, standard", it.id),
        );
        if !book.board().owned(book.to_move()).is_empty() {
            let wars = same_board_in_dice_wars(&book);
            checked[2] +=
                check_expected(&wars, &it.scattered, &format!("board {}, Dice Wars", it.id));
        }
    }
    assert!(checked.iter().all(|it| *it > 150), "{checked:?}");
}

/// The mean surprise (logarithmic loss) of the estimate in the middle of matches between players by rules of thumb that
/// sometimes act at random, divided by the surprise of giving every seat still in the same odds.
fn surprise<G: Game>(rules: &G::Rules) -> f64
where
    G::State: OnTerritories,
{
    let (mut ours, mut even) = (0.0, 0.0);
    for seed in 0..200 {
        let mut dice = SeededDice::new(seed);
        let mut state = G::start(&G::generate(rules, 4, &mut dice).unwrap()).unwrap();
        let mut guess = None;
        let mut plies = 0;
        let winners = loop {
            match state.node() {
                Node::Terminal(outcome) => break outcome.winners,
                Node::Chance => state.resolve(state.roll(&mut dice).unwrap()),
                Node::Decision(_) => {
                    if plies == 10 {
                        guess = Some((estimate(&state), state.board().owners().len()));
                    }
                    plies += 1;
                    let action = match dice.below(4) {
                        0 => pick(&state.actions(), &mut dice),
                        _ => Strategist.choose(&state, &mut Nodes::unlimited(), &mut dice),
                    };
                    state.act(action.unwrap());
                }
            }
        };
        if let (Some((odds, living)), Some(winner), 1) =
            (guess, winners.iter().next(), winners.len())
        {
            ours -= odds[winner.idx()].ln();
            even += f64::from(living).ln();
        }
    }
    ours / even
}

#[test]
fn in_matches_the_estimate_is_surprised_less_than_knowing_nothing() {
    let book = surprise::<DiceOfDoom>(&Rules::BOOK);
    let standard = surprise::<DiceOfDoom>(&Rules::STANDARD);
    let wars = surprise::<dice_wars::DiceWars>(&dice_wars::Rules::STANDARD);
    assert!(
        book < 0.9 && standard < 0.9 && wars < 0.9,
        "{book:.3} {standard:.3} {wars:.3}"
    );
}
