//! The words of tic-tac-toe.

use crate::games::words::{BoardKey, PlayedWith, Words};
use crate::lang::Language;

/// The words of tic-tac-toe.
pub const WORDS: Words = Words {
    verb: Language::verb_mark,
    played_with: PlayedWith::Pieces {
        roles: [Language::role_x, Language::role_o],
    },
    keys: &[
        (BoardKey::Choose, Language::press_mark),
        (BoardKey::Next, Language::press_next_cell),
        (BoardKey::Previous, Language::press_previous_cell),
        (BoardKey::Back, Language::press_hide_notice),
    ],
    useless: &[
        BoardKey::EndTurn,
        BoardKey::FromHand(0),
        BoardKey::FromHand(1),
        BoardKey::FromHand(2),
    ],
    typed: &[("b2", Language::types_cell)],
    rules: Language::rules_cells,
    switches: &[],
};
