//! The learned player: it is legal and repeatable under all kinds of rules, and plays as the tree search without a network
//! where there is none.

use super::*;
use crate::bots::Nodes;
use crate::dice::{SeededDice, index_below};
use crate::game::{Game, Node, State};
use crate::games::dice_of_doom::{Combat, DiceOfDoom, Opening, Reinforcement, Rules};
use crate::games::dice_wars::{self, DiceWars};

/// The nodes of a choice here.
const NODES: u64 = 800;

fn choose<S: OnTerritories>(bot: &mut impl Bot<S>, state: &S, seed: u64) -> Option<Action> {
    bot.choose(
        state,
        &mut Nodes::at_most(NODES),
        &mut SeededDice::new(seed),
    )
}

/// Plays steps of a new match at random; at each decision asks a player that is new and one that has played from the beginning.
fn check_match<G: Game<State: OnTerritories>>(rules: &G::Rules, seats: u8, seed: u64) {
    let config = G::generate(rules, seats, &mut SeededDice::new(seed)).unwrap();
    check_steps(G::start(&config).unwrap(), seed);
}

fn check_steps<S: OnTerritories>(mut state: S, seed: u64) {
    let mut dice = SeededDice::new(seed);
    let mut kept = Learned::new();
    for step in 0..25 {
        match state.node() {
            Node::Terminal(_) => return,
            Node::Chance => state.resolve(state.roll(&mut dice).unwrap()),
            Node::Decision(_) => {
                let chosen = choose(&mut kept, &state, step);
                assert!(
                    chosen.is_some_and(|it| state.is_legal(it)),
                    "{chosen:?} in {state:?}"
                );
                assert_eq!(
                    choose(&mut Learned::new(), &state, step),
                    chosen,
                    "seed {seed}"
                );
                let hasty = kept.choose(&state, &mut Nodes::at_most(1), &mut SeededDice::new(0));
                assert!(
                    hasty.is_some_and(|it| state.is_legal(it)),
                    "{hasty:?} in {state:?}"
                );
                let actions = state.actions();
                state.act(actions[index_below(actions.len(), &mut dice)]);
            }
        }
    }
}

#[test]
fn a_choice_is_legal_and_depends_on_the_position_the_nodes_and_the_seed_alone() {
    let standard = Rules::STANDARD;
    for (rules, seats) in [
        (standard, 4),
        (
            Rules {
                size: 8,
                max_dice: 9,
                ..standard
            },
            3,
        ),
        (
            Rules {
                size: 2,
                max_dice: 2,
                ..standard
            },
            2,
        ),
        (
            Rules {
                opening: Opening::Compulsory,
                rounds: 2,
                ..standard
            },
            3,
        ),
        (
            Rules {
                combat: Combat::Certain,
                reinforcement: Reinforcement::Captured,
                ..standard
            },
            4,
        ),
        (
            Rules {
                reinforcement: Reinforcement::Random,
                ..standard
            },
            4,
        ),
        (Rules::BOOK, 4),
    ] {
        check_match::<DiceOfDoom>(&rules, seats, u64::from(seats));
    }
    let wars = dice_wars::Rules::STANDARD;
    check_match::<DiceWars>(&wars, 4, 1);
    check_match::<DiceWars>(
        &dice_wars::Rules {
            max_dice: 16,
            stock: 0,
            ..wars
        },
        2,
        2,
    );
}

#[test]
fn one_player_answers_under_one_set_of_rules_after_the_other() {
    let start = |rules: Rules| {
        let config = DiceOfDoom::generate(&rules, 4, &mut SeededDice::new(3)).unwrap();
        DiceOfDoom::start(&config).unwrap()
    };
    let mut kept = Learned::new();
    for rules in [Rules::STANDARD, Rules::BOOK, Rules::STANDARD] {
        let state = start(rules);
        let chosen = choose(&mut kept, &state, 5);
        assert_eq!(chosen, choose(&mut Learned::new(), &state, 5));
    }
}

/// How the player and the plain tree search choose at the start of the same matches, with the same luck.
fn as_plain(rules: &Rules) -> bool {
    as_plain_with(rules, 4)
}

fn as_plain_with(rules: &Rules, seats: u8) -> bool {
    (0..4).all(|seed| {
        let config = DiceOfDoom::generate(rules, seats, &mut SeededDice::new(seed)).unwrap();
        let state = DiceOfDoom::start(&config).unwrap();
        let spent = |bot: &mut dyn Bot<_>| {
            let mut budget = Nodes::at_most(NODES);
            let chosen = bot.choose(&state, &mut budget, &mut SeededDice::new(seed));
            (chosen, budget.spent())
        };
        spent(&mut Learned::new()) == spent(&mut Mcts::new(TerritoryGuide::new()))
    })
}

#[test]
fn where_no_network_helps_it_plays_as_the_plain_tree_search() {
    let standard = Rules::STANDARD;
    assert!(as_plain_with(&Rules::BOOK, 2));
    assert!(!as_plain_with(&Rules::BOOK, 3) && !as_plain(&Rules::BOOK));
    let combat = Combat::Certain;
    assert!(as_plain(&Rules { combat, ..standard }));
    assert!(as_plain(&Rules {
        size: 3,
        ..standard
    }));
    assert!(!as_plain(&Rules {
        size: 4,
        ..standard
    }));
    assert!(!as_plain(&standard));
    let reinforcement = Reinforcement::Random;
    assert!(!as_plain(&Rules {
        reinforcement,
        ..standard
    }));
}

/// Under the standard rules more nodes than the tree may have are left alone; the plain tree search, on a small board, takes them.
#[test]
fn a_judged_tree_has_a_limit_of_its_own() {
    let spent = |rules: Rules| {
        let config = DiceOfDoom::generate(&rules, 2, &mut SeededDice::new(8)).unwrap();
        let state = DiceOfDoom::start(&config).unwrap();
        let mut budget = Nodes::at_most(JUDGED_NODES_MAX + 5_000);
        Learned::new().choose(&state, &mut budget, &mut SeededDice::new(8));
        budget.spent()
    };
    assert_eq!(spent(Rules::STANDARD), JUDGED_NODES_MAX);
    let size = 3;
    assert!(
        spent(Rules {
            size,
            ..Rules::STANDARD
        }) > JUDGED_NODES_MAX
    );
}
