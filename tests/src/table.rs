//! Settings and texts for lobbies under test.

use dicehall_engine::lobby::{Clock, Settings};
use dicehall_engine::{AnyRules, BotSpec, GameKind, Seat};

/// The settings of a lobby for Dice of Doom with these switches, and with bots that act at once.
///
/// # Panics
/// If there are no such switches.
pub fn settings(switches: &str) -> Settings {
    Settings {
        rules: rules(switches),
        bot_pace_ms: 0,
        clock: Clock::Off,
    }
}

/// Dice of Doom with these switches.
///
/// # Panics
/// If there are no such switches.
pub fn rules(switches: &str) -> AnyRules {
    let mut rules = GameKind::DiceOfDoom.default_rules();
    rules.set_switches(switches).unwrap();
    rules
}

/// The bot with this name.
///
/// # Panics
/// If there is none.
pub fn bot(name: &str) -> BotSpec {
    name.parse().unwrap()
}

/// The seat with this number.
///
/// # Panics
/// If there is none.
pub fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}
