//! The fast search against the one for every game: the same actions after as many nodes, in random matches by many rules.

use super::*;
use crate::bots::paranoid::Paranoid;
use crate::bots::spec::OddsKind;
use crate::bots::{Bot, Budget, Nodes};
use crate::dice::{LoadedDice, SeededDice, pick};
use crate::game::Game;
use crate::games::dice_of_doom::{DiceOfDoom, Position, Rules};
use crate::knowledge::territory::evaluate::StaticScore;

const SEED: u64 = 20_261_126;
const MATCHES: u64 = 8;

/// The search for every game: its action and the nodes it visits.
fn slow(state: &Position) -> (Option<Action>, u64) {
    let odds = OddsKind::Exact;
    let mut nodes = Nodes::unlimited();
    let mut searcher = Paranoid::new(2, StaticScore { odds });
    let action = searcher.choose(state, &mut nodes, &mut LoadedDice::new([]));
    (action, nodes.spent())
}

/// Compares both searches at every choice of random matches by the book's rules with some switches set.
fn check(seats: u8, switches: &str) {
    let mut rules = Rules::BOOK;
    for (switch, value) in switches.split(',').filter_map(|it| it.split_once('=')) {
        DiceOfDoom::set_switch(&mut rules, switch, value).unwrap();
    }
    let (mut fast, mut compared) = (TwoChoices::new(), 0);
    for seed in SEED..SEED + MATCHES {
        let mut dice = SeededDice::new(seed);
        let config = DiceOfDoom::generate(&rules, seats, &mut dice).unwrap();
        let mut state = DiceOfDoom::start(&config).unwrap();
        while !matches!(state.node(), Node::Terminal(_)) {
            if let Node::Decision(_) = state.node() {
                assert_eq!(fast.choose(&state), slow(&state), "seed {seed}: {state:?}");
                compared += 1;
                state.act(pick(&state.actions(), &mut dice).unwrap());
            } else {
                state.resolve(state.roll(&mut dice).unwrap());
            }
        }
    }
    assert!(compared > 4 * MATCHES, "only {compared} positions");
}

#[test]
fn four_seats_by_the_book() {
    check(4, "");
}

#[test]
fn two_seats_by_the_book() {
    check(2, "size=4");
}

#[test]
fn free_openings_and_even_boards() {
    check(3, "opening=free,deal=even,rounds=9");
}

#[test]
fn many_dice_where_attacks_may_be_certain() {
    check(3, "max_dice=9,size=4");
}

#[test]
fn few_dice_and_reinforcements_of_captured_dice() {
    check(4, "max_dice=2,reinforcement=captured");
}
