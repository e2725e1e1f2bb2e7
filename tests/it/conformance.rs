//! Every game passes the law book through [`AnyState`], the way in which the lobby plays it, with every preset and every
//! number of seats.

use crate::trials::trials;
use dicehall_engine::game::State;
use dicehall_engine::{GameKind, conformance};

/// The number of matches for each preset and number of seats.
const MATCHES: u64 = 12;

#[test]
fn every_game_obeys_the_law_book() {
    for game in GameKind::ALL {
        for rules in trials(*game).presets {
            let (from, to) = game.seats();
            for seats in from..=to {
                println!("{} with {rules:?} and {seats} seats", game.name());
                conformance::check(MATCHES, |dice| {
                    let mut switches = game.default_rules();
                    switches.set_switches(rules).unwrap();
                    let state = switches.generate(seats, dice).unwrap().start().unwrap();
                    assert_eq!(state.seats(), seats);
                    state
                });
            }
        }
    }
}
