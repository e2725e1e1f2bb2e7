//! The rollout player: its scores by the seed's rules, and where one action is plainly the best.

use super::*;
use crate::bots::Nodes;
use crate::bots::testing::Nim;
use crate::dice::SeededDice;
use crate::games::tic_tac_toe::Position;

/// Takes one each time, and counts what is left as the material of seat 0.
struct Ones;

impl Policy<Nim> for Ones {
    fn draw(&mut self, _state: &Nim, _dice: &mut dyn Dice) -> Option<u8> {
        Some(1)
    }

    fn material(&self, state: &Nim, seat: Seat) -> u32 {
        if seat.number() == 0 { state.heap.into() } else { 5 }
    }

    fn bonus(&self, before: &Nim, after: &Nim) -> f64 {
        f64::from(before.heap - after.heap) * 0.5
    }
}

/// The score of one playout of taking one by one, and the nodes that it cost.
fn score(heap: u8, me: usize, nodes: u64) -> (Option<f64>, u64) {
    let root = Nim { heap, to_move: Seat::ALL[0] };
    let (mut state, mut budget) = (root, Nodes::at_most(nodes));
    let mut dice = SeededDice::new(0);
    let mut bot = Rollout::new(Ones);
    let score = bot.score((&root, Seat::ALL[me]), &mut state, 1, (&mut budget, &mut dice));
    (score, budget.spent())
}

#[test]
fn a_playout_counts_its_outcome_by_its_length_and_the_bonus_of_its_first_action() {
    assert_eq!(score(3, 0, 100), (Some(1.0 / 3.0 + 0.5), 3), "won with the third ply");
    assert_eq!(score(4, 0, 100), (Some(-1.0 / 4.0 + 0.5), 4), "lost with the fourth");
    assert_eq!(score(30, 0, 100), (Some(-1.0 / 30.0 + 0.5), 30), "lost with the last before the horizon");
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
    let drawn = Outcome { winners: crate::game::SeatSet::EMPTY };
    let won = |seat| Outcome { winners: crate::game::SeatSet::EMPTY.with(seat) };
    let me = Seat::ALL[1];
    let counts_for = [drawn, won(me), won(Seat::ALL[0])].map(|it| sign(it, me) > 0.0);
    assert_eq!(counts_for, [true, true, false]);
}

#[test]
fn a_broken_budget_ends_the_playout_and_the_search() {
    assert_eq!(score(20, 0, 7), (None, 8));
    let state = Position::default();
    for nodes in [0, 1, 100] {
        let mut budget = Nodes::at_most(nodes);
        let action = Rollout::new(Even).choose(&state, &mut budget, &mut SeededDice::new(4));
        assert!(action.is_some_and(|it| state.is_legal(it)), "{nodes}");
        assert!(budget.spent() <= nodes + 1);
    }
}

#[test]
fn a_win_at_hand_is_taken_and_equal_dice_give_equal_choices() {
    let state = Position::parse("xx.oo....").unwrap();
    for seed in 0..20 {
        let choose =
            || Rollout::new(Even).choose(&state, &mut Nodes::unlimited(), &mut SeededDice::new(seed));
        let mut next = state;
        next.act(choose().unwrap());
        assert!(matches!(next.node(), Node::Terminal(_)), "seed {seed}");
        assert_eq!(choose(), choose());
    }
}
