//! Truncated rollouts: their mean is what all luck together leads to, and the order of the turn search counts as long as the
//! nodes suffice for no more.

use std::sync::Arc;

use super::*;
use crate::bots::Nodes;
use crate::bots::paranoid::Paranoid;
use crate::bots::spec::OddsKind;
use crate::game::{Game, SEATS_MAX};
use crate::games::dice_of_doom;
use crate::games::dice_wars::{DiceWars, Position, Rules, Setup};
use crate::knowledge::territory::evaluate::StaticScore;
use crate::knowledge::territory::strategist::Strategist;
use crate::knowledge::territory::value::network::{Network, WEIGHTS};

/// The rollouts of which the mean is taken.
const ROLLOUTS: u32 = 4_000;

fn valuer() -> Valuer {
    let mut dice = SeededDice::new(8);
    let mut one = || f32::from(i16::try_from(dice.below(2001)).unwrap() - 1000) / 4000.0;
    let weights: Vec<f32> = (0..WEIGHTS).map(|_| one()).collect();
    Valuer::new(Arc::new(Network::of(&weights).unwrap()), false)
}

fn position(owners: &str, dice: &str) -> Position {
    with_stock(owners, dice, "")
}

fn with_stock(owners: &str, dice: &str, stock: &str) -> Position {
    let json = format!(
        r#"{{"map":{{"neighbors":[[1,2],[0,3],[0,3],[1,2]]}},"owners":[{owners}],"dice":[{dice}],"stock":[{stock}],"to_move":0}}"#
    );
    serde_json::from_str::<Setup>(&json)
        .unwrap()
        .position()
        .unwrap()
}

/// Who searches, and how each other seat plays.
#[derive(Clone, Copy)]
struct Table {
    mover: Seat,
    manners: [Manner; SEATS_MAX],
}

/// The worth of an action by the definition: all luck is followed, and each case is weighed by its odds.
fn expected<S: OnTerritories>(state: &S, action: Action, table: Table, has_passed: bool) -> f64 {
    let mut after = state.clone();
    after.act(action);
    let own = state.to_move() == table.mover;
    let wasted = if own { waste(state, action) } else { 0.0 };
    expected_after(&after, table, has_passed || own && action == Action::Pass) - wasted
}

fn expected_after<S: OnTerritories>(state: &S, table: Table, has_passed: bool) -> f64 {
    let judged = || valuer().value(state)[table.mover.idx()];
    match state.node() {
        Node::Terminal(_) => judged(),
        Node::Decision(seat) if seat == table.mover && has_passed => judged(),
        Node::Decision(seat) => {
            let action = if seat == table.mover {
                by_manner(state, Manner::Network)
            } else {
                by_manner(state, table.manners[seat.idx()])
            };
            expected(state, action, table, has_passed)
        }
        Node::Chance => {
            let chances = state.chances();
            let all: u128 = chances.iter().map(|it| it.weight).sum();
            let of = |it: &crate::dice::Weighted<_>| {
                let mut after = state.clone();
                after.resolve(it.chance);
                ratio(it.weight, all) * expected_after(&after, table, has_passed)
            };
            chances.iter().map(of).sum()
        }
    }
}

fn by_manner<S: OnTerritories>(state: &S, manner: Manner) -> Action {
    let (mut nodes, mut none) = (Nodes::unlimited(), SeededDice::new(0));
    let odds = OddsKind::Exact;
    match manner {
        Manner::Network => {
            TurnSearch::new(valuer(), POLICY_REACH).choose(state, &mut nodes, &mut none)
        }
        Manner::Strategist => Strategist.choose(state, &mut nodes, &mut none),
        Manner::Paranoid => {
            Paranoid::new(2, StaticScore { odds }).choose(state, &mut nodes, &mut none)
        }
    }
    .unwrap()
}

/// The mean over all that the lots of the others can say.
fn expected_by_lot<S: OnTerritories>(state: &S, action: Action) -> f64 {
    let lots: Vec<_> = match state.course() {
        Course::StuckEnds => (0..1 << SEATS_MAX)
            .map(|lot: u32| {
                std::array::from_fn(|seat| match lot >> seat & 1 {
                    0 => Manner::Paranoid,
                    _ => Manner::Network,
                })
            })
            .collect(),
        Course::LastOwner | Course::Scattered => vec![[Manner::Strategist; SEATS_MAX]],
    };
    let mover = state.to_move();
    let of = |manners: &_| {
        let manners = *manners;
        expected(state, action, Table { mover, manners }, false)
    };
    let sum: f64 = lots.iter().map(of).sum();
    sum / f64::from(u32::try_from(lots.len()).unwrap())
}

#[expect(
    clippy::as_conversions,
    clippy::cast_precision_loss,
    reason = "the odds of a few dice are exact enough as floats"
)]
fn ratio(part: u128, all: u128) -> f64 {
    part as f64 / all as f64
}

#[track_caller]
fn check_mean<S: OnTerritories>(state: &S) {
    let mut rollouts = TruncatedRollouts::new(valuer());
    for action in state.actions() {
        let (mut sum, mut squares) = (0.0, 0.0);
        for seed in 0..ROLLOUTS {
            let mut luck = SeededDice::new(seed.into());
            let worth = rollouts
                .roll_out(state, action, &mut Nodes::unlimited(), &mut luck)
                .unwrap();
            sum += worth;
            squares += worth * worth;
        }
        let count = f64::from(ROLLOUTS);
        let mean = sum / count;
        let error = ((squares / count - mean * mean).max(0.0) / count).sqrt();
        let expect = expected_by_lot(state, action);
        assert!(
            (mean - expect).abs() < 4.0 * error + 1e-9,
            "{action:?}: {mean} in place of {expect}, with an error of {error}"
        );
    }
}

#[test]
fn the_mean_of_many_rollouts_is_what_all_luck_together_leads_to() {
    check_mean(&position("0,0,1,1", "3,2,2,1"));
    check_mean(&position("0,1,1,1", "4,1,2,2"));
    check_mean(&position("0,0,0,1", "8,8,8,2"));
    check_mean(&position("0,0,1,2", "2,3,2,3"));
}

#[test]
fn where_a_match_ends_with_a_stuck_seat_the_others_play_by_lot() {
    let position = |seats, board| {
        let rules = dice_of_doom::Rules {
            size: 2,
            ..dice_of_doom::Rules::BOOK
        };
        dice_of_doom::Position::of(rules, seats, board, 0, false)
    };
    check_mean(&position(2, "a3b2a1b3"));
    check_mean(&position(2, "a2b3b2a3"));
    check_mean(&position(3, "a3b2c2a2"));
}

#[test]
fn a_rollout_counts_the_dice_that_its_passes_lose() {
    check_mean(&with_stock("0,0,0,1", "8,8,8,2", "64,0"));
}

#[test]
fn as_long_as_the_nodes_suffice_for_no_lap_the_turn_search_decides() {
    for seed in 0..20 {
        let config = DiceWars::generate(&Rules::STANDARD, 4, &mut SeededDice::new(seed)).unwrap();
        let state = DiceWars::start(&config).unwrap();
        let mut search = TurnSearch::new(valuer(), CANDIDATES_REACH);
        let mut nodes = Nodes::unlimited();
        let best = search.choose(&state, &mut nodes, &mut SeededDice::new(0));
        for more in [0, 1, 7] {
            let mut nodes = Nodes::at_most(nodes.spent() + more);
            let mut rollouts = TruncatedRollouts::new(valuer());
            let chosen = rollouts.choose(&state, &mut nodes, &mut SeededDice::new(seed));
            assert_eq!(chosen, best, "seed {seed}, {more} nodes more");
        }
    }
}

#[test]
fn a_search_costs_the_same_whatever_was_asked_before() {
    let config = DiceWars::generate(&Rules::STANDARD, 4, &mut SeededDice::new(3)).unwrap();
    let state = DiceWars::start(&config).unwrap();
    let mut kept = TruncatedRollouts::new(valuer());
    let mut search = || {
        let mut nodes = Nodes::unlimited();
        let chosen = kept.choose(&state, &mut nodes, &mut SeededDice::new(1));
        (chosen, nodes.spent())
    };
    assert_eq!(search(), search());
}

#[test]
fn the_candidate_that_rollouts_like_best_is_chosen() {
    // A network that says nothing judges all positions alike, so what differs is who has won.
    let blind = Valuer::new(Arc::new(Network::of(&vec![0.0; WEIGHTS]).unwrap()), false);
    for seed in 0..12 {
        let state = position("0,0,0,1", "8,8,8,1");
        let chosen = TruncatedRollouts::new(blind.clone()).choose(
            &state,
            &mut Nodes::unlimited(),
            &mut SeededDice::new(seed),
        );
        // Both neighbors of the last enemy territory can take it at once; whoever passes has not won yet.
        assert_ne!(chosen, Some(Action::Pass));
    }
}

#[test]
fn the_turn_search_counts_as_much_as_some_rollouts() {
    let line = Line {
        action: Action::Pass,
        worth: 0.5,
    };
    let candidate = |rollouts: f64, mean: f64| Candidate {
        line,
        sum: rollouts * mean,
        rollouts,
    };
    assert!((candidate(0.0, 0.0).worth() - 0.5).abs() < 1e-12);
    assert!((candidate(SEARCH_WEIGHT, 0.3).worth() - 0.4).abs() < 1e-12);
    assert!((candidate(3.0 * SEARCH_WEIGHT, 0.3).worth() - 0.35).abs() < 1e-12);
}
