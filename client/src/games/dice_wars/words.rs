//! The words of Dice Wars.

use crate::games::words::{BoardKey, PlayedWith, Switch, Words};
use crate::lang::Language;

/// The words of Dice Wars.
pub const WORDS: Words = Words {
    verb: Language::verb_attack,
    played_with: PlayedWith::Dice {
        columns: Language::columns_area,
    },
    keys: &[
        (BoardKey::Choose, Language::press_choose_territory),
        (BoardKey::Next, Language::press_next_territory),
        (BoardKey::Previous, Language::press_attack_before),
        (BoardKey::EndTurn, Language::press_end_dice),
    ],
    useless: &[
        BoardKey::FromHand(0),
        BoardKey::FromHand(1),
        BoardKey::FromHand(2),
    ],
    typed: &[
        ("12>7", Language::types_attack_territory),
        ("12", Language::types_cursor_territory),
        ("end", Language::types_end),
        ("map save FILE", Language::types_map_save),
    ],
    rules: Language::rules_wars,
    switches: &[
        Switch {
            name: "preset",
            values: &["standard", "book"],
            help: Language::switch_preset_wars,
        },
        Switch {
            name: "map",
            values: &[
                "drawn",
                "atoll",
                "isthmus",
                "crescent",
                "lakeland",
                "heartland",
                "1",
                "2",
                "3",
                "4",
                "5",
            ],
            help: Language::switch_map,
        },
        Switch {
            name: "max_dice",
            values: &["2", "3", "4", "5", "6", "7", "8", "12", "16"],
            help: Language::switch_most_wars,
        },
        Switch {
            name: "stock",
            values: &["0", "8", "16", "32", "64"],
            help: Language::switch_stock,
        },
        Switch {
            name: "rounds",
            values: &["0", "10", "20", "50", "100", "200"],
            help: Language::switch_rounds_wars,
        },
    ],
};
