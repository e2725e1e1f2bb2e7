//! The words of Dice of Doom.

use crate::games::words::{BoardKey, PlayedWith, Switch, Words};
use crate::lang::Language;

/// The words of Dice of Doom.
pub const WORDS: Words = Words {
    verb: Language::verb_attack,
    played_with: PlayedWith::Dice {
        columns: Language::columns_hex,
    },
    keys: &[
        (BoardKey::Choose, Language::press_choose_hex),
        (BoardKey::Next, Language::press_next_hex),
        (BoardKey::Previous, Language::press_attack_before),
        (BoardKey::EndTurn, Language::press_end_dice),
    ],
    useless: &[
        BoardKey::FromHand(0),
        BoardKey::FromHand(1),
        BoardKey::FromHand(2),
    ],
    typed: &[
        ("b3c4", Language::types_attack_hex),
        ("b3", Language::types_cursor_hex),
        ("end", Language::types_end),
    ],
    rules: Language::rules_doom,
    switches: &[
        Switch {
            name: "preset",
            values: &["standard", "book"],
            help: Language::switch_preset_doom,
        },
        Switch {
            name: "size",
            values: &["2", "3", "4", "5", "6", "7", "8"],
            help: Language::switch_size,
        },
        Switch {
            name: "max_dice",
            values: &["2", "3", "4", "5", "6", "7", "8", "9"],
            help: Language::switch_most_doom,
        },
        Switch {
            name: "deal",
            values: &["even", "random"],
            help: Language::switch_deal,
        },
        Switch {
            name: "opening",
            values: &["free", "compulsory"],
            help: Language::switch_opening,
        },
        Switch {
            name: "stuck",
            values: &["passes", "ends"],
            help: Language::switch_stuck,
        },
        Switch {
            name: "combat",
            values: &["dice", "certain"],
            help: Language::switch_combat,
        },
        Switch {
            name: "reinforcement",
            values: &["cluster", "captured", "random"],
            help: Language::switch_reinforcement,
        },
        Switch {
            name: "rounds",
            values: &["0", "10", "20", "50", "100", "200"],
            help: Language::switch_rounds_doom,
        },
    ],
};
