//! The rollout player: its scores by the rules of its source, and positions where one action is plainly the best.

use super::*;
use crate::bots::Nodes;
use crate::bots::exact_probabilities;
use crate::bots::testing::{Nim, RandomTree};
use crate::dice::SeededDice;
use crate::games::tic_tac_toe::Position;

/// Takes one each time, and counts what is left of the heap as the material of seat 0.
struct Ones;

impl Policy<Nim> for Ones {
    fn draw(&mut self, _state: &Nim, _dice: &mut dyn Dice) -> Option<u8> {
        Some(1)
    }

    fn material(&self, state: &Nim, seat: Seat) -> u32 {
        if seat.number() == 0 {
            state.heap.into()
        } else {
            5
        }
    }

    fn bonus(&self, before: &Nim, after: &Nim) -> f64 {
        f64::from(before.heap - after.heap) * 0.5
    }
}

/// The score of one playout in which each seat takes one, and the nodes that it cost.
fn score(heap: u8, me: usize, nodes: u64) -> (Option<f64>, u64) {
    let root = Nim {
        heap,
        to_move: Seat::ALL[0],
    };
    let (mut state, mut budget) = (root, Nodes::at_most(nodes));
    let mut dice = SeededDice::new(0);
    let mut bot = Rollout::new(Ones);
    let from = Beginning {
        root: &root,
        me: Seat::ALL[me],
        first: 1,
    };
    let score = bot.score(&from, &mut state, &mut budget, &mut dice);
    (score, budget.spent())
}

#[test]
fn a_playout_counts_its_outcome_by_its_length_and_the_bonus_of_its_first_action() {
    assert_eq!(
        score(3, 0, 100),
        (Some(1.0 / 3.0 + 0.5), 3),
        "won with the third ply"
    );
    assert_eq!(
        score(4, 0, 100),
        (Some(-1.0 / 4.0 + 0.5), 4),
        "lost with the fourth"
    );
    assert_eq!(
        score(30, 0, 100),
        (Some(-1.0 / 30.0 + 0.5), 30),
        "lost with the last before the horizon"
    );
}

/// The expected score of a playout after `plies` plies, by the definition.
fn expected_score(state: &RandomTree, me: Seat, plies: u32) -> f64 {
    let after = |apply: &dyn Fn(&mut RandomTree), plies| {
        let mut next = state.clone();
        apply(&mut next);
        expected_score(&next, me, plies)
    };
    match state.node() {
        Node::Terminal(outcome) if outcome.winners.is_empty() => 1.0 / f64::from(plies),
        Node::Terminal(outcome) => {
            f64::from(if outcome.winners.contains(me) { 1 } else { -1 }) / f64::from(plies)
        }
        Node::Chance => {
            let (chances, mut odds) = (state.chances(), Vec::new());
            exact_probabilities(&chances, &mut odds);
            let score = |it: &Weighted<u64>| after(&|next| next.resolve(it.chance), plies);
            chances
                .iter()
                .zip(odds)
                .map(|(it, odds)| odds * score(it))
                .sum()
        }
        Node::Decision(_) => {
            let actions = state.actions();
            let share = 1.0 / f64::from(u32::try_from(actions.len()).unwrap());
            actions
                .into_iter()
                .map(|it| share * after(&|next| next.act(it), plies + 1))
                .sum()
        }
    }
}

#[test]
fn on_random_trees_with_luck_the_mean_score_is_what_the_definition_expects() {
    const TIMES: u32 = 4_000;
    let mut checked = 0;
    for seed in 0..40 {
        let root = RandomTree {
            id: seed * 7919 + 1,
            seats: 2 + u8::try_from(seed % 3).unwrap(),
            depth: 4,
        };
        let Node::Decision(me) = root.node() else {
            continue;
        };
        let (mut bot, mut dice) = (Rollout::new(Uniform), SeededDice::new(seed));
        for action in root.actions() {
            let mut sum = 0.0;
            for _ in 0..TIMES {
                let (mut state, mut budget) = (root.clone(), Nodes::unlimited());
                let from = Beginning {
                    root: &root,
                    me,
                    first: action,
                };
                sum += bot
                    .score(&from, &mut state, &mut budget, &mut dice)
                    .unwrap();
            }
            let mut next = root.clone();
            next.act(action);
            let (mean, expected) = (sum / f64::from(TIMES), expected_score(&next, me, 1));
            // Five standard errors of numbers from -1 to 1.
            assert!(
                (mean - expected).abs() < 0.08,
                "seed {seed}, {action}: {mean} is not {expected}"
            );
            checked += 1;
        }
    }
    assert!(checked > 50, "{checked}");
}

#[test]
fn scores_are_summed_by_first_action_and_the_greatest_sum_is_chosen() {
    let root = Nim {
        heap: 3,
        to_move: Seat::ALL[0],
    };
    let (mut budget, mut dice) = (Nodes::unlimited(), SeededDice::new(0));
    let sums = Rollout::new(Ones).sums(&root, Seat::ALL[0], &mut budget, &mut dice);
    let won = f64::from(PLAYOUTS) * (1.0 / 3.0 + 0.5);
    assert!(
        matches!(sums[..], [Some(sum), None, None] if (sum - won).abs() < 1e-6),
        "{sums:?}"
    );
    // Evenly drawn play from here wins most often by taking all at once.
    for heap in 1..=3 {
        let root = Nim {
            heap,
            to_move: Seat::ALL[1],
        };
        let choice = Rollout::new(Uniform).choose(&root, &mut Nodes::unlimited(), &mut dice);
        assert_eq!(choice, Some(heap));
    }
}

#[test]
fn at_the_horizon_the_most_material_counts() {
    let at_horizon = |left: u8, me| score(left + 30, me, 100).0;
    assert_eq!(at_horizon(6, 0), Some(1.0 / 30.0 + 0.5));
    assert_eq!(at_horizon(6, 1), Some(-1.0 / 30.0 + 0.5));
    assert_eq!(at_horizon(5, 0), Some(0.5), "as much as the other");
    assert_eq!(at_horizon(4, 0), Some(-1.0 / 30.0 + 0.5));
}

#[test]
fn a_draw_counts_for_the_action_that_led_to_it() {
    let drawn = Outcome {
        winners: crate::game::SeatSet::EMPTY,
    };
    let won = |seat| Outcome {
        winners: crate::game::SeatSet::EMPTY.with(seat),
    };
    let me = Seat::ALL[1];
    let shared = Outcome {
        winners: won(me).winners.with(Seat::ALL[2]),
    };
    let counts_for = [drawn, won(me), shared, won(Seat::ALL[0])].map(|it| sign(it, me) > 0.0);
    assert_eq!(counts_for, [true, true, true, false]);
}

#[test]
fn a_broken_budget_ends_the_playout_and_the_search() {
    assert_eq!(score(20, 0, 7), (None, 8));
    let state = Position::default();
    for nodes in [0, 1, 100] {
        let mut budget = Nodes::at_most(nodes);
        let action = Rollout::new(Uniform).choose(&state, &mut budget, &mut SeededDice::new(4));
        assert!(action.is_some_and(|it| state.is_legal(it)), "{nodes}");
        assert!(budget.spent() <= nodes + 1);
    }
}

#[test]
fn a_win_at_hand_is_taken_and_equal_dice_give_equal_choices() {
    let state = Position::parse("xx.oo....").unwrap();
    for seed in 0..20 {
        let choose = || {
            Rollout::new(Uniform).choose(
                &state,
                &mut Nodes::unlimited(),
                &mut SeededDice::new(seed),
            )
        };
        let mut next = state;
        next.act(choose().unwrap());
        assert!(matches!(next.node(), Node::Terminal(_)), "seed {seed}");
        assert_eq!(choose(), choose());
    }
}

/// A policy that tries the actions in turn; each seat's bonus is as the test sets it.
struct InTurn {
    tried: usize,
    material: [u32; 4],
}

impl Policy<RandomTree> for InTurn {
    fn draw(&mut self, state: &RandomTree, _dice: &mut dyn Dice) -> Option<u64> {
        self.tried += 1;
        let actions = state.actions();
        actions.get(self.tried % actions.len()).copied()
    }

    fn material(&self, _state: &RandomTree, seat: Seat) -> u32 {
        self.material[seat.idx()]
    }
}

#[test]
fn the_most_material_is_more_than_that_of_each_other_seat() {
    let lead = |material: [u32; 4], seats| {
        let state = RandomTree {
            id: 0,
            seats,
            depth: 1,
        };
        Rollout::new(InTurn { tried: 0, material }).lead(&state, Seat::ALL[1])
    };
    let leads = [
        lead([3, 4, 3, 3], 4),
        lead([1, 4, 1, 5], 4),
        lead([1, 4, 4, 0], 4),
    ];
    assert!(
        leads[0] > 0.9 && leads[1] < -0.9 && leads[2].abs() < 0.1,
        "{leads:?}"
    );
    assert!(lead([1, 4, 1, 9], 3) > 0.9, "there is no fourth seat");
}

#[test]
fn of_equal_sums_the_first_is_chosen_and_an_only_action_costs_nothing() {
    let wide = |it: &RandomTree| {
        let ends = |action| {
            let mut next = it.clone();
            next.act(action);
            matches!(next.node(), Node::Terminal(outcome) if outcome.winners.is_empty())
        };
        it.actions().len() == 2 && it.actions().into_iter().all(ends)
    };
    let mut trees = (0..1_000).map(|id| RandomTree {
        id,
        seats: 2,
        depth: 1,
    });
    let root = trees.find(wide).unwrap();
    let choose = |root: &RandomTree, budget: &mut Nodes| {
        let policy = InTurn {
            tried: 0,
            material: [0; 4],
        };
        Rollout::new(policy).choose(root, budget, &mut SeededDice::new(0))
    };
    assert_eq!(
        choose(&root, &mut Nodes::unlimited()),
        Some(0),
        "50 draws each"
    );
    let narrow = trees.find(|it| it.actions().len() == 1).unwrap();
    let mut budget = Nodes::unlimited();
    assert_eq!((choose(&narrow, &mut budget), budget.spent()), (Some(0), 0));
}
