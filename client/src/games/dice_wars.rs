//! Dice Wars: its example, its words and the maps of its matches. Its board is that of all games on territories.

pub(super) mod example;
pub mod words;

use dicehall_engine::games::dice_wars::{Map, MapChoice, Rules};
use dicehall_engine::{AnyConfig, AnyRules};

/// The rules for a match on a map: the same but for the map, or the usual ones where they are those of another game.
pub fn on_map(rules: AnyRules, map: MapChoice) -> AnyRules {
    let rules = if let AnyRules::DiceWars(rules) = rules {
        rules
    } else {
        Rules::default()
    };
    AnyRules::DiceWars(Rules { map, ..rules })
}

/// The map that the rules name, unless it is still to be drawn.
pub fn map_of(rules: &AnyRules) -> Option<Map> {
    let AnyRules::DiceWars(rules) = rules else {
        return None;
    };
    rules.map.named()
}

/// The map that a match is played on; `None` in games without maps.
pub fn map_played(config: &AnyConfig) -> Option<&Map> {
    if let AnyConfig::DiceWars(config) = config {
        Some(&config.map)
    } else {
        None
    }
}
