//! The words of animal shogi.

use crate::games::words::{BoardKey, PlayedWith, Switch, Words};
use crate::lang::Language;

/// The words of animal shogi.
pub const WORDS: Words = Words {
    verb: Language::verb_move,
    played_with: PlayedWith::Pieces {
        roles: [Language::role_up, Language::role_down],
    },
    keys: &[
        (BoardKey::Choose, Language::press_choose_piece),
        (BoardKey::Next, Language::press_next_piece),
        (BoardKey::Previous, Language::press_previous_piece),
        (BoardKey::FromHand(0), Language::press_hand_chick),
        (BoardKey::FromHand(1), Language::press_hand_elephant),
        (BoardKey::FromHand(2), Language::press_hand_giraffe),
        (BoardKey::Back, Language::press_put_down),
    ],
    useless: &[BoardKey::EndTurn],
    typed: &[
        ("b3b2", Language::types_step),
        ("b2b1+", Language::types_promotion),
        ("C*b2", Language::types_drop),
        ("b3", Language::types_cursor_hex),
    ],
    rules: Language::rules_shogi,
    switches: &[Switch {
        name: "repetition",
        values: &["3", "4"],
        help: Language::switch_repetition,
    }],
};
