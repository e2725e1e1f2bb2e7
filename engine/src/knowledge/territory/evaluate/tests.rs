//! The static score on Dice Wars: ratings against a naive searcher, and the chances that are left out.

use super::*;
use crate::bots::paranoid::Paranoid;
use crate::bots::{Bot, Nodes};
use crate::dice::{Dice, SeededDice};
use crate::game::{Game, Node, State};
use crate::games::dice_wars::{DiceWars, Position, Rules, Setup};
use crate::games::territory::Action;

/// A small map as neighbor lists, owners and dice.
fn position(map: &str, owners: &[u8], dice: &[u8], stock: &[u8], max_dice: u8) -> Position {
    let json = format!(
        r#"{{"map":{{"neighbors":{map}}},"owners":{owners:?},"dice":{dice:?},"stock":{stock:?},"to_move":0,
            "max_dice":{max_dice}}}"#
    );
    serde_json::from_str::<Setup>(&json)
        .unwrap()
        .position()
        .unwrap()
}

/// The owner and the dice of each territory.
fn held(board: &Board) -> Vec<(Seat, u8)> {
    let territories = board.graph().territories();
    territories
        .map(|it| (board.owner(it).unwrap(), board.dice(it)))
        .collect()
}

/// The score by its definition: two points for each own territory, one of them lost if a neighbor of another owner has
/// more dice, and one lost for each territory of another seat.
fn naive_score(graph: &Graph, held: &[(Seat, u8)], me: Seat) -> f64 {
    let score = |it: Territory| {
        let (owner, dice) = held[it.idx()];
        let threatens = |other: &Territory| {
            let (attacker, attackers) = held[other.idx()];
            attacker != me && attackers > dice
        };
        if owner != me {
            -1.0
        } else if graph.neighbors(it).iter().any(threatens) {
            1.0
        } else {
            2.0
        }
    };
    graph.territories().map(score).sum()
}

/// The value of a state for `me`, who maximizes while all other seats minimize; every chance is followed.
fn naive(state: &Position, me: Seat, depth: u8) -> f64 {
    let after = |apply: &dyn Fn(&mut Position)| {
        let mut next = state.clone();
        apply(&mut next);
        next
    };
    match state.node() {
        Node::Chance => {
            let chances = state.chances();
            #[expect(
                clippy::as_conversions,
                clippy::cast_precision_loss,
                reason = "small numbers"
            )]
            let weight = |it: u128| it as f64;
            let total: f64 = chances.iter().map(|it| weight(it.weight)).sum();
            let value =
                |it: &Weighted<Chance>| naive(&after(&|next| next.resolve(it.chance)), me, depth);
            chances
                .iter()
                .map(|it| weight(it.weight) / total * value(it))
                .sum()
        }
        Node::Decision(side) if depth > 0 => {
            let actions = state.actions().into_iter();
            let values = actions.map(|it| naive(&after(&|next| next.act(it)), me, depth - 1));
            if side == me {
                values.fold(f64::MIN, f64::max)
            } else {
                values.fold(f64::MAX, f64::min)
            }
        }
        Node::Decision(_) | Node::Terminal(_) => {
            naive_score(state.board().graph(), &held(state.board()), me)
        }
    }
}

#[test]
fn paranoid_ratings_on_small_maps_equal_the_definition() {
    let maps = [
        "[[1,2],[0,3],[0,3],[1,2]]",
        "[[1],[0,2],[1,3],[2]]",
        "[[1,2,3],[0,2],[0,1,3],[0,2]]",
    ];
    for seed in 0..60 {
        let mut dice = SeededDice::new(seed);
        let mut below = |bound: u8| u8::try_from(dice.below(bound.into())).unwrap();
        let map = maps[usize::from(below(3))];
        let mut owners = [0, 1, 1, 1].map(|least| if least == 0 { 0 } else { below(3) });
        owners[3] = 1;
        let max_dice = 2 + below(7);
        let held = [0; 4].map(|_| 1 + below(max_dice));
        let state = position(map, &owners, &held, &[0, 0, 0], max_dice);
        for level in 1..=2 {
            let odds = OddsKind::Exact;
            let ratings = Paranoid::new(level, StaticScore { odds }).ratings(&state);
            assert_eq!(ratings.len(), state.actions().len());
            for (rating, action) in ratings.iter().zip(state.actions()) {
                let mut next = state.clone();
                next.act(action);
                let expected = naive(&next, Seat::ALL[0], level - 1);
                let close = (rating - expected).abs() < 1e-9;
                assert!(
                    close,
                    "seed {seed}, level {level}, {action:?}: {rating} is not {expected} in {state:?}"
                );
            }
        }
    }
}

/// Changes one territory after the other at random, and compares the score of each seat with that of a new board.
#[test]
fn a_score_changed_territory_by_territory_is_that_of_the_changed_board() {
    for seed in 0..10 {
        let mut dice = SeededDice::new(seed);
        let config = DiceWars::generate(&Rules::STANDARD, 4, &mut dice).unwrap();
        let state = DiceWars::start(&config).unwrap();
        let board = state.board();
        let mut held = held(board);
        let mut scored = Seat::ALL.map(|seat| Scored::of(board, seat));
        for _ in 0..100 {
            let mut below = |bound: u8| u8::try_from(dice.below(bound.into())).unwrap();
            let at = below(u8::try_from(held.len()).unwrap());
            let (owner, put) = (
                Seat::ALL[usize::from(below(4))],
                1 + below(board.max_dice()),
            );
            held[usize::from(at)] = (owner, put);
            for seat in Seat::ALL {
                let scored = &mut scored[seat.idx()];
                scored.put(Territory(at), owner == seat, put);
                let expected = naive_score(board.graph(), &held, seat);
                let score = f64::from(scored.score(board.graph()));
                assert!(
                    (score - expected).abs() < 0.5,
                    "seed {seed}: {score}, not {expected}, for {seat:?} in {held:?}"
                );
            }
        }
    }
}

#[test]
fn a_reinforcement_that_falls_in_too_many_ways_is_taken_to_spread_evenly() {
    let chain = "[[1],[0,2],[1,3],[2,4],[3]]";
    // Three territories and 5 dice: 243 ways. Two dice even the board out to 3 each; the other three fall in 27 ways, and
    // in 19 of them one or more fall beside the enemy's 4.
    let state = position(chain, &[0, 0, 0, 1, 1], &[2, 3, 2, 4, 4], &[2, 0], 8);
    let evaluator = StaticScore {
        odds: OddsKind::Exact,
    };
    let ratings = Paranoid::new(1, evaluator).ratings(&state);
    assert!(
        (ratings[0] - (5.0 + 19.0 / 27.0 - 2.0)).abs() < 1e-9,
        "{ratings:?}"
    );
    // Without a stock there are only three dice: in 7 of 27 ways two or more of them fall beside the enemy.
    let state = position(chain, &[0, 0, 0, 1, 1], &[2, 3, 2, 4, 4], &[0, 0], 8);
    let ratings = Paranoid::new(1, evaluator).ratings(&state);
    assert!(
        (ratings[0] - (5.0 + 7.0 / 27.0 - 2.0)).abs() < 1e-9,
        "{ratings:?}"
    );
}

#[test]
fn a_search_on_a_whole_map_ends_within_its_usual_budget() {
    for seed in 0..6 {
        let mut dice = SeededDice::new(seed);
        let config = DiceWars::generate(&Rules::STANDARD, 4, &mut dice).unwrap();
        let mut state = DiceWars::start(&config).unwrap();
        let mut bot = Paranoid::new(
            2,
            StaticScore {
                odds: OddsKind::Exact,
            },
        );
        let mut attacks = 0;
        for _ in 0..60 {
            match state.node() {
                Node::Terminal(_) => break,
                Node::Chance => state.resolve(state.roll(&mut dice).unwrap()),
                Node::Decision(_) => {
                    let mut budget = Nodes::at_most(crate::roster::PARANOID_NODES_MAX.into());
                    let action = bot.choose(&state, &mut budget, &mut dice).unwrap();
                    assert!(
                        crate::bots::Budget::spent(&budget) < 100_000,
                        "seed {seed}: {budget:?}"
                    );
                    attacks += u32::from(action != Action::Pass);
                    state.act(action);
                }
            }
        }
        assert!(attacks > 3, "seed {seed}: {attacks} attacks");
    }
}
