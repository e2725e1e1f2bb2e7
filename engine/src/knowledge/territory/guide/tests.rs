//! The guide: priors that prefer good attacks, estimates between 0 and 1, replies only where they are needed.

use super::*;
use crate::bots::mcts::Mcts;
use crate::bots::paranoid::Paranoid;
use crate::dice::{LoadedDice, SeededDice};
use crate::game::Game;
use crate::games::dice_of_doom::{Config, DiceOfDoom, Position, Rules};
use crate::games::dice_wars::{self, DiceWars};
use crate::games::territory::Territory;
use crate::knowledge::territory::value::networks::network;

fn position(rules: Rules, board: &str) -> Position {
    Position::of(Rules { size: 3, ..rules }, 2, board, 0, false)
}

/// A board where four dice are beside one die and beside five.
const BOARD: &str = "a4b1b1b5b1b1b1b1b1";

#[test]
fn likely_attacks_are_more_promising_than_unlikely_ones() {
    let state = position(Rules::STANDARD, BOARD);
    let mut priors = Vec::new();
    TerritoryGuide::new().priors(&state, &state.actions(), &mut priors);
    assert!(
        (priors.iter().sum::<f64>() - 1.0).abs() < 1e-9 && priors.iter().all(|it| *it > 0.0),
        "{priors:?}"
    );
    let prior = |dice: u8| {
        let on = |it: &Action| matches!(it, Action::Attack { to, .. } if state.board().dice(*to) == dice);
        priors[state.actions().iter().position(on).unwrap()]
    };
    assert!(prior(1) > 2.0 * prior(5), "{priors:?}");
}

#[test]
fn a_judgement_shares_a_whole_and_keeps_its_budget() {
    for (seed, rules) in [Rules::BOOK, Rules::STANDARD].into_iter().enumerate() {
        let mut state = position(rules, BOARD);
        let mut budget = Nodes::at_most(3);
        let mut dice = SeededDice::new(seed.try_into().unwrap());
        let payoffs = TerritoryGuide::new().evaluate_leaf(&mut state, &mut budget, &mut dice);
        assert!(
            (payoffs.iter().sum::<f64>() - 1.0).abs() < 1e-9,
            "{payoffs:?}"
        );
        assert!(
            (1..=4).contains(&budget.spent()),
            "two seats are played on: {}",
            budget.spent()
        );
    }
}

#[test]
fn passing_is_less_promising_than_a_good_attack_and_more_than_a_bad_one() {
    let state = position(Rules::STANDARD, BOARD);
    let success = TerritoryGuide::<Position>::new().success;
    let good = Action::Attack {
        from: Territory(0),
        to: Territory(1),
    };
    let bad = Action::Attack {
        from: Territory(0),
        to: Territory(3),
    };
    let [good, pass, bad] = [good, Action::Pass, bad].map(|it| attraction(&success, &state, it));
    assert!(
        good > pass && pass > 0.3 * good && bad < 0.02 * pass,
        "{good} {pass} {bad}"
    );
    // Of two equally likely attacks, the one that destroys more dice is more attractive.
    let even = |attackers: usize, defenders: usize| {
        let mut success = success;
        success[attackers][defenders] = 0.8;
        success
    };
    let on = |defenders: u8, success| {
        let state = position(Rules::STANDARD, &format!("a5b{defenders}b1b5b1b1b1b1b1"));
        attraction(
            success,
            &state,
            Action::Attack {
                from: Territory(0),
                to: Territory(1),
            },
        )
    };
    assert!(on(4, &even(5, 4)) > on(2, &even(5, 2)));
}

#[test]
fn attractions_and_priors_are_those_reckoned_by_hand() {
    let check = |likely: f64, defenders: u8, expect: f64| {
        let success = [[likely; SIDES]; SIDES];
        let state = position(Rules::STANDARD, &format!("a5b{defenders}b1b5b1b1b1b1b1"));
        let attack = Action::Attack {
            from: Territory(0),
            to: Territory(1),
        };
        let attraction = attraction(&success, &state, attack);
        assert!(
            (attraction - expect).abs() < 1e-12,
            "{likely} {defenders}: {attraction}"
        );
    };
    check(0.8, 4, 0.64 * 0.9);
    check(0.4, 1, 0.16 * 0.45);
    check(0.3, 2, 0.006);
    check(0.2, 5, 0.004);
    // A pass has 0.3, attacks on 5, 1 and 1 dice have 0.672, 0.288 and 0.288, and each action gets 0.02 more.
    let mut guide = TerritoryGuide::new();
    guide.success = [[0.8; SIDES]; SIDES];
    let (state, mut priors) = (position(Rules::STANDARD, BOARD), Vec::new());
    guide.priors(&state, &state.actions(), &mut priors);
    let expect = [0.32, 0.692, 0.308, 0.308].map(|it| it / 1.628);
    assert_eq!(priors.len(), expect.len());
    assert!(
        priors
            .iter()
            .zip(expect)
            .all(|(it, expect)| (it - expect).abs() < 1e-12),
        "{priors:?}"
    );
}

#[test]
fn an_action_of_a_playout_is_drawn_by_its_step() {
    let mut dice = SeededDice::new(4);
    let mut counts = [0.0; 3];
    for _ in 0..4_000 {
        counts[draw_below(&[0.1, 0.7, 0.8], &mut dice).unwrap()] += 1.0 / 4_000.0;
    }
    let close = counts
        .iter()
        .zip([0.125, 0.75, 0.125])
        .all(|(it, share): (&f64, f64)| (it - share).abs() < 0.03);
    assert!(close, "{counts:?}");
    let drawn = |case| draw_below(&[0.25, 0.5, 1.0], &mut LoadedDice::new([case])).unwrap();
    let quarter = u64::from(CASES / 4);
    assert_eq!(
        [0, quarter - 1, quarter, 2 * quarter - 1, 2 * quarter].map(drawn),
        [0, 0, 1, 1, 2]
    );
}

#[test]
fn playouts_hardly_ever_make_an_attack_that_hardly_ever_succeeds() {
    let (mut passed, mut attacked) = (0, 0);
    for seed in 0..200 {
        // One attack of two dice on five is possible; apart from that only a pass.
        let (mut state, mut budget) = (
            position(Rules::STANDARD, "a2b5b5b5b5b5b5b5b5"),
            Nodes::at_most(1),
        );
        TerritoryGuide::new().evaluate_leaf(&mut state, &mut budget, &mut SeededDice::new(seed));
        let armed = state.board().dice(Territory(0)) > 1;
        passed += u32::from(armed);
        attacked += u32::from(!armed);
    }
    assert!(
        attacked < 4,
        "{passed} times passed, {attacked} times attacked"
    );
}

#[test]
fn the_odds_of_an_attack_are_the_exact_ones() {
    let success = TerritoryGuide::<Position>::new().success;
    // 3 dice against 2, by counting: 6,054 of 7,776; one against one: 15 of 36.
    assert!(
        (success[3][2] - 6_054.0 / 7_776.0).abs() < 1e-12,
        "{}",
        success[3][2]
    );
    assert!(
        (success[1][1] - 15.0 / 36.0).abs() < 1e-12,
        "{}",
        success[1][1]
    );
}

#[test]
fn a_playout_goes_on_for_a_turn_where_dice_are_scattered_and_for_a_few_attacks_elsewhere() {
    let spent = |evaluate: &dyn Fn(&mut Nodes)| {
        let mut budget = Nodes::unlimited();
        evaluate(&mut budget);
        budget.spent()
    };
    let doom = |rules: Rules| {
        spent(&|budget| {
            let config = DiceOfDoom::generate(&rules, 4, &mut SeededDice::new(2)).unwrap();
            let mut state = DiceOfDoom::start(&config).unwrap();
            TerritoryGuide::new().evaluate_leaf(&mut state, budget, &mut SeededDice::new(3));
        })
    };
    let wars = spent(&|budget| {
        let config =
            DiceWars::generate(&dice_wars::Rules::STANDARD, 4, &mut SeededDice::new(2)).unwrap();
        let mut state = DiceWars::start(&config).unwrap();
        TerritoryGuide::new().evaluate_leaf(&mut state, budget, &mut SeededDice::new(3));
    });
    assert_eq!(wars, u64::from(LONG_PLAYOUT_PLIES));
    assert_eq!(doom(Rules::STANDARD), u64::from(PLAYOUT_PLIES));
}

#[test]
fn a_playout_draws_what_is_done_by_how_good_it_looks() {
    let (mut attacks, mut likely) = (0, 0);
    for seed in 0..40 {
        let (mut state, mut budget) = (position(Rules::STANDARD, BOARD), Nodes::at_most(1));
        TerritoryGuide::new().evaluate_leaf(&mut state, &mut budget, &mut SeededDice::new(seed));
        // The one ply that the budget allows is an attack, unless it is the pass that ends the turn.
        let hits = |it: u8| state.board().owner(Territory(it)) == Some(Seat::ALL[0]);
        attacks += u32::from(state.board().dice(Territory(0)) == 1);
        likely += u32::from(hits(1) || hits(4));
    }
    assert!(
        (20..40).contains(&attacks) && likely > 15,
        "{attacks} attacks, {likely} where they succeed"
    );
}

#[test]
fn replies_are_those_of_the_seeds_searcher_and_are_paid_for() {
    let book = position(Rules::BOOK, BOARD);
    let mut budget = Nodes::at_most(10_000);
    let reply = TerritoryGuide::new().reply(&book, &mut budget);
    let mut paranoid = Paranoid::new(
        2,
        StaticScore {
            odds: OddsKind::Exact,
        },
    );
    let expected = paranoid.choose(&book, &mut Nodes::unlimited(), &mut LoadedDice::new([]));
    assert_eq!(reply, expected);
    assert!(reply.is_some() && budget.spent() > 0);
    assert_eq!(
        TerritoryGuide::new().reply(&book, &mut Nodes::at_most(0)),
        None,
        "nothing is left"
    );
    assert_eq!(
        TerritoryGuide::new().reply(&position(Rules::STANDARD, BOARD), &mut budget),
        None
    );
}

#[test]
fn luck_that_falls_in_too_many_ways_is_taken_to_spread_evenly_by_the_searches_too() {
    // Three dice on four own territories fall in 64 ways, five in 1,024.
    let probabilities = |stock: u8| {
        let json = format!(
            r#"{{"map":{{"neighbors":[[1],[0,2],[1,3],[2,4],[3]]}},"owners":[0,0,0,0,1],"dice":[2,1,2,2,8],
                "stock":[{stock},0],"to_move":0,"max_dice":8}}"#
        );
        let mut state = serde_json::from_str::<dice_wars::Setup>(&json)
            .unwrap()
            .position()
            .unwrap();
        state.act(Action::Pass);
        let mut out = Vec::new();
        TerritoryGuide::new().probabilities(&state, &state.chances(), &mut out);
        out
    };
    assert_eq!(probabilities(1), [0.0, 1.0, 0.0, 0.0]);
    assert_eq!(probabilities(0).len(), 4);
}

#[test]
fn long_playouts_follow_the_rules_of_thumb() {
    // Three dice beside four: the strategist passes, and then b takes them.
    let json = r#"{"map":{"neighbors":[[1],[0,2],[1]]},"owners":[0,1,1],"dice":[3,4,1],"stock":[0,0],"to_move":0,
        "max_dice":8}"#;
    for seed in 0..20 {
        let mut state = serde_json::from_str::<dice_wars::Setup>(json)
            .unwrap()
            .position()
            .unwrap();
        TerritoryGuide::new().evaluate_leaf(
            &mut state,
            &mut Nodes::at_most(1),
            &mut SeededDice::new(seed),
        );
        assert!(
            state.board().dice(Territory(0)) > 2,
            "seed {seed}: {state:?}"
        );
    }
}

#[test]
fn land_is_what_a_playout_without_an_end_is_measured_by() {
    let state = position(Rules::STANDARD, "a4a1a1b5b1b1b1b1b1");
    let land = [0, 1, 2].map(|seat| UniformOnTerritories.material(&state, Seat::ALL[seat]));
    assert_eq!(land, [3, 6, 0]);
    let mut dice = SeededDice::new(1);
    let mut drawn: Vec<Action> = (0..200)
        .filter_map(|_| UniformOnTerritories.draw(&state, &mut dice))
        .collect();
    drawn.sort_by_key(|it| format!("{it:?}"));
    drawn.dedup();
    assert_eq!(
        drawn.len(),
        state.actions().len(),
        "each action comes at some time"
    );
}

#[test]
fn the_mover_of_four_gets_what_is_foreseen_and_the_others_the_rest() {
    let rules = Rules {
        size: 3,
        ..Rules::BOOK
    };
    let mut state = Position::of(rules, 4, "a4b1b1c5c1d1d1d3a1", 2, true);
    let share = Forecast::included().share(&state, Seat::ALL[2]);
    let (mut budget, mut dice) = (Nodes::unlimited(), SeededDice::new(0));
    let payoffs = TerritoryGuide::new().evaluate_leaf(&mut state, &mut budget, &mut dice);
    assert!((payoffs[2] - share).abs() < 1e-12 && (payoffs.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    assert_eq!(budget.spent(), 0, "nothing is played on: {payoffs:?}");
}

#[test]
fn a_mover_that_took_the_last_enemy_territory_gets_everything() {
    let rules = Rules {
        size: 3,
        ..Rules::BOOK
    };
    let mut state = Position::of(rules, 4, "a4a1a1a2a1a1a1a3a1", 0, false);
    let (mut budget, mut dice) = (Nodes::unlimited(), SeededDice::new(0));
    let payoffs = TerritoryGuide::new().evaluate_leaf(&mut state, &mut budget, &mut dice);
    let expect = [1.0, 0.0, 0.0, 0.0];
    let mut both = payoffs.iter().zip(expect);
    assert!(both.all(|it| (it.0 - it.1).abs() < 1e-12), "{payoffs:?}");
    // A search that comes to such positions has numbers to compare.
    let state = Position::of(rules, 4, "a5a2a2b1a2a2a2a2a2", 0, true);
    let action = Mcts::new(TerritoryGuide::new()).choose(
        &state,
        &mut Nodes::at_most(500),
        &mut SeededDice::new(1),
    );
    assert!(matches!(action, Some(Action::Attack { .. })), "{action:?}");
}

#[test]
fn a_search_takes_the_match_when_it_can() {
    // Five dice against the last single one.
    let state = position(Rules::STANDARD, "a5a2a2b1a2a2a2a2a2");
    let action = Mcts::new(TerritoryGuide::new()).choose(
        &state,
        &mut Nodes::at_most(2_000),
        &mut SeededDice::new(1),
    );
    assert!(matches!(action, Some(Action::Attack { .. })), "{action:?}");
}

#[test]
fn a_search_does_not_wait_where_waiting_brings_nothing() {
    // All hexes are full: the last one of an enemy, and four seats of which the first to attack risks most.
    for (seats, board) in [
        (2, "a5".repeat(24) + "b5"),
        (
            4,
            "b5a5d5d5c5d5d5d5a5c5b5c5b5d5a5a5d5d5b5a5a5c5b5b5b5".to_owned(),
        ),
    ] {
        let config = Config {
            rules: Rules::STANDARD,
            seats,
            board,
            first: Seat::default(),
        };
        let state = DiceOfDoom::start(&config).unwrap();
        for seed in 0..3 {
            let (mut budget, mut dice) = (Nodes::at_most(2_000), SeededDice::new(seed));
            let action = Mcts::new(TerritoryGuide::new()).choose(&state, &mut budget, &mut dice);
            assert_ne!(action, Some(Action::Pass), "{} seed {seed}", config.board);
        }
    }
}

#[test]
fn ahead_with_the_end_near_a_search_keeps_its_dice() {
    // Seat a leads by nine to eight. Next comes b, beside the last two hexes of c; when c is stuck the match ends
    // before d, the only rival, has moved. One hex more wins nothing more, and costs dice that are missing if c
    // survives: so a passes. A search that evaluates leaves by a few plies drawn at random attacks d here.
    let board = "a1b2b2b2b4a1a2b2c2b2d2a3a3c2a2d5d2d2a1a1d2d2d3d2a3";
    let state = Position::of(Rules::BOOK, 4, board, 0, false);
    for seed in 0..3 {
        let (mut budget, mut dice) = (Nodes::at_most(10_000), SeededDice::new(seed));
        let action = Mcts::new(TerritoryGuide::new()).choose(&state, &mut budget, &mut dice);
        assert_eq!(action, Some(Action::Pass), "seed {seed}");
    }
}

#[test]
fn a_network_judges_a_leaf_at_once() {
    let valuer = || Valuer::new(network(Course::LastOwner), false);
    let mut state = position(Rules::STANDARD, BOARD);
    let (expected, unchanged) = (valuer().value(&state), state.clone());
    let mut budget = Nodes::unlimited();
    let mut guide = TerritoryGuide::judged_by(valuer());
    let found = guide.evaluate_leaf(&mut state, &mut budget, &mut LoadedDice::new([]));
    assert_eq!((found, budget.spent(), state), (expected, 0, unchanged));
}
