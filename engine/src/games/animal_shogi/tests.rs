//! Animal shogi against the reference data (computed by two independent programs) and the rule book.

mod reference;

use super::*;

#[track_caller]
fn play(mut position: Position, moves: &str) -> Position {
    for text in moves.split_whitespace() {
        let action = text.parse().unwrap();
        assert!(position.is_legal(action), "{text} in {}", position.placement());
        position.act(action);
    }
    position
}

#[track_caller]
fn placement(text: &str) -> Placement {
    Placement::parse(text).unwrap_or_else(|why| panic!("{text}: {why}"))
}

fn texts(actions: &[Action]) -> Vec<String> {
    actions.iter().map(ToString::to_string).collect()
}

const START: &str = Placement::START;
