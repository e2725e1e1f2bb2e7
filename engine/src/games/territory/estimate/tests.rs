//! The estimate: odds that sum to one, nothing for who is out, more for who has more.

use super::*;
use crate::dice::{SeededDice, pick};
use crate::game::{Game, State};
use crate::games::dice_of_doom::{Config, DiceOfDoom, Position, Rules, Setup};
use crate::games::dice_wars;

fn position(rules: Rules, seats: u8, board: &str) -> Position {
    let config = Config { rules: Rules { size: 3, ..rules }, seats, board: board.to_owned() };
    Position::from_setup(&Setup { config, to_move: Seat::ALL[0], opening: false }).unwrap()
}

/// Plays at random, and checks the estimate at each decision.
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
                assert!((odds.iter().sum::<f64>() - 1.0).abs() < 1e-9, "seed {seed}: {odds:?}");
                for seat in Seat::first(4) {
                    assert_eq!(odds[seat.idx()] == 0.0, out(&seat), "seed {seed}: {odds:?} in {state:?}");
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
fn more_land_and_more_dice_are_worth_more() {
    for rules in [Rules::BOOK, Rules::STANDARD] {
        let odds = |board: &str| estimate(&position(rules, 2, board))[0];
        let even = odds("a2a2a2a2b2b2b2b2b2");
        assert!(odds("a2a2a2a2a2a2b2b2b2") > even, "more land");
        assert!(odds("a3a4a4a3b2b2b1b1b1") > even, "more dice");
        assert!(odds("a1a1a1a1b4b4b4b4b4") < even, "fewer dice");
    }
}

#[test]
fn how_a_match_goes_on_decides_which_weights_count() {
    let board = "a2a2a3a2b2b4b2b2b2";
    let odds = |rules| estimate(&position(rules, 2, board))[0];
    let (book, standard) = (odds(Rules::BOOK), odds(Rules::STANDARD));
    assert!((book - standard).abs() > 1e-3, "{book} and {standard}");
}
