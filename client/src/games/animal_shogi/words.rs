//! The words of animal shogi.

use crate::games::words::{BoardKey, PlayedWith, Switch, Words};
use crate::lang::Language;

/// How animal shogi is spoken of.
pub const WORDS: Words = Words {
    place: "square",
    verb: "move",
    played_with: PlayedWith::Pieces {
        roles: [Language::role_up, Language::role_down],
    },
    keys: &[
        (
            BoardKey::Choose,
            "pick up this piece, then put it on this square",
        ),
        (
            BoardKey::Next,
            "next piece that can move; with one picked up, its next square",
        ),
        (
            BoardKey::Previous,
            "previous piece that can move, or previous square for it",
        ),
        (
            BoardKey::FromHand(0),
            "take a chick from your hand, to drop it",
        ),
        (BoardKey::FromHand(1), "take an elephant from your hand"),
        (BoardKey::FromHand(2), "take a giraffe from your hand"),
        (
            BoardKey::Back,
            "put the piece down where it was; with none, hide the notice",
        ),
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
        help: "How often the same position with the same side to move makes a draw.",
    }],
};
