//! Matches on territories as scripts, for the tests of both games.

use super::{Action, Chance, Faces, OnTerritories, Roll, Territory};
use crate::game::{Node, Seat, SeatSet, State};

/// Plays the steps of a script, with `; ` between: `0>1 56/4` attacks and shows these faces, `0>1` attacks without a roll,
/// `+2` places a die, `.` ends the turn.
#[track_caller]
pub(crate) fn play(position: &mut impl OnTerritories, script: &str) {
    for step in script.split("; ").filter(|it| !it.is_empty()) {
        play_step(position, step);
    }
}

#[track_caller]
fn play_step(position: &mut impl OnTerritories, step: &str) {
    if step == "." {
        assert!(position.is_legal(Action::Pass), "{step} in {position:?}");
        return position.act(Action::Pass);
    }
    if let Some(at) = step.strip_prefix('+') {
        let chance = Chance::Reinforce(Territory(at.parse().unwrap()));
        assert!(position.is_possible(chance), "{step} in {position:?}");
        return position.resolve(chance);
    }
    let (attack, roll) = step.split_once(' ').unwrap_or((step, ""));
    let (from, to) = attack.split_once('>').unwrap();
    let action = Action::Attack {
        from: Territory(from.parse().unwrap()),
        to: Territory(to.parse().unwrap()),
    };
    assert!(position.is_legal(action), "{step} in {position:?}");
    position.act(action);
    if let Some((attack, defense)) = roll.split_once('/') {
        let faces = |it: &str| {
            Faces::try_from(it.bytes().map(|it| it - b'0').collect::<Vec<u8>>()).unwrap()
        };
        let chance = Chance::Battle(Roll {
            attack: faces(attack),
            defense: faces(defense),
        });
        assert!(position.is_possible(chance), "{step} in {position:?}");
        position.resolve(chance);
    }
}

/// The status of a position as text: `a` if seat a is to choose, `open a` at the start of its turn, `won ab`, or
/// `chance`. Checks that the view says the same.
#[track_caller]
pub(crate) fn stands(position: &impl OnTerritories) -> String {
    let view = position.view();
    match position.node() {
        Node::Terminal(outcome) => {
            assert_eq!((view.outcome, view.to_move), (Some(outcome), None));
            format!("won {}", letters(outcome.winners))
        }
        Node::Decision(seat) => {
            assert_eq!((view.outcome, view.to_move), (None, Some(seat)));
            let opens = if view.opening { "open " } else { "" };
            format!("{opens}{}", letters(SeatSet::EMPTY.with(seat)))
        }
        Node::Chance => "chance".to_owned(),
    }
}

fn letters(seats: SeatSet) -> String {
    let letter = |it: Seat| char::from(b'a' + it.number());
    seats.iter().map(letter).collect()
}
