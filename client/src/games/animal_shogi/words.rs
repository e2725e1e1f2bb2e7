//! The words of animal shogi.

use crate::games::words::{BoardKey, PlayedWith, Switch, Words};

/// How animal shogi is spoken of.
pub const WORDS: Words = Words {
    place: "square",
    verb: "move",
    played_with: PlayedWith::Pieces {
        roles: ["sente, up", "gote, down"],
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
        ("b3b2", "move from b3 to b2"),
        ("b2b1+", "move, and the chick becomes a hen"),
        ("C*b2", "drop a chick on b2 (E, G: the others)"),
        ("b3", "move the cursor to b3"),
    ],
    rules: RULES,
    switches: &[Switch {
        name: "repetition",
        label: "draw at",
        values: &["3", "4"],
        help: "How often the same position with the same side to move makes a draw.",
    }],
};

const RULES: &[&str] = &[
    "Animal shogi",
    "",
    "Catch the other lion, or bring yours home to the far rank where it cannot be",
    "caught at once (a try). Sente, seat 1, begins and plays up the board.",
    "",
    "  L lion       one step in any direction",
    "  G giraffe    one step along ranks and files",
    "  E elephant   one step diagonally",
    "  C chick      one step forward; becomes a hen on the far rank",
    "  H hen        any direction but the two backward diagonals",
    "",
    "The dots on a piece show where it can step. What you capture goes to your",
    "hand, a hen as a chick. Instead of a move you may drop a piece from your hand",
    "on any empty square. The third time the same position occurs with the same",
    "side to move, the match is drawn (or the fourth, as the lobby chooses).",
    "",
    "On the board",
    "",
    "  frame    the cursor; with lines alone [ ]",
    "  bright   the piece that you picked up; with lines « »",
    "  dot      where the chosen piece can go; with lines +",
    "  tinted   where the last move came from and went to; with lines . and *",
    "  1 2 3    choose a chick, elephant or giraffe in hand, or click it",
    "",
    "Typed: :b3b2 moves, :b2b1+ promotes, :C*b2 drops.",
];
