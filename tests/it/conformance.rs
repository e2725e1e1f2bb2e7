//! Every game passes the law book through [`AnyState`], the way in which the lobby plays it, with every preset and every
//! number of seats.

use dicehall_engine::game::State;
use dicehall_engine::{GameKind, conformance};

/// How many matches are played for each preset and number of seats.
const MATCHES: u64 = 12;

#[test]
fn every_game_obeys_the_law_book() {
    for game in GameKind::ALL {
        for rules in presets(*game) {
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

/// The rules under which a game is checked: every preset, and every switch that changes how it is played.
fn presets(game: GameKind) -> &'static [&'static str] {
    match game {
        GameKind::DiceOfDoom => &[
            "preset=book",
            "preset=standard",
            "preset=standard,reinforcement=random,size=4",
            "preset=book,combat=certain,reinforcement=captured,size=3",
            "preset=standard,opening=compulsory,max_dice=9,size=6,rounds=20",
        ],
        GameKind::DiceWars => &[
            "",
            "preset=book,map=isthmus,max_dice=4",
            "max_dice=16,stock=0,rounds=10",
            "max_dice=2,stock=64,rounds=0",
        ],
        GameKind::AnimalShogi => &["repetition=3", "repetition=4"],
        GameKind::TicTacToe => &[""],
    }
}
