//! Seats that choose as one of the players, and one that chooses at random.

use super::*;
use crate::dice::{Dice, pick};
use crate::game::{Game, Seat};
use crate::games::dice_wars::{DiceWars, Position, Rules};
use crate::knowledge::territory::value::networks::network;

fn valuer(state: &Position) -> Valuer {
    Valuer::new(network(state.course()), state.attacks_are_certain())
}

/// Plays for a while: the first seat by rules of thumb, the second by the network, the third at random; `seen` gets each choice.
fn play(seed: u64, mut seen: impl FnMut(&Position, Action)) -> Position {
    let mut dice = SeededDice::new(seed);
    let config = DiceWars::generate(&Rules::STANDARD, 3, &mut dice).unwrap();
    let mut state = DiceWars::start(&config).unwrap();
    let mut network = TurnSearch::new(valuer(&state), REACH);
    for _ in 0..200 {
        match state.node() {
            Node::Terminal(_) => break,
            Node::Chance => state.resolve(state.roll(&mut dice).unwrap()),
            Node::Decision(seat) => {
                let luck: &mut dyn Dice = &mut dice;
                let mut nodes = Nodes::unlimited();
                let action = match seat.idx() {
                    0 => Strategist.choose(&state, &mut nodes, luck),
                    1 => network.choose(&state, &mut nodes, luck),
                    _ => pick(&state.actions(), luck),
                };
                let action = action.unwrap();
                seen(&state, action);
                state.act(action);
            }
        }
    }
    state
}

#[test]
fn a_seat_is_expected_to_go_on_as_the_player_that_it_resembles() {
    let mut compared = 0;
    for seed in 1..=4 {
        let mut habits = None;
        play(seed, |state, action| {
            let habits = habits.get_or_insert_with(|| Habits::new(valuer(state)));
            habits.watch(state, action);
        });
        let habits: Habits<Position> = habits.unwrap();
        let models: Vec<_> = Seat::first(3)
            .map(|it| habits.agreements[it.idx()].model())
            .collect();
        assert_eq!(
            models,
            [Some(Model::Strategist), Some(Model::Network), None],
            "seed {seed}: {:?}",
            habits.agreements
        );
        compared += habits.agreements[1].choices;
    }
    assert!(compared > 40, "{compared} choices");
}

#[test]
fn nobody_is_known_before_a_few_choices_and_forced_ones_tell_nothing() {
    let mut seen = 0;
    let mut habits = None;
    play(1, |state, action| {
        let habits = habits.get_or_insert_with(|| Habits::new(valuer(state)));
        let (expected, by) = habits.expected(state).unwrap();
        if seen == 0 {
            assert_eq!(by, Model::Strategist);
            assert!(state.is_legal(expected));
        }
        let Node::Decision(seat) = state.node() else {
            unreachable!()
        };
        let before = habits.agreements[seat.idx()].choices;
        if before < 4 {
            habits.watch(state, action);
            let counted = habits.agreements[seat.idx()].choices - before;
            assert_eq!(counted, u32::from(state.actions().len() > 1));
            seen += 1;
        }
    });
    assert!(seen > 8, "{seen}");
}
