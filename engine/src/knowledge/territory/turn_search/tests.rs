//! The turn search: it finds what a plain expectimax finds, and it answers when its budget breaks.

use std::sync::Arc;

use super::*;
use crate::bots::Nodes;
use crate::dice::{SeededDice, index_below};
use crate::game::Game;
use crate::games::dice_of_doom::{Combat, DiceOfDoom, Rules};
use crate::games::dice_wars::{self, DiceWars};
use crate::games::territory::odds;
use crate::knowledge::territory::value::network::{Network, WEIGHTS};
use crate::knowledge::territory::waste::waste;

fn valuer(certain: bool) -> Valuer {
    let mut dice = SeededDice::new(8);
    let mut one = || f32::from(i16::try_from(dice.below(2001)).unwrap() - 1000) / 4000.0;
    let weights: Vec<f32> = (0..WEIGHTS).map(|_| one()).collect();
    Valuer::new(Arc::new(Network::of(&weights).unwrap()), certain)
}

/// The worth of a position by the definition: every attack is followed.
fn plain<S: OnTerritories>(state: &S, mover: Seat, attacks: usize, valuer: &mut Valuer) -> f64 {
    if state.node() != Node::Decision(mover) {
        return valuer.value(state)[mover.idx()];
    }
    let mut passed = state.clone();
    passed.act(Action::Pass);
    let worth = valuer.value(&passed)[mover.idx()] - waste(state, Action::Pass);
    if attacks == 0 {
        return worth;
    }
    let mut best = if state.must_attack() {
        f64::NEG_INFINITY
    } else {
        worth
    };
    for action in state.actions() {
        if let Action::Attack { .. } = action {
            best = best.max(plain_attack(state, action, attacks, valuer)[0]);
        }
    }
    best
}

/// The worth of an attack by the definition, that of its success and that of its failure. If one of them cannot come about, it is
/// worth what the other is.
fn plain_attack<S: OnTerritories>(
    state: &S,
    action: Action,
    attacks: usize,
    valuer: &mut Valuer,
) -> [f64; 3] {
    let Action::Attack { from, to } = action else {
        unreachable!()
    };
    let mover = state.to_move();
    let mut rolled = state.clone();
    rolled.act(action);
    if rolled.node() != Node::Chance {
        return [plain(&rolled, mover, attacks - 1, valuer); 3];
    }
    let won = odds::exact(state.board().dice(from), state.board().dice(to)).probability();
    let (mut worth, mut of_success, mut of_failure) = (0.0, None, None);
    for it in rolled.chances() {
        let Chance::Battle(roll) = it.chance else {
            unreachable!()
        };
        let mut after = rolled.clone();
        after.resolve(it.chance);
        let result = plain(&after, mover, attacks - 1, valuer);
        if roll.captures() {
            of_success = Some(result);
            worth += won * result;
        } else {
            of_failure = Some(result);
            worth += (1.0 - won) * result;
        }
    }
    let [success, failure] = [of_success.or(of_failure), of_failure.or(of_success)];
    [worth, success.unwrap(), failure.unwrap()]
}

#[track_caller]
fn check_lines<S: OnTerritories>(state: &S, attacks: usize) {
    let mut valuer = valuer(state.attacks_are_certain());
    let reach = Reach {
        attacks,
        beam: usize::MAX,
    };
    let mut search = TurnSearch::new(valuer.clone(), reach);
    let lines = search.lines(state, &mut Nodes::unlimited());
    let mut actions: Vec<Action> = lines.iter().map(|it| it.action).collect();
    actions.sort();
    let mut legal = state.actions();
    legal.sort();
    assert_eq!(actions, legal);
    for line in &lines {
        let expected = match line.action {
            Action::Pass => [plain(state, state.to_move(), 0, &mut valuer); 3],
            Action::Attack { .. } => plain_attack(state, line.action, attacks, &mut valuer),
        };
        let pairs = [line.worth, line.won, line.lost].into_iter().zip(expected);
        for (found, expected) in pairs {
            assert!(
                (found - expected).abs() < 1e-6,
                "{line:?}: {found}, not {expected}, in {state:?}"
            );
        }
    }
    assert!(lines.is_sorted_by(|a, b| a.worth >= b.worth));
}

/// Plays some steps at random, and checks the lines of each decision on the way.
fn check_steps<S: OnTerritories>(mut state: S, seed: u64) {
    let mut dice = SeededDice::new(seed);
    for _ in 0..25 {
        match state.node() {
            Node::Terminal(_) => return,
            Node::Chance => state.resolve(state.roll(&mut dice).unwrap()),
            Node::Decision(_) => {
                check_lines(&state, 1);
                check_lines(&state, 2);
                let actions = state.actions();
                state.act(actions[index_below(actions.len(), &mut dice)]);
            }
        }
    }
}

fn start<G: Game>(rules: &G::Rules, seed: u64) -> G::State {
    G::start(&G::generate(rules, 3, &mut SeededDice::new(seed)).unwrap()).unwrap()
}

#[test]
fn every_line_has_the_worth_of_a_plain_expectimax() {
    let small = |rules: Rules| Rules { size: 3, ..rules };
    let certain = Rules {
        combat: Combat::Certain,
        ..small(Rules::STANDARD)
    };
    for seed in 0..3 {
        check_steps(start::<DiceOfDoom>(&small(Rules::BOOK), seed), seed);
        check_steps(start::<DiceOfDoom>(&small(Rules::STANDARD), seed), seed);
        check_steps(start::<DiceOfDoom>(&certain, seed), seed);
    }
    check_steps(start::<DiceWars>(&dice_wars::Rules::STANDARD, 1), 1);
}

#[test]
fn an_attack_that_cannot_fail_says_nothing_of_the_next_from_the_same_territory() {
    // Eight or twelve dice cannot lose against one, but can against seven or more; two cannot win against twelve.
    for (own, first, second) in [(8, 1, 8), (8, 1, 7), (8, 8, 1), (12, 1, 12), (2, 12, 1)] {
        let json = format!(
            r#"{{"map":{{"neighbors":[[1,2],[0],[0]]}},"owners":[0,1,1],"dice":[{own},{first},{second}],"to_move":0,"max_dice":12}}"#
        );
        let setup: dice_wars::Setup = serde_json::from_str(&json).unwrap();
        let state = setup.position().unwrap();
        check_lines(&state, 1);
        check_lines(&state, 2);
    }
}

#[test]
fn luck_is_what_a_result_is_better_than_the_mean_of_both() {
    let line = Line::attack(Action::Pass, 0.75, 0.6, 0.2);
    assert!((line.worth - 0.5).abs() < 1e-12);
    assert!((line.luck(true) - 0.1).abs() < 1e-12);
    assert!((line.luck(false) + 0.3).abs() < 1e-12);
    let sure = Line::sure(Action::Pass, 0.4);
    assert!(sure.luck(true).abs() + sure.luck(false).abs() < 1e-12);
}

#[test]
fn a_broken_budget_leaves_a_legal_action() {
    let state = start::<DiceOfDoom>(&Rules::STANDARD, 1);
    let reach = Reach {
        attacks: 2,
        beam: 6,
    };
    let mut search = TurnSearch::new(valuer(false), reach);
    for nodes in 0..60 {
        let mut budget = Nodes::at_most(nodes);
        let action = search.choose(&state, &mut budget, &mut SeededDice::new(0));
        assert!(action.is_some_and(|it| state.is_legal(it)), "{nodes} nodes");
        assert!(budget.spent() <= nodes + 1, "{nodes} nodes");
    }
}

#[test]
fn the_beam_limits_what_is_followed() {
    let state = start::<DiceOfDoom>(&Rules::STANDARD, 2);
    let spent = |beam| {
        let mut budget = Nodes::unlimited();
        let reach = Reach { attacks: 2, beam };
        TurnSearch::new(valuer(false), reach).lines(&state, &mut budget);
        budget.spent()
    };
    let at_most = |beam| spent(beam) - spent(0);
    assert!(0 < at_most(1) && at_most(1) < at_most(2));
    assert!(at_most(2) < at_most(6));
}
