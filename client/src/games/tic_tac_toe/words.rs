//! The words of tic-tac-toe.

use crate::games::words::{BoardKey, PlayedWith, Words};

/// How tic-tac-toe is spoken of.
pub const WORDS: Words = Words {
    place: "cell",
    verb: "mark",
    played_with: PlayedWith::Pieces { roles: ["X", "O"] },
    keys: &[
        (BoardKey::Choose, "put your mark into this cell"),
        (BoardKey::Next, "next free cell"),
        (BoardKey::Previous, "previous free cell"),
        (BoardKey::Back, "hide the notice"),
    ],
    useless: &[
        BoardKey::EndTurn,
        BoardKey::FromHand(0),
        BoardKey::FromHand(1),
        BoardKey::FromHand(2),
    ],
    typed: &[("b2", "mark b2: column letter, row number")],
    rules: RULES,
    switches: &[],
};

const RULES: &[&str] = &[
    "Tic-tac-toe",
    "",
    "Seat 1 plays X and begins. Three of your marks in a line, straight or",
    "diagonal, win. A full board without a line is a draw.",
    "",
    "  [ ]      the cursor: Enter marks the cell, and so does a click",
    "  ( )      the line that won",
    "  *        the last mark",
    "",
    "Typed: :b2 marks the middle.",
];
