//! The cost of a pass, computed by hand.

use super::*;
use crate::game::{Game, State};
use crate::games::dice_of_doom::{Config, DiceOfDoom, Rules};
use crate::games::dice_wars;

/// Checks the costs at the start of a match of Dice of Doom on 2 x 2 hexes: of a pass, as a part of the most, then of
/// the attacks.
#[track_caller]
fn check(switches: &str, board: &str, pass: f64) {
    let mut rules = Rules {
        size: 2,
        ..Rules::STANDARD
    };
    for (switch, value) in switches.split(',').filter_map(|it| it.split_once('=')) {
        DiceOfDoom::set_switch(&mut rules, switch, value).unwrap();
    }
    let config = Config {
        rules,
        seats: 2,
        board: board.to_owned(),
        first: crate::game::Seat::default(),
    };
    let state = DiceOfDoom::start(&config).unwrap();
    for action in state.actions() {
        let expect = match action {
            Action::Pass => pass * NOTHING_BROUGHT,
            Action::Attack { .. } => 0.0,
        };
        let cost = waste(&state, action);
        assert!((cost - expect).abs() < 1e-9, "{action:?} costs {cost}");
    }
}

#[test]
fn a_pass_costs_the_share_of_its_dice_that_is_lost() {
    check("", "a5a5b5b5", 1.0);
    check("", "a5a4b5b5", 0.5);
    // Each hex takes one die a turn.
    check("", "a5a1b5b5", 0.5);
    check("", "a4a4b5b5", 0.0);
}

#[test]
fn dice_that_are_placed_at_random_fill_a_hex_up() {
    check("reinforcement=random", "a5a5b5b5", 1.0);
    check("reinforcement=random", "a5a4b5b5", 0.5);
    check("reinforcement=random", "a5a1b5b5", 0.0);
}

#[test]
fn a_pass_that_brings_nothing_costs_the_most() {
    check("reinforcement=captured", "a4a4b5b5", 1.0);
}

#[test]
fn a_pass_is_free_where_a_match_ends_as_soon_as_a_seat_is_stuck() {
    check("stuck=ends", "a5a5b5b5", 0.0);
}

#[test]
fn a_pass_costs_more_in_a_match_that_takes_long() {
    let config = Config {
        rules: Rules {
            size: 2,
            ..Rules::STANDARD
        },
        seats: 2,
        board: "a5a5b5b5".to_owned(),
        first: crate::game::Seat::default(),
    };
    let mut state = DiceOfDoom::start(&config).unwrap();
    let mut costs = Vec::new();
    while state.turn().round <= 60 {
        if state.turn().round.is_multiple_of(10) && state.to_move().idx() == 0 {
            costs.push((state.turn().round, waste(&state, Action::Pass)));
        }
        state.act(Action::Pass);
    }
    let expect = [
        (10, 0.1),
        (20, 0.1),
        (30, 0.15),
        (40, 0.2),
        (50, 0.25),
        (60, 0.3),
    ];
    assert_eq!(costs.len(), expect.len());
    for ((round, cost), (at, expect)) in costs.into_iter().zip(expect) {
        assert!(
            round == at && (cost - expect).abs() < 1e-9,
            "{round}: {cost}"
        );
    }
}

#[test]
fn dice_that_are_kept_are_not_lost() {
    // Two full territories bring two dice; the stock has room for the rest of 64.
    for (stock, expect) in [(0, 0.0), (62, 0.0), (63, 0.5), (64, 1.0)] {
        let json = format!(
            r#"{{"map":{{"neighbors":[[1,2],[0,3],[0,3],[1,2]]}},"owners":[0,0,1,1],"dice":[8,8,8,8],
                "stock":[{stock},0],"to_move":0}}"#
        );
        let setup = serde_json::from_str::<dice_wars::Setup>(&json).unwrap();
        let cost = waste(&setup.position().unwrap(), Action::Pass);
        assert!(
            (cost - expect * NOTHING_BROUGHT).abs() < 1e-9,
            "stock {stock}: {cost}"
        );
    }
}
