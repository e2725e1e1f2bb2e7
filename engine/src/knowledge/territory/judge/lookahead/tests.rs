//! The chances of a turn that decides the match against many matches that are played out, and those of seats of whom nothing can be expected.

use super::*;
use crate::bots::{Bot, Nodes};
use crate::dice::{Dice, SeededDice, pick};
use crate::games::dice_of_doom::{Position, Rules};
use crate::knowledge::territory::strategist::Strategist;
use crate::knowledge::territory::value::networks::network;

/// The matches that are played out from a position.
const MATCHES: u32 = 4_000;

/// A board of two seats on which the second, who moves last, needs more than one attack for the lead.
const BOARD: &str = "a3b4a2a3a2b4a3a2a3a2b4a3a2a4a2b5";

fn last_turn() -> Position {
    let rules = Rules {
        size: 4,
        rounds: 1,
        ..Rules::STANDARD
    };
    Position::of(rules, 2, BOARD, 1, true)
}

fn valuer(state: &Position) -> Valuer {
    Valuer::new(network(state.course()), state.attacks_are_certain()).telling_chances()
}

fn lookahead(state: &Position) -> Lookahead<Position> {
    let playing = Valuer::new(network(state.course()), state.attacks_are_certain());
    Lookahead::new(valuer(state), playing)
}

/// The payoffs of a match that is played out by rules of thumb.
fn played_out(mut state: Position, dice: &mut dyn Dice) -> Payoffs {
    loop {
        match state.node() {
            Node::Terminal(outcome) => return payoffs_of(outcome, state.seats()),
            Node::Chance => state.resolve(state.roll(dice).unwrap()),
            Node::Decision(_) => {
                let action = Strategist.choose(&state, &mut Nodes::unlimited(), dice);
                state.act(action.unwrap());
            }
        }
    }
}

#[test]
fn a_turn_that_decides_the_match_has_the_chances_of_matches_that_are_played_out() {
    let (state, mut dice) = (last_turn(), SeededDice::new(7));
    let won: f64 = (0..MATCHES)
        .map(|_| played_out(state.clone(), &mut dice)[1])
        .sum();
    let frequency = won / f64::from(MATCHES);
    let error = (frequency * (1.0 - frequency) / f64::from(MATCHES)).sqrt();
    let chances = lookahead(&state).chances(&state);
    assert!((0.1..0.9).contains(&frequency), "{frequency}");
    assert!(
        (chances[1] - frequency).abs() < 4.0 * error,
        "{chances:?} in place of {frequency} ± {error}"
    );
    let by_network = valuer(&state).value(&state)[1];
    assert!(
        (by_network - frequency).abs() > 4.0 * error,
        "the network alone would do: {by_network}"
    );
}

#[test]
fn of_seats_that_resemble_nobody_the_network_judges_at_once() {
    let (start, mut dice) = (last_turn(), SeededDice::new(3));
    let mut lookahead = lookahead(&start);
    let before = lookahead.chances(&start);
    for _ in 0..40 {
        let unlikely = start.actions().into_iter().filter(|it| {
            lookahead
                .habits
                .expected(&start)
                .is_none_or(|(of, _)| of != *it)
        });
        let action = pick(&unlikely.collect::<Vec<_>>(), &mut dice).unwrap();
        lookahead.watch(&start, action);
    }
    let by_network = valuer(&start).value(&start);
    let differs = |from: Payoffs| (from[0] - by_network[0]).abs() > 1e-9;
    assert!(differs(before), "{before:?}");
    assert!(!differs(lookahead.chances(&start)), "{by_network:?}");
}
