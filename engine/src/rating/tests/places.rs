//! The places of matches, by what happened in them.

use crate::audit::AuditStep;
use crate::dice::SeededDice;
use crate::game::{Node, Seat, SeatSet, State};
use crate::games::{AnyState, GameKind};
use crate::rating::places::{GivenUp, places};

/// The first position of a match with these seats.
fn start(game: GameKind, seats: u8) -> AnyState {
    let rules = game.default_rules();
    let config = rules.generate(seats, &mut SeededDice::new(3)).unwrap();
    config.start().unwrap()
}

/// The seats that humans hold.
fn humans(numbers: &[usize]) -> SeatSet {
    numbers.iter().map(|it| Seat::ALL[*it]).collect()
}

/// Checks the places of a match, each with a letter for how it was given up.
#[track_caller]
fn check(start: AnyState, human: &[usize], steps: &[AuditStep], expect: &str) {
    let told = match places(start, humans(human), steps) {
        Ok(places) => {
            let told = places.iter().map(|it| match it.given_up {
                None => it.place.to_string(),
                Some(GivenUp::Resigned) => format!("{}r", it.place),
                Some(GivenUp::Left) => format!("{}l", it.place),
            });
            told.collect::<Vec<_>>().join(" ")
        }
        Err(fault) => fault.to_owned(),
    };
    assert_eq!(told, expect);
}

/// The steps of a match of tic-tac-toe with these moves.
fn moves(text: &str) -> Vec<AuditStep> {
    let mut state = start(GameKind::TicTacToe, 2);
    let step = |name: &str| {
        let Node::Decision(seat) = state.node() else {
            panic!("it is over before {name}");
        };
        let named = |it: &crate::AnyAction| it.to_string() == name;
        let action = state.actions().into_iter().find(named).unwrap();
        state.act(action);
        AuditStep::Acted(seat, action)
    };
    text.split(' ').map(step).collect()
}

#[test]
fn whoever_wins_is_first_and_a_draw_is_shared() {
    let start = || start(GameKind::TicTacToe, 2);
    check(start(), &[0, 1], &moves("a1 b1 a2 b2 a3"), "1 2");
    check(start(), &[0, 1], &moves("a1 b1 a2 b2 c3 b3"), "2 1");
    let drawn = moves("a1 a2 b1 b2 c2 c1 a3 c3 b3");
    check(start(), &[], &drawn, "1 1");
    check(start(), &[0, 1], &drawn[..4], "the match is not over");
    let twice = [drawn[0], drawn[0]];
    check(start(), &[], &twice, "the rules do not allow the action");
}

#[test]
fn whoever_gives_up_is_behind_those_who_are_in() {
    let [a, b, c, d] = Seat::ALL;
    let start = || start(GameKind::DiceWars, 4);
    let all = &[0, 1, 2, 3];
    let resigned = [a, b, c].map(AuditStep::Resigned);
    check(start(), all, &resigned, "4r 3r 2r 1");
    // The human goes, and the bot that takes the seat over is in to the end.
    let left = [AuditStep::Vacated(d), resigned[1], resigned[2], resigned[0]];
    check(start(), all, &left, "1r 3r 2r 4l");
    // Whoever goes after the end has played to the end.
    let late = [resigned[0], resigned[1], resigned[2], AuditStep::Vacated(d)];
    check(start(), all, &late, "4r 3r 2r 1");
    let bots = [AuditStep::Resigned(b)];
    check(start(), &[1], &bots, "1 4r 1 1");
}

/// Who owns territories, as everybody sees them.
fn owners(state: &AnyState) -> SeatSet {
    let view = state.view();
    let standings = &view.on_territories().unwrap().standings;
    let seats = Seat::ALL.into_iter().zip(standings);
    seats
        .filter(|(_, it)| it.territories > 0)
        .map(|(seat, _)| seat)
        .collect()
}

#[test]
fn whoever_falls_later_is_placed_before() {
    let (mut fallen, mut undecided) = (0, 0);
    for seed in 0..20 {
        let mut dice = SeededDice::new(seed);
        let start = start(GameKind::DiceWars, 4);
        let (mut state, mut steps) = (start.clone(), Vec::new());
        let mut lives = [0; 4];
        let winners = loop {
            for seat in owners(&state).iter() {
                lives[seat.idx()] = steps.len();
            }
            match state.node() {
                Node::Terminal(outcome) => break outcome.winners,
                Node::Decision(seat) => {
                    let action = *state.actions().last().unwrap();
                    steps.push(AuditStep::Acted(seat, action));
                    state.act(action);
                }
                Node::Chance => {
                    let chance = state.roll(&mut dice).unwrap();
                    steps.push(AuditStep::Rolled(chance));
                    state.resolve(chance);
                }
            }
        };
        let found = places(start, SeatSet::EMPTY, &steps).unwrap();
        for (seat, place) in Seat::ALL.iter().zip(&found) {
            let better = |it: &&Seat| {
                let lived = lives[it.idx()].cmp(&lives[seat.idx()]);
                lived
                    .then(winners.contains(**it).cmp(&winners.contains(*seat)))
                    .is_gt()
            };
            let before = Seat::ALL.iter().filter(better).count();
            assert_eq!(
                usize::from(place.place),
                before + 1,
                "{seed}, {seat:?}: {found:?}"
            );
        }
        fallen += lives.iter().filter(|it| **it < steps.len()).count();
        undecided += usize::from(lives.iter().filter(|it| **it == steps.len()).count() > 1);
    }
    assert!(
        fallen > 20,
        "only {fallen} have fallen, {undecided} matches were ended by the last round"
    );
}
