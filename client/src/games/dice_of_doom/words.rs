//! The words of Dice of Doom.

use crate::games::words::{BoardKey, PlayedWith, Switch, Words};
use crate::lang::Language;

/// How Dice of Doom is spoken of.
pub const WORDS: Words = Words {
    place: "hex",
    verb: Language::verb_attack,
    played_with: PlayedWith::Dice {
        columns: "hex dice link",
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
            help: "standard is fair to play; book is exactly as published. Sets all rows below but size and most dice.",
        },
        Switch {
            name: "size",
            values: &["2", "3", "4", "5", "6", "7", "8"],
            help: "Hexes a side: 5 is a quick match, 8 a long one.",
        },
        Switch {
            name: "max_dice",
            values: &["2", "3", "4", "5", "6", "7", "8", "9"],
            help: "The most dice that a hex can hold.",
        },
        Switch {
            name: "deal",
            values: &["even", "random"],
            help: "even: as many hexes and dice for everyone. random: drawn, so luck decides more.",
        },
        Switch {
            name: "opening",
            values: &["free", "compulsory"],
            help: "Whether a turn may end without an attack, or must begin with one.",
        },
        Switch {
            name: "stuck",
            values: &["passes", "ends"],
            help: "What happens to a seat that cannot attack: it only passes, or the match ends.",
        },
        Switch {
            name: "combat",
            values: &["dice", "certain"],
            help: "dice: both sides roll. certain: more dice always win, without a roll.",
        },
        Switch {
            name: "reinforcement",
            values: &["cluster", "captured", "random"],
            help: "At the end of a turn: by the largest group in order, by what was captured, or placed at random.",
        },
        Switch {
            name: "rounds",
            values: &["0", "10", "20", "50", "100", "200"],
            help: "The last round; then most hexes win. 0 is no limit.",
        },
    ],
};
